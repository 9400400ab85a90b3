//! How long the files of load tests take to be read, beside how long they may: 150 MB of JSON a second, and a million
//! lines of CSV a second.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs. A line `note` says
//! the same in MB a second. The files are made here, of some 50 MB each, with numbers of as many digits as tools write.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use evidence::{LoadTestReader, LoadTestReading};
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;
use timing::report;

/// So many bytes a microsecond are to be read.
const GOAL: f64 = 150.0;

/// So many bytes a file has at least.
const SIZE: usize = 50_000_000;

/// The gaps of an answer.
const GAPS: usize = 300;

/// Adds to a text what belongs to the request of this number.
type Add<'a> = &'a dyn Fn(&mut String, usize);

fn main() {
    let runs = run();
    let lines = file("", &aiperf, "");
    let plain = file("", &plain, "");
    let table = file("ttft_ms,latency_ms,output_tokens,start_s\n", &row, "");
    let count = table.lines().count() as f64;
    for (name, file, goal) in [
        ("50 MB of JSON, vLLM with its detail", &runs, runs.len() as f64 / GOAL),
        ("50 MB of JSON lines, AIPerf with its gaps", &lines, lines.len() as f64 / GOAL),
        ("50 MB of JSON lines, figures of each request", &plain, plain.len() as f64 / GOAL),
        ("50 MB of CSV, figures of each request", &table, count),
    ] {
        let (begin, bytes) = (Instant::now(), file.len() as f64);
        black_box(read(file));
        println!(
            "note\t{name}: {:.0} MB/s at the first reading",
            bytes / 1e6 / begin.elapsed().as_secs_f64()
        );
        report(name, goal, || read(file));
    }
}

/// Reads a file in the slices that a browser gives.
fn read(file: &str) -> LoadTestReading {
    let mut reader = LoadTestReader::new();
    for slice in black_box(file.as_bytes()).chunks(1 << 16) {
        reader.push(slice).expect("a sound file");
    }
    let reading = reader.finish();
    assert_eq!(reading.test.levels.len(), 1, "{:?}", reading.notes);
    reading
}

fn file(head: &str, add: Add<'_>, tail: &str) -> String {
    let mut text = String::with_capacity(SIZE + 10_000);
    text.push_str(head);
    (0..)
        .take_while(|place| {
            add(&mut text, *place);
            text.len() < SIZE
        })
        .for_each(drop);
    text + tail
}

/// A gap of as many digits as Python prints.
fn gap(request: usize, place: usize) -> f64 {
    0.008 + ((request * 7_919 + place * 104_729) % 99_991) as f64 / 12_345_678.9
}

fn gaps(text: &mut String, request: usize, scale: f64) {
    for place in 0..GAPS {
        let comma = if place == 0 { "" } else { ", " };
        write!(text, "{comma}{}", gap(request, place) * scale).expect("a string takes all");
    }
}

/// A run with its detail: an answer of 300 tokens takes 6 kB of gaps and 2 kB of text.
fn run() -> String {
    let count = SIZE / 8_100;
    let join = |each: &dyn Fn(usize) -> String| (0..count).map(each).collect::<Vec<_>>().join(", ");
    let list = |request: usize| {
        let mut text = String::new();
        gaps(&mut text, request, 1.0);
        format!("[{text}]")
    };
    let words = "the next words of an answer, \\\"quoted\\\" now and then\\n ".repeat(36);
    format!(
        "{{\"completed\": {count}, \"duration\": 900.5, \"request_rate\": 9.5, \"output_lens\": [{}], \"ttfts\": [{}], \
         \"itls\": [{}], \"generated_texts\": [{}]}}",
        join(&|_| (GAPS + 1).to_string()),
        join(&|request| gap(request, 1).to_string()),
        join(&list),
        join(&|_| format!("\"{words}\"")),
    )
}

fn aiperf(text: &mut String, request: usize) {
    let ns = 1_900_000_000_000_000_000 + 1_000_003 * request as u64;
    let total: f64 = (0..GAPS).map(|place| gap(request, place) * 1e3).sum();
    write!(
        text,
        "{{\"metadata\":{{\"x_request_id\":\"request-{request:08}\",\"timestamp_ns\":{ns},\"worker_id\":\"worker_1\",\
         \"credit_phase\":\"profiling\"}},\"metrics\":{{\"input_sequence_length\":{{\"value\":550,\"unit\":\"tokens\"}},\
         \"time_to_first_token\":{{\"value\":80.5,\"unit\":\"ms\"}},\"request_latency\":{{\"value\":{},\"unit\":\"ms\"}},\
         \"output_sequence_length\":{{\"value\":{},\"unit\":\"tokens\"}},\"inter_chunk_latency\":{{\"value\":[",
        80.5 + total,
        GAPS + 1
    )
    .expect("a string takes all");
    gaps(text, request, 1e3);
    text.push_str("],\"unit\":\"ms\"}},\"error\":null}\n");
}

fn plain(text: &mut String, request: usize) {
    let (ttft, latency) = (gap(request, 1), 2.0 + gap(request, 2));
    let words = "the words of an answer that nobody asks for ".repeat(8);
    writeln!(
        text,
        "{{\"ttft_s\": {ttft}, \"latency_s\": {latency}, \"prompt_tokens\": 512, \"output_tokens\": 128, \"start\": {request}, \
         \"error\": null, \"text\": \"{words}\"}}"
    )
    .expect("a string takes all");
}

fn row(text: &mut String, request: usize) {
    let (ttft, latency) = (gap(request, 1) * 1e3, 2e3 + gap(request, 2) * 1e3);
    writeln!(text, "{ttft},{latency},128,{request}").expect("a string takes all");
}
