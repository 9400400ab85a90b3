//! guidellm: benchmarks of one file, in the schema of 0.3 or of 0.5. TPOT means another thing in each.

use super::draft::Draft;
use super::leaves::Leaves;
use super::stated::{renamed, spread};
use super::{Level, Load, Tool, load_of, name_of};
use crate::published::{Figure, Statistic};
use crate::time_unit::TimeUnit;
use latency::Metric;
use quantity::{RequestsPerSecond, Seconds};

/// The latencies by their names and units.
const LATENCIES: [(&str, Metric, TimeUnit); 4] = [
    ("time_to_first_token_ms", Metric::Ttft, TimeUnit::Milliseconds),
    ("time_per_output_token_ms", Metric::Tpot, TimeUnit::Milliseconds),
    ("inter_token_latency_ms", Metric::Itl, TimeUnit::Milliseconds),
    ("request_latency", Metric::E2e, TimeUnit::Seconds),
];

/// Takes a benchmark.
pub(super) fn benchmark(draft: &mut Draft, leaves: &Leaves) {
    let old = leaves.has_under("run_stats") || leaves.has_under("args");
    let tool = if old { Tool::Guidellm03 } else { Tool::Guidellm05 };
    draft.test.tool.get_or_insert(tool);
    let model = leaves.words("worker.backend_model").or_else(|| leaves.words("config.backend.model"));
    draft.test.model = draft.test.model.take().or(model);
    draft.level(level(leaves, tool));
}

/// Takes what stands around the benchmarks.
pub(super) fn file(draft: &mut Draft, leaves: &Leaves) {
    draft.test.version = leaves.words("metadata.guidellm_version").or_else(|| draft.test.version.take());
    let model = draft.test.model.take();
    draft.test.model = model.or_else(|| leaves.words("args.model"));
}

fn level(leaves: &Leaves, tool: Tool) -> Level {
    let (strategy, run) = match tool {
        Tool::Guidellm03 => ("args.strategy.", "run_stats."),
        _ => ("config.strategy.", "scheduler_metrics."),
    };
    let mean = |name: &str| leaves.amount(&["metrics.", name, ".successful.mean"].concat());
    let made = |end: &str| leaves.count(&[run, "requests_made.", end].concat());
    let load = load(leaves, strategy);
    let started = leaves.number(&[run, "start_time"].concat());
    let ended = leaves.number(&[run, "end_time"].concat());
    let took = started.zip(ended).map(|(start, end)| end - start).filter(|took| *took > 0.0);
    let rate = mean("requests_per_second");
    let output = mean("output_token_count");
    let figures = figures(leaves);
    let mut level = Level {
        name: name_of(load),
        load,
        schedule_delay: delay(leaves, run).filter(|_| matches!(load, Load::Open(_) | Load::Capped(..))),
        duration: leaves.amount("duration").or(took).map(Seconds::new),
        completed: made("successful"),
        failed: made("errored"),
        prompt: mean("prompt_token_count"),
        output,
        requests_per_second: rate.map(RequestsPerSecond::new),
        output_tokens_per_second: mean("output_tokens_per_second").or_else(|| Some(rate? * output?)),
        ours: ours(&figures, tool, same_length(leaves)),
        figures,
        notes: notes(leaves, made("incomplete")),
        ..Level::default()
    };
    super::add_mean_gap(&mut level);
    level
}

fn figures(leaves: &Leaves) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (name, metric, unit) in LATENCIES {
        spread(&mut figures, leaves, &["metrics.", name, ".successful."].concat(), metric, unit);
    }
    figures
}

/// What guidellm calls ITL is a mean for each request, as TPOT is for plans. From 0.5 on each request counts as often as it
/// has gaps: then the mean is that of all gaps, and the rest is TPOT only where all answers have one length.
fn ours(figures: &[Figure], tool: Tool, same_length: bool) -> Vec<Figure> {
    let same = figures.iter().filter(|figure| matches!(figure.metric, Metric::Ttft | Metric::E2e)).copied();
    let mut ours: Vec<Figure> = same.collect();
    if tool == Tool::Guidellm03 || same_length {
        ours.extend(renamed(figures, Metric::Itl, Metric::Tpot));
    }
    if tool == Tool::Guidellm05 {
        ours.extend(
            figures
                .iter()
                .filter(|figure| figure.metric == Metric::Itl && figure.statistic == Statistic::Mean)
                .copied(),
        );
    }
    ours
}

fn same_length(leaves: &Leaves) -> bool {
    let of = |name: &str| leaves.amount(&["metrics.output_token_count.successful.", name].concat());
    of("min").zip(of("max")).is_some_and(|(min, max)| max - min < 0.5)
}

fn load(leaves: &Leaves, strategy: &str) -> Load {
    let of = |name: &str| leaves.amount(&[strategy, name].concat()).filter(|amount| *amount > 0.0);
    let is = |name: &str| leaves.says(&[strategy, "type_"].concat(), name);
    let cap = of("streams").or_else(|| of("max_concurrency"));
    if is("synchronous") {
        Load::Closed(1.0)
    } else if is("concurrent") {
        load_of(None, cap)
    } else if is("throughput") {
        cap.map_or(Load::AllAtOnce, Load::Closed)
    } else {
        load_of(of("rate").or_else(|| of("initial_rate")), of("max_concurrency"))
    }
}

/// How late requests were sent, on average.
fn delay(leaves: &Leaves, run: &str) -> Option<Seconds> {
    let names = ["request_start_time_targeted_delay_avg", "request_targeted_start_delay_avg"];
    names.iter().find_map(|name| leaves.number(&[run, name].concat())).map(Seconds::new)
}

fn notes(leaves: &Leaves, incomplete: Option<u64>) -> Vec<String> {
    let count = |count: f64| quantity::Unit::Count.show(count);
    let mut notes = Vec::new();
    if let Some(cut) = incomplete.filter(|cut| *cut > 0) {
        notes.push(format!(
            "{} cut off by the end of the run: they are in no figure.",
            crate::wrong::were(cut, "request")
        ));
    }
    let rate = |name: &str| leaves.amount(&["metrics.requests_per_second.successful.", name].concat());
    if let Some((max, mean)) = rate("max").zip(rate("mean")).filter(|(max, mean)| *max > 10.0 * mean) {
        notes.push(format!(
            "The spread of its rates is one of moments, up to {} req/s: only the mean of {} is used.",
            count(max),
            quantity::Unit::RequestsPerSecond.show(mean),
        ));
    }
    let iterations = leaves.amount("metrics.request_streaming_iterations_count.successful.mean");
    let tokens = leaves.amount("metrics.output_token_count.successful.mean");
    if let Some((events, tokens)) = iterations.zip(tokens).filter(|(events, tokens)| *events > 1.5 * tokens) {
        notes.push(format!(
            "The stream had {} events for {} tokens: most likely two for each token, of which one is empty.",
            count(events),
            count(tokens),
        ));
    }
    notes
}
