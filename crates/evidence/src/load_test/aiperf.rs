//! AIPerf, and GenAI-Perf before it: a summary of one level, or a line for each request.

use super::detail::Request;
use super::draft::{Answer, Draft};
use super::leaves::Leaves;
use super::stated::{renamed, spread};
use super::{Level, Load, Tool};
use crate::published::Figure;
use crate::time_unit::TimeUnit;
use crate::wrong::Wrong;
use latency::Metric;
use quantity::{RequestsPerSecond, Seconds};

/// The latencies by their names, of which the first is the newer.
const LATENCIES: [(&str, Metric); 4] = [
    ("time_to_first_token", Metric::Ttft),
    ("ttft", Metric::Ttft),
    ("inter_token_latency", Metric::Itl),
    ("request_latency", Metric::E2e),
];

/// Takes a summary.
pub(super) fn summary(draft: &mut Draft, leaves: &Leaves, line: u64) {
    let known = ["aiperf_version", "schema_version", "benchmark_id", "inter_chunk_latency.avg"]
        .iter()
        .any(|key| leaves.has(key));
    let tool = if known { Tool::Aiperf } else { Tool::GenaiPerf };
    if !draft.admits(tool, line) {
        return;
    }
    let version = leaves.words("aiperf_version").or_else(|| leaves.words("schema_version"));
    draft.test.version = draft.test.version.take().or(version);
    let model = MODELS.iter().find_map(|path| leaves.words(path));
    draft.test.model = draft.test.model.take().or(model);
    let mut level = level(leaves);
    if tool == Tool::GenaiPerf {
        level.notes.push(
            "The file does not say whether GenAI-Perf wrote it or an early AIPerf. Both mean the same by their names."
                .into(),
        );
    }
    draft.level(level);
}

/// Where a summary names the model.
const MODELS: [&str; 4] = [
    "input_config.models.items.0.name",
    "input_config.model_names.0",
    "input_config.endpoint.model_names.0",
    "input_config.model",
];

fn level(leaves: &Leaves) -> Level {
    let (mut figures, mut gaps) = (Vec::new(), Vec::new());
    for (name, metric) in LATENCIES {
        spread_of(&mut figures, leaves, name, metric);
    }
    spread_of(&mut gaps, leaves, "inter_chunk_latency", Metric::Itl);
    let average = |name: &str| leaves.amount(&[name, ".avg"].concat());
    let load = load(leaves);
    let mut level = Level {
        name: super::name_of(load),
        load,
        duration: average("benchmark_duration")
            .map(|time| Seconds::new(unit(leaves, "benchmark_duration").unwrap_or_default().seconds(time))),
        completed: average("request_count").map(super::leaves::whole),
        failed: average("error_request_count").map(super::leaves::whole),
        prompt: average("input_sequence_length"),
        output: average("output_sequence_length"),
        requests_per_second: average("request_throughput").map(RequestsPerSecond::new),
        good_per_second: average("goodput").map(RequestsPerSecond::new),
        output_tokens_per_second: average("output_token_throughput"),
        ours: ours(&figures),
        figures,
        gaps,
        ..Level::default()
    };
    super::add_mean_gap(&mut level);
    level
}

/// What AIPerf calls ITL is a mean for each request: TPOT.
fn ours(figures: &[Figure]) -> Vec<Figure> {
    let same = figures.iter().filter(|figure| matches!(figure.metric, Metric::Ttft | Metric::E2e)).copied();
    same.chain(renamed(figures, Metric::Itl, Metric::Tpot)).collect()
}

fn spread_of(figures: &mut Vec<Figure>, leaves: &Leaves, name: &str, metric: Metric) {
    let unit = unit(leaves, name).unwrap_or(TimeUnit::Milliseconds);
    spread(figures, leaves, &[name, "."].concat(), metric, unit);
}

fn unit(leaves: &Leaves, name: &str) -> Option<TimeUnit> {
    TimeUnit::named(leaves.get(&[name, ".unit"].concat())?.bytes)
}

fn load(leaves: &Leaves) -> Load {
    let phase = (0..8).map(|place| ["input_config.phases.", &place.to_string(), "."].concat());
    let measured = phase.into_iter().find(|phase| leaves.says(&[phase, "name"].concat(), "profiling"));
    let measured = measured.unwrap_or_default();
    let of = |name: &str| {
        let places = [
            [&measured, name].concat(),
            ["input_config.loadgen.", name].concat(),
            ["input_config.perf_analyzer.stimulus.", name].concat(),
            ["input_config.", name].concat(),
        ];
        places.iter().find_map(|path| leaves.amount(path)).filter(|amount| *amount > 0.0)
    };
    super::load_of(of("request_rate").or_else(|| of("rate")), of("concurrency"))
}

/// Takes a request.
pub(super) fn request(draft: &mut Draft, leaves: &Leaves, line: u64) {
    if !draft.admits(Tool::Aiperf, line) {
        return;
    }
    let warming_up = ["metadata.credit_phase", "metadata.benchmark_phase"];
    if warming_up.iter().any(|path| leaves.says(path, "warmup")) {
        draft.skip(line, Wrong::WarmUp);
        return;
    }
    let sent = ["metadata.request_start_ns", "metadata.timestamp_ns", "metrics.min_request_timestamp.value"];
    let sent = sent.iter().find_map(|path| leaves.integer(path)).map(|time| draft.since_first(time));
    let time = |name: &str| {
        let unit = unit(leaves, &["metrics.", name].concat()).unwrap_or(TimeUnit::Milliseconds);
        leaves.number(&["metrics.", name, ".value"].concat()).map(|time| unit.seconds(time))
    };
    let count = |name: &str| leaves.amount(&["metrics.", name, ".value"].concat());
    let request = Request {
        ttft: time("time_to_first_token").or_else(|| time("ttft")),
        itl: time("inter_token_latency"),
        e2e: time("request_latency"),
        prompt: count("input_sequence_length"),
        output: count("output_sequence_length"),
        sent,
        failed: leaves.has_under("error")
            || leaves.has("error")
            || leaves.says("metadata.was_cancelled", "true"),
        ..Request::default()
    };
    if !draft.is_new(leaves.words("metadata.x_request_id"), line)
        || !draft.add(&request, line)
        || request.failed
    {
        return;
    }
    if let Some(ttft) = request.ttft.filter(|_| draft.has_gaps()) {
        let unit = unit(leaves, "metrics.inter_chunk_latency").unwrap_or(TimeUnit::Milliseconds).seconds(1.0);
        let tokens = request.output.map_or(0, quantity::float::count);
        draft.answer(&Answer { ttft, unit, e2e: request.e2e, tokens, sent: sent.unwrap_or(f64::NAN) });
    }
}
