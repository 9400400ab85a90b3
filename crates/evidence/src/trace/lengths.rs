//! Lengths in tokens: how many requests have each.

use super::moments::Moments;
use latency::Quantile;
use quantity::float;
use std::collections::BTreeMap;

/// How long prompts or answers are, in tokens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lengths {
    moments: Moments,
    /// How many have each length, up to [`EXACT`].
    exact: Vec<u64>,
    /// The longer ones, by their steps of [`STEP`].
    long: BTreeMap<u32, u64>,
}

/// Up to here each length is counted apart: 2 MB of counts at most.
const EXACT: u32 = 1 << 18;

/// Longer ones are counted in steps of so many tokens.
const STEP: u32 = 1 << 10;

/// Nothing is longer: the most that a plan can state of a prompt.
pub(crate) const LONGEST: u32 = 10_000_000;

impl Lengths {
    pub(crate) fn add(&mut self, tokens: u32) {
        self.moments.add(u64::from(tokens));
        if tokens > EXACT {
            *self.long.entry(tokens / STEP).or_default() += 1;
            return;
        }
        let place = tokens as usize;
        if place >= self.exact.len() {
            self.exact.resize(place + 1, 0);
        }
        if let Some(count) = self.exact.get_mut(place) {
            *count += 1;
        }
    }

    /// How many requests have a length.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.moments.count
    }

    /// Tokens of all of them.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.moments.sum as f64
    }

    /// The mean, in tokens; `None` where there are none.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.moments.mean()
    }

    /// The coefficient of variation: the standard deviation over the mean.
    #[must_use]
    pub fn cv(&self) -> Option<f64> {
        self.moments.cv2().map(float::sqrt)
    }

    /// The longest.
    #[must_use]
    pub const fn max(&self) -> u64 {
        self.moments.max
    }

    /// The length at a quantile, in tokens, by numpy's rule (on the line between the two nearest). Exact up to 262,144
    /// tokens, and to 1,024 tokens above. `None` where there are none.
    #[must_use]
    pub fn quantile(&self, quantile: Quantile) -> Option<f64> {
        let last = self.count().checked_sub(1)?;
        let place = quantile.get() * last as f64;
        let below = float::floor(place);
        let (low, high) = (self.after(below)?, self.after(float::ceil(place))?);
        Some(low + (high - low) * (place - below))
    }

    /// The length before which so many stand in ascending order.
    fn after(&self, before: f64) -> Option<f64> {
        let mut up_to = 0;
        let found = self.bars().find(|(_, count)| {
            up_to += count;
            up_to as f64 > before
        });
        let length = found.map(|(length, _)| length)?;
        Some(if length < self.max() { length as f64 } else { self.max() as f64 })
    }

    /// Each length that occurs with how many have it, the shortest first.
    pub fn bars(&self) -> impl Iterator<Item = (u64, u64)> {
        let exact = (0_u64..).zip(self.exact.iter().copied()).filter(|(_, count)| *count > 0);
        exact.chain(self.long.iter().map(|(step, count)| (u64::from(*step) * u64::from(STEP), *count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use latency::{Method, Samples};
    use proptest::prelude::*;
    use quantity::Seconds;

    fn lengths(values: &[u32]) -> Lengths {
        let mut lengths = Lengths::default();
        values.iter().for_each(|tokens| lengths.add(*tokens));
        lengths
    }

    proptest! {
        #[test]
        fn quantiles_are_those_of_the_values_one_by_one(values in proptest::collection::vec(0..EXACT, 1..80), q in 0.0_f64..=1.0) {
            let quantile = Quantile::new(q).expect("a share");
            let one_by_one = Samples::new(values.iter().map(|tokens| Seconds::new(f64::from(*tokens))));
            let theirs = one_by_one.quantile(quantile, Method::Linear).map(Seconds::get);
            prop_assert_eq!(lengths(&values).quantile(quantile), theirs);
        }

        #[test]
        fn long_ones_are_off_by_less_than_a_step(values in proptest::collection::vec(EXACT + 1..LONGEST, 1..40)) {
            let mut ascending = values.clone();
            ascending.sort_unstable();
            let median = lengths(&values).quantile(Quantile::P50).expect("values");
            let exact = (f64::from(ascending[(values.len() - 1) / 2]) + f64::from(ascending[values.len() / 2])) / 2.0;
            prop_assert!((median - exact).abs() < f64::from(STEP), "{median} {exact}");
        }
    }

    #[test]
    fn the_ends_are_kept() {
        let some = lengths(&[3, 9_999_999, 512]);
        assert_eq!((some.count(), some.max(), some.total()), (3, 9_999_999, 10_000_514.0));
        assert_eq!(some.quantile(Quantile::P50), Some(512.0));
        assert_eq!(Lengths::default().quantile(Quantile::P50), None);
    }
}
