//! The families of files, each with what tells it and what reads it: here a new reader takes its place.

use super::Found;
use super::asked::Asked;
use super::columns::Columns;
use super::unread::Unread;
use crate::config::Config;
use crate::engine_log::EngineLog;
use crate::load_test::LoadTestReader;
use crate::metrics::{self, MetricsReader};
use crate::reader::Reader;
use crate::reading::Fault;
use crate::trace::{self, TraceReader};

/// A reader of one family, whichever.
pub(crate) trait Family {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault>;

    /// How much was found: requests, lines, values.
    fn counted(&self) -> u64;

    fn finish(self: Box<Self>) -> Found;
}

/// Whether a text that begins so is of a family.
type Is = fn(&[u8]) -> bool;

/// Makes a reader of the family.
type Make = fn() -> Box<dyn Family>;

/// Each family, the most particular first. What is of none of them is tried as a file of token
/// times, while a person may be asked about its columns.
const FAMILIES: [(Is, Make); 6] = [
    (Unread::is, || Box::new(Unread::default())),
    (Config::is, || Box::new(Config::new())),
    (metrics::is, || Box::new(MetricsReader::new())),
    (LoadTestReader::is, || Box::new(LoadTestReader::new())),
    (trace::is, || Box::new(TraceReader::new())),
    (EngineLog::is, || Box::new(EngineLog::new())),
];

/// The reader for a text that begins so, of which columns may be explained.
pub(crate) fn of(beginning: &[u8], columns: &Columns) -> Box<dyn Family> {
    let text = crate::form::unmarked(beginning);
    let family = FAMILIES.iter().find(|(is, _)| is(text));
    // What is no text stays that, whatever is said of it.
    let known = family.filter(|_| columns.is_empty() || Unread::is(text));
    known.map_or_else(|| Box::new(Asked::of(text, columns)) as Box<dyn Family>, |(_, make)| make())
}

impl Family for Config {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        Self::push(self, bytes)
    }

    fn counted(&self) -> u64 {
        self.values() as u64
    }

    fn finish(self: Box<Self>) -> Found {
        Found::Model(Self::finish(*self))
    }
}

impl Family for EngineLog {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        Self::push(self, bytes)
    }

    fn counted(&self) -> u64 {
        self.lines()
    }

    fn finish(self: Box<Self>) -> Found {
        Found::EngineLog(Self::finish(*self))
    }
}

impl Family for MetricsReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        Self::push(self, bytes)
    }

    fn counted(&self) -> u64 {
        self.lines()
    }

    fn finish(self: Box<Self>) -> Found {
        let reading = Self::finish(*self);
        if reading.engines.is_empty() {
            Found::Unknown(reading.notes)
        } else {
            Found::Metrics(Box::new(reading))
        }
    }
}

impl Family for LoadTestReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        Self::push(self, bytes)
    }

    fn counted(&self) -> u64 {
        self.progress().requests
    }

    fn finish(self: Box<Self>) -> Found {
        let reading = Self::finish(*self);
        if reading.test.levels.is_empty() { Found::Unknown(reading.notes) } else { Found::LoadTest(reading) }
    }
}

impl Family for TraceReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        Self::push(self, bytes)
    }

    fn counted(&self) -> u64 {
        self.requests()
    }

    fn finish(self: Box<Self>) -> Found {
        let reading = Self::finish(*self);
        if reading.kind.is_none() { Found::Unknown(reading.notes) } else { Found::Trace(Box::new(reading)) }
    }
}

impl Family for Reader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        Self::push(self, bytes)
    }

    fn counted(&self) -> u64 {
        self.progress().requests
    }

    fn finish(self: Box<Self>) -> Found {
        let reading = Self::finish(*self);
        match reading.kind {
            Some(_) => Found::Streams(reading),
            None => Found::Unknown(reading.notes),
        }
    }
}
