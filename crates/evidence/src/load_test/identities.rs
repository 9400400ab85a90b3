//! What must hold between the figures of a level: the time per token follows from the rest, and a closed loop yields so much.

use super::flags::CLOSE;
use super::{Level, Load, Tool, mean_gap_of, per_token};
use crate::published::Statistic;
use latency::Metric;
use latency::definition::closed_loop;
use quantity::{Seconds, Unit};

/// What several tokens in a chunk, and answers of very different lengths, differ in.
const EXPLAINED: f64 = 0.25;

/// Whether the time per token follows from E2E, TTFT and lengths; where it does not, what to say, and whether the figure is
/// at fault.
pub(super) fn follows(level: &Level, tool: Option<Tool>) -> Option<(String, bool)> {
    let (metric, name) = match tool? {
        Tool::Llmperf => return None,
        Tool::Aiperf | Tool::GenaiPerf | Tool::Guidellm03 | Tool::Guidellm05 => (Metric::Itl, "ITL"),
        _ => (Metric::Tpot, "TPOT"),
    };
    let stated = level.stated(metric, Statistic::Mean)?;
    let gap = mean_gap_of(level)?;
    let share = stated.get() / gap.get();
    let away = (share - 1.0).abs();
    if !share.is_finite() || away <= CLOSE {
        return None;
    }
    let time = |time: Seconds| Unit::Seconds.show(time.get());
    let begin = format!(
        "By E2E, TTFT and lengths a token takes {} on average, (E2E − TTFT) / (n − 1); {name} is stated as {}, {} of that.",
        time(gap),
        time(stated),
        Unit::Fraction.show(share),
    );
    if away <= EXPLAINED {
        let why = " Several tokens in a chunk, or answers of very different lengths, explain as much.";
        return Some((begin + why, false));
    }
    let why = match tool {
        Some(Tool::InferencePerf) if share < 1.0 => {
            " That is wrong: versions of inference-perf count a token more in every chunk (its issue 564). What follows from \
             E2E is used."
        }
        _ => " That does not fit, and it is not used.",
    };
    Some((begin + why, true))
}

/// Whether a closed loop of so many yields what is stated: c × n / (TTFT + (n − 1) × time per token).
pub(super) fn loop_of(level: &Level) -> Option<String> {
    let Load::Closed(in_flight) = level.load else { return None };
    // What never filled the loop says nothing of it.
    let filled = level.completed.is_none_or(|completed| completed as f64 >= 2.0 * in_flight);
    let ttft = level.figure(Metric::Ttft, Statistic::Mean).filter(|_| filled)?;
    let expected = closed_loop(in_flight, level.output?, ttft, per_token(level)?)?;
    let stated = level.output_tokens_per_second?;
    let rate = |rate: f64| Unit::TokensPerSecond.show(rate);
    let requests = Unit::Count.show(in_flight);
    if stated > (1.0 + CLOSE) * expected {
        return Some(format!(
            "{requests} in flight yield no more than {} at these latencies, c × n / (TTFT + (n − 1) × TPOT), and {} is \
             stated: one of the figures is wrong, or more were in flight.",
            rate(expected),
            rate(stated),
        ));
    }
    (stated < 0.9 * expected).then(|| {
        format!(
            "At these latencies {requests} in flight yield {}, and {} is stated: on average only {} were in flight, as at the \
             beginning and the end of a short run.",
            rate(expected),
            rate(stated),
            Unit::Number.show(in_flight * stated / expected),
        )
    })
}

/// How many tokens a chunk holds, where gaps between chunks are longer than tokens take.
pub(super) fn chunks(level: &Level, tool: Option<Tool>) -> Option<String> {
    let itl = level.stated(Metric::Itl, Statistic::Mean).filter(|_| tool == Some(Tool::VllmBench))?;
    let share = itl.get() / per_token(level)?.get();
    (share.is_finite() && share > 1.3).then(|| {
        format!(
            "Its ITL is between chunks, and a chunk holds about {} tokens: the time per token is TPOT.",
            Unit::Number.show(share)
        )
    })
}

/// Gaps of nothing between tokens that came together.
pub(super) fn noughts(level: &Level) -> Option<String> {
    let p50 = Statistic::Median;
    let (median, mean) = (level.stated(Metric::Itl, p50)?, level.stated(Metric::Itl, Statistic::Mean)?);
    (median.get() < 0.05 * mean.get()).then(|| {
        format!(
            "The median gap between tokens is {}: half of the tokens came together with another, or were counted twice. No \
             percentile of the gaps says how a reader waits.",
            Unit::Seconds.show(median.get())
        )
    })
}
