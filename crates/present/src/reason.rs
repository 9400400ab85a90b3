//! Why the answer is what it is: one sentence that names what runs out first.

use crate::{Answer, text_of};
use chart::Tone;
use quantity::Unit;
use sizing::{Figure, Fleet, NoHelp, Outcome, Resource, Shortfall};

/// What runs out first, and the figures that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reason {
    /// What it is about.
    pub tone: Tone,
    /// The claim.
    pub lead: String,
    /// The figures behind it.
    pub text: String,
}

/// The reason for `answer`.
#[must_use]
pub fn reason(answer: &Answer) -> Reason {
    match &answer.sizing.outcome {
        Outcome::Planned(fleet) if fleet.replicas < fleet.needed => too_few(answer, fleet),
        Outcome::Planned(fleet) => planned(answer, fleet),
        Outcome::DoesNotFit(shortfall) => does_not_fit(answer, shortfall),
        Outcome::NoReplicasHelp(why) => no_help(answer, *why),
        Outcome::TooMany { wanted } => Reason {
            tone: Tone::Failure,
            lead: "This load is beyond any fleet planned here.".into(),
            text: format!(
                "It needs about {} replicas, and plans end at a million. Lower the rate, or shorten prompts and answers.",
                Unit::Count.show(*wanted)
            ),
        },
    }
}

fn planned(answer: &Answer, fleet: &Fleet) -> Reason {
    let (tone, lead, why) = resource(answer, fleet);
    let carried = Unit::RequestsPerSecond.show(answer.plan.rate.get() * (1.0 + fleet.margin));
    let replicas = if fleet.replicas == 1 {
        "One replica carries".into()
    } else {
        format!("{} replicas carry", count(fleet.replicas))
    };
    let margin = format!(
        "{replicas} up to {carried} before it binds, {} above the plan.",
        Unit::Fraction.show(fleet.margin)
    );
    Reason { tone, lead, text: format!("{why} {margin}") }
}

fn resource(answer: &Answer, fleet: &Fleet) -> (Tone, String, String) {
    let limit = &fleet.limit;
    let at_limit = Unit::RequestsPerSecond.show(limit.rate.get());
    let prompts = Unit::Fraction.show(limit.rate * answer.sizing.replica.prefill);
    let answers = Unit::Fraction.show(1.0 - limit.rate * answer.sizing.replica.prefill);
    match fleet.resource {
        Resource::PrefillCompute if answer.plan.batch.is_some() => (
            Tone::Prefill,
            "Prefill compute runs out first.".into(),
            format!(
                "Prompts take {} of a request’s replica-seconds.",
                Unit::Fraction.show(fleet.work.prefill_part())
            ),
        ),
        Resource::PrefillCompute => (
            Tone::Prefill,
            "Prefill compute runs out first.".into(),
            format!("At {at_limit} a replica spends {prompts} of each second on prompts."),
        ),
        Resource::Bandwidth if answer.plan.batch.is_some() => (
            Tone::Decode,
            "Memory bandwidth runs out first.".into(),
            format!(
                "Decode takes {} of a request’s replica-seconds.",
                Unit::Fraction.show(1.0 - fleet.work.prefill_part())
            ),
        ),
        Resource::Bandwidth => (
            Tone::Decode,
            "Memory bandwidth runs out first.".into(),
            format!("At {at_limit} a replica spends {answers} of each second on decode steps."),
        ),
        Resource::KvMemory => (
            Tone::Kv,
            "KV memory runs out first.".into(),
            format!(
                "The pool of a replica holds {} at the mean context of {}, and is full at {}.",
                text_of(answer, Figure::Resident),
                text_of(answer, Figure::Context),
                text_of(answer, Figure::PoolFullRate),
            ),
        ),
        Resource::PrefillLanes => (
            Tone::Queue,
            "Waiting for prefill decides.".into(),
            format!(
                "With fewer replicas, prompts that bunch up would miss the p95 TTFT target of {}.",
                Unit::Wait.exact(answer.plan.ttft.get())
            ),
        ),
    }
}

fn too_few(answer: &Answer, fleet: &Fleet) -> Reason {
    let (_, lead, why) = resource(answer, fleet);
    let number = if fleet.replicas == 1 {
        "One replica is".into()
    } else {
        format!("{} replicas are", count(fleet.replicas))
    };
    Reason {
        tone: Tone::Failure,
        lead: format!("{number} too few: this load needs {}.", count(fleet.needed)),
        text: format!("{lead} {why}"),
    }
}

