//! How long a file takes to be read and summarised, beside how long it may.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs. What is
//! measured is the median of several samples: on a shared machine the fastest flatters and the mean is the neighbours'.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use evidence::{Reader, Reading};
use flate2::{Compression, write::GzEncoder};
use latency::{Chunk, Itl, Report, Stream, Streams, Synthetic, Terms};
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;
use timing::report;

fn main() {
    let million = Synthetic { count: 4_500, ..Synthetic::default() }.streams();
    let (requests, tokens, run) = (request_lines(&million), token_lines(&million), run(&million));
    let goal = 300_000.0;
    report("1 million token times from CSV, a line each request", goal, || summarised(requests.as_bytes()));
    report("1 million token times from CSV, a line each token", goal, || summarised(tokens.as_bytes()));
    report("1 million token times from vLLM JSON", goal, || summarised(run.as_bytes()));
    let packed = packed(requests.as_bytes());
    report("1 million token times from CSV packed with gzip", goal, || summarised(&packed));
}

/// Reads a file in the slices that a browser gives.
fn summarised(file: &[u8]) -> Report {
    let mut reader = Reader::new();
    for slice in black_box(file).chunks(1 << 16) {
        reader.push(slice).expect("a sound file");
    }
    let Reading { streams, notes, .. } = reader.finish();
    assert_eq!(notes, [], "a sound file");
    let report = Report::of(&streams, &Terms::default());
    assert!(report.counts.tokens >= 1_000_000, "a million token times are to be timed");
    report
}

fn times(stream: Stream<'_>) -> impl Iterator<Item = f64> {
    stream.arrivals().map(|Chunk { at, .. }| at.get())
}

fn joined(values: impl Iterator<Item = f64>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(",")
}

fn request_lines(streams: &Streams) -> String {
    streams.iter().map(|stream| joined(times(stream)) + "\n").collect()
}

fn token_lines(streams: &Streams) -> String {
    let mut text = String::from("request,time\n");
    for (request, stream) in streams.iter().enumerate() {
        times(stream).for_each(|time| writeln!(text, "{request},{time}").expect("a string takes all"));
    }
    text
}

/// The result of a run, with answers of some five letters a token.
fn run(streams: &Streams) -> String {
    let gaps = |stream| joined(Itl::PerChunk.gaps(stream).map(|gap| gap.value.get()));
    let itls: Vec<String> = streams.iter().map(|stream| format!("[{}]", gaps(stream))).collect();
    let ttfts = joined(streams.ttfts().map(quantity::Seconds::get));
    let lens = joined(streams.iter().map(|stream| stream.arrivals().count() as f64));
    let texts: Vec<String> =
        streams.iter().map(|stream| format!("{:?}", "word ".repeat(stream.arrivals().count()))).collect();
    format!(
        "{{\"completed\": {}, \"output_lens\": [{lens}], \"ttfts\": [{ttfts}], \"itls\": [{}], \"generated_texts\": [{}]}}",
        streams.len(),
        itls.join(", "),
        texts.join(", "),
    )
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes all")
}
