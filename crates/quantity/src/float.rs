//! The single door to floating-point functions.
//!
//! `exp` and `ln` come from `libm` in every build, so that a link gives the same digits natively and in each browser.
//! Exactly rounded ones (`sqrt`, `floor`, `ceil`) have one right answer; they are the standard library's where it is
//! there, because on wasm those are single instructions and libm's are loops.

/// e to the power of `x`.
#[must_use]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm of `x`.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

macro_rules! exactly_rounded {
    ($(#[$doc:meta] $name:ident, $libm:ident;)*) => {$(
        #[$doc]
        #[must_use]
        pub fn $name(x: f64) -> f64 {
            #[cfg(feature = "std")]
            return x.$name();
            #[cfg(not(feature = "std"))]
            return libm::$libm(x);
        }
    )*};
}

exactly_rounded! {
    /// The square root of `x`.
    sqrt, sqrt;
    /// The largest whole number that is not above `x`.
    floor, floor;
    /// The smallest whole number that is not below `x`.
    ceil, ceil;
    /// The whole number nearest to `x`, halves away from zero.
    round, round;
    /// `x` without its fraction.
    trunc, trunc;
}

/// A non-negative count as `u32`: the fraction is dropped, what is too large saturates, NaN becomes 0.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturation is what is asked for"
)]
pub fn count(x: f64) -> u32 {
    x as u32
}
