//! Faster decode beside less prefill: the same few changes for every plan, so that they can be compared.

use crate::Answer;
use crate::passage::{row, table};
use chart::{Cell, Table};
use quantity::{Fraction, Unit, Writing};
use sizing::{Figure, Lever};

/// A bandwidth so many times the plan's that decode takes no time to speak of.
const FREE: f64 = 2000.0;

/// The plan as it is, decode made faster step by step, and prefill made less; only what would change it. Each is sized
/// anew, with as many replicas as the load then needs. Without rows where there is no fleet.
#[must_use]
pub fn levers(answer: &Answer) -> Table {
    let rate = Unit::RequestsPerSecond.exact(answer.plan.rate.get());
    let head = ["Change", "Largest rate per replica", &["Replicas for ", &rate].concat()];
    let planned = answer.changed(&|parts| parts.replicas = None);
    let first = planned.as_ref().and_then(|at| told("None", at));
    let rows = first.into_iter().flat_map(|first| std::iter::once(first).chain(changed(answer)));
    table("One change at a time; a spare is not counted.", &head, rows.collect())
}

/// A row for each change.
fn changed(answer: &Answer) -> Vec<Vec<Cell>> {
    let mbu = answer.plan.mbu.get();
    let raised = ["Bandwidth efficiency ", &Unit::Fraction.exact(mbu), " → 100%"].concat();
    let mut changes = Vec::new();
    if mbu * 1.06 <= 1.0 {
        changes.push(("Decode kernels 6% faster", Lever::Mbu(Fraction::new(mbu * 1.06))));
    }
    if mbu < 1.0 {
        changes.push((&raised, Lever::Mbu(Fraction::new(1.0))));
    }
    changes.push(("Decode twice as fast", Lever::Decode(2.0)));
    changes.push(("Decode free: the prefill wall", Lever::Decode(FREE)));
    for (words, hit) in [("Half of the prompt tokens cached", 0.5), ("60% of the prompt tokens cached", 0.6)]
    {
        if answer.plan.cached.get() < hit {
            changes.push((words, Lever::Cached(Fraction::new(hit))));
        }
    }
    let row = |(words, lever): (&str, Lever)| told(words, &pulled(answer, lever)?);
    changes.into_iter().filter_map(row).collect()
}

/// The plan with `lever` pulled and its replicas left to follow.
fn pulled(answer: &Answer, lever: Lever) -> Option<Answer> {
    Answer::to(lever.applied(&answer.plan)?).changed(&|parts| parts.replicas = None)
}

fn told(words: &str, at: &Answer) -> Option<Vec<Cell>> {
    let fleet = at.fleet()?;
    // Two decimals: 8.20 and 8.35 differ by what takes one replica off.
    let finely = Writing { decimals: Some(2), ..Writing::default() };
    let largest = finely.text(Figure::LargestRate.unit(), fleet.limit.rate.get());
    Some(row(vec![words.into(), largest, Figure::Needed.unit().show(f64::from(fleet.needed))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(link: &str) -> Vec<Vec<String>> {
        let texts = |row: Vec<Cell>| row.into_iter().map(|cell| cell.text).collect();
        levers(&Answer::to_link(link)).rows.into_iter().map(texts).collect()
    }

    #[test]
    fn the_published_rows_of_example_a() {
        let published = [
            ["None", "8.20 req/s", "4"],
            ["Decode kernels 6% faster", "8.35 req/s", "3"],
            ["Bandwidth efficiency 70% → 100%", "9.03 req/s", "3"],
            ["Decode twice as fast", "9.63 req/s", "3"],
            ["Decode free: the prefill wall", "11.31 req/s", "3"],
            ["Half of the prompt tokens cached", "14.28 req/s", "2"],
            ["60% of the prompt tokens cached", "16.77 req/s", "2"],
        ];
        assert_eq!(rows("v=1"), published);
        assert_eq!(rows("v=1&replicas=9"), published, "replicas that the plan fixes do not fix the rows");
    }

    #[test]
    fn what_would_change_nothing_has_no_row() {
        let names: Vec<_> = rows("v=1&mbu=1&cached=0.55").into_iter().map(|row| row[0].clone()).collect();
        let left = [
            "None",
            "Decode twice as fast",
            "Decode free: the prefill wall",
            "60% of the prompt tokens cached",
        ];
        assert_eq!(names, left);
        assert_eq!(rows("v=1&weights=bf16&tp=1"), Vec::<Vec<String>>::new());
    }
}
