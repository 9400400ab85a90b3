//! What to say under a form field beside its value.

use crate::{Answer, text_of};
use quantity::{Key, Unit};
use sizing::{Figure, Outcome, Source};

/// What an empty field stands for, or whose value a default is; `None` where nothing needs saying.
#[must_use]
pub fn implied(answer: &Answer, key: Key) -> Option<String> {
    let plan = &answer.plan;
    let fleet = match &answer.sizing.outcome {
        Outcome::Planned(fleet) => Some(fleet),
        _ => None,
    };
    match key {
        Key::Replicas if plan.replicas.is_none() => {
            fleet.map(|_| format!("Empty: {}, as many as the load needs", text_of(answer, Figure::Needed)))
        }
        Key::Batch if plan.batch.is_none() => fleet.map(|fleet| {
            format!("Empty: {}, the batch at the largest rate", Unit::Count.show(fleet.work.batch))
        }),
        Key::Ca2 | Key::Cs2 if plan.source(key) != Source::Yours => Some("Empty: 1, random".into()),
        Key::Price if plan.source(key) != Source::Yours => Some("The example’s price: put in yours".into()),
        _ => None,
    }
}

/// The value that an arrow key in an empty field starts from.
#[must_use]
pub fn starting_value(answer: &Answer, key: Key) -> f64 {
    let follows = match (key, &answer.sizing.outcome) {
        (Key::Replicas, Outcome::Planned(fleet)) => Some(f64::from(fleet.replicas)),
        (Key::Batch, Outcome::Planned(fleet)) => Some(quantity::float::round(fleet.work.batch)),
        (Key::Ca2, _) => Some(answer.plan.ca2),
        (Key::Cs2, _) => Some(answer.plan.cs2),
        _ => None,
    };
    follows.or(key.row().range().map(|(min, _)| min)).unwrap_or(0.0)
}
