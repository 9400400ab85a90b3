//! How much is held at most while a file is read: one test, alone in its program, because the whole program is counted.

use evidence::{Reader, Reading};
use latency::{Itl, Streams, Synthetic};
use peak_alloc::PeakAlloc;
use std::iter::once;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What does not grow with the file: buffers, a slice of the file, what requests are called.
const FIXED: usize = 200_000;

#[test]
fn no_more_is_held_than_four_times_the_values_that_are_asked_for() {
    let streams = Synthetic { count: 1_000, ..Synthetic::default() }.streams();
    let values = streams.iter().map(|stream| stream.arrivals().count()).sum::<usize>() * size_of::<f64>();
    for (name, file) in [
        ("a line each request", Box::new(request_lines(&streams)) as Box<dyn Iterator<Item = String>>),
        ("a line each token", Box::new(token_lines(&streams))),
        (
            "a list each request",
            Box::new(request_lines(&streams).map(|line| format!("[{}]\n", line.trim_end()))),
        ),
        ("a result of a run", Box::new(run(&streams))),
    ] {
        let (peak, reading) = held(file);
        assert_eq!(reading.streams.len(), streams.len(), "{name}: {:?}", reading.notes);
        println!("{name} {}", peak as f64 / values as f64);
        assert!(peak <= 4 * values + FIXED, "{name}: {peak} bytes for values of {values}");
    }
    let (peak, reading) = held(once("0.1".to_owned()).chain((0..values / 8).map(|_| ",0.2".to_owned())));
    assert_eq!(reading.streams.len(), 1);
    assert!(peak <= 4 * values + FIXED, "one request of all tokens: {peak} bytes for values of {values}");

    let (peak, _) = held((0..400).map(|_| "7".repeat(10_000)));
    assert!(peak <= FIXED, "a field of 4 MB: {peak} bytes");
}

/// Bytes that are held at most while `file` is read, the reading included.
fn held(file: impl Iterator<Item = String>) -> (usize, Reading) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let mut reader = Reader::new();
    file.for_each(|slice| reader.push(slice.as_bytes()).expect("a sound file"));
    let reading = reader.finish();
    (MEMORY.peak_usage() - before, reading)
}

fn joined(values: impl Iterator<Item = f64>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(",")
}

fn request_lines(streams: &Streams) -> impl Iterator<Item = String> {
    streams.iter().map(|stream| joined(stream.arrivals().map(|chunk| chunk.at.get())) + "\n")
}

fn token_lines(streams: &Streams) -> impl Iterator<Item = String> {
    let lines = |(request, stream): (usize, latency::Stream<'_>)| {
        let line = |chunk: latency::Chunk| format!("{request},{}\n", chunk.at.get());
        stream.arrivals().map(line).collect::<String>()
    };
    once("request,time\n".to_owned()).chain(streams.iter().enumerate().map(lines))
}

/// The result of a run in slices, with answers of 20 kB each.
fn run(streams: &Streams) -> impl Iterator<Item = String> {
    let gaps = |stream| joined(Itl::PerChunk.gaps(stream).map(|gap| gap.value.get()));
    let ttfts = joined(streams.ttfts().map(quantity::Seconds::get));
    once(format!("{{\"ttfts\": [{ttfts}], \"generated_texts\": [\"\""))
        .chain(streams.iter().map(|_| format!(", {:?}", "\"word\" ".repeat(2_000))))
        .chain(once("], \"itls\": [".to_owned()))
        .chain(
            streams.iter().enumerate().map(move |(place, stream)| {
                format!("{}[{}]", if place == 0 { "" } else { ", " }, gaps(stream))
            }),
        )
        .chain(once("]}".to_owned()))
}
