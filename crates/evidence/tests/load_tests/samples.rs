//! Real files against the figures that they are known for. They stay where they are: see the README of the shared data.

use crate::read::{P99, all_notes, is, one, ours, read, shared, stated};
use evidence::{Load, LoadTestReader, Statistic, Tool};
use latency::definition::{closed_loop, mean_gap};
use latency::{Definition, Method, Metric, Quantile};
use quantity::Seconds;

const MEAN: Statistic = Statistic::Mean;

fn bench(name: &str) -> Option<Vec<u8>> {
    shared(&format!("bench-outputs/{name}"))
}

#[test]
fn every_sample_is_told_from_other_files() {
    for (name, tool) in [
        ("vllm-bench/bench_serve_v0.25.1.json", Tool::VllmBench),
        ("vllm-bench/bench_serve_all_requests_failed_v0.25.1.json", Tool::VllmBench),
        ("vllm-bench/detailed_qwen3_8b_a100_rate2.5_v0.10.1.1_trimmed.json", Tool::VllmBench),
        ("sglang/bench_one_batch_te_tp4.jsonl", Tool::SglangBench),
        ("aiperf/profile_export_2025-10_trimmed.jsonl", Tool::Aiperf),
        ("aiperf/profile_export_aiperf_v0.10.0_c16.csv", Tool::Aiperf),
        ("aiperf/profile_export_aiperf_v0.10.0_c16.json", Tool::Aiperf),
        ("guidellm/benchmarks_v0.3_schema_throughput_trimmed.json", Tool::Guidellm03),
        ("guidellm/benchmarks_v0.5.0_synchronous_trimmed.json", Tool::Guidellm05),
        ("llmperf/fireworks_70b_summary.json", Tool::Llmperf),
        ("llmperf/groq_70b_individual_responses.json", Tool::Llmperf),
        ("mlperf/v4.1_amd_8xmi300x_llama2-70b-99_server_mlperf_log_summary.txt", Tool::Mlperf),
        ("inference-perf/vllm+batch_size/stage_0_lifecycle_metrics.json", Tool::InferencePerf),
        ("inference-perf/vllm+batch_size/stage_0_prometheus_metrics.json", Tool::InferencePerf),
    ] {
        let Some(file) = bench(name) else { continue };
        assert!(LoadTestReader::is(file.get(..4096).unwrap_or(&file)), "{name}");
        assert_eq!(read(&file).test.tool, Some(tool), "{name}");
    }
    for name in [
        "bench-outputs/sglang/bench_serving_keys_by_generation.csv",
        "bench-outputs/aiperf/prom_window_same_run.json",
        "traces/mooncake_fast25_synthetic.jsonl",
        "traces/azure2023_code.csv",
        "hf-configs/models.csv",
        "metrics/vllm_0.25.1_idle.prom",
    ] {
        let Some(file) = shared(name) else { continue };
        assert!(!LoadTestReader::is(file.get(..4096).unwrap_or(&file)), "{name}");
    }
}

#[test]
fn vllm_s_percentiles_are_the_expected_ones_and_failures_are_no_data() {
    let (Some(file), Some(expected)) = (
        bench("vllm-bench/detailed_qwen3_8b_a100_rate2.5_v0.10.1.1_trimmed.json"),
        bench("vllm-bench/expected_ttft_percentiles_ms.csv"),
    ) else {
        return;
    };
    let level = one(file);
    for line in String::from_utf8(expected).expect("a text").lines().skip(1) {
        let row: Vec<f64> = line.split(',').map(|field| field.parse().expect("a number")).collect();
        let share = Quantile::new(row[0]).expect("a share");
        is(line, ours(&level, Metric::Ttft, Statistic::Quantile(share)), row[1], 5e-5);
        let nearest = Definition::Guidellm03.quantile(Metric::Ttft, share, &level.streams);
        is(line, nearest.map(|time| time.get() * 1e3), row[2], 5e-5);
    }
    assert_eq!((level.prompt, level.output), (Some(331.78), Some(213.36)));
    // Of one request of 200 there are all gaps: no TPOT is made of it.
    assert_eq!((ours(&level, Metric::Tpot, MEAN), level.in_flight()), (None, None));
    let Some(file) = bench("vllm-bench/bench_serve_all_requests_failed_v0.25.1.json") else { return };
    let level = one(file);
    assert_eq!((level.completed, level.failed), (Some(0), Some(8)));
    assert!(level.figures.is_empty() && level.ours.is_empty() && level.requests_per_second.is_none());
    assert_eq!(level.notes, ["No request succeeded: 8 failed. The zeros it states are no figures."]);
}

