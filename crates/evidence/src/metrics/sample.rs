//! One line of an exposition: a name, labels and a value.

use crate::text::{Number, Text};

/// A sample as it stands in its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample<'a> {
    pub(crate) name: &'a [u8],
    /// What stands between the braces.
    pub(crate) labels: &'a [u8],
    /// Name and labels as they stand: what tells one series from another.
    pub(crate) series: &'a [u8],
    pub(crate) value: f64,
    /// When, in seconds, where that is stated: Prometheus writes milliseconds, OpenMetrics seconds.
    pub(crate) at: Option<f64>,
}

impl<'a> Sample<'a> {
    /// The sample of a line; `None` where it is none.
    pub(crate) fn of(line: &'a [u8]) -> Option<Self> {
        let name_end = line.iter().position(|byte| !is_name(*byte))?;
        let (name, rest) = line.split_at_checked(name_end)?;
        let (labels, values) = match rest.first() {
            Some(b'{') => {
                let inside = rest.get(1..)?;
                let end = plain_end(inside).or_else(|| labels_end(inside))?;
                (rest.get(1..=end)?, rest.get(end + 2..)?)
            }
            _ => (rest.get(..0)?, rest),
        };
        let series = line.get(..line.len() - values.len())?;
        let mut fields = values.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
        let value = number(fields.next()?)?;
        // OpenMetrics puts an exemplar behind a `#`.
        let at = fields.next().filter(|field| *field != b"#");
        let at = at.map(number).map_or(Some(None), |at| at.filter(|at| at.is_finite()).map(Some))?;
        let seconds = |at: f64| if at > 1e11 { at / 1e3 } else { at };
        (!name.is_empty()).then_some(Self { name, labels, series, value, at: at.map(seconds) })
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':')
}

/// Where the closing brace stands in most lines: it is the last one, right behind a quote. `None` where that is not
/// certain, because of an exemplar or an escape.
fn plain_end(text: &[u8]) -> Option<usize> {
    let end = text.iter().rposition(|byte| *byte == b'}')?;
    let labels = text.get(..end)?;
    let closed = labels.ends_with(b"\"") && !labels.ends_with(b"\\\"");
    (closed && !labels.contains(&b'#')).then_some(end)
}

/// Where the closing brace stands: not inside quotes.
fn labels_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut quoted = false;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'}' if !quoted => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// A value: a number, `+Inf`, `-Inf` or `NaN`.
pub(crate) fn number(text: &[u8]) -> Option<f64> {
    // Most values are whole numbers of few digits, such as 42.0.
    let digits = text.strip_suffix(b".0").unwrap_or(text);
    if (1..=15).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) {
        let whole = digits.iter().fold(0_u64, |number, byte| number * 10 + u64::from(byte - b'0'));
        return Some(whole as f64);
    }
    match Text::new(text).number() {
        Number::Finite(value) => Some(value),
        Number::NotFinite if text.first() == Some(&b'-') => Some(f64::NEG_INFINITY),
        Number::NotFinite if text.eq_ignore_ascii_case(b"nan") => Some(f64::NAN),
        Number::NotFinite => Some(f64::INFINITY),
        Number::None => None,
    }
}

/// The labels, name and value as it stands, escapes and all. It ends where they are written otherwise.
pub(crate) fn labels(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let begin = rest.iter().position(|byte| !matches!(byte, b',' | b' '))?;
        rest = rest.get(begin..)?;
        let equals = rest.iter().position(|byte| *byte == b'=')?;
        let (name, after) = rest.split_at_checked(equals)?;
        let quoted = after.get(1..)?.trim_ascii_start().strip_prefix(b"\"")?;
        let end = value_end(quoted)?;
        rest = quoted.get(end + 1..)?;
        Some((name.trim_ascii(), quoted.get(..end)?))
    })
}

/// Where the closing quote stands.
fn value_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn samples_are_taken_apart() {
        let sample = Sample::of(br#"vllm:x_bucket{le="0.5",model="a\"},b"} 8.128902e+06 1772000000123"#)
            .expect("a sample");
        assert_eq!(
            (sample.name, sample.value, sample.at),
            (&b"vllm:x_bucket"[..], 8_128_902.0, Some(1_772_000_000.123))
        );
        let pairs: Vec<_> = labels(sample.labels).collect();
        assert_eq!(pairs, [(&b"le"[..], &b"0.5"[..]), (b"model", br#"a\"},b"#)]);
        for (line, value) in [
            ("a 1", 1.0),
            ("a{} +Inf", f64::INFINITY),
            ("a{b=\"c\",} -1e3", -1000.0),
            ("a 5 # {x=\"y\"} 1", 5.0),
            ("a{b=\"c\"} 6 # {x=\"y\"} 1", 6.0),
            ("a{b=\"}\"} 7", 7.0),
        ] {
            assert_eq!(Sample::of(line.as_bytes()).map(|sample| sample.value), Some(value), "{line}");
        }
        for line in ["", "a", "a{", "a{b=\"c} 1", "{} 1", "a x", "a 1 x", "é 1"] {
            assert_eq!(Sample::of(line.as_bytes()), None, "{line}");
        }
        assert!(Sample::of(b"a NaN").is_some_and(|sample| sample.value.is_nan()));
    }

    proptest! {
        #[test]
        fn a_value_is_the_number_that_the_standard_library_reads(text in "([0-9]{1,18}|[0-9]{1,13}\\.[0-9]{1,6})(e\\+0[0-9])?") {
            prop_assert_eq!(number(text.as_bytes()), text.parse().ok());
        }

        #[test]
        fn any_bytes_are_a_sample_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            if let Some(sample) = Sample::of(&bytes) {
                prop_assert!(labels(sample.labels).count() <= bytes.len());
            }
        }
    }
}
