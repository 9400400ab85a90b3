//! Text into values: "70B", "2k", "3.35 TB/s", "80 GiB", "1,5", "60%", "500ms".

use crate::float;
use crate::hidden::is_hidden;
use crate::number::split;
use crate::unit::Unit;
use alloc::format;
use alloc::string::String;

/// Where a text stands. A bare number means a fraction in a link and per cent in a form field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the address, where the point is always the decimal separator.
    Link,
    /// In a form field, typed by a person whose language writes decimals so.
    Field(Decimal),
}

/// The decimal separator of a reader's language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decimal {
    /// 1.5
    #[default]
    Point,
    /// 1,5
    Comma,
}

/// A text that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The value in base units; finite.
    pub value: f64,
    /// How it was understood, where that is not plain from the text: it groups digits, has an exponent, writes a multiple
    /// or leaves something open. A link's is told only what was assumed.
    pub note: Option<String>,
    /// Whether the note holds something that the text does not say: a unit left out, a comma of another language.
    pub assumed: bool,
}

/// A text that was not understood, or that could mean two things.
#[derive(Clone, Debug, PartialEq)]
pub enum Misread {
    /// There is nothing to read.
    Empty,
    /// No number: the text itself.
    NotANumber(String),
    /// Infinity, NaN, or more digits than a number holds.
    NotFinite,
    /// A number with a sign behind it that this unit does not have.
    UnknownSign(String),
    /// It could mean two things: the question to ask.
    Ambiguous(String),
}

impl Misread {
    /// What to tell a person, with an example of what would be read for `unit`.
    ///
    /// ```
    /// use quantity::{Misread, Unit};
    /// assert_eq!(
    ///     Misread::NotANumber("abc".into()).message(Unit::Wait),
    ///     "\u{201c}abc\u{201d} is not a number. Write for example 500 ms.",
    /// );
    /// ```
    #[must_use]
    pub fn message(&self, unit: Unit) -> String {
        let example = example(unit);
        match self {
            Self::Empty => format!("Nothing is entered. Write for example {example}."),
            Self::NotANumber(text) => {
                format!("“{}” is not a number. Write for example {example}.", clip(text))
            }
            Self::NotFinite => format!("That is not a finite number. Write for example {example}."),
            Self::UnknownSign(sign) => {
                format!("“{}” is not a unit that fits here. Write for example {example}.", clip(sign))
            }
            Self::Ambiguous(question) => question.clone(),
        }
    }
}

/// Reads `text` as a number of `unit`.
///
/// Signs: decimal multiples (`k`, `M`, `B`, `T`), `GB` and `GiB`, `TB/s`, `TFLOP/s`, `ms`, `%`, `$`. A bare number is in
/// the field's own unit ([`Unit::field`]), except that a link's bare fraction is a part of 1.
///
/// ```
/// use quantity::{Decimal, Place, Unit, read};
/// let field = Place::Field(Decimal::Point);
/// assert_eq!(read("70B", Unit::Parameters, field).unwrap().value, 70e9);
/// assert_eq!(read("3.35 TB/s", Unit::BytesPerSecond, field).unwrap().value, 3.35e12);
/// assert_eq!(read("80 GiB", Unit::Bytes, field).unwrap().value, 80.0 * 1_073_741_824.0);
/// assert_eq!(read("60", Unit::Fraction, field).unwrap().value, 0.6);
/// assert_eq!(read("0.6", Unit::Fraction, Place::Link).unwrap().value, 0.6);
/// assert_eq!(read("1,5", Unit::Number, Place::Field(Decimal::Comma)).unwrap().value, 1.5);
/// ```
///
/// # Errors
/// [`Misread`] says what could not be read, or asks which of two readings is meant.
pub fn read(text: &str, unit: Unit, place: Place) -> Result<Reading, Misread> {
    let tidy: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if tidy.is_empty() {
        return Err(Misread::Empty);
    }
    let unpriced = tidy.strip_prefix('$').filter(|_| is_price(unit)).unwrap_or(&tidy);
    let (number, sign) = split(unpriced, number_end(unpriced));
    if number.is_empty() || !number.bytes().any(|b| b.is_ascii_digit()) {
        return Err(no_number(text));
    }
    let decimal = plain_decimal(number, place)?;
    let multiple = multiple(sign, unit, place, number)?;
    let value = multiple.apply(&decimal.text)?;
    let echo = decimal.echo.max(multiple.echo);
    Ok(Reading { value, note: echo.note(unit, value, place), assumed: echo == Echo::Assumed })
}

