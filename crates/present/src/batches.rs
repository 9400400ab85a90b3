//! The plan at other decode batches: what a larger one saves, and what it puts at risk.

use crate::passage::{self, Passage};
use crate::{Answer, text_of};
use chart::{Cell, Table};
use quantity::{Key, Unit, float};
use sizing::{Figure, Fit, Fleet};

/// The plan at half, once, twice and three times its batch; `None` where there is no fleet.
#[must_use]
pub fn batches(answer: &Answer) -> Option<Passage> {
    let middle = middle(answer, answer.fleet()?);
    let all = [middle.div_ceil(2), middle, middle.saturating_mul(2), middle.saturating_mul(3)].map(Some);
    // Half of 1 is 1 again.
    let sized = at(answer, if middle == 1 { &all[1..] } else { &all });
    Some(Passage {
        title: "The same load at other batches",
        text: hinge(&sized).unwrap_or_default() + BOUND,
        table: table(answer, &sized),
    })
}

/// What the two kinds of TPOT are.
const BOUND: &str = "Expected TPOT is the state that each replica settles in at the planned rate. The worst case is a \
                     bound: no prefill hides under decode.";

/// The batch that the table stands about: the plan's, else the one that follows, in eights where it is large.
pub(crate) fn middle(answer: &Answer, fleet: &Fleet) -> u32 {
    let grain = if fleet.work.batch < 16.0 { 1.0 } else { 8.0 };
    let follows = float::round(fleet.work.batch / grain) * grain;
    let (least, most) = Key::Batch.row().range().unwrap_or((1.0, 1.0));
    answer.plan.batch.unwrap_or(float::count(float::within(follows, least, most)))
}

/// The plan at each of `batches` that a plan may have, with as many replicas as the load then needs. Without a batch it
/// follows.
pub(crate) fn at(answer: &Answer, batches: &[Option<u32>]) -> Vec<Answer> {
    let sized = |batch: &Option<u32>| {
        answer.changed(&|parts| {
            parts.batch = *batch;
            parts.replicas = None;
        })
    };
    batches.iter().filter_map(sized).collect()
}

/// The plan at some batches, each a row.
pub(crate) fn table(answer: &Answer, sized: &[Answer]) -> Table {
    let gpus = format!("GPUs at {}", Unit::Fraction.exact(answer.plan.util.get()));
    let head = [
        "Decode batch",
        "Step floor",
        &gpus,
        "Expected TPOT",
        "Worst-case TPOT",
        "$ per 1M output",
        "Verdict",
    ];
    passage::table("Replicas as each row needs, spares included.", &head, sized.iter().map(row).collect())
}

fn row(at: &Answer) -> Vec<Cell> {
    let text = |figure| text_of(at, figure);
    let mut row = passage::row(vec![
        Unit::Count.show(f64::from(batch(at))),
        text(Figure::Step),
        text(Figure::GpusWithSpare),
        text(Figure::Tpot),
        text(Figure::WorstCaseTpot),
        text(Figure::PerOutputWithSpare),
    ]);
    row.push(verdict(at));
    row
}

/// The batch that a plan fixes.
pub(crate) fn batch(at: &Answer) -> u32 {
    at.plan.batch.unwrap_or(0)
}

/// What stands against the batch, in words.
fn verdict(at: &Answer) -> Cell {
    if at.fleet().is_none() {
        return Cell::failing("more than a million replicas".into());
    }
    let over = if over_at_worst(at) { "over the target at worst" } else { "" };
    if !overflows(at) {
        return if over.is_empty() {
            String::from("within the target").into()
        } else {
            Cell::failing(over.into())
        };
    }
    let count = |sequences| Unit::Count.show(f64::from(sequences));
    let comma = if over.is_empty() { "" } else { "; " };
    let (batch, resident) = (count(batch(at)), count(resident(at)));
    Cell::failing(format!("{over}{comma}overflows the pool: {batch} of {resident}"))
}

/// Whether TPOT is over its target if no prefill hides under decode.
fn over_at_worst(at: &Answer) -> bool {
    let target = at.plan.tpot.get() * (1.0 + 1e-9);
    at.fleet().is_some_and(|fleet| fleet.work.worst_case_tpot().get() > target)
}

fn overflows(at: &Answer) -> bool {
    batch(at) > resident(at)
}

/// The sequences that the pool of a replica holds.
pub(crate) const fn resident(answer: &Answer) -> u32 {
    match answer.sizing.replica.fit {
        Fit::Fits { resident, .. } => resident,
        Fit::TooSmall(_) => 0,
    }
}

/// The step from a batch that is safe whatever overlaps to one that is not, and what it saves.
fn hinge(sized: &[Answer]) -> Option<String> {
    let pair = sized.windows(2).find(|pair| !over_at_worst(&pair[0]) && over_at_worst(&pair[1]))?;
    let [before, after] = [pair[0].fleet()?.bill.gpus, pair[1].fleet()?.bill.gpus];
    let saved = before.checked_sub(after).filter(|saved| *saved > 0 && !overflows(&pair[1]))?;
    let count = |number| Unit::Count.show(f64::from(number));
    Some(format!(
        "From {} to {} sequences saves {} {}, {}, and hangs on one measurement: how much prefill hides under decode. ",
        count(batch(&pair[0])),
        count(batch(&pair[1])),
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
        assert_eq!(rows("v=1")[1][2], "20");
    }

    #[test]
    fn the_smallest_batch_has_no_half_and_the_largest_no_double() {
        let names = |link| rows(link).into_iter().map(|row| row[0].clone()).collect::<Vec<_>>();
        assert_eq!(names("v=1&batch=1"), ["1", "2", "3"]);
        assert_eq!(names("v=1&batch=100000"), ["50,000", "100,000"]);
    }

    #[test]
    fn a_batch_that_needs_too_many_replicas_is_within_no_target() {
        let rows = rows("v=1&rate=600000&out=5000&batch=64&tpot=1s&spare=0");
        assert_eq!(rows[0], ["32", "none", "none", "none", "none", "none", "more than a million replicas"]);
        assert_eq!(rows[1][6], "within the target");
    }

    #[test]
    fn replicas_that_the_plan_fixes_do_not_fix_the_rows() {
        assert_eq!(rows(&format!("{}&replicas=40", crate::B)), rows(crate::B));
    }
}
