//! A file of token times, read and judged.

use crate::say;
use crate::source::pour;
use evidence::Reader;
use latency::{Targets, Terms};
use present::{StreamsAnswer, streams_report};
use quantity::Seconds;
use std::ffi::OsStr;
use std::io;

/// Prints what the file says, judged by `targets`: TTFT, TPOT, longest gap, E2E. Gives what was wrong with it.
pub(crate) fn told(file: &OsStr, targets: [Option<f64>; 4]) -> io::Result<Vec<String>> {
    let mut reader = Reader::new();
    if let Err(error) = pour(file, |slice| reader.push(slice).is_ok()) {
        return Ok(vec![format!("{} could not be read: {error}.", file.to_string_lossy())]);
    }
    let reading = reader.finish();
    let notes: Vec<String> = reading.notes.into_iter().map(|note| note.text).collect();
    if reading.streams.is_empty() {
        return Ok(notes);
    }
    let [ttft, tpot, longest_gap, e2e] = targets.map(|limit| limit.map(Seconds::new));
    let terms = Terms {
        targets: Targets { ttft, tpot, longest_gap, e2e },
        duration: reading.duration,
        ..Terms::default()
    };
    let answer = StreamsAnswer::of(&reading.streams, &terms, Vec::new());
    say(&streams_report(&answer.shown()))?;
    Ok(notes)
}