fn no_number(text: &str) -> Misread {
    let lower = text.trim().to_ascii_lowercase();
    let bare = lower.trim_start_matches(['+', '-']);
    if bare == "∞" || bare == "nan" || bare.starts_with("inf") {
        Misread::NotFinite
    } else {
        Misread::NotANumber(text.trim().into())
    }
}

/// Where the number ends and its sign begins: digits, separators, and an exponent only where digits follow it.
fn number_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|b| b"0123456789.,'_".contains(b)).count();
    let signed = |at: usize| at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let end = digits(signed(0));
    let exponent = signed(end + 1);
    let is_exponent =
        matches!(bytes.get(end), Some(b'e' | b'E')) && bytes.get(exponent).is_some_and(u8::is_ascii_digit);
    if end > 0 && is_exponent {
        exponent + bytes[exponent..].iter().take_while(|b| b.is_ascii_digit()).count()
    } else {
        end
    }
}

/// Whether to say how a text was read. A text that is open in two ways is said as the larger of its two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Echo {
    /// It is plain.
    Plain,
    /// It groups digits, has an exponent, or writes a multiple or another unit than the field's own.
    Spelled,
    /// Its one comma separates thousands, where a reader of another language would see a decimal.
    Grouped,
    /// It leaves the unit out, or writes the decimal of another language.
    Assumed,
}

impl Echo {
    /// A person is told of everything that is not plain, the reader of a link of what was assumed.
    fn note(self, unit: Unit, value: f64, place: Place) -> Option<String> {
        let decimal = match place {
            Place::Link if self != Self::Assumed => return None,
            Place::Link => Decimal::Point,
            Place::Field(decimal) => decimal,
        };
        let why = if self == Self::Grouped { ": the comma separates thousands" } else { "" };
        (self != Self::Plain).then(|| decimal.figures(&format!("Read as {}{why}", spelled(unit, value))))
    }
}

impl Decimal {
    /// A text of our own figures as a reader of this language writes them.
    fn figures(self, text: &str) -> String {
        let swap = |letter| match letter {
            '.' => ',',
            ',' => '.',
            other => other,
        };
        match self {
            Self::Point => text.into(),
            Self::Comma => text.chars().map(swap).collect(),
        }
    }
}

struct PlainDecimal {
    text: String,
    echo: Echo,
}

/// The number with a decimal point and no grouping. What the comma and the point mean depends on the reader's language.
fn plain_decimal(number: &str, place: Place) -> Result<PlainDecimal, Misread> {
    let (mantissa, exponent) = split(number, number.find(['e', 'E']).unwrap_or(number.len()));
    let mantissa: String = mantissa.chars().filter(|c| !matches!(c, '\'' | '_')).collect();
    let (own, other) = match place {
        Place::Link | Place::Field(Decimal::Point) => ('.', ','),
        Place::Field(Decimal::Comma) => (',', '.'),
    };
    let not_a_number = || Misread::NotANumber(number.into());
    let (decimal, echo) = match (mantissa.matches(own).count(), mantissa.matches(other).count()) {
        (0, 0) | (1, 0) => (Some(own), Echo::Plain),
        (0, 1) if grouped_once(&mantissa, other) && own == ',' => {
            return Err(Misread::Ambiguous(which(&mantissa)));
        }
        (0, 1) if grouped_once(&mantissa, other) => (None, Echo::Grouped),
        (0, 1) => (Some(other), Echo::Assumed),
        (1, _) if mantissa.rfind(own) > mantissa.rfind(other) => (Some(own), Echo::Spelled),
        (_, 1) if mantissa.rfind(other) > mantissa.rfind(own) => (Some(other), Echo::Assumed),
        (0, _) | (_, 0) => (None, Echo::Spelled),
        _ => return Err(not_a_number()),
    };
    let grouping = decimal.map_or([own, other], |d| if d == own { [other, other] } else { [own, own] });
    let (whole, fraction) = decimal.and_then(|d| mantissa.split_once(d)).unwrap_or((&mantissa, ""));
    if !well_grouped(whole, grouping) || fraction.contains(grouping) {
        return Err(not_a_number());
    }
    let whole: String = whole.chars().filter(|c| !grouping.contains(c)).collect();
    let exponent_echo = if exponent.is_empty() { Echo::Plain } else { Echo::Spelled };
    Ok(PlainDecimal { text: format!("{whole}.{fraction}0{exponent}"), echo: echo.max(exponent_echo) })
}

