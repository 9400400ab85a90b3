//! Whole files against figures that others computed. The origin of our own is in `tests/fixtures/README.md`.

use crate::read::{all_chunks, read, shared};
use evidence::{Kind, Published, Rate, Reading, Statistic};
use latency::{Arrivals, Itl, Method, Metric, Outcome, Quantile, Report, Samples, Spread, Synthetic, Terms};
use quantity::{RequestsPerSecond, Seconds};
use serde_json::Value;

const METRICS: &str = include_str!("../../../latency/tests/golden/stream_metrics.json");
const SEED_7: &[u8] = include_bytes!("../fixtures/streams_seed7.csv");
const DETAILED: &[u8] = include_bytes!("../fixtures/bench_serve_detailed.json");
const TRIMMED: &[u8] = include_bytes!("../fixtures/bench_serve_trimmed.json");
const SUMMARY: &[u8] = include_bytes!("../fixtures/bench_serve_summary.json");
const NONE_SUCCEEDED: &[u8] = include_bytes!("../fixtures/bench_serve_none_succeeded.json");

fn close(name: &str, ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance * theirs.abs(), "{name}: {ours} is not {theirs}");
}

#[test]
fn the_file_of_seed_5_gives_the_metrics_of_the_reference() {
    let Some(file) = shared("golden/streams_seed5.csv.gz") else { return };
    let Reading { kind, streams, notes, .. } = read(&file);
    assert_eq!((kind, notes), (Some(Kind::RequestLines), vec![]));
    let report = Report::of(&streams, &Terms::default());
    let golden: Value = serde_json::from_str(METRICS).expect("a golden file is JSON");
    let tolerance = golden["tolerance_rel"].as_f64().expect("a tolerance");
    let metric = |name: &str| golden["metrics"][name].as_f64().expect("a metric");
    close("requests", report.counts.finished as f64, metric("requests"), 0.0);
    close("tokens", report.counts.tokens as f64, metric("tokens"), 0.0);
    for (name, spread) in [("ttft", report.ttft), ("tpot", report.tpot), ("itl", report.itl)] {
        let Spread { p50, p90, p95, p99, .. } = spread.expect("values");
        for (share, ours) in [("p50", p50), ("p90", p90), ("p95", p95), ("p99", p99)] {
            close(name, ours.get(), metric(&format!("{name}_{share}")), tolerance);
        }
    }
    let e2e = report.e2e.expect("values");
    close("e2e", e2e.p50.get(), metric("e2e_p50"), tolerance);
    close("e2e", e2e.p99.get(), metric("e2e_p99"), tolerance);
    close("itl", report.itl.expect("gaps").max.get(), metric("itl_max"), tolerance);
}

#[test]
fn a_file_of_synthetic_streams_holds_them_to_the_last_bit() {
    let reading = read(SEED_7);
    assert_eq!((reading.kind, &reading.notes), (Some(Kind::RequestLines), &vec![]));
    assert_eq!(reading.streams, Synthetic { seed: 7, count: 6, ..Synthetic::default() }.streams());
}

#[test]
fn percentiles_of_a_real_run_are_numpy_s_and_those_of_the_nearest_rank() {
    let folder = "data/bench-outputs/vllm-bench";
    let run = shared(&format!("{folder}/detailed_qwen3_8b_a100_rate2.5_v0.10.1.1_trimmed.json"));
    let expected = shared(&format!("{folder}/expected_ttft_percentiles_ms.csv"));
    let (Some(run), Some(expected)) = (run, expected) else { return };
    let reading = read(&run);
    assert_eq!(
        (reading.kind, reading.duration),
        (Some(Kind::BenchServe), Some(Seconds::new(82.584_604_900_330_3)))
    );
    let ttfts = Samples::new(reading.streams.ttfts());
    let text = String::from_utf8(expected).expect("a text");
    for line in text.lines().skip(1) {
        let fields: Vec<f64> = line.split(',').map(|field| field.parse().expect("a number")).collect();
        let quantile = Quantile::new(fields[0]).expect("a share");
        for (method, theirs) in [(Method::Linear, fields[1]), (Method::NearestRank, fields[2])] {
            let ours = ttfts.quantile(quantile, method).expect("200 values").get() * 1e3;
            assert!((ours - theirs).abs() <= 0.000_05, "{line}: {ours}");
        }
    }
    let report = Report::of(&reading.streams, &Terms::default());
    assert_eq!(report.ttft.expect("values").count, 200);
    // Request 1 has 16 tokens and 15 gaps; of the next, 12 of 625 are in the file.
    assert_eq!((report.tpot.map(|tpot| tpot.count), report.itl.map(|itl| itl.count)), (Some(1), Some(15)));
    assert_eq!(
        reading.notes[0].text,
        "TTFT is that of 200 requests; TPOT, the gaps between tokens and E2E are those of 1, because the file does \
         not hold all gaps of the others."
    );
}

