//! The tokens page's verdict: the fleet, what its prompts and its answers take of it, and the price of a token.

use crate::{Answer, Tile, text_of, verdict};
use quantity::Unit;
use sizing::{Figure, Fleet};

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
/// fleet page's, and so are all where there is no fleet.
#[must_use]
pub fn tokens(answer: &Answer) -> [Tile; 4] {
    let mut tiles = verdict(answer);
    if let Some(fleet) = answer.fleet() {
        tiles[1] = prompts(answer);
        tiles[2] = answers(answer, fleet);
    }
    tiles
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
    let cached = match plan.cached.get() {
        cached if cached > 0.0 => format!(" × (1 − {} cached)", Unit::Fraction.exact(cached)),
        _ => String::new(),
    };
    let note = [&rate, cached.as_str(), " × ", &each, " for each"].concat();
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

    fn texts(link: &str) -> [String; 4] {
        tokens(&Answer::to_link(link)).map(|tile| format!("{}: {}", tile.text, tile.note))
    }

    #[test]
    fn worked_example_b() {
        assert_eq!(
            texts(crate::B),
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
        let tiles = texts(&format!("{}&cached=0.5", crate::B));
        assert_eq!(tiles[0], "18: replicas, 36 GPUs, none spare");
        assert_eq!(tiles[1], "5.3: 150,000 tok/s × (1 − 50% cached) × 71.3 µs for each");
    }

    #[test]
    fn without_a_fleet_there_is_nothing_to_count() {
        let tiles = texts("v=1&weights=bf16&tp=1");
        assert!(tiles[0].starts_with("does not fit") && tiles[1].starts_with('—'), "{tiles:?}");
    }
}
