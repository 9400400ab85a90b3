//! Look-alikes of each tool's files: the fields and quirks are theirs, every number is our own.

use crate::read::{P99, all_notes, is, one, ours, read, stated};
use evidence::{Load, LoadTestReader, Statistic, Tool};
use latency::{Metric, Quantile};
use quantity::RequestsPerSecond;

const MEAN: Statistic = Statistic::Mean;

const DETAILED: &[u8] = include_bytes!("../fixtures/bench_serve_detailed.json");

#[test]
fn a_detailed_run_gives_streams_and_what_is_computed_from_them() {
    let level = one(DETAILED);
    assert_eq!(
        (level.load, level.completed, level.failed),
        (Load::Open(RequestsPerSecond::new(3.0)), Some(11), Some(1))
    );
    assert_eq!(level.streams.len(), 12);
    for metric in [Metric::Ttft, Metric::Tpot, Metric::E2e] {
        let theirs = stated(&level, metric, P99).expect("stated");
        is("p99", ours(&level, metric, P99), theirs, 1e-9 * theirs);
    }
    assert!(!level.notes.join("\n").contains("do not follow"), "{:?}", level.notes);
}

#[test]
fn old_and_new_keys_of_vllm_say_the_same() {
    for goodput in ["request_goodput", "request_goodput:"] {
        let level = one(format!(
            "{{\"model_id\": \"a/b\", \"completed\": 50, \"request_rate\": 4.0, \"max_concurrency\": 16, \"{goodput}\": 3.5, \
             \"mean_ttft_ms\": 90.5}}"
        ));
        assert_eq!(level.good_per_second, Some(RequestsPerSecond::new(3.5)));
        assert_eq!(level.load, Load::Capped(RequestsPerSecond::new(4.0), 16.0));
        assert!(level.notes.join("\n").contains("max_concurrency"), "{:?}", level.notes);
    }
}

#[test]
fn a_sweep_is_a_level_for_each_run() {
    let run = |number: u32, most: u32| {
        format!(
            "{{\"run_number\": {number}, \"max_num_seqs\": {most}, \"completed\": 64, \"request_rate\": \"inf\", \
             \"max_concurrency\": {most}, \"mean_ttft_ms\": {number}0.0, \"mean_tpot_ms\": 9.5}}"
        )
    };
    let list = format!("[{},\n {}]", run(0, 8), run(1, 32));
    let lines = format!("{}\n{}\n", run(0, 8), run(1, 32));
    for text in [list, lines] {
        let reading = read(&text);
        assert_eq!(reading.notes, [], "{text}");
        let levels = reading.test.levels;
        assert_eq!(levels.iter().map(|level| level.name.as_str()).collect::<Vec<_>>(), ["run 0", "run 1"]);
        assert_eq!(levels[1].settings, [("max_num_seqs".to_owned(), "32".to_owned())]);
        assert_eq!(levels[1].load, Load::Closed(32.0));
        is("TTFT", ours(&levels[1], Metric::Ttft, MEAN), 10.0, 1e-9);
    }
}

#[test]
fn every_generation_of_sglang_is_read() {
    let oldest = r#"{"backend": "sglang", "request_rate": Infinity, "random_input_len": 512, "random_output_len": 64, "random_range_ratio": 0.5, "duration": 40.0, "completed": 80, "total_input_tokens": 32000, "total_output_tokens": 4000, "total_output_tokens_retokenized": 3990, "output_throughput": 100.0, "mean_e2e_latency_ms": 900.0, "median_e2e_latency_ms": 880.0, "median_ttft_ms": 95.0, "median_itl_ms": 15.0}"#;
    let newest = r#"{"tag": null, "backend": "sglang", "dataset_name": "random", "request_rate": "trace", "max_concurrency": null, "server_info": {"version": "x", "paths": ["a"]}, "duration": 40.0, "completed": 80, "total_input_tokens": 32000, "total_output_tokens": 4000, "total_output_tokens_retokenized": 2000, "request_throughput": 2.0, "total_throughput": 900.0, "mean_ttft_ms": 100.0, "mean_e2e_latency_ms": 1100.0, "p99_e2e_latency_ms": 1500.0, "mean_tpot_ms": 20.5, "mean_itl_ms": 20.4, "concurrency": 2.2, "accept_length": null}"#;
    let reading = read(format!("{oldest}\n{newest}\n"));
    assert_eq!(reading.test.tool, Some(Tool::SglangBench));
    let [old, new] = reading.test.levels.as_slice() else { panic!("{:?}", reading.notes) };
    assert_eq!((old.load, new.load), (Load::AllAtOnce, Load::Unknown));
    is("E2E", ours(old, Metric::E2e, Statistic::Median), 880.0, 1e-9);
    is("E2E p99", ours(new, Metric::E2e, P99), 1_500.0, 1e-9);
    is("ITL", ours(new, Metric::Itl, MEAN), 1_000.0 / 49.0, 1e-9);
    assert!(new.notes.join("\n").contains("2,000 tokens when they are counted again, 50% of what it states"));
    assert!(!old.notes.join("\n").contains("counted again"));
}

