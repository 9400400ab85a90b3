//! What would help: one thing of the plan changed at a time, and the plan sized anew.

use crate::accelerator::Accelerator;
use crate::fleet::{Fleet, Outcome, Sizing, size};
use crate::plan::{Plan, PlanParts};
use crate::precision::Precision;
use alloc::vec::Vec;
use quantity::{Fraction, Tokens};

/// One thing of a plan to change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lever {
    /// This share of prompt tokens found in the prefix cache.
    Cached(Fraction),
    /// Prompts of this mean length.
    Prompt(Tokens),
    /// The KV cache in this format.
    Kv(Precision),
    /// The weights in this format.
    Weights(Precision),
    /// So many GPUs per replica.
    Tp(u32),
    /// Another accelerator, by its name in the catalogue.
    Accelerator(&'static str, Accelerator),
    /// This decode batch; without one it follows from the targets.
    Batch(Option<u32>),
    /// Decode kernels that reach this share of the bandwidth.
    Mbu(Fraction),
    /// A decode that is so many times as fast, by whatever means.
    Decode(f64),
}

/// A lever, and what comes out with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Relief {
    /// What was changed.
    pub lever: Lever,
    /// The changed plan.
    pub plan: Plan,
    /// Its sizing.
    pub sizing: Sizing,
}

