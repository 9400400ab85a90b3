//! Quantiles from a histogram of our own, for streams too long to keep.

use crate::quantile::{Method, Quantile};
use crate::stream::is_duration;
use alloc::vec::Vec;
use quantity::{Seconds, float};

/// Durations counted in buckets that grow with them: 64 of equal width for each doubling.
///
/// A quantile is off by no more than [`Histogram::RELATIVE_ERROR`] of the exact one of the same durations; below
/// [`Histogram::SMALLEST`] by no more than that. The least and the greatest duration are kept as they are.
///
/// Two histograms merge without any loss, in any order: the result is the one that all durations would have made
/// together. It takes some 25 kB at most, however many durations it holds.
///
/// # Example
/// ```
/// use latency::{Histogram, Method, Quantile};
/// use quantity::Seconds;
/// let (mut fast, mut slow) = (Histogram::default(), Histogram::default());
/// fast.record(Seconds::new(0.1), 99);
/// slow.record(Seconds::new(3.0), 1);
/// fast.merge(&slow);
/// let p99 = fast.quantile(Quantile::P99, Method::NearestRank).unwrap();
/// assert!((p99.get() / 0.1 - 1.0).abs() <= Histogram::RELATIVE_ERROR);
/// assert_eq!(fast.max(), Some(Seconds::new(3.0)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Up to the last bucket in use.
    counts: Vec<u64>,
    all: u64,
    /// The least and the greatest, where there are any.
    ends: Option<(f64, f64)>,
}

/// A bucket is told by the exponent of a float and the first bits of its mantissa: so many bits of it are dropped.
const DROPPED: u32 = 52 - 6;

/// 2⁻²⁰ s. Everything below is in the first bucket.
const SMALLEST: f64 = 1.0 / (1 << 20) as f64;

impl Histogram {
    /// How far off a quantile may be, as a share of it: half the width of a bucket, 1/128.
    pub const RELATIVE_ERROR: f64 = 1.0 / 128.0;

    /// About a microsecond. A duration below it may read as 0.
    pub const SMALLEST: Seconds = Seconds::new(SMALLEST);

    /// Counts a duration so many times. What cannot have been observed, by [`is_duration`], is not counted.
    pub fn record(&mut self, duration: Seconds, times: u64) {
        if !is_duration(duration) || times == 0 {
            return;
        }
        let value = duration.get();
        let bucket = bucket(value);
        if bucket >= self.counts.len() {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] = self.counts[bucket].saturating_add(times);
        self.all = self.all.saturating_add(times);
        self.widen((value, value));
    }

    /// Adds all that `other` has counted.
    pub fn merge(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (ours, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *ours = ours.saturating_add(*theirs);
        }
        self.all = self.all.saturating_add(other.all);
        other.ends.into_iter().for_each(|ends| self.widen(ends));
    }

    fn widen(&mut self, (least, greatest): (f64, f64)) {
        let (low, high) = self.ends.unwrap_or((least, greatest));
        self.ends = Some((low.min(least), high.max(greatest)));
    }

    /// How many durations it holds.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.all
    }

    /// The greatest duration, exactly; `None` where there are none.
    #[must_use]
    pub fn max(&self) -> Option<Seconds> {
        self.ends.map(|(_, greatest)| Seconds::new(greatest))
    }

    /// The duration at a quantile, within the stated error; `None` where there are none.
    #[must_use]
    pub fn quantile(&self, quantile: Quantile, method: Method) -> Option<Seconds> {
        let (least, greatest) = self.ends?;
        let after = |before: u64| match before {
            0 => least,
            _ if before + 1 == self.all => greatest,
            _ => float::within(self.middle_after(before), least, greatest),
        };
        method.pick(quantile, self.all, after).map(Seconds::new)
    }

    /// The middle of the bucket that holds the duration that so many in ascending order stand before.
    fn middle_after(&self, before: u64) -> f64 {
        let mut up_to: u64 = 0;
        let holds = |count: &u64| {
            up_to = up_to.saturating_add(*count);
            up_to > before
        };
        self.counts.iter().position(holds).map_or(f64::MAX, middle)
    }
}

/// The place of the bucket that holds `value`.
fn bucket(value: f64) -> usize {
    let cut = |value: f64| value.to_bits() >> DROPPED;
    if value < SMALLEST {
        return 0;
    }
    // Positive floats are ordered as their bits are. No more than 3,200 places lie below the longest duration.
    usize::try_from(cut(value) - cut(SMALLEST)).map_or(0, |place| place + 1)
}

