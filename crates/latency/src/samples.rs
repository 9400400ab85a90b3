//! Durations by their length, for exact quantiles.

use crate::quantile::{Method, Quantile};
use crate::stream::is_duration;
use alloc::vec::Vec;
use quantity::Seconds;

/// A value that was seen so many times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The value.
    pub value: Seconds,
    /// How many times.
    pub times: u32,
}

impl Sample {
    /// `value`, seen so many `times`.
    #[must_use]
    pub const fn new(value: Seconds, times: u32) -> Self {
        Self { value, times }
    }
}

/// Durations in ascending order, each as often as it was seen. What cannot have been observed, by [`is_duration`], is
/// no sample.
///
/// # Example
/// ```
/// use latency::{Method, Quantile, Samples};
/// use quantity::Seconds;
/// let samples = Samples::new([4.0, 1.0, 2.0, 3.0].map(Seconds::new));
/// assert_eq!(samples.quantile(Quantile::P50, Method::Linear), Some(Seconds::new(2.5)));
/// assert_eq!(samples.quantile(Quantile::P50, Method::NearestRank), Some(Seconds::new(2.0)));
/// assert_eq!(Samples::new([]).quantile(Quantile::P50, Method::Linear), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    ascending: Vec<f64>,
    /// How many values do not stand after each; nothing, where each counts once, as most do.
    up_to: Vec<u64>,
    sum: f64,
}

impl Samples {
    /// These values.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = Seconds>) -> Self {
        Self::with_room(0, values.into_iter().map(|value| Sample::new(value, 1)))
    }

    /// These values, each as often as it says.
    #[must_use]
    pub fn counted(samples: impl IntoIterator<Item = Sample>) -> Self {
        Self::with_room(0, samples)
    }

    /// The same, where it is known that there are no more than `room`: what grows by doubling would take twice the
    /// memory.
    pub(crate) fn with_room(room: usize, samples: impl IntoIterator<Item = Sample>) -> Self {
        let observed = |sample: &Sample| sample.times > 0 && is_duration(sample.value);
        let mut samples = samples.into_iter().filter(observed);
        let mut once = Vec::with_capacity(room);
        let several = loop {
            match samples.next() {
                Some(Sample { value, times: 1 }) => once.push(order(value)),
                several => break several,
            }
        };
        match several {
            None => Self::once(once),
            Some(several) => {
                let once = once.into_iter().map(|value| (value, 1));
                let rest = samples.map(|sample| (order(sample.value), sample.times));
                Self::several(once.chain([(order(several.value), several.times)]).chain(rest).collect())
            }
        }
    }

    fn once(mut values: Vec<u64>) -> Self {
        values.sort_unstable();
        let ascending: Vec<f64> = values.into_iter().map(f64::from_bits).collect();
        Self { sum: ascending.iter().sum(), ascending, up_to: Vec::new() }
    }

    fn several(mut values: Vec<(u64, u32)>) -> Self {
        values.sort_unstable();
        let (mut ascending, mut up_to) = (Vec::with_capacity(values.len()), Vec::with_capacity(values.len()));
        let (mut count, mut sum) = (0, 0.0);
        for (value, times) in values {
            let value = f64::from_bits(value);
            count += u64::from(times);
            sum += value * f64::from(times);
            ascending.push(value);
            up_to.push(count);
        }
        Self { ascending, up_to, sum }
    }

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.up_to.last().copied().unwrap_or(self.ascending.len() as u64)
    }

    /// The value at a quantile; `None` where there are none.
    #[must_use]
    pub fn quantile(&self, quantile: Quantile, method: Method) -> Option<Seconds> {
        method.pick(quantile, self.count(), |before| self.after(before)).map(Seconds::new)
    }

    /// The value that so many in ascending order stand before.
    fn after(&self, before: u64) -> f64 {
        let place = if self.up_to.is_empty() {
            usize::try_from(before).unwrap_or(usize::MAX)
        } else {
            self.up_to.partition_point(|up_to| *up_to <= before)
        };
        self.ascending.get(place).copied().unwrap_or_default()
    }

    /// The largest value; `None` where there are none.
    #[must_use]
    pub fn max(&self) -> Option<Seconds> {
        self.ascending.last().copied().map(Seconds::new)
    }

    /// The mean; `None` where there are no values.
    #[must_use]
    pub fn mean(&self) -> Option<Seconds> {
        let count = self.count();
        (count > 0).then(|| Seconds::new(self.sum / count as f64))
    }

    /// The different values, as they were given, in ascending order.
    pub(crate) fn ascending(&self) -> impl Iterator<Item = f64> + Clone {
        self.ascending.iter().copied()
    }
}

