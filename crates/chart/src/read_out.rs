//! The figures under the pointer.

use super::{Chart, Tone};

/// Every curve's value at one sampled x.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOut {
    /// The sampled x.
    pub x: f64,
    /// The x with its unit.
    pub head: String,
    /// One line a curve that has a sample there.
    pub lines: Vec<ReadLine>,
    /// The whole as one sentence, to be spoken.
    pub spoken: String,
}

/// One curve's value.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadLine {
    /// The curve's name.
    pub name: String,
    /// The curve's tone.
    pub tone: Tone,
    /// The height, where it is finite.
    pub y: Option<f64>,
    /// The value with its unit, or the word for having none.
    pub value: String,
    /// The target that the value is above, as text: "50 ms".
    pub above: Option<String>,
}

impl Chart {
    /// What stands at the sampled x nearest to `x`. `None` for a chart without samples.
    #[must_use]
    pub fn read_out(&self, x: f64) -> Option<ReadOut> {
        let here = self.x.scale.place(x);
        let distance = |sample: &f64| (self.x.scale.place(*sample) - here).abs();
        let nearest = self.samples().into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(self.read_at(nearest))
    }

    /// The sampled x that lies `steps` further along (or back), stopping at the ends.
    #[must_use]
    pub fn step(&self, x: f64, steps: i32) -> Option<f64> {
        let samples = self.samples();
        let last = samples.len().checked_sub(1)?;
        let here = samples.partition_point(|sample| *sample < x);
        let far = usize::try_from(steps.unsigned_abs()).unwrap_or(usize::MAX);
        let there = if steps < 0 { here.saturating_sub(far) } else { here.saturating_add(far) };
        samples.get(there.min(last)).copied()
    }

    /// Every x in view at which some curve has a sample, rising, each once.
    pub(super) fn samples(&self) -> Vec<f64> {
        let all = self.series.iter().flat_map(|series| series.points.iter().map(|point| point.0));
        let mut samples: Vec<f64> = Vec::new();
        for x in all.filter(|x| *x >= self.x.min && *x <= self.x.max) {
            // Curves mostly share their samples, so there is little to shift: no need for a sort.
            let place = samples.partition_point(|known| *known < x);
            if samples.get(place).is_none_or(|known| known.total_cmp(&x).is_ne()) {
                samples.insert(place, x);
            }
        }
        samples
    }

    fn read_at(&self, x: f64) -> ReadOut {
        let head = self.x.unit.show(x);
        let lines: Vec<_> = self.series.iter().filter_map(|series| self.read_line(series, x)).collect();
        let mut spoken = format!("At {head}");
        for (place, line) in lines.iter().enumerate() {
            spoken.push_str(if place == 0 { ": " } else { "; " });
            spoken.push_str(&line.name);
            spoken.push(' ');
            spoken.push_str(&line.value);
            if let Some(target) = &line.above {
                spoken.push_str(", above the target of ");
                spoken.push_str(target);
            }
        }
        spoken.push('.');
        ReadOut { x, head, lines, spoken }
    }

    /// The highest of the targets that `y` is above, as text.
    fn exceeded(&self, y: Option<f64>) -> Option<String> {
        let values = self.targets.iter().map(|target| target.value);
        let exceeded = values.filter(|target| y.is_some_and(|y| y > *target)).reduce(f64::max);
        exceeded.map(|target| self.y.unit.exact(target))
    }

    fn read_line(&self, series: &super::Series, x: f64) -> Option<ReadLine> {
        let (_, y) = series.points.iter().find(|point| point.0.total_cmp(&x).is_eq())?;
        let value = match (y, &self.unbounded) {
            (Some(y), _) => self.y.unit.show(*y),
            (None, Some(zone)) => zone.name.clone(),
            (None, None) => String::from("unbounded"),
        };
        Some(ReadLine {
            name: series.name.clone(),
            tone: series.tone,
            y: *y,
            value,
            above: self.exceeded(*y),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;

    #[test]
    fn the_nearest_sample_is_read() {
        let read = example::tpot().read_out(3.2).expect("the example has samples");
        assert_eq!(read.spoken, "At 3.0 req/s: TPOT 10.8 ms.");
    }

    #[test]
    fn beyond_the_last_finite_value_the_word_stands() {
        let read = example::tpot().read_out(99.0).expect("the example has samples");
        assert_eq!(read.spoken, "At 12.0 req/s: TPOT no steady state.");
        assert_eq!(read.lines[0].y, None);
    }

    #[test]
    fn a_value_above_its_target_is_said_to_be() {
        let chart = example::tpot();
        let spoken = |x: f64| chart.read_out(x).expect("the example has samples").spoken;
        assert_eq!(spoken(9.0), "At 9.0 req/s: TPOT 113.4 ms, above the target of 50 ms.");
        assert_eq!(spoken(8.0), "At 8.0 req/s: TPOT 44.0 ms.");
    }

    #[test]
    fn on_a_log_scale_the_nearest_is_the_nearest_in_sight() {
        let mut chart = example::tpot();
        chart.series[0].points = vec![(1.0, Some(0.01)), (10.0, Some(0.02))];
        assert_eq!(chart.read_out(4.0).map(|read| read.x), Some(1.0));
        (chart.x.min, chart.x.scale) = (0.5, crate::AxisScale::Log10);
        assert_eq!(chart.read_out(4.0).map(|read| read.x), Some(10.0));
    }

    #[test]
    fn steps_go_along_the_samples_and_stop_at_the_ends() {
        let chart = example::tpot();
        assert_eq!(chart.step(3.0, 1), Some(3.5));
        assert_eq!(chart.step(3.0, -2), Some(2.0));
        assert_eq!(chart.step(3.0, -100), Some(0.5));
        assert_eq!(chart.step(3.0, 100), Some(12.0));
        assert_eq!(example::empty().step(3.0, 1), None);
    }
}
