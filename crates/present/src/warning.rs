//! What to be warned of: bounds that the count does not take in, and assumptions beyond the hardware.

use crate::{Answer, text_of};
use quantity::{Key, Unit};
use sizing::{Figure, Fit, Fleet, Outcome, Precision, Source};

/// The warnings for `answer`, each a sentence.
#[must_use]
pub fn warnings(answer: &Answer) -> Vec<String> {
    let of_plan = [
        without_arithmetic(answer),
        beyond_node(answer),
        beyond_context(answer),
        idle_window(answer),
        overcommitted(answer),
    ];
    let of_fleet = match &answer.sizing.outcome {
        Outcome::Planned(fleet) => [
            worst_case(answer, fleet),
            overfull(answer, fleet),
            light_of_prefill(answer, fleet),
            light_of_decode(answer, fleet),
        ],
        _ => [const { None }; 4],
    };
    of_fleet.into_iter().chain(of_plan).flatten().collect()
}

/// Weights in a format that the GPU does not compute in; 4-bit integers are widened everywhere, so that is no news.
fn without_arithmetic(answer: &Answer) -> Option<String> {
    let weights = answer.plan.weights;
    let (peak, arithmetic) = answer.plan.accelerator.peak(weights);
    (arithmetic != weights && weights != Precision::Int4).then(|| {
        format!(
            "This GPU has no {} arithmetic: weights are read in {} and computed in {}, at {}.",
            weights.label(),
            weights.label(),
            arithmetic.label(),
            Unit::FlopsPerSecond.show(peak.get()),
        )
    })
}

fn beyond_node(answer: &Answer) -> Option<String> {
    let (tp, node) = (answer.plan.tp, answer.plan.accelerator.node);
    (tp > node).then(|| {
        format!(
            "A replica of {} GPUs is larger than the {} that fast links join: it was sized as if the network between \
             nodes cost nothing, and each step really takes longer.",
            Unit::Count.show(f64::from(tp)),
            Unit::Count.show(f64::from(node)),
        )
    })
}

fn beyond_context(answer: &Answer) -> Option<String> {
    let plan = &answer.plan;
    let longest = plan.prompt.get() + plan.answer.get();
    plan.model.max_context.filter(|most| longest > *most).map(|most| {
        format!(
            "{} of prompt and answer are more than the {} that this model was made for. They were sized all the same.",
            Unit::Tokens.show(longest),
            Unit::Tokens.show(most),
        )
    })
}

/// A window of the reader's own that never closes.
fn idle_window(answer: &Answer) -> Option<String> {
    let window = answer.plan.model.layers.iter().find_map(|run| run.attention.window())?;
    let context = answer.plan.context().get();
    (answer.plan.source(Key::Window) == Source::Yours && window > context).then(|| {
        format!(
            "A window of {} is longer than the mean context of {}: its layers keep every token, as if they had none.",
            Unit::Tokens.show(window),
            Unit::Tokens.show(context),
        )
    })
}

fn overcommitted(answer: &Answer) -> Option<String> {
    let rest = answer.sizing.replica.budget.rest;
    (rest.get() < -1.0).then(|| {
        format!(
            "Activations, graphs and what is outside of torch need {} more on each GPU than is left for them. Lower the \
             usable part of memory.",
            Unit::Bytes.show(-rest.get())
        )
    })
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

    #[test]
    fn what_the_plan_assumes_of_its_hardware_and_model_is_said() {
        for (link, start) in [
            (
                "v=1&gpu=a100",
                "This GPU has no FP8 arithmetic: weights are read in FP8 and computed in BF16, at 312 TFLOP/s.",
            ),
            ("v=1&tp=16", "A replica of 16 GPUs is larger than the 8 that fast links join"),
            (
                "v=1&model=llama-3.1-8b&in=200k",
                "200,400 tokens of prompt and answer are more than the 131,072 tokens",
            ),
            (
                "v=1&window=8k&windowed=40",
                "A window of 8,000 tokens is longer than the mean context of 2,200 tokens",
            ),
            (
                "v=1&activations=6GB&nontorch=4GB",
                "Activations, graphs and what is outside of torch need 2.00 GB more",
            ),
        ] {
            let warnings = warnings(&Answer::to_link(link));
            assert!(warnings.iter().any(|warning| warning.starts_with(start)), "{link}: {warnings:?}");
        }
        // A catalogue's window that a short context does not fill is no fault of the plan.
        let short = Answer::to_link("v=1&model=gpt-oss-120b&weights=fp4&gpu=b200&in=100&out=20&rate=1");
        assert!(warnings(&short).iter().all(|warning| !warning.contains("window")), "{:?}", warnings(&short));
    }
}
