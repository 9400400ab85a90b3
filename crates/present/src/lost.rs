//! What happens when one replica is lost.

use crate::{Answer, text_of};
use quantity::Unit;
use sizing::{Figure, Outcome, SteadyState};

/// The state with one of the replicas that carry load lost, in a sentence, and whether it still keeps both targets.
#[must_use]
pub fn one_lost(answer: &Answer) -> Option<(String, bool)> {
    let Outcome::Planned(fleet) = &answer.sizing.outcome else { return None };
    let Some(lost) = fleet.lost else {
        let spare = if fleet.spare > 0 { "the spare takes over" } else { "nothing is left, so plan a spare" };
        return Some((format!("There is one replica. When it is lost, {spare}."), fleet.spare > 0));
    };
    let replicas = Unit::Count.show(f64::from(fleet.replicas));
    let each = text_of(answer, Figure::LostRateEach);
    let left = if lost.replicas == 1 {
        format!("the other carries {each}")
    } else {
        format!("{} carry {each} each", Unit::Count.show(f64::from(lost.replicas)))
    };
    let start = format!("Of {replicas} replicas one is lost: {left}");
    let kept = lost.state.steady.tpot().is_some_and(|tpot| tpot <= answer.plan.tpot)
        && lost.state.ttft.is_some_and(|ttft| ttft.p95 <= answer.plan.ttft);
    let state = match lost.state.steady {
        SteadyState::Steady { .. } => format!(
            "TPOT {}, TTFT p95 {}: {}.",
            text_of(answer, Figure::LostTpot),
            text_of(answer, Figure::LostTtftP95),
            if kept { "within both targets" } else { "outside the targets" }
        ),
        unsettled => format!("They do not settle: {}.", state_words(answer, unsettled)),
    };
    Some((format!("{start}. {state}"), kept))
}

/// Why a replica does not settle.
pub(crate) fn state_words(answer: &Answer, state: SteadyState) -> String {
    match state {
        SteadyState::Steady { tpot, .. } => Unit::Seconds.show(tpot.get()),
        SteadyState::KvExhausted { wanted, .. } => format!(
            "KV memory out: wants {} of {}",
            Unit::Count.show(wanted),
            Figure::Resident
                .of(&answer.plan, &answer.sizing)
                .number()
                .map_or_else(String::new, |n| Unit::Count.show(n)),
        ),
        SteadyState::NoSteadyState { .. } => "no steady state".into(),
        SteadyState::PromptsOverflow { .. } => "prompts alone overflow".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_a_survives_a_failure() {
        assert_eq!(
            one_lost(&Answer::to_link("v=1")),
            Some((
                "Of 4 replicas one is lost: 3 carry 6.7 req/s each. TPOT 24.2 ms, TTFT p95 226 ms: within both targets."
                    .into(),
                true
            ))
        );
    }

    #[test]
    fn a_single_replica_leaves_nothing() {
        let (text, kept) = one_lost(&Answer::to_link("v=1&rate=1&spare=0")).expect("planned");
        assert!(!kept && text.contains("plan a spare"), "{text}");
    }
}