/// One separator with exactly three digits behind it and one to three, not all zero, before it.
fn grouped_once(mantissa: &str, separator: char) -> bool {
    let unsigned = mantissa.trim_start_matches(['+', '-']);
    unsigned.split_once(separator).is_some_and(|(head, tail)| {
        tail.len() == 3 && (1..=3).contains(&head.len()) && !head.starts_with('0')
    })
}

fn well_grouped(whole: &str, grouping: [char; 2]) -> bool {
    let mut groups = whole.trim_start_matches(['+', '-']).split(grouping);
    let first = groups.next().unwrap_or("");
    let mut grouped = false;
    let rest = groups.all(|group| {
        grouped = true;
        group.len() == 3
    });
    rest && (!grouped || (1..=3).contains(&first.len()))
}

fn which(mantissa: &str) -> String {
    let bare = mantissa.replace('.', "");
    let comma = mantissa.replace('.', ",");
    format!("“{mantissa}” could be {bare} or {comma}. Write it without the point, or with a comma.")
}

/// What stands behind a number: a power of ten, and for binary multiples a power of two on top.
struct Multiple {
    exponent: i32,
    binary: f64,
    echo: Echo,
}

impl Multiple {
    /// A multiple that the field itself stands in, or that nobody need see spelled out.
    fn decimal(exponent: i32) -> Self {
        Self { exponent, binary: 1.0, echo: Echo::Plain }
    }

    /// A multiple that is worth spelling out.
    fn spelled(exponent: i32) -> Self {
        Self { echo: Echo::Spelled, ..Self::decimal(exponent) }
    }

    /// Moves the point as text, so that "3.35 TB/s" is 3.35e12 to the last bit.
    fn apply(&self, decimal: &str) -> Result<f64, Misread> {
        let (mantissa, written) = decimal.split_once(['e', 'E']).unwrap_or((decimal, "0"));
        let written: i32 =
            written.parse().unwrap_or(if written.starts_with('-') { -999_999 } else { 999_999 });
        let value = float::parse(&format!("{mantissa}e{}", written.saturating_add(self.exponent)))
            .ok_or_else(|| Misread::NotANumber(decimal.into()))?;
        // Adding nought makes 0 of −0, which would else be another value than the 0 that it is written as.
        let value = value * self.binary + 0.0;
        if value.is_finite() { Ok(value) } else { Err(Misread::NotFinite) }
    }
}

/// `value` with all its digits in the base unit, where a reader may want to see the noughts.
fn spelled(unit: Unit, value: f64) -> String {
    let digits = crate::shortest(value, 0, true);
    match unit {
        Unit::Parameters => format!("{digits} parameters"),
        Unit::BytesPerSecond => format!("{digits} bytes a second"),
        Unit::Bytes => format!("{} ({} GiB)", unit.exact(value), crate::grouped(value / GIB, 1)),
        Unit::Tokens => format!("{digits} tokens"),
        _ => unit.exact(value),
    }
}

const GIB: f64 = 1_073_741_824.0;

fn multiple(sign: &str, unit: Unit, place: Place, number: &str) -> Result<Multiple, Misread> {
    if sign.is_empty() {
        return bare(unit, place, number);
    }
    let unknown = || Misread::UnknownSign(sign.into());
    match unit {
        Unit::Fraction => (sign == "%").then(|| Multiple::decimal(-2)).ok_or_else(unknown),
        Unit::Seconds | Unit::Wait => duration(sign).ok_or_else(unknown),
        Unit::Bytes => bytes(sign, sign),
        Unit::BytesPerSecond => {
            let amount = sign.strip_suffix("/s").or_else(|| sign.strip_suffix("ps")).ok_or_else(unknown)?;
            bytes(amount, sign)
        }
        Unit::Flops | Unit::FlopsPerSecond => flops(sign).ok_or_else(unknown),
        Unit::Parameters => prefix(sign).ok_or_else(unknown),
        Unit::DollarsPerGpuHour | Unit::DollarsPerHour | Unit::DollarsPerMillion => {
            let known = ["$", "/h", "$/h", "/GPU-h", "$/GPU-h", "/GPU-hour", "perGPU-hour", "/1M", "$/1M"];
            known.contains(&sign).then(|| Multiple::decimal(0)).ok_or_else(unknown)
        }
        Unit::Count
        | Unit::Number
        | Unit::Tokens
        | Unit::Sequences
        | Unit::RequestsPerSecond
        | Unit::TokensPerSecond
        | Unit::ReplicaSecondsPerSecond => things(sign, unit, place, number),
    }
}