#[test]
fn real_results_without_times_are_read_as_what_they_state() {
    let folder = "data/bench-outputs/vllm-bench";
    if let Some(file) = shared(&format!("{folder}/bench_serve_v0.25.1.json")) {
        let reading = read(&file);
        let published = reading.published.expect("figures");
        assert_eq!((reading.kind, reading.streams.len()), (Some(Kind::BenchServe), 0));
        assert_eq!((published.completed, published.failed), (Some(8), Some(0)));
        let ttft = published.figure(Metric::Ttft, Statistic::Median).expect("a median");
        close("the median TTFT", ttft.get(), 0.055_681_396_499_949_19, 1e-12);
        assert_eq!(published.figures.len(), 12);
    }
    if let Some(file) = shared(&format!("{folder}/bench_serve_all_requests_failed_v0.25.1.json")) {
        let reading = read(&file);
        assert_eq!(reading.published.expect("counts").figures, []);
        assert_eq!(reading.notes[0].text, "No request succeeded: 8 failed.");
    }
}

/// What a load test computes from its own times, by the definitions of vLLM: gaps are those between chunks, and the
/// standard deviation is that of a population.
#[test]
fn what_is_computed_is_what_the_file_states() {
    let reading = read(DETAILED);
    assert_eq!((reading.kind, &reading.notes), (Some(Kind::BenchServe), &vec![]));
    let published = reading.published.expect("figures");
    let report = Report::of(&reading.streams, &Terms { itl: Itl::PerChunk, ..Terms::default() });
    for metric in Metric::ALL {
        let spread = metric.spread(&report).expect("values");
        for (statistic, ours) in [
            (Statistic::Mean, spread.mean),
            (Statistic::Median, spread.p50),
            (Statistic::Quantile(Quantile::P50), spread.p50),
            (Statistic::Quantile(Quantile::P90), spread.p90),
            (Statistic::Quantile(Quantile::P95), spread.p95),
            (Statistic::Quantile(Quantile::P99), spread.p99),
            (Statistic::Quantile(Quantile::P99_9), spread.p99_9),
        ] {
            let theirs = published.figure(metric, statistic).expect("it is stated").get();
            close(&format!("{metric:?} {statistic:?}"), ours.get(), theirs, 1e-9);
        }
    }
    assert_eq!((report.counts.finished, report.counts.failed, report.counts.one_token), (11, 1, 1));
    let duration = reading.duration.expect("it is stated").get();
    close("the duration", report.duration.expect("seen").get(), duration, 1e-9);
    close("requests", report.finished_per_second().expect("a duration").get(), 11.0 / duration, 1e-9);
    let tokens = published.output_tokens_per_second.expect("it is stated");
    close("tokens", report.tokens_per_second().expect("a duration"), tokens, 1e-9);
    assert!(Arrivals::of(&reading.streams).is_some(), "each request says when it was sent");
}

#[test]
fn what_a_result_states_beside_its_latencies_is_read() {
    let Published { model, completed, failed, rate, max_concurrency, good_per_second, .. } =
        read(SUMMARY).published.expect("figures");
    assert_eq!(model.as_deref(), Some("example/small-4b"));
    assert_eq!((completed, failed, max_concurrency), (Some(11), Some(1), Some(4)));
    assert_eq!((rate, good_per_second), (Some(Rate::Unlimited), Some(RequestsPerSecond::new(1.5))));
    let limited = read(DETAILED).published.expect("figures");
    assert_eq!(limited.rate, Some(Rate::Limited(RequestsPerSecond::new(3.0))));
    assert_eq!((limited.good_per_second, limited.max_concurrency), (None, None));
}

#[test]
fn a_trimmed_result_gives_ttft_of_all_and_the_rest_of_those_that_are_whole() {
    let (whole, trimmed) = (read(DETAILED), read(TRIMMED));
    let [whole_report, report] =
        [&whole, &trimmed].map(|reading| Report::of(&reading.streams, &Terms::default()));
    assert_eq!(report.ttft, whole_report.ttft);
    // The first two requests, and the one of a single token, whose gaps are all there: none.
    let counted = [report.tpot, report.e2e].map(|spread| spread.map(|spread| spread.count));
    assert_eq!(counted, [Some(2), Some(3)]);
    assert_eq!(all_chunks(&trimmed.streams)[..2], all_chunks(&whole.streams)[..2]);
    assert_eq!((report.counts.first_only, report.finished_per_second()), (8, None));
    assert_eq!(
        trimmed.notes[0].text,
        "TTFT is that of 11 requests; TPOT, the gaps between tokens and E2E are those of 3, because the file does \
         not hold all gaps of the others."
    );
}

#[test]
fn a_result_without_times_or_without_success_says_so() {
    let summary = read(SUMMARY);
    assert_eq!(
        (summary.kind, summary.streams.len(), summary.notes[0].text.as_str()),
        (
            Some(Kind::BenchServe),
            0,
            "The file holds no times of single requests: vllm bench serve writes them with --save-detailed. There \
             are only the figures that it states itself.",
        )
    );
    let none = read(NONE_SUCCEEDED);
    let published = none.published.expect("counts");
    assert_eq!((published.figures.as_slice(), published.requests_per_second), (&[][..], None));
    assert_eq!(none.notes.len(), 1);
    assert_eq!(none.notes[0].text, "No request succeeded: 5 failed.");
    assert!(none.streams.iter().all(|stream| stream.outcome() != Outcome::Finished));
}