#[test]
fn a_run_with_a_cap_of_two_is_a_closed_loop_of_two_and_not_of_six() {
    let Some(file) = bench("vllm-bench/bench_serve_v0.25.1.json") else { return };
    let level = one(file);
    assert_eq!(level.load, Load::Closed(2.0));
    is("p99 TTFT", ours(&level, Metric::Ttft, P99), 734.404_917_410_142_8, 1e-9);
    // c × n / (TTFT + (n − 1) × TPOT) is what it states within half a per cent.
    let of = |metric| level.figure(metric, MEAN).expect("stated");
    let expected = closed_loop(2.0, level.output.expect("stated"), of(Metric::Ttft), of(Metric::Tpot));
    is("tokens a second", expected, level.output_tokens_per_second.expect("stated"), 0.5);
    let notes = level.notes.join("\n");
    assert!(
        notes.contains("up to 6 requests in flight under a cap of 2") && notes.contains("Only 8 requests"),
        "{notes}"
    );
}

#[test]
fn aiperf_hides_stalls_nine_times_over() {
    for name in ["json", "csv"] {
        let Some(file) = bench(&format!("aiperf/profile_export_aiperf_v0.10.0_c16.{name}")) else { continue };
        let level = one(file);
        is("p99 ITL", stated(&level, Metric::Itl, P99), 13.27, 0.005);
        let gap = level.gaps.iter().find(|figure| figure.statistic == P99);
        is("p99 between chunks", gap.map(|figure| figure.value.get() * 1e3), 117.99, 0.005);
        // What it calls ITL is a plan's TPOT; a plan's mean ITL follows from E2E, TTFT and lengths.
        is("TPOT", ours(&level, Metric::Tpot, P99), 13.27, 0.005);
        is("ITL", ours(&level, Metric::Itl, MEAN), (6726.664 - 230.137) / 542.6146, 0.001);
        assert_eq!(ours(&level, Metric::Itl, P99), None, "nobody knows");
        is("in flight", level.in_flight(), 14.5, 0.05);
        assert_eq!((level.completed, level.prompt.map(f64::round)), (Some(96), Some(3_761.0)));
        assert!(
            level
                .notes
                .join("\n")
                .contains("its p99 of 13.3 ms hides stalls. Between chunks the p99 is 118.0 ms.")
        );
    }
}

#[test]
fn lines_of_aiperf_keep_their_nanoseconds() {
    let Some(file) = bench("aiperf/profile_export_2025-10_trimmed.jsonl") else { return };
    let level = one(file);
    assert_eq!((level.completed, level.failed), (Some(1), Some(1)));
    is("TTFT", ours(&level, Metric::Ttft, MEAN), 1_680.543_782, 1e-9);
    is("TPOT", ours(&level, Metric::Tpot, MEAN), 32.585_544_203_125, 1e-9);
    assert_eq!(level.output, Some(193.0), "reasoning counts");
    // The list of gaps was cut: what is known of the stream is its first token.
    assert_eq!(level.streams.len(), 1);
    assert!(level.notes.join("\n").contains("TTFT is that of 1 request"), "{:?}", level.notes);
}