/// The middle of the bucket at `place`.
fn middle(place: usize) -> f64 {
    let Some(above) = place.checked_sub(1) else { return 0.0 };
    let half = 1 << (DROPPED - 1);
    f64::from_bits(SMALLEST.to_bits() + ((above as u64) << DROPPED) + half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Samples;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn histogram(values: &[f64]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|value| histogram.record(Seconds::new(*value), 1));
        histogram
    }

    fn merged(histograms: &[&Histogram]) -> Histogram {
        let mut all = Histogram::default();
        histograms.iter().for_each(|histogram| all.merge(histogram));
        all
    }

    /// Durations of every size, from nanoseconds to years.
    fn durations() -> impl Strategy<Value = Vec<f64>> {
        vec(
            prop_oneof![(-9.0_f64..9.0).prop_map(|power| 10.0_f64.powf(power)), Just(0.0), 0.0_f64..2.0],
            0..200,
        )
    }

    proptest! {
        #[test]
        fn each_bucket_is_told_from_its_middle_and_the_middle_is_near(value in 1e-6_f64..1e9) {
            let middle = middle(bucket(value));
            prop_assert_eq!(bucket(middle), bucket(value));
            prop_assert!((middle - value).abs() <= value * Histogram::RELATIVE_ERROR);
        }

        #[test]
        fn a_quantile_is_within_the_stated_error_of_the_exact_one(values in durations(), q in 0.0_f64..=1.0) {
            let (ours, exact) = (histogram(&values), Samples::new(values.iter().map(|value| Seconds::new(*value))));
            let quantile = Quantile::new(q).expect("a share");
            for method in [Method::Linear, Method::NearestRank] {
                let (ours, exact) = (ours.quantile(quantile, method), exact.quantile(quantile, method));
                prop_assert_eq!(ours.is_some(), exact.is_some());
                let (Some(ours), Some(exact)) = (ours, exact) else { continue };
                let allowed = exact.get() * (Histogram::RELATIVE_ERROR + 1e-12) + SMALLEST;
                prop_assert!((ours.get() - exact.get()).abs() <= allowed, "{:?} {:?}", ours, exact);
            }
            prop_assert_eq!(ours.max(), exact.max());
        }

        #[test]
        fn merging_loses_nothing_in_any_order(a in durations(), b in durations(), c in durations()) {
            let together: Vec<f64> = [&a, &b, &c].into_iter().flatten().copied().collect();
            let (a, b, c) = (histogram(&a), histogram(&b), histogram(&c));
            prop_assert_eq!(merged(&[&a, &b]), merged(&[&b, &a]));
            prop_assert_eq!(merged(&[&merged(&[&a, &b]), &c]), merged(&[&a, &merged(&[&b, &c])]));
            prop_assert_eq!(merged(&[&a, &b, &c]), histogram(&together));
        }

        #[test]
        fn quantiles_rise_with_the_share(values in durations(), a in 0.0_f64..=1.0, b in 0.0_f64..=1.0) {
            let (low, high) = (Quantile::new(a.min(b)).expect("a share"), Quantile::new(a.max(b)).expect("a share"));
            let histogram = histogram(&values);
            for method in [Method::Linear, Method::NearestRank] {
                prop_assert!(histogram.quantile(low, method) <= histogram.quantile(high, method));
                let [first, last] = [0.0, 1.0].map(|share| histogram.quantile(Quantile::new(share).expect("a share"), method));
                prop_assert_eq!(first.map(Seconds::get), values.iter().copied().reduce(f64::min));
                prop_assert_eq!(last.map(Seconds::get), values.iter().copied().reduce(f64::max));
            }
        }

        #[test]
        fn it_agrees_with_another_histogram(values in vec(1e-5_f64..1e3, 1..300), per_mille in 0_u32..=1000) {
            let share = f64::from(per_mille) / 1000.0;
            let mut other = hdrhistogram::Histogram::<u64>::new(3).expect("three digits");
            values.iter().for_each(|value| other.record(nanoseconds(*value)).expect("it grows"));
            let theirs = other.value_at_quantile(share) as f64 / 1e9;
            let ours = histogram(&values).quantile(Quantile::new(share).expect("a share"), Method::NearestRank);
            let ours = ours.expect("values").get();
            // Theirs is off by a thousandth at most.
            prop_assert!((ours - theirs).abs() <= theirs * (Histogram::RELATIVE_ERROR + 0.0015), "{} {}", ours, theirs);
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a short time above 0")]
    fn nanoseconds(seconds: f64) -> u64 {
        (seconds * 1e9) as u64
    }

    #[test]
    fn the_longest_duration_takes_25_kilobytes() {
        let longest = histogram(&[1e9]);
        assert!(longest.counts.len() * size_of::<u64>() <= 26_000, "{}", longest.counts.len());
    }

    #[test]
    fn equal_durations_read_as_themselves() {
        let thrice = histogram(&[0.1, 0.1, 0.1]);
        assert!(middle(bucket(0.1)).to_bits() != 0.1_f64.to_bits(), "not by chance");
        for method in [Method::Linear, Method::NearestRank] {
            assert_eq!(thrice.quantile(Quantile::P50, method), Some(Seconds::new(0.1)));
        }
    }

    #[test]
    fn what_cannot_have_been_observed_is_not_counted() {
        assert_eq!(histogram(&[f64::NAN, -1.0, f64::INFINITY, 1e10]), Histogram::default());
        assert_eq!(Histogram::default().quantile(Quantile::P50, Method::Linear), None);
    }
}