/// A duration as a number in whose order durations stand: the bits of numbers from 0 on rise with them, and whole numbers are
/// sorted twice as fast.
fn order(duration: Seconds) -> u64 {
    // A negative 0 has the highest bit set.
    (duration.get() + 0.0).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn samples(values: &[f64]) -> Samples {
        Samples::new(values.iter().map(|value| Seconds::new(*value)))
    }

    /// The nearest rank in whole numbers: the oracle.
    fn nearest_rank(values: &[f64], per_mille: usize) -> f64 {
        let mut values = values.to_vec();
        values.sort_by(f64::total_cmp);
        values[(per_mille * values.len()).div_ceil(1000).max(1) - 1]
    }

    fn durations() -> impl Strategy<Value = Vec<f64>> {
        vec(0.0_f64..1e3, 1..300)
    }

    proptest! {
        #[test]
        fn nearest_rank_is_the_one_that_whole_numbers_give(values in durations(), per_mille in 0_usize..=1000) {
            let quantile = Quantile::new(per_mille as f64 / 1000.0).expect("a share");
            let ours = samples(&values).quantile(quantile, Method::NearestRank);
            prop_assert_eq!(ours, Some(Seconds::new(nearest_rank(&values, per_mille))));
        }

        #[test]
        fn a_value_that_counts_several_times_is_as_good_as_several(counted in vec((0.0_f64..9.0, 0_u32..20), 1..50), q in 0.0_f64..=1.0) {
            let counted: Vec<Sample> = counted.iter().map(|(value, times)| Sample::new(Seconds::new(*value), *times)).collect();
            let spelt = Samples::new(counted.iter().flat_map(|each| core::iter::repeat_n(each.value, each.times as usize)));
            let counted = Samples::counted(counted);
            prop_assert_eq!(spelt.count(), counted.count());
            let quantile = Quantile::new(q).expect("a share");
            for method in [Method::Linear, Method::NearestRank] {
                prop_assert_eq!(spelt.quantile(quantile, method), counted.quantile(quantile, method));
            }
            if let (Some(a), Some(b)) = (spelt.mean(), counted.mean()) {
                prop_assert!((a.get() - b.get()).abs() <= 1e-12 * a.get());
            }
        }

        #[test]
        fn quantiles_rise_with_the_share_and_stay_among_the_values(values in durations(), a in 0.0_f64..=1.0, b in 0.0_f64..=1.0) {
            let (low, high) = (Quantile::new(a.min(b)).expect("a share"), Quantile::new(a.max(b)).expect("a share"));
            let samples = samples(&values);
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            for method in [Method::Linear, Method::NearestRank] {
                let at = |quantile| samples.quantile(quantile, method).expect("values");
                prop_assert!(at(low) <= at(high));
                prop_assert_eq!(at(Quantile::new(0.0).expect("a share")), Seconds::new(least));
                prop_assert_eq!(Some(at(Quantile::new(1.0).expect("a share"))), samples.max());
            }
        }
    }

    #[test]
    fn a_share_that_binary_rounds_up_does_not_skip_a_rank() {
        // 0.07 × 100 is 7.000000000000001.
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        let seven = Quantile::new(0.07).expect("a share");
        assert_eq!(samples(&values).quantile(seven, Method::NearestRank), Some(Seconds::new(7.0)));
    }

    #[test]
    fn what_cannot_have_been_observed_is_no_sample() {
        let some = samples(&[f64::NAN, 2.0, f64::INFINITY, -1.0, f64::MAX]);
        assert_eq!(
            (some.count(), some.max(), some.mean()),
            (1, Some(Seconds::new(2.0)), Some(Seconds::new(2.0)))
        );
        assert_eq!((samples(&[]).max(), samples(&[]).mean()), (None, None));
        let least = samples(&[1.0, -0.0, 0.0]).quantile(Quantile::new(0.0).expect("a share"), Method::Linear);
        assert_eq!(least, Some(Seconds::new(0.0)), "a negative 0 is 0");
    }
}
