//! The way in for any file of another tool: what it is, by its content, and what it holds.

mod asked;
mod columns;
mod family;
mod offers;
mod rows;
mod text;
mod unread;
mod utf16;

use crate::config::ModelReading;
use crate::engine_log::EngineLogReading;
use crate::gzip::MAGIC;
use crate::load_test::{LoadTestReading, Offered};
use crate::metrics::MetricsReading;
use crate::packed::{Packed, Sink, block};
use crate::reading::{Fault, Note, Reading};
use crate::trace::TraceReading;
use text::Text;

pub use columns::Columns;

/// Reads a file that is pushed in slices of any size: packed by gzip or not, in UTF-8 or in UTF-16.
///
/// # Example
/// ```
/// use evidence::{File, Found};
/// let mut file = File::new();
/// for slice in [&b"{\"model_type\": \"llama\", \"hidden_"[..], b"size\": 4096, \"num_hidden_layers\": 32}"] {
///     file.push(slice)?;
/// }
/// assert!(matches!(file.finish(), Found::Model(model) if model.hidden == 4096));
/// # Ok::<(), evidence::Fault>(())
/// ```
#[derive(Default)]
pub struct File {
    bytes: u64,
    /// What a person says of its columns.
    columns: Columns,
    way: Way,
    /// Why nothing further is read.
    fault: Option<Fault>,
}

/// What a file turned out to be, with what it holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Token times.
    Streams(Reading),
    /// The shape of a model.
    Model(ModelReading),
    /// What an engine logged when it started.
    EngineLog(EngineLogReading),
    /// What a tool measured, by levels of load.
    LoadTest(LoadTestReading),
    /// When requests arrived, and how long they were.
    Trace(Box<TraceReading>),
    /// What `/metrics` of an engine said.
    Metrics(Box<MetricsReading>),
    /// A table whose columns a person is to explain, by [`Columns`].
    Table {
        /// Its columns, at most 200.
        columns: Vec<Offered>,
        /// What to know of it, first what is asked.
        notes: Vec<Note>,
    },
    /// Nothing that is read here: what it is instead, as far as that can be told.
    Unknown(Vec<Note>),
}

/// How far a file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileProgress {
    /// Bytes that were pushed.
    pub bytes: u64,
    /// Requests, lines or values that were found in them.
    pub found: u64,
}

/// Whether the file is packed.
#[derive(Default)]
enum Way {
    /// Nothing was pushed yet.
    #[default]
    Empty,
    /// The first byte of the file: the second tells.
    First(u8),
    Plain(Box<Text>),
    Packed(Box<Packed<Text>>),
}

impl File {
    /// A reader of a file of which nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A reader of a table of whose columns a person says what they hold. Nothing said is as [`File::new`].
    #[must_use]
    pub fn mapped(columns: Columns) -> Self {
        Self { columns, ..Self::default() }
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// Why nothing further of the file is read. What was read before stays, and [`File::finish`] tells it along with the
    /// fault.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut rest = bytes;
        while self.fault.is_none() && !rest.is_empty() {
            let (slice, _, after) = block(self.bytes, rest);
            self.bytes += slice.len() as u64;
            self.fault = self.way.push(slice, &self.columns).err();
            rest = after;
        }
        self.fault.clone().map_or(Ok(()), Err)
    }

    /// How far the file was read.
    #[must_use]
    pub fn progress(&self) -> FileProgress {
        let found = match &self.way {
            Way::Empty | Way::First(_) => 0,
            Way::Plain(text) => text.counted(),
            Way::Packed(packed) => packed.content().counted(),
        };
        FileProgress { bytes: self.bytes, found }
    }

    /// What the file is, and what it holds, as far as it was sound.
    #[must_use]
    pub fn finish(self) -> Found {
        match self.way {
            Way::Empty => Text::default().finish(None),
            Way::First(byte) => {
                let mut text = Text::mapped(self.columns);
                text.push(&[byte]);
                text.finish(None)
            }
            Way::Plain(text) => text.finish(None),
            Way::Packed(packed) => {
                let (text, cut) = packed.finish();
                // A fault of the text is told by its own reader.
                let own = text.fault().err();
                text.finish(cut.filter(|cut| Some(cut) != own.as_ref()))
            }
        }
    }
}

