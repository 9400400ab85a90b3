//! How counting replica-seconds and finding the steady state are one formula.

use crate::batches::{at, middle};
use crate::passage::{Passage, row, table};
use crate::tokens::bare;
use crate::{Answer, text_of};
use chart::Cell;
use quantity::{Unit, float};
use sizing::{Figure, Fleet};

/// The plan's load with the batch fixed and with the batch left to follow; `None` where there is no fleet.
#[must_use]
pub fn one_formula(answer: &Answer) -> Option<Passage> {
    let both = at(answer, &[Some(middle(answer, answer.fleet()?)), None]);
    let [fixed, follows] = &both[..] else { return None };
    let rows = vec![told("fixed", fixed), told("left to follow", follows)];
    Some(Passage {
        title: "Two methods, one formula",
        text: sentence(follows.fleet()?),
        table: table(
            "Replicas = rate × work(batch) / ceiling, both ways.",
            &["The batch is", "Decode batch", "Work of a request", "Before rounding", "Replicas needed"],
            rows,
        ),
    })
}

fn told(name: &str, answer: &Answer) -> Vec<Cell> {
    let text = |figure| text_of(answer, figure);
    row(vec![
        name.into(),
        bare(answer, Figure::Batch),
        text(Figure::Work),
        text(Figure::NeedWork),
        text(Figure::Needed),
    ])
}

/// What the two have in common, by the fleet whose batch follows.
fn sentence(fleet: &Fleet) -> String {
    let limit = &fleet.limit;
    let rate = to_four_digits(limit.rate.get());
    format!(
        "This page takes the batch as given; the fleet page asks which batch a replica settles at. Left to follow, it is \
         {} at the largest rate, {} a replica with TPOT at {}. There a request costs {} of a replica, exactly 1/{} s.",
        Unit::Count.show(limit.batch),
        Unit::RequestsPerSecond.exact(rate),
        Unit::Seconds.show(limit.tpot.get()),
        Unit::Seconds.show(fleet.work.total().get()),
        Unit::RequestsPerSecond.scale(rate).exact(rate),
    )
}

/// A rate to four digits, so that who divides by it finds the work again.
fn to_four_digits(rate: f64) -> f64 {
    let mut grain = 1.0;
    while rate * grain < 1000.0 && grain < 1e9 {
        grain *= 10.0;
    }
    float::round(rate * grain) / grain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(link: &str) -> (Passage, Vec<Vec<String>>) {
        let passage = one_formula(&Answer::to_link(link)).expect("a fleet");
        let rows =
            passage.table.rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect();
        (passage, rows)
    }

    #[test]
    fn example_b_both_ways() {
        let (passage, rows) = of(crate::B);
        assert_eq!(rows[0], ["fixed", "64", "333.4 ms", "25.6", "26"]);
        assert_eq!(rows[1], ["left to follow", "59", "338.5 ms", "26.0", "27"]);
        assert!(
            passage.text.contains(
                "it is 59 at the largest rate, 2.954 req/s a replica with TPOT at 50.0 ms. There a request costs 338.5 \
                 ms of a replica, exactly 1/2.954 s."
            ),
            "{}",
            passage.text
        );
    }

    #[test]
    fn example_a_both_ways() {
        let (_, rows) = of("v=1");
        assert_eq!(rows[1], ["left to follow", "164", "122.0 ms", "3.05", "4"]);
    }

    #[test]
    fn a_rate_has_the_digits_to_divide_by() {
        let text = |rate| Unit::RequestsPerSecond.exact(to_four_digits(rate));
        assert_eq!(
            [2.954_35, 0.001_234_56, 31_234.6].map(text),
            ["2.954 req/s", "0.001235 req/s", "31,235 req/s"]
        );
    }
}
