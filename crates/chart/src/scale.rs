//! How an axis lays its values out: evenly, or by their powers of ten.

use quantity::float;

/// The rule that gives each value its place along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AxisScale {
    /// Equal distances are equal differences.
    #[default]
    Linear,
    /// Equal distances are equal ratios; nought and less have no place. Such an axis starts above nought.
    Log10,
}

impl AxisScale {
    /// The value's place on an even ruler: itself, or its decimal logarithm. NaN where it has none.
    ///
    /// ```
    /// use chart::AxisScale;
    /// assert_eq!(AxisScale::Linear.place(100.0), 100.0);
    /// assert!((AxisScale::Log10.place(100.0) - 2.0).abs() < 1e-12);
    /// assert!(AxisScale::Log10.place(0.0).is_nan());
    /// ```
    #[must_use]
    pub fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log10 if value > 0.0 => float::ln(value) / std::f64::consts::LN_10,
            Self::Log10 => f64::NAN,
        }
    }

    /// The value at a place: the inverse of [`AxisScale::place`].
    #[must_use]
    pub fn value(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Log10 => float::exp(place * std::f64::consts::LN_10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AxisScale;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_place_leads_back_to_its_value(value in 1e-12..1e15f64) {
            for scale in [AxisScale::Linear, AxisScale::Log10] {
                let back = scale.value(scale.place(value));
                prop_assert!((back / value - 1.0).abs() < 1e-12, "{scale:?}: {value} came back as {back}");
            }
        }

        #[test]
        fn equal_ratios_are_equally_far_apart(value in 1e-9..1e9f64, ratio in 1.01..1e3f64) {
            let place = |value| AxisScale::Log10.place(value);
            let (near, far) = (place(value * ratio) - place(value), place(value * ratio * ratio) - place(value));
            prop_assert!((far - 2.0 * near).abs() < 1e-9);
        }
    }
}
