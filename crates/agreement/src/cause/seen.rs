//! Causes that lie in how a test was made or counted: seen in the files themselves, whatever the model says.

use super::{Cause, Kind};
use crate::comparison::{Comparison, LevelCompared};
use crate::measure::Measure;
use core::borrow::Borrow;
use evidence::{Level, Load, LoadTest, Statistic, Tool};
use latency::{Metric, Quantile};
use quantity::{Seconds, float};

/// A client that sends less than this share of what was asked queues.
const KEPT_UP: f64 = 0.95;
/// By how much a stated time per token has to differ from ours; the mean over requests and that over tokens differ by less.
const CHUNKS: f64 = 1.3;
/// By how much a summary has to differ from its detail.
const REFUTED: f64 = 1.05;
/// How many times slower a beginning has to be.
const WARM: f64 = 1.3;
/// How many times slower the lightest level of a sweep has to be than the next.
const COLD: f64 = 1.5;
/// The share of answers of one token from which on they count.
const ONE_TOKEN: f64 = 0.05;

/// Looks for a cause in a level: its evidence, and how far it distorts what was measured, as a logarithm.
type Find = fn(&LoadTest, &Level) -> Option<(Kind, f64)>;

/// Every such cause. Each kind is told once, at the level where it shows most.
pub(super) fn all(tests: &[impl Borrow<LoadTest>], comparison: &Comparison) -> Vec<Cause> {
    let levels = || {
        let tests = tests.iter().map(Borrow::borrow);
        tests.flat_map(|test: &LoadTest| test.levels.iter().map(move |level| (test, level)))
    };
    let of_levels: [Find; 5] = [
        |_, level| client_queue(level),
        |_, level| one_token(level),
        |_, level| warm_up(level),
        |test, level| chunks(test, level),
        |_, level| refuted(level),
    ];
    let of_kind = |find: &Find| {
        most(levels().filter_map(|(test, level)| find(test, level)).collect(), comparison.levels.len())
    };
    let of_sweeps = (0..tests.len()).filter_map(|sweep| cold_level(comparison, sweep)).collect();
    of_levels.iter().filter_map(of_kind).chain(most(of_sweeps, comparison.levels.len())).collect()
}

/// The clearest of them; what it explains is a mean over all levels, as for the causes that the model is told of.
fn most(found: Vec<(Kind, f64)>, all: usize) -> Option<Cause> {
    let explained = found.iter().map(|(_, by)| by).sum::<f64>() / all.max(1) as f64;
    let levels = found.len();
    let (kind, _) = found.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Cause { kind, explained, levels })
}

/// How far two values are apart: |ln a/b|.
fn apart(a: f64, b: f64) -> f64 {
    if a > 0.0 && b > 0.0 { float::ln(a / b).abs() } else { 0.0 }
}

fn client_queue(level: &Level) -> Option<(Kind, f64)> {
    let (Load::Open(asked) | Load::Capped(asked, _)) = level.load else { return None };
    let asked = asked.get();
    let held_back = matches!(level.load, Load::Capped(..)).then_some(level.requests_per_second).flatten();
    let sent = level.achieved.or(held_back)?.get();
    let delay = level.schedule_delay;
    let ttft = level.figure(Metric::Ttft, Statistic::Mean);
    // A tenth of TTFT is late enough to be seen in it.
    let late = delay.zip(ttft).map(|(delay, ttft)| delay / ttft).filter(|late| *late > 0.1);
    let by =
        if sent < asked * KEPT_UP { apart(asked, sent) } else { late.map(|late| float::ln(1.0 + late))? };
    Some((Kind::ClientQueue { asked, sent, delay }, by))
}

fn one_token(level: &Level) -> Option<(Kind, f64)> {
    let (mut one, mut all) = (0.0, 0.0);
    for (.., figures) in level.streams.answered() {
        one += f64::from(u8::from(figures.tokens == 1));
        all += 1.0;
    }
    let share = match level.output {
        _ if all > 0.0 => one / all,
        // A mean below 1.5 leaves at least half of them with one.
        Some(output) if output > 0.0 && output < 1.5 => 2.0 - output.max(1.0),
        _ => return None,
    };
    (share >= ONE_TOKEN).then_some((Kind::OneToken { share }, share))
}

