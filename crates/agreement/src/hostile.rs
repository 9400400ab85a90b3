//! Whatever a level states: nothing panics, and no figure shows that is not one.

use crate::{AgreementShown, report};
use evidence::{Figure, Level, Load, LoadTest, Statistic};
use latency::{Metric, Quantile};
use plan::PlanInput;
use proptest::prelude::*;
use quantity::{RequestsPerSecond, Seconds};

/// Numbers as a broken file may state them.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 1e-6_f64..1e6,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, -1.0, 1.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, f64::MAX]),
    ]
}

fn maybe() -> impl Strategy<Value = Option<f64>> {
    prop::option::weighted(0.8, number())
}

fn load() -> impl Strategy<Value = Load> {
    prop_oneof![
        Just(Load::Unknown),
        Just(Load::AllAtOnce),
        number().prop_map(|rate| Load::Open(RequestsPerSecond::new(rate))),
        number().prop_map(Load::Closed),
        (number(), number()).prop_map(|(rate, most)| Load::Capped(RequestsPerSecond::new(rate), most)),
    ]
}

fn figures() -> impl Strategy<Value = Vec<Figure>> {
    let statistics = vec![Statistic::Mean, Statistic::Median, Statistic::Quantile(Quantile::P95)];
    let figure = (prop::sample::select(Metric::ALL.to_vec()), prop::sample::select(statistics), number());
    let figure = figure.prop_map(|(metric, statistic, value)| Figure {
        metric,
        statistic,
        value: Seconds::new(value),
    });
    prop::collection::vec(figure, 0..8)
}

fn level() -> impl Strategy<Value = Level> {
    let rates = (maybe(), maybe(), maybe(), maybe());
    let shape = (maybe(), maybe(), maybe(), maybe(), maybe(), maybe());
    let counts = (prop::option::of(any::<u64>()), prop::option::of(0_u64..1000));
    (load(), rates, shape, counts, figures(), figures()).prop_map(
        |(
            load,
            (achieved, rate, tokens, burstiness),
            (prompt, output, cached, kv_usage, delay, duration),
            counts,
            figures,
            ours,
        )| Level {
            name: "a level".into(),
            load,
            achieved: achieved.map(RequestsPerSecond::new),
            requests_per_second: rate.map(RequestsPerSecond::new),
            output_tokens_per_second: tokens,
            burstiness,
            prompt,
            output,
            cached,
            kv_usage,
            schedule_delay: delay.map(Seconds::new),
            duration: duration.map(Seconds::new),
            completed: counts.0,
            failed: counts.1,
            figures,
            ours,
            ..Level::default()
        },
    )
}

/// What is shown of these levels holds no number that is none.
fn survive(link: &str, levels: Vec<Level>) {
    let test = LoadTest { levels, ..LoadTest::default() };
    let shown = AgreementShown::of(&PlanInput::from_link(link).0, &[&test], 0.2);
    let text = report(&shown);
    for word in ["NaN", " inf", "-inf", "+inf"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    for chart in &shown.charts {
        let finite = chart
            .series
            .iter()
            .flat_map(|series| &series.points)
            .all(|(x, y)| x.is_finite() && y.is_none_or(f64::is_finite));
        assert!(finite && chart.x.max.is_finite() && chart.y.max.is_finite(), "{}", chart.title);
    }
    for (key, text) in shown.takes.iter().flat_map(|take| &take.pairs) {
        let (_, notes) = PlanInput::from_link(&format!("v=1&{key}={text}"));
        assert!(text.is_empty() || notes.is_empty(), "{key}={text}: {notes:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_levels_survive(levels in prop::collection::vec(level(), 0..6), place in 0_usize..4) {
        let links = ["v=1", "v=1&tp=1&weights=bf16", "v=1&in=1&out=1", "v=1&moe=touched&model=deepseek-v3&tp=8&gpu=b200"];
        survive(links[place], levels);
    }
}
