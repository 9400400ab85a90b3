//! How long traces and expositions take to be read and summarised, beside how long they may.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use evidence::metrics::{Meaning, MetricsReader};
use evidence::trace::TraceReader;
use latency::Random;
use std::fmt::Write as _;
use std::hint::black_box;
use timing::report;

/// Requests of a trace, and bytes of an exposition.
const REQUESTS: u64 = 1_000_000;
const BYTES: usize = 20_000_000;

fn main() {
    let (table, lines) = (table(), lines());
    let goal = 1e6;
    report("a trace of 1 million requests from CSV", goal, || traced(table.as_bytes()));
    report("a trace of 1 million requests from JSON lines with hashes", goal, || traced(lines.as_bytes()));
    let exposition = exposition();
    // 200 MB a second.
    report("20 MB of Prometheus text", 100_000.0, || scraped(exposition.as_bytes()));
}

fn traced(file: &[u8]) -> f64 {
    let mut reader = TraceReader::new();
    black_box(file).chunks(1 << 16).for_each(|slice| reader.push(slice).expect("a sound file"));
    let reading = reader.finish();
    assert_eq!(reading.requests, REQUESTS, "a million are to be timed: {:?}", reading.notes);
    reading.workload.expect("a workload").cs2
}

fn scraped(file: &[u8]) -> u64 {
    let mut reader = MetricsReader::new();
    black_box(file).chunks(1 << 16).for_each(|slice| reader.push(slice).expect("a sound file"));
    let reading = reader.finish();
    reading.observed(Meaning::Ttft).expect("a histogram").buckets.count()
}

/// A request about each 20 ms, of some thousand tokens.
fn requests() -> impl Iterator<Item = (u64, u64, u64)> {
    let (mut random, mut at) = (Random::new(7), 0);
    (0..REQUESTS).map(move |_| {
        let mut below = |end: u32| u64::from(random.below(end));
        at += below(40);
        (at, 1 + below(4000), 1 + below(800))
    })
}

fn table() -> String {
    let mut text = String::from("TIMESTAMP,ContextTokens,GeneratedTokens\n");
    for (at, prompt, output) in requests() {
        let (second, rest) = (at / 1000, at % 1000);
        let (hour, minute, second) = (second / 3600 % 24, second / 60 % 60, second % 60);
        writeln!(text, "2026-01-01 {hour:02}:{minute:02}:{second:02}.{rest:03}0000,{prompt},{output}")
            .expect("a string takes all");
    }
    text
}

fn lines() -> String {
    let mut text = String::new();
    for (place, (at, prompt, output)) in requests().enumerate() {
        let blocks: Vec<String> =
            (0..prompt.div_ceil(512)).map(|block| (block * 1000 + place as u64 % 1000).to_string()).collect();
        let blocks = blocks.join(", ");
        writeln!(text, "{{\"timestamp\": {at}, \"input_length\": {prompt}, \"output_length\": {output}, \"hash_ids\": [{blocks}]}}").expect("a string takes all");
    }
    text
}

/// Many pods of one engine.
fn exposition() -> String {
    const BOUNDS: [&str; 12] =
        ["0.001", "0.005", "0.01", "0.02", "0.04", "0.06", "0.08", "0.1", "0.25", "0.5", "1.0", "+Inf"];
    let mut text = String::with_capacity(BYTES + 4096);
    let mut pod = 0;
    while text.len() < BYTES {
        for name in
            ["time_to_first_token_seconds", "e2e_request_latency_seconds", "inter_token_latency_seconds"]
        {
            for (place, bound) in BOUNDS.iter().enumerate() {
                writeln!(text, "vllm:{name}_bucket{{engine=\"0\",le=\"{bound}\",model_name=\"a-model-of-ours\",pod=\"vllm-{pod}\"}} {}.0", place * 1000 + pod % 7)
                    .expect("a string takes all");
            }
            writeln!(text, "vllm:{name}_sum{{engine=\"0\",model_name=\"a-model-of-ours\",pod=\"vllm-{pod}\"}} 1.234567e+03").expect("a string takes all");
        }
        writeln!(
            text,
            "vllm:num_requests_running{{engine=\"0\",model_name=\"a-model-of-ours\",pod=\"vllm-{pod}\"}} 8.0"
        )
        .expect("a string takes all");
        pod += 1;
    }
    text
}
