//! TPOT against load on one replica.

use crate::rates::{ROWS, nice_step, samples, state_at, wall};
use crate::{Answer, rates};
use chart::{
    Axis, AxisScale, Cell, Chart, Dash, Mark, PlanMark, Series, Style, Table, Target, Tone, Unbounded,
};
use quantity::Unit;
use sizing::{Fleet, LimitedBy};

/// The chart; `None` where there is no fleet.
#[must_use]
pub fn tpot_chart(answer: &Answer) -> Option<Chart> {
    let fleet = answer.fleet()?;
    let (limit, target) = (&fleet.limit, answer.plan.tpot.get());
    let zone = zone(answer, fleet);
    let rates = samples(nice_step(wall(answer) * 1.2 / ROWS), zone.from);
    let points = rates.into_iter().map(|rate| (rate, tpot_at(answer, rate))).collect();
    let planned = fleet.state.rate_each.get();
    Some(Chart {
        id: "chart-tpot",
        title: "TPOT against load on one replica".into(),
        sentence: sentence(answer, limit.by, limit.rate.get()),
        x: Axis {
            label: "Load on one replica".into(),
            unit: Unit::RequestsPerSecond,
            min: 0.0,
            max: far(&zone, planned),
            scale: AxisScale::Linear,
        },
        y: Axis {
            label: "TPOT".into(),
            unit: Unit::Seconds,
            min: 0.0,
            max: top(answer, fleet),
            scale: AxisScale::Linear,
        },
        series: vec![Series {
            name: "TPOT".into(),
            tone: Tone::Decode,
            dash: Dash::Whole,
            style: Style::Line,
            points,
        }],
        targets: vec![Target { name: format!("Target {}", Unit::Seconds.exact(target)), value: target }],
        plan: Some(PlanMark {
            label: format!("planned {}", Unit::RequestsPerSecond.number(planned)),
            x: planned,
            y: fleet.state.steady.tpot().map(quantity::Seconds::get),
        }),
        marks: vec![Mark {
            label: Unit::RequestsPerSecond.show(limit.rate.get()),
            x: limit.rate.get(),
            y: limit.tpot.get(),
            tone: Tone::Decode,
        }],
        unbounded: Some(zone),
        table: table(answer),
    })
}

/// Where the replica stops settling: the pool is full, or each step admits more than it finishes.
pub(crate) fn zone(answer: &Answer, fleet: &Fleet) -> Unbounded {
    let (full, wall) = (fleet.limit.pool_full.get(), wall(answer));
    let name = if full < wall { "KV pool full" } else { "no steady state" };
    Unbounded { from: full.min(wall), name: name.into() }
}

/// The largest load in view.
pub(crate) fn far(zone: &Unbounded, planned: f64) -> f64 {
    (zone.from * 1.12).max(planned * 1.05)
}

/// The largest TPOT in view.
pub(crate) fn top(answer: &Answer, fleet: &Fleet) -> f64 {
    1.7 * answer.plan.tpot.get().max(fleet.limit.tpot.get())
}

/// TPOT at a load; none where the replica does not settle.
pub(crate) fn tpot_at(answer: &Answer, rate: f64) -> Option<f64> {
    state_at(answer, rate).tpot().map(quantity::Seconds::get)
}

fn sentence(answer: &Answer, by: LimitedBy, rate: f64) -> String {
    let rate = Unit::RequestsPerSecond.show(rate);
    match by {
        LimitedBy::Tpot => format!(
            "Prefill takes decode’s time; past {rate} the target of {} breaks.",
            Unit::Seconds.exact(answer.plan.tpot.get())
        ),
        LimitedBy::KvPool => format!("The KV pool is full at {rate}, before TPOT reaches its target."),
    }
}

/// The two columns of the table of rates that the chart draws.
fn table(answer: &Answer) -> Table {
    let all = rates(answer);
    let pick = |row: &Vec<Cell>| [row.first(), row.get(3)].into_iter().flatten().cloned().collect();
    Table {
        caption: "TPOT by load on one replica".into(),
        head: vec!["req/s per replica".into(), "Effective TPOT".into()],
        rows: all.rows.iter().map(pick).collect(),
    }
}
