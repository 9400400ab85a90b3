//! Measured points over the model's curve.

use super::words::difference;
use crate::comparison::{Compared, LevelCompared};
use crate::forecast::Served;
use crate::{Comparison, Measure, Subject};
use chart::{Axis, AxisScale, Cell, Chart, Dash, Series, Style, Table, Tone};
use evidence::Load;
use quantity::{RequestsPerSecond, Unit};

/// What the charts are called on a page, in their order.
pub const CHARTS: [&str; 3] = [DRAWN[0].0, DRAWN[1].0, DRAWN[2].0];

/// The figures that are drawn, with the ids and titles of their charts. Of TTFT the first that the levels have.
const DRAWN: [(&str, &str, &[Measure], Tone); 3] = [
    ("chart-agreement-tpot", "TPOT, measured and predicted", &[Measure::Tpot], Tone::Decode),
    (
        "chart-agreement-ttft",
        "TTFT, measured and predicted",
        &[Measure::TtftP95, Measure::TtftP50, Measure::TtftMean],
        Tone::Queue,
    ),
    (
        "chart-agreement-throughput",
        "Throughput, measured and predicted",
        &[Measure::Throughput],
        Tone::Action,
    ),
];
/// Points of a curve.
const SAMPLES: u32 = 80;

/// How requests were sent, which is what the x axis counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    Closed,
}

/// The charts, over the kind of load that most levels have; none where no level has a load to draw at.
pub(super) fn charts(subject: &Subject, comparison: &Comparison) -> Vec<Chart> {
    let of = |kind: Kind| {
        comparison.levels.iter().filter(|level| place(level.observed.load, kind).is_some()).count()
    };
    let kind = if of(Kind::Open) >= of(Kind::Closed) { Kind::Open } else { Kind::Closed };
    let chart = |(id, title, measures, tone): &(&'static str, &str, &[Measure], Tone)| {
        let most = measures.iter().map(|measure| (*measure, points(comparison, kind, *measure)));
        let (measure, points) =
            most.max_by_key(|(_, points)| points.len()).filter(|(_, points)| !points.is_empty())?;
        drawn(subject, kind, measure, &points, (id, title, *tone))
    };
    DRAWN.iter().filter_map(chart).collect()
}

/// Where a load stands on the axis of `kind`.
fn place(load: Load, kind: Kind) -> Option<f64> {
    match (load, kind) {
        (Load::Open(rate), Kind::Open) => Some(rate.get()),
        (Load::Closed(most), Kind::Closed) => Some(most),
        _ => None,
    }
}

/// The figures of one measure by load.
fn points(comparison: &Comparison, kind: Kind, measure: Measure) -> Vec<(f64, Compared)> {
    let of_level = |level: &LevelCompared| {
        let figure = level.figures.iter().find(|figure| figure.measure == measure)?;
        Some((place(level.observed.load, kind)?, *figure))
    };
    let mut points: Vec<(f64, Compared)> = comparison.levels.iter().filter_map(of_level).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn drawn(
    subject: &Subject,
    kind: Kind,
    measure: Measure,
    points: &[(f64, Compared)],
    (id, title, tone): (&'static str, &str, Tone),
) -> Option<Chart> {
    let served = Served::of(&subject.plan, subject.replicas, None)?;
    let far = points.last()?.0 * 1.1;
    let curve: Vec<(f64, Option<f64>)> = samples(kind, far)
        .map(|x| (x, served.at(load(kind, x)).and_then(|forecast| forecast.values.get(measure))))
        .collect();
    let measured = points.iter().map(|(x, figure)| (*x, Some(figure.measured))).collect();
    let highest = points.iter().map(|(_, figure)| figure.measured.max(figure.predicted)).fold(0.0, f64::max);
    let axis =
        |label: &str, unit, min, max| Axis { label: label.into(), unit, min, max, scale: AxisScale::Linear };
    let (label, unit) = match kind {
        Kind::Open => ("Load on all replicas", Unit::RequestsPerSecond),
        Kind::Closed => ("Requests in flight", Unit::Count),
    };
    let series =
        |name: &str, style, points| Series { name: name.into(), tone, dash: Dash::Whole, style, points };
    Some(Chart {
        id,
        title: title.into(),
        sentence: sentence(measure, points)?,
        x: axis(label, unit, 0.0, far),
        y: axis(measure.label(), measure.unit(), 0.0, highest * 1.2),
        series: vec![series("predicted", Style::Line, curve), series("measured", Style::Dots, measured)],
        targets: Vec::new(),
        plan: None,
        marks: Vec::new(),
        unbounded: None,
        table: table(measure, unit, label, points),
    })
}

fn load(kind: Kind, x: f64) -> Load {
    match kind {
        Kind::Open => Load::Open(RequestsPerSecond::new(x)),
        Kind::Closed => Load::Closed(x),
    }
}

/// Loads by rising x: from one request in flight on, or from the first step of the rate.
fn samples(kind: Kind, far: f64) -> impl Iterator<Item = f64> {
    let least = if kind == Kind::Closed { 1.0 } else { far / f64::from(SAMPLES) };
    let step = (far - least).max(0.0) / f64::from(SAMPLES - 1);
    (0..SAMPLES).map(move |place| least + step * f64::from(place))
}

fn sentence(measure: Measure, points: &[(f64, Compared)]) -> Option<String> {
    let (_, furthest) = points.iter().max_by(|a, b| a.1.error().total_cmp(&b.1.error()))?;
    let unit = measure.unit();
    Some(format!(
        "{}: furthest apart are {} measured and {} predicted ({}).",
        measure.label(),
        unit.show(furthest.measured),
        unit.show(furthest.predicted),
        difference(*furthest)
    ))
}

fn table(measure: Measure, unit: Unit, label: &str, points: &[(f64, Compared)]) -> Table {
    let row = |(x, figure): &(f64, Compared)| {
        let of = measure.unit();
        [unit.show(*x), of.show(figure.measured), of.show(figure.predicted)].map(Cell::from).into()
    };
    Table {
        caption: format!("{} by load", measure.label()),
        head: vec![label.into(), "Measured".into(), "Predicted".into()],
        rows: points.iter().map(row).collect(),
    }
}

/// Charts that a page has from a worker, with their ids, which are the program's own on both sides.
#[cfg(feature = "serde")]
pub(super) fn named<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Chart>, D::Error> {
    let mut charts: Vec<Chart> = serde::Deserialize::deserialize(from)?;
    for chart in &mut charts {
        if let Some((id, ..)) = DRAWN.iter().find(|(_, title, ..)| *title == chart.title) {
            chart.id = id;
        }
    }
    Ok(charts)
}
