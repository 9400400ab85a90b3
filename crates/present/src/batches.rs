//! The plan at other decode batches: what a larger one saves, and what it puts at risk.

use crate::chart::{Cell, Table};
use crate::tokens::{Passage, planned};
use crate::{Answer, text_of};
use quantity::{Key, Unit, float};
use sizing::{Figure, Fit, Fleet, Plan, PlanParts};

/// The plan where so many sequences decode together, with as many replicas as the load then needs.
pub(crate) struct AtBatch {
    pub(crate) batch: u32,
    pub(crate) answer: Answer,
}

impl AtBatch {
    /// `plan` at `batch`; `None` for a batch that no plan may have.
    pub(crate) fn of(plan: &Plan, batch: u32) -> Option<Self> {
        let parts = PlanParts { batch: Some(batch), replicas: None, ..plan.parts().clone() };
        Some(Self { batch, answer: Answer::to(Plan::new(parts).ok()?) })
    }

    /// The fleet at this batch; there is none where the load needs too many replicas.
    pub(crate) const fn fleet(&self) -> Option<&Fleet> {
        planned(&self.answer)
    }

    /// The sequences that the pool holds, where they are fewer than the batch.
    fn overflows(&self) -> Option<u32> {
        resident(&self.answer).filter(|resident| self.batch > *resident)
    }

    /// Whether TPOT is over its target if no prefill hides under decode.
    pub(crate) fn over_at_worst(&self) -> bool {
        let target = self.answer.plan.tpot.get() * (1.0 + 1e-9);
        self.fleet().is_some_and(|fleet| fleet.work.worst_case_tpot().get() > target)
    }

    /// What stands against the batch, in words.
    fn verdict(&self) -> Cell {
        let pool = self.overflows().map(|resident| {
            let count = |sequences| Unit::Count.show(f64::from(sequences));
            format!("overflows the pool: {} of {}", count(self.batch), count(resident))
        });
        match (self.over_at_worst(), pool) {
            (false, None) => String::from("within the target").into(),
            (false, Some(pool)) => Cell::failing(pool),
            (true, None) => Cell::failing("over the target at worst".into()),
            (true, Some(pool)) => Cell::failing(format!("over the target at worst; {pool}")),
        }
    }

    /// The columns of [`HEAD`].
    pub(crate) fn row(&self) -> [Cell; 7] {
        let text = |figure| Cell::from(text_of(&self.answer, figure));
        let gpus = self.fleet().map_or_else(|| "—".into(), gpus);
        let verdict = if self.fleet().is_some() { self.verdict() } else { Cell::failing("no fleet".into()) };
        [
            Unit::Count.show(f64::from(self.batch)).into(),
            text(Figure::Step),
            gpus.into(),
            text(Figure::Tpot),
            text(Figure::WorstCaseTpot),
            text(Figure::PerOutputWithSpare),
            verdict,
        ]
    }
}

/// The heads of the columns of a batch's row, the ceiling's to be put in.
pub(crate) fn head(plan: &Plan) -> [String; 7] {
    let gpus = format!("GPUs at {}", Unit::Fraction.exact(plan.util.get()));
    let [before, after] = [["Decode batch", "Step floor"], ["Expected TPOT", "Worst-case TPOT"]];
    let [batch, step] = before.map(String::from);
    let [expected, worst] = after.map(String::from);
    [batch, step, gpus, expected, worst, "$ per 1M output".into(), "Verdict".into()]
}

/// "52", or "16 + 4" with a spare.
fn gpus(fleet: &Fleet) -> String {
    let count = |gpus: u32| Unit::Count.show(f64::from(gpus));
    match fleet.bill_with_spare.gpus - fleet.bill.gpus {
        0 => count(fleet.bill.gpus),
        spare => format!("{} + {}", count(fleet.bill.gpus), count(spare)),
    }
}

/// The sequences that the pool of a replica holds.
pub(crate) const fn resident(answer: &Answer) -> Option<u32> {
    match answer.sizing.replica.fit {
        Fit::Fits { resident, .. } => Some(resident),
        Fit::TooSmall(_) => None,
    }
}

/// The batch that the table stands about: the plan's, else the one that follows, in eights where it is large.
pub(crate) fn middle(plan: &Plan, fleet: &Fleet) -> u32 {
    let grain = if fleet.work.batch < 16.0 { 1.0 } else { 8.0 };
    let follows = float::round(fleet.work.batch / grain) * grain;
    let (least, most) = Key::Batch.row().range().unwrap_or((1.0, 1.0));
    plan.batch.unwrap_or(float::count(float::within(follows, least, most)))
}

