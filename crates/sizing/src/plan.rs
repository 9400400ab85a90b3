//! What was asked, checked: the only input of [`crate::size`].

use crate::accelerator::Accelerator;
use crate::formula::Source;
use crate::memory::{MemoryRule, Overheads};
use crate::precision::Precision;
use crate::shape::{Contradiction, KvLayout, Model, WeightSize};
use alloc::vec::Vec;
use core::ops::Deref;
use quantity::{
    Bytes, DollarsPerHour, Fraction, Key, OutOfRange, RequestsPerSecond, Seconds, Standard, Tokens, float,
};

/// A plan that can be sized: every quantity in its range, every pair of them consistent.
///
/// It can only be had from [`Plan::new`], so whoever holds one need not check again. Its parts are read through
/// [`Deref`]; to change one, clone the parts and ask anew.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan(PlanParts);

/// The parts of a plan, not yet checked.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanParts {
    /// The model.
    pub model: Model,
    /// The GPU.
    pub accelerator: Accelerator,
    /// Precision of the weights.
    pub weights: Precision,
    /// Precision of the KV cache.
    pub kv: Precision,
    /// GPUs of one replica (tensor parallelism).
    pub tp: u32,
    /// Part of nominal memory that weights and KV cache may fill.
    pub mem: Fraction,
    /// Memory kept free on each GPU on top of that.
    pub reserve: Bytes,
    /// Share of peak FLOP/s that prefill reaches.
    pub mfu: Fraction,
    /// Share of bandwidth that decode reaches.
    pub mbu: Fraction,
    /// Arrivals over the whole fleet.
    pub rate: RequestsPerSecond,
    /// Mean prompt length.
    pub prompt: Tokens,
    /// Mean answer length.
    pub answer: Tokens,
    /// Share of prompt tokens found in the prefix cache.
    pub cached: Fraction,
    /// Sequences that decode together, where the plan fixes it.
    pub batch: Option<u32>,
    /// How much of a replica's capacity the plan uses.
    pub util: Fraction,
    /// Replicas beyond those that carry load.
    pub spare: u32,
    /// TTFT target at the 95th percentile.
    pub ttft: Seconds,
    /// TPOT target.
    pub tpot: Seconds,
    /// Target on the longest gap between tokens; judged on streams, it does not enter the sizing.
    pub itl: Option<Seconds>,
    /// Price of one GPU.
    pub price: DollarsPerHour,
    /// Replicas that carry load, where the plan fixes them.
    pub replicas: Option<u32>,
    /// Squared coefficient of variation of the gaps between arrivals; 1 is Poisson.
    pub ca2: f64,
    /// Squared coefficient of variation of prefill times; 1 is exponential.
    pub cs2: f64,
    /// How things are counted that version 1 counts at their simplest.
    pub counting: Counting,
    /// Whose meaning `mem` has.
    pub memory_rule: MemoryRule,
    /// Time of a decode step that does not depend on what it reads.
    pub per_step: Seconds,
    /// Time before the first token that keeps no lane busy.
    pub per_request: Seconds,
    /// What fills each GPU besides weights and KV cache, where it is known.
    pub overheads: Overheads,
    /// Where each of the table's quantities came from, at the place of its key.
    pub sources: [Source; Key::COUNT],
}

/// How things are counted that can be counted more simply or more closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Whether attention's own operations are part of prefill.
    pub attention: bool,
    /// Which experts a decode step reads.
    pub experts: ExpertReads,
    /// What a sequence takes of the KV pool.
    pub kv_layout: KvLayout,
    /// Bytes of weights.
    pub weight_size: WeightSize,
}

/// Which experts a decode step reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpertReads {
    /// All of them, whatever the batch: an upper bound, and simple.
    All,
    /// Those that its batch touches on average.
    Touched,
}

impl Counting {
    /// As version 1 counts.
    pub const SIMPLEST: Self = Self {
        attention: false,
        experts: ExpertReads::All,
        kv_layout: KvLayout::Ideal,
        weight_size: WeightSize::Flat,
    };
}

/// Why parts make no plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// A quantity lies outside the range of its row.
    Range {
        /// The row.
        key: Key,
        /// The value, in base units.
        value: f64,
        /// Which end it passes.
        fault: OutOfRange,
    },
    /// The query heads cannot be dealt evenly to so many GPUs.
    Indivisible {
        /// Query heads of the model.
        query_heads: u32,
        /// GPUs of a replica.
        tp: u32,
    },
    /// The model's shape contradicts itself.
    Shape(Contradiction),
}

