//! The speed-of-light check: what the plan's assumptions imply for the resource that each phase is *not* priced by.

use crate::plan::Plan;
use crate::replica::Replica;
use quantity::Seconds;

/// Shares of the hardware's limits that a plan implies. Above 1, the plan asks for more than the hardware has, and the
/// phase is really bound by the other resource.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpeedOfLight {
    /// MFU of prefill: the plan's own assumption.
    pub prefill_mfu: f64,
    /// MBU of prefill: the weights read once for each prompt, over its prefill seconds. Above 1 where prompts are so
    /// short that reading the weights takes longer than the arithmetic.
    pub prefill_mbu: f64,
    /// MFU of decode at the batch given: 2 × active parameters × batch, over the step. Above 1 where batches are so large
    /// that the arithmetic takes longer than the reading.
    pub decode_mfu: f64,
    /// MBU of decode: the plan's own assumption.
    pub decode_mbu: f64,
}

impl SpeedOfLight {
    /// The check for `plan` with `batch` sequences decoding.
    #[must_use]
    pub fn of(plan: &Plan, replica: &Replica, batch: f64) -> Self {
        let gpus = f64::from(replica.gpus);
        let peak = plan.accelerator.peak(plan.weights).0 * gpus;
        let bandwidth = plan.accelerator.bandwidth * gpus;
        let share = |ideal: Seconds, taken: Seconds| ideal / taken;
        let attention = if plan.counting.attention {
            plan.model.attention_flops_in_step(plan.context().get()).get()
        } else {
            0.0
        };
        let step_flops = quantity::Flops::new((plan.model.flops_per_token().get() + attention) * batch);
        Self {
            prefill_mfu: plan.mfu.get(),
            prefill_mbu: share(replica.weights / bandwidth, replica.prefill),
            decode_mfu: share(step_flops / peak, replica.step.at(batch)),
            decode_mbu: plan.mbu.get(),
        }
    }

    /// Whether prefill is asked to read faster than the memory can.
    #[must_use]
    pub fn prefill_exceeds(self) -> bool {
        self.prefill_mbu > 1.0
    }

    /// Whether decode is asked to compute faster than the GPU can.
    #[must_use]
    pub fn decode_exceeds(self) -> bool {
        self.decode_mfu > 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;
    use crate::plan::PlanParts;
    use quantity::Tokens;

    #[test]
    fn a_ten_token_prompt_is_flagged() {
        let a = example::a();
        assert!(!SpeedOfLight::of(&a, &Replica::of(&a), 50.0).prefill_exceeds());
        let short = Plan::new(PlanParts { prompt: Tokens::new(10.0), ..a.parts().clone() }).expect("valid");
        // 70e9 bytes over 4 × 3.35e12 B/s are 5.2 ms; the arithmetic of ten tokens takes 0.44 ms.
        let light = SpeedOfLight::of(&short, &Replica::of(&short), 50.0);
        assert!(light.prefill_exceeds() && (light.prefill_mbu - 11.8).abs() < 0.1, "{light:?}");
    }
}
