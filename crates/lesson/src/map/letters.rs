//! How much room words take, without a browser to ask.

use present::chart::estimated_width;

/// The height of a line of a box's label, in CSS pixels.
pub(crate) const LABEL: Face = Face { size: 14.0, line: 18.0 };
/// And of its detail, and of the word on an edge.
pub(crate) const DETAIL: Face = Face { size: 12.0, line: 16.0 };

/// A size of type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// The size of its letters.
    pub(crate) size: f64,
    /// From one line to the next.
    pub(crate) line: f64,
}

impl Face {
    /// The width that a text takes at most.
    pub(crate) fn width(self, text: &str) -> f64 {
        estimated_width(text) / 12.0 * self.size
    }

    /// The text in lines that are no wider than `width`; a word that is wider stands alone.
    pub(crate) fn lines(self, text: &str, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let longer = lines.last().map(|line| [line, " ", word].concat());
            match longer.filter(|longer| self.width(longer) <= width) {
                Some(longer) => {
                    lines.pop();
                    lines.push(longer);
                }
                None => lines.push(word.into()),
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Widths as DejaVu Sans has them, from its advance widths in 2048ths of an em.
    #[test]
    fn no_width_is_estimated_too_low() {
        for (text, em) in [
            ("TPOT", 1251 + 1235 + 1612 + 1251),
            ("20%", 1303 + 1303 + 1946),
            ("ms", 1995 + 1067),
            ("Is it", 604 + 1067 + 651 + 569 + 803),
        ] {
            let width = f64::from(em) * 14.0 / 2048.0;
            let estimate = LABEL.width(text);
            assert!(estimate >= width && estimate < 1.3 * width, "{text}: {estimate} for {width}");
        }
    }

    proptest! {
        #[test]
        fn lines_lose_no_word_and_are_as_narrow_as_words_allow(text in "[a-zA-Z ]{0,60}", width in 20.0..200.0) {
            let lines = LABEL.lines(&text, width);
            let words: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(lines.join(" "), words.join(" "));
            prop_assert!(lines.iter().all(|line| LABEL.width(line) <= width || !line.contains(' ')));
        }
    }
}