/// Both to the last digit of the files: 0.3 divides the decoding by n, 0.5 all of the answer.
#[test]
fn tpot_of_guidellm_changed_its_meaning() {
    if let Some(file) = bench("guidellm/benchmarks_v0.3_schema_throughput_trimmed.json") {
        let level = one(file);
        is("TPOT", stated(&level, Metric::Tpot, MEAN), 180.69, 0.005);
        is("ITL", stated(&level, Metric::Itl, MEAN), 182.11, 0.005);
        let itl = stated(&level, Metric::Itl, MEAN).expect("stated");
        is("TPOT by its definition", stated(&level, Metric::Tpot, MEAN), itl * 127.0 / 128.0, 1e-9);
        is("ours", ours(&level, Metric::Tpot, MEAN), itl, 1e-9);
        is("what follows from E2E", ours(&level, Metric::Itl, MEAN), itl, 0.005);
        assert_eq!((level.load, level.completed), (Load::AllAtOnce, Some(1_000)));
        assert!(level.notes.join("\n").contains("up to 116,508 req/s"), "{:?}", level.notes);
    }
    if let Some(file) = bench("guidellm/benchmarks_v0.5.0_synchronous_trimmed.json") {
        let level = one(file);
        is("TPOT", stated(&level, Metric::Tpot, MEAN), 22.15, 0.005);
        is("ITL", stated(&level, Metric::Itl, MEAN), 20.96, 0.005);
        let [ttft, itl] =
            [Metric::Ttft, Metric::Itl].map(|metric| stated(&level, metric, MEAN).expect("stated"));
        is("TPOT by its definition", stated(&level, Metric::Tpot, MEAN), (ttft + 127.0 * itl) / 128.0, 1e-5);
        is("ours", ours(&level, Metric::Tpot, MEAN), itl, 1e-9);
        assert_eq!((level.load, level.completed), (Load::Closed(1.0), Some(22)));
        let notes = level.notes.join("\n");
        assert!(
            notes.contains("2 requests were cut off") && notes.contains("262 events for 128 tokens"),
            "{notes}"
        );
    }
}

#[test]
fn itl_of_llmperf_has_ttft_in_it() {
    for provider in ["fireworks_70b", "groq_70b"] {
        let files =
            ["summary", "individual_responses"].map(|kind| bench(&format!("llmperf/{provider}_{kind}.json")));
        let [Some(summary), Some(requests)] = files else { continue };
        let (summary, requests) = (one(summary), one(requests));
        assert_eq!((summary.load, requests.completed), (Load::Closed(5.0), Some(150)));
        // The summary follows from its requests, all of it.
        for metric in [Metric::Ttft, Metric::Itl, Metric::E2e] {
            for statistic in [MEAN, Statistic::Median, P99] {
                let theirs = stated(&summary, metric, statistic).expect("stated");
                is(provider, stated(&requests, metric, statistic), theirs, 1e-6 * theirs);
            }
        }
        // E2E / n of each, within what its own count of tokens differs.
        let n = requests.output.expect("stated");
        let e2e = stated(&summary, Metric::E2e, MEAN).expect("stated");
        is("ITL is E2E / n", stated(&summary, Metric::Itl, MEAN), e2e / n, 0.03 * e2e / n);
        let [e2e, ttft] =
            [Metric::E2e, Metric::Ttft].map(|metric| summary.figure(metric, MEAN).expect("stated"));
        let gap = mean_gap(e2e, ttft, n).expect("more than a token").get() * 1e3;
        is("the mean gap", ours(&requests, Metric::Itl, MEAN), gap, 1e-6 * gap);
        is("TPOT", ours(&requests, Metric::Tpot, MEAN), gap, 0.02 * gap);
        assert!(summary.notes.join("\n").contains("it has TTFT in it"));
    }
}

/// The client counts a token more in each chunk: half the truth. What follows from E2E is what the server says, but for
/// stage 0, of which the server's window includes the warm-up.
#[test]
fn half_a_tpot_of_inference_perf_is_found_out() {
    for (stage, client, server) in
        [(1, None, None), (2, None, None), (3, Some(25.11), Some(24.78)), (5, None, None)]
    {
        let file =
            |kind: &str| bench(&format!("inference-perf/vllm+batch_size/stage_{stage}_{kind}_metrics.json"));
        let (Some(lifecycle), Some(prometheus)) = (file("lifecycle"), file("prometheus")) else { continue };
        let (level, said) = (one(lifecycle), one(prometheus));
        let itl = ours(&level, Metric::Itl, MEAN).expect("it follows");
        let theirs = stated(&said, Metric::Tpot, MEAN).expect("stated");
        is("the server", Some(itl), theirs, 0.05 * theirs);
        client.into_iter().for_each(|client| is("client", Some(itl), client, 0.005));
        server.into_iter().for_each(|server| is("server", Some(theirs), server, 0.005));
        let printed = stated(&level, Metric::Tpot, MEAN).expect("stated");
        assert!((0.45..0.55).contains(&(printed / itl)), "stage {stage}: {printed} {itl}");
        assert_eq!(ours(&level, Metric::Tpot, MEAN), None, "it is not used");
        let notes = level.notes.join("\n");
        assert!(notes.contains("That is wrong") && notes.contains("half of the tokens"), "{notes}");
        let notes = said.notes.join("\n");
        assert!(
            notes.contains("KV usage is 0 throughout") && notes.contains("twice the client's"),
            "{notes}"
        );
        is("the prompt", said.prompt, 201.0, 5.0);
        assert_eq!((said.completed, said.requests_per_second, said.kv_usage), (None, None, None));
    }
}

