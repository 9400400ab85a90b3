//! What a level measured, by the definitions that plans use.

use crate::identity::held;
use crate::measure::{MOST, Measure, Values};
use evidence::{Level, Load, Statistic};
use latency::{Goodput, Metric, Quantile, Report, Spread, Targets, Terms};
use quantity::{Seconds, Tokens};
use sizing::{Pace, Plan};

/// What a level measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// The load as it really was: at the rate that was achieved, where that is stated beside the one asked for.
    pub load: Load,
    /// What each figure was; the load itself is none of them.
    pub values: Values,
    /// Answered requests.
    pub requests: Option<u64>,
}

impl Observed {
    /// What `level` measured, its goodput by the targets of `plan`.
    ///
    /// TPOT is the mean over requests, else their median, else the mean gap. A goodput that the tool states is by targets
    /// of the tool's own, and is left out.
    #[must_use]
    pub fn of(level: &Level, plan: &Plan) -> Self {
        let load = real(level);
        let report = level.ours.is_empty().then(|| report(level)).flatten();
        let ttft = |statistic, of: fn(&Spread) -> Seconds| {
            let seen = report.as_ref().and_then(|report| report.ttft.as_ref().map(of));
            level.figure(Metric::Ttft, statistic).or(seen).map(Seconds::get)
        };
        let mean = ttft(Statistic::Mean, |spread| spread.mean);
        let tpot = tpot(level).or_else(|| Some(report.as_ref()?.tpot?.mean.get()));
        // How many are in flight is what a closed loop sets.
        let is_open = matches!(load, Load::Open(_));
        let in_flight = || level.in_flight().or_else(|| in_flight(level, mean?, tpot?));
        let values = Values::default()
            .with(Measure::TtftMean, mean)
            .with(Measure::TtftP50, ttft(Statistic::Median, |spread| spread.p50))
            .with(Measure::TtftP95, ttft(Statistic::Quantile(Quantile::P95), |spread| spread.p95))
            .with(Measure::Tpot, tpot.filter(|tpot| *tpot > 0.0))
            .with(Measure::Throughput, throughput(level))
            .with(Measure::Goodput, goodput(level, plan))
            .with(Measure::InFlight, if is_open { in_flight() } else { None })
            .with(Measure::KvUse, level.kv_usage);
        Self { load, values, requests: level.completed }
    }
}

/// The load as it was: the achieved rate in place of the one asked for. Where a level does not say how it sent, its answered
/// requests a second are a rate. What is no rate and no number in flight is not said.
fn real(level: &Level) -> Load {
    let load = match (level.load, level.achieved) {
        (Load::Open(_), Some(achieved)) if achieved.get() > 0.0 => Load::Open(achieved),
        (Load::Closed(most), _) => Load::Closed(held(level).unwrap_or(most)),
        (Load::Unknown, _) => level.achieved.or(level.requests_per_second).map_or(Load::Unknown, Load::Open),
        (load, _) => load,
    };
    let usable = |value: f64| value > 0.0 && value <= MOST;
    match load {
        Load::Open(rate) if !usable(rate.get()) => Load::Unknown,
        Load::Closed(most) if !usable(most) => Load::Unknown,
        Load::Capped(rate, most) if !usable(rate.get()) || !usable(most) => Load::Unknown,
        load => load,
    }
}

fn tpot(level: &Level) -> Option<f64> {
    let of = |metric, statistic| level.figure(metric, statistic).map(Seconds::get);
    of(Metric::Tpot, Statistic::Mean)
        .or_else(|| of(Metric::Tpot, Statistic::Median))
        .or_else(|| of(Metric::Itl, Statistic::Mean))
}

fn report(level: &Level) -> Option<Report> {
    (!level.streams.is_empty()).then(|| Report::of(&level.streams, &Terms { slowest: 0, ..Terms::default() }))
}

fn throughput(level: &Level) -> Option<f64> {
    let by_requests = || Some(level.requests_per_second?.get() * level.output?);
    level.output_tokens_per_second.or_else(by_requests)
}

/// Good requests a second by the plan's targets on TTFT and TPOT, request by request.
fn goodput(level: &Level, plan: &Plan) -> Option<f64> {
    if level.streams.is_empty() {
        return None;
    }
    let targets = Targets { ttft: Some(plan.ttft), tpot: Some(plan.tpot), ..Targets::default() };
    let goodput = Goodput::of(&level.streams, &targets);
    let duration = level.duration.or_else(|| level.streams.duration())?;
    // Of requests whose tokens the file left out nothing can be said, and so neither of their rate.
    (goodput.judged > 0 && goodput.judged * 20 >= level.streams.len() * 19).then_some(())?;
    goodput.rate(duration).map(quantity::RequestsPerSecond::get)
}

/// Little's law over the means.
fn in_flight(level: &Level, ttft: f64, tpot: f64) -> Option<f64> {
    let pace = Pace { ttft: Seconds::new(ttft), tpot: Seconds::new(tpot) };
    Some(level.requests_per_second? * pace.time(Tokens::new(level.output?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Forecast;
    use crate::example::{self, open};
    use latency::{Chunk, Outcome, Stream, Streams};
    use quantity::RequestsPerSecond;

    #[test]
    fn what_the_model_states_is_what_is_observed() {
        let plan = example::a();
        for load in [open(5.0), Load::Closed(30.0)] {
            let forecast = Forecast::of(&plan, 1, load).expect("it fits");
            let observed = Observed::of(&example::level(&plan, 1, load), &plan);
            assert_eq!(observed.load, load);
            for measure in Measure::ALL {
                if let Some(value) = observed.values.get(measure) {
                    let predicted = forecast.values.get(measure).expect("the model knows it");
                    assert!((value / predicted - 1.0).abs() < 1e-9, "{measure:?}");
                }
            }
            assert_eq!(observed.values.get(Measure::InFlight).is_some(), load == open(5.0));
        }
    }

    #[test]
    fn the_achieved_rate_is_the_load() {
        let level =
            Level { achieved: Some(RequestsPerSecond::new(12.0)), load: open(20.0), ..Level::default() };
        assert_eq!(Observed::of(&level, &example::a()).load, open(12.0));
    }

    /// Two requests in 2 s: one of 10 ms a token, one whose first token comes after the 500 ms of the target.
    #[test]
    fn goodput_is_judged_by_the_plans_targets() {
        let mut streams = Streams::default();
        for first in [0.2, 0.6] {
            let chunks = [first, first + 0.01].map(|at| Chunk::new(Seconds::new(at), 1));
            streams.push(Stream::new(&chunks, Outcome::Finished).expect("in order"));
        }
        let duration = Some(Seconds::new(2.0));
        let level = Level {
            streams,
            duration,
            good_per_second: Some(RequestsPerSecond::new(1.0)),
            ..Level::default()
        };
        let observed = Observed::of(&level, &example::a());
        assert_eq!(observed.values.get(Measure::Goodput), Some(0.5));
        assert_eq!(observed.values.get(Measure::TtftMean), Some(0.4));
    }

    #[test]
    fn where_tokens_were_left_out_there_is_no_goodput() {
        let mut streams = Streams::default();
        for outcome in [Outcome::Finished, Outcome::FirstOnly] {
            let chunks = [Chunk::new(Seconds::new(0.2), 1)];
            streams.push(Stream::new(&chunks, outcome).expect("in order"));
        }
        let level = Level { streams, duration: Some(Seconds::new(2.0)), ..Level::default() };
        assert_eq!(Observed::of(&level, &example::a()).values.get(Measure::Goodput), None);
    }
}
