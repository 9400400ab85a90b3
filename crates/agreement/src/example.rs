//! Plans and levels for tests: worked example A, others around it, and levels that the model itself made.

use crate::measure::Measure;
use crate::{Forecast, Subject};
use evidence::{Figure, Level, Load, Statistic};
use latency::{Metric, Quantile, Random};
use plan::PlanInput;
use proptest::prelude::*;
use quantity::{RequestsPerSecond, Seconds};
use sizing::Plan;

pub(crate) fn a() -> Plan {
    PlanInput::default().check().plan
}

pub(crate) fn subject(link: &str) -> Subject {
    Subject::of(&PlanInput::from_link(link).0)
}

pub(crate) fn plans() -> impl Strategy<Value = Plan> {
    let lengths = (100_u32..6000, 10_u32..1500, 0_u32..90);
    let speed = (10_u32..80, 30_u32..100, 0_u32..20, prop::sample::select(vec![2_u32, 4, 8]));
    (lengths, speed, 1_u32..60).prop_map(|((prompt, answer, cached), (mfu, mbu, ms, tp), rate)| {
        let link = format!(
            "v=1&in={prompt}&out={answer}&cached={cached}%&mfu={mfu}%&mbu={mbu}%&perstep={ms}ms&perrequest={ms}ms&tp={tp}&rate={rate}"
        );
        subject(&link).plan
    })
}

/// What the model says of a level, as a load test would state it.
pub(crate) fn level(plan: &Plan, replicas: u32, load: Load) -> Level {
    let forecast = Forecast::of(plan, replicas, load).expect("the model fits");
    stated(plan, load, &forecast)
}

pub(crate) fn stated(plan: &Plan, load: Load, forecast: &Forecast) -> Level {
    let value = |measure| forecast.values.get(measure).map(Seconds::new);
    let figure =
        |metric, statistic, value: Option<Seconds>| value.map(|value| Figure { metric, statistic, value });
    let figures: Vec<Figure> = [
        figure(Metric::Ttft, Statistic::Mean, value(Measure::TtftMean)),
        figure(Metric::Ttft, Statistic::Median, value(Measure::TtftP50)),
        figure(Metric::Ttft, Statistic::Quantile(Quantile::P95), value(Measure::TtftP95)),
        figure(Metric::Tpot, Statistic::Mean, value(Measure::Tpot)),
    ]
    .into_iter()
    .flatten()
    .collect();
    Level {
        name: "made by the model".into(),
        load,
        completed: Some(400),
        failed: Some(0),
        prompt: Some(plan.prompt.get()),
        output: Some(plan.answer.get()),
        requests_per_second: Some(forecast.rate),
        output_tokens_per_second: forecast.values.get(Measure::Throughput),
        kv_usage: forecast.values.get(Measure::KvUse),
        cached: Some(plan.cached.get()),
        figures: figures.clone(),
        ours: figures,
        ..Level::default()
    }
}

pub(crate) fn open(rate: f64) -> Load {
    Load::Open(RequestsPerSecond::new(rate))
}

/// The same level with each figure off by so much: a standard deviation of its logarithm.
pub(crate) fn noisy(mut level: Level, by: f64, random: &mut Random) -> Level {
    let mut factor = || quantity::float::exp(random.normal(0.0, by));
    for figure in &mut level.ours {
        figure.value = figure.value * factor();
    }
    level.output_tokens_per_second = level.output_tokens_per_second.map(|value| value * factor());
    level.figures.clone_from(&level.ours);
    level
}
