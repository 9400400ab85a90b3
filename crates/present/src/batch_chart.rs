//! TPOT and price against the decode batch.

use crate::Answer;
use crate::batches::{at, batch, middle, resident, table};
use crate::rates::nice_step;
use chart::{Axis, AxisScale, Chart, Dash, Mark, PlanMark, Series, Style, Table, Target, Tone, Unbounded};
use quantity::{Seconds, Unit, float};
use sizing::{Figure, Fleet, LimitedBy};

/// How many batches each curve is sampled at, at most.
const POINTS: u32 = 80;

/// TPOT and price against the batch; none where there is no fleet.
#[must_use]
pub fn batch_charts(answer: &Answer) -> Vec<Chart> {
    let Some(fleet) = answer.fleet() else { return Vec::new() };
    let ground = Ground::of(answer, fleet);
    vec![ground.tpot_chart(answer, fleet), ground.price_chart(answer, fleet)]
}

/// What both charts stand on.
struct Ground {
    /// The sequences that the pool holds.
    pool: f64,
    /// The largest batch in view.
    far: f64,
    /// The plan at batches up to the pool or the right edge.
    sized: Vec<Answer>,
    /// The plan at a few round batches, as in the table of batches.
    table: Table,
}

impl Ground {
    fn of(answer: &Answer, fleet: &Fleet) -> Self {
        let (own, pool) = (f64::from(middle(answer, fleet)), f64::from(resident(answer)));
        // Three times the batch as in the table of batches, and beyond the pool's end, with room for the word, where that
        // is not too far off.
        let far = (3.2 * own).max((1.4 * pool).min(6.0 * own)).max(4.0);
        let last = float::count(far.min(pool));
        let round = float::count(nice_step(far / 12.0).max(1.0));
        // A divisor, so that a chart can be read where its table has a row.
        let step =
            (1..round).find(|step| round.is_multiple_of(*step) && last / step < POINTS).unwrap_or(round);
        let mut batches = every(step, last);
        if !last.is_multiple_of(step) {
            batches.push(Some(last));
        }
        let sized = at(answer, &batches);
        let rows = at(answer, &every(round, float::count(far)));
        Self { pool, far, sized, table: table(answer, &rows) }
    }

    fn tpot_chart(&self, answer: &Answer, fleet: &Fleet) -> Chart {
        let limit = &fleet.limit;
        let target = answer.plan.tpot.get();
        let batch = Unit::Count.show(limit.batch);
        let end = match limit.by {
            LimitedBy::Tpot => "target breaks",
            LimitedBy::KvPool => "pool is full",
        };
        let sentence = format!(
            "At worst, TPOT is {} at a batch of {batch}: there the {end}.",
            Unit::Seconds.show(limit.tpot.get())
        );
        let top = 1.8 * target.max(fleet.work.worst_case_tpot().get().min(2.0 * target));
        let mut chart = self.chart(
            ["chart-batch-tpot", "TPOT against batch", "TPOT"],
            sentence,
            (Unit::Seconds, top),
            vec![
                self.series("worst case", Dash::Short, worst),
                self.series("expected", Dash::Whole, expected),
            ],
            self.plan_mark(fleet, expected(fleet)),
        );
        let name = ["Target ", &Unit::Seconds.exact(target)].concat();
        chart.targets.push(Target { name, value: target });
        chart.marks.push(Mark { label: batch, x: limit.batch, y: limit.tpot.get(), tone: Tone::Decode });
        chart
    }

    fn price_chart(&self, answer: &Answer, fleet: &Fleet) -> Chart {
        let own = Figure::PerOutputWithSpare.of(&answer.plan, &answer.sizing).number();
        // Small batches are dear without end, so the height in view follows from the plan's price and from the lowest.
        let largest = self.sized.iter().rev().find_map(Answer::fleet).unwrap_or(fleet);
        let lowest = largest.bill_with_spare.per_million_output;
        let top = 1.8 * own.unwrap_or(lowest).max(lowest);
        let sentence = format!(
            "At a batch of {} a million output tokens would cost {}.",
            Unit::Count.show(largest.work.batch),
            Unit::DollarsPerMillion.show(lowest),
        );
        self.chart(
            ["chart-batch-price", "Price against batch", "Output tokens"],
            sentence,
            (Unit::DollarsPerMillion, if top > 0.0 { top } else { 1.0 }),
            vec![self.series("price", Dash::Whole, price)],
            self.plan_mark(fleet, own),
        )
    }

