//! Charts for the tests of this module.

use super::{Axis, AxisScale, Chart, Dash, Mark, PlanMark, Series, Style, Table, Target, Tone, Unbounded};
use quantity::Unit;

/// TPOT of the worked 70B replica by load: 8.8 ms of prefill a request, a step of 7.9 ms or more.
pub(super) fn tpot() -> Chart {
    let loads = (1..=24).map(|half| f64::from(half) / 2.0);
    let points = loads.map(|load| (load, worked_tpot(load))).collect();
    let series = vec![Series {
        name: String::from("TPOT"),
        tone: Tone::Decode,
        dash: Dash::Whole,
        style: Style::Line,
        points,
    }];
    let unbounded = Some(Unbounded { from: 9.5, name: String::from("no steady state") });
    let plan = Some(PlanMark { label: String::from("planned 5.0"), x: 5.0, y: worked_tpot(5.0) });
    let marks = vec![Mark { label: String::from("8.2 req/s"), x: 8.196, y: 0.05, tone: Tone::Decode }];
    Chart { series, unbounded, plan, marks, ..framed(12.0, 0.08) }
}

fn worked_tpot(load: f64) -> Option<f64> {
    let free = 1.0 - load * 0.088_428 - load * 400.0 * 3.843e-5;
    (free > 0.0 && load < 9.2).then(|| 7.463e-3 / free)
}

/// A chart with axes and nothing in them.
pub(super) fn empty() -> Chart {
    Chart { targets: Vec::new(), ..framed(10.0, 0.1) }
}

/// A chart of arbitrary curves; plan, target and zone are shares of their axis.
pub(super) fn with(
    x_max: f64,
    y_max: f64,
    curves: &[Vec<Option<f64>>],
    plan: f64,
    target: f64,
    zone: Option<f64>,
) -> Chart {
    let mut chart = framed(x_max, y_max);
    for (curve, tone) in curves.iter().zip(Tone::ALL) {
        let count = curve.len() as f64;
        let place = |at: usize| x_max * at as f64 / count;
        let points =
            curve.iter().enumerate().map(|(at, y)| (place(at), y.map(|y| y * 5.0 * y_max))).collect();
        chart.series.push(Series {
            name: String::from(tone.name()),
            tone,
            dash: if tone == Tone::Kv { Dash::Short } else { Dash::Whole },
            style: Style::Line,
            points,
        });
    }
    chart.targets[0].value = y_max * target;
    chart.plan = Some(PlanMark { label: String::from("the plan"), x: x_max * plan, y: Some(y_max * target) });
    chart.unbounded = zone.map(|share| Unbounded { from: x_max * share, name: String::from("unbounded") });
    chart
}

fn framed(x_max: f64, y_max: f64) -> Chart {
    Chart {
        id: "example",
        title: String::from("TPOT against load"),
        sentence: String::from("Past 8.2 req/s the target breaks."),
        x: Axis {
            label: String::from("Load on one replica"),
            unit: Unit::RequestsPerSecond,
            min: 0.0,
            max: x_max,
            scale: AxisScale::Linear,
        },
        y: Axis {
            label: String::from("TPOT"),
            unit: Unit::Seconds,
            min: 0.0,
            max: y_max,
            scale: AxisScale::Linear,
        },
        series: Vec::new(),
        targets: vec![Target { name: String::from("SLO 50 ms"), value: 0.05 }],
        plan: None,
        marks: Vec::new(),
        unbounded: None,
        table: Table::default(),
    }
}