/// A number with nothing behind it: in the field's own unit. In a link that is worth a note, since the unit may have
/// been cut off.
fn bare(unit: Unit, place: Place, number: &str) -> Result<Multiple, Misread> {
    match (unit, place) {
        (Unit::Fraction, Place::Link) => Ok(Multiple::decimal(0)),
        (Unit::Fraction, Place::Field(_)) if below_one(number) => Err(Misread::Ambiguous(format!(
            "Is that {number}% or {number} of the whole? Write {number}% or {}%.",
            crate::shortest(float::parse(&number.replace(',', ".")).unwrap_or(0.0), -2, false),
        ))),
        (
            Unit::Seconds | Unit::Wait | Unit::Bytes | Unit::BytesPerSecond | Unit::FlopsPerSecond,
            Place::Link,
        ) => Ok(Multiple { echo: Echo::Assumed, ..Multiple::decimal(unit.field().exponent) }),
        // 70000000000 parameters are written out more often than "70" is meant as billions: a bare number from a
        // million on is itself.
        (Unit::Parameters, _) if a_million(number, place) => Ok(Multiple::decimal(0)),
        (Unit::Parameters, _) => Ok(Multiple::spelled(9)),
        _ => Ok(Multiple::decimal(unit.field().exponent)),
    }
}

fn a_million(number: &str, place: Place) -> bool {
    let value = plain_decimal(number, place).ok().and_then(|decimal| float::parse(&decimal.text));
    value.is_some_and(|n| n >= 1e6)
}

fn below_one(number: &str) -> bool {
    float::parse(&number.replace(',', ".")).is_some_and(|n| 0.0 < n && n < 1.0)
}

fn duration(sign: &str) -> Option<Multiple> {
    match sign.to_ascii_lowercase().as_str() {
        "s" | "sec" | "seconds" => Some(Multiple::spelled(0)),
        "ms" => Some(Multiple::decimal(-3)),
        "us" | "µs" | "μs" => Some(Multiple::spelled(-6)),
        "min" => Some(Multiple { binary: 60.0, ..Multiple::spelled(0) }),
        _ => None,
    }
}

/// Bytes, decimal and binary. `Gb` might be bits, so it is asked about; `gb` in small letters is taken as bytes.
fn bytes(sign: &str, whole_sign: &str) -> Result<Multiple, Misread> {
    let lower = sign.to_ascii_lowercase();
    if sign.len() == 2 && sign.ends_with('b') && sign.starts_with(|c: char| c.is_ascii_uppercase()) {
        let (prefix, rest) = (split(sign, 1).0, split(whole_sign, sign.len()).1);
        return Err(Misread::Ambiguous(format!(
            "“{whole_sign}” reads as bits. Write {prefix}B{rest} for bytes, or divide by 8."
        )));
    }
    let (power, exponent) = match lower.as_bytes().first() {
        Some(b'k') => (1, 3),
        Some(b'm') => (2, 6),
        Some(b'g') => (3, 9),
        Some(b't') => (4, 12),
        Some(b'p') => (5, 15),
        _ if lower == "b" => return Ok(Multiple::spelled(0)),
        _ => return Err(Misread::UnknownSign(whole_sign.into())),
    };
    match split(&lower, 1).1 {
        "" | "b" => Ok(Multiple::spelled(exponent)),
        "i" | "ib" => {
            Ok(Multiple { binary: (0..power).fold(1.0, |size, _| size * 1024.0), ..Multiple::spelled(0) })
        }
        _ => Err(Misread::UnknownSign(whole_sign.into())),
    }
}

fn flops(sign: &str) -> Option<Multiple> {
    let lower = sign.to_ascii_lowercase();
    let amount = ["flop/s", "flops/s", "flops", "flop", ""].iter().find_map(|end| lower.strip_suffix(end))?;
    let exponent = match amount {
        "" if !lower.is_empty() => 0,
        "g" => 9,
        "t" => 12,
        "p" => 15,
        "e" => 18,
        _ => return None,
    };
    Some(if exponent == 12 { Multiple::decimal(12) } else { Multiple::spelled(exponent) })
}

