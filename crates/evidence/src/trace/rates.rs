//! Arrivals over time, in steps that grow with the trace.

use quantity::Seconds;

/// How many requests arrived in each step of a trace, of as many steps as a chart has room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rates {
    /// The width of a step in nanoseconds, and its place in [`WIDTHS`].
    width: u64,
    rung: usize,
    counts: Vec<u64>,
}

/// So many steps at most.
const MOST: usize = 400;

/// Widths of steps in seconds: each a whole number of the one before, so that counts add up.
const WIDTHS: [u64; 13] = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 14_400, 43_200, 86_400];

const SECOND: u64 = 1_000_000_000;

impl Default for Rates {
    fn default() -> Self {
        Self { width: SECOND, rung: 0, counts: Vec::new() }
    }
}

impl Rates {
    /// Counts an arrival so many nanoseconds after the first.
    pub(crate) fn add(&mut self, since: u64) {
        while since / self.width >= MOST as u64 {
            self.widen();
        }
        let place = usize::try_from(since / self.width).unwrap_or(0);
        if place >= self.counts.len() {
            self.counts.resize(place + 1, 0);
        }
        if let Some(count) = self.counts.get_mut(place) {
            *count += 1;
        }
    }

    /// The next width; behind the last of the list, twice as wide each time.
    fn widen(&mut self) {
        self.rung += 1;
        let next = WIDTHS.get(self.rung).map_or(self.width.saturating_mul(2), |seconds| seconds * SECOND);
        let many = usize::try_from(next / self.width).unwrap_or(1).max(1);
        self.counts = self.counts.chunks(many).map(|some| some.iter().sum()).collect();
        self.width = next;
    }

    /// The width of a step.
    #[must_use]
    pub fn width(&self) -> Seconds {
        Seconds::new(self.width as f64 / SECOND as f64)
    }

    /// How many arrived in each step, the first from the first arrival on. The last is not over when the trace ends.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_arrival_is_in_its_step(times in proptest::collection::vec(0..u64::MAX / 2, 1..60), shift in 0_u32..50) {
            let mut rates = Rates::default();
            times.iter().for_each(|since| rates.add(since >> shift));
            prop_assert!(rates.counts().len() <= MOST);
            for (place, count) in rates.counts().iter().enumerate() {
                let here = times.iter().filter(|since| (*since >> shift) / rates.width == place as u64).count();
                prop_assert_eq!(*count, here as u64);
            }
        }
    }

    #[test]
    fn each_width_holds_the_one_before_a_whole_number_of_times() {
        assert!(WIDTHS.windows(2).all(|pair| pair[1] % pair[0] == 0 && pair[1] > pair[0]));
    }
}
