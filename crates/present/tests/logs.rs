//! What is shown of traces and of `/metrics`, word by word.

use chart::Cell;
use evidence::metrics::MetricsReader;
use evidence::trace::TraceReader;
use present::{EvidenceShown, SignalTargets, metrics_shown, trace_shown};
use quantity::Fraction;
use std::fmt::Write as _;

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/");

fn trace(text: &[u8]) -> EvidenceShown {
    let mut reader = TraceReader::new();
    reader.push(text).expect("text");
    trace_shown(&reader.finish())
}

fn metrics(text: &str, targets: &SignalTargets) -> EvidenceShown {
    let mut reader = MetricsReader::new();
    reader.push(text.as_bytes()).expect("text");
    metrics_shown(&reader.finish(), targets)
}

fn rows(shown: &EvidenceShown, table: usize) -> Vec<String> {
    let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" | ");
    shown.tables[table].rows.iter().map(row).collect()
}

fn pairs(shown: &EvidenceShown, take: usize) -> Vec<String> {
    shown.takes[take].pairs.iter().map(|(key, text)| format!("{key}={text}")).collect()
}

/// One request a second for ten minutes, and in the third minute five a second, one of them of 9,000 tokens.
fn busy() -> String {
    let mut text = String::from("arrival_ms,prompt,output\n");
    for second in 0..600 {
        let busy = (120..180).contains(&second);
        for place in 0..if busy { 5 } else { 1 } {
            let prompt = if busy && place == 0 { 9000 } else { 1000 };
            writeln!(text, "{},{prompt},100", second * 1000 + place * 200).expect("a string");
        }
    }
    text
}

#[test]
fn a_trace_gives_the_plan_its_fullest_minute_and_says_what_means_miss() {
    let shown = trace(busy().as_bytes());
    assert_eq!(shown.kind, "trace as a table");
    assert_eq!(
        shown.headline,
        "840 requests in 599.0 s: 1.4 req/s on average, 5.0 req/s in the fullest minute."
    );
    let tiles: Vec<String> =
        shown.tiles.iter().map(|tile| format!("{}: {} ({})", tile.label, tile.text, tile.note)).collect();
    assert_eq!(
        tiles,
        [
            "Fullest minute: 5.0 req/s (300 requests, from 120.0 s on)",
            "Mean rate: 1.4 req/s ()",
            "Prompt: 1,571 tokens (mean; p95 9,000, p99 9,000)",
            "Answer: 100 tokens (mean; p95 100, p99 100)",
            "Burstiness, ca²: 0 (of the gaps inside the fullest minute; 1 is Poisson)",
        ]
    );
    assert_eq!(
        rows(&shown, 0),
        [
            "Prompt | 1,571 | 1.31 | 1,000 | 1,000 | 9,000 | 9,000 | 9,000",
            "Answer | 100 | 0 | 100 | 100 | 100 | 100 | 100"
        ]
    );
    // 1.32 million prompt tokens in 599 s, and 3.57 times as many a second in the third minute.
    assert_eq!(rows(&shown, 1), ["Prompts | 2,204 tok/s | 7,867 tok/s", "Answers | 140 tok/s | 501 tok/s"]);
    assert_eq!(pairs(&shown, 0), ["rate=5", "in=1571", "out=100", "ca2=0", "cs2=1.72"]);
    assert_eq!(
        shown.takes[0].sentence,
        "The plan will have 5.0 req/s with prompts of 1,571 tokens and answers of 100 tokens, ca² 0, cs² 1.72. A plan by means alone would have 1.4 req/s: the fullest minute has 3.57 times as many; it would not see that one prompt in a hundred has 5.73 times the mean or more."
    );
    let ids: Vec<&str> = shown.charts.iter().map(|chart| chart.id).collect();
    assert_eq!(ids, ["chart-trace-rate", "chart-trace-prompts", "chart-trace-answers"]);
    let rate = &shown.charts[0].series[0].points;
    // Steps of five seconds; five times as many in the third minute.
    assert_eq!((rate.len(), rate[0], rate[24]), (120, (2.5, Some(1.0)), (122.5, Some(5.0))));
}

