//! When: a wall clock or a number, in whole nanoseconds.

use crate::text::{Number, Text};
use crate::time_unit::TimeUnit;

const SECOND: i64 = 1_000_000_000;
const DAY: i64 = 86_400;

/// Nanoseconds of a time of the wall clock since 1970-01-01 in UTC, such as `2023-11-16 18:15:46.6805900` or
/// `2024-05-10T00:00:00+00:00`. A time without a zone is taken as UTC. `None` where it is no such time, or before 1970.
pub(crate) fn clock(text: &[u8]) -> Option<i64> {
    let (date, rest) = text.split_at_checked(10)?;
    let [year, month, day] = parts(date, &[4, 2, 2], b"-/")?;
    let days = days_from_civil(year, month, day)?;
    let seconds = match rest.split_first() {
        None => 0,
        Some((b' ' | b'T' | b't', time)) => return with_time(days, time),
        Some(_) => return None,
    };
    (days * DAY + seconds).checked_mul(SECOND).filter(|at| *at >= 0)
}

/// `hours:minutes[:seconds[.fraction]]`, and a zone behind it.
fn with_time(days: i64, time: &[u8]) -> Option<i64> {
    let end = time.iter().position(|byte| matches!(byte, b'Z' | b'z' | b'+' | b'-' | b' '));
    let (time, zone) = time.split_at(end.unwrap_or(time.len()));
    let (begin, rest) = time.split_at_checked(5)?;
    let [hours, minutes] = parts(begin, &[2, 2], b":")?;
    let nanoseconds = match rest.split_first() {
        None => 0,
        Some((b':', seconds)) => decimal(seconds, 9)?,
        Some(_) => return None,
    };
    // A leap second is read as the one after it.
    if hours > 23 || minutes > 59 || nanoseconds > 60 * SECOND + SECOND - 1 {
        return None;
    }
    let seconds = days * DAY + hours * 3600 + minutes * 60 - zone_offset(zone)?;
    seconds.checked_mul(SECOND)?.checked_add(nanoseconds).filter(|at| *at >= 0)
}

/// Seconds that a zone is ahead of UTC: `Z`, `+02:00`, `-0530`, `+01`, or nothing.
fn zone_offset(zone: &[u8]) -> Option<i64> {
    let (sign, digits) = match zone.trim_ascii() {
        b"" | b"Z" | b"z" | b"UTC" => return Some(0),
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let [hours, minutes] = match digits.len() {
        2 => [parts::<1>(digits, &[2], b"")?, [0]].concat().try_into().ok()?,
        4 => [parts::<1>(digits.get(..2)?, &[2], b"")?, parts::<1>(digits.get(2..)?, &[2], b"")?]
            .concat()
            .try_into()
            .ok()?,
        _ => parts(digits, &[2, 2], b":")?,
    };
    (hours <= 18 && minutes <= 59).then_some(sign * (hours * 3600 + minutes * 60))
}

/// Numbers of so many digits each, with one of `between` between them.
fn parts<const N: usize>(text: &[u8], digits: &[usize; N], between: &[u8]) -> Option<[i64; N]> {
    let (mut numbers, mut rest) = ([0; N], text);
    for (place, (number, count)) in numbers.iter_mut().zip(digits).enumerate() {
        if place > 0 {
            let (separator, after) = rest.split_first()?;
            rest = between.contains(separator).then_some(after)?;
        }
        let (own, after) = rest.split_at_checked(*count)?;
        *number = own.iter().try_fold(0, |number, byte| {
            byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0'))
        })?;
        rest = after;
    }
    rest.is_empty().then_some(numbers)
}

/// Days from 1970-01-01 to a date of the Gregorian calendar; `None` where the calendar has no such day.
///
/// # Formula
/// With the year beginning in March, so that a leap day is its last: 365 y + ⌊y/4⌋ − ⌊y/100⌋ + ⌊y/400⌋ days before the
/// year, and ⌊(153 m + 2)/5⌋ before its month m, from 0.
fn days_from_civil(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=last).contains(&day) {
        return None;
    }
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before = 365 * y + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400);
    // 719,468 days lie between 0000-03-01 and 1970-01-01.
    Some(before + (153 * m + 2) / 5 + day - 1 - 719_468)
}

/// The date and time of day of so many nanoseconds since 1970: "2023-11-16 18:15:46" in UTC.
pub(crate) fn civil(at: i64) -> String {
    let seconds = at.div_euclid(SECOND);
    let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + next;
    let [hours, minutes, seconds] = [rest / 3600, rest / 60 % 60, rest % 60];
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{seconds:02}")
}

/// What stands where a time should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Time {
    At(i64),
    NotFinite,
    BelowZero,
    TooLong,
    None,
}

/// The time that `text` states in `unit`, in nanoseconds. Decimal digits are counted and not computed with, so that
/// nothing is lost of what is longer than a float.
pub(crate) fn number(text: Text<'_>, unit: TimeUnit) -> Time {
    let places = match unit {
        TimeUnit::Seconds => 9,
        TimeUnit::Milliseconds => 6,
        TimeUnit::Microseconds => 3,
        TimeUnit::Nanoseconds => 0,
    };
    if let Some(at) = decimal(text.bytes, places).filter(|_| text.whole) {
        return Time::At(at);
    }
    match text.number() {
        Number::NotFinite => Time::NotFinite,
        Number::None => Time::None,
        Number::Finite(value) if value < 0.0 => Time::BelowZero,
        // What a decimal alone does not say: an exponent, or a sign.
        Number::Finite(value) => nanoseconds(unit.seconds(value)),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "it is below the largest i64")]
