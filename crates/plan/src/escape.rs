//! `%41` and the like: what a browser or a chat program does to a text in an address, and back.

use std::borrow::Cow;

/// Resolves escapes. What is no such escape stays as it is, so `60%` needs no escaping.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let hex = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = match bytes[at..] {
            [b'%', high, low, ..] => hex(high).zip(hex(low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        out.push(escape.unwrap_or(bytes[at]));
        at += if escape.is_some() { 3 } else { 1 };
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

/// Adds `text` to `link`, with what would end a value or be changed by a browser escaped.
pub(crate) fn encode(text: &str, link: &mut String) {
    const DIGITS: [u8; 16] = *b"0123456789ABCDEF";
    for byte in text.bytes() {
        if is_plain(byte) {
            link.push(char::from(byte));
        } else {
            let [high, low] = [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)]));
            link.extend(['%', high, low]);
        }
    }
}

/// Whether `byte` stands for itself in the link that a page writes.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~/:,".contains(&byte)
}

/// How much of `bytes`, from the start, a page may have written into a link.
#[cfg(feature = "packed")]
pub(crate) fn written(bytes: &[u8]) -> &str {
    let end = bytes.iter().position(|byte| !is_plain(*byte) && !b"%&=".contains(byte)).unwrap_or(bytes.len());
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_escaped_is_resolved_again(text in any::<String>()) {
            let mut escaped = String::new();
            encode(&text, &mut escaped);
            prop_assert!(escaped.bytes().all(|byte| is_plain(byte) || byte == b'%'), "{escaped}");
            prop_assert_eq!(decode(&escaped), text);
        }
    }
}
