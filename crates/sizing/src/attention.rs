//! What a layer attends with, and so what it keeps of each token or of each sequence.

/// A kind of attention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attention {
    /// Several query heads share a key and value head: MHA (as many), GQA (fewer), MQA (one).
    Grouped(Grouped),
    /// Grouped heads that see, and keep, only the last tokens; with heads of their own, where they differ from those of
    /// the full layers.
    Sliding(Grouped, Window),
    /// One compressed vector a token, from which all heads read (MLA).
    Latent(Latent),
    /// A fixed state for each sequence, however long it is: linear attention, state-space layers.
    Recurrent(Recurrent),
    /// Heads that read the keys and values of an earlier layer and keep none themselves.
    Shared(Grouped),
    /// A layer without attention.
    None,
}

/// How many tokens back a sliding layer sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window(pub u32);

/// Grouped attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grouped {
    /// Query heads.
    pub query_heads: u32,
    /// Key and value heads.
    pub kv_heads: u32,
    /// Elements of one head. It is a figure of its own, not hidden / heads.
    pub head_dim: u32,
}

/// Latent attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latent {
    /// Query heads.
    pub query_heads: u32,
    /// Elements of the compressed vector.
    pub kv_rank: u32,
    /// Elements of the rotary key that is kept beside it.
    pub rope_dim: u32,
    /// Elements of the rest of a query or key head.
    pub nope_dim: u32,
    /// Elements of a value head.
    pub value_dim: u32,
    /// Elements of the compressed query, where queries are compressed too.
    pub query_rank: Option<u32>,
}

/// A recurrent layer, by its totals: their forms differ too much to be spelt out here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recurrent {
    /// Bytes of state of one sequence, over all GPUs; its heads divide evenly over them.
    pub state_bytes: f64,
    /// Parameters of the layer.
    pub parameters: f64,
}

/// What one layer keeps on each GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    /// Elements for each token that it keeps.
    pub per_token: f64,
    /// The most tokens of a sequence that it keeps; without one it keeps all.
    pub window: Option<f64>,
    /// Bytes for each sequence, however long.
    pub state_bytes: f64,
    /// Elements that a decode step reads for each token, though another layer keeps them.
    pub borrowed: f64,
}

impl Attention {
    /// What one layer keeps on each of `tp` GPUs.
    ///
    /// # Formula
    /// Grouped: 2 × ⌈KV heads / TP⌉ × head dim elements a token; a head cannot be split, so with more GPUs than KV heads
    /// each is kept several times. Latent: rank + rotary dim, whole on every GPU, without the factor 2. Recurrent: nothing
    /// a token, state / TP.
    ///
    /// # Example
    /// ```
    /// use sizing::{Attention, Latent};
    /// let deepseek_v3 = Attention::Latent(Latent {
    ///     query_heads: 128, kv_rank: 512, rope_dim: 64, nope_dim: 128, value_dim: 128, query_rank: Some(1536),
    /// });
    /// // One vector of 576 elements on each GPU, not 2 × 128 heads of anything.
    /// assert_eq!(deepseek_v3.kept(1).per_token, 576.0);
    /// assert_eq!(deepseek_v3.kept(8).per_token, 576.0);
    /// ```
    #[must_use]
    pub fn kept(self, tp: u32) -> Kept {
        let none = Kept { per_token: 0.0, window: None, state_bytes: 0.0, borrowed: 0.0 };
        match self {
            Self::Grouped(g) => Kept { per_token: g.elements_per_gpu(tp), ..none },
            Self::Sliding(g, Window(tokens)) => {
                Kept { per_token: g.elements_per_gpu(tp), window: Some(f64::from(tokens)), ..none }
            }
            Self::Latent(l) => Kept { per_token: f64::from(l.kv_rank) + f64::from(l.rope_dim), ..none },
            Self::Recurrent(r) => Kept { state_bytes: r.state_bytes / f64::from(tp.max(1)), ..none },
            Self::Shared(g) => Kept { borrowed: g.elements_per_gpu(tp), ..none },
            Self::None => none,
        }
    }

    /// Query heads, of which each GPU must get as many as any other.
    #[must_use]
    pub const fn query_heads(self) -> Option<u32> {
        match self {
            Self::Grouped(g) | Self::Sliding(g, _) | Self::Shared(g) => Some(g.query_heads),
            Self::Latent(l) => Some(l.query_heads),
            Self::Recurrent(_) | Self::None => None,
        }
    }

    /// Parameters of one layer `hidden` wide, without norms and biases.
    #[must_use]
    pub fn parameters(self, hidden: f64) -> f64 {
        match self {
            Self::Grouped(g) | Self::Sliding(g, _) => {
                2.0 * hidden * f64::from(g.head_dim) * (f64::from(g.query_heads) + f64::from(g.kv_heads))
            }
            Self::Shared(g) => 2.0 * hidden * f64::from(g.head_dim) * f64::from(g.query_heads),
            Self::Latent(l) => l.parameters(hidden),
            Self::Recurrent(r) => r.parameters,
            Self::None => 0.0,
        }
    }

