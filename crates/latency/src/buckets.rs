//! Quantiles from the cumulative buckets of Prometheus.

use crate::quantile::Quantile;
use alloc::vec::Vec;

/// A histogram as Prometheus exposes it: upper bounds that rise, each with how many observations do not exceed it, and
/// how many there are in all.
///
/// Bounds are in the metric's own base unit; in a metric of durations, seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Buckets {
    /// The finite bounds and what is counted up to each.
    finite: Vec<Bucket>,
    /// The count of the bucket +Inf: all.
    all: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Bucket {
    bound: f64,
    up_to: u64,
}

/// Why buckets make no histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The last bound is not +Inf, so that nothing says how many there are in all.
    NoInfinity,
    /// There is no finite bound.
    NoBound,
    /// The bound at this place, from 0, is not above the one before it, or is no number.
    Unordered(usize),
    /// The count at this place, from 0, is below the one before it.
    Falling(usize),
}

/// What a histogram can say about a quantile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// It is about this, if observations lie evenly within a bucket.
    At(f64),
    /// It is past the last finite bound, which is this. How far past, the histogram cannot say.
    AtLeast(f64),
}

impl Reading {
    /// The number that Prometheus would print for it.
    #[must_use]
    pub const fn number(self) -> f64 {
        match self {
            Self::At(number) | Self::AtLeast(number) => number,
        }
    }
}

impl Buckets {
    /// The histogram of these pairs of an upper bound and the observations up to it, +Inf last.
    ///
    /// # Errors
    /// The first thing that keeps them from being cumulative buckets.
    pub fn new(pairs: impl IntoIterator<Item = (f64, u64)>) -> Result<Self, Fault> {
        let mut finite: Vec<Bucket> =
            pairs.into_iter().map(|(bound, up_to)| Bucket { bound, up_to }).collect();
        for place in 0..finite.len() {
            check(&finite[..=place], place)?;
        }
        let all = finite.pop().filter(|last| last.bound == f64::INFINITY).ok_or(Fault::NoInfinity)?.up_to;
        if finite.is_empty() { Err(Fault::NoBound) } else { Ok(Self { finite, all }) }
    }

