//! The tokens page's verdict: the fleet, what its prompts and its answers take of it, and the price of a token.

use crate::chart::Table;
use crate::{Answer, Tile, text_of, verdict};
use quantity::Unit;
use sizing::{Figure, Fleet, Outcome};

/// A part of a page: what it shows, what to see in it, and its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// What it shows, as a heading.
    pub title: &'static str,
    /// What to see in it.
    pub text: String,
    /// The figures.
    pub table: Table,
}

const PROMPTS: &[Figure] = &[Figure::PrefillWork, Figure::Prefill, Figure::PrefillPerToken, Figure::LoadWork];
const ANSWERS: &[Figure] = &[
    Figure::DecodeWork,
    Figure::ReplicaTokens,
    Figure::Step,
    Figure::Batch,
    Figure::Context,
    Figure::LoadWork,
];

/// The four tiles: fleet, prompts' term, answers' term, price of a million output tokens. The first and the last are the
/// fleet page's. `None` where there is no fleet.
#[must_use]
pub fn tokens(answer: &Answer) -> Option<[Tile; 4]> {
    let fleet = planned(answer)?;
    let [replicas, _, _, price] = verdict(answer);
    Some([replicas, prompts(answer), answers(answer, fleet), price])
}

/// The fleet of `answer`, where there is one.
pub(crate) const fn planned(answer: &Answer) -> Option<&Fleet> {
    match &answer.sizing.outcome {
        Outcome::Planned(fleet) => Some(fleet),
        _ => None,
    }
}

/// `figure` of `answer` without its unit, for a place that names it.
pub(crate) fn bare(answer: &Answer, figure: Figure) -> String {
    figure
        .of(&answer.plan, &answer.sizing)
        .number()
        .map_or_else(|| text_of(answer, figure), |value| figure.unit().number(value))
}

fn prompts(answer: &Answer) -> Tile {
    let plan = &answer.plan;
    let rate = Unit::TokensPerSecond.show(plan.rate.get() * plan.prompt.get());
    let each = text_of(answer, Figure::PrefillPerToken);
    let note = if plan.cached.get() > 0.0 {
        let cached = Unit::Fraction.exact(plan.cached.get());
        format!("{rate}, {cached} of them cached; each of the rest takes {each}")
    } else {
        format!("{rate} × {each} for each")
    };
    Tile {
        label: Figure::PrefillWork.label(),
        text: bare(answer, Figure::PrefillWork),
        note,
        figures: PROMPTS,
    }
}

fn answers(answer: &Answer, fleet: &Fleet) -> Tile {
    let rate = Unit::TokensPerSecond.show(answer.plan.rate.get() * answer.plan.answer.get());
    let note = format!(
        "{rate} ÷ {} of a replica: a step of {} at a batch of {}",
        text_of(answer, Figure::ReplicaTokens),
        text_of(answer, Figure::Step),
        Unit::Count.show(fleet.work.batch),
    );
    Tile { label: Figure::DecodeWork.label(), text: bare(answer, Figure::DecodeWork), note, figures: ANSWERS }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(link: &str) -> Option<Vec<String>> {
        let tiles = tokens(&Answer::to_link(link))?;
        Some(tiles.map(|tile| format!("{}: {}", tile.text, tile.note)).into())
    }

    #[test]
    fn worked_example_b() {
        assert_eq!(
            texts(crate::B).expect("a fleet"),
            [
                "26: replicas, 52 GPUs, none spare",
                "10.7: 150,000 tok/s × 71.3 µs for each",
                "6.0: 20,000 tok/s ÷ 3,347 tok/s of a replica: a step of 19.1 ms at a batch of 64",
                "$2.53: $0.30 per 1M of all tokens",
            ]
        );
    }

    #[test]
    fn cached_tokens_arrive_and_take_nothing() {
        let tiles = texts(&format!("{}&cached=0.5", crate::B)).expect("a fleet");
        assert_eq!(tiles[0], "18: replicas, 36 GPUs, none spare");
        assert_eq!(tiles[1], "5.3: 150,000 tok/s, 50% of them cached; each of the rest takes 71.3 µs");
    }

    #[test]
    fn without_a_fleet_there_is_nothing_to_count() {
        assert_eq!(texts("v=1&weights=bf16&tp=1"), None);
    }
}
