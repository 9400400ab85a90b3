//! Numbers that carry their unit in their type.
//!
//! Only the products and quotients that mean something exist. There is no `Tokens * RequestsPerSecond`-to-nothing, no
//! `Bytes + BytesPerSecond`, and no way from decimal gigabytes to binary gibibytes but through plain bytes: GB and GiB
//! are ways of *writing* bytes and live in [`crate::Unit`].

use core::ops::{Add, Div, Mul, Sub};

macro_rules! dimension {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(f64);

        impl $name {
            /// The quantity of `value` base units.
            #[must_use]
            pub const fn new(value: f64) -> Self {
                Self(value)
            }

            /// The number of base units.
            #[must_use]
            pub const fn get(self) -> f64 {
                self.0
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 - other.0)
            }
        }

        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, factor: f64) -> Self {
                Self(self.0 * factor)
            }
        }

        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, divisor: f64) -> Self {
                Self(self.0 / divisor)
            }
        }

        impl Div for $name {
            type Output = f64;
            fn div(self, other: Self) -> f64 {
                self.0 / other.0
            }
        }
    )*};
}

dimension! {
    /// Bytes of memory. 80 GB is 80e9, 80 GiB is 80 × 2³⁰.
    Bytes;
    /// Bytes a second, of memory bandwidth. Not bits.
    BytesPerSecond;
    /// Bytes that one token takes, such as its KV-cache entry.
    BytesPerToken;
    /// Floating-point operations; a multiply-add counts as two.
    Flops;
    /// Floating-point operations a second, dense (never the figure "with sparsity").
    FlopsPerSecond;
    /// Floating-point operations that one token costs.
    FlopsPerToken;
    /// Tokens, of a prompt or of an answer. A mean length may have a fraction.
    Tokens;
    /// Requests that arrive in a second. Not tokens.
    RequestsPerSecond;
    /// Seconds.
    Seconds;
    /// A part of a whole, 1 being all of it.
    Fraction;
    /// US dollars.
    Dollars;
    /// US dollars an hour.
    DollarsPerHour;
}

macro_rules! products {
    ($($left:ident * $right:ident = $out:ident;)*) => {$(
        impl Mul<$right> for $left {
            type Output = $out;
            fn mul(self, other: $right) -> $out {
                $out(self.0 * other.0)
            }
        }
    )*};
}

macro_rules! quotients {
    ($($left:ident / $right:ident = $out:ident;)*) => {$(
        impl Div<$right> for $left {
            type Output = $out;
            fn div(self, other: $right) -> $out {
                $out(self.0 / other.0)
            }
        }
    )*};
}

products! {
    BytesPerToken * Tokens = Bytes;
    FlopsPerToken * Tokens = Flops;
    BytesPerSecond * Fraction = BytesPerSecond;
    FlopsPerSecond * Fraction = FlopsPerSecond;
    Bytes * Fraction = Bytes;
}

quotients! {
    Bytes / BytesPerSecond = Seconds;
    Flops / FlopsPerSecond = Seconds;
    Bytes / Seconds = BytesPerSecond;
    Flops / Seconds = FlopsPerSecond;
    Bytes / Tokens = BytesPerToken;
}

/// Requests a second times seconds of work each: the offered load in Erlangs, a plain number.
impl Mul<Seconds> for RequestsPerSecond {
    type Output = f64;
    fn mul(self, work: Seconds) -> f64 {
        self.0 * work.0
    }
}

impl Fraction {
    /// What is left of the whole.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self(1.0 - self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_over_a_bandwidth_is_a_time() {
        let seconds = Bytes::new(70e9) / (BytesPerSecond::new(3.35e12) * Fraction::new(0.7));
        assert!((seconds.get() - 0.029_850_746).abs() < 1e-9, "{seconds:?}");
    }

    #[test]
    fn offered_load_is_a_plain_number_of_erlangs() {
        let erlangs: f64 = RequestsPerSecond::new(40.0) * Seconds::new(0.088);
        assert!((erlangs - 3.52).abs() < 1e-12, "{erlangs}");
    }
}