    /// FLOPs of prefill for each pair of a token and one that it looks at: scores and weighted values, a multiply and an
    /// add each. Recurrent layers have no pairs; their work grows with the prompt, and is in the parameters' share.
    #[must_use]
    pub fn flops_per_pair(self) -> f64 {
        match self {
            Self::Grouped(g) | Self::Sliding(g, _) | Self::Shared(g) => {
                4.0 * f64::from(g.query_heads) * f64::from(g.head_dim)
            }
            Self::Latent(l) => {
                let widths = f64::from(l.nope_dim) + f64::from(l.rope_dim) + f64::from(l.value_dim);
                2.0 * f64::from(l.query_heads) * widths
            }
            Self::Recurrent(_) | Self::None => 0.0,
        }
    }

    /// FLOPs of decode for each token that a new one looks at. Latent heads work on the compressed vector itself.
    #[must_use]
    pub fn flops_per_pair_in_decode(self) -> f64 {
        match self {
            Self::Latent(l) => {
                let widths = 2.0 * f64::from(l.kv_rank) + f64::from(l.rope_dim);
                2.0 * f64::from(l.query_heads) * widths
            }
            other => other.flops_per_pair(),
        }
    }

    /// How many tokens back it sees, if there is an end to it.
    #[must_use]
    pub fn window(self) -> Option<f64> {
        self.kept(1).window
    }
}

impl Grouped {
    fn elements_per_gpu(self, tp: u32) -> f64 {
        2.0 * f64::from(self.kv_heads.div_ceil(tp.max(1))) * f64::from(self.head_dim)
    }
}

impl Latent {
    fn parameters(self, hidden: f64) -> f64 {
        let heads = f64::from(self.query_heads);
        let (rank, rope) = (f64::from(self.kv_rank), f64::from(self.rope_dim));
        let (nope, value) = (f64::from(self.nope_dim), f64::from(self.value_dim));
        let query_width = heads * (nope + rope);
        // A compressed vector is normed before it is widened again.
        let queries = self.query_rank.map_or(hidden * query_width, |query_rank| {
            let query_rank = f64::from(query_rank);
            query_rank * (hidden + 1.0 + query_width)
        });
        let keys_and_values = hidden * (rank + rope) + rank + rank * heads * (nope + value);
        queries + keys_and_values + heads * value * hidden
    }
}

/// Pairs of a token and one that it looks at, when the tokens from `start` to `end` of a prompt are computed. Each sees
/// itself and all before it, or the last `window`.
///
/// # Formula
/// Pairs of the first n tokens: n²/2 up to the window w, and w²/2 + (n − w) × w beyond; then the difference of the two.
#[must_use]
pub fn pairs(start: f64, end: f64, window: Option<f64>) -> f64 {
    let first = |n: f64| match window {
        Some(w) if n > w => w * w / 2.0 + (n - w) * w,
        _ => n * n / 2.0,
    };
    first(end) - first(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pairs_add_up(n in 0.0_f64..1e5, cut in 0.0_f64..1.0, window in proptest::option::of(1.0_f64..1e5)) {
            let middle = n * cut;
            let whole = pairs(0.0, n, window);
            let parts = pairs(0.0, middle, window) + pairs(middle, n, window);
            prop_assert!((whole - parts).abs() <= 1e-9 * whole.max(1.0));
            prop_assert!(whole <= pairs(0.0, n, None));
        }

        #[test]
        fn more_gpus_never_keep_less_in_all(kv_heads in 1_u32..64, tp in 1_u32..64) {
            let heads = Grouped { query_heads: 64, kv_heads, head_dim: 128 };
            let all = |tp: u32| Attention::Grouped(heads).kept(tp).per_token * f64::from(tp);
            prop_assert!(all(tp) >= all(1));
            prop_assert!(kv_heads % tp != 0 || (all(tp) - all(1)).abs() < 1e-9);
        }

        #[test]
        fn a_latent_is_kept_whole_on_every_gpu_and_a_state_is_divided(tp in 1_u32..64, kv_rank in 1_u32..1024) {
            let (rope_dim, nope_dim, value_dim) = (64, 128, 128);
            let latent = Latent { query_heads: 64, kv_rank, rope_dim, nope_dim, value_dim, query_rank: None };
            let recurrent = Recurrent { state_bytes: 3e6, parameters: 6e7 };
            let in_all = |attention: Attention, of: fn(Kept) -> f64| of(attention.kept(tp)) * f64::from(tp);
            let elements = in_all(Attention::Latent(latent), |kept| kept.per_token);
            prop_assert!((elements - f64::from(tp) * f64::from(kv_rank + 64)).abs() < 1e-9);
            prop_assert!((in_all(Attention::Recurrent(recurrent), |kept| kept.state_bytes) / 3e6 - 1.0).abs() < 1e-12);
        }

        #[test]
        fn with_a_gpu_for_each_head_or_more_every_gpu_keeps_one(kv_heads in 1_u32..64, more in 0_u32..256) {
            let heads = |kv_heads| Attention::Grouped(Grouped { query_heads: 64, kv_heads, head_dim: 128 });
            prop_assert_eq!(heads(kv_heads).kept(kv_heads + more), heads(1).kept(1));
        }
    }

    #[test]
    fn a_window_as_long_as_the_prompt_changes_nothing() {
        assert!((pairs(0.0, 4096.0, Some(4096.0)) - pairs(0.0, 4096.0, None)).abs() < 1e-9);
        // 8 tokens, each sees the last 2: 2²/2 + 6 × 2.
        assert!((pairs(0.0, 8.0, Some(2.0)) - 14.0).abs() < 1e-12);
    }
}
