//! TPOT against load on one replica.

use crate::rates::wall;
use crate::{Answer, rates};
use chart::{Axis, AxisScale, Cell, Chart, Mark, PlanMark, Series, Style, Table, Target, Tone, Unbounded};
use quantity::{RequestsPerSecond, Unit};
use sizing::{LimitedBy, Outcome, SteadyState};

/// How many points the curve has.
const POINTS: u32 = 120;

/// The chart; `None` where there is no fleet.
#[must_use]
pub fn tpot_chart(answer: &Answer) -> Option<Chart> {
    let Outcome::Planned(fleet) = &answer.sizing.outcome else { return None };
    let (limit, target) = (&fleet.limit, answer.plan.tpot.get());
    // Where the replica stops settling: the pool is full, or each step admits more than it finishes.
    let pool_ends_it = limit.pool_full.get() < wall(answer);
    let end = limit.pool_full.get().min(wall(answer));
    let far = end * 1.12;
    let state =
        |rate: f64| SteadyState::of(&answer.sizing.replica, RequestsPerSecond::new(rate), answer.plan.answer);
    let tpot = |rate: f64| state(rate).tpot().map(quantity::Seconds::get);
    let points =
        (0..=POINTS).map(|k| f64::from(k) / f64::from(POINTS) * end).map(|rate| (rate, tpot(rate))).collect();
    let top = 1.7 * target.max(limit.tpot.get());
    let planned = fleet.state.rate_each.get();
    Some(Chart {
        id: "chart-tpot",
        title: "TPOT against load on one replica".into(),
        sentence: sentence(answer, limit.by, limit.rate.get()),
        x: Axis {
            label: "Load on one replica".into(),
            unit: Unit::RequestsPerSecond,
            min: 0.0,
            max: far.max(planned * 1.05),
            scale: AxisScale::Linear,
        },
        y: Axis { label: "TPOT".into(), unit: Unit::Seconds, min: 0.0, max: top, scale: AxisScale::Linear },
        series: vec![Series {
            name: "TPOT".into(),
            tone: Tone::Decode,
            dash: false,
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
        unbounded: Some(Unbounded {
            from: end,
            name: if pool_ends_it { "KV pool full" } else { "no steady state" }.into(),
        }),
        table: table(answer),
    })
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