#[test]
fn lines_of_aiperf_of_both_generations_become_streams() {
    let line = |id: u32, ns: u64, ttft: &str| {
        format!(
            "{{\"metadata\":{{\"x_request_id\":\"r{id}\",\"timestamp_ns\":{ns},\"credit_phase\":\"profiling\"}},\"metrics\":{{\
             \"{ttft}\":{{\"value\":200.0,\"unit\":\"ms\"}},\"request_latency\":{{\"value\":290.0,\"unit\":\"ms\"}},\
             \"input_sequence_length\":{{\"value\":70,\"unit\":\"tokens\"}},\"output_sequence_length\":{{\"value\":4,\"unit\":\"tokens\"}},\
             \"inter_chunk_latency\":{{\"value\":[20.0,30.0,40.0],\"unit\":\"ms\"}},\
             \"inter_token_latency\":{{\"value\":30.0,\"unit\":\"ms\"}}}},\"error\":null}}\n"
        )
    };
    // Beyond 2^53 a float would make these two one.
    let (first, second) = (1_900_000_000_000_000_001, 1_900_000_000_000_000_101);
    let warm = line(9, first, "ttft").replace("profiling", "warmup");
    let text = [
        warm.as_str(),
        &line(1, first, "ttft"),
        &line(2, second, "time_to_first_token"),
        &line(2, second, "ttft"),
        "{\"metadata\":{\"x_request_id\":\"r3\",\"timestamp_ns\":1},\"metrics\":{},\"error\":{\"code\":500,\"type\":\"E\"}}\n",
    ]
    .concat();
    let reading = read(&text);
    let level = &reading.test.levels[0];
    assert_eq!((level.completed, level.failed, level.streams.len()), (Some(2), Some(1), 2));
    let sent: Vec<f64> = level.streams.iter().filter_map(|stream| Some(stream.sent()?.get() * 1e9)).collect();
    assert_eq!(sent.iter().map(|sent| sent.round()).collect::<Vec<_>>(), [0.0, 100.0]);
    is(
        "p99 between chunks",
        level.gaps.iter().find(|gap| gap.statistic == P99).map(|gap| gap.value.get() * 1e3),
        40.0,
        1e-9,
    );
    is("ITL", ours(level, Metric::Itl, Statistic::Quantile(Quantile::P50)), 30.0, 1e-9);
    let notes = all_notes(&reading);
    assert!(notes.contains("line 1 was sent while the test warmed up"), "{notes}");
    assert!(notes.contains("line 4 has the name “r2” again"), "{notes}");
}

#[test]
fn genai_perf_subtracts_whole_nanoseconds() {
    let request = |sent: u64, times: [u64; 3]| {
        format!(
            "{{\"timestamp\": {sent}, \"response_timestamps\": [{}, {}, {}]}}",
            times[0], times[1], times[2]
        )
    };
    let t = 1_800_000_000_000_000_000;
    let text = format!(
        "{{\"experiments\": [{{\"experiment\": {{\"mode\": \"concurrency\", \"value\": 2}}, \"requests\": [{}, {}, {}]}}]}}",
        request(t, [t + 100_000_000, t + 110_000_000, t + 130_000_000]),
        request(t + 1, [t + 100_000_003, t + 110_000_003, t + 130_000_003]),
        request(t, [t + 100_000_000, t + 90_000_000, t + 130_000_000]),
    );
    assert!(LoadTestReader::is(text.as_bytes()));
    let reading = read(&text);
    let level = &reading.test.levels[0];
    assert_eq!((reading.test.tool, level.load), (Some(Tool::GenaiPerf), Load::Closed(2.0)));
    is("TTFT", ours(level, Metric::Ttft, MEAN), 100.000_001, 1e-9);
    is("E2E", ours(level, Metric::E2e, MEAN), 130.000_001, 1e-9);
    is("TPOT of chunks", ours(level, Metric::Tpot, MEAN), 15.0, 1e-6);
    assert!(all_notes(&reading).contains("before the one that precedes it"), "{}", all_notes(&reading));
}

#[test]
fn a_summary_of_genai_perf_is_one_of_aiperf_without_a_version() {
    let text = r#"{"request_throughput": {"unit": "requests/sec", "avg": 1.5}, "time_to_first_token": {"unit": "ms", "avg": 120.0, "p99": 300.0}, "inter_token_latency": {"unit": "ms", "avg": 12.0}, "request_latency": {"unit": "ms", "avg": 1308.0}, "output_sequence_length": {"unit": "tokens", "avg": 100.0}, "input_config": {"perf_analyzer": {"stimulus": {"concurrency": 2}}}}"#;
    let reading = read(text);
    assert_eq!(reading.test.tool, Some(Tool::GenaiPerf));
    let level = &reading.test.levels[0];
    assert_eq!(
        (level.load, level.requests_per_second),
        (Load::Closed(2.0), Some(RequestsPerSecond::new(1.5)))
    );
    is("TPOT", ours(level, Metric::Tpot, MEAN), 12.0, 1e-9);
}

