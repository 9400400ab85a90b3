//! Decimal text of a number: fixed decimals with grouping, and the shortest text that reads back as the same number.

use alloc::format;
use alloc::string::String;

/// `value` with `decimals` digits behind the point and commas between thousands.
///
/// It rounds the shortest decimal that stands for the number, half away from zero, as a person would who reads it: 0.15
/// is "0.2", though the binary number below it is a little less.
///
/// ```
/// assert_eq!(quantity::grouped(2465.53, 0), "2,466");
/// assert_eq!(quantity::grouped(-1234.5, 1), "-1,234.5");
/// assert_eq!(quantity::grouped(-0.01, 1), "0.0");
/// ```
#[must_use]
pub fn grouped(value: f64, decimals: usize) -> String {
    let decimal = Decimal::of(value);
    let kept = decimal.point + i32::try_from(decimals).unwrap_or(i32::MAX);
    let Decimal { digits, point, negative } = decimal.rounded_to(kept);
    let text = place_point(&digits, point);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let sign = if negative && digits != "0" { "-" } else { "" };
    let dot = if decimals > 0 { "." } else { "" };
    format!("{sign}{}{dot}{fraction}{}", group(whole), "0".repeat(decimals - fraction.len()))
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
    let Decimal { digits, point, negative } = Decimal::of(value);
    if digits == "0" {
        return digits;
    }
    let plain = place_point(&digits, point - exponent);
    let body = if grouping { group(&plain) } else { plain };
    if negative { format!("-{body}") } else { body }
}

/// A number as decimal digits without zeros at either end, 0.`digits` × 10^`point`; nought is "0" with its point at 1.
struct Decimal {
    digits: String,
    point: i32,
    negative: bool,
}

impl Decimal {
    /// The shortest decimal that reads back as `value`; nought for what is not finite.
    fn of(value: f64) -> Self {
        let text = if value.is_finite() { format!("{value}") } else { String::from("0") };
        let (negative, text) = text.strip_prefix('-').map_or((false, text.as_str()), |text| (true, text));
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let all: String = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        if digits.is_empty() {
            return Self { digits: "0".into(), point: 1, negative };
        }
        let length = |text: &str| i32::try_from(text.len()).unwrap_or(i32::MAX);
        let point = length(whole) - (length(&all) - length(digits));
        Self { digits: digits.trim_end_matches('0').into(), point, negative }
    }

    /// Its first `kept` digits, the last one rounded half up; fewer than none are none.
    fn rounded_to(mut self, kept: i32) -> Self {
        let Ok(kept) = usize::try_from(kept) else { return self.nought() };
        if kept >= self.digits.len() {
            return self;
        }
        let up = self.digits.as_bytes()[kept] >= b'5';
        self.digits.truncate(kept);
        if up {
            // Nines at the end become noughts and carry; nothing but nines becomes a one before them.
            self.digits.truncate(self.digits.trim_end_matches('9').len());
            let last = self.digits.pop().unwrap_or_else(|| {
                self.point += 1;
                '0'
            });
            self.digits.push(char::from_digit(last.to_digit(10).unwrap_or(0) + 1, 10).unwrap_or('9'));
        }
        self.digits.truncate(self.digits.trim_end_matches('0').len());
        if self.digits.is_empty() { self.nought() } else { self }
    }

    fn nought(self) -> Self {
        Self { digits: "0".into(), point: 1, negative: self.negative }
    }
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
        let (whole, rest) = split(digits, usize::try_from(point).unwrap_or(0));
        format!("{whole}.{rest}")
    }
}

/// The text before and from `at`; all of it before, where `at` is no place in it.
///
/// Not `str::split_at`: its panic shows the text, and with that brings the tables of what is printable into the download.
pub(crate) fn split(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Commas between the thousands of an unsigned decimal.
fn group(plain: &str) -> String {
    let (whole, rest) = split(plain, plain.find('.').unwrap_or(plain.len()));
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

    #[test]
    fn halves_round_away_from_zero_and_nines_carry() {
        for (value, decimals, text) in [
            (0.15, 1, "0.2"),
            (2.5, 0, "3"),
            (999.95, 1, "1,000.0"),
            (0.05, 0, "0"),
            (0.5, 0, "1"),
            (-0.04, 1, "0.0"),
            (1e21, 2, "1,000,000,000,000,000,000,000.00"),
            (0.000_123, 6, "0.000123"),
            (9.996, 2, "10.00"),
        ] {
            assert_eq!(grouped(value, decimals), text);
        }
    }

    proptest! {
        #[test]
        fn the_shortest_text_reads_back_as_the_same_bits(bits in any::<f64>(), exponent in -12_i32..=15) {
            prop_assume!(bits.is_finite() && (bits == 0.0 || (bits.abs() > 1e-280 && bits.abs() < 1e280)));
            let text = shortest(bits, exponent, false);
            let back: f64 = format!("{text}e{exponent}").parse().expect("a decimal");
            prop_assert_eq!(back.abs().to_bits(), bits.abs().to_bits(), "{}", text);
        }

        #[test]
        fn rounding_is_to_the_nearest_with_so_many_decimals(value in -1e15_f64..1e15, decimals in 0_usize..6) {
            let text = grouped(value, decimals);
            let bare: f64 = text.replace(',', "").parse().expect("a decimal");
            // Half a unit of the last place, and a little for the arithmetic of this test itself.
            let half = 0.5 * 10_f64.powi(-i32::try_from(decimals).expect("few"));
            prop_assert!((bare - value).abs() <= half * (1.0 + 1e-9) + value.abs() * 1e-15, "{}", text);
            prop_assert_eq!(text.split('.').nth(1).map_or(0, str::len), decimals, "{}", text);
            let groups: std::vec::Vec<&str> = text.trim_start_matches('-').split('.').next().unwrap_or("").split(',').collect();
            prop_assert!(groups.iter().skip(1).all(|g| g.len() == 3), "{}", text);
        }
    }
}
