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

/// The number nearest to a decimal text such as "-12.5e3", correctly rounded; infinite where it is too large. `None`
/// where the text is anything else.
///
/// ```
/// use quantity::float::parse;
/// assert_eq!(parse("3.35e12"), Some(3.35e12));
/// assert_eq!(parse("inf"), None);
/// ```
#[must_use]
pub fn parse(decimal: &str) -> Option<f64> {
    let (mantissa, power) = decimal.split_once(['e', 'E']).unwrap_or((decimal, "0"));
    let negative = mantissa.starts_with('-');
    let unsigned = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let all_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let size = nearest(whole.as_bytes(), fraction.as_bytes(), power.parse().ok()?);
    Some(if negative { -size } else { size })
}

/// The number nearest to these digits before and behind a point, times ten to the `power`.
///
/// From 20 digits on, hard by the middle between two numbers, it may be the other one of them: `minimal_lexical`, compact,
/// takes the error of leaving digits out for less than it is where they begin with 1.0 to 1.15.
pub(crate) fn nearest(whole: &[u8], fraction: &[u8], power: i32) -> f64 {
    let is_zero = |digit: &&u8| **digit == b'0';
    let leading = whole.iter().take_while(is_zero).count();
    let trailing = fraction.iter().rev().take_while(is_zero).count();
    // As the parser wants them: without zeros that say nothing.
    let (digits, decimals) = (whole.iter().skip(leading), fraction.iter().take(fraction.len() - trailing));
    minimal_lexical::parse_float(digits, decimals, power)
}

/// `x`, or the end of the range that it passes; `low` where the ends are crossed or `x` is NaN.
///
/// Not `f64::clamp`: that panics on crossed ends, and its message alone brings the standard library's formatter of floats
/// into the download.
#[must_use]
pub fn within(x: f64, low: f64, high: f64) -> f64 {
    let above = if x > low { x } else { low };
    if above < high || high < low { above } else { high }
}

/// `x` to nine decimals: without the last bits that counting in decimal steps leaves behind, 0.3 for 3 × 0.1.
#[must_use]
pub fn tidy(x: f64) -> f64 {
    round(x * 1e9) / 1e9
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use proptest::prelude::*;

    #[test]
    fn within_keeps_to_the_range_and_gives_its_low_end_to_what_is_no_number() {
        for (x, low, high, kept) in [
            (0.5, 0.0, 1.0, 0.5),
            (-1.0, 0.0, 1.0, 0.0),
            (2.0, 0.0, 1.0, 1.0),
            (f64::NAN, 0.0, 1.0, 0.0),
            (0.5, 1.0, 0.0, 1.0),
        ] {
            assert!((within(x, low, high) - kept).abs() < 1e-15, "{x} in {low} to {high}");
        }
    }

    proptest! {
        #[test]
        fn parsing_rounds_as_the_standard_library_does(text in "[+-]?0{0,3}[0-9]{1,12}(\\.[0-9]{0,7})?0{0,3}(e[+-]?[0-9]{1,3})?") {
            let ours = parse(&text).expect("a decimal").to_bits();
            prop_assert_eq!(ours, text.parse::<f64>().expect("a decimal").to_bits());
        }

        /// See [`nearest`]: hard by the middle, the neighbour.
        #[test]
        fn of_more_digits_than_a_number_tells_apart_it_is_a_neighbour_at_worst(text in "[+-]?[0-9]{1,25}\\.[0-9]{20,30}") {
            let ours = parse(&text).expect("a decimal").to_bits();
            prop_assert!(ours.abs_diff(text.parse::<f64>().expect("a decimal").to_bits()) <= 1);
        }

        #[test]
        fn every_number_is_parsed_back(bits in any::<f64>()) {
            prop_assume!(bits.is_finite());
            prop_assert_eq!(parse(&format!("{bits:e}")).map(f64::to_bits), Some(bits.to_bits()));
        }
    }
}