#[test]
fn a_file_of_guidellm_holds_a_level_for_each_benchmark() {
    let metric = |mean: f64| {
        format!(
            "{{\"successful\": {{\"mean\": {mean}, \"percentiles\": {{\"p99\": {}}}}}, \"errored\": {{\"mean\": 0.0}}}}",
            mean * 2.0
        )
    };
    let benchmark = |rate: f64| {
        format!(
            "{{\"config\": {{\"strategy\": {{\"type_\": \"constant\", \"rate\": {rate}}}, \"backend\": {{\"model\": \"m\"}}}}, \
             \"scheduler_metrics\": {{\"requests_made\": {{\"successful\": 90, \"errored\": 2, \"incomplete\": 1}}, \
             \"request_targeted_start_delay_avg\": 0.5}}, \"duration\": 30.0, \"metrics\": {{\"requests_per_second\": {}, \
             \"time_to_first_token_ms\": {}, \"inter_token_latency_ms\": {}, \"time_per_output_token_ms\": {}, \
             \"request_latency\": {}, \"output_token_count\": {}}}, \"requests\": {{\"successful\": [{{\"request_latency\": 9.0}}]}}}}",
            metric(rate),
            metric(100.0),
            metric(10.0),
            metric(11.0),
            metric(1.09),
            metric(100.0),
        )
    };
    let text = format!(
        "{{\"metadata\": {{\"guidellm_version\": \"0.5.9\"}}, \"benchmarks\": [{}, {}]}}",
        benchmark(2.0),
        benchmark(3.0)
    );
    let reading = read(&text);
    assert_eq!((reading.test.tool, reading.test.version.as_deref()), (Some(Tool::Guidellm05), Some("0.5.9")));
    assert_eq!(reading.test.levels.len(), 2);
    let level = &reading.test.levels[1];
    assert_eq!(level.load, Load::Open(RequestsPerSecond::new(3.0)));
    assert_eq!((level.completed, level.failed), (Some(90), Some(2)));
    is("p99 TTFT", ours(level, Metric::Ttft, P99), 200.0, 1e-9);
    is("ITL", ours(level, Metric::Itl, MEAN), 10.0, 1e-9);
    // Weighted by tokens, and lengths are not known to be one: it is no TPOT.
    assert_eq!(ours(level, Metric::Tpot, MEAN), None);
    let notes = level.notes.join("\n");
    assert!(notes.contains("1 request was cut off") && notes.contains("500 ms late on average"), "{notes}");
}

#[test]
fn a_long_run_is_summed_up_and_says_so() {
    // 41 requests of 100,000 gaps each are more than are kept.
    let gaps: Vec<String> =
        (0..100_000).map(|place| if place % 100 == 0 { "0.1" } else { "0.01" }.to_owned()).collect();
    let list = format!("[{}]", gaps.join(","));
    let (lens, ttfts, itls) = (vec!["100001"; 41], vec!["0.5"; 41], vec![list.as_str(); 41]);
    let text = format!(
        "{{\"completed\": 41, \"duration\": 2000.0, \"output_lens\": [{}], \"ttfts\": [{}], \"itls\": [{}]}}",
        lens.join(","),
        ttfts.join(","),
        itls.join(",")
    );
    let level = one(text);
    assert!(level.streams.is_empty());
    is("TPOT", ours(&level, Metric::Tpot, P99), 10.9, 1e-6);
    is("ITL", ours(&level, Metric::Itl, MEAN), 10.9, 1e-6);
    is("ITL p50", ours(&level, Metric::Itl, Statistic::Quantile(Quantile::P50)), 10.0, 0.1);
    is("ITL p99.9", ours(&level, Metric::Itl, Statistic::Quantile(Quantile::P99_9)), 100.0, 1.0);
    is("E2E", ours(&level, Metric::E2e, MEAN), 1_090_500.0, 1e-3);
    assert!(level.notes.join("\n").contains("more tokens than are kept"), "{:?}", level.notes);
}

#[test]
fn what_is_no_load_test_is_told() {
    for text in [
        "{\"times\": [0.1, 0.2]}",
        "0.1,0.2,0.3",
        "request,time\n1,0.2\n",
        "{\"a\": 1}",
        "",
        "<html>",
        "{\"id\": 1, \"token_times\": [0.1], \"ttft\": 0.1}",
    ] {
        assert!(!LoadTestReader::is(text.as_bytes()), "{text}");
    }
}
