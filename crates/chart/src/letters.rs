//! How much room words take, without a browser to ask.

/// The width of a text of twelve pixels in a wide sans serif (DejaVu Sans): no usual face needs more, so that no word is
/// cut, whichever one the reader has. Other sizes are in proportion.
///
/// ```
/// assert_eq!(chart::estimated_width("No. 1"), 9.5 + 7.7 + 3.9 + 3.9 + 7.7);
/// ```
#[must_use]
pub fn estimated_width(text: &str) -> f64 {
    text.chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '’' | '|' | ' ' => 3.9,
            'f' | 't' | 'r' | '/' | '(' | ')' | '-' => 5.0,
            'a'..='l' | 'n'..='v' | 'x'..='z' | '0'..='9' | '$' => 7.7,
            'm' | 'w' | 'M' | 'W' | '%' => 12.0,
            'A'..='Z' => 9.5,
            _ => 12.0,
        })
        .sum()
}