#[test]
fn a_load_that_piled_up_is_said() {
    let Some(file) = bench("inference-perf/vllm+batch_size/stage_6_lifecycle_metrics.json") else { return };
    let reading = read(file);
    let level = &reading.test.levels[0];
    let Load::Open(asked) = level.load else { panic!("{:?}", level.load) };
    let served = level.requests_per_second.expect("stated");
    assert!(served.get() < 0.9 * asked.get(), "{served:?} {asked:?}");
    let notes = all_notes(&reading);
    assert!(notes.contains("requests piled up") || notes.contains("could not keep up"), "{notes}");
}

#[test]
fn mlperf_s_nanoseconds_are_read() {
    let Some(file) = bench("mlperf/v4.1_amd_8xmi300x_llama2-70b-99_server_mlperf_log_summary.txt") else {
        return;
    };
    let level = one(file);
    is("TTFT p99", ours(&level, Metric::Ttft, P99), 1_604.171_041, 1e-6);
    is("TPOT p99", ours(&level, Metric::Tpot, P99), 197.873_909, 1e-6);
    is("tokens a second", level.output_tokens_per_second, 21_028.23, 1e-9);
    is("tokens", level.output, 21_028.23 / 71.74, 1e-9);
    // Recalled, and so it looks: (E2E − TTFT) / (n − 1) is the stated TPOT within a thousandth.
    let gap = ours(&level, Metric::Itl, MEAN).expect("it follows");
    is("TPOT", ours(&level, Metric::Tpot, MEAN), gap, 1e-3 * gap);
    let Some(file) = bench("mlperf/v4.1_amd_8xmi300x_llama2-70b-99_offline_mlperf_log_summary.txt") else {
        return;
    };
    let offline = one(file);
    assert_eq!((offline.load, ours(&offline, Metric::Ttft, MEAN)), (Load::AllAtOnce, None));
    let share =
        level.output_tokens_per_second.expect("stated") / offline.output_tokens_per_second.expect("stated");
    is("the server's share", Some(share), 0.89, 0.005);
}

#[test]
fn batches_are_told_from_load_tests() {
    let Some(file) = bench("sglang/bench_one_batch_te_tp4.jsonl") else { return };
    let reading = read(file);
    assert_eq!(reading.test.levels.len(), 3);
    for level in &reading.test.levels {
        assert!(level.figures.is_empty() && level.ours.is_empty());
        assert!(level.notes[0].contains("bench_one_batch"), "{:?}", level.notes);
    }
}

/// Eight rows of NVIDIA's page on NIM: within 0.6%, as its model has one length of answers.
#[test]
fn a_closed_loop_yields_what_nim_states() {
    let Some(file) = shared("closed-loop/nim.csv") else { return };
    let text = String::from_utf8(file).expect("a text");
    let mut rows = 0;
    for line in text.lines().skip(1).filter(|line| line.contains("Llama-3.3-70B")) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |place: usize| fields[place].parse::<f64>().expect("a number");
        let ms = |place| Seconds::new(number(place) / 1e3);
        let expected = closed_loop(number(7), number(6), ms(8), ms(9)).expect("a rate");
        assert!((expected / number(10) - 1.0).abs() < 0.006, "{line}: {expected}");
        rows += 1;
    }
    assert!(rows >= 8, "{rows} rows");
}

#[test]
fn linear_and_nearest_rank_part_where_requests_are_few() {
    // So few that the 99th percentile lies between the two largest values, as in the OPT sample.
    let samples = latency::Samples::new((1..=8).map(|place| Seconds::new(f64::from(place))));
    let at = |method| samples.quantile(Quantile::P99, method).map(Seconds::get);
    assert_eq!(at(Method::NearestRank), Some(8.0));
    is("linear", at(Method::Linear), 7.93, 1e-9);
}
