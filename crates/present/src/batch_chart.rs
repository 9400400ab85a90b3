//! TPOT and price against the decode batch.

use crate::Answer;
use crate::batches::{AtBatch, head, middle, resident};
use crate::chart::{Axis, Chart, Mark, PlanMark, Series, Table, Target, Tone, Unbounded};
use crate::rates::nice_step;
use crate::tokens::planned;
use quantity::{Seconds, Unit, float};
use sizing::{Figure, Fleet, LimitedBy};

/// How many batches each curve is sampled at, or fewer: they are whole numbers.
const POINTS: u32 = 80;

/// The two charts, TPOT first; `None` where there is no fleet.
#[must_use]
pub fn batch_charts(answer: &Answer) -> Option<[Chart; 2]> {
    let fleet = planned(answer)?;
    let ground = Ground::of(answer, fleet)?;
    Some([ground.tpot_chart(answer, fleet), ground.price_chart(answer, fleet)])
}

/// What both charts stand on.
struct Ground {
    /// The sequences that the pool holds.
    resident: u32,
    /// The largest batch in view.
    far: f64,
    /// The plan at batches up to the pool or the right edge.
    sized: Vec<AtBatch>,
    /// The plan at a few round batches, for the tables.
    rows: Vec<AtBatch>,
}

impl Ground {
    fn of(answer: &Answer, fleet: &Fleet) -> Option<Self> {
        let resident = resident(answer)?;
        let (own, pool) = (f64::from(middle(&answer.plan, fleet)), f64::from(resident));
        // Three times the batch as in the table of batches, and beyond the pool's end, with room for the word, where that
        // is not too far off.
        let far = (3.2 * own).max((1.4 * pool).min(6.0 * own)).max(4.0);
        let at = |batch| AtBatch::of(&answer.plan, batch);
        let sized = samples(float::count(far.min(pool))).into_iter().filter_map(at).collect();
        let rows = rounds(far).filter_map(at).collect();
        Some(Self { resident, far, sized, rows })
    }

    fn tpot_chart(&self, answer: &Answer, fleet: &Fleet) -> Chart {
        let target = answer.plan.tpot.get();
        let tpot = |fleet: &Fleet| fleet.state.steady.tpot().map(Seconds::get);
        let worst = |fleet: &Fleet| Some(fleet.work.worst_case_tpot().get());
        let top = 1.8 * target.max(fleet.work.worst_case_tpot().get().min(2.0 * target));
        let limit = &fleet.limit;
        let mark = (limit.by == LimitedBy::Tpot).then(|| Mark {
            label: Unit::Count.show(limit.batch),
            x: limit.batch,
            y: limit.tpot.get(),
            tone: Tone::Decode,
        });
        Chart {
            id: "chart-batch-tpot",
            title: "TPOT against decode batch".into(),
            sentence: self.tpot_sentence(answer, fleet),
            x: self.x(),
            y: Axis { label: "TPOT".into(), unit: Unit::Seconds, min: 0.0, max: top },
            series: vec![self.series("worst case", true, worst), self.series("expected", false, tpot)],
            targets: vec![Target { name: format!("Target {}", Unit::Seconds.exact(target)), value: target }],
            plan: Some(self.plan_mark(fleet, tpot(fleet))),
            marks: mark.into_iter().collect(),
            unbounded: Some(self.beyond()),
            table: self.table(answer, "TPOT by decode batch", [0, 3, 4, 6]),
        }
    }

    fn price_chart(&self, answer: &Answer, fleet: &Fleet) -> Chart {
        let price = |fleet: &Fleet| Some(fleet.bill_with_spare.per_million_output);
        let own = Figure::PerOutputWithSpare.of(&answer.plan, &answer.sizing).number();
        let series = self.series("price", false, price);
        // Small batches are dear without end: what is in view follows from the plan and from the cheapest.
        let least = series.points.last().and_then(|point| point.1).unwrap_or(0.0);
        let top = 1.8 * own.unwrap_or(least).max(least);
        Chart {
            id: "chart-batch-price",
            title: "Price against decode batch".into(),
            sentence: self.price_sentence(fleet, own),
            x: self.x(),
            y: Axis {
                label: "Output tokens".into(),
                unit: Unit::DollarsPerMillion,
                min: 0.0,
                max: if top > 0.0 { top } else { 1.0 },
            },
            series: vec![series],
            targets: Vec::new(),
            plan: Some(self.plan_mark(fleet, own)),
            marks: Vec::new(),
            unbounded: Some(self.beyond()),
            table: self.table(answer, "Price by decode batch", [0, 2, 5, 6]),
        }
    }

