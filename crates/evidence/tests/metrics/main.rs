//! Expositions of metrics, by what they must come to: published ones where they are at hand, and look-alikes of our own.

mod published;
mod read;
mod slices;

use evidence::metrics::{MetricsReader, MetricsReading};

/// The reading of `text`, pushed in slices of such a size.
pub(crate) fn sliced(text: &[u8], slice: usize) -> MetricsReading {
    let mut reader = MetricsReader::new();
    text.chunks(slice.max(1)).try_for_each(|slice| reader.push(slice)).expect("no fault there is");
    reader.finish()
}

pub(crate) fn read(text: &str) -> MetricsReading {
    sliced(text.as_bytes(), 1 << 16)
}

pub(crate) fn notes(reading: &MetricsReading) -> Vec<&str> {
    reading.notes.iter().map(|note| note.text.as_str()).collect()
}
