//! UTF-16 into UTF-8, as it arrives.

/// A text in UTF-16 on its way in, behind its byte order mark.
#[derive(Debug)]
pub(crate) struct Utf16 {
    little: bool,
    /// The first byte of a unit whose second is not there yet.
    half: Option<u8>,
    /// The first unit of a pair whose second is not there yet.
    high: Option<u16>,
}

/// What stands in place of what is no letter.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

impl Utf16 {
    pub(crate) const fn new(little: bool) -> Self {
        Self { little, half: None, high: None }
    }

    /// Reads `bytes` and adds the letters that end in them to `text`.
    pub(crate) fn push(&mut self, bytes: &[u8], text: &mut String) {
        for byte in bytes {
            match self.half.take() {
                None => self.half = Some(*byte),
                Some(first) if self.little => self.unit(u16::from_le_bytes([first, *byte]), text),
                Some(first) => self.unit(u16::from_be_bytes([first, *byte]), text),
            }
        }
    }

    fn unit(&mut self, unit: u16, text: &mut String) {
        let is_low = (0xDC00..0xE000).contains(&unit);
        if let Some(high) = self.high.take() {
            let pair = char::decode_utf16([high, unit]).next();
            match pair {
                Some(Ok(letter)) => {
                    text.push(letter);
                    return;
                }
                _ => text.push(REPLACEMENT),
            }
        }
        if (0xD800..0xDC00).contains(&unit) {
            self.high = Some(unit);
        } else {
            let letter = char::from_u32(u32::from(unit)).filter(|_| !is_low);
            text.push(letter.unwrap_or(REPLACEMENT));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_reads_back(text in ".{0,40}", slice in 1_usize..9, little in any::<bool>()) {
            let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
            let bytes: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
            let (mut utf16, mut read) = (Utf16::new(little), String::new());
            bytes.chunks(slice).for_each(|slice| utf16.push(slice, &mut read));
            prop_assert_eq!(read, text);
        }

        #[test]
        fn units_that_are_no_text_are_replaced(units in proptest::collection::vec(0xD000_u16..0xE100, 0..20)) {
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let (mut utf16, mut read) = (Utf16::new(true), String::new());
            utf16.push(&bytes, &mut read);
            let ends_open = units.last().is_some_and(|unit| (0xD800..0xDC00).contains(unit));
            let expected = String::from_utf16_lossy(&units);
            let expected = if ends_open { expected.strip_suffix(REPLACEMENT).unwrap_or(&expected) } else { &expected };
            prop_assert_eq!(read, expected);
        }
    }
}