    /// How many observations there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.all
    }

    /// The observations of both; `None` where their bounds differ.
    ///
    /// This is how the quantile of several replicas is had. Their quantiles cannot give it: their mean is the quantile
    /// of nothing, and the largest of them only a bound.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Option<Self> {
        let bounds = |buckets: &Self| buckets.finite.iter().map(|bucket| bucket.bound).collect::<Vec<_>>();
        (bounds(self) == bounds(other)).then(|| {
            let both = self.finite.iter().zip(&other.finite);
            let sum = |(a, b): (&Bucket, &Bucket)| Bucket { up_to: a.up_to.saturating_add(b.up_to), ..*a };
            Self { finite: both.map(sum).collect(), all: self.all.saturating_add(other.all) }
        })
    }

    /// What was observed after `before`, in a window between two readings of the same counters; `None` where bounds
    /// differ, or where a count fell because its process began anew.
    ///
    /// # Example
    /// ```
    /// use latency::Buckets;
    /// let [before, after] = [(3, 4), (5, 9)].map(|(low, all)| Buckets::new([(1.0, low), (f64::INFINITY, all)]).unwrap());
    /// assert_eq!(after.since(&before), Some(Buckets::new([(1.0, 2), (f64::INFINITY, 5)]).unwrap()));
    /// assert_eq!(before.since(&after), None);
    /// ```
    #[must_use]
    pub fn since(&self, before: &Self) -> Option<Self> {
        let same = self.finite.len() == before.finite.len();
        let both = self.finite.iter().zip(&before.finite);
        let less = |(after, before): (&Bucket, &Bucket)| {
            let up_to = after.up_to.checked_sub(before.up_to)?;
            (after.bound.to_bits() == before.bound.to_bits()).then_some((after.bound, up_to))
        };
        let finite: Vec<(f64, u64)> = both.map(less).collect::<Option<_>>().filter(|_| same)?;
        let all = self.all.checked_sub(before.all)?;
        Self::new(finite.into_iter().chain([(f64::INFINITY, all)])).ok()
    }

    /// How many observations are past the last finite bound.
    #[must_use]
    pub fn beyond(&self) -> u64 {
        self.all.saturating_sub(self.finite.last().map_or(0, |last| last.up_to))
    }

    /// The bounds of the bucket that holds a quantile, the upper one infinite past the last: how far off what is read
    /// there may be. `None` where there are no observations.
    ///
    /// # Example
    /// ```
    /// use latency::{Buckets, Quantile};
    /// let buckets = Buckets::new([(30.0, 80), (60.0, 90), (f64::INFINITY, 100)]).unwrap();
    /// assert_eq!(buckets.bounds(Quantile::P50), Some((0.0, 30.0)));
    /// assert_eq!(buckets.bounds(Quantile::P99), Some((60.0, f64::INFINITY)));
    /// ```
    #[must_use]
    pub fn bounds(&self, quantile: Quantile) -> Option<(f64, f64)> {
        if self.all == 0 {
            return None;
        }
        let rank = quantile.rank(self.all);
        let reaches = |bucket: &Bucket| bucket.up_to > 0 && bucket.up_to as f64 >= rank;
        let Some(place) = self.finite.iter().position(reaches) else {
            return self.finite.last().map(|last| (last.bound, f64::INFINITY));
        };
        let upper = self.finite.get(place)?.bound;
        let below = place.checked_sub(1).and_then(|place| self.finite.get(place)).map(|bucket| bucket.bound);
        Some((below.unwrap_or(if upper > 0.0 { 0.0 } else { f64::NEG_INFINITY }), upper))
    }

    /// The finite bounds, each with how many observations do not exceed it.
    pub fn pairs(&self) -> impl Iterator<Item = (f64, u64)> {
        self.finite.iter().map(|bucket| (bucket.bound, bucket.up_to))
    }

    /// The value at a quantile; `None` where there are no observations.
    ///
    /// # Formula
    /// The rank q × count falls into the first bucket that reaches it; the value is on the line from its lower to its
    /// upper bound. The first bucket begins at 0, unless its bound is not above 0: then the value is that bound.
    ///
    /// # Example
    /// 80 of 100 within 30 s, 90 within 60 s: the median is 30 × 50/80, and p99 is lost in +Inf.
    /// ```
    /// use latency::{Buckets, Quantile, Reading};
    /// let buckets = Buckets::new([(30.0, 80), (60.0, 90), (f64::INFINITY, 100)]).unwrap();
    /// assert_eq!(buckets.quantile(Quantile::P50), Some(Reading::At(18.75)));
    /// assert_eq!(buckets.quantile(Quantile::P99), Some(Reading::AtLeast(60.0)));
    /// ```
    ///
    /// # Source
    /// Prometheus, `histogram_quantile` for classic histograms. It prints the last finite bound for a rank in +Inf, as
    /// if that were the value.
    #[must_use]
    pub fn quantile(&self, quantile: Quantile) -> Option<Reading> {
        if self.all == 0 {
            return None;
        }
        let rank = quantile.rank(self.all);
        // Not an empty bucket at rank 0: the smallest observation lies in the first that holds any.
        let reaches = |bucket: &Bucket| bucket.up_to > 0 && bucket.up_to as f64 >= rank;
        let Some(place) = self.finite.iter().position(reaches) else {
            return self.finite.last().map(|last| Reading::AtLeast(last.bound));
        };
        Some(Reading::At(self.within(place, rank)))
    }

    /// The value of the observation of `rank`, which the bucket at `place` holds.
    fn within(&self, place: usize, rank: f64) -> f64 {
        let Bucket { bound, up_to } = self.finite[place];
        let before = place.checked_sub(1).map(|place| self.finite[place]);
        let (low, below) = match before {
            Some(before) => (before.bound, before.up_to),
            None if bound <= 0.0 => return bound,
            None => (0.0, 0),
        };
        low + (bound - low) * ((rank - below as f64) / (up_to - below) as f64)
    }
}

/// Whether the last of these may follow the others.
fn check(so_far: &[Bucket], place: usize) -> Result<(), Fault> {
    match so_far {
        [.., before, last] if last.bound.is_nan() || last.bound <= before.bound => {
            Err(Fault::Unordered(place))
        }
        [.., before, last] if last.up_to < before.up_to => Err(Fault::Falling(place)),
        [first] if first.bound.is_nan() || first.bound == f64::NEG_INFINITY => Err(Fault::Unordered(place)),
        _ => Ok(()),
    }
}