impl Way {
    fn push(&mut self, bytes: &[u8], columns: &Columns) -> Result<(), Fault> {
        match self {
            Self::Empty => self.begin(bytes, columns),
            Self::First(byte) => {
                let begun: Vec<u8> = core::iter::once(*byte).chain(bytes.iter().copied()).collect();
                self.begin(&begun, columns)
            }
            Self::Plain(text) => {
                text.push(bytes);
                text.fault()
            }
            Self::Packed(packed) => packed.push(bytes),
        }
    }

    fn begin(&mut self, begun: &[u8], columns: &Columns) -> Result<(), Fault> {
        *self = match begun {
            [] => Self::Empty,
            [first] => Self::First(*first),
            _ if begun.starts_with(&MAGIC) => {
                Self::Packed(Box::new(Packed::onto(Text::mapped(columns.clone()))))
            }
            _ => Self::Plain(Box::new(Text::mapped(columns.clone()))),
        };
        if begun.len() < MAGIC.len() { Ok(()) } else { self.push(begun, columns) }
    }
}

impl Found {
    /// What it is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Streams(reading) => match reading.kind {
                Some(kind) => kind.name(),
                None => "token times",
            },
            Self::Model(_) => "config of a model",
            Self::EngineLog(_) => "start-up log of an engine",
            Self::LoadTest(reading) => match reading.test.tool {
                Some(tool) => tool.result(),
                None => "table of a load test",
            },
            Self::Trace(reading) => match reading.kind {
                Some(kind) => kind.name(),
                None => "trace",
            },
            Self::Metrics(_) => "/metrics of an engine",
            Self::Table { .. } => "table of unknown columns",
            Self::Unknown(_) => "not read",
        }
    }

    /// What a person should know of it.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        match self {
            Self::Streams(reading) => &reading.notes,
            Self::Model(reading) => &reading.notes,
            Self::EngineLog(reading) => &reading.notes,
            Self::LoadTest(reading) => &reading.notes,
            Self::Trace(reading) => &reading.notes,
            Self::Metrics(reading) => &reading.notes,
            Self::Table { notes, .. } | Self::Unknown(notes) => notes,
        }
    }

    /// The columns of a table that a person may explain, or has explained.
    #[must_use]
    pub fn offered(&self) -> &[Offered] {
        match self {
            Self::Table { columns, .. } => columns,
            Self::LoadTest(reading) => &reading.offered,
            Self::Trace(reading) => &reading.offered,
            _ => &[],
        }
    }

    /// Whether it is of a kind that is read, whole, and nothing in it was wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Streams(reading) => reading.notes.is_empty(),
            Self::Model(reading) => reading.is_whole || reading.is_quantisation(),
            Self::EngineLog(reading) => reading.notes.is_empty(),
            Self::LoadTest(reading) => {
                reading.notes.is_empty() && reading.test.levels.iter().all(|level| level.notes.is_empty())
            }
            Self::Trace(reading) => reading.notes.is_empty(),
            Self::Metrics(reading) => reading.notes.is_empty(),
            Self::Table { .. } | Self::Unknown(_) => false,
        }
    }

    /// Says before all else why the file is not there to its end.
    fn say_first(&mut self, cut: Option<Fault>) {
        let notes = self.notes_mut();
        notes.splice(0..0, cut.map(|fault| Note::new(fault.text)));
        notes.truncate(crate::reading::MOST_NOTES);
    }

    /// Says `further` besides.
    fn say(&mut self, further: Vec<Note>) {
        let notes = self.notes_mut();
        notes.extend(further);
        notes.truncate(crate::reading::MOST_NOTES);
    }

    const fn notes_mut(&mut self) -> &mut Vec<Note> {
        match self {
            Self::Streams(reading) => &mut reading.notes,
            Self::Model(reading) => &mut reading.notes,
            Self::EngineLog(reading) => &mut reading.notes,
            Self::LoadTest(reading) => &mut reading.notes,
            Self::Trace(reading) => &mut reading.notes,
            Self::Metrics(reading) => &mut reading.notes,
            Self::Table { notes, .. } | Self::Unknown(notes) => notes,
        }
    }
}
