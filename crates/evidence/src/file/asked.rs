//! A table whose columns a person is asked about, or has explained.

use super::Found;
use super::columns::{Columns, Meant};
use super::family::Family;
use super::offers::{Offers, Seen};
use super::rows::{MOST_COLUMNS, Rows};
use crate::form::Form;
use crate::load_test::{LoadTestReader, Offered};
use crate::reader::Reader;
use crate::reading::{Fault, MOST_NOTES, Note};
use crate::records::Records;
use crate::trace::TraceReader;

/// A file that is read by what is said of its columns, or without that as token times, while its columns are looked at.
pub(super) struct Asked {
    offers: Offers,
    given: Columns,
    /// JSON, written as the lines of a table.
    rows: Option<Box<Records<Rows>>>,
    /// How many lines came before the first record, which tells who reads it.
    before: usize,
    reader: Box<dyn Family>,
}

/// What is said of JSON in which no record ends.
const NO_RECORD: &str = "The file holds no record of JSON.";

/// What could not be read as it was said: a sentence says why.
struct Unmeant(String);

impl Asked {
    /// Of a text that begins so.
    pub(super) fn of(beginning: &[u8], given: &Columns) -> Self {
        let offers = Offers::of(beginning);
        let (rows, reader) = match Form::of(beginning) {
            _ if given.is_empty() => (None, Box::new(Reader::new()) as Box<dyn Family>),
            Ok(Form::Json) => (Some(Box::new(Records::over(Rows::default()))), unmeant(NO_RECORD)),
            _ => {
                let mut first = Offers::of(beginning);
                first.push(beginning);
                let Seen { columns, header, .. } = first.finish();
                let reader = match given.places(&columns) {
                    Ok(places) => reader(given.meant(&places, header || columns.is_empty())),
                    Err(sentence) => unmeant(&sentence),
                };
                (None, reader)
            }
        };
        Self { offers, given: given.clone(), rows, before: 0, reader }
    }

    /// Passes on the lines that were written. The first record has the names by which its columns are found.
    fn pass(&mut self, rows: &mut Rows, begins: bool) -> Result<(), Fault> {
        if rows.records == 0 {
            self.before += rows.written.len();
            rows.written.clear();
            return Ok(());
        }
        if begins {
            let column = |(place, name): (usize, &Vec<u8>)| Offered::of(place, name, &[]);
            let columns: Vec<Offered> = rows.names.iter().enumerate().map(column).collect();
            self.reader = match self.given.places(&columns) {
                Ok(places) => {
                    // A line that is written has an empty field before all others.
                    let places: Vec<usize> =
                        places.into_iter().map(|place| place.saturating_add(1)).collect();
                    match self.given.meant(&places, false) {
                        Meant::LoadTest(mapping) => reader(Meant::LoadTest(mapping.without_header())),
                        meant => reader(meant),
                    }
                }
                Err(sentence) => unmeant(&sentence),
            };
            self.pass_before()?;
        }
        let passed = self.reader.push(&rows.written);
        rows.written.clear();
        passed
    }

    /// Passes on the ends of the lines before the first record, so that those behind keep their numbers.
    fn pass_before(&mut self) -> Result<(), Fault> {
        const ENDS: [u8; 4096] = [b'\n'; 4096];
        while self.before > 0 {
            let ends = &ENDS[..self.before.min(ENDS.len())];
            self.before -= ends.len();
            self.reader.push(ends)?;
        }
        Ok(())
    }
}

fn unmeant(sentence: &str) -> Box<dyn Family> {
    Box::new(Unmeant(sentence.into()))
}

fn reader(meant: Meant) -> Box<dyn Family> {
    match meant {
        Meant::LoadTest(mapping) => Box::new(LoadTestReader::mapped(mapping)),
        Meant::Trace(mapping) => Box::new(TraceReader::mapped(mapping)),
        Meant::Nothing(sentence) => unmeant(&sentence),
    }
}

impl Family for Asked {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.offers.push(bytes);
        let Some(mut records) = self.rows.take() else { return self.reader.push(bytes) };
        let before = records.found.records;
        records.push(bytes);
        let begins = before == 0 && records.found.records > 0;
        let passed = self.pass(&mut records.found, begins);
        self.rows = Some(records);
        passed
    }

    fn counted(&self) -> u64 {
        self.reader.counted()
    }

    fn finish(mut self: Box<Self>) -> Found {
        let mut skipped = Vec::new();
        if let Some(records) = self.rows.take() {
            let before = records.found.records;
            let mut rows = records.finish(false);
            let begins = before == 0 && rows.records > 0;
            // A fault of the reader is told by the reader.
            let _told = self.pass(&mut rows, begins);
            skipped = rows.skipped.notes().collect();
        }
        let Self { offers, given, reader, .. } = *self;
        let mut seen = offers.finish();
        given.said_of(&mut seen.columns);
        let mut found = reader.finish();
        found.say(skipped);
        if given.is_empty() { ask(found, seen) } else { ask_again(found, seen) }
    }
}

/// A table that no reader knows, with its columns.
fn ask(found: Found, seen: Seen) -> Found {
    let mut notes = match found {
        _ if seen.columns.is_empty() => return found,
        Found::Unknown(notes) if !seen.unsaid => notes,
        Found::Unknown(_) | Found::Streams(_) if seen.unsaid => Vec::new(),
        found => return found,
    };
    let ask = [Some(if seen.unsaid { UNSAID } else { UNKNOWN }), seen.more.then_some(MORE)];
    notes.splice(0..0, ask.into_iter().flatten().map(Note::new));
    notes.truncate(MOST_NOTES);
    Found::Table { columns: seen.columns, notes }
}

/// What was read by what was said of its columns, which may be said otherwise.
fn ask_again(found: Found, seen: Seen) -> Found {
    match found {
        Found::LoadTest(reading) => {
            Found::LoadTest(crate::LoadTestReading { offered: seen.columns, ..reading })
        }
        Found::Trace(mut reading) => {
            reading.offered = seen.columns;
            Found::Trace(reading)
        }
        Found::Unknown(notes) if !seen.columns.is_empty() => Found::Table { columns: seen.columns, notes },
        found => found,
    }
}

const UNSAID: &str = "The names of these columns do not say what they hold. Say which column holds what. A table of token times has \
     columns t1, t2 and so on, or no header.";

const UNKNOWN: &str = "Nothing in this table is known by its name. Say which column holds what.";

const MORE: &str = "The table has more than 200 columns. The first 200 of them can be said.";

const _: () = assert!(MOST_COLUMNS == 200, "as the sentence says");

impl Family for Unmeant {
    fn push(&mut self, _: &[u8]) -> Result<(), Fault> {
        Ok(())
    }

    fn counted(&self) -> u64 {
        0
    }

    fn finish(self: Box<Self>) -> Found {
        Found::Unknown(vec![Note::new(self.0)])
    }
}
