//! Texts that strangers wrote: what of them is shown.

use quantity::is_hidden;

/// `text` without the characters that print nothing or turn the direction of what stands around them.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|letter| !is_hidden(*letter)).collect()
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
