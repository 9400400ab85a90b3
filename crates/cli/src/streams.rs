//! A file of token times, read and judged.

use crate::say;
use evidence::Reader;
use latency::{Targets, Terms};
use present::{StreamsAnswer, streams_report};
use quantity::Seconds;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};

/// Prints what the file says, judged by `targets`: TTFT, TPOT, longest gap, E2E. Gives what was wrong with it.
pub(crate) fn told(file: &OsStr, targets: [Option<f64>; 4]) -> io::Result<Vec<String>> {
    let reader = match read(file) {
        Ok(reader) => reader,
        Err(error) => return Ok(vec![format!("{} could not be read: {error}.", file.to_string_lossy())]),
    };
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

/// Reads the file slice by slice, up to its end or to where nothing further can be read.
fn read(file: &OsStr) -> io::Result<Reader> {
    let mut input: Box<dyn Read> =
        if file == "-" { Box::new(io::stdin().lock()) } else { Box::new(File::open(file)?) };
    let (mut reader, mut slice) = (Reader::new(), vec![0; 1 << 16]);
    loop {
        let length = input.read(&mut slice)?;
        if length == 0 || reader.push(&slice[..length]).is_err() {
            return Ok(reader);
        }
    }
}
