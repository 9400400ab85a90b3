//! Short texts, which the ends of slices may cut.

use quantity::{float, numeral};

/// So many bytes of a text are looked at; no number, name or key that means something is longer.
pub(crate) const LONGEST: usize = 128;

/// A text, or as much of its beginning as is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) bytes: &'a [u8],
    /// Whether that is all of it.
    pub(crate) whole: bool,
    /// Whether a comma in it is the decimal separator.
    comma: bool,
}

/// What a text says, read as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Finite(f64),
    /// NaN, an infinity, or more than a number holds.
    NotFinite,
    /// Something else.
    None,
}

impl<'a> Text<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        match bytes.get(..LONGEST) {
            Some(beginning) if bytes.len() > LONGEST => Self { bytes: beginning, whole: false, comma: false },
            _ => Self { bytes, whole: true, comma: false },
        }
    }

    /// Without the spaces around it, and without the quotes around that.
    pub(crate) fn trimmed(self) -> Self {
        let bytes = self.bytes.trim_ascii();
        let unquoted = bytes.strip_prefix(b"\"").and_then(|bytes| bytes.strip_suffix(b"\""));
        Self { bytes: unquoted.unwrap_or(bytes), ..self }
    }

    /// As it is read where a comma may be the decimal separator.
    pub(crate) fn with_comma(self, comma: bool) -> Self {
        Self { comma: comma && self.bytes.contains(&b','), ..self }
    }

    pub(crate) fn number(self) -> Number {
        if self.comma {
            let point = |byte: &u8| if *byte == b',' { b'.' } else { *byte };
            let bytes: Vec<u8> = self.bytes.iter().map(point).collect();
            return Text { bytes: &bytes, comma: false, ..self }.number();
        }
        match numeral::parse(self.bytes).filter(|_| self.whole) {
            Some(value) if value.is_finite() => Number::Finite(value),
            Some(_) => Number::NotFinite,
            None => Number::None,
        }
    }

    /// A whole number from 0 on that 32 bits hold.
    pub(crate) fn count(self) -> Option<u32> {
        match self.number() {
            Number::Finite(value) => {
                Some(float::count(value)).filter(|count| (f64::from(*count) - value).abs() < f64::EPSILON)
            }
            _ => None,
        }
    }

    /// A whole number of 64 bits, to its last digit.
    pub(crate) fn integer(self) -> Option<i64> {
        core::str::from_utf8(self.bytes).ok().filter(|_| self.whole)?.parse().ok()
    }

    /// As it is quoted in a sentence.
    pub(crate) fn quoted(self) -> String {
        quantity::clip(&String::from_utf8_lossy(self.bytes))
    }
}

/// The beginning of a text whose end is not there yet.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// A byte more than is looked at, so as to know that there is more.
    bytes: Vec<u8>,
}

impl Held {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let room = (LONGEST + 1).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What was held, and `end` behind it. Nothing is copied where nothing was held.
    pub(crate) fn with<'a>(&'a mut self, end: &'a [u8]) -> Text<'a> {
        if self.bytes.is_empty() {
            return Text::new(end);
        }
        self.add(end);
        Text::new(&self.bytes)
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_what_is_none() {
        let number = |text: &str| Text::new(text.as_bytes()).number();
        assert_eq!([number("0.25"), number("2e-3")], [0.25, 0.002].map(Number::Finite));
        for text in ["NaN", "-inf", "Infinity", "1e999"] {
            assert_eq!(number(text), Number::NotFinite, "{text}");
        }
        for text in ["", "-", "0.1.2", "abc", "0,5", "1e", "²"] {
            assert_eq!(number(text), Number::None, "{text}");
        }
        assert_eq!(number(&"1".repeat(LONGEST + 1)), Number::None, "what is cut is no number");
        assert_eq!(Text::new(b"0,5").with_comma(true).number(), Number::Finite(0.5));
    }

    #[test]
    fn counts_are_whole() {
        let count = |text: &str| Text::new(text.as_bytes()).count();
        assert_eq!([count("0"), count("3.0"), count("4294967295")], [Some(0), Some(3), Some(u32::MAX)]);
        assert_eq!(["-1", "0.5", "4294967296", "many", "NaN"].map(count), [None; 5]);
    }
}
