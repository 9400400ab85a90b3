//! One replica: what it holds and how fast it is.

use crate::memory::{Budget, MemoryRule};
use crate::plan::{ExpertReads, Plan};
use crate::step::{ExpertTime, StepTime};
use quantity::{Bytes, BytesPerToken, Flops, FlopsPerSecond, Fraction, Seconds, float};

/// One copy of the model on `gpus` GPUs. Bytes are the replica's, over all its GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replica {
    /// GPUs it takes.
    pub gpus: u32,
    /// Bytes of weights.
    pub weights: Bytes,
    /// Bytes of the routed experts among them.
    pub routed: Bytes,
    /// Bytes that weights and KV cache may fill together.
    pub usable: Bytes,
    /// One GPU's memory, part by part.
    pub budget: Budget,
    /// Bytes of KV cache that one more token takes, while every window has room for it.
    pub kv_per_token: BytesPerToken,
    /// Bytes of KV cache that one sequence takes at the mean context.
    pub kv_per_sequence: Bytes,
    /// Bytes that a decode step moves for one sequence at the mean context. They differ from those it takes where the
    /// engine reserves more than is read, layers share a cache, or a state is written back.
    pub kv_read: Bytes,
    /// Whether it can serve at all, and how many sequences it holds.
    pub fit: Fit,
    /// Time to prefill one prompt, after cache hits, alone on the replica.
    pub prefill: Seconds,
    /// Time of one decode step.
    pub step: StepTime,
}

/// Whether a model and its KV cache fit into a replica's memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fit {
    /// They fit.
    Fits {
        /// Bytes left for KV cache.
        pool: Bytes,
        /// Whole sequences of the mean context that the pool holds; at least 1.
        resident: u32,
    },
    /// They do not.
    TooSmall(Shortfall),
}

/// What is missing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortfall {
    /// Bytes missing on the replica; above 0.
    pub missing: Bytes,
    /// Whether the weights alone are too large; otherwise they fit, but one sequence's KV cache does not.
    pub weights_alone: bool,
    /// The smallest number of GPUs per replica that divides the query heads and fits.
    pub smallest_tp: Option<u32>,
}

impl Replica {
    /// The replica that `plan` describes.
    ///
    /// # Formula
    /// usable = GPUs × (memory × `mem` − reserve); pool = usable − weights; resident = ⌊pool / KV of a sequence⌋;
    /// prefill seconds = (2 × active parameters × prompt × (1 − cached) + attention) / (GPUs × peak × MFU), where attention
    /// counts only if the plan asks for it. A step takes the plan's constant of a step on top of what it reads.
    ///
    /// # Assumptions
    /// Weights and compute divide evenly over the GPUs; activations' time, all-reduce and the network are left out.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let memory = Memory::of(plan, plan.tp);
        Self {
            gpus: plan.tp,
            weights: memory.weights,
            routed: plan.model.routed_bytes(plan.weights, plan.counting.weight_size),
            usable: memory.pool + memory.weights,
            budget: memory.budget,
            kv_per_token: plan.model.kv_per_token_per_gpu(plan.kv, plan.tp) * f64::from(plan.tp),
            kv_per_sequence: memory.kv_per_sequence,
            kv_read: plan.model.kv_read_per_gpu(plan.kv, plan.tp, plan.context().get()) * f64::from(plan.tp),
            fit: memory.fit().map_or_else(
                |(missing, weights_alone)| {
                    Fit::TooSmall(Shortfall { missing, weights_alone, smallest_tp: smallest_tp(plan) })
                },
                |(pool, resident)| Fit::Fits { pool, resident },
            ),
            prefill: Seconds::new(0.0),
            step: StepTime::affine(Seconds::new(0.0), Seconds::new(0.0)),
        }
        .timed(plan)
    }

    /// The same with its times.
    fn timed(self, plan: &Plan) -> Self {
        let gpus = f64::from(plan.tp);
        let bandwidth = plan.accelerator.bandwidth * plan.mbu * gpus;
        let per_sequence = self.kv_read / bandwidth;
        let step = match (plan.counting.experts, plan.model.routed) {
            (ExpertReads::Touched, Some(routed)) => StepTime {
                fixed: (self.weights - self.routed) / bandwidth + plan.per_step,
                per_sequence,
                experts: Some(ExpertTime {
                    all: self.routed / bandwidth,
                    count: routed.count,
                    top_k: routed.top_k,
                }),
            },
            _ => StepTime::affine(self.weights / bandwidth + plan.per_step, per_sequence),
        };
        Self { prefill: prompt_flops(plan) / (prefill_speed(plan) * gpus), step, ..self }
    }
}

/// Operations of one prompt after cache hits.
fn prompt_flops(plan: &Plan) -> Flops {
    let linear = plan.model.flops_per_token() * (plan.prompt * plan.cached.rest().get());
    if plan.counting.attention {
        linear + plan.model.attention_flops(plan.prompt.get() * plan.cached.get(), plan.prompt.get())
    } else {
        linear
    }
}

/// FLOP/s that one GPU reaches in prefill.
fn prefill_speed(plan: &Plan) -> FlopsPerSecond {
    plan.accelerator.peak(plan.weights).0 * plan.mfu
}