fn prefix(sign: &str) -> Option<Multiple> {
    let exponent = match sign {
        "k" | "K" => 3,
        "M" | "m" => 6,
        "B" | "b" | "G" => 9,
        "T" | "t" => 12,
        _ => return None,
    };
    Some(Multiple::spelled(exponent))
}

/// Bare things: an optional multiple, then the unit's own sign or nothing.
fn things(sign: &str, unit: Unit, place: Place, number: &str) -> Result<Multiple, Misread> {
    let own = unit.field().sign;
    let also: &[&str] = match unit {
        Unit::RequestsPerSecond => &["req/s", "requests/s", "rps", "/s"],
        Unit::TokensPerSecond => &["tok/s", "tokens/s", "/s"],
        Unit::Tokens => &["tokens", "token", "tok"],
        Unit::Sequences => &["sequences", "seqs"],
        _ => &[],
    };
    let amount = also.iter().find_map(|end| sign.strip_suffix(end)).unwrap_or(sign);
    match amount {
        "" => Ok(Multiple::decimal(0)),
        "K" if unit == Unit::Tokens && place != Place::Link => Err(Misread::Ambiguous(format!(
            "Is {number}K a multiple of 1,000 or of 1,024? Write {number}k for thousands, or {number}Ki."
        ))),
        "Ki" if unit == Unit::Tokens => Ok(Multiple { binary: 1024.0, ..Multiple::spelled(0) }),
        "k" | "K" => Ok(Multiple::spelled(3)),
        "M" => Ok(Multiple::spelled(6)),
        _ if own.is_empty() => Err(Misread::NotANumber(format!("{number}{sign}"))),
        _ => Err(Misread::UnknownSign(sign.into())),
    }
}

const fn is_price(unit: Unit) -> bool {
    matches!(unit, Unit::DollarsPerGpuHour | Unit::DollarsPerHour | Unit::DollarsPerMillion)
}

fn example(unit: Unit) -> &'static str {
    match unit {
        Unit::Count => "4",
        Unit::Number => "1.5",
        Unit::Tokens => "2000 or 2k",
        Unit::Sequences => "64",
        Unit::RequestsPerSecond => "20 req/s",
        Unit::TokensPerSecond => "5000",
        Unit::ReplicaSecondsPerSecond => "16.7",
        Unit::Fraction => "60%",
        Unit::Seconds => "50 ms",
        Unit::Wait => "500 ms",
        Unit::Bytes => "80 GB or 80 GiB",
        Unit::BytesPerSecond => "3.35 TB/s",
        Unit::Flops => "280 TFLOP",
        Unit::FlopsPerSecond => "1979 TFLOP/s",
        Unit::Parameters => "70B",
        Unit::DollarsPerGpuHour | Unit::DollarsPerHour | Unit::DollarsPerMillion => "3.50",
    }
}

