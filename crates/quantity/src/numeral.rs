//! Numbers as programs write them, read fast.
//!
//! Files of load tests are numbers for the most part. The standard library reads them as fast and as exactly, by a table of
//! powers of five: 10 kB that no download can compress. Here are the powers that measurements need; what needs others goes
//! the slow way of [`crate::float::parse`].

use crate::float::nearest;

/// The number nearest to a text such as `-12.5e3`, `.5`, `inf` or `NaN`: whatever `str::parse` reads.
///
/// From 20 digits on, hard by the middle between two numbers, it may be the other one of them.
///
/// ```
/// use quantity::numeral::parse;
/// assert_eq!(parse(b"0.012345678901234567"), Some(0.012345678901234567));
/// assert_eq!(parse(b"-Infinity"), Some(f64::NEG_INFINITY));
/// assert_eq!(parse(b"12 ms"), None);
/// ```
#[must_use]
pub fn parse(text: &[u8]) -> Option<f64> {
    let (negative, unsigned) = match text {
        [b'-', unsigned @ ..] => (true, unsigned),
        [b'+', unsigned @ ..] => (false, unsigned),
        _ => (false, text),
    };
    let size = match Numeral::of(unsigned) {
        Some(numeral) => numeral.value(),
        None => not_finite(unsigned)?,
    };
    Some(if negative { -size } else { size })
}

fn not_finite(name: &[u8]) -> Option<f64> {
    let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
    if is("inf") || is("infinity") {
        return Some(f64::INFINITY);
    }
    is("nan").then_some(f64::NAN)
}

/// What stands in a text without its sign.
struct Numeral<'a> {
    /// The digits before the point.
    whole: &'a [u8],
    /// The digits behind it.
    fraction: &'a [u8],
    /// All of them as one number, where 64 bits hold it.
    digits: u64,
    /// The power of ten behind the "e".
    power: i32,
}

/// So many digits 64 bits hold for certain.
const MOST_DIGITS: usize = 19;

/// Further digits of a power of ten that is as large change nothing: the number is 0, or more than a number holds.
const LARGEST_POWER: i32 = 1 << 16;

impl<'a> Numeral<'a> {
    fn of(text: &'a [u8]) -> Option<Self> {
        let mut digits = 0;
        let (whole, rest) = taken(text, &mut digits);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => taken(rest, &mut digits),
            _ => (&rest[..0], rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let power = match rest {
            [] => 0,
            [b'e' | b'E', power @ ..] => power_of(power)?,
            _ => return None,
        };
        Some(Self { whole, fraction, digits, power })
    }

    fn value(&self) -> f64 {
        self.fast().unwrap_or_else(|| nearest(self.whole, self.fraction, self.power))
    }

    /// The value, where the powers that are known here give it for certain.
    fn fast(&self) -> Option<f64> {
        if self.whole.len() + self.fraction.len() > MOST_DIGITS && self.significant() > MOST_DIGITS {
            return None;
        }
        let power = self.power.checked_sub_unsigned(u32::try_from(self.fraction.len()).ok()?)?;
        exact(self.digits, power).or_else(|| divided(self.digits, power.checked_neg()?))
    }

    /// How many digits there are behind leading zeros.
    fn significant(&self) -> usize {
        let digits = self.whole.iter().chain(self.fraction);
        digits.skip_while(|digit| **digit == b'0').count()
    }
}

/// The digits that a text begins with, and what follows them. `number` goes on by them, and wraps where it cannot hold them.
fn taken<'a>(text: &'a [u8], number: &mut u64) -> (&'a [u8], &'a [u8]) {
    let mut rest = text;
    while let Some((eight, after)) = rest.split_first_chunk().filter(|(eight, _)| are_digits(**eight)) {
        *number = number.wrapping_mul(100_000_000).wrapping_add(read(*eight));
        rest = after;
    }
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        *number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        rest = after;
    }
    text.split_at(text.len() - rest.len())
}

/// A byte eight times.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Whether eight bytes are digits, told at once: none is below "0", and none comes to more than a byte's half where what
/// digits lack to it is added.
const fn are_digits(eight: [u8; 8]) -> bool {
    let bytes = u64::from_le_bytes(eight);
    let above = bytes.wrapping_add(each(0x7F - b'9'));
    let below = bytes.wrapping_sub(each(b'0'));
    (above | below) & each(0x80) == 0
}