fn nanoseconds(seconds: f64) -> Time {
    let value = quantity::float::round(seconds * 1e9);
    if value < 9.2e18 { Time::At(value as i64) } else { Time::TooLong }
}

/// A decimal without a sign, times 10 to the power of `places`, rounded half up. A comma may stand for the point.
fn decimal(text: &[u8], places: usize) -> Option<i64> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (whole, rest) = text.split_at(end);
    let fraction = match rest.split_first() {
        None => rest,
        Some((b'.' | b',', fraction)) => fraction,
        Some(_) => return None,
    };
    if whole.len() + fraction.len() == 0 || !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digits = whole.iter().chain(fraction.iter().take(places));
    let padding = places.saturating_sub(fraction.len());
    let push = |value: i64, digit: u8| value.checked_mul(10)?.checked_add(i64::from(digit));
    let value = digits.map(|byte| byte - b'0').chain(core::iter::repeat_n(0, padding)).try_fold(0, push)?;
    value.checked_add(i64::from(fraction.get(places).is_some_and(|next| *next >= b'5')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_of_published_traces_are_exact() {
        // 2023-11-16 is day 19,677: 53 years of 365 days, 13 leap days and 319 days.
        let day = 19_677 * DAY * SECOND;
        for (text, at) in [
            ("2023-11-16 18:15:46.6805900", day + (65_746 * SECOND) + 680_590_000),
            ("2023-11-16T18:15:46.68059Z", day + (65_746 * SECOND) + 680_590_000),
            ("2023-11-16 20:15:46.680590+02:00", day + (65_746 * SECOND) + 680_590_000),
            ("2023-11-16 18:15:46+00:00", day + 65_746 * SECOND),
            ("2023/11/16 18:15", day + 65_700 * SECOND),
            ("2023-11-16 12:45:46 -0530", day + 65_746 * SECOND),
            ("2023-11-16", day),
            ("1970-01-01 00:00:00", 0),
        ] {
            assert_eq!(clock(text.as_bytes()), Some(at), "{text}");
        }
        for text in [
            "2023-11-16 25:00:00",
            "2023-02-29",
            "2023-13-01",
            "1969-12-31 23:59:59",
            "16.11.2023 18:15",
            "2023-11-16 18:15:4x",
            "",
            "2023-11-16 18",
            "12:30:00",
        ] {
            assert_eq!(clock(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_calendar_has_its_leap_days() {
        for (date, days) in
            [((1970, 1, 1), 0), ((2000, 2, 29), 11_016), ((2000, 3, 1), 11_017), ((2024, 12, 31), 20_088)]
        {
            assert_eq!(days_from_civil(date.0, date.1, date.2), Some(days), "{date:?}");
        }
        assert_eq!(
            [days_from_civil(1900, 2, 29), days_from_civil(2023, 4, 31), days_from_civil(2023, 0, 1)],
            [None; 3]
        );
    }

    #[test]
    fn numbers_are_counted_to_the_nanosecond() {
        let at = |text: &str, unit| number(Text::new(text.as_bytes()), unit);
        for (text, unit, time) in [
            ("4.314579", TimeUnit::Seconds, Time::At(4_314_579_000)),
            ("5.8926549999999995", TimeUnit::Seconds, Time::At(5_892_655_000)),
            ("3000", TimeUnit::Milliseconds, Time::At(3_000_000_000)),
            ("1772000000123456789", TimeUnit::Nanoseconds, Time::At(1_772_000_000_123_456_789)),
            ("1e3", TimeUnit::Seconds, Time::At(1_000_000_000_000)),
            ("-1", TimeUnit::Seconds, Time::BelowZero),
            ("1e300", TimeUnit::Seconds, Time::TooLong),
            ("99999999999999999999", TimeUnit::Seconds, Time::TooLong),
            ("NaN", TimeUnit::Seconds, Time::NotFinite),
            ("soon", TimeUnit::Seconds, Time::None),
            ("", TimeUnit::Seconds, Time::None),
            (".", TimeUnit::Seconds, Time::None),
        ] {
            assert_eq!(at(text, unit), time, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(seconds in 0_i64..9_000_000_000) {
            prop_assert_eq!(clock(civil(seconds * SECOND).as_bytes()), Some(seconds * SECOND));
        }

        #[test]
        fn days_follow_each_other(days in 0_i64..100_000) {
            let text = civil(days * DAY * SECOND);
            prop_assert_eq!(clock(&text.as_bytes()[..10]), Some(days * DAY * SECOND));
        }

        #[test]
        fn any_bytes_are_a_time_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            prop_assert!(clock(&bytes).is_none_or(|at| at >= 0));
            if let Time::At(at) = number(Text::new(&bytes), TimeUnit::Seconds) {
                prop_assert!(at >= 0);
            }
        }
    }
}