/// A text short enough to be quoted in a sentence: its first forty characters, without those that are [hidden](is_hidden).
///
/// ```
/// assert_eq!(quantity::clip("ra\tte\u{202e}"), "rate");
/// assert_eq!(quantity::clip(&"9".repeat(50)).chars().count(), 41);
/// ```
#[must_use]
pub fn clip(text: &str) -> String {
    let mut shown = text.chars().filter(|letter| !is_hidden(*letter));
    let mut clipped: String = shown.by_ref().take(40).collect();
    if shown.next().is_some() {
        clipped.push('…');
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const POINT: Place = Place::Field(Decimal::Point);
    const COMMA: Place = Place::Field(Decimal::Comma);

    fn value(text: &str, unit: Unit, place: Place) -> f64 {
        read(text, unit, place).unwrap_or_else(|e| panic!("{text}: {e:?}")).value
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "reading is exact")]
    fn what_people_type_is_read() {
        for (text, unit, place, expected) in [
            ("70B", Unit::Parameters, POINT, 70e9),
            ("70 b", Unit::Parameters, POINT, 70e9),
            ("70,553,706,496", Unit::Parameters, POINT, 70_553_706_496.0),
            ("70.553706496", Unit::Parameters, POINT, 70_553_706_496.0),
            ("2k", Unit::Tokens, POINT, 2000.0),
            ("2,000", Unit::Tokens, POINT, 2000.0),
            ("2 000 tokens", Unit::Tokens, POINT, 2000.0),
            ("2,5", Unit::Number, POINT, 2.5),
            ("2.5", Unit::Number, COMMA, 2.5),
            ("1.234,5", Unit::Number, POINT, 1234.5),
            ("1,234.5", Unit::Number, COMMA, 1234.5),
            ("1.234.567", Unit::Number, COMMA, 1_234_567.0),
            ("3.35 TB/s", Unit::BytesPerSecond, POINT, 3.35e12),
            ("3350GB/s", Unit::BytesPerSecond, POINT, 3.35e12),
            ("80GiB", Unit::Bytes, POINT, 85_899_345_920.0),
            ("1e3", Unit::RequestsPerSecond, POINT, 1000.0),
            ("-1", Unit::RequestsPerSecond, POINT, -1.0),
            ("20 req/s", Unit::RequestsPerSecond, POINT, 20.0),
            ("50ms", Unit::Seconds, Place::Link, 0.05),
            ("0.5s", Unit::Wait, Place::Link, 0.5),
            ("500", Unit::Wait, POINT, 0.5),
            ("60%", Unit::Fraction, Place::Link, 0.6),
            ("60", Unit::Fraction, Place::Link, 60.0),
            ("60", Unit::Fraction, POINT, 0.6),
            ("92,5", Unit::Fraction, COMMA, 0.925),
            ("$3.50", Unit::DollarsPerGpuHour, POINT, 3.5),
            ("1979 TFLOPS", Unit::FlopsPerSecond, POINT, 1979e12),
            (".5", Unit::Number, POINT, 0.5),
            ("5.", Unit::Number, POINT, 5.0),
        ] {
            assert_eq!(value(text, unit, place), expected, "{text}");
        }
    }

    #[test]
    fn what_could_mean_two_things_is_asked_about() {
        for (text, unit, place) in [
            ("1.234", Unit::Number, COMMA),
            ("2K", Unit::Tokens, POINT),
            ("900 Gb/s", Unit::BytesPerSecond, POINT),
            ("80Gb", Unit::Bytes, POINT),
            ("0.6", Unit::Fraction, POINT),
        ] {
            assert!(matches!(read(text, unit, place), Err(Misread::Ambiguous(_))), "{text}");
        }
    }

    /// What stands under a field that holds `text`: how it was read, what is asked, or what is wrong.
    fn answer(text: &str, unit: Unit, place: Place) -> String {
        read(text, unit, place).map_or_else(|e| e.message(unit), |reading| reading.note.unwrap_or_default())
    }

    #[test]
    fn no_entry_is_read_in_silence_unless_it_is_plain() {
        for (text, unit, point, comma) in [
            (
                "70B",
                Unit::Parameters,
                "Read as 70,000,000,000 parameters",
                "Read as 70.000.000.000 parameters",
            ),
            (
                "70 b",
                Unit::Parameters,
                "Read as 70,000,000,000 parameters",
                "Read as 70.000.000.000 parameters",
            ),
            ("2k", Unit::Tokens, "Read as 2,000 tokens", "Read as 2.000 tokens"),
            ("2K", Unit::Tokens, "Is 2K a multiple of 1,000", "Is 2K a multiple of 1,000"),
            ("2,5", Unit::RequestsPerSecond, "Read as 2.5 req/s", ""),
            ("2.5", Unit::RequestsPerSecond, "", "Read as 2,5 req/s"),
            ("2,5", Unit::Bytes, "Read as 2.5 GB (2.3 GiB)", ""),
            ("1.234,5", Unit::RequestsPerSecond, "Read as 1,234.5 req/s", "Read as 1.234,5 req/s"),
            ("1,234.5", Unit::RequestsPerSecond, "Read as 1,234.5 req/s", "Read as 1.234,5 req/s"),
            ("1,234", Unit::Tokens, "Read as 1,234 tokens: the comma separates thousands", ""),
            ("1.234", Unit::Tokens, "", "“1.234” could be 1234 or 1,234"),
            ("1,234,567", Unit::Tokens, "Read as 1,234,567 tokens", "Read as 1.234.567 tokens"),
            (
                "3.35 TB/s",
                Unit::BytesPerSecond,
                "Read as 3,350,000,000,000 bytes a second",
                "Read as 3.350.000",
            ),
            (
                "3350GB/s",
                Unit::BytesPerSecond,
                "Read as 3,350,000,000,000 bytes a second",
                "Read as 3.350.000",
            ),
            ("80GiB", Unit::Bytes, "Read as 85.89934592 GB (80.0 GiB)", "Read as 85,89934592 GB (80,0 GiB)"),
            ("80 GB", Unit::Bytes, "Read as 80 GB (74.5 GiB)", "Read as 80 GB (74,5 GiB)"),
            ("1e3", Unit::RequestsPerSecond, "Read as 1,000 req/s", "Read as 1.000 req/s"),
            ("0.5 s", Unit::Wait, "Read as 500 ms", "Read as 500 ms"),
            ("50 ms", Unit::Seconds, "", ""),
            ("20", Unit::RequestsPerSecond, "", ""),
            ("", Unit::Bytes, "Nothing is entered", "Nothing is entered"),
            ("∞", Unit::Tokens, "not a finite number", "not a finite number"),
            ("many", Unit::Tokens, "“many” is not a number", "“many” is not a number"),
        ] {
            for (place, expected) in [(POINT, point), (COMMA, comma)] {
                let answer = answer(text, unit, place);
                assert!(
                    answer.contains(expected) && answer.is_empty() == expected.is_empty(),
                    "{text}: {answer}"
                );
            }
        }
    }

    #[test]
    fn a_link_is_told_only_what_was_assumed() {
        for (text, unit, note) in [
            ("1e3", Unit::RequestsPerSecond, None),
            ("80GiB", Unit::Bytes, None),
            ("1,234", Unit::Tokens, None),
            ("80", Unit::Bytes, Some("Read as 80 GB (74.5 GiB)".into())),
            ("2,5", Unit::RequestsPerSecond, Some("Read as 2.5 req/s".into())),
            ("1.234,5", Unit::RequestsPerSecond, Some("Read as 1,234.5 req/s".into())),
        ] {
            let reading = read(text, unit, Place::Link).expect("a number");
            assert_eq!((reading.assumed, reading.note), (note.is_some(), note), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_gets_a_reason() {
        assert_eq!(read("  ", Unit::Count, POINT), Err(Misread::Empty));
        for text in ["∞", "NaN", "-inf", "1e999", "infinity"] {
            assert_eq!(read(text, Unit::Number, POINT), Err(Misread::NotFinite), "{text}");
        }
        for text in ["abc", "-", ".", "1.2.3,4,5", "12,34,5", "--2", "١٢"] {
            assert!(matches!(read(text, Unit::Count, POINT), Err(Misread::NotANumber(_))), "{text}");
        }
        assert_eq!(read("5 apples", Unit::Bytes, POINT), Err(Misread::UnknownSign("apples".into())));
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in ".{0,40}", unit in unit(), comma in any::<bool>()) {
            for place in [Place::Link, if comma { COMMA } else { POINT }] {
                if let Ok(reading) = read(&text, unit, place) {
                    prop_assert!(reading.value.is_finite());
                } else if let Err(misread) = read(&text, unit, place) {
                    prop_assert!(!misread.message(unit).is_empty());
                }
            }
        }

        #[test]
        fn what_a_link_writes_reads_back_as_the_same_bits(value in 1e-7_f64..1e16, unit in unit()) {
            let text = unit.link(value);
            let back = read(&text, unit, Place::Link).expect("our own text").value;
            prop_assert_eq!(back.to_bits(), value.to_bits(), "{}", text);
        }

        #[test]
        fn what_a_field_holds_reads_back_as_the_same_bits(value in 1e-5_f64..1e12, unit in unit()) {
            let text = unit.field_text(value);
            let back = read(&text, unit, POINT).expect("our own text").value;
            prop_assert_eq!(back.to_bits(), value.to_bits(), "{}", text);
        }
    }

    fn unit() -> impl Strategy<Value = Unit> {
        proptest::sample::select(std::vec![
            Unit::Count,
            Unit::Number,
            Unit::Tokens,
            Unit::Sequences,
            Unit::RequestsPerSecond,
            Unit::Fraction,
            Unit::Seconds,
            Unit::Wait,
            Unit::Bytes,
            Unit::BytesPerSecond,
            Unit::FlopsPerSecond,
            Unit::Parameters,
            Unit::DollarsPerGpuHour,
            Unit::DollarsPerHour,
        ])
    }
}