/// What eight digits say: neighbours are put together to pairs, pairs to fours, and those to one number.
const fn read(eight: [u8; 8]) -> u64 {
    let digits = u64::from_le_bytes(eight) - each(b'0');
    let pairs = (digits * 10 + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    (fours * 10_000 + (fours >> 32)) & 0xFFFF_FFFF
}

/// What stands behind an "e".
fn power_of(text: &[u8]) -> Option<i32> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |power: i32, digit: &u8| {
        if power < LARGEST_POWER { power * 10 + i32::from(digit - b'0') } else { power }
    };
    let power = digits.iter().fold(0, add);
    Some(if negative { -power } else { power })
}

/// Powers of ten that a number holds exactly.
const TENS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// `digits` × 10^`power`, where both are held exactly: one product or quotient is rounded once.
///
/// # Source
/// William D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
fn exact(digits: u64, power: i32) -> Option<f64> {
    if power == 0 {
        return Some(digits as f64);
    }
    if digits >> f64::MANTISSA_DIGITS != 0 {
        return None;
    }
    let ten = *TENS.get(usize::try_from(power.unsigned_abs()).ok()?)?;
    Some(if power < 0 { digits as f64 / ten } else { digits as f64 * ten })
}

/// So many powers of five, from the first on, are less than 2^63.
const FIVES: usize = 27;

/// 2^127 to 2^128 divided by each power of five from the first on, rounded up: 128 bits of its reciprocal.
static RECIPROCALS: [u128; FIVES] = reciprocals();

const fn reciprocals() -> [u128; FIVES] {
    let (mut all, mut place, mut five) = ([0; FIVES], 0, 1_u128);
    while place < FIVES {
        five *= 5;
        all[place] = reciprocal(five);
        place += 1;
    }
    all
}

/// Long division, bit by bit, of the power of two that has 128 bits more than `divisor` has but one.
const fn reciprocal(divisor: u128) -> u128 {
    let mut rest = divisor.next_power_of_two() - divisor;
    let (mut quotient, mut bit) = (1_u128, 1);
    while bit < 128 {
        rest *= 2;
        quotient = (quotient << 1) | (rest >= divisor) as u128;
        if rest >= divisor {
            rest -= divisor;
        }
        bit += 1;
    }
    quotient + 1
}

/// `digits` / 10^`power`, where 128 bits of the reciprocal tell how it is rounded; more than zero digits, powers from 1 on.
///
/// The quotient's first 128 bits come out right to within one, more or less. Where the lower half of them is not zero, the
/// upper half is sure and something follows it; then its last bit, set, stands for all that follows.
///
/// # Source
/// Daniel Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice and Experience 51 (2021), with the powers
/// for which its bound is plain.
fn divided(digits: u64, power: i32) -> Option<f64> {
    let place = usize::try_from(power).ok()?.checked_sub(1)?;
    let reciprocal = *RECIPROCALS.get(place)?;
    let shift = digits.leading_zeros();
    let digits = u128::from(digits.checked_shl(shift)?);
    let (upper, lower) = (reciprocal >> 64, reciprocal & u128::from(u64::MAX));
    let product = digits * upper + ((digits * lower) >> 64);
    let (sure, doubtful) = halves(product);
    if doubtful == 0 {
        return None;
    }
    Some((sure | 1) as f64 * scale(power, shift))
}

