//! Which characters of a text that a stranger wrote are not shown.

/// Whether a character prints nothing, ends a line, or turns the direction of the text around it.
///
/// Joiners are not among them: some scripts and pictures need them.
///
/// ```
/// use quantity::is_hidden;
/// assert!("\n\u{7}\u{ad}\u{200b}\u{202e}\u{2066}\u{feff}".chars().all(is_hidden));
/// assert!(!"חצי 👩\u{200d}💻, 50%".chars().any(is_hidden));
/// ```
#[must_use]
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}')
        || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}
