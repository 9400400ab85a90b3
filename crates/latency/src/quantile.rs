//! Which share of the values, and which value that is.

use quantity::float;

/// A share of the values in [0, 1]: 0.95 is the 95th percentile.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Quantile(f64);

impl Quantile {
    /// The median.
    pub const P50: Self = Self(0.5);
    /// The 90th percentile.
    pub const P90: Self = Self(0.9);
    /// The 95th percentile.
    pub const P95: Self = Self(0.95);
    /// The 99th percentile.
    pub const P99: Self = Self(0.99);
    /// The 99.9th percentile.
    pub const P99_9: Self = Self(0.999);

    /// The quantile of a share; `None` where it is not in [0, 1].
    ///
    /// # Example
    /// ```
    /// use latency::Quantile;
    /// assert_eq!(Quantile::new(0.95), Some(Quantile::P95));
    /// assert_eq!(Quantile::new(95.0), None);
    /// ```
    #[must_use]
    pub fn new(share: f64) -> Option<Self> {
        (0.0..=1.0).contains(&share).then_some(Self(share))
    }

    /// The share.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// This share of `count`, as a rank: a whole number where only rounding keeps it from one, since 0.07 × 100 is a
    /// bit more than 7.
    pub(crate) fn rank(self, count: u64) -> f64 {
        let exact = self.0 * count as f64;
        let whole = float::round(exact);
        // Two roundings: of the share to binary, and of the product.
        if (exact - whole).abs() <= exact * 2.0 * f64::EPSILON { whole } else { exact }
    }
}

/// Which value stands for a quantile that falls between two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// On the line between them: with n values in ascending order from 0, the value at the place q × (n − 1). What
    /// numpy, and so most load tests, do if nothing else is said.
    #[default]
    Linear,
    /// The nearest rank, also called the inverse of the distribution: the smallest value that a share q of all does not
    /// exceed. Always one of the values.
    NearestRank,
}

impl Method {
    /// The value at `quantile` of `count` values, where `at` gives the one that so many in ascending order stand
    /// before.
    pub(crate) fn pick(self, quantile: Quantile, count: u64, at: impl Fn(u64) -> f64) -> Option<f64> {
        let last = count.checked_sub(1)?;
        Some(match self {
            Self::Linear => {
                let place = quantile.get() * last as f64;
                let below = float::floor(place);
                let (low, high) = (at(whole(below).min(last)), at(whole(float::ceil(place)).min(last)));
                low + (high - low) * (place - below)
            }
            Self::NearestRank => at(whole(float::ceil(quantile.rank(count))).saturating_sub(1).min(last)),
        })
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a count is no less than 0 and no more than the count"
)]
fn whole(place: f64) -> u64 {
    place as u64
}
