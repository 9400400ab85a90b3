//! llmperf: a summary, or what it kept of each request. What it calls inter-token latency is E2E / tokens.

use super::detail::Request;
use super::draft::Draft;
use super::leaves::Leaves;
use super::stated::spread;
use super::{Level, Tool, load_of, name_of};
use crate::time_unit::TimeUnit;
use latency::Metric;
use quantity::{RequestsPerSecond, Seconds};

/// Takes a summary.
pub(super) fn summary(draft: &mut Draft, leaves: &Leaves, line: u64) {
    if !draft.admits(Tool::Llmperf, line) {
        return;
    }
    draft.test.version = leaves.words("version");
    draft.test.model = leaves.words("model");
    let mut figures = Vec::new();
    for (name, metric) in [
        ("ttft_s", Metric::Ttft),
        ("inter_token_latency_s", Metric::Itl),
        ("end_to_end_latency_s", Metric::E2e),
    ] {
        spread(&mut figures, leaves, &["results_", name, "_"].concat(), metric, TimeUnit::Seconds);
    }
    let load = load_of(None, leaves.amount("num_concurrent_requests").filter(|count| *count > 0.0));
    let completed = leaves.count("results_num_completed_requests");
    let rate = leaves.amount("results_num_completed_requests_per_min").map(|minute| minute / 60.0);
    let duration = completed.zip(rate).map(|(count, rate)| count as f64 / rate);
    let mut level = Level {
        name: name_of(load),
        load,
        completed,
        failed: leaves.count("results_number_errors"),
        duration: duration.filter(|duration| duration.is_finite()).map(Seconds::new),
        prompt: leaves.amount("results_number_input_tokens_mean"),
        output: leaves.amount("results_number_output_tokens_mean"),
        requests_per_second: rate.map(RequestsPerSecond::new),
        output_tokens_per_second: leaves.amount("results_mean_output_throughput_token_per_s"),
        ours: figures.iter().filter(|figure| figure.metric != Metric::Itl).copied().collect(),
        figures,
        ..Level::default()
    };
    super::add_mean_gap(&mut level);
    draft.level(level);
}

/// Takes a request.
pub(super) fn request(draft: &mut Draft, leaves: &Leaves, line: u64) {
    if !draft.admits(Tool::Llmperf, line) {
        return;
    }
    let failed = leaves.has("error_code") || leaves.words("error_msg").is_some();
    let request = Request {
        ttft: leaves.number("ttft_s"),
        itl: leaves.number("inter_token_latency_s"),
        e2e: leaves.number("end_to_end_latency_s"),
        prompt: leaves.amount("number_input_tokens"),
        output: leaves.amount("number_output_tokens"),
        failed,
        ..Request::default()
    };
    draft.add(&request, line);
}
