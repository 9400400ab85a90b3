//! Decimal text of a number: fixed decimals with grouping, and the shortest text that reads back as the same number.

use alloc::format;
use alloc::string::String;

/// `value` with `decimals` digits behind the point and commas between thousands.
///
/// ```
/// assert_eq!(quantity::grouped(2465.53, 0), "2,466");
/// assert_eq!(quantity::grouped(-1234.5, 1), "-1,234.5");
/// assert_eq!(quantity::grouped(-0.01, 1), "0.0");
/// ```
#[must_use]
pub fn grouped(value: f64, decimals: usize) -> String {
    let plain = format!("{value:.decimals$}");
    match plain.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|b| b == b'0' || b == b'.') => group(digits),
        Some(digits) => format!("-{}", group(digits)),
        None => group(&plain),
    }
}

/// The shortest text that reads back as `value`, with the point moved by `exponent` places to the left and commas
/// between thousands when `grouping`: `shortest(0.05, -3, false)` is 0.05 written in thousandths, "50".
///
/// The digits are moved as text, so nothing is rounded: reading the text with the same exponent gives the same bits.
///
/// ```
/// assert_eq!(quantity::shortest(0.05, -3, false), "50");
/// assert_eq!(quantity::shortest(3.35e12, 12, false), "3.35");
/// assert_eq!(quantity::shortest(2000.0, 0, true), "2,000");
/// ```
#[must_use]
pub fn shortest(value: f64, exponent: i32, grouping: bool) -> String {
    let scientific = format!("{value:e}");
    let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |m| ("-", m));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let point = power.parse::<i32>().unwrap_or(0) - exponent + 1;
    let plain = place_point(&digits, point);
    let body = if grouping { group(&plain) } else { plain };
    if digits == "0" { "0".into() } else { format!("{sign}{body}") }
}

/// `digits` with the decimal point behind the first `point` of them, padded with zeros where they do not reach.
fn place_point(digits: &str, point: i32) -> String {
    let zeros = |n: i32| "0".repeat(usize::try_from(n).unwrap_or(0));
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    if point <= 0 {
        format!("0.{}{digits}", zeros(-point))
    } else if point >= length {
        format!("{digits}{}", zeros(point - length))
    } else {
        let (whole, rest) = digits.split_at(usize::try_from(point).unwrap_or(0));
        format!("{whole}.{rest}")
    }
}

/// Commas between the thousands of an unsigned decimal.
fn group(plain: &str) -> String {
    let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut out = String::with_capacity(plain.len() + whole.len() / 3);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_shortest_text_reads_back_as_the_same_bits(bits in any::<f64>(), exponent in -12_i32..=15) {
            prop_assume!(bits.is_finite() && (bits == 0.0 || (bits.abs() > 1e-280 && bits.abs() < 1e280)));
            let text = shortest(bits, exponent, false);
            let back: f64 = format!("{text}e{exponent}").parse().expect("a decimal");
            prop_assert_eq!(back.abs().to_bits(), bits.abs().to_bits(), "{}", text);
        }

        #[test]
        fn grouping_changes_only_commas(value in -1e15_f64..1e15, decimals in 0_usize..6) {
            let text = grouped(value, decimals);
            let bare: f64 = text.replace(',', "").parse().expect("a decimal");
            let plain: f64 = format!("{value:.decimals$}").parse().expect("a decimal");
            prop_assert_eq!(bare.abs().to_bits(), plain.abs().to_bits());
            let groups: std::vec::Vec<&str> = text.trim_start_matches('-').split('.').next().unwrap_or("").split(',').collect();
            prop_assert!(groups.iter().skip(1).all(|g| g.len() == 3), "{}", text);
        }
    }
}
