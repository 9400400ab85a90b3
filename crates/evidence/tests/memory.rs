//! How much is held at most while a file is read. Alone in its program, because what is counted is the whole program's.

use evidence::{Reader, Reading};
use latency::Synthetic;
use peak_alloc::PeakAlloc;
use std::fmt::Write;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes that are held at most while `file` is read, the reading included.
fn held(file: impl Iterator<Item = String>) -> (usize, Reading) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let mut reader = Reader::new();
    file.for_each(|slice| reader.push(slice.as_bytes()).expect("a sound file"));
    let reading = reader.finish();
    (MEMORY.peak_usage() - before, reading)
}

/// 8 bytes a token.
const VALUE: usize = size_of::<f64>();

/// What does not grow with the file: buffers, a slice of the file, tables of names.
const FIXED: usize = 500_000;

#[test]
fn no_more_is_held_than_four_times_the_values() {
    let streams = Synthetic { count: 1_000, ..Synthetic::default() }.streams();
    let times: Vec<Vec<String>> = streams
        .iter()
        .map(|stream| stream.arrivals().map(|chunk| chunk.at.get().to_string()).collect())
        .collect();
    let tokens: usize = times.iter().map(Vec::len).sum();
    let values = tokens * VALUE;

    let (peak, reading) = held(times.iter().map(|times| times.join(",") + "\n"));
    assert_eq!(reading.streams, streams);
    assert!(peak <= 4 * values + FIXED, "a line each request: {peak} of {values}");

    let one = std::iter::once("0.1".to_owned()).chain((0..tokens).map(|_| ",0.2".to_owned()));
    let (peak, _) = held(one);
    assert!(peak <= 4 * values + FIXED, "one request: {peak} of {values}");

    let lines = times.iter().enumerate().map(|(request, times)| {
        times.iter().fold(String::new(), |mut lines, time| {
            writeln!(lines, "{request},{time}").expect("a string takes all");
            lines
        })
    });
    let (peak, reading) = held(std::iter::once("request,time\n".to_owned()).chain(lines));
    assert_eq!(reading.streams, streams);
    assert!(peak <= 4 * values + FIXED, "a line each token: {peak} of {values}");
}

#[test]
fn what_is_not_asked_for_passes_by() {
    let text = "word ".repeat(10_000);
    let texts = (0..400).map(|_| format!("\"{text}\", "));
    let begin =
        "{\"ttfts\": [0.5, 0.25], \"itls\": [[0.1], [0.1]], \"output_lens\": [2, 2], \"generated_texts\": [";
    let file =
        std::iter::once(begin.to_owned()).chain(texts).chain(["\"\"], \"errors\": [\"\", \"\"]}".to_owned()]);
    let (peak, reading) = held(file);
    assert_eq!(reading.streams.len(), 2);
    assert!(peak <= FIXED, "20 MB of texts: {peak}");
    let line = "7".repeat(10_000);
    let (peak, reading) = held((0..400).map(|_| line.clone()));
    assert_eq!(reading.streams.len(), 0);
    assert!(peak <= FIXED, "a field of 4 MB: {peak}");
}
