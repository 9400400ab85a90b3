//! How long a comparison and a calibration take, beside how long they may.
//!
//! Each line is `time`, a name, the microseconds measured and the microseconds to reach, parted by tabs.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use agreement::{Calibration, Comparison, Forecast, Measure, Subject, causes};
use evidence::{Figure, Level, Load, LoadTest, Statistic};
use latency::{Metric, Random};
use plan::PlanInput;
use quantity::{RequestsPerSecond, Seconds, float};
use std::hint::black_box;
use timing::report;

fn main() {
    let subject = Subject::of(&PlanInput::from_link("v=1&replicas=4").0);
    let tests = [sweep()];
    report("50 levels compared, their causes and calibration", 20_000.0, || {
        let comparison = Comparison::of(black_box(&subject), black_box(&tests), 0.2);
        let why = causes(&subject, &tests, &comparison);
        (comparison.verdict(), why, Calibration::of(&subject, &tests, &comparison))
    });
}

/// Levels of another engine than the plan's, open and closed, with 5% of noise.
fn sweep() -> LoadTest {
    let engine = Subject::of(&PlanInput::from_link("v=1&replicas=4&mfu=50%&mbu=60%&perstep=3ms&in=2300").0);
    let mut random = Random::new(7);
    let open = (1..=20).map(|rate| Load::Open(RequestsPerSecond::new(f64::from(rate))));
    let closed = (1..=30).map(|step| Load::Closed(f64::from(step * step * 2)));
    let levels = open.chain(closed).map(|load| level(&engine, load, &mut random)).collect();
    LoadTest { levels, ..LoadTest::default() }
}

fn level(engine: &Subject, load: Load, random: &mut Random) -> Level {
    let forecast = Forecast::of(&engine.plan, engine.replicas, load).expect("the model fits");
    let mut measured =
        |measure| forecast.values.get(measure).map(|value| value * float::exp(random.normal(0.0, 0.05)));
    let figure = |metric, statistic, value: Option<f64>| {
        value.map(|value| Figure { metric, statistic, value: Seconds::new(value) })
    };
    let ours: Vec<Figure> = [
        figure(Metric::Ttft, Statistic::Mean, measured(Measure::TtftMean)),
        figure(Metric::Ttft, Statistic::Median, measured(Measure::TtftP50)),
        figure(Metric::Tpot, Statistic::Mean, measured(Measure::Tpot)),
    ]
    .into_iter()
    .flatten()
    .collect();
    Level {
        load,
        completed: Some(1000),
        prompt: Some(engine.plan.prompt.get()),
        output: Some(engine.plan.answer.get()),
        requests_per_second: Some(forecast.rate),
        ours,
        ..Level::default()
    }
}
