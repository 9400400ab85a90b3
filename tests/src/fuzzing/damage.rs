//! Inputs: a sample and what happened to it on its way.

use super::{Target, words};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fmt;
use std::ops::Range;

/// Bytes, shown as the source of a test has them.
#[derive(Clone, PartialEq, Eq)]
pub struct Input(pub Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "b\"{}\"", self.0.escape_ascii())
    }
}

/// No input is larger. Most are a few kB, as readers read them byte by byte besides.
pub const LARGEST: usize = 64 * 1024;

/// Inputs of `target`: mostly samples with some damage, sometimes words of such files, sometimes anything.
pub fn inputs(target: &Target) -> impl Strategy<Value = Input> + use<> {
    let (seeds, words) = (target.seeds, target.words.concat());
    let spoken = proptest::collection::vec(select(words.clone()), 0..60);
    let start = prop_oneof![
        12 => select(seeds).prop_map(<[u8]>::to_vec),
        3 => spoken.prop_map(|words| words.concat().into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 0..200),
    ];
    (start, proptest::collection::vec(change(seeds, words), 0..10)).prop_map(|(mut bytes, changes)| {
        for change in changes {
            change.make(&mut bytes);
            bytes.truncate(LARGEST);
        }
        Input(bytes)
    })
}

/// A part of a file: where it begins, and how long it is.
type Part = (Index, usize);

/// Something that happens to a file on its way.
#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Put(Index, u8),
    Cut(Part),
    End(Index),
    Repeat(Part, usize),
    SwapLines(Index, Index),
    Word(Index, &'static str),
    Number(Index, String),
    Splice(Index, &'static [u8], Part),
}

fn change(seeds: &'static [&'static [u8]], words: Vec<&'static str>) -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    prop_oneof![
        2 => (place(), 0_u8..8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        2 => (place(), any::<u8>()).prop_map(|(at, byte)| Change::Put(at, byte)),
        3 => part().prop_map(Change::Cut),
        1 => place().prop_map(Change::End),
        2 => (part(), times()).prop_map(|(part, times)| Change::Repeat(part, times)),
        1 => (place(), place()).prop_map(|(one, other)| Change::SwapLines(one, other)),
        5 => (place(), select(words)).prop_map(|(at, word)| Change::Word(at, word)),
        5 => (place(), number()).prop_map(|(which, number)| Change::Number(which, number)),
        3 => (place(), select(seeds), part()).prop_map(|(at, seed, part)| Change::Splice(at, seed, part)),
    ]
}

/// Short ones mostly, as a long one leaves little of a file.
fn part() -> impl Strategy<Value = Part> {
    (any::<Index>(), prop_oneof![4 => 1_usize..40, 1 => 40_usize..2000])
}

/// Often enough, at times, that a reader comes to an end of what it keeps.
fn times() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 1_usize..4, 1 => 4_usize..300]
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        select(words::NUMBERS).prop_map(str::to_owned),
        "-?[0-9]{1,4}(\\.[0-9]{1,3})?(e-?[0-9]{1,3})?",
    ]
}

impl Change {
    fn make(self, bytes: &mut Vec<u8>) {
        let at = |index: Index, bytes: &[u8]| index.index(bytes.len() + 1);
        match self {
            Self::Flip(index, bit) => change_byte(bytes, index, |byte| byte ^ (1 << bit)),
            Self::Put(index, byte) => change_byte(bytes, index, |_| byte),
            Self::Cut(part) => drop(bytes.drain(within(bytes, part))),
            Self::End(index) => bytes.truncate(at(index, bytes)),
            Self::Repeat(part, times) => {
                let range = within(bytes, part);
                let (end, most) = (range.end, LARGEST / range.len().max(1));
                insert(bytes, end, &bytes[range].repeat(times.min(most)));
            }
            Self::SwapLines(one, other) => swap_lines(bytes, one, other),
            Self::Word(index, word) => insert(bytes, at(index, bytes), word.as_bytes()),
            Self::Number(which, number) => put_number(bytes, which, number),
            Self::Splice(index, seed, part) => {
                insert(bytes, at(index, bytes), &seed[within(seed, part)]);
            }
        }
    }
}

fn within(bytes: &[u8], (index, length): Part) -> Range<usize> {
    let begin = index.index(bytes.len() + 1);
    begin..(begin + length).min(bytes.len())
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    bytes.splice(at..at, part.iter().copied());
}

fn change_byte(bytes: &mut [u8], index: Index, changed: impl Fn(u8) -> u8) {
    if !bytes.is_empty() {
        let byte = index.get_mut(bytes);
        *byte = changed(*byte);
    }
}

fn swap_lines(bytes: &mut Vec<u8>, one: Index, other: Index) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    if !lines.is_empty() {
        let (one, other) = (one.index(lines.len()), other.index(lines.len()));
        lines.swap(one, other);
        *bytes = lines.concat();
    }
}

/// Puts `number` where one of the numbers of a file stands.
fn put_number(bytes: &mut Vec<u8>, which: Index, number: String) {
    let all = numbers(bytes);
    if !all.is_empty() {
        bytes.splice(which.get(&all).clone(), number.into_bytes());
    }
}

/// Where numbers stand, with their signs.
fn numbers(bytes: &[u8]) -> Vec<Range<usize>> {
    let (mut all, mut begun): (Vec<Range<usize>>, Option<usize>) = (Vec::new(), None);
    for (at, byte) in bytes.iter().copied().chain([b' ']).enumerate() {
        let of_one = byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
        match begun {
            None if of_one => begun = Some(at),
            Some(begin) if !of_one => {
                if bytes[begin..at].iter().any(u8::is_ascii_digit) {
                    all.push(begin..at);
                }
                begun = None;
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_with_their_signs() {
        let text = b"a: -1.5, [7]; 2023-11-16 - . 0";
        let found: Vec<&[u8]> = numbers(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, [&b"-1.5"[..], b"7", b"2023-11-16", b"0"]);
    }

    #[test]
    fn an_input_is_shown_as_source_has_it() {
        assert_eq!(format!("{:?}", Input(b"a\"\n\xFF".to_vec())), r#"b"a\"\n\xff""#);
    }
}
