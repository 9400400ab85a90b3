//! What a file holds, unpacked: its beginning tells which reader it goes to.

use crate::csv::Csv;
use crate::form::{BEGINNING, Form, unmarked};
use crate::found::Found;
use crate::packed::Sink;
use crate::reading::{Fault, Gathered, Note};
use crate::records::Records;
use crate::wrong::counted;

/// Content on its way in.
pub(crate) enum Content {
    /// Too little to tell what it is.
    Beginning(Vec<u8>),
    Csv(Box<Csv>),
    Json(Box<Records<Found>>),
    /// Something that is not read.
    Other(Fault),
}

/// So many requests of a file are read at most, so that no file fills the memory.
const MOST_REQUESTS: usize = 4_000_000;

/// So many tokens of a file are read at most.
const MOST_TOKENS: usize = 64_000_000;

impl Default for Content {
    fn default() -> Self {
        Self::Beginning(Vec::new())
    }
}

impl Content {
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        match self {
            Self::Beginning(begun) => {
                begun.extend_from_slice(bytes);
                if begun.len() >= BEGINNING {
                    *self = Self::of(begun);
                }
            }
            Self::Csv(csv) => csv.push(bytes),
            Self::Json(records) => records.push(bytes),
            Self::Other(_) => {}
        }
        self.fault()
    }

    /// The content that begins so, read so far. What it is must not depend on where slices end.
    fn of(begun: &[u8]) -> Self {
        let beginning = begun.get(..BEGINNING).unwrap_or(begun);
        let mut content = match Form::of(beginning) {
            Ok(Form::Csv { separator }) => Self::Csv(Box::new(Csv::new(separator))),
            Ok(Form::Json) => Self::Json(Box::new(Records::over(Found::new()))),
            Err(fault) => return Self::Other(fault),
        };
        // Neither of them has a fault of its own.
        let _none = content.push(unmarked(begun));
        content
    }

    /// How many requests and tokens were found.
    pub(crate) fn counts(&self) -> (usize, usize) {
        match self {
            Self::Csv(csv) => (csv.requests(), csv.tokens()),
            Self::Json(records) => (records.found.requests(), records.found.tokens()),
            Self::Beginning(_) | Self::Other(_) => (0, 0),
        }
    }

    /// Whether there is room for more.
    pub(crate) fn has_room(&self) -> Result<(), Fault> {
        let (requests, tokens) = self.counts();
        let (most, what) = match (requests > MOST_REQUESTS, tokens > MOST_TOKENS) {
            (true, _) => (MOST_REQUESTS, "requests"),
            (_, true) => (MOST_TOKENS, "tokens"),
            _ => return Ok(()),
        };
        let most = counted(most as u64);
        Err(Fault::new(format!("The file holds more than {most} {what}. What came after them was not read.")))
    }

    pub(crate) fn finish(self, cut: bool) -> Gathered {
        match self {
            Self::Beginning(begun) => Self::of(&begun).finish(cut),
            Self::Csv(csv) => csv.finish(cut),
            Self::Json(records) => records.finish(cut).gathered(),
            Self::Other(fault) => Gathered { instead: Some(Note::new(fault.text)), ..Gathered::default() },
        }
    }
}

/// Where gzip unpacks to. A fault of the content stays with it.
impl Sink for Content {
    fn take(&mut self, bytes: &[u8]) {
        let _kept = self.push(bytes);
    }

    fn fault(&self) -> Result<(), Fault> {
        match self {
            Self::Other(fault) => Err(fault.clone()),
            _ => Ok(()),
        }
    }
}
