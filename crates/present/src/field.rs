//! What to say under a form field beside its value.

use crate::{Answer, text_of};
use quantity::{Key, Unit};
use sizing::{Attention, Figure, Outcome, Source};

/// What an empty field stands for, or whose value a default is; `None` where nothing needs saying.
#[must_use]
pub fn implied(answer: &Answer, key: Key) -> Option<String> {
    let plan = &answer.plan;
    let fleet = match &answer.sizing.outcome {
        Outcome::Planned(fleet) => Some(fleet),
        _ => None,
    };
    if plan.source(key) == Source::Measured {
        return Some("Measured: taken from a load test".into());
    }
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

/// The number that a plan holds for `key`, whether it was said, is a default, comes with the catalogue's model or GPU, or
/// follows from the load. `None` for words, and where there is no such number.
#[must_use]
pub fn standing_number(answer: &Answer, key: Key) -> Option<f64> {
    let stated = answer.plan.numbers().find(|(named, _)| *named == key).map(|(_, value)| value);
    stated.or_else(|| match key {
        Key::Replicas | Key::Batch => answer.fleet().map(|_| starting_value(answer, key)),
        Key::Layers => Some(answer.plan.model.layers.iter().map(|run| f64::from(run.count)).sum()),
        Key::Experts => answer.plan.model.routed.map(|routed| routed.count),
        Key::TopK => answer.plan.model.routed.map(|routed| routed.top_k),
        Key::Heads | Key::KvHeads | Key::HeadDim => heads(answer, key),
        _ => None,
    })
}

/// The heads of the first layers that have key and value heads.
fn heads(answer: &Answer, key: Key) -> Option<f64> {
    let grouped = answer.plan.model.layers.iter().find_map(|run| match run.attention {
        Attention::Grouped(grouped) | Attention::Sliding(grouped, _) => Some(grouped),
        _ => None,
    })?;
    Some(f64::from(match key {
        Key::Heads => grouped.query_heads,
        Key::KvHeads => grouped.kv_heads,
        _ => grouped.head_dim,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_what_is_published_and_what_follows() {
        let answer = Answer::to_link("v=1&rate=40&ttft=1s");
        for (key, value) in [
            (Key::Rate, 40.0),
            (Key::Ttft, 1.0),
            (Key::Cached, 0.0),
            (Key::Params, 70e9),
            (Key::Layers, 80.0),
            (Key::Heads, 64.0),
            (Key::KvHeads, 8.0),
            (Key::HeadDim, 128.0),
            (Key::Hbm, 80e9),
            (Key::Batch, 164.0),
            (Key::Replicas, 7.0),
        ] {
            assert_eq!(standing_number(&answer, key), Some(value), "{}", key.row().name);
        }
        assert_eq!(standing_number(&answer, Key::Gpu), None);
        assert_eq!(standing_number(&answer, Key::Experts), None);
    }
}
