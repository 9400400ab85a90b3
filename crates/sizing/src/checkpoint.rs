//! How many bytes weights really take: numbers, their scales, and what is left in 16 bits.

use crate::precision::Precision;

/// How a group of quantised numbers is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// Bits of one number.
    pub bits: f64,
    /// Numbers that share a scale.
    pub group: f64,
    /// Bits of a group's scale, and of its zero point where it has one.
    pub overhead_bits: f64,
}

/// NVIDIA's FP4: an 8-bit scale for each 16 numbers.
pub const NVFP4: Scheme = Scheme { bits: 4.0, group: 16.0, overhead_bits: 8.0 };
/// The Open Compute microscaling FP4: an 8-bit scale for each 32 numbers.
pub const MXFP4: Scheme = Scheme { bits: 4.0, group: 32.0, overhead_bits: 8.0 };

impl Scheme {
    /// The usual scheme of a format. FP8: a 32-bit scale for each block of 128 × 128; INT4: a 16-bit scale and a 4-bit zero
    /// for each 128; INT8: a 16-bit scale for each channel, taken as 4,096 long; FP4: [`NVFP4`].
    #[must_use]
    pub const fn usual(precision: Precision) -> Self {
        match precision {
            Precision::Bf16 => Self { bits: 16.0, group: 1.0, overhead_bits: 0.0 },
            Precision::Fp8 => Self { bits: 8.0, group: 16_384.0, overhead_bits: 32.0 },
            Precision::Int8 => Self { bits: 8.0, group: 4096.0, overhead_bits: 16.0 },
            Precision::Int4 => Self { bits: 4.0, group: 128.0, overhead_bits: 20.0 },
            Precision::Fp4 => NVFP4,
        }
    }

    /// Bits of one number with its part of the scale.
    ///
    /// ```
    /// use sizing::{Precision, Scheme};
    /// // 4 bits, and (16 + 4) / 128 for the scale and the zero point: 3.9% more than 4.
    /// assert_eq!(Scheme::usual(Precision::Int4).bits_per_weight(), 4.15625);
    /// ```
    #[must_use]
    pub fn bits_per_weight(self) -> f64 {
        self.bits + self.overhead_bits / self.group
    }

    /// Bytes of so many numbers.
    #[must_use]
    pub fn bytes(self, numbers: f64) -> f64 {
        numbers * self.bits_per_weight() / 8.0
    }
}

/// Which part of a model its quantised checkpoints quantise, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checkpoint {
    /// What is quantised.
    pub quantised: Quantised,
    /// The scheme of its 4-bit floats.
    pub fp4: Scheme,
    /// By how much an engine pads the quantised matrices when it loads them; 1 without padding.
    pub padding: f64,
}

/// What a checkpoint quantises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantised {
    /// Every matrix but embeddings, output head and routers.
    Matrices,
    /// Routed experts only.
    RoutedExperts,
}

impl Checkpoint {
    /// What most checkpoints do.
    pub const USUAL: Self = Self { quantised: Quantised::Matrices, fp4: NVFP4, padding: 1.0 };

    /// Bytes of `quantised` numbers in `precision` and `wide` numbers left in BF16.
    ///
    /// # Formula
    /// quantised × padding × bits per weight / 8 + 2 × wide.
    #[must_use]
    pub fn bytes(self, quantised: f64, wide: f64, precision: Precision) -> f64 {
        let scheme = match precision {
            Precision::Bf16 => return 2.0 * (quantised + wide),
            Precision::Fp4 => self.fp4,
            other => Scheme::usual(other),
        };
        scheme.bytes(quantised * self.padding) + 2.0 * wide
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    proptest! {
        #[test]
        fn a_scale_is_never_free(
            precision in select(Precision::ALL.to_vec()),
            (bits, group, overhead_bits) in (1.0_f64..16.0, 1.0_f64..1e5, 0.5_f64..64.0),
        ) {
            let scheme = Scheme { bits, group, overhead_bits };
            prop_assert!(scheme.bits_per_weight() > scheme.bits);
            let usual = Scheme::usual(precision);
            prop_assert!(usual.bits_per_weight() >= usual.bits);
            prop_assert!((usual.bits - 8.0 * precision.bytes()).abs() < 1e-12);
        }

        #[test]
        fn a_checkpoint_is_never_smaller_than_its_bits(
            precision in select(Precision::ALL.to_vec()),
            (quantised, wide) in (1e6_f64..1e12, 0.0_f64..1e10),
        ) {
            // What is left in 16 bits, and the scales, are more than the flat figure of the format.
            let parts = Checkpoint::USUAL.bytes(quantised, wide, precision);
            let flat = (quantised + wide) * precision.bytes();
            prop_assert!(parts >= flat && (precision == Precision::Bf16 || parts > flat), "{} {}", parts, flat);
        }

        #[test]
        fn padding_swells_what_is_quantised_and_nothing_else(
            precision in select(Precision::ALL[1..].to_vec()),
            (quantised, wide, padding) in (1e6_f64..1e12, 0.0_f64..1e10, 1.0_f64..2.0),
        ) {
            let padded = Checkpoint { padding, ..Checkpoint::USUAL };
            let of = |checkpoint: Checkpoint, quantised: f64, wide: f64| checkpoint.bytes(quantised, wide, precision);
            let swollen = of(Checkpoint::USUAL, quantised * padding, 0.0);
            prop_assert!((of(padded, quantised, 0.0) / swollen - 1.0).abs() < 1e-12);
            prop_assert!((of(padded, 0.0, wide) - 2.0 * wide).abs() < 1e-12);
        }
    }
}
