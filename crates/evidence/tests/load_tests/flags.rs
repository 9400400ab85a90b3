//! What is said of figures that cannot be right, or that are not what they seem.

use crate::read::{is, one, ours, read};
use evidence::Statistic;
use latency::Metric;

const MEAN: Statistic = Statistic::Mean;

fn run(keys: &str) -> String {
    format!("{{\"completed\": 500, \"total_input_tokens\": 50000, \"total_output_tokens\": 50500, {keys}}}")
}

/// The notes on a run of 500 requests of 101 tokens with these keys.
fn notes(keys: &str) -> String {
    one(run(keys)).notes.join("\n")
}

#[test]
fn a_sound_run_has_no_notes() {
    let keys = "\"request_rate\": 5.0, \"request_throughput\": 4.99, \"mean_ttft_ms\": 100.0, \"mean_tpot_ms\": 10.0, \
                \"mean_itl_ms\": 10.0, \"median_itl_ms\": 9.9, \"mean_e2el_ms\": 1100.0, \"duration\": 100.0";
    let said = notes(keys);
    assert!(said.is_empty() || said.lines().all(|line| line.contains("--save-detailed")), "{said}");
}

#[test]
fn a_time_per_token_that_does_not_follow_is_said_and_far_off_not_used() {
    let keys =
        |tpot: f64| format!("\"mean_ttft_ms\": 100.0, \"mean_tpot_ms\": {tpot}, \"mean_e2el_ms\": 1100.0");
    for (tpot, said, accused) in [
        (10.0, false, false),
        (10.4, false, false),
        (9.0, true, false),
        (11.9, true, false),
        (5.0, true, true),
        (19.0, true, true),
    ] {
        let level = one(run(&keys(tpot)));
        let text = level.notes.join("\n");
        assert_eq!(text.contains("(E2E − TTFT) / (n − 1)"), said, "{tpot}: {text}");
        assert_eq!(text.contains("it is not used"), accused, "{tpot}: {text}");
        assert_eq!(text.contains("Several tokens in a chunk"), said && !accused, "{tpot}: {text}");
        assert_eq!(ours(&level, Metric::Tpot, MEAN).is_none(), accused);
        is("the mean gap is exact", ours(&level, Metric::Itl, MEAN), 10.0, 1e-9);
    }
}

/// 292 tok/s of one request at a time take 3.42 ms each; the median of 8.72 ms is between chunks of 2.5 tokens.
#[test]
fn gaps_between_chunks_are_told_from_tokens() {
    let keys = "\"mean_ttft_ms\": 30.0, \"mean_tpot_ms\": 3.421, \"mean_itl_ms\": 8.72";
    assert!(notes(keys).contains("a chunk holds about 2.55 tokens"), "{}", notes(keys));
}

#[test]
fn a_closed_loop_cannot_yield_more_than_it_can() {
    // 10 in flight of 101 tokens in 0.1 + 100 × 0.01 s: 918 tok/s.
    let keys = |rate: f64| {
        format!(
            "\"request_rate\": \"inf\", \"max_concurrency\": 10, \"mean_ttft_ms\": 100.0, \"mean_tpot_ms\": 10.0, \
             \"output_throughput\": {rate}"
        )
    };
    assert!(
        notes(&keys(1_500.0)).contains("10 in flight yield no more than 918 tok/s"),
        "{}",
        notes(&keys(1_500.0))
    );
    let few = notes(&keys(700.0));
    assert!(few.contains("700 tok/s is stated: on average only 7.62 were in flight"), "{few}");
    for sound in [860.0, 918.0, 950.0] {
        assert!(!notes(&keys(sound)).contains("in flight yield"), "{sound}");
    }
}

#[test]
fn mixed_units_are_found() {
    // 250 "s" beside 12 ms a token, in a table whose names state no unit.
    let table = read("ttft,tpot\n250,0.012\n260,0.012\n");
    let notes_of = |reading: &evidence::LoadTestReading| reading.test.levels[0].notes.join("\n");
    assert!(notes_of(&table).contains("is one of them in milliseconds?"), "{}", notes_of(&table));
    let table = read("ttft,latency\n250,900\n260,900\n");
    assert!(notes_of(&table).contains("Are these milliseconds?"), "{}", notes_of(&table));
    assert!(
        notes("\"mean_ttft_ms\": 9000.0, \"mean_e2el_ms\": 1100.0").contains("is longer than the mean E2E")
    );
    assert!(notes("\"mean_ttft_ms\": 250000.0, \"duration\": 100.0").contains("longer than the run"));
    // Seconds in the summary, milliseconds in its detail.
    let mixed = one(
        "{\"completed\": 2, \"mean_ttft_ms\": 0.25, \"output_lens\": [1, 1], \"ttfts\": [0.25, 0.25], \"itls\": [[], []]}",
    );
    assert!(mixed.notes.join("\n").contains("one of the two is in another unit"), "{:?}", mixed.notes);
}

