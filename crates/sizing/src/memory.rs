//! The memory of one GPU: who fills it, and what is left for the KV cache.

use quantity::{Bytes, Fraction};

/// Whose meaning the usable part of memory has. Engines use one word for three rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryRule {
    /// The plan's own: the part may be filled by weights and KV cache; all else comes out of the rest.
    Plan,
    /// vLLM's `gpu_memory_utilization`: the part holds weights, activations and what is outside of torch as well. CUDA
    /// graphs come out of the rest.
    Vllm,
    /// SGLang's `mem_fraction_static`: the part holds what stands still: weights, KV cache, and what is outside of torch.
    /// Activations and graphs come out of the rest.
    Sglang,
    /// TensorRT-LLM's `free_gpu_memory_fraction`: the part of what is free once all else is loaded.
    TensorRtLlm,
}

/// What fills a GPU besides weights and KV cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overheads {
    /// Activations at their peak.
    pub activations: Bytes,
    /// Captured graphs.
    pub graphs: Bytes,
    /// The driver's context, communication buffers and the like.
    pub non_torch: Bytes,
}

/// A GPU's memory, part by part. The parts close to the total.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// All of it.
    pub total: Bytes,
    /// Weights.
    pub weights: Bytes,
    /// Room for the KV cache; below 0 where the rest does not fit.
    pub kv: Bytes,
    /// What else fills it.
    pub overheads: Overheads,
    /// Kept free on request.
    pub reserve: Bytes,
    /// What the rule leaves unused. Below 0 where the overheads are more than it leaves for them.
    pub rest: Bytes,
}

impl MemoryRule {
    /// All rules, the plan's first.
    pub const ALL: [Self; 4] = [Self::Plan, Self::Vllm, Self::Sglang, Self::TensorRtLlm];

    /// The name in a link.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Vllm => "vllm",
            Self::Sglang => "sglang",
            Self::TensorRtLlm => "trtllm",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Plan => "This plan’s: weights and KV",
            Self::Vllm => "vLLM: all but graphs",
            Self::Sglang => "SGLang: what stands still",
            Self::TensorRtLlm => "TensorRT-LLM: of what is free",
        }
    }

    /// The rule that a link calls `name`, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(name))
    }

    /// The budget of a GPU with `total` memory, of which `part` may be used by this rule.
    ///
    /// # Formula
    /// With o for activations, graphs and what is outside of torch together, KV =
    /// - plan: total × part − reserve − weights
    /// - vLLM: total × part − reserve − weights − activations − non-torch
    /// - SGLang: total × part − reserve − weights − non-torch
    /// - TensorRT-LLM: (total − reserve − weights − o) × part
    ///
    /// # Example
    /// ```
    /// use quantity::{Bytes, Fraction};
    /// use sizing::{MemoryRule, Overheads};
    /// let gb = |n: f64| Bytes::new(n * 1e9);
    /// let overheads = Overheads { activations: gb(4.0), graphs: gb(0.0), non_torch: gb(1.0) };
    /// let kv = |rule: MemoryRule| {
    ///     rule.budget(gb(80.0), Fraction::new(0.9), gb(15.0), overheads, gb(0.0)).kv.get() / 1e9
    /// };
    /// assert_eq!(kv(MemoryRule::Plan), 57.0);
    /// assert_eq!(kv(MemoryRule::Vllm), 52.0);
    /// assert_eq!(kv(MemoryRule::Sglang), 56.0);
    /// assert_eq!(kv(MemoryRule::TensorRtLlm), 54.0);
    /// ```
    #[must_use]
    pub fn budget(
        self,
        total: Bytes,
        part: Fraction,
        weights: Bytes,
        overheads: Overheads,
        reserve: Bytes,
    ) -> Budget {
        let Overheads { activations, graphs, non_torch } = overheads;
        let kv = match self {
            Self::Plan => total * part - reserve - weights,
            Self::Vllm => total * part - reserve - weights - activations - non_torch,
            Self::Sglang => total * part - reserve - weights - non_torch,
            Self::TensorRtLlm => (total - reserve - weights - activations - graphs - non_torch) * part,
        };
        let rest = total - weights - kv - activations - graphs - non_torch - reserve;
        Budget { total, weights, kv, overheads, reserve, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_parts_close_to_the_total(
            rule in prop::sample::select(MemoryRule::ALL.to_vec()),
            part in 0.05_f64..1.0,
            [weights, activations, graphs, non_torch, reserve] in prop::array::uniform5(0.0_f64..60e9),
        ) {
            let overheads = Overheads {
                activations: Bytes::new(activations),
                graphs: Bytes::new(graphs),
                non_torch: Bytes::new(non_torch),
            };
            let total = Bytes::new(80e9);
            let b = rule.budget(total, Fraction::new(part), Bytes::new(weights), overheads, Bytes::new(reserve));
            let sum = b.weights + b.kv + b.overheads.activations + b.overheads.graphs + b.overheads.non_torch
                + b.reserve + b.rest;
            prop_assert!((sum / total - 1.0).abs() < 1e-12);
        }
    }
}
