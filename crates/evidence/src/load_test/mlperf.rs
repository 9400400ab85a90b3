//! The summary of MLPerf's load generator: lines of a name and a value, times in nanoseconds.

use super::draft::Draft;
use super::leaves::Leaves;
use super::lines::{Line, Lines};
use super::{Level, Load, Tool, load_of};
use crate::published::{Figure, Statistic, percentile};
use crate::text::Text;
use crate::time_unit::TimeUnit;
use latency::{Metric, Quantile, stream::is_duration};
use quantity::{RequestsPerSecond, Seconds};

/// A summary on its way in.
#[derive(Debug, Default)]
pub(super) struct Summary {
    lines: Lines,
    leaves: Leaves,
}

/// What every summary begins with, behind a line of signs.
const TITLE: &[u8] = b"MLPerf Results Summary";

/// Whether a text that begins so is a summary.
pub(super) fn is(beginning: &[u8]) -> bool {
    let text = beginning.trim_ascii_start();
    text.starts_with(b"=") && text.windows(TITLE.len()).take(400).any(|part| part == TITLE)
}

impl Summary {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let Self { lines, leaves } = self;
        lines.push(bytes, |line| take(leaves, line));
    }

    pub(super) fn finish(mut self, mut draft: Draft) -> Draft {
        let Self { lines, leaves } = &mut self;
        lines.finish(|line| take(leaves, line));
        draft.test.tool = Some(Tool::Mlperf);
        let level = level(leaves);
        if level.figures.is_empty() && level.requests_per_second.is_none() {
            return draft;
        }
        draft.level(level);
        draft
    }
}

/// Takes a line "name : value". Of a name that comes twice the first counts.
fn take(leaves: &mut Leaves, line: &Line<'_>) {
    let Some(colon) = memchr::memchr(b':', line.text) else { return };
    let (name, value) = line.text.split_at(colon);
    let value = value.get(1..).unwrap_or_default().trim_ascii();
    let name = Text::new(name.trim_ascii()).bytes;
    leaves.add(name, crate::json::Scalar::Bare(Text::new(value)));
}

fn level(leaves: &Leaves) -> Level {
    let figures = figures(leaves);
    let scenario = leaves.words("Scenario").unwrap_or_else(|| "one scenario".into());
    let (served, tokens) = if scenario == "Offline" {
        (leaves.amount("Samples per second"), leaves.amount("Tokens per second"))
    } else {
        (leaves.amount("Completed samples per second"), leaves.amount("Completed tokens per second"))
    };
    let load = match scenario.as_str() {
        "Offline" => Load::AllAtOnce,
        "SingleStream" => Load::Closed(1.0),
        _ => load_of(leaves.amount("target_qps").filter(|rate| *rate > 0.0), None),
    };
    let mean = tokens.zip(served).map(|(tokens, served)| tokens / served).filter(|mean| mean.is_finite());
    let mut level = Level {
        name: scenario,
        load,
        achieved: leaves.amount("Scheduled samples per second").map(RequestsPerSecond::new),
        output: mean,
        requests_per_second: served.map(RequestsPerSecond::new),
        output_tokens_per_second: tokens,
        ours: figures.clone(),
        figures,
        notes: notes(leaves),
        ..Level::default()
    };
    super::add_mean_gap(&mut level);
    level
}

fn figures(leaves: &Leaves) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (path, _) in leaves.iter() {
        let Some(name) = core::str::from_utf8(path).ok().and_then(|path| path.strip_suffix("(ns)")) else {
            continue;
        };
        let value = leaves.amount(core::str::from_utf8(path).unwrap_or_default());
        let value = value.map(|time| Seconds::new(TimeUnit::Nanoseconds.seconds(time)));
        if let Some(((metric, statistic), value)) =
            stated(name.trim_end()).zip(value.filter(|time| is_duration(*time)))
        {
            figures.push(Figure { metric, statistic, value });
        }
    }
    figures
}

/// What a name such as "99.00 percentile first token latency" states.
fn stated(name: &str) -> Option<(Metric, Statistic)> {
    let (which, of) = name.split_once(' ')?;
    let (statistic, of) = match which {
        "Mean" => (Statistic::Mean, of),
        "Min" => (Statistic::Quantile(Quantile::new(0.0)?), of),
        "Max" => (Statistic::Quantile(Quantile::new(1.0)?), of),
        share => (Statistic::Quantile(percentile(share)?), of.strip_prefix("percentile ")?),
    };
    let metric = match of.to_ascii_lowercase().as_str() {
        "latency" => Metric::E2e,
        "first token latency" => Metric::Ttft,
        "time to output token" => Metric::Tpot,
        _ => return None,
    };
    Some((metric, statistic))
}

fn notes(leaves: &Leaves) -> Vec<String> {
    let mut notes = Vec::new();
    if leaves.has("Result is") && !leaves.says("Result is", "VALID") {
        notes.push("MLPerf calls this result invalid: it did not hold its own rules.".into());
    }
    let of = |name: &str| leaves.amount(name).map(|limit| quantity::Unit::Wait.show(limit / 1e9));
    if let Some((ttft, tpot)) = of("ttft_latency (ns)").zip(of("tpot_latency (ns)")) {
        notes.push(format!(
            "The rate was sought so that the 99th percentiles stay within TTFT {ttft} and TPOT {tpot}: it is about the most \
             that this system carries."
        ));
    }
    if leaves.says("Scenario", "Offline") {
        notes.push(
            "All requests are there at once and nobody waits for a first token: a ceiling, and no TTFT."
                .into(),
        );
    }
    notes
}
