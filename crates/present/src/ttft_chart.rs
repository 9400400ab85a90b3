//! TTFT against fleet load: the hockey stick.

use crate::rates::{nice_step, samples};
use crate::{Answer, TtftAnswer};
use chart::{Axis, AxisScale, Cell, Chart, Dash, PlanMark, Series, Style, Table, Target, Tone, Unbounded};
use quantity::{RequestsPerSecond, Seconds, Unit, float};
use sizing::{Lanes, Ttft};

/// The chart of `page`; with the variant's curve where `compare`.
#[must_use]
pub fn ttft_chart(answer: &Answer, page: &TtftAnswer, compare: bool) -> Chart {
    let target = answer.plan.ttft.get();
    let rate = answer.plan.rate.get();
    let wall = wall(page.lanes);
    let far = far(page.lanes, rate);
    Chart {
        id: "chart-ttft",
        title: "TTFT against fleet load".into(),
        sentence: sentence(answer, page),
        x: Axis {
            label: "Fleet load".into(),
            unit: Unit::RequestsPerSecond,
            min: 0.0,
            max: far,
            scale: AxisScale::Linear,
        },
        y: Axis {
            label: "TTFT".into(),
            unit: Unit::Wait,
            min: 0.0,
            max: top(answer, page.lanes),
            scale: AxisScale::Linear,
        },
        series: series(page, wall, far, compare),
        targets: vec![Target { name: format!("p95 target {}", Unit::Wait.exact(target)), value: target }],
        plan: Some(PlanMark {
            label: format!("planned {}", Unit::RequestsPerSecond.exact(rate)),
            x: rate,
            y: page.running.ttft.map(|ttft| ttft.p95.get()),
        }),
        marks: Vec::new(),
        unbounded: Some(Unbounded { from: wall, name: "unbounded".into() }),
        table: table(answer, page, far, compare),
    }
}

/// The load that keeps every lane busy without a pause.
pub(crate) fn wall(lanes: Lanes) -> f64 {
    f64::from(lanes.count) / lanes.prefill.get()
}

/// The largest load in view.
pub(crate) fn far(lanes: Lanes, rate: f64) -> f64 {
    (wall(lanes) * 1.1).max(rate * 1.05)
}

/// The largest TTFT in view.
pub(crate) fn top(answer: &Answer, lanes: Lanes) -> f64 {
    1.8 * answer.plan.ttft.get().max(lanes.prefill.get())
}

fn series(page: &TtftAnswer, wall: f64, far: f64, compare: bool) -> Vec<Series> {
    let rates = rates(wall, far);
    let curve = |lanes: Lanes, quantile: fn(Ttft) -> Seconds| {
        let at = |rate: f64| lanes.ttft(RequestsPerSecond::new(rate)).map(|ttft| quantile(ttft).get());
        rates.iter().map(|rate| (*rate, at(*rate))).collect()
    };
    let mut series = vec![
        Series {
            name: "p95".into(),
            tone: Tone::Queue,
            dash: Dash::Whole,
            style: Style::Line,
            points: curve(page.lanes, |t| t.p95),
        },
        Series {
            name: "p50".into(),
            tone: Tone::Queue,
            dash: Dash::Short,
            style: Style::Line,
            points: curve(page.lanes, |t| t.p50),
        },
    ];
    if compare {
        let name = format!("p95, {} cached", Unit::Fraction.exact(page.variant_cached));
        let points = curve(page.variant_lanes, |t| t.p95);
        series.push(Series { name, tone: Tone::Prefill, dash: Dash::Short, style: Style::Line, points });
    }
    series
}

/// The rates at which every curve is sampled: those of [`samples`], and twice more just before the wall, where the stick
/// of a large fleet turns up within one even step.
fn rates(wall: f64, far: f64) -> Vec<f64> {
    let mut rates = samples(nice_step(far / 12.0), far);
    for near in before(wall) {
        let place = rates.partition_point(|rate| *rate < near);
        rates.insert(place, near);
    }
    rates
}

/// Two rates just before the wall.
pub(crate) fn before(wall: f64) -> [f64; 2] {
    [wall * (1.0 - 1e-3), wall * (1.0 - 1e-4)]
}

