//! The four meters: how full each resource is at the planned rate.

use crate::{Answer, value_text};
use chart::Tone;
use sizing::{Figure, Outcome};

/// A share with its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Meter {
    /// What is used.
    pub label: &'static str,
    /// What its colour means.
    pub tone: Tone,
    /// The share, 1 being all of it; `None` where it is unbounded or there is no fleet.
    pub share: Option<f64>,
    /// The share in words.
    pub words: String,
    /// Where the plan's own limit lies.
    pub limit: f64,
}

/// Prefill share, TPOT of target, KV pool in use, TTFT of target.
#[must_use]
pub fn meters(answer: &Answer) -> [Meter; 4] {
    let ceiling = answer.plan.util.get();
    let meter = |figure: Figure, tone, limit| {
        let value = figure.of(&answer.plan, &answer.sizing);
        let planned = matches!(answer.sizing.outcome, Outcome::Planned(_));
        let words = if planned { value_text(figure, value) } else { "no fleet".into() };
        Meter { label: figure.label(), tone, share: value.number(), words, limit }
    };
    [
        meter(Figure::PrefillShare, Tone::Prefill, ceiling),
        meter(Figure::TpotOfTarget, Tone::Decode, 1.0),
        meter(Figure::KvInUse, Tone::Kv, 1.0),
        meter(Figure::TtftOfTarget, Tone::Queue, 1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_a_is_calm() {
        let words: Vec<String> = meters(&Answer::to_link("v=1")).into_iter().map(|m| m.words).collect();
        assert_eq!(words, ["44%", "31%", "5%", "25%"]);
    }

    #[test]
    fn a_fleet_that_does_not_settle_says_so() {
        let words: Vec<String> =
            meters(&Answer::to_link("v=1&rate=46&replicas=4")).into_iter().map(|m| m.words).collect();
        assert_eq!(words, ["102%", "unbounded", "unbounded", "unbounded"]);
    }
}