fn does_not_fit(answer: &Answer, shortfall: &Shortfall) -> Reason {
    let replica = &answer.sizing.replica;
    let bytes = |b: quantity::Bytes| Unit::Bytes.show(b.get());
    let (usable, missing) = (bytes(replica.usable), bytes(shortfall.missing));
    let what = if shortfall.weights_alone {
        format!(
            "The weights take {}, and a replica has {usable} for them: {missing} are missing.",
            bytes(replica.weights)
        )
    } else {
        format!(
            "The weights fit, but one sequence of {} needs {} of KV cache: {missing} are missing.",
            text_of(answer, Figure::Context),
            bytes(replica.kv_per_sequence),
        )
    };
    let help = match shortfall.smallest_tp {
        Some(tp) => format!("It fits from {} GPUs per replica.", count(tp)),
        None => format!(
            "No number of GPUs up to the {} query heads holds it.",
            count(answer.plan.model.query_heads())
        ),
    };
    Reason { tone: Tone::Kv, lead: "It does not fit into memory.".into(), text: format!("{what} {help}") }
}

fn no_help(answer: &Answer, why: NoHelp) -> Reason {
    let text = match why {
        NoHelp::Prefill { prefill } => format!(
            "{} {} on an idle replica, and the TTFT target is {}. Shorter prompts, prefix-cache \
             hits, more GPUs per replica or a later target would help.",
            if answer.plan.per_request.get() > 0.0 {
                "Prefill of one prompt and what is added to each request take"
            } else {
                "Prefill of one prompt takes"
            },
            Unit::Seconds.show(prefill.get()),
            Unit::Wait.exact(answer.plan.ttft.get()),
        ),
        NoHelp::Step { step } => format!(
            "A decode step of a single sequence takes {}, and the TPOT target is {}. More GPUs per replica, smaller \
             weights or a slower target would help.",
            Unit::Seconds.show(step.get()),
            Unit::Seconds.exact(answer.plan.tpot.get()),
        ),
    };
    Reason { tone: Tone::Failure, lead: "No number of replicas helps.".into(), text }
}

fn count(number: u32) -> String {
    Unit::Count.show(f64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(link: &str) -> String {
        let reason = reason(&Answer::to_link(link));
        format!("{} {}", reason.lead, reason.text)
    }

    #[test]
    fn each_outcome_has_its_reason() {
        for (link, text) in [
            (
                "v=1",
                "Prefill compute runs out first. At 8.2 req/s a replica spends 72% of each second on prompts. 4 replicas \
                 carry up to 26.2 req/s before it binds, 31% above the plan.",
            ),
            (
                crate::B,
                "Prefill compute runs out first. Prompts take 64% of a request’s replica-seconds. 26 replicas carry up \
                 to 50.7 req/s before it binds, 1% above the plan.",
            ),
            (
                "v=1&rate=40&replicas=4",
                "4 replicas are too few: this load needs 7. Prefill compute runs out first. At 8.2 req/s a replica \
                 spends 72% of each second on prompts.",
            ),
            (
                "v=1&weights=bf16&tp=1",
                "It does not fit into memory. The weights take 140 GB, and a replica has 72.0 GB for them: 68.0 GB are \
                 missing. It fits from 2 GPUs per replica.",
            ),
        ] {
            assert_eq!(said(link), text, "{link}");
        }
        for (link, start) in [
            ("v=1&in=500&out=1000&tpot=20ms", "Memory bandwidth runs out first."),
            ("v=1&in=6000&out=2000&tpot=200ms&ttft=2s", "KV memory runs out first."),
            ("v=1&in=9000&rate=3&ttft=450ms", "Waiting for prefill decides."),
            ("v=1&in=20k", "No number of replicas helps. Prefill of one prompt takes 884.3 ms"),
            ("v=1&tpot=5ms", "No number of replicas helps. A decode step of a single sequence takes 7.5 ms"),
            ("v=1&rate=1000000&out=100k", "This load is beyond any fleet planned here."),
            ("v=1&in=3000000", "It does not fit into memory. The weights fit, but one sequence"),
        ] {
            assert!(said(link).starts_with(start), "{link}: {}", said(link));
        }
    }
}
