//! Mean and spread of whole numbers, exact however many there are.

/// Whole numbers by their count, sum and sum of squares.
///
/// # Formula
/// mean = Σx / n; cv² = (Σx² / n − mean²) / mean², the population's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    pub(crate) count: u64,
    pub(crate) sum: u128,
    squares: u128,
    pub(crate) max: u64,
}

impl Moments {
    pub(crate) fn add(&mut self, value: u64) {
        self.add_many(value, 1);
    }

    /// Adds `value` so many times. Saturation is out of reach: times end with 63 bits, tokens with 24.
    pub(crate) fn add_many(&mut self, value: u64, times: u64) {
        let (wide, many) = (u128::from(value), u128::from(times));
        self.count += times;
        self.sum = self.sum.saturating_add(wide * many);
        self.squares = self.squares.saturating_add((wide * wide).saturating_mul(many));
        self.max = if times > 0 { self.max.max(value) } else { self.max };
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The squared coefficient of variation; `None` where there is nothing but zeros.
    pub(crate) fn cv2(&self) -> Option<f64> {
        let sum = self.sum as f64;
        let ratio = self.squares as f64 * self.count as f64 / (sum * sum);
        // Rounding may leave a little less than nothing.
        (self.sum > 0).then_some(if ratio > 1.0 { ratio - 1.0 } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_and_three_have_a_quarter() {
        let mut moments = Moments::default();
        moments.add(1);
        moments.add(3);
        assert_eq!((moments.mean(), moments.cv2(), moments.max), (Some(2.0), Some(0.25), 3));
        assert_eq!((Moments::default().mean(), Moments::default().cv2()), (None, None));
    }

    proptest! {
        /// Against the deviations themselves.
        #[test]
        fn the_spread_is_the_mean_square_deviation(values in proptest::collection::vec(0_u64..1_000_000_000, 1..50)) {
            let mut moments = Moments::default();
            values.iter().for_each(|value| moments.add(*value));
            let count = values.len() as f64;
            let mean = values.iter().sum::<u64>() as f64 / count;
            prop_assume!(mean > 0.0);
            let square = values.iter().map(|value| (*value as f64 - mean).powi(2)).sum::<f64>() / count;
            let cv2 = moments.cv2().expect("more than zeros");
            prop_assert!((cv2 - square / mean / mean).abs() < 1e-9 * (1.0 + cv2));
        }
    }
}
