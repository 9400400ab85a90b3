//! What is shown of load tests, end to end: from bytes to texts.

use super::{EvidenceShown, load_tests};
use evidence::LoadTestReader;

fn shown(text: &str) -> EvidenceShown {
    let mut reader = LoadTestReader::new();
    reader.push(text.as_bytes()).expect("a text");
    load_tests(&reader.finish())
}

fn run(most: u32, ttft: u32, tpot: f64, rate: f64) -> String {
    format!(
        "{{\"model_id\": \"m\", \"completed\": 400, \"failed\": 3, \"total_input_tokens\": 400000, \"total_output_tokens\": 40400, \
         \"request_rate\": \"inf\", \"max_concurrency\": {most}, \"request_throughput\": {}, \"output_throughput\": {rate}, \
         \"mean_ttft_ms\": {ttft}, \"p99_ttft_ms\": {}, \"mean_tpot_ms\": {tpot}}}\n",
        rate / 101.0,
        3 * ttft,
    )
}

fn sweep() -> EvidenceShown {
    shown(&[run(8, 80, 10.0, 740.0), run(16, 100, 12.0, 1_230.0), run(32, 200, 20.0, 1_450.0)].concat())
}

fn cells(table: &chart::Table, row: usize) -> String {
    table.rows[row].iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" | ")
}

#[test]
fn a_sweep_shows_its_heaviest_level_and_all_of_them() {
    let shown = sweep();
    assert_eq!(
        shown.headline,
        "3 levels of load. With 32 in flight: 1,450 tok/s, TTFT 200 ms and TPOT 20.0 ms on average."
    );
    assert_eq!(
        cells(&shown.tables[0], 1),
        "16 in flight | 400 | 3 | 12.2 req/s | 1,230 tok/s | 100 ms | 300 ms | 12.0 ms | — | —"
    );
    assert_eq!(cells(&shown.tables[1], 0), "TTFT mean | 200 ms | 200 ms | ");
    let [ttft, tpot] = shown.charts.as_slice() else { panic!("two charts") };
    assert_eq!(ttft.sentence, "On average 80 ms at 8, and 200 ms at 32.");
    assert_eq!(tpot.series[0].points[2], (32.0, Some(0.02)));
    // Said once, though it is of every level.
    assert_eq!(shown.notes.iter().filter(|note| note.contains("--save-detailed")).count(), 1);
}

#[test]
fn a_workload_can_be_taken_and_is_one_that_a_plan_reads() {
    let take = &sweep().takes[0];
    assert_eq!(
        take.sentence,
        "The plan will have 14.4 req/s, prompts of 1,000 tokens, answers of 101 tokens. The test asked for no rate of its own: \
         it is the one at which requests were answered."
    );
    let link =
        take.pairs.iter().map(|(key, text)| [key.as_str(), "=", text].concat()).collect::<Vec<_>>().join("&");
    assert_eq!(link, "rate=14.356&in=1000&out=101");
    let (_, notes) = plan::PlanInput::from_link(&["v=1&", &link].concat());
    assert_eq!(notes, []);
}

#[test]
fn detail_is_shown_by_every_definition_with_its_own_marked() {
    let shown = shown(
        "{\"completed\": 2, \"output_lens\": [3, 2], \"mean_ttft_ms\": 150.0, \"ttfts\": [0.1, 0.2], \"itls\": [[0.01, 0.03], [0.04]]}",
    );
    let table = shown.tables.last().expect("a table");
    assert_eq!(table.caption, "The same requests by every tool's definitions.");
    assert!(cells(table, 1).starts_with("vLLM, which wrote the file | 150 ms |"), "{}", cells(table, 1));
    // TPOT 20 and 40 ms; over n 13.3 and 20; with TTFT 46.7 and 120, weighted 3 and 2 times.
    let tpot = |row: usize| table.rows[row][3].text.clone();
    assert_eq!([0, 1, 3, 4, 5].map(tpot), ["30.0 ms", "30.0 ms", "—", "16.7 ms", "76.0 ms"]);
    assert!(shown.charts.iter().any(|chart| chart.id == "chart-first-tokens"));
}

#[test]
fn a_run_without_a_success_shows_no_figure() {
    let shown = shown(
        "{\"completed\": 0, \"failed\": 8, \"request_rate\": \"inf\", \"mean_ttft_ms\": 0.0, \"output_throughput\": 0.0}",
    );
    assert_eq!(shown.headline, "No request succeeded: 8 failed. The zeros it states are no figures.");
    assert!(shown.tiles.is_empty() && shown.takes.is_empty() && shown.charts.is_empty());
}

#[test]
fn columns_that_nobody_understood_are_shown() {
    let shown = shown("wait,all\n250,2250\n");
    assert_eq!(cells(shown.tables.last().expect("a table"), 1), "all | 2250 | nothing");
    assert!(shown.headline.ends_with("Say which column holds what."));
}

#[test]
fn a_figure_that_two_definitions_part_is_marked() {
    let shown = shown(
        r#"{"schema_version": "1.3", "inter_token_latency": {"unit": "ms", "avg": 12.0}, "time_to_first_token": {"unit": "ms", "avg": 100.0}, "request_latency": {"unit": "ms", "avg": 1120.0}, "output_sequence_length": {"unit": "tokens", "avg": 101.0}, "request_count": {"unit": "requests", "avg": 90}}"#,
    );
    let rows: Vec<String> = (0..shown.tables[1].rows.len()).map(|row| cells(&shown.tables[1], row)).collect();
    assert!(rows.contains(&"TPOT mean | — | 12.0 ms | ".to_owned()), "{rows:?}");
    assert!(rows.contains(&"ITL mean | 12.0 ms | 10.2 ms | differs".to_owned()), "{rows:?}");
}
