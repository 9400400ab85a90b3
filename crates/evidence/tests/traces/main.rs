//! Traces, by what they must come to: published files where they are at hand, and look-alikes with numbers of our own.

mod published;
mod read;
mod slices;

use evidence::trace::{TraceReader, TraceReading};

/// The reading of `text`, pushed in slices of such a size.
pub(crate) fn sliced(text: &[u8], slice: usize) -> TraceReading {
    let mut reader = TraceReader::new();
    // What is no text stays a fault until the end, where it is told.
    let _told = text.chunks(slice.max(1)).try_for_each(|slice| reader.push(slice));
    reader.finish()
}

pub(crate) fn read(text: &str) -> TraceReading {
    sliced(text.as_bytes(), 1 << 16)
}

pub(crate) fn notes(reading: &TraceReading) -> Vec<&str> {
    reading.notes.iter().map(|note| note.text.as_str()).collect()
}