    /// A chart of some curves over the batch: its id, its title and what is measured; the axis's unit and end.
    fn chart(
        &self,
        [id, title, measured]: [&'static str; 3],
        sentence: String,
        (unit, top): (Unit, f64),
        series: Vec<Series>,
        plan: PlanMark,
    ) -> Chart {
        Chart {
            id,
            title: title.into(),
            sentence,
            x: Axis {
                label: "Batch".into(),
                unit: Unit::Count,
                min: 0.0,
                max: self.far,
                scale: AxisScale::Linear,
            },
            y: Axis { label: measured.into(), unit, min: 0.0, max: top, scale: AxisScale::Linear },
            series,
            targets: Vec::new(),
            plan: Some(plan),
            marks: Vec::new(),
            unbounded: Some(Unbounded { from: self.pool, name: "KV pool full".into() }),
            table: Table { caption: [title, ", in figures"].concat(), ..self.table.clone() },
        }
    }

    /// The plan's own batch; without a dot where the pool does not hold it.
    fn plan_mark(&self, fleet: &Fleet, height: Option<f64>) -> PlanMark {
        let batch = fleet.work.batch;
        let label = ["batch ", &Unit::Count.show(batch)].concat();
        PlanMark { label, x: batch, y: height.filter(|_| batch <= self.pool) }
    }

    fn series(&self, name: &str, dash: Dash, value: fn(&Fleet) -> Option<f64>) -> Series {
        let point = |at: &Answer| (f64::from(batch(at)), at.fleet().and_then(value));
        let points = self.sized.iter().map(point).collect();
        Series { name: name.into(), tone: Tone::Decode, dash, style: Style::Line, points }
    }
}

fn worst(fleet: &Fleet) -> Option<f64> {
    Some(fleet.work.worst_case_tpot().get())
}

fn expected(fleet: &Fleet) -> Option<f64> {
    fleet.state.steady.tpot().map(Seconds::get)
}

fn price(fleet: &Fleet) -> Option<f64> {
    Some(fleet.bill_with_spare.per_million_output)
}

/// Every so many batches up to `last`.
fn every(step: u32, last: u32) -> Vec<Option<u32>> {
    let mut all = Vec::new();
    let mut next = step;
    while next <= last {
        all.push(Some(next));
        next += step;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charts(link: &str) -> [Chart; 2] {
        batch_charts(&Answer::to_link(link)).try_into().expect("a fleet")
    }

    #[test]
    fn the_sentences_of_example_b() {
        let [tpot, price] = charts(crate::B);
        assert_eq!(tpot.sentence, "At worst, TPOT is 50.0 ms at a batch of 59: there the target breaks.");
        assert_eq!(price.sentence, "At a batch of 174 a million output tokens would cost $2.24.");
    }

    /// The bound meets the target at the batch of the largest rate, as the mark says.
    #[test]
    fn the_worst_case_passes_the_target_at_the_mark() {
        for link in [crate::B, "v=1", "v=1&tpot=20ms", "v=1&model=llama-3.1-8b&tp=1&tpot=20ms"] {
            let [chart, _] = charts(link);
            let Some(mark) = chart.marks.first() else { panic!("{link} is limited by its target") };
            for (batch, tpot) in &chart.series[0].points {
                let over = tpot.is_some_and(|tpot| tpot > chart.targets[0].value);
                assert_eq!(over, *batch > mark.x, "{link} at {batch}");
            }
        }
    }

    #[test]
    fn curves_end_at_the_pool_and_a_larger_batch_is_never_dearer() {
        for link in
            [crate::B, "v=1", "v=1&rate=40&replicas=4", "v=1&rate=0.01", "v=1&rate=20000", "v=1&batch=1"]
        {
            let [tpot, price] = charts(link);
            let zone = price.unbounded.as_ref().map_or(0.0, |zone| zone.from);
            let points = &price.series[0].points;
            assert!(
                points.len() > 1 && points.iter().all(|point| point.0 <= zone.min(price.x.max)),
                "{link}"
            );
            let prices: Vec<f64> = points.iter().filter_map(|point| point.1).collect();
            assert!(prices.windows(2).all(|pair| pair[1] <= pair[0]), "{link} {prices:?}");
            assert!(tpot.series[1].points.iter().all(|point| point.1.is_some_and(f64::is_finite)), "{link}");
        }
    }
}
