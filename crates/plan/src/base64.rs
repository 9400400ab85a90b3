//! Bytes in letters that an address leaves alone: base64 with `-` and `_`, without padding.
//!
//! Twenty lines of our own, because what was damaged has to be read as far as it goes, and a crate for every alphabet and
//! padding would weigh more in the download than this.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Adds `bytes` to `text`.
pub(crate) fn encode(bytes: &[u8], text: &mut String) {
    text.reserve(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |place| u32::from(three.get(place).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        let letters = [18, 12, 6, 0].map(|shift| char::from(LETTERS[(bits >> shift & 63) as usize]));
        text.extend(&letters[..=three.len()]);
    }
}

/// The bytes of `text` up to the first sign that is no letter of the alphabet, and whether there was none. Padding ends it
/// too, and is no fault.
pub(crate) fn decode(text: &str) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut held) = (0_u32, 0);
    let text = text.trim_end_matches('=');
    for letter in text.bytes() {
        let Some(value) = value(letter) else { return (bytes, false) };
        (bits, held) = (bits << 6 | value, held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 255) as u8);
        }
    }
    (bytes, true)
}

fn value(letter: u8) -> Option<u32> {
    let [from, first] = match letter {
        b'A'..=b'Z' => [b'A', 0],
        b'a'..=b'z' => [b'a', 26],
        b'0'..=b'9' => [b'0', 52],
        b'-' => [b'-', 62],
        b'_' => [b'_', 63],
        _ => return None,
    };
    Some(u32::from(letter - from + first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encoded(bytes: &[u8]) -> String {
        let mut text = String::new();
        encode(bytes, &mut text);
        text
    }

    /// RFC 4648, section 10, without its padding, and two letters in which the alphabets differ.
    #[test]
    fn the_vectors_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encoded(bytes.as_bytes()), text);
        }
        assert_eq!(encoded(&[0xFB, 0xEF, 0xFF]), "--__");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let text = encoded(&bytes);
            prop_assert_eq!(decode(&text), (bytes.clone(), true));
            prop_assert_eq!(decode(&format!("{text}==")), (bytes.clone(), true));
            prop_assert_eq!(decode(&format!("{text}.{text}")), (bytes, false));
        }
    }
}
