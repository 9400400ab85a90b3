//! Texts that stand in a label of Mermaid.

/// `text` for a label between double quotes.
///
/// Letters, digits and spaces of any language stay, and the few signs that mean nothing to Mermaid anywhere. Every other
/// sign is written by its number: quotes and backticks would end the label or begin another kind, braces after a per cent
/// sign a directive, stars and underscores emphasis, a colon an icon. Where a number does not help, because Mermaid looks
/// again when it has read it, the signs are held apart by a joiner that is not seen: two dollars begin a formula, and ¶ß
/// ends what Mermaid itself marks as an entity; the ligature ﬂ, which begins it, becomes its two letters. Line ends and
/// other control characters become spaces.
///
/// # Example
/// ```
/// assert_eq!(present::mermaid_label("TTFT p95: 38 ms"), "TTFT p95#58; 38 ms");
/// ```
#[must_use]
pub fn mermaid_label(text: &str) -> String {
    let mut safe = String::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        match (letter, next) {
            // "1. " and "1) " begin a list.
            ('.' | ')', ' ') if before.is_ascii_digit() => safe.push_str(&number(letter)),
            ('$', '$') | ('¶', 'ß') => safe.extend([letter, JOINER]),
            (
                'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | ',' | '.' | '%' | '/' | '?' | '+' | '(' | ')' | '$',
                _,
            ) => {
                safe.push(letter);
            }
            ('ﬂ', _) => safe.push_str("fl"),
            ('!'..='~', _) => safe.push_str(&number(letter)),
            ('\u{2028}' | '\u{2029}', _) => safe.push(' '),
            _ => safe.push(if letter.is_control() { ' ' } else { letter }),
        }
        before = letter;
    }
    safe
}

/// A sign that joins two others without being seen.
const JOINER: char = '\u{2060}';

fn number(letter: char) -> String {
    ["#", &u32::from(letter).to_string(), ";"].concat()
}
