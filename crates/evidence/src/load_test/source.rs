//! Who wrote a record, by what it states.

use super::leaves::Leaves;
use super::mapping::Column;
use crate::run::Run;

/// Who wrote a record, and of which kind it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    VllmRun,
    SglangRun,
    /// A line of `bench_one_batch`: an offline benchmark of one batch, and no load test.
    SglangBatch,
    AiperfSummary,
    AiperfRequest,
    LlmperfSummary,
    LlmperfRequest,
    InferencePerf,
    /// What the server said of itself during a run of inference-perf.
    InferencePerfServer,
    /// Figures of a request under names that are understood.
    Request,
}

impl Source {
    /// Who wrote a record of this content; `None` where it holds no figure that is known. A record may not be read to its
    /// end yet.
    pub(super) fn of(leaves: &Leaves, run: &Run) -> Option<Self> {
        let has = |path: &str| leaves.has(path);
        let under = |path: &str| leaves.has_under(path);
        let told = [
            (Self::AiperfSummary, has("aiperf_version") || AIPERF.iter().any(|name| is_spread(leaves, name))),
            (Self::AiperfRequest, under("metadata") && (under("metrics") || has("metadata.x_request_id"))),
            (Self::LlmperfSummary, has("results_ttft_s_mean") || has("num_concurrent_requests")),
            (Self::LlmperfRequest, has("end_to_end_latency_s") && has("number_output_tokens")),
            (Self::SglangBatch, has("batch_size") && has("input_len") && has("latency")),
            (Self::InferencePerf, under("load_summary") || under("successes.latency")),
            (Self::InferencePerfServer, has("successes.count") && under("successes")),
        ];
        let told = told.into_iter().find(|(_, is)| *is).map(|(source, _)| source);
        told.or_else(|| Self::of_run(leaves, run)).or_else(|| is_request(leaves).then_some(Self::Request))
    }

    fn of_run(leaves: &Leaves, run: &Run) -> Option<Self> {
        if !run.states_a_run() {
            return None;
        }
        let sglang = SGLANG.iter().any(|key| leaves.has(key));
        Some(if sglang { Self::SglangRun } else { Self::VllmRun })
    }
}

/// Spreads that only AIPerf and GenAI-Perf write with an average and a unit.
const AIPERF: [&str; 4] =
    ["time_to_first_token", "request_latency", "inter_token_latency", "request_throughput"];

/// Keys of runs that SGLang writes and vLLM does not.
const SGLANG: [&str; 8] = [
    "total_output_tokens_retokenized",
    "median_e2e_latency_ms",
    "mean_e2e_latency_ms",
    "random_range_ratio",
    "random_input_len",
    "sharegpt_output_len",
    "input_throughput",
    "accept_length",
];

fn is_spread(leaves: &Leaves, name: &str) -> bool {
    leaves.has(&[name, ".unit"].concat()) && leaves.has(&[name, ".avg"].concat())
}

/// Whether a record states a latency of one request.
fn is_request(leaves: &Leaves) -> bool {
    leaves.iter().any(|(path, _)| Column::named(path).is_some_and(|column| column.holds.is_latency()))
}