#[test]
fn hits_are_offered_apart_because_no_cache_is_endless() {
    let line = |at: u32, blocks: &str| {
        format!(
            "{{\"timestamp\": {at}, \"input_length\": 1000, \"output_length\": 10, \"hash_ids\": [{blocks}]}}\n"
        )
    };
    let text: String = (0..200).map(|place| line(place * 1000, &format!("0, {}", place + 1))).collect();
    let shown = trace(text.as_bytes());
    assert_eq!(shown.takes.len(), 2);
    assert!(pairs(&shown, 0).iter().all(|pair| !pair.starts_with("cached")));
    // All but the first find the first block: 199 × 512 of 200,000 tokens.
    assert!(pairs(&shown, 1).contains(&"cached=0.509".to_owned()), "{:?}", pairs(&shown, 1));
}

#[test]
fn a_trace_without_arrivals_has_lengths_and_no_workload() {
    let shown = trace(b"num_prefill_tokens,num_decode_tokens\n100,10\n300,30\n");
    assert_eq!(shown.headline, "2 requests with prompts of 200 tokens on average, and no rate.");
    assert_eq!((shown.takes.len(), shown.charts.len(), shown.tables.len()), (0, 2, 1));
    assert_eq!(trace(b"nothing").headline, "No request was read.");
}

/// A replica that works on 64 requests, with so many waiting.
fn engines(count: usize, waiting: u32, kv: f64) -> String {
    let engine = |engine: usize| {
        format!(
            "vllm:num_requests_running{{engine=\"{engine}\"}} 64\nvllm:num_requests_waiting{{engine=\"{engine}\"}} {waiting}\nvllm:kv_cache_usage_perc{{engine=\"{engine}\"}} {kv}\n"
        )
    };
    (0..count).map(engine).collect()
}

#[test]
fn each_signal_is_held_to_its_target() {
    let targets = SignalTargets::default();
    let shown = metrics(&engines(2, 12, 0.5), &targets);
    assert_eq!(
        shown.headline,
        "24 requests wait, 128 run, and 50% of the KV pool is in use. An autoscaler on waiting requests would ask for 5 replicas."
    );
    assert_eq!(
        rows(&shown, 0),
        [
            "Waiting requests | 12.0 | 5.00 | 5 replicas",
            "KV pool in use | 50% | 80% | no change",
            "Requests in flight | 64.0 | not known | not judged"
        ]
    );
    assert!(
        shown
            .notes
            .iter()
            .any(|note| note.starts_with("An autoscaler on the KV pool alone would have stayed silent"))
    );
    let targets_note = "The targets of the signals are assumptions: 5.00 requests waiting at each replica, as in the guide of vLLM’s production stack, 80% of the KV pool, and 80% of the requests that a replica can have in flight, by its limit or by the longest contexts that its pool holds.";
    assert!(shown.notes.iter().any(|note| note == targets_note), "{:?}", shown.notes);
    // Within a tenth of the target nothing is done, and above it is.
    let rows_at = |waiting, kv| {
        rows(&metrics(&engines(10, waiting, kv), &SignalTargets { waiting: 100.0, ..targets }), 0)
    };
    assert_eq!(
        rows_at(109, 0.87)[..2],
        [
            "Waiting requests | 109 | 100 | no change: within the band",
            "KV pool in use | 87% | 80% | no change: within the band"
        ]
    );
    assert_eq!(
        rows_at(111, 0.9)[..2],
        ["Waiting requests | 111 | 100 | 12 replicas", "KV pool in use | 90% | 80% | 12 replicas"]
    );
    let strict = SignalTargets { kv: 0.95, tolerance: Fraction::new(0.1), ..targets };
    assert_eq!(
        rows(&metrics(&engines(1, 0, 1.0), &strict), 0)[1],
        "KV pool in use | 100% | 95% | 1 replica, and never more: it ends at 100%"
    );
}

