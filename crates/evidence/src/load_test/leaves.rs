//! What a record of JSON states: each number, word and string under its path.

use crate::json::Scalar;
use crate::text::{Number, Text};

/// The values of a record, each by its path. Lists of thousands leave their first values here and no more.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    /// Paths and values, one after the other.
    text: Vec<u8>,
    rows: Vec<Row>,
    /// Whether there were more than are kept.
    full: bool,
}

/// Where a path begins, where it ends and its value begins, and where that ends.
#[derive(Clone, Copy, Debug)]
struct Row {
    path: usize,
    value: usize,
    end: usize,
}

/// So many values of a record are kept. The longest that is read, of guidellm, has 2,000.
const MOST: usize = 6_000;

impl Leaves {
    pub(super) fn add(&mut self, path: &[u8], scalar: Scalar<'_>) {
        let (Scalar::Bare(text) | Scalar::Quoted(text)) = scalar;
        if self.rows.len() == MOST {
            self.full = true;
            return;
        }
        // Of null there is nothing to know.
        if text.bytes != b"null" || matches!(scalar, Scalar::Quoted(_)) {
            self.put(path, text.bytes);
        }
    }

    pub(super) fn put(&mut self, path: &[u8], value: &[u8]) {
        let begin = self.text.len();
        self.text.extend_from_slice(path);
        let middle = self.text.len();
        self.text.extend_from_slice(value);
        self.rows.push(Row { path: begin, value: middle, end: self.text.len() });
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.rows.clear();
        self.full = false;
    }

    pub(super) const fn is_full(&self) -> bool {
        self.full
    }

    /// Every path with its value, in the order of the file.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], Text<'_>)> {
        self.rows.iter().map(|row| (self.part(row.path, row.value), Text::new(self.part(row.value, row.end))))
    }

    fn part(&self, begin: usize, end: usize) -> &[u8] {
        self.text.get(begin..end).unwrap_or_default()
    }

    /// The value under this path. Of two, the first counts.
    pub(super) fn get(&self, path: &str) -> Option<Text<'_>> {
        self.iter().find(|(at, _)| *at == path.as_bytes()).map(|(_, value)| value)
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.get(path).is_some()
    }

    /// Whether anything stands below this path.
    pub(super) fn has_under(&self, path: &str) -> bool {
        let below = |at: &[u8]| at.strip_prefix(path.as_bytes()).is_some_and(|rest| rest.starts_with(b"."));
        self.iter().any(|(at, _)| below(at))
    }

    pub(super) fn number(&self, path: &str) -> Option<f64> {
        match self.get(path)?.number() {
            Number::Finite(number) => Some(number),
            _ => None,
        }
    }

    /// A number that is no less than 0, as all amounts are.
    pub(super) fn amount(&self, path: &str) -> Option<f64> {
        self.number(path).filter(|amount| *amount >= 0.0)
    }

    pub(super) fn count(&self, path: &str) -> Option<u64> {
        self.amount(path).map(whole)
    }

    /// A whole number of 64 bits, to its last digit: times in nanoseconds since 1970 are more than a float holds.
    pub(super) fn integer(&self, path: &str) -> Option<i64> {
        self.get(path)?.integer()
    }

    /// A text that says something, without what is not seen.
    pub(super) fn words(&self, path: &str) -> Option<String> {
        let text = self.get(path)?;
        let shown = |letter: &char| !letter.is_control() && !quantity::is_hidden(*letter);
        let words: String = String::from_utf8_lossy(text.bytes).chars().filter(shown).collect();
        Some(words).filter(|words| !words.is_empty())
    }

    /// Whether the value under this path is this text.
    pub(super) fn says(&self, path: &str, text: &str) -> bool {
        self.get(path).is_some_and(|value| value.bytes == text.as_bytes())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an amount, which is not below 0; saturation is what is asked for"
)]
pub(super) fn whole(amount: f64) -> u64 {
    amount as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_path() {
        let mut leaves = Leaves::default();
        for (path, value) in [("a.b", "1.5"), ("a.c", "null"), ("n", "1759522419154829652"), ("m", "-1")] {
            leaves.add(path.as_bytes(), Scalar::Bare(Text::new(value.as_bytes())));
        }
        leaves.add(b"a.b", Scalar::Quoted(Text::new(b"again")));
        assert_eq!((leaves.number("a.b"), leaves.has("a.c"), leaves.amount("m")), (Some(1.5), false, None));
        assert_eq!(leaves.integer("n"), Some(1_759_522_419_154_829_652));
        assert!(leaves.has_under("a") && !leaves.has_under("n"));
    }

    #[test]
    fn no_record_fills_the_memory() {
        let mut leaves = Leaves::default();
        for _ in 0..100_000 {
            leaves.add(b"path", Scalar::Quoted(Text::new(&[b'7'; 1_000])));
        }
        assert!(leaves.is_full() && leaves.text.len() < 1_000_000);
    }
}
