//! Reading for tests: whole files, slices, packed ones.

use evidence::{Reader, Reading};
use flate2::{Compression, write::GzEncoder};
use latency::{Stream, Streams};
use std::io::Write;
use std::path::PathBuf;

/// What `bytes` hold, pushed at once. A fault is told by the reading too.
pub(crate) fn read(bytes: &[u8]) -> Reading {
    in_slices([bytes])
}

/// What these slices hold, whether or not the reader wants all of them.
pub(crate) fn in_slices<'a>(slices: impl IntoIterator<Item = &'a [u8]>) -> Reading {
    let mut reader = Reader::new();
    let fault = slices.into_iter().find_map(|slice| reader.push(slice).err());
    let reading = reader.finish();
    if let Some(fault) = fault {
        assert!(reading.notes.iter().any(|note| note.text == fault.text), "{fault} is not told");
    }
    reading
}

/// The sentences of the notes on `bytes`.
pub(crate) fn notes(bytes: &[u8]) -> Vec<String> {
    read(bytes).notes.into_iter().map(|note| note.text).collect()
}

pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes all")
}

/// The times and tokens of each chunk of a request.
pub(crate) fn chunks(stream: Stream<'_>) -> Vec<(f64, u32)> {
    stream.arrivals().map(|chunk| (chunk.at.get(), chunk.tokens)).collect()
}

/// The times and tokens of each request.
pub(crate) fn all_chunks(streams: &Streams) -> Vec<Vec<(f64, u32)>> {
    streams.iter().map(chunks).collect()
}

/// A file of the data that is shared beside the repository; `None`, with a sentence, where it is not there.
pub(crate) fn shared(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        println!("skipped: the shared data beside the repository has no {name}");
    }
    bytes
}
