//! Counts of arrivals in windows of equal width: how far they scatter, and the fullest minute.

use super::moments::Moments;
use quantity::Seconds;

/// Arrivals counted by windows of several widths, in nanoseconds since the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Windows {
    each: [Window; 3],
    minute: Minute,
    latest: Option<u64>,
    /// The gaps between arrivals of the open minute, and the fullest minute so far.
    pub(crate) peak: Option<Minute>,
}

/// The widths, in nanoseconds: a second, ten, a minute.
const WIDTHS: [u64; 3] = [1_000_000_000, 10_000_000_000, 60_000_000_000];

/// Fewer whole windows tell nothing of how counts scatter.
const ENOUGH: u64 = 10;

/// The windows of one width.
#[derive(Clone, Debug, Default, PartialEq)]
struct Window {
    /// Which window is open, and what it holds so far.
    open: u64,
    count: u64,
    /// Those that are over.
    over: Moments,
    /// Σ of the squared differences between neighbours.
    steps: f64,
    before: Option<u64>,
}

/// A minute of the trace.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Minute {
    /// Which one, from 0.
    pub(crate) place: u64,
    pub(crate) count: u64,
    /// The gaps inside it, in nanoseconds.
    pub(crate) gaps: Moments,
}

/// How far counts of arrivals scatter in windows of a width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dispersion {
    /// The width of the windows.
    pub window: Seconds,
    /// How many whole windows there are.
    pub windows: u64,
    /// The variance of the counts over their mean: 1 is Poisson, more comes in bursts or has a daily course.
    pub index: f64,
    /// The same from one window to the next, ½ mean (nᵢ₊₁ − nᵢ)² over the mean count: what remains without the slow course.
    pub local: f64,
}

impl Windows {
    pub(crate) fn add(&mut self, since: u64) {
        for (window, width) in self.each.iter_mut().zip(WIDTHS) {
            window.add(since / width);
        }
        let place = since / WIDTHS[2];
        if place != self.minute.place {
            self.end_minute();
            self.minute = Minute { place, ..Minute::default() };
        } else if let Some(latest) = self.latest {
            self.minute.gaps.add(since.saturating_sub(latest));
        }
        self.minute.count += 1;
        self.latest = Some(since);
    }

    fn end_minute(&mut self) {
        if self.peak.is_none_or(|peak| self.minute.count > peak.count) {
            self.peak = Some(self.minute);
        }
    }

    pub(crate) fn finish(&mut self) {
        if self.latest.is_some() {
            self.end_minute();
        }
    }

    /// Of the widths with enough whole windows.
    pub(crate) fn dispersions(&self) -> Vec<Dispersion> {
        let each = self.each.iter().zip(WIDTHS);
        each.filter_map(|(window, width)| window.dispersion(width as f64 / 1e9)).collect()
    }
}

impl Window {
    fn add(&mut self, place: u64) {
        if place > self.open {
            self.end(self.count, 1);
            self.end(0, place - self.open - 1);
            self.open = place;
            self.count = 0;
        }
        self.count += 1;
    }

    /// Ends so many windows of this count.
    fn end(&mut self, count: u64, windows: u64) {
        if windows > 0 {
            let step = self.before.map_or(0.0, |before| count as f64 - before as f64);
            self.steps += step * step;
            self.before = Some(count);
            self.over.add_many(count, windows);
        }
    }

    /// The window that is open when the trace ends is not over and left out.
    fn dispersion(&self, seconds: f64) -> Option<Dispersion> {
        let (windows, mean) = (self.over.count, self.over.mean().filter(|mean| *mean > 0.0)?);
        let local = self.steps / (windows.saturating_sub(1)) as f64 / 2.0 / mean;
        (windows >= ENOUGH).then_some(Dispersion {
            window: Seconds::new(seconds),
            windows,
            index: self.over.cv2()? * mean,
            local,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_clock_does_not_scatter_and_pairs_do() {
        let mut even = Windows::default();
        (0..120).for_each(|half| even.add(half * 500_000_000));
        let dispersions = even.dispersions();
        assert_eq!(dispersions.len(), 1, "59 whole seconds, five times ten, no minute");
        assert_eq!((dispersions[0].windows, dispersions[0].index, dispersions[0].local), (59, 0.0, 0.0));
        // Four in every second second: counts of 4 and 0, mean 2, variance 4.
        let mut pairs = Windows::default();
        (0..160).for_each(|place| pairs.add(place / 4 * 2_000_000_000 + place % 4));
        let first = pairs.dispersions()[0];
        assert!((first.index - 2.0).abs() < 0.05 && (first.local - 4.0).abs() < 0.1, "{first:?}");
    }

    proptest! {
        /// Against the counts laid out one by one.
        #[test]
        fn the_index_is_variance_over_mean(mut times in proptest::collection::vec(0_u64..40_000_000_000, 1..200)) {
            times.sort_unstable();
            let mut windows = Windows::default();
            times.iter().for_each(|since| windows.add(*since));
            let whole = usize::try_from(times[times.len() - 1] / WIDTHS[0]).expect("small");
            prop_assume!(whole >= 10);
            let mut counts = vec![0.0; whole + 1];
            for since in &times {
                counts[usize::try_from(since / WIDTHS[0]).expect("small")] += 1.0;
            }
            counts.truncate(whole);
            let mean = counts.iter().sum::<f64>() / whole as f64;
            prop_assume!(mean > 0.0);
            let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / whole as f64;
            let steps = counts.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum::<f64>();
            let ours = windows.dispersions()[0];
            prop_assert!((ours.index - variance / mean).abs() < 1e-9);
            prop_assert!((ours.local - steps / (whole - 1) as f64 / 2.0 / mean).abs() < 1e-9);
        }
    }

    #[test]
    fn the_fullest_minute_is_kept_with_its_gaps() {
        let mut windows = Windows::default();
        for since in [0, 1, 60, 70, 90, 200] {
            windows.add(since * 1_000_000_000);
        }
        windows.finish();
        let peak = windows.peak.expect("a minute");
        assert_eq!((peak.place, peak.count, peak.gaps.count), (1, 3, 2));
        // Gaps of 10 and 20 s: a deviation of 5 from 15.
        assert!((peak.gaps.cv2().expect("gaps") - 1.0 / 9.0).abs() < 1e-12);
    }
}
