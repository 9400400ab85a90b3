//! A part of a chart, larger.

use super::Chart;

/// How much of its height a chart keeps free above what is in sight.
const AIR: f64 = 0.15;

impl Chart {
    /// The chart with only a stretch of its x axis in sight; `None` where fewer than two samples would be.
    ///
    /// The top of the y axis comes down to what is in sight, but never below a target that the whole chart shows: how far
    /// a curve is from its target is what one looks for. The floor stays, so that heights can still be compared.
    #[must_use]
    pub fn within(&self, (from, to): (f64, f64)) -> Option<Self> {
        let mut seen = self.clone();
        (seen.x.min, seen.x.max) = (from.max(self.x.min), to.min(self.x.max));
        if seen.samples().len() < 2 {
            return None;
        }
        seen.y.max = seen.top().unwrap_or(self.y.max);
        Some(seen)
    }

    /// Where the y axis ends above what is in sight; none where nothing is.
    fn top(&self) -> Option<f64> {
        let (x, y) = (&self.x, &self.y);
        let points = self.series.iter().flat_map(|series| &series.points);
        let heights = points.filter(|point| point.0 >= x.min && point.0 <= x.max).filter_map(|point| point.1);
        let targets = self.targets.iter().map(|target| target.value).filter(|target| *target <= y.max);
        let highest = heights.chain(targets).filter(|height| *height > y.min).reduce(f64::max)?;
        let (floor, highest) = (y.scale.place(y.min), y.scale.place(highest));
        Some(y.scale.value(highest + AIR * (highest - floor)).min(y.max))
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use proptest::prelude::*;

    #[test]
    fn the_target_stays_in_sight_and_the_top_comes_down_to_it() {
        let chart = example::tpot();
        let seen = chart.within((1.0, 4.0)).expect("samples every half request");
        assert_eq!((seen.x.min, seen.x.max, seen.y.min), (1.0, 4.0, 0.0));
        assert!(seen.y.max > 0.05 && seen.y.max < chart.y.max, "{}", seen.y.max);
        let free = crate::Chart { targets: Vec::new(), ..chart };
        let seen = free.within((1.0, 4.0)).expect("samples every half request");
        assert!(seen.y.max < 0.02, "{}", seen.y.max);
    }

    #[test]
    fn what_holds_no_two_samples_is_no_stretch() {
        let chart = example::tpot();
        for stretch in [(3.1, 3.4), (3.0, 3.4), (4.0, 3.0), (20.0, 30.0), (f64::NAN, 3.0)] {
            assert_eq!(chart.within(stretch).is_some(), stretch.0.is_nan(), "{stretch:?}");
        }
    }

    proptest! {
        #[test]
        fn a_stretch_stays_on_the_axis_and_keeps_its_samples(from in -5.0..15.0f64, length in 0.0..20.0f64) {
            let whole = example::tpot();
            if let Some(seen) = whole.within((from, from + length)) {
                prop_assert!(seen.x.min >= whole.x.min && seen.x.max <= whole.x.max && seen.y.max <= whole.y.max);
                let kept: Vec<f64> =
                    whole.samples().into_iter().filter(|x| (from..=from + length).contains(x)).collect();
                prop_assert_eq!(seen.samples(), kept);
            }
        }
    }
}
