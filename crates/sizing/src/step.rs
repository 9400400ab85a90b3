//! The time of a decode step.

use crate::feed_forward::distinct_experts;
use quantity::Seconds;

/// The time of a decode step as a function of the batch.
///
/// # Formula
/// step(b) = (weights + b × KV of a sequence) / (GPUs × bandwidth × MBU) + constant: a step reads all weights once and the KV cache
/// of each sequence once. Where only the experts touched are read, their part of the weights is multiplied by E(b)/E, with
/// E(b) of [`distinct_experts`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepTime {
    /// Reading the weights that every step reads, and the constant of a step.
    pub fixed: Seconds,
    /// Moving one sequence's KV cache.
    pub per_sequence: Seconds,
    /// The routed experts, where a step reads only those that it touches; else they are in `fixed`.
    pub experts: Option<ExpertTime>,
}

/// The time of reading routed experts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpertTime {
    /// Reading all of them.
    pub all: Seconds,
    /// Experts of a layer.
    pub count: f64,
    /// Experts that a token passes through.
    pub top_k: f64,
}

impl StepTime {
    /// A step that reads the same weights whatever the batch.
    #[must_use]
    pub const fn affine(fixed: Seconds, per_sequence: Seconds) -> Self {
        Self { fixed, per_sequence, experts: None }
    }

    /// The time of a step that decodes `batch` sequences; a mean batch may have a fraction.
    #[must_use]
    pub fn at(self, batch: f64) -> Seconds {
        let affine = self.fixed + self.per_sequence * batch;
        self.experts
            .map_or(affine, |e| affine + e.all * (distinct_experts(e.count, e.top_k, batch) / e.count))
    }

    /// The time of the same step at most: every expert is read.
    #[must_use]
    pub fn at_most(self) -> Self {
        let all = self.experts.map_or(Seconds::new(0.0), |experts| experts.all);
        Self::affine(self.fixed + all, self.per_sequence)
    }

    /// The step on a memory that is `times` as fast.
    #[must_use]
    pub fn faster(self, times: f64) -> Self {
        Self {
            fixed: self.fixed / times,
            per_sequence: self.per_sequence / times,
            experts: self.experts.map(|experts| ExpertTime { all: experts.all / times, ..experts }),
        }
    }
}

/// The root of a function that is negative at `low` and not at `high`, by halving: sure, and the same everywhere.
pub(crate) fn root(mut low: f64, mut high: f64, is_above: impl Fn(f64) -> bool) -> f64 {
    // Sixty halvings leave less than the last bits of the interval's ends.
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if is_above(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Counting, ExpertReads, Plan, PlanParts};
    use crate::{Fleet, Outcome, example, size};
    use proptest::prelude::*;

    fn touched(fixed: f64, each: f64, all: f64, count: f64, top_k: f64) -> StepTime {
        let experts = ExpertTime { all: Seconds::new(all), count, top_k };
        StepTime { experts: Some(experts), ..StepTime::affine(Seconds::new(fixed), Seconds::new(each)) }
    }

    fn planned(plan: &Plan, experts: ExpertReads) -> Option<Fleet> {
        let counting = Counting { experts, ..plan.counting };
        let plan = Plan::new(PlanParts { counting, ..plan.parts().clone() }).ok()?;
        match size(&plan).outcome {
            Outcome::Planned(fleet) => Some(fleet),
            _ => None,
        }
    }

    proptest! {
        #[test]
        fn a_step_that_reads_what_it_touches_is_never_longer(
            (fixed, each, all) in (0.0_f64..0.05, 0.0_f64..1e-3, 1e-4_f64..0.1),
            (count, top_k) in (1_u32..512, 1_u32..32),
            batch in 1.0_f64..1e4,
        ) {
            let step = touched(fixed, each, all, f64::from(count), f64::from(top_k.min(count)));
            prop_assert!(step.at(batch) <= step.at_most().at(batch) * (1.0 + 1e-12));
            prop_assert!(step.at(batch) >= Seconds::new(fixed + each * batch));
            prop_assert!(step.at(batch + 1.0) >= step.at(batch));
        }

        #[test]
        fn a_large_batch_touches_them_all((fixed, each, all) in (0.0_f64..0.05, 0.0_f64..1e-3, 1e-4_f64..0.1)) {
            let step = touched(fixed, each, all, 128.0, 8.0);
            prop_assert!((step.at(1e4) / step.at_most().at(1e4) - 1.0).abs() < 1e-12);
            // A single sequence touches 8 of 128.
            prop_assert!((step.at(1.0).get() / (fixed + each + all / 16.0) - 1.0).abs() < 1e-12);
        }

        #[test]
        fn reading_fewer_experts_never_needs_more_replicas(plan in example::plans()) {
            let (all, touched) = (planned(&plan, ExpertReads::All), planned(&plan, ExpertReads::Touched));
            let Some(all) = all else { return Ok(()) };
            let Some(touched) = touched else { return Err(TestCaseError::fail("what was planned still can be")) };
            prop_assert!(touched.limit.rate.get() >= all.limit.rate.get() * (1.0 - 1e-12));
            prop_assert!(touched.needed <= all.needed, "{} of {}", touched.needed, all.needed);
        }
    }
}
