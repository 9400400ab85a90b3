//! Which numbers or names were seen before.

use crate::text::Text;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A set of names. Whole numbers from 0 take a bit each, as ids mostly count up; others take a hash of 64 bits.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    bits: Vec<u64>,
    hashes: HashSet<u64>,
    /// Whether there was no room for a name.
    pub(crate) full: bool,
}

/// Numbers below this have a bit: 8 MB at most.
const NUMBERS: u64 = 1 << 26;

/// So many other names are kept at most.
const MOST: usize = 4_000_000;

impl Seen {
    /// Adds a name and says whether it is new.
    pub(crate) fn add(&mut self, name: Text<'_>) -> bool {
        let digits =
            name.bytes.len() <= 8 && !name.bytes.is_empty() && name.bytes.iter().all(u8::is_ascii_digit);
        // `007` is another name than `7`.
        let plain = digits && (name.bytes.len() == 1 || name.bytes.first() != Some(&b'0'));
        let digit = |number: u64, byte: &u8| number * 10 + u64::from(byte.wrapping_sub(b'0'));
        let number = plain.then(|| name.bytes.iter().fold(0, digit)).filter(|number| *number < NUMBERS);
        match number {
            Some(number) => self.add_number(number),
            None => self.add_hash(name.bytes),
        }
    }

    fn add_number(&mut self, number: u64) -> bool {
        let place = usize::try_from(number / 64).unwrap_or(0);
        if place >= self.bits.len() {
            self.bits.resize(place + 1, 0);
        }
        let bit = 1 << (number % 64);
        let Some(bits) = self.bits.get_mut(place) else { return true };
        let new = *bits & bit == 0;
        *bits |= bit;
        new
    }

    fn add_hash(&mut self, name: &[u8]) -> bool {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let hash = hasher.finish();
        if self.hashes.len() >= MOST && !self.hashes.contains(&hash) {
            self.full = true;
            return true;
        }
        self.hashes.insert(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_name_is_new_once(names in proptest::collection::vec("[0-9a]{1,9}", 0..60)) {
            let (mut seen, mut others) = (Seen::default(), HashSet::new());
            for name in names {
                prop_assert_eq!(seen.add(Text::new(name.as_bytes())), others.insert(name.clone()), "{}", name);
            }
        }
    }
}
