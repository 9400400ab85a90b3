//! The shape of a model: how many parameters, and what each layer keeps of a token.

use crate::precision::Precision;
use alloc::vec::Vec;
use quantity::{Bytes, BytesPerToken, FlopsPerToken};

/// A model by its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Parameters that must be in memory.
    pub parameters: f64,
    /// Parameters that one token passes through; equal to `parameters` for a dense model.
    pub active: f64,
    /// Runs of equal layers, in any order.
    pub layers: Vec<Layers>,
}

/// A run of equal layers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layers {
    /// How many layers.
    pub count: u32,
    /// What they attend with, and so what they keep of each token.
    pub attention: Attention,
}

/// A kind of attention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attention {
    /// Several query heads share a key and value head: MHA (as many), GQA (fewer), MQA (one).
    Grouped(Grouped),
}

/// Grouped attention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grouped {
    /// Query heads.
    pub query_heads: u32,
    /// Key and value heads.
    pub kv_heads: u32,
    /// Elements of one head.
    pub head_dim: u32,
}

impl Model {
    /// A dense model whose layers are all alike.
    #[must_use]
    pub fn dense(parameters: f64, layers: u32, attention: Grouped) -> Self {
        let run = Layers { count: layers, attention: Attention::Grouped(attention) };
        Self { parameters, active: parameters, layers: alloc::vec![run] }
    }

    /// Bytes of all weights.
    ///
    /// # Formula
    /// parameters × bytes per parameter.
    #[must_use]
    pub fn weight_bytes(&self, precision: Precision) -> Bytes {
        Bytes::new(self.parameters * precision.bytes())
    }

    /// Bytes that one token's KV-cache entry takes on each of `tp` GPUs.
    ///
    /// # Formula
    /// Σ over layers of 2 × ⌈KV heads / TP⌉ × head dim × bytes per element. A head cannot be split: with more GPUs than
    /// KV heads, heads are replicated.
    ///
    /// # Example
    /// ```
    /// use sizing::{Grouped, Model, Precision};
    /// let shape = Grouped { query_heads: 64, kv_heads: 8, head_dim: 128 };
    /// let model = Model::dense(70e9, 80, shape);
    /// // 2 × 80 × 8 × 128 × 1 byte = 160 KiB in all, a quarter of it on each of four GPUs.
    /// assert_eq!(model.kv_per_token_per_gpu(Precision::Fp8, 1).get(), 163_840.0);
    /// assert_eq!(model.kv_per_token_per_gpu(Precision::Fp8, 4).get(), 40_960.0);
    /// // Sixteen GPUs, eight heads: each head twice.
    /// assert_eq!(model.kv_per_token_per_gpu(Precision::Fp8, 16).get(), 20_480.0);
    /// ```
    #[must_use]
    pub fn kv_per_token_per_gpu(&self, precision: Precision, tp: u32) -> BytesPerToken {
        let elements: f64 =
            self.layers.iter().map(|run| f64::from(run.count) * run.attention.kv_elements_per_gpu(tp)).sum();
        BytesPerToken::new(elements * precision.bytes())
    }

    /// Floating-point operations that one prompt token costs: a multiply and an add for each active parameter.
    /// Attention's own operations are left out.
    #[must_use]
    pub fn flops_per_token(&self) -> FlopsPerToken {
        FlopsPerToken::new(2.0 * self.active)
    }

    /// Whether every layer's query heads can be dealt evenly to `tp` GPUs.
    #[must_use]
    pub fn splits_over(&self, tp: u32) -> bool {
        tp > 0 && self.layers.iter().all(|run| run.attention.query_heads().is_multiple_of(tp))
    }

    /// Query heads of the first layer, for messages.
    #[must_use]
    pub fn query_heads(&self) -> u32 {
        self.layers.first().map_or(0, |run| run.attention.query_heads())
    }
}

impl Attention {
    /// Elements of KV cache that one token takes in one layer on each of `tp` GPUs.
    #[must_use]
    pub fn kv_elements_per_gpu(self, tp: u32) -> f64 {
        match self {
            Self::Grouped(g) => 2.0 * f64::from(g.kv_heads.div_ceil(tp.max(1))) * f64::from(g.head_dim),
        }
    }

    const fn query_heads(self) -> u32 {
        match self {
            Self::Grouped(g) => g.query_heads,
        }
    }
}
