//! Texts that strangers wrote: what of them is shown.

/// `text` without the characters that print nothing or turn the direction of what stands around them.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|letter| !is_hidden(*letter)).collect()
}

/// Joiners are not among them: some scripts and pictures need them.
pub(crate) fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}')
        || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_is_written_from_the_right_stays_and_what_turns_text_goes() {
        assert_eq!(plain("חצי \u{202e}cached\u{200b}\u{7}\r\n"), "חצי cached");
        assert_eq!(plain("👩\u{200d}💻"), "👩\u{200d}💻");
    }
}