/// The upper and the lower half.
#[expect(clippy::cast_possible_truncation, reason = "halves are what is asked for")]
const fn halves(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

/// By how much the upper half of a product is too large: a power of two.
fn scale(power: i32, shift: u32) -> f64 {
    // The bits of a power of five, by its logarithm.
    let bits = ((power * 1_217_359) >> 19) + 1;
    let exponent = 1 - bits - power - shift.cast_signed();
    f64::from_bits(u64::from((1023 + exponent).cast_unsigned()) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use proptest::prelude::*;

    fn ours(text: &str) -> Option<u64> {
        parse(text.as_bytes()).map(f64::to_bits)
    }

    fn theirs(text: &str) -> Option<u64> {
        text.parse::<f64>().ok().map(f64::to_bits)
    }

    #[test]
    fn what_is_a_number_is_what_it_is_to_the_standard_library() {
        for text in [
            "",
            "-",
            "+",
            ".",
            "-.",
            "1.",
            ".5",
            "+.5",
            "1e5",
            "1E+5",
            "1e-5",
            "1e",
            "1e+",
            "e5",
            ".e5",
            "1.e5",
            "1e5.",
            "--1",
            "+-1",
            "1 ",
            " 1",
            "1_0",
            "0x1",
            "inf",
            "-INF",
            "+Infinity",
            "infinit",
            "nan",
            "-NaN",
            "nan0",
            "1f",
            "²",
            "0",
            "-0",
            "0e999999999999",
            "1e999999999999",
            "1e-999999999999",
            "-1e400",
            "12345678",
            "1234567:",
        ] {
            assert_eq!(ours(text), theirs(text), "{text}");
        }
    }

    #[test]
    fn reciprocals_and_scales_are_those_of_the_powers_of_five() {
        for (reciprocal, power) in RECIPROCALS.into_iter().zip(1_u32..) {
            let five = 5_u128.pow(power);
            // The product is more than a power of two, by no more than was rounded up. Modulo 2^128, that power is none.
            assert!((1..=five).contains(&reciprocal.wrapping_mul(five)), "{power}");
            let bits = five.next_power_of_two().trailing_zeros();
            let expected = 2_f64.powi(1 - (bits + power).cast_signed());
            assert_eq!(scale(power.cast_signed(), 0).to_bits(), expected.to_bits(), "{power}");
        }
    }

    #[test]
    fn what_measurements_need_goes_the_fast_way() {
        for text in
            ["0.012345678901234567", "25.4321", "1764000000.123456", "0.00000012345678901234567", "0", "1e22"]
        {
            assert!(Numeral::of(text.as_bytes()).and_then(|numeral| numeral.fast()).is_some(), "{text}");
        }
    }

    /// Whether both are the same to the last bit. With more than 19 digits next to a half, that may be another: the small
    /// parser of the slow way takes the digits that it leaves out for less than they are.
    fn agree(text: &str) -> bool {
        let digits =
            text.split(['e', 'E']).next().unwrap_or_default().trim_start_matches(['+', '-', '0', '.']);
        let long = digits.bytes().filter(u8::is_ascii_digit).count() > MOST_DIGITS;
        match (ours(text), theirs(text)) {
            (Some(ours), Some(theirs)) => ours.abs_diff(theirs) <= u64::from(long),
            (ours, theirs) => ours == theirs,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_number_is_read_back(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            for text in [format!("{number}"), format!("{number:e}"), format!("{number:?}")] {
                prop_assert_eq!(ours(&text), theirs(&text), "{}", text);
            }
        }

        #[test]
        fn decimals_are_read_to_the_last_bit(
            text in "[+-]?[0-9]{0,25}\\.?[0-9]{0,25}",
            power in prop::option::of(-330..330),
        ) {
            let text = power.map_or_else(|| text.clone(), |power| format!("{text}e{power}"));
            prop_assert!(agree(&text), "{}", text);
        }

        #[test]
        fn measurements_are_read_to_the_last_bit(digits in any::<u64>(), most in 1..=19_u32, places in 0..30) {
            let text = format!("{}e-{places}", digits % 10_u64.pow(most));
            prop_assert_eq!(ours(&text), theirs(&text), "{}", text);
        }

        #[test]
        fn halves_between_two_numbers_go_to_the_even_one(bits in any::<u64>(), places in 0..25_u32) {
            // 54 bits, the last of them set: as many half units. A half to the power of n is 5^n with n decimals.
            let digits = u128::from((bits >> 10) | (1 << 53) | 1) * 5_u128.pow(places);
            for digits in [digits - 1, digits, digits + 1] {
                let text = format!("{digits}e-{places}");
                prop_assert!(agree(&text), "{}", text);
            }
        }

        #[test]
        fn texts_of_what_numbers_are_made_of_are_read_or_not(text in "[0-9.eE+infatyINF-]{0,12}") {
            prop_assert_eq!(ours(&text), theirs(&text), "{}", text);
        }

        #[test]
        fn bytes_are_read_as_text_is(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
            let text = core::str::from_utf8(&bytes);
            prop_assert_eq!(parse(&bytes).map(f64::to_bits), text.ok().and_then(theirs));
        }

        #[test]
        fn eight_digits_are_told_and_read_at_once(
            bytes in any::<[u8; 8]>(),
            place in 0..8_usize,
            number in 0..100_000_000_u64,
        ) {
            prop_assert_eq!(are_digits(bytes), bytes.iter().all(u8::is_ascii_digit));
            let text = format!("{number:08}");
            let mut digits = *text.as_bytes().first_chunk().expect("eight digits");
            prop_assert!(are_digits(digits));
            prop_assert_eq!(read(digits), number);
            digits[place] = bytes[place];
            prop_assert_eq!(are_digits(digits), bytes[place].is_ascii_digit());
        }
    }
}