#[test]
fn a_summary_that_its_detail_does_not_give_is_named() {
    let text = |tpot: f64| {
        format!(
            "{{\"completed\": 2, \"mean_ttft_ms\": 150.0, \"mean_tpot_ms\": {tpot}, \"output_lens\": [3, 2], \
             \"ttfts\": [0.1, 0.2], \"itls\": [[0.01, 0.03], [0.04]]}}"
        )
    };
    // TPOT of the two is 20 and 40 ms.
    assert!(!one(text(30.0)).notes.join("\n").contains("do not follow"));
    let wrong = one(text(15.0));
    let said = wrong.notes.join("\n");
    assert!(said.contains("TPOT mean is stated as 15.0 ms, and its requests give 30.0 ms"), "{said}");
    is("what is computed is used", ours(&wrong, Metric::Tpot, MEAN), 30.0, 1e-9);
}

/// "inf" under a cap of 30 is a closed loop of 28 on average (vllm-project/vllm#9722).
#[test]
fn little_s_law_says_how_many_were_in_flight() {
    let level = one(
        "{\"completed\": 100, \"request_rate\": \"inf\", \"max_concurrency\": 30, \"duration\": 82.97, \"total_output_tokens\": 603, \
         \"request_throughput\": 1.205, \"mean_ttft_ms\": 18854.0, \"mean_tpot_ms\": 875.24}",
    );
    assert_eq!(level.load, evidence::Load::Closed(30.0));
    is("in flight", level.in_flight(), 28.0, 0.02 * 28.0);
}

#[test]
fn more_chunks_than_tokens_are_no_fault_of_the_summary() {
    // Four chunks for three tokens: the tool's ITL is between all of them.
    let level = one(
        "{\"completed\": 1, \"mean_itl_ms\": 20.0, \"output_lens\": [3], \"ttfts\": [0.1], \"itls\": [[0.01, 0.02, 0.03]]}",
    );
    let said = level.notes.join("\n");
    assert!(said.contains("more chunks than tokens") && !said.contains("do not follow"), "{said}");
}

#[test]
fn a_server_that_does_not_keep_up_is_said() {
    let keys = |served: f64| {
        format!("\"request_rate\": 10.0, \"mean_ttft_ms\": 100.0, \"request_throughput\": {served}")
    };
    assert!(notes(&keys(0.8)).contains("requests piled up"));
    assert!(!notes(&keys(9.5)).contains("requests piled up"));
}

#[test]
fn a_load_test_that_does_not_keep_up_is_said() {
    let stage = |achieved: f64, delay: f64| {
        format!(
            "{{\"load_summary\": {{\"count\": 90, \"requested_rate\": 10.0, \"achieved_rate\": {achieved}, \
             \"schedule_delay\": {{\"mean\": {delay}}}}}, \"successes\": {{\"count\": 90, \"latency\": \
             {{\"request_latency\": {{\"mean\": 1.0}}, \"time_to_first_token\": {{\"mean\": 0.2}}}}, \
             \"throughput\": {{\"requests_per_sec\": {achieved}}}}}, \"failures\": {{\"count\": 0}}}}"
        )
    };
    assert!(
        one(stage(7.0, 0.0)).notes.join("\n").contains("10.0 req/s were asked for and 7.0 req/s were sent")
    );
    assert!(one(stage(10.0, 2.5)).notes.join("\n").contains("sent 2,500 ms late on average"));
    assert_eq!(one(stage(10.0, 0.001)).notes, Vec::<String>::new());
}

#[test]
fn few_requests_have_no_tail() {
    let said = |completed: u64| {
        one(format!("{{\"completed\": {completed}, \"mean_ttft_ms\": 1.0}}")).notes.join("\n")
    };
    assert!(said(29).contains("Only 29 requests succeeded"));
    assert!(said(1).contains("Only 1 request succeeded"));
    assert!(!said(30).contains("Only"));
    assert!(said(0).contains("No request succeeded"));
}

#[test]
fn the_first_of_two_kinds_is_read() {
    let two = "{\"completed\": 40, \"mean_ttft_ms\": 1.0}\n{\"end_to_end_latency_s\": 1.0, \"ttft_s\": 0.1, \"number_output_tokens\": 5}\n";
    let reading = read(two);
    assert_eq!(reading.test.levels.len(), 1);
    assert_eq!(
        reading.notes[0].text,
        "1 request was skipped: line 2 holds figures of another tool than what precedes it."
    );
}