/// Every lever that applies to `plan` and leads to a fleet, sized, the one that needs the fewest GPUs first and among
/// equals the one with the most margin. `others` are accelerators to try.
///
/// Only one thing changes at a time: levers compound, and what is best after the first is seen by asking again.
#[must_use]
pub fn reliefs(plan: &Plan, others: &[(&'static str, Accelerator)]) -> Vec<Relief> {
    let mut reliefs: Vec<Relief> = Vec::new();
    for lever in levers(plan, others) {
        let sized = lever.applied(plan).map(|plan| Relief { lever, sizing: size(&plan), plan });
        if let Some(relief) = sized.filter(|relief| relief.fleet().is_some()) {
            // A score of levers: each is put in its place, without a sort.
            let place =
                reliefs.iter().position(|other| relief.is_better_than(other)).unwrap_or(reliefs.len());
            reliefs.insert(place, relief);
        }
    }
    reliefs
}

impl Relief {
    /// The fleet of the changed plan.
    #[must_use]
    pub const fn fleet(&self) -> Option<&Fleet> {
        match &self.sizing.outcome {
            Outcome::Planned(fleet) => Some(fleet),
            _ => None,
        }
    }

    /// Fewer GPUs, spares included, or as many and more margin.
    fn is_better_than(&self, other: &Self) -> bool {
        let rank = |relief: &Self| relief.fleet().map(|fleet| (fleet.bill_with_spare.gpus, -fleet.margin));
        rank(self) < rank(other)
    }
}

/// The levers that would change `plan`.
fn levers(plan: &Plan, others: &[(&'static str, Accelerator)]) -> Vec<Lever> {
    let mut levers = Vec::new();
    for hit in [0.5, 0.6, 0.8] {
        if hit > plan.cached.get() {
            levers.push(Lever::Cached(Fraction::new(hit)));
        }
    }
    levers.push(Lever::Prompt(plan.prompt / 2.0));
    levers.extend((plan.kv == Precision::Bf16).then_some(Lever::Kv(Precision::Fp8)));
    levers.extend(narrower(plan).map(Lever::Weights));
    levers.push(Lever::Tp(plan.tp * 2));
    levers.extend((plan.tp > 1).then_some(Lever::Tp(plan.tp / 2)));
    levers.extend(
        others
            .iter()
            .filter(|(_, other)| *other != plan.accelerator)
            .map(|(name, other)| Lever::Accelerator(name, *other)),
    );
    if let Some(batch) = plan.batch {
        levers.extend([Lever::Batch(Some(batch.saturating_mul(2))), Lever::Batch(None)]);
    }
    for share in [plan.mbu.get() * 1.06, 1.0] {
        if plan.mbu.get() < share && share <= 1.0 {
            levers.push(Lever::Mbu(Fraction::new(share)));
        }
    }
    levers.push(Lever::Decode(2.0));
    levers
}

/// The next narrower format that the weights could have: FP4 where the GPU computes in it, else INT4.
fn narrower(plan: &Plan) -> Option<Precision> {
    match plan.weights {
        Precision::Bf16 => Some(Precision::Fp8),
        Precision::Fp8 | Precision::Int8 if plan.accelerator.peaks.fp4.is_some() => Some(Precision::Fp4),
        Precision::Fp8 | Precision::Int8 => Some(Precision::Int4),
        Precision::Fp4 | Precision::Int4 => None,
    }
}

impl Lever {
    /// `plan` with this changed; `None` where that is no valid plan, such as more GPUs than the heads can be dealt to.
    #[must_use]
    pub fn applied(self, plan: &Plan) -> Option<Plan> {
        let mut parts = plan.parts().clone();
        let PlanParts { cached, prompt, kv, weights, tp, accelerator, batch, mbu, .. } = &mut parts;
        match self {
            Self::Cached(to) => *cached = to,
            Self::Prompt(to) => *prompt = to,
            Self::Kv(to) => *kv = to,
            Self::Weights(to) => *weights = to,
            Self::Tp(to) => *tp = to,
            Self::Accelerator(_, to) => *accelerator = to,
            Self::Batch(to) => *batch = to,
            Self::Mbu(to) => *mbu = to,
            Self::Decode(times) => accelerator.bandwidth = accelerator.bandwidth * times,
        }
        Plan::new(parts).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;
    use proptest::prelude::*;

    /// The largest rate of a replica and the replicas for 20 req/s, with one thing of worked example A changed.
    fn row(lever: Lever) -> (f64, u32) {
        let plan = lever.applied(&example::a()).expect("valid");
        match size(&plan).outcome {
            Outcome::Planned(fleet) => (fleet.limit.rate.get(), fleet.replicas),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_lessons_table_comes_out() {
        // The published rows, to the digits that they print.
        for (lever, rate, replicas) in [
            (Lever::Mbu(Fraction::new(0.7 * 1.06)), 8.35, 3),
            (Lever::Mbu(Fraction::new(1.0)), 9.03, 3),
            (Lever::Decode(2.0), 9.63, 3),
            // The prefill wall: a decode that takes no time to speak of.
            (Lever::Decode(2000.0), 11.31, 3),
            (Lever::Cached(Fraction::new(0.5)), 14.28, 2),
            (Lever::Cached(Fraction::new(0.6)), 16.77, 2),
        ] {
            let (found, needed) = row(lever);
            assert!((found - rate).abs() < 0.006 && needed == replicas, "{lever:?}: {found} {needed}");
        }
    }

    #[test]
    fn a_replica_that_does_not_fit_is_helped_by_what_makes_room() {
        let parts = PlanParts { weights: Precision::Bf16, tp: 1, ..example::a().parts().clone() };
        let all = reliefs(&Plan::new(parts).expect("valid"), &[]);
        let levers: Vec<Lever> = all.iter().map(|relief| relief.lever).collect();
        assert!(
            levers.contains(&Lever::Weights(Precision::Fp8)) && levers.contains(&Lever::Tp(2)),
            "{levers:?}"
        );
    }

    proptest! {
        #[test]
        fn a_faster_decode_and_more_hits_never_need_more_replicas(plan in example::plans()) {
            let before = size(&plan);
            let Outcome::Planned(before) = before.outcome else { return Ok(()) };
            for relief in reliefs(&plan, &[]) {
                let helps = matches!(relief.lever, Lever::Decode(_) | Lever::Mbu(_) | Lever::Cached(_));
                let after = relief.fleet().expect("reliefs are planned");
                prop_assert!(!helps || after.needed <= before.needed, "{:?}", relief.lever);
            }
        }

        #[test]
        fn they_are_sorted_by_the_gpus_that_they_need(plan in example::plans()) {
            let gpus: Vec<u32> =
                reliefs(&plan, &[]).iter().filter_map(|r| Some(r.fleet()?.bill_with_spare.gpus)).collect();
            prop_assert!(gpus.is_sorted());
        }
    }
}