fn sentence(answer: &Answer, page: &TtftAnswer) -> String {
    let lanes = if page.lanes.count == 1 {
        "Erlang C over one prefill lane".into()
    } else {
        format!("Erlang C over {} prefill lanes", Unit::Count.show(f64::from(page.lanes.count)))
    };
    match page.lanes.largest_rate(answer.plan.ttft) {
        Some(rate) => {
            let busy = Unit::Fraction.show(page.lanes.utilisation(rate));
            format!(
                "{lanes}: p95 passes its target at {}, {busy} busy.",
                Unit::RequestsPerSecond.show(rate.get())
            )
        }
        None => format!("{lanes}: prefill alone is longer than the target."),
    }
}

fn table(answer: &Answer, page: &TtftAnswer, far: f64, compare: bool) -> Table {
    let mut head = vec!["req/s".into(), "Lanes busy".into(), "p50".into(), "p95".into()];
    if compare {
        head.push(format!("p95, {} cached", Unit::Fraction.exact(page.variant_cached)));
    }
    let step = nice_step(far / 12.0);
    let rows = (1..=12).map(|k| row(answer, page, float::tidy(step * f64::from(k)), compare)).collect();
    Table { caption: "TTFT by fleet load".into(), head, rows }
}

fn row(answer: &Answer, page: &TtftAnswer, rate: f64, compare: bool) -> Vec<Cell> {
    let arrivals = RequestsPerSecond::new(rate);
    let wait = |ttft: Option<Seconds>| wait_cell(answer, ttft);
    let own = page.lanes.ttft(arrivals);
    let mut row = vec![
        Cell::from(Unit::RequestsPerSecond.scale(rate).exact(rate)),
        Unit::Fraction.show(page.lanes.utilisation(arrivals)).into(),
        wait(own.map(|ttft| ttft.p50)),
        wait(own.map(|ttft| ttft.p95)),
    ];
    if compare {
        row.push(wait(page.variant_lanes.ttft(arrivals).map(|ttft| ttft.p95)));
    }
    row
}

/// A quantile of TTFT, or the word for having none.
pub(crate) fn wait_cell(answer: &Answer, ttft: Option<Seconds>) -> Cell {
    match ttft {
        Some(ttft) if ttft > answer.plan.ttft => {
            Cell::failing(format!("{}, over target", Unit::Wait.show(ttft.get())))
        }
        Some(ttft) => Unit::Wait.show(ttft.get()).into(),
        None => Cell::failing("unbounded".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{tpot_chart, ttft};

    #[test]
    fn curves_are_finite_and_rise() {
        for link in ["v=1", crate::B, "v=1&rate=40&replicas=4", "v=1&rate=0.001", "v=1&rate=20000&cached=0.9"]
        {
            let answer = Answer::to_link(link);
            let page = ttft(&answer).expect("lanes");
            let charts = [Some(ttft_chart(&answer, &page, true)), tpot_chart(&answer)];
            for series in charts.into_iter().flatten().flat_map(|chart| chart.series) {
                let values: Vec<f64> = series.points.iter().filter_map(|point| point.1).collect();
                assert!(values.len() > 2 && values.iter().all(|v| v.is_finite()), "{link} {}", series.name);
                assert!(
                    values.windows(2).all(|pair| pair[0] <= pair[1] * (1.0 + 1e-9)),
                    "{link} {}",
                    series.name
                );
            }
        }
    }

    #[test]
    fn a_read_out_has_a_value_of_every_curve() {
        let answer = Answer::to_link("v=1&rate=40&replicas=4");
        let chart = ttft_chart(&answer, &ttft(&answer).expect("lanes"), true);
        for x in [0.0, 17.3, 40.0, 45.2] {
            assert_eq!(chart.read_out(x).map(|read| read.lines.len()), Some(3), "at {x}");
        }
    }

    #[test]
    fn the_sentence_says_where_the_stick_bends() {
        let answer = Answer::to_link("v=1");
        let chart = ttft_chart(&answer, &ttft(&answer).expect("lanes"), false);
        assert_eq!(
            chart.sentence,
            "Erlang C over 4 prefill lanes: p95 passes its target at 38.8 req/s, 86% busy."
        );
    }
}
