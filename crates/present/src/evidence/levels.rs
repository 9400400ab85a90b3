//! The levels of a load test: side by side, against their load, and one of them by two definitions.

use crate::passage::{row, table};
use crate::streams::Told;
use chart::{Axis, AxisScale, Cell, Chart, Dash, Series, Style, Table, Tone};
use evidence::{Level, Load, LoadTest, Statistic, Tool};
use latency::{Metric, Quantile};
use quantity::{RequestsPerSecond, Unit};

/// What stands where nothing is known.
const NOTHING: &str = "—";

/// So many levels are listed.
const MOST_LEVELS: usize = 200;

/// The figures that are compared.
const STATISTICS: [(&str, Statistic); 5] = [
    ("mean", Statistic::Mean),
    ("p50", Statistic::Quantile(Quantile::P50)),
    ("p90", Statistic::Quantile(Quantile::P90)),
    ("p95", Statistic::Quantile(Quantile::P95)),
    ("p99", Statistic::Quantile(Quantile::P99)),
];

/// Every level with what it carried and how long it took, by the definitions of plans.
pub(super) fn levels(test: &LoadTest) -> Table {
    let head = [
        "Level",
        "Answered",
        "Failed",
        "Requests a second",
        "Output",
        "TTFT mean",
        "TTFT p99",
        "TPOT mean",
        "ITL mean",
        "E2E mean",
    ];
    let rows = test.levels.iter().take(MOST_LEVELS).map(line).collect();
    table("The levels of load, latencies as plans define them.", &head, rows)
}

fn line(level: &Level) -> Vec<Cell> {
    let count = |count: Option<u64>| count.map(|count| Unit::Count.show(count as f64));
    let rate = |rate: RequestsPerSecond| Unit::RequestsPerSecond.show(rate.get());
    let at = |metric: Metric, statistic| level.figure(metric, statistic).map(|value| metric.text(value));
    let texts = [
        Some(level.name.clone()),
        count(level.completed),
        count(level.failed),
        level.requests_per_second.map(rate),
        level.output_tokens_per_second.map(|rate| Unit::TokensPerSecond.show(rate)),
        at(Metric::Ttft, Statistic::Mean),
        at(Metric::Ttft, Statistic::Quantile(Quantile::P99)),
        at(Metric::Tpot, Statistic::Mean),
        at(Metric::Itl, Statistic::Mean),
        at(Metric::E2e, Statistic::Mean),
    ];
    row(texts.into_iter().map(|text| text.unwrap_or_else(|| NOTHING.into())).collect())
}

/// The figures of a level as its tool states them, beside those that plans mean by the same names.
pub(super) fn figures(level: &Level, tool: Option<Tool>) -> Table {
    let mut rows = Vec::new();
    for metric in Metric::ALL {
        for (name, statistic) in STATISTICS {
            let text = |value: Option<quantity::Seconds>| value.map(|value| metric.text(value));
            let (stated, ours) =
                (text(level.stated(metric, statistic)), text(level.figure(metric, statistic)));
            if stated.is_none() && ours.is_none() {
                continue;
            }
            let other = stated.is_some() && ours.is_some() && stated != ours;
            let texts = [stated, ours].map(|text| text.unwrap_or_else(|| NOTHING.into()));
            let said = if other { "differs" } else { "" };
            rows.push(row([[metric.label(), " ", name].concat()]
                .into_iter()
                .chain(texts)
                .chain([said.into()])
                .collect()));
        }
    }
    let whose = tool.map_or("stated", |tool| tool.definition().name());
    let caption = ["Figures at ", &level.name, ", as stated and as plans define them."].concat();
    table(&caption, &["Figure", &["By ", whose].concat(), "As plans define it", "Compared"], rows)
}

/// How a level is loaded, as a number, and what that counts; `None` where the file does not say.
fn load(level: &Level) -> Option<(f64, &'static str, Unit)> {
    match level.load {
        Load::Closed(most) => Some((most, "Requests in flight", Unit::Count)),
        Load::Open(rate) | Load::Capped(rate, _) => {
            Some((rate.get(), "Requests a second, asked for", Unit::RequestsPerSecond))
        }
        Load::Unknown | Load::AllAtOnce => None,
    }
}

/// Mean TTFT and time per token against load; none unless three levels of one kind have them.
pub(super) fn response(test: &LoadTest) -> Vec<Chart> {
    let Some((_, label, unit)) = test.levels.iter().find_map(load) else { return Vec::new() };
    let of = |metrics: &[Metric]| {
        let points = test.levels.iter().filter_map(|level| {
            let (x, _, _) = load(level).filter(|(.., other)| *other == unit)?;
            let mean = metrics.iter().find_map(|metric| level.figure(*metric, Statistic::Mean))?;
            Some((x, mean.get()))
        });
        let mut points: Vec<(f64, f64)> = points.filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    let charts = [
        ("chart-test-ttft", "TTFT against load", Metric::Ttft, Tone::Queue, of(&[Metric::Ttft])),
        (
            "chart-test-tpot",
            "Time per token against load",
            Metric::Tpot,
            Tone::Decode,
            of(&[Metric::Tpot, Metric::Itl]),
        ),
    ];
    charts
        .into_iter()
        .filter_map(|(id, title, metric, tone, points)| {
            chart(id, title, metric, tone, &points, (label, unit))
        })
        .collect()
}

/// So few points make no curve.
const FEW: usize = 3;

fn chart(
    id: &'static str,
    title: &str,
    metric: Metric,
    tone: Tone,
    points: &[(f64, f64)],
    (label, unit): (&str, Unit),
) -> Option<Chart> {
    let (first, last) = (points.first()?, points.last()?);
    let top = points.iter().map(|point| point.1).fold(0.0, f64::max);
    if points.len() < FEW || last.0 <= first.0 || top <= 0.0 {
        return None;
    }
    let text = |value: f64| metric.text(quantity::Seconds::new(value));
    let sentence = [
        "On average ",
        &text(first.1),
        " at ",
        &unit.show(first.0),
        ", and ",
        &text(last.1),
        " at ",
        &unit.show(last.0),
        ".",
    ];
    let y_unit = if metric == Metric::Ttft { Unit::Wait } else { Unit::Seconds };
    let axis =
        |label: &str, unit, max| Axis { label: label.into(), unit, min: 0.0, max, scale: AxisScale::Linear };
    let line = |point: &(f64, f64)| row(vec![unit.show(point.0), text(point.1)]);
    Some(Chart {
        id,
        title: title.into(),
        sentence: sentence.concat(),
        x: axis(label, unit, 1.02 * last.0),
        y: axis(metric.label(), y_unit, 1.1 * top),
        series: vec![Series {
            name: "mean".into(),
            tone,
            dash: Dash::Whole,
            style: Style::Line,
            points: points.iter().map(|point| (point.0, Some(point.1))).collect(),
        }],
        targets: Vec::new(),
        plan: None,
        marks: Vec::new(),
        unbounded: None,
        table: table(title, &[label, "Mean"], points.iter().map(line).collect()),
    })
}
