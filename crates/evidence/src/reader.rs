//! The way in: bytes of a file, packed or not, on to the reader of what they are.

use crate::content::Content;
use crate::gzip::MAGIC;
use crate::packed::{Packed, block};
use crate::reading::{Fault, Note, Reading};

/// Reads a file that is pushed in slices of any size.
pub struct Reader {
    bytes: u64,
    way: Way,
    /// Why nothing further is read.
    fault: Option<Fault>,
}

/// How far a file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that were pushed.
    pub bytes: u64,
    /// Requests that were found in them.
    pub requests: u64,
    /// Tokens, or chunks of tokens, that were found in them.
    pub tokens: u64,
}

/// Whether the file is packed.
enum Way {
    /// The first byte of the file, where there is one: the second tells.
    Unknown(Option<u8>),
    Plain(Box<Content>),
    Packed(Box<Packed<Content>>),
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader of a file of which nothing is known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: 0, way: Way::Unknown(None), fault: None }
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// Why nothing further of the file is read: it is no text, it does not unpack, it is too large. What was read before
    /// stays, and [`Reader::finish`] tells it along with the fault.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut rest = bytes;
        while self.fault.is_none() && !rest.is_empty() {
            let (slice, is_full, after) = block(self.bytes, rest);
            self.bytes += slice.len() as u64;
            let mut pushed = self.way.push(slice);
            if is_full {
                pushed = pushed.and_then(|()| self.way.content().map_or(Ok(()), Content::has_room));
            }
            self.fault = pushed.err();
            rest = after;
        }
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// How far the file was read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (requests, tokens) = self.way.content().map_or((0, 0), Content::counts);
        Progress { bytes: self.bytes, requests: requests as u64, tokens: tokens as u64 }
    }

    /// What the file held, as far as it was sound.
    #[must_use]
    pub fn finish(self) -> Reading {
        let Self { bytes, way, fault } = self;
        let (content, cut) = way.finish();
        let fault = fault.or(cut);
        let mut gathered = content.finish(fault.is_some());
        let empty = (bytes == 0).then(|| Note::new("The file is empty."));
        let fault = fault.map(|fault| Note::new(fault.text));
        if gathered.streams.is_empty() && gathered.published.is_none() {
            gathered.instead = fault.or(empty).or(gathered.instead);
        } else {
            gathered.notes.splice(0..0, fault);
        }
        gathered.reading()
    }
}

impl Way {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        match self {
            Self::Unknown(first) => {
                let begun: Vec<u8> = first.iter().chain(bytes).copied().collect();
                if begun.len() < MAGIC.len() {
                    *self = Self::Unknown(begun.first().copied());
                    return Ok(());
                }
                *self = Self::of(&begun);
                self.push(&begun)
            }
            Self::Plain(content) => content.push(bytes),
            Self::Packed(packed) => packed.push(bytes),
        }
    }

    fn of(beginning: &[u8]) -> Self {
        if beginning.starts_with(&MAGIC) {
            Self::Packed(Box::new(Packed::new()))
        } else {
            Self::Plain(Box::default())
        }
    }

    fn content(&self) -> Option<&Content> {
        match self {
            Self::Unknown(_) => None,
            Self::Plain(content) => Some(content),
            Self::Packed(packed) => Some(packed.content()),
        }
    }

    /// The content, and what kept the rest of it from being unpacked.
    fn finish(self) -> (Content, Option<Fault>) {
        match self {
            Self::Unknown(first) => (Content::Beginning(first.into_iter().collect()), None),
            Self::Plain(content) => (*content, None),
            Self::Packed(packed) => packed.finish(),
        }
    }
}
