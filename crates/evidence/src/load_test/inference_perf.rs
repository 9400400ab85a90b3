//! inference-perf: what clients saw in a stage of load, and what the server said meanwhile.

use super::draft::Draft;
use super::leaves::Leaves;
use super::stated::spread;
use super::{Level, Tool, load_of, name_of};
use crate::published::Figure;
use crate::time_unit::TimeUnit;
use latency::{Metric, stream::is_duration};
use quantity::{RequestsPerSecond, Seconds};

/// The latencies by their names. All are seconds, whatever one page of its documentation says.
const LATENCIES: [(&str, Metric); 4] = [
    ("time_to_first_token", Metric::Ttft),
    ("time_per_output_token", Metric::Tpot),
    ("inter_token_latency", Metric::Itl),
    ("request_latency", Metric::E2e),
];

/// Takes what clients saw.
pub(super) fn lifecycle(draft: &mut Draft, leaves: &Leaves, line: u64) {
    if !draft.admits(Tool::InferencePerf, line) {
        return;
    }
    let figures = figures(leaves, "successes.latency.");
    let rate = |path: &str| leaves.amount(path).filter(|rate| *rate > 0.0);
    let load = load_of(rate("load_summary.requested_rate"), rate("load_summary.concurrency"));
    let completed = leaves.count("successes.count");
    let served = rate("successes.throughput.requests_per_sec");
    let duration = completed.zip(served).map(|(count, rate)| count as f64 / rate);
    let mut level = Level {
        name: name_of(load),
        load,
        achieved: rate("load_summary.achieved_rate").map(RequestsPerSecond::new),
        schedule_delay: leaves.number("load_summary.schedule_delay.mean").map(Seconds::new),
        duration: duration.filter(|time| is_duration(Seconds::new(*time))).map(Seconds::new),
        completed,
        failed: leaves.count("failures.count"),
        prompt: leaves.amount("successes.prompt_len.mean"),
        output: leaves.amount("successes.output_len.mean"),
        requests_per_second: served.map(RequestsPerSecond::new),
        output_tokens_per_second: leaves.amount("successes.throughput.output_tokens_per_sec"),
        ours: figures
            .iter()
            .filter(|figure| matches!(figure.metric, Metric::Ttft | Metric::E2e))
            .copied()
            .collect(),
        figures,
        ..Level::default()
    };
    super::add_mean_gap(&mut level);
    super::add_tpot_that_follows(&mut level, same_length(leaves));
    if load == super::Load::Unknown {
        level.notes.push(
            "No rate is stated. The summary of a run mixes the loads of all its stages: each stage has a file of its own."
                .into(),
        );
    }
    draft.level(level);
}

/// Whether all answers have one length.
fn same_length(leaves: &Leaves) -> bool {
    let of = |name: &str| leaves.amount(&["successes.output_len.", name].concat());
    of("min").zip(of("max")).is_some_and(|(min, max)| max - min < 0.5)
}

fn figures(leaves: &Leaves, prefix: &str) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (name, metric) in LATENCIES {
        spread(&mut figures, leaves, &[prefix, name, "."].concat(), metric, TimeUnit::Seconds);
    }
    figures
}

/// Takes what the server said of itself. Its counts and means of lengths are none: what is read of them are ratios.
pub(super) fn server(draft: &mut Draft, leaves: &Leaves, line: u64) {
    if !draft.admits(Tool::InferencePerf, line) {
        return;
    }
    let figures = figures(leaves, "successes.");
    let rate = leaves.amount("successes.rate").filter(|rate| *rate > 0.0);
    let length = |name: &str| {
        let tokens = leaves.amount(&["successes.", name, ".rate"].concat())?;
        rate.map(|rate| tokens / rate).filter(|length| length.is_finite())
    };
    let means = figures.iter().filter(|figure| figure.statistic == crate::Statistic::Mean);
    let mut level = Level {
        name: "the server's own view".into(),
        prompt: length("prompt_len"),
        output: length("output_len"),
        kv_usage: leaves.amount("successes.kv_cache_usage_percentage.mean"),
        ours: means.filter(|figure| matches!(figure.metric, Metric::Ttft | Metric::E2e)).copied().collect(),
        figures,
        ..Level::default()
    };
    super::add_mean_gap(&mut level);
    let of = |name: &str| leaves.amount(&["successes.", name].concat());
    level.notes = server_notes(&level, of("prompt_len.mean"), level.kv_usage);
    if level.kv_usage == Some(0.0) {
        level.kv_usage = None;
    }
    draft.level(level);
}

fn server_notes(level: &Level, stated: Option<f64>, kv: Option<f64>) -> Vec<String> {
    let tokens = |count: f64| quantity::Unit::Tokens.show(count);
    let mut notes = vec![
        "This is what the server measured: without the network, the client's queue and the client's clock. Its quantiles \
         are those of a histogram whose edges the file does not state."
            .to_owned(),
        "Its count and its rate of requests are not used: in the files that were seen they are up to twice the client's, \
         because the window of the query is longer than the stage."
            .to_owned(),
    ];
    if let Some((stated, length)) =
        stated.zip(level.prompt).filter(|(stated, length)| (stated / length - 1.0).abs() > 0.1)
    {
        notes.push(format!(
            "It states a mean prompt of {}, which is not a mean; its rates give {}, which is used.",
            tokens(stated),
            tokens(length),
        ));
    }
    if kv == Some(0.0) {
        notes.push(
            "KV usage is 0 throughout: the metric that was asked for has another name now. It is not known."
                .into(),
        );
    }
    notes
}
