//! Lengths of prompts and answers: their percentiles in rows, and how many requests have which.

use crate::passage::{row, table};
use chart::{Axis, AxisScale, Chart, Dash, Mark, Series, Style, Table, Tone};
use evidence::trace::Lengths;
use latency::Quantile;
use quantity::{Unit, float};

/// A row for prompts and one for answers; none for what nobody has.
pub(super) fn percentiles(prompts: &Lengths, answers: &Lengths) -> Table {
    let each = [("Prompt", prompts), ("Answer", answers)];
    let rows = each.into_iter().filter_map(|(name, lengths)| {
        let at = |quantile| {
            lengths.quantile(quantile).map_or_else(String::new, |tokens| Unit::Tokens.number(tokens))
        };
        Some(row(vec![
            name.into(),
            Unit::Tokens.number(lengths.mean()?),
            Unit::Number.show(lengths.cv()?),
            at(Quantile::P50),
            at(Quantile::P90),
            at(Quantile::P95),
            at(Quantile::P99),
            Unit::Tokens.number(lengths.max() as f64),
        ]))
    });
    let head = ["Tokens", "Mean", "CV", "p50", "p90", "p95", "p99", "Longest"];
    table("Lengths in tokens; CV is the standard deviation over the mean", &head, rows.collect())
}

/// How many requests have a length above `from` and up to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bin {
    from: f64,
    to: f64,
    requests: u64,
}

/// Bins of two to a doubling, with whole numbers for ends: 1, 2, 3, 4, 6, 8, 12, 16, …
fn bins(lengths: &Lengths) -> Vec<Bin> {
    let mut bins = vec![Bin { from: 0.5, to: 1.0, requests: 0 }];
    for (length, requests) in lengths.bars().filter(|(length, _)| *length > 0) {
        while bins.last().is_some_and(|bin| bin.to < length as f64) {
            let (from, before) = bins.last().map_or((1.0, 0.5), |bin| (bin.to, bin.from));
            // Behind a power of two half of it is added, behind the other end a third.
            let doubles = from <= 2.0 || (from / before - 1.5).abs() > 0.1;
            let to = if from < 2.0 {
                from + 1.0
            } else if doubles {
                from * 1.5
            } else {
                from / 1.5 * 2.0
            };
            bins.push(Bin { from, to, requests: 0 });
        }
        if let Some(bin) = bins.last_mut() {
            bin.requests += requests;
        }
    }
    let first = bins.iter().position(|bin| bin.requests > 0).unwrap_or(0);
    bins.split_off(first)
}

/// How many requests have which length, on a log axis; `None` where there are none.
pub(super) fn chart(id: &'static str, what: &str, tone: Tone, lengths: &Lengths) -> Option<Chart> {
    let bins = bins(lengths);
    let (first, last) = (bins.first()?, bins.last()?);
    let most = bins.iter().map(|bin| bin.requests).max().filter(|most| *most > 0)?;
    let p99 = lengths.quantile(Quantile::P99)?;
    let mean = lengths.mean()?;
    let points = bins.iter().map(|bin| (float::sqrt(bin.from * bin.to), Some(bin.requests as f64))).collect();
    let at = bins.iter().find(|bin| p99 <= bin.to).map_or(0, |bin| bin.requests);
    let mark = Mark { label: ["p99 ", &Unit::Tokens.number(p99)].concat(), x: p99, y: at as f64, tone };
    let title = [what, " by length"].concat();
    Some(Chart {
        id,
        sentence: sentence(what, mean, p99),
        x: Axis {
            label: [what, " length"].concat(),
            unit: Unit::Tokens,
            min: first.from,
            max: last.to,
            scale: AxisScale::Log10,
        },
        y: Axis {
            label: "Requests".into(),
            unit: Unit::Count,
            min: 0.0,
            max: 1.1 * most as f64,
            scale: AxisScale::Linear,
        },
        series: vec![Series { name: "requests".into(), tone, dash: Dash::Whole, style: Style::Bars, points }],
        targets: Vec::new(),
        plan: None,
        marks: vec![mark],
        unbounded: None,
        table: counts(&title, &bins, lengths.count()),
        title,
    })
}

fn sentence(what: &str, mean: f64, p99: f64) -> String {
    let times = Unit::Number.show(p99 / mean);
    let [mean, p99] = [mean, p99].map(|tokens| Unit::Tokens.show(tokens));
    [
        what,
        "s have ",
        &mean,
        " on average; one in a hundred has more than ",
        &p99,
        ", ",
        &times,
        " times the mean.",
    ]
    .concat()
}

fn counts(title: &str, bins: &[Bin], all: u64) -> Table {
    let rows = bins.iter().filter(|bin| bin.requests > 0).map(|bin| {
        let from = if bin.to <= 1.0 { 1.0 } else { bin.from + 1.0 };
        let (low, high) = (Unit::Tokens.number(from), Unit::Tokens.number(bin.to));
        let label = if low == high { low } else { [low, high].join(" to ") };
        row(vec![
            label,
            Unit::Count.show(bin.requests as f64),
            Unit::Fraction.show(bin.requests as f64 / all as f64),
        ])
    });
    table(title, &["Tokens", "Requests", "Share"], rows.collect())
}