    fn x(&self) -> Axis {
        Axis { label: "Decode batch".into(), unit: Unit::Count, min: 0.0, max: self.far }
    }

    /// The plan's own batch; without a dot where the pool does not hold it.
    fn plan_mark(&self, fleet: &Fleet, height: Option<f64>) -> PlanMark {
        let batch = fleet.work.batch;
        PlanMark {
            label: format!("batch {}", Unit::Count.show(batch)),
            x: batch,
            y: height.filter(|_| batch <= f64::from(self.resident)),
        }
    }

    fn beyond(&self) -> Unbounded {
        Unbounded { from: f64::from(self.resident), name: "KV pool full".into() }
    }

    fn series(&self, name: &str, dash: bool, value: impl Fn(&Fleet) -> Option<f64>) -> Series {
        let points = self.sized.iter().map(|at| (f64::from(at.batch), at.fleet().and_then(&value))).collect();
        Series { name: name.into(), tone: Tone::Decode, dash, points }
    }

    fn tpot_sentence(&self, answer: &Answer, fleet: &Fleet) -> String {
        let target = Unit::Seconds.exact(answer.plan.tpot.get());
        let pool = Unit::Count.show(f64::from(self.resident));
        match fleet.limit.by {
            LimitedBy::Tpot => format!(
                "At worst, TPOT passes its target of {target} at a batch of {}; the KV pool ends at {pool}.",
                Unit::Count.show(fleet.limit.batch)
            ),
            LimitedBy::KvPool => {
                format!(
                    "The KV pool ends at a batch of {pool}, before the worst case reaches the target of {target}."
                )
            }
        }
    }

    fn price_sentence(&self, fleet: &Fleet, own: Option<f64>) -> String {
        let price = |price: f64| Unit::DollarsPerMillion.show(price);
        let full = self.sized.last().filter(|at| at.batch == self.resident).and_then(AtBatch::fleet);
        let parts = [
            own.map(|own| format!("{} at a batch of {}", price(own), Unit::Count.show(fleet.work.batch))),
            full.map(|full| {
                let pool = Unit::Count.show(f64::from(self.resident));
                format!("{} with the KV pool full, at {pool}", price(full.bill_with_spare.per_million_output))
            }),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return "A larger batch shares each reading of the weights among more sequences.".into();
        }
        format!("A million output tokens cost {}.", parts.join(", and "))
    }

    /// Some columns of the rows that stand in the table of batches.
    fn table(&self, answer: &Answer, caption: &str, columns: [usize; 4]) -> Table {
        let head = head(&answer.plan);
        let pick = |at: &AtBatch| {
            let row = at.row();
            columns.map(|column| row[column].clone()).into()
        };
        Table {
            caption: caption.into(),
            head: columns.map(|column| head[column].clone()).into(),
            rows: self.rows.iter().map(pick).collect(),
        }
    }
}

/// Whole numbers from 1 to `last`, evenly and each once.
fn samples(last: u32) -> Vec<u32> {
    let reach = f64::from(last.max(1) - 1);
    let place = |k| 1 + float::count(float::round(reach * f64::from(k) / f64::from(POINTS)));
    let mut all: Vec<u32> = (0..=POINTS).map(place).collect();
    all.dedup();
    all
}

/// Round batches up to `far`, at most a dozen.
fn rounds(far: f64) -> impl Iterator<Item = u32> {
    let step = nice_step(far / 12.0).max(1.0);
    (1..=12).map(move |k| step * f64::from(k)).take_while(move |batch| *batch <= far).map(float::count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charts(link: &str) -> [Chart; 2] {
        batch_charts(&Answer::to_link(link)).expect("a fleet")
    }

    #[test]
    fn the_sentences_of_example_b() {
        let [tpot, price] = charts(crate::B);
        assert_eq!(
            tpot.sentence,
            "At worst, TPOT passes its target of 50 ms at a batch of 59; the KV pool ends at 174."
        );
        assert_eq!(
            price.sentence,
            "A million output tokens cost $2.53 at a batch of 64, and $2.24 with the KV pool full, at 174."
        );
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
