//! How much is held at most while a trace or an exposition is read: one test, alone in its program, because the whole
//! program is counted.

use evidence::metrics::MetricsReader;
use evidence::trace::TraceReader;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Counts by length and by time, arrivals that another may still precede, blocks that were seen.
const TRACE: usize = 12_000_000;

/// Names with their buckets.
const METRICS: usize = 1_000_000;

#[test]
fn what_is_held_does_not_grow_with_the_file() {
    // Up to 250,000 tokens, so that each length may be counted apart.
    let row = |place: u64| format!("{},{},{}\n", place * 10, 1 + place * 7919 % 250_000, 1 + place % 4000);
    let mut traces = Vec::new();
    for requests in [200_000, 800_000] {
        traces.push(held(|| {
            let mut reader = TraceReader::new();
            reader.push(b"arrival_ms,prompt,output\n").expect("text");
            (0..requests).for_each(|place| reader.push(row(place).as_bytes()).expect("text"));
            assert_eq!(reader.finish().requests, requests);
        }));
    }
    assert!(traces.iter().all(|peak| *peak <= TRACE), "{traces:?}");
    assert!(traces[1] < traces[0] + TRACE / 10, "four times the requests: {traces:?}");

    // A field, a line and a string that do not end.
    let endless = held(|| {
        let (mut table, mut lines, mut metrics) =
            (TraceReader::new(), TraceReader::new(), MetricsReader::new());
        table.push(b"arrival_ms,prompt,output\n").expect("text");
        lines.push(b"{\"timestamp\": \"").expect("text");
        for _ in 0..400 {
            let part = "7".repeat(10_000);
            table.push(part.as_bytes()).expect("text");
            lines.push(part.as_bytes()).expect("text");
            metrics.push(part.as_bytes()).expect("text");
        }
    });
    assert!(endless <= METRICS, "{endless}");

    let pods = held(|| {
        let mut reader = MetricsReader::new();
        for pod in 0..20_000 {
            let lines = ["0.5", "1.0", "+Inf"].map(|le| {
                format!("vllm:e2e_request_latency_seconds_bucket{{pod=\"{pod}\",le=\"{le}\"}} 7\n")
            });
            reader.push(lines.concat().as_bytes()).expect("text");
        }
        assert_eq!(reader.finish().observed[0].buckets.count(), 140_000);
    });
    assert!(pods <= METRICS, "{pods}");
}

/// Bytes that `read` holds at most.
fn held(read: impl FnOnce()) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    read();
    MEMORY.peak_usage().saturating_sub(before)
}
