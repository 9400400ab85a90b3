//! Arrivals one after the other: how regular their gaps are, also where a trace knows its times by bins alone.

use super::moments::Moments;
use super::rates::Rates;
use super::windows::Windows;

/// Arrivals on their way in, each in nanoseconds.
#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    /// Those that another may still precede.
    waiting: Vec<i64>,
    /// The latest that was counted.
    latest: Option<i64>,
    /// The bins that times were rounded to, in nanoseconds; known once the first are counted.
    pub(crate) bin: Option<i64>,
    begun: bool,
    pub(crate) first: i64,
    /// Arrivals at `latest` that are not counted yet.
    together: u64,
    /// Gaps as the file states the times.
    pub(crate) gaps: Moments,
    pub(crate) zero_gaps: u64,
    /// Gaps of a minute or more.
    pub(crate) long_gaps: u64,
    pub(crate) rates: Rates,
    pub(crate) windows: Windows,
}

/// So many requests may an arrival be late in the file, to be put in order all the same.
const ROOM: usize = 1 << 16;

/// A minute, in nanoseconds.
pub(crate) const MINUTE: i64 = 60_000_000_000;

impl Arrivals {
    /// Takes an arrival; `None` where too many later ones were counted already.
    pub(crate) fn push(&mut self, at: i64) -> Option<()> {
        if self.latest.is_some_and(|latest| at < latest) {
            return None;
        }
        self.waiting.push(at);
        if self.waiting.len() == 2 * ROOM {
            self.release(ROOM);
        }
        Some(())
    }

    /// Counts the first so many of those that wait.
    fn release(&mut self, count: usize) {
        let mut waiting = core::mem::take(&mut self.waiting);
        waiting.sort_unstable();
        if !self.begun {
            self.begun = true;
            self.first = waiting.first().copied().unwrap_or(0);
            self.bin = bin(&waiting);
        }
        for at in waiting.drain(..count.min(waiting.len())) {
            self.count(at);
        }
        self.waiting = waiting;
    }

    fn count(&mut self, at: i64) {
        let Some(latest) = self.latest.replace(at) else {
            self.together = 1;
            return;
        };
        let gap = at.abs_diff(latest);
        self.gaps.add(gap);
        if gap == 0 {
            self.zero_gaps += 1;
            self.together += 1;
        } else {
            self.long_gaps += u64::from(gap >= MINUTE.unsigned_abs());
            self.spread(latest, gap);
            self.together = 1;
        }
    }

    /// Counts those that came together at `at`, evenly over the bin where times are known by bins alone.
    fn spread(&mut self, at: i64, until: u64) {
        let width = self.bin.map_or(0, |bin| bin.unsigned_abs().min(until));
        for place in 0..self.together {
            // In 128 bits: a bin of years times a million requests.
            let share = u128::from(width) * u128::from(place) / u128::from(self.together);
            let since = at.abs_diff(self.first).saturating_add(u64::try_from(share).unwrap_or(u64::MAX));
            self.rates.add(since);
            self.windows.add(since);
        }
    }

    /// Counts all that wait.
    pub(crate) fn finish(&mut self) {
        self.release(usize::MAX);
        if let Some(latest) = self.latest {
            self.spread(latest, u64::MAX);
        }
        self.windows.finish();
    }
}

/// The bins of times that ascend: their usual distance, where most of them are equal to the one before. A trace of
/// few requests does not tell.
fn bin(ascending: &[i64]) -> Option<i64> {
    const ENOUGH: usize = 100;
    let mut steps: Vec<i64> = ascending
        .windows(2)
        .filter_map(|pair| Some(pair.get(1)? - pair.first()?))
        .filter(|step| *step > 0)
        .collect();
    if ascending.len() < ENOUGH || steps.is_empty() || steps.len() * 2 > ascending.len() {
        return None;
    }
    steps.sort_unstable();
    let usual = steps.get(steps.len() / 2).copied()?;
    // Bins lie a whole number of widths apart, give or take a hundredth for clocks.
    let fits = |step: &&i64| {
        let beside = **step % usual;
        beside.min(usual - beside) <= usual / 100
    };
    (steps.iter().filter(fits).count() * 10 >= steps.len() * 9).then_some(usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counted(times: &[i64]) -> Arrivals {
        let mut arrivals = Arrivals::default();
        times.iter().for_each(|at| arrivals.push(*at).expect("in time"));
        arrivals.finish();
        arrivals
    }

    proptest! {
        #[test]
        fn the_order_of_lines_changes_nothing(mut times in proptest::collection::vec(0..MINUTE, 1..200)) {
            let shuffled = counted(&times);
            times.sort_unstable();
            let sorted = counted(&times);
            prop_assert_eq!((shuffled.gaps, shuffled.zero_gaps), (sorted.gaps, sorted.zero_gaps));
            prop_assert_eq!(shuffled.rates.counts(), sorted.rates.counts());
            prop_assert_eq!(sorted.gaps.sum, u128::from(times[times.len() - 1].abs_diff(times[0])), "gaps add up");
            prop_assert_eq!(sorted.rates.counts().iter().sum::<u64>(), times.len() as u64, "none is lost");
        }
    }

    #[test]
    fn what_came_in_bins_is_spread_over_them() {
        // Forty bins of three seconds with six requests each: one every half second.
        let times: Vec<i64> = (0..40).flat_map(|bin| [bin * 3_000_000_000; 6]).collect();
        let arrivals = counted(&times);
        assert_eq!(arrivals.bin, Some(3_000_000_000));
        assert_eq!(arrivals.zero_gaps, 200);
        assert!(arrivals.rates.counts().iter().all(|count| *count == 2), "{:?}", arrivals.rates.counts());
        let single: Vec<i64> = (0..240).map(|place| place * 500_000_000).collect();
        assert_eq!(counted(&single).bin, None);
        // Bursts at uneven times are bursts.
        let bursts: Vec<i64> = (0..40_i64).flat_map(|burst| [burst * burst * 1_000_000_007; 6]).collect();
        assert_eq!(counted(&bursts).bin, None);
    }

    #[test]
    fn an_arrival_that_is_far_too_late_is_not_counted() {
        let mut arrivals = Arrivals::default();
        (10..10 + 2 * ROOM)
            .for_each(|at| arrivals.push(i64::try_from(at).expect("small")).expect("in order"));
        assert_eq!(arrivals.push(3), None);
        arrivals.finish();
        assert_eq!(arrivals.rates.counts().iter().sum::<u64>(), 2 * ROOM as u64);
    }
}