/// The first tenth of the requests, by when they were sent, beside the rest.
fn warm_up(level: &Level) -> Option<(Kind, f64)> {
    let mut requests: Vec<(f64, f64)> = level
        .streams
        .iter()
        .enumerate()
        .filter_map(|(place, stream)| {
            let sent = stream.sent().map_or(place as f64, Seconds::get);
            Some((sent, stream.figures()?.ttft.get()))
        })
        .collect();
    let first = requests.len() / 10;
    if first < 5 {
        return None;
    }
    requests.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean = |part: &[(f64, f64)]| part.iter().map(|(_, ttft)| ttft).sum::<f64>() / part.len() as f64;
    let (begun, rest) = requests.split_at(first);
    let (all, first, rest) = (mean(&requests), mean(begun), mean(rest));
    let kind = Kind::WarmUp { first: Seconds::new(first), rest: Seconds::new(rest) };
    (first > rest * WARM).then(|| (kind, apart(all, rest)))
}

/// The lightest level of a sweep that is slower than the next one up: nothing but a cold start makes less load slower.
fn cold_level(comparison: &Comparison, sweep: usize) -> Option<(Kind, f64)> {
    let load = |level: &LevelCompared| match level.observed.load {
        Load::Open(rate) => Some(rate.get()),
        Load::Closed(most) => Some(most),
        _ => None,
    };
    let of_sweep = comparison.levels.iter().filter(|level| level.sweep == sweep);
    let mut levels: Vec<(f64, &LevelCompared)> =
        of_sweep.filter_map(|level| Some((load(level)?, level))).collect();
    levels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(_, cold), (_, next), ..] = levels.as_slice() else { return None };
    let both = |measure| cold.observed.values.get(measure).zip(next.observed.values.get(measure));
    let (first, rest) = both(Measure::Tpot)?;
    let ttft = both(Measure::TtftMean).or_else(|| both(Measure::TtftP50));
    let slower = first > rest * COLD && ttft.is_none_or(|(first, rest)| first > rest * WARM);
    let kind = Kind::WarmUp { first: Seconds::new(first), rest: Seconds::new(rest) };
    slower.then(|| (kind, apart(first, rest)))
}

/// A time per token that E2E, TTFT and the tokens refute, of a tool that means what the plan means.
fn chunks(test: &LoadTest, level: &Level) -> Option<(Kind, f64)> {
    let means_the_same = matches!(
        test.tool,
        None | Some(Tool::VllmBench | Tool::SglangBench | Tool::InferencePerf | Tool::Mlperf)
    );
    let mean = Statistic::Mean;
    let ours = level.figure(Metric::Itl, mean).or_else(|| level.figure(Metric::Tpot, mean))?;
    let stated = level.stated(Metric::Tpot, mean).filter(|_| means_the_same)?;
    let by = apart(stated.get(), ours.get());
    (by > float::ln(CHUNKS)).then_some((Kind::Chunks { stated, ours }, by))
}

/// A latency that both the summary and the detail give.
fn refuted(level: &Level) -> Option<(Kind, f64)> {
    let statistics = [Statistic::Mean, Statistic::Median, Statistic::Quantile(Quantile::P95)];
    let pairs = [Metric::Ttft, Metric::E2e].into_iter().flat_map(|metric| statistics.map(|of| (metric, of)));
    let found = pairs.filter_map(|(metric, of)| {
        let (stated, ours) = (level.stated(metric, of)?, level.figure(metric, of)?);
        let by = apart(stated.get(), ours.get());
        (by > float::ln(REFUTED)).then_some((Kind::Refuted { metric, stated, ours }, by))
    });
    found.max_by(|a, b| a.1.total_cmp(&b.1))
}
