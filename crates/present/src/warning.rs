//! What to be warned of: bounds that the count does not take in, and assumptions beyond the hardware.

use crate::{Answer, text_of};
use quantity::Unit;
use sizing::{Figure, Fit, Fleet, Outcome};

/// The warnings for `answer`, each a sentence.
#[must_use]
pub fn warnings(answer: &Answer) -> Vec<String> {
    let Outcome::Planned(fleet) = &answer.sizing.outcome else { return Vec::new() };
    let all = [
        worst_case(answer, fleet),
        overfull(answer, fleet),
        light_of_prefill(answer, fleet),
        light_of_decode(answer, fleet),
    ];
    all.into_iter().flatten().collect()
}

fn worst_case(answer: &Answer, fleet: &Fleet) -> Option<String> {
    let worst = fleet.work.worst_case_tpot();
    // At the batch that follows from the target the worst case is the target itself, to the last bits.
    (worst.get() > answer.plan.tpot.get() * (1.0 + 1e-9)).then(|| {
        format!(
            "Worst-case TPOT at a batch of {} is {}, over the target of {}: that is if no prefill hides under decode. \
             Expected at the planned rate: {}. The worst case warns; it does not set the count.",
            Unit::Count.show(fleet.work.batch),
            Unit::Seconds.show(worst.get()),
            Unit::Seconds.exact(answer.plan.tpot.get()),
            text_of(answer, Figure::Tpot),
        )
    })
}

fn overfull(answer: &Answer, fleet: &Fleet) -> Option<String> {
    let Fit::Fits { resident, .. } = answer.sizing.replica.fit else { return None };
    (fleet.work.batch > f64::from(resident)).then(|| {
        format!(
            "A batch of {} does not fit: the KV pool holds {}. The work was counted as if it did.",
            Unit::Count.show(fleet.work.batch),
            Unit::Sequences.show(f64::from(resident)),
        )
    })
}

fn light_of_prefill(answer: &Answer, fleet: &Fleet) -> Option<String> {
    fleet.light.prefill_exceeds().then(|| {
        format!(
            "Faster than light: a prefill of {} would read the weights at {} of the memory’s bandwidth. Prompts this \
             short are bound by reading the weights, and really take longer.",
            Unit::Seconds.show(answer.sizing.replica.prefill.get()),
            Unit::Fraction.show(fleet.light.prefill_mbu),
        )
    })
}

fn light_of_decode(answer: &Answer, fleet: &Fleet) -> Option<String> {
    fleet.light.decode_exceeds().then(|| {
        format!(
            "Faster than light: decode steps would compute at {} of the GPU’s peak at {}. Batches this large are bound by \
             arithmetic, and really take longer.",
            Unit::Fraction.show(fleet.light.decode_mfu),
            Figure::Sequences.of(&answer.plan, &answer.sizing).number().map_or_else(
                || format!("a batch of {}", Unit::Count.show(fleet.work.batch)),
                |sequences| Unit::Sequences.show(sequences),
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_a_warns_of_nothing_and_b_of_its_worst_case() {
        assert_eq!(warnings(&Answer::to_link("v=1")), Vec::<String>::new());
        let b = warnings(&Answer::to_link(crate::B));
        assert_eq!(b.len(), 1);
        assert!(
            b[0].starts_with("Worst-case TPOT at a batch of 64 is 53.3 ms, over the target of 50 ms"),
            "{}",
            b[0]
        );
        assert!(b[0].contains("Expected at the planned rate: 20.6 ms."), "{}", b[0]);
    }

    #[test]
    fn a_batch_beyond_the_pool_and_a_prompt_of_ten_tokens_are_flagged() {
        let overfull = warnings(&Answer::to_link(&crate::B.replace("batch=64", "batch=192")));
        assert!(
            overfull.iter().any(|w| w.starts_with("A batch of 192 does not fit: the KV pool holds 174")),
            "{overfull:?}"
        );
        let light = warnings(&Answer::to_link("v=1&in=10&rate=1"));
        assert!(light.iter().any(|w| w.starts_with("Faster than light: a prefill of 442.1 µs")), "{light:?}");
    }
}
