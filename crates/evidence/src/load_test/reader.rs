//! The way in: bytes of a file of a load test, on to the reader of what they are.

use super::LoadTest;
use super::draft::Draft;
use super::heard::Heard;
use super::mapping::{Mapping, Offered};
use super::mlperf::{self, Summary};
use super::table::Table;
use crate::form::{BEGINNING, Form, unmarked};
use crate::packed::block;
use crate::reader::Progress;
use crate::reading::{Fault, Note};
use crate::records::Records;
use crate::wrong::counted;

/// Reads the file of a load test, pushed in slices of any size.
///
/// # Example
/// ```
/// use evidence::{LoadTestReader, Load, Statistic, Tool};
/// use latency::Metric;
/// use quantity::Seconds;
/// let file = br#"{"completed": 40, "request_rate": "inf", "max_concurrency": 8, "mean_ttft_ms": 80.5, "mean_tpot_ms": 20.0}"#;
/// assert!(LoadTestReader::is(file));
/// let mut reader = LoadTestReader::new();
/// file.chunks(7).for_each(|slice| reader.push(slice).unwrap());
/// let reading = reader.finish();
/// let level = &reading.test.levels[0];
/// assert_eq!((reading.test.tool, level.load), (Some(Tool::VllmBench), Load::Closed(8.0)));
/// assert_eq!(level.figure(Metric::Ttft, Statistic::Mean), Some(Seconds::new(0.0805)));
/// ```
#[derive(Debug, Default)]
pub struct LoadTestReader {
    bytes: u64,
    way: Way,
    given: Option<Mapping>,
    /// Why nothing further is read.
    fault: Option<Fault>,
}

/// What a file of a load test holds, as far as it was sound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadTestReading {
    /// The load test; without levels where nothing was understood.
    pub test: LoadTest,
    /// The columns of a table whose names do not tell what they hold: a person is to say, by a [`Mapping`].
    pub offered: Vec<Offered>,
    /// What to know of the file; sentences. What concerns one level stands there.
    pub notes: Vec<Note>,
}

#[derive(Debug)]
enum Way {
    /// Too little to tell what it is.
    Beginning(Vec<u8>),
    Json(Box<Records<Heard>>),
    Table(Box<Table>),
    Mlperf(Box<Summary>),
    /// Something that is not read.
    Other(Fault),
}

/// So many requests of a file are read at most, so that no file fills the memory.
const MOST_REQUESTS: usize = 2_000_000;

impl Default for Way {
    fn default() -> Self {
        Self::Beginning(Vec::new())
    }
}

impl LoadTestReader {
    /// A reader of a file of which nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A reader of a table whose columns a person explained. Other files are read as ever.
    #[must_use]
    pub fn mapped(mapping: Mapping) -> Self {
        Self { given: Some(mapping), ..Self::default() }
    }

    /// Whether a file that begins so is one of a load test: its first 4,096 bytes, or all of it, unpacked. Token times
    /// alone are read by [`Reader`](crate::Reader).
    #[must_use]
    pub fn is(beginning: &[u8]) -> bool {
        let text = unmarked(beginning.get(..BEGINNING).unwrap_or(beginning));
        match Form::of(text) {
            _ if mlperf::is(text) => true,
            Ok(Form::Json) => {
                let mut records = Records::over(Heard::new(Draft::default()));
                records.push(text);
                records.found.is_load_test()
            }
            Ok(Form::Csv { separator }) => Table::is(text, separator),
            Err(_) => false,
        }
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// Why nothing further of the file is read: it is no text, it is too large. What was read before stays, and
    /// [`LoadTestReader::finish`] tells it along with the fault.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut rest = bytes;
        while self.fault.is_none() && !rest.is_empty() {
            let (slice, is_full, after) = block(self.bytes, rest);
            self.bytes += slice.len() as u64;
            self.way.push(slice, self.given.as_ref());
            self.fault = self.way.fault(is_full).err();
            rest = after;
        }
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// How far the file was read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (requests, tokens) = self.way.counts();
        Progress { bytes: self.bytes, requests: requests as u64, tokens: tokens as u64 }
    }

    /// What the file held, as far as it was sound.
    #[must_use]
    pub fn finish(self) -> LoadTestReading {
        let Self { bytes, way, given, fault } = self;
        let mut reading = way.finish(given.as_ref(), fault.is_some());
        let nothing = reading.test.levels.is_empty();
        if let Some(fault) = fault.map(|fault| Note::new(fault.text)) {
            reading.notes.retain(|note| *note != fault);
            reading.notes.insert(0, fault);
        } else if bytes == 0 && nothing {
            reading.notes = vec![Note::new("The file is empty.")];
        }
        reading
    }
}

impl Way {
    fn push(&mut self, bytes: &[u8], given: Option<&Mapping>) {
        match self {
            Self::Beginning(begun) => {
                begun.extend_from_slice(bytes);
                if begun.len() >= BEGINNING {
                    *self = Self::of(begun, given);
                }
            }
            Self::Json(records) => records.push(bytes),
            Self::Table(table) => table.push(bytes),
            Self::Mlperf(summary) => summary.push(bytes),
            Self::Other(_) => {}
        }
    }

    /// What a file that begins so is, read so far.
    fn of(begun: &[u8], given: Option<&Mapping>) -> Self {
        let text = unmarked(begun);
        let beginning = text.get(..BEGINNING).unwrap_or(text);
        let mut way = if mlperf::is(beginning) {
            Self::Mlperf(Box::default())
        } else {
            match Form::of(beginning) {
                Ok(Form::Json) => Self::Json(Box::new(Records::over(Heard::new(Draft::default())))),
                Ok(Form::Csv { separator }) => {
                    Self::Table(Box::new(Table::new(separator, given.cloned(), Draft::default())))
                }
                Err(fault) => Self::Other(fault),
            }
        };
        way.push(text, given);
        way
    }

    /// Why no more is read, if that is so; whether there is room for more is asked at the end of a block.
    fn fault(&self, at_end: bool) -> Result<(), Fault> {
        match self {
            Self::Other(fault) => Err(fault.clone()),
            _ if at_end && self.counts().0 > MOST_REQUESTS => {
                let most = counted(MOST_REQUESTS as u64);
                Err(Fault::new(format!(
                    "The file holds more than {most} requests. What came after them was not read."
                )))
            }
            _ => Ok(()),
        }
    }

    fn counts(&self) -> (usize, usize) {
        match self {
            Self::Json(records) => records.found.draft.counts(),
            Self::Table(table) => table.draft().counts(),
            Self::Beginning(_) | Self::Mlperf(_) | Self::Other(_) => (0, 0),
        }
    }

    fn finish(self, given: Option<&Mapping>, cut: bool) -> LoadTestReading {
        match self {
            Self::Beginning(begun) if !begun.is_empty() => match Self::of(&begun, given) {
                Self::Beginning(_) => LoadTestReading::default(),
                way => way.finish(given, cut),
            },
            Self::Beginning(_) => LoadTestReading::default(),
            Self::Json(records) => records.finish(cut).draft.finish(),
            Self::Table(table) => table.finish(cut).finish(),
            Self::Mlperf(summary) => summary.finish(Draft::default()).finish(),
            Self::Other(fault) => {
                LoadTestReading { notes: vec![Note::new(fault.text)], ..Default::default() }
            }
        }
    }
}