impl Plan {
    /// Checks `parts`.
    ///
    /// # Errors
    /// All faults at once, in the order of the table.
    pub fn new(parts: PlanParts) -> Result<Self, Vec<Fault>> {
        let mut faults: Vec<Fault> = parts
            .numbers()
            .filter_map(|(key, value)| {
                key.row().check(value).err().map(|fault| Fault::Range { key, value, fault })
            })
            .collect();
        if !parts.model.splits_over(parts.tp) {
            faults.push(Fault::Indivisible { query_heads: parts.model.query_heads(), tp: parts.tp });
        }
        faults.extend(parts.model.contradiction().map(Fault::Shape));
        if faults.is_empty() { Ok(Self(parts)) } else { Err(faults) }
    }

    /// The parts, to make another plan from.
    #[must_use]
    pub fn parts(&self) -> &PlanParts {
        &self.0
    }

    /// Mean context of a sequence that decodes: the whole prompt and half of the answer.
    ///
    /// Cached tokens count: their keys and values are resident all the same.
    #[must_use]
    pub fn context(&self) -> Tokens {
        self.prompt + self.answer * 0.5
    }

    /// Where the quantity of `key` came from.
    #[must_use]
    pub fn source(&self, key: Key) -> Source {
        self.sources[key as usize]
    }
}

impl Deref for Plan {
    type Target = PlanParts;
    fn deref(&self) -> &PlanParts {
        &self.0
    }
}

impl PlanParts {
    /// Version 1's plan for a model on an accelerator: every other quantity at the table's default.
    #[must_use]
    pub fn standard(model: Model, accelerator: Accelerator) -> Self {
        let number = |key: Key| match key.row().default {
            Standard::Number(value) => value,
            _ => 0.0,
        };
        Self {
            model,
            accelerator,
            weights: Precision::Fp8,
            kv: Precision::Fp8,
            tp: float::count(number(Key::Tp)),
            mem: Fraction::new(number(Key::Mem)),
            reserve: Bytes::new(number(Key::Reserve)),
            mfu: Fraction::new(number(Key::Mfu)),
            mbu: Fraction::new(number(Key::Mbu)),
            rate: RequestsPerSecond::new(number(Key::Rate)),
            prompt: Tokens::new(number(Key::In)),
            answer: Tokens::new(number(Key::Out)),
            cached: Fraction::new(number(Key::Cached)),
            batch: None,
            util: Fraction::new(number(Key::Util)),
            spare: float::count(number(Key::Spare)),
            ttft: Seconds::new(number(Key::Ttft)),
            tpot: Seconds::new(number(Key::Tpot)),
            itl: None,
            price: DollarsPerHour::new(number(Key::Price)),
            replicas: None,
            ca2: 1.0,
            cs2: 1.0,
            counting: Counting::SIMPLEST,
            memory_rule: MemoryRule::Plan,
            overheads: Overheads::default(),
            per_step: Seconds::new(number(Key::PerStep)),
            per_request: Seconds::new(number(Key::PerRequest)),
            sources: [Source::Assumed; Key::COUNT],
        }
    }

    /// Every number that has a row in the table, with its key.
    pub fn numbers(&self) -> impl Iterator<Item = (Key, f64)> {
        let peak = self.accelerator.peak(self.weights).0;
        let optional = [
            (Key::Batch, self.batch.map(f64::from)),
            (Key::Itl, self.itl.map(Seconds::get)),
            (Key::Replicas, self.replicas.map(f64::from)),
        ];
        let always = [
            (Key::Tp, f64::from(self.tp)),
            (Key::Mem, self.mem.get()),
            (Key::Reserve, self.reserve.get()),
            (Key::Mfu, self.mfu.get()),
            (Key::Mbu, self.mbu.get()),
            (Key::Rate, self.rate.get()),
            (Key::In, self.prompt.get()),
            (Key::Out, self.answer.get()),
            (Key::Cached, self.cached.get()),
            (Key::Util, self.util.get()),
            (Key::Spare, f64::from(self.spare)),
            (Key::Ttft, self.ttft.get()),
            (Key::Tpot, self.tpot.get()),
            (Key::Price, self.price.get()),
            (Key::Ca2, self.ca2),
            (Key::Cs2, self.cs2),
            (Key::Params, self.model.parameters),
            (Key::Active, self.model.active),
            (Key::Activations, self.overheads.activations.get()),
            (Key::Graphs, self.overheads.graphs.get()),
            (Key::NonTorch, self.overheads.non_torch.get()),
            (Key::PerStep, self.per_step.get()),
            (Key::PerRequest, self.per_request.get()),
            (Key::Hbm, self.accelerator.memory.get()),
            (Key::Bw, self.accelerator.bandwidth.get()),
            (Key::Flops, peak.get()),
        ];
        always.into_iter().chain(optional.into_iter().filter_map(|(key, value)| Some((key, value?))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn all_faults_are_reported_at_once() {
        let parts = PlanParts {
            rate: RequestsPerSecond::new(0.0),
            util: Fraction::new(f64::NAN),
            tp: 3,
            ..example::a().parts().clone()
        };
        let faults = Plan::new(parts).expect_err("three faults");
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults.contains(&Fault::Indivisible { query_heads: 64, tp: 3 }));
    }
}