/// The plan at half, once, twice and three times its batch; `None` where there is no fleet.
#[must_use]
pub fn batches(answer: &Answer) -> Option<Passage> {
    let middle = middle(&answer.plan, planned(answer)?);
    let mut batches = vec![middle.div_ceil(2), middle, middle.saturating_mul(2), middle.saturating_mul(3)];
    batches.dedup();
    let sized: Vec<_> = batches.into_iter().filter_map(|batch| AtBatch::of(&answer.plan, batch)).collect();
    let rows = sized.iter().map(|at| at.row().into()).collect();
    Some(Passage {
        title: "The same load at other batches",
        text: hinge(&sized).unwrap_or_else(|| BOUND.into()),
        table: Table {
            caption: "Each with the replicas that it then needs.".into(),
            head: head(&answer.plan).into(),
            rows,
        },
    })
}

/// Said where no step to a larger batch turns on the worst case.
const BOUND: &str = "Expected TPOT is the state that each replica settles in at the planned rate. The worst case is a \
                     bound: no prefill hides under decode.";

/// The step from a batch that is safe whatever overlaps to one that is not, and what it saves.
fn hinge(sized: &[AtBatch]) -> Option<String> {
    let pair = sized.windows(2).find(|pair| !pair[0].over_at_worst() && pair[1].over_at_worst())?;
    let [from, to] = [&pair[0], &pair[1]];
    let (before, after) = (from.fleet()?.bill.gpus, to.fleet()?.bill.gpus);
    let saved = before.checked_sub(after).filter(|saved| *saved > 0 && to.overflows().is_none())?;
    let count = |number: u32| Unit::Count.show(f64::from(number));
    Some(format!(
        "From {} to {} sequences saves {} {}, {}, and hangs on one measurement: how much prefill hides under decode. \
         {BOUND}",
        count(from.batch),
        count(to.batch),
        count(saved),
        if saved == 1 { "GPU" } else { "GPUs" },
        Unit::Fraction.show(f64::from(saved) / f64::from(before)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(link: &str) -> Vec<Vec<String>> {
        let table = batches(&Answer::to_link(link)).expect("a fleet").table;
        table.rows.into_iter().map(|row| row.into_iter().map(|cell| cell.text).collect()).collect()
    }

    #[test]
    fn the_published_rows_of_example_b() {
        let rows = rows(crate::B);
        let pick = |row: &Vec<String>| [0, 1, 2, 4, 5, 6].map(|column| row[column].clone());
        let published: Vec<_> = rows.iter().map(pick).collect();
        assert_eq!(
            published,
            [
                ["32", "14.5 ms", "62", "31.6 ms", "$3.01", "within the target"],
                ["64", "19.1 ms", "52", "53.3 ms", "$2.53", "over the target at worst"],
                ["128", "28.4 ms", "48", "96.9 ms", "$2.33", "over the target at worst"],
                [
                    "192",
                    "37.8 ms",
                    "46",
                    "140.4 ms",
                    "$2.24",
                    "over the target at worst; overflows the pool: 192 of 174"
                ],
            ]
        );
        assert_eq!(rows[1][3], text_of(&Answer::to_link(crate::B), Figure::Tpot));
    }

    #[test]
    fn the_step_that_hangs_on_a_measurement_is_named() {
        let text = batches(&Answer::to_link(crate::B)).expect("a fleet").text;
        assert!(
            text.starts_with("From 32 to 64 sequences saves 10 GPUs, 16%, and hangs on one measurement"),
            "{text}"
        );
        let calm = batches(&Answer::to_link("v=1&batch=8")).expect("a fleet");
        assert_eq!(calm.text, BOUND);
    }

    #[test]
    fn a_plan_without_a_batch_stands_about_the_one_that_follows() {
        let batches: Vec<_> = rows("v=1").into_iter().map(|row| row[0].clone()).collect();
        assert_eq!(batches, ["80", "160", "320", "480"]);
        assert_eq!(rows("v=1")[1][2], "16 + 4");
    }

    #[test]
    fn the_smallest_batch_has_no_half_and_the_largest_no_double() {
        let names = |link| rows(link).into_iter().map(|row| row[0].clone()).collect::<Vec<_>>();
        assert_eq!(names("v=1&batch=1"), ["1", "2", "3"]);
        assert_eq!(names("v=1&batch=100000"), ["50,000", "100,000"]);
    }

    #[test]
    fn replicas_that_the_plan_fixes_do_not_fix_the_rows() {
        assert_eq!(rows(&format!("{}&replicas=40", crate::B)), rows(crate::B));
    }
}