struct Memory {
    weights: Bytes,
    /// The most that weights may take, with nothing else there.
    room: Bytes,
    pool: Bytes,
    budget: Budget,
    kv_per_sequence: Bytes,
}

impl Memory {
    fn of(plan: &Plan, tp: u32) -> Self {
        let gpus = f64::from(tp);
        let weights = plan.model.weight_bytes(plan.weights, plan.counting.weight_size);
        let budget = plan.memory_rule.budget(
            plan.accelerator.memory,
            plan.mem,
            weights / gpus,
            plan.overheads,
            plan.reserve,
        );
        let context = plan.context().get();
        let kv = plan.model.kv_per_sequence_per_gpu(plan.kv, tp, context, plan.counting.kv_layout);
        let part = match plan.memory_rule {
            MemoryRule::TensorRtLlm => Fraction::new(1.0),
            _ => plan.mem,
        };
        let room = (plan.accelerator.memory * part - plan.reserve) * gpus;
        Self { weights, room, pool: budget.kv * gpus, budget, kv_per_sequence: kv * gpus }
    }

    /// The pool and how many sequences it holds, or what is missing and whether the weights alone are too large.
    fn fit(&self) -> Result<(Bytes, u32), (Bytes, bool)> {
        let resident = float::count(float::floor(self.pool / self.kv_per_sequence));
        if self.weights > self.room {
            Err((Bytes::new(0.0) - self.pool, true))
        } else if self.pool < Bytes::new(0.0) || resident == 0 {
            Err((self.kv_per_sequence - self.pool, false))
        } else {
            Ok((self.pool, resident))
        }
    }
}

fn smallest_tp(plan: &Plan) -> Option<u32> {
    (1..=plan.model.query_heads())
        .filter(|tp| plan.model.splits_over(*tp))
        .find(|tp| Memory::of(plan, *tp).fit().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;
    use crate::plan::PlanParts;
    use quantity::{BytesPerSecond, Tokens};

    #[test]
    fn a_70b_model_in_fp8_leaves_one_h100_room_for_five_sequences() {
        let one = Plan::new(PlanParts { tp: 1, ..example::a().parts().clone() }).expect("valid");
        // 80e9 × 0.9 − 70e9 = 2e9 bytes, at 360,448,000 a sequence.
        assert_eq!(Replica::of(&one).fit, Fit::Fits { pool: Bytes::new(2e9), resident: 5 });
    }

    #[test]
    fn what_does_not_fit_says_by_how_much_and_what_would() {
        let parts = PlanParts { tp: 1, weights: crate::Precision::Bf16, ..example::a().parts().clone() };
        let Fit::TooSmall(shortfall) = Replica::of(&Plan::new(parts).expect("valid")).fit else {
            panic!("140 GB do not fit into 72 GB")
        };
        assert_eq!(
            shortfall,
            Shortfall { missing: Bytes::new(68e9), weights_alone: true, smallest_tp: Some(2) }
        );
    }

    #[test]
    fn a_prompt_longer_than_the_pool_is_told_from_weights_that_are_too_large() {
        let parts = PlanParts { prompt: Tokens::new(2e6), ..example::a().parts().clone() };
        let Fit::TooSmall(shortfall) = Replica::of(&Plan::new(parts).expect("valid")).fit else {
            panic!("2,000,200 tokens of 160 KiB are 328 GB, the pool has 218 GB")
        };
        assert!(!shortfall.weights_alone && shortfall.smallest_tp == Some(8), "{shortfall:?}");
    }

    #[test]
    fn weights_that_fit_but_leave_no_room_for_activations_are_told_apart() {
        let overheads = crate::Overheads { activations: Bytes::new(3e9), ..crate::Overheads::default() };
        let parts =
            PlanParts { tp: 1, memory_rule: MemoryRule::Vllm, overheads, ..example::a().parts().clone() };
        let Fit::TooSmall(shortfall) = Replica::of(&Plan::new(parts).expect("valid")).fit else {
            panic!("72 − 70 − 3 GB are not enough")
        };
        assert!(!shortfall.weights_alone && shortfall.missing > Bytes::new(1e9), "{shortfall:?}");
    }

    /// 70e9 bytes over 4 × 3.35e12 × 0.7 B/s are 7.46 ms; 2 ms more are added to every step and to no prompt.
    #[test]
    fn a_constant_of_a_step_is_added_to_each_and_to_no_prompt() {
        let a = example::a();
        let per_step = Seconds::new(0.002);
        let slow = Plan::new(PlanParts { per_step, ..a.parts().clone() }).expect("valid");
        let (plain, slow) = (Replica::of(&a), Replica::of(&slow));
        for batch in [1.0, 100.0] {
            assert!((slow.step.at(batch) - plain.step.at(batch) - per_step).get().abs() < 1e-15);
        }
        assert_eq!(slow.prefill, plain.prefill);
    }

    #[test]
    fn twice_the_bandwidth_halves_a_step() {
        let a = example::a();
        let mut accelerator = a.accelerator;
        accelerator.bandwidth = BytesPerSecond::new(2.0 * accelerator.bandwidth.get());
        let fast = Plan::new(PlanParts { accelerator, ..a.parts().clone() }).expect("valid");
        let ratio = Replica::of(&a).step.at(100.0) / Replica::of(&fast).step.at(100.0);
        assert!((ratio - 2.0).abs() < 1e-12, "{ratio}");
    }
}