/// A gauge that its own limit ends: of 512 slots, four fifths is the target.
#[test]
fn what_is_in_flight_is_held_to_the_engine_s_limit() {
    let text = "nv_trt_llm_request_metrics{request_type=\"max\"} 512\nnv_trt_llm_request_metrics{request_type=\"scheduled\"} 512\nnv_trt_llm_request_metrics{request_type=\"waiting\"} 0\n";
    let shown = metrics(text, &SignalTargets::default());
    assert_eq!(rows(&shown, 0)[2], "Requests in flight | 512 | 410 | 2 replicas");
}

#[test]
fn quantiles_past_the_last_bound_are_at_least_it() {
    let mut text = String::new();
    for (bound, count) in [("30", 80), ("60", 90), ("+Inf", 100)] {
        writeln!(text, "vllm:time_to_first_token_seconds_bucket{{le=\"{bound}\"}} {count}")
            .expect("a string");
    }
    text += "vllm:time_to_first_token_seconds_sum 5000\n";
    let shown = metrics(&text, &SignalTargets::default());
    assert_eq!(
        rows(&shown, 0),
        ["TTFT | 100 | 50.0 s | 18.8 s | at least 60.0 s | over 60.0 s | at least 60.0 s"]
    );
    assert_eq!(
        shown.charts[0].sentence,
        "10% of the observations are past the last bound, 60.0 s: how far, nothing says."
    );
}

#[test]
fn a_window_gives_a_rate() {
    let at = |time: u64, count: u32| {
        let mut text = format!("vllm:request_success_total{{finished_reason=\"stop\"}} {count} {time}\n");
        for (name, tokens) in [("prompt", 500), ("generation", 100)] {
            let name = format!("vllm:request_{name}_tokens");
            writeln!(
                text,
                "{name}_bucket{{le=\"1000\"}} {count}\n{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {}",
                count * tokens
            )
            .expect("a string");
        }
        text
    };
    let shown = metrics(
        &[at(1_772_000_000_000, 100), at(1_772_000_060_000, 400)].concat(),
        &SignalTargets::default(),
    );
    assert_eq!(pairs(&shown, 0), ["rate=5", "in=500", "out=100"]);
    assert_eq!(
        shown.takes[0].sentence,
        "The plan will have prompts of 500 tokens and answers of 100 tokens, and the 5.0 req/s that were answered in the window. What still waits is not in that rate."
    );
}

/// The published ones, where they are at hand.
#[test]
fn published_files_say_what_matters() {
    let read = |name: &str| {
        let bytes = std::fs::read([SHARED, name].concat()).ok();
        if bytes.is_none() {
            println!("{name} is not beside the repository: nothing was compared.");
        }
        bytes
    };
    if let Some(bytes) = read("traces/azure2023_conv.csv") {
        let shown = trace(&bytes);
        assert_eq!(
            shown.headline,
            "19,366 requests in 3,501.7 s: 5.5 req/s on average, 8.5 req/s in the fullest minute."
        );
        assert_eq!(pairs(&shown, 0), ["rate=8.45", "in=1155", "out=211", "ca2=1.03", "cs2=0.922"]);
    }
    if let Some(bytes) = read("metrics/vllm_0.25.1_loaded.prom") {
        let shown = metrics(&String::from_utf8(bytes).expect("text"), &SignalTargets::default());
        assert_eq!(
            shown.headline,
            "64 requests wait, 64 run, and 11% of the KV pool is in use. An autoscaler on waiting requests would ask for 13 replicas."
        );
        assert_eq!(pairs(&shown, 0), ["in=512", "out=256", "cached=0.00729"]);
    }
    if let Some(bytes) = read("metrics/sglang_docs_example_v0.4.prom") {
        let shown = metrics(&String::from_utf8(bytes).expect("text"), &SignalTargets::default());
        assert!(shown.tiles.iter().any(|tile| tile.text == "at least 30.0 s" && tile.note == "mean 213.7 s"));
    }
}
