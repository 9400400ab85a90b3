//! The shape of a model: how many parameters, and what each layer keeps of a token.

use crate::attention::{Attention, Grouped, pairs};
use crate::checkpoint::{Checkpoint, Quantised};
use crate::feed_forward::{FeedForward, distinct_experts};
use crate::precision::Precision;
use alloc::vec::Vec;
use quantity::{Bytes, BytesPerToken, Flops, FlopsPerToken};

/// A model by its figures: what the equations take.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Parameters that must be in memory.
    pub parameters: f64,
    /// Parameters that one token passes through; equal to `parameters` for a dense model.
    pub active: f64,
    /// The experts among which tokens are routed.
    pub routed: Option<Routed>,
    /// Parameters that a quantised checkpoint leaves in 16 bits.
    pub wide: f64,
    /// How its checkpoints are quantised.
    pub checkpoint: Checkpoint,
    /// Runs of equal layers, in any order.
    pub layers: Vec<Layers>,
    /// The longest sequence that it was made for.
    pub max_context: Option<f64>,
}

/// A model's routed experts, over all layers. `E` and `K` are those of each layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Routed {
    /// Experts of a layer, E.
    pub count: f64,
    /// Experts that a token passes through, K.
    pub top_k: f64,
    /// Parameters of all of them.
    pub parameters: f64,
}

/// A run of equal layers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layers {
    /// How many layers.
    pub count: u32,
    /// What they attend with, and so what they keep of each token.
    pub attention: Attention,
    /// What follows it.
    pub feed_forward: FeedForward,
    /// Vectors as wide as the model: norms, and biases of that width.
    pub norms: u32,
    /// Other parameters of each layer, such as biases, norms of queries and keys, and gates.
    pub other: u32,
}

/// The layers of a model and what stands round them: from it parameters are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape<'a> {
    /// The width of the model.
    pub hidden: u32,
    /// Entries of the vocabulary, as the embedding holds them.
    pub vocabulary: u32,
    /// Whether the output head is the embedding itself: then it is counted once.
    pub tied: bool,
    /// The layers.
    pub layers: &'a [Layers],
    /// Parameters elsewhere, such as learnt positions; the final norm is counted.
    pub other: u32,
}

/// Parameters of a shape, part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// Embedding and output head.
    pub vocabulary: f64,
    /// Norms, biases and routers: they are small, and stay in 16 bits.
    pub small: f64,
    /// Matrices that every token passes through.
    pub matrices: f64,
    /// Routed experts.
    pub routed: f64,
    /// Routed experts that one token passes through.
    pub routed_active: f64,
}

/// How the KV cache is laid out in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KvLayout {
    /// Each layer keeps what it needs: a sliding layer its window.
    Ideal,
    /// What an engine reserves that gives every layer pages of one size: as large as the largest layer's, for every token
    /// of the sequence, whatever the window.
    Reserved,
}

/// How bytes of weights are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightSize {
    /// The same for every parameter.
    Flat,
    /// By the checkpoint's parts: scales, and what stays in 16 bits.
    Checkpoint,
}

impl Layers {
    /// `count` layers with two norms each, as most have.
    #[must_use]
    pub const fn new(count: u32, attention: Attention, feed_forward: FeedForward) -> Self {
        Self { count, attention, feed_forward, norms: 2, other: 0 }
    }
}

impl Shape<'_> {
    /// Its parameters, part by part.
    ///
    /// # Example
    /// ```
    /// use sizing::{Attention, Dense, Grouped, Layers, Shape};
    /// // Qwen3-4B: heads of 128, though 2560 / 32 is 80; a norm for queries and one for keys; the head is the embedding.
    /// let heads = Grouped { query_heads: 32, kv_heads: 8, head_dim: 128 };
    /// let layers = [Layers { other: 256, ..Layers::new(36, Attention::Grouped(heads), Dense::gated(9728)) }];
    /// let shape = Shape { hidden: 2560, vocabulary: 151_936, tied: true, layers: &layers, other: 0 };
    /// assert_eq!(shape.count().total(), 4_022_468_096.0);
    /// ```
    #[must_use]
    pub fn count(&self) -> Count {
        let hidden = f64::from(self.hidden);
        let tables = if self.tied { 1.0 } else { 2.0 };
        let outside = Count {
            vocabulary: tables * hidden * f64::from(self.vocabulary),
            small: hidden + f64::from(self.other),
            ..Count::default()
        };
        self.layers.iter().fold(outside, |sum, run| {
            let each = run.count_of_one(hidden);
            let times = f64::from(run.count);
            Count {
                vocabulary: sum.vocabulary,
                small: sum.small + times * each.small,
                matrices: sum.matrices + times * each.matrices,
                routed: sum.routed + times * each.routed,
                routed_active: sum.routed_active + times * each.routed_active,
            }
        })
    }

    /// The model of this shape, with every parameter counted.
    #[must_use]
    pub fn model(&self, checkpoint: Checkpoint, max_context: Option<f64>) -> Model {
        let count = self.count();
        let routed = self.layers.iter().find_map(|run| match run.feed_forward {
            FeedForward::Experts(e) => Some((f64::from(e.count), f64::from(e.top_k))),
            _ => None,
        });
        Model {
            parameters: count.total(),
            active: count.active(),
            routed: routed.map(|(experts, top_k)| Routed { count: experts, top_k, parameters: count.routed }),
            wide: match checkpoint.quantised {
                Quantised::Matrices => count.vocabulary + count.small,
                Quantised::RoutedExperts => count.total() - count.routed,
            },
            checkpoint,
            layers: self.layers.into(),
            max_context,
        }
    }
}

impl Layers {
    fn count_of_one(&self, hidden: f64) -> Count {
        let small = f64::from(self.norms) * hidden + f64::from(self.other);
        let attention = self.attention.parameters(hidden);
        let none = Count { small, matrices: attention, ..Count::default() };
        match self.feed_forward {
            FeedForward::None => none,
            FeedForward::Dense(d) => {
                Count { matrices: attention + f64::from(d.matrices) * hidden * f64::from(d.inner), ..none }
            }
            FeedForward::Experts(e) => {
                let routed = e.routed_parameters(hidden);
                Count {
                    small: small + e.router_parameters(hidden),
                    matrices: attention + e.other_parameters(hidden),
                    routed,
                    routed_active: routed * f64::from(e.top_k) / f64::from(e.count),
                    ..none
                }
            }
        }
    }
}

impl Count {
    /// All parameters: every expert counts once.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.vocabulary + self.small + self.matrices + self.routed
    }

    /// Parameters that one token passes through, embedding and head with them. Publishers differ: some leave the embedding
    /// out.
    #[must_use]
    pub fn active(&self) -> f64 {
        self.vocabulary + self.small + self.matrices + self.routed_active
    }
}

impl Model {
    /// A dense model whose layers are all alike, by its number of parameters.
    #[must_use]
    pub fn dense(parameters: f64, layers: u32, attention: Grouped) -> Self {
        let run = Layers::new(layers, Attention::Grouped(attention), FeedForward::None);
        Self {
            parameters,
            active: parameters,
            routed: None,
            wide: 0.0,
            checkpoint: Checkpoint::USUAL,
            layers: alloc::vec![run],
            max_context: None,
        }
    }

    /// Bytes of all weights.
    ///
    /// # Formula
    /// Flat: parameters × bytes per parameter. By the checkpoint's parts: [`Checkpoint::bytes`].
    #[must_use]
    pub fn weight_bytes(&self, precision: Precision, size: WeightSize) -> Bytes {
        Bytes::new(match size {
            WeightSize::Flat => self.parameters * precision.bytes(),
            WeightSize::Checkpoint => {
                self.checkpoint.bytes(self.parameters - self.wide, self.wide, precision)
            }
        })
    }

    /// Bytes of the routed experts among [`Model::weight_bytes`].
    #[must_use]
    pub fn routed_bytes(&self, precision: Precision, size: WeightSize) -> Bytes {
        let routed = self.routed.map_or(0.0, |routed| routed.parameters);
        Bytes::new(match size {
            WeightSize::Flat => routed * precision.bytes(),
            WeightSize::Checkpoint => self.checkpoint.bytes(routed, 0.0, precision),
        })
    }

    /// The share of its routed experts that a step over `batch` sequences touches; 1 for a dense model.
    ///
    /// # Formula
    /// E(B) / E, with E(B) of [`distinct_experts`].
    #[must_use]
    pub fn touched_share(&self, batch: f64) -> f64 {
        self.routed.map_or(1.0, |r| distinct_experts(r.count, r.top_k, batch) / r.count)
    }

    /// Bytes that one more token's KV-cache entry takes on each of `tp` GPUs, while every window still has room for it.
    ///
    /// # Formula
    /// Σ over layers of the elements that [`Attention::kept`] gives × bytes per element.
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
            self.layers.iter().map(|run| f64::from(run.count) * run.attention.kept(tp).per_token).sum();
        BytesPerToken::new(elements * precision.bytes())
    }

    /// Bytes of KV cache that one sequence of `context` tokens takes on each of `tp` GPUs.
    ///
    /// # Formula
    /// Ideal: Σ over layers of elements × bytes × min(context, window) + state. Reserved: layers that keep tokens × the
    /// largest elements of any × bytes × context + state.
    #[must_use]
    pub fn kv_per_sequence_per_gpu(
        &self,
        precision: Precision,
        tp: u32,
        context: f64,
        layout: KvLayout,
    ) -> Bytes {
        let kept = || self.layers.iter().map(|run| (f64::from(run.count), run.attention.kept(tp)));
        let state: f64 = kept().map(|(count, kept)| count * kept.state_bytes).sum();
        let elements: f64 = match layout {
            KvLayout::Ideal => {
                // All that grow with the context together, then the others: a sum in this order is exact for longer.
                let growing: f64 =
                    kept().filter(|(_, k)| k.window.is_none()).map(|(count, k)| count * k.per_token).sum();
                let windowed =
                    kept().filter_map(|(count, k)| Some(count * k.per_token * context.min(k.window?)));
                growing * context + windowed.sum::<f64>()
            }
            KvLayout::Reserved => {
                let page = kept().map(|(_, kept)| kept.per_token).fold(0.0, f64::max);
                let layers: f64 =
                    kept().filter(|(_, kept)| kept.per_token > 0.0).map(|(count, _)| count).sum();
                layers * page * context
            }
        };
        Bytes::new(elements * precision.bytes() + state)
    }

    /// Bytes that a decode step moves on each of `tp` GPUs for one sequence of `context` tokens.
    ///
    /// # Formula
    /// Σ over layers of elements × bytes × min(context, window), shared ones read again by each layer that borrows them,
    /// + 2 × state: a state is read and written back. What a layout reserves beyond that is not read.
    #[must_use]
    pub fn kv_read_per_gpu(&self, precision: Precision, tp: u32, context: f64) -> Bytes {
        let of_run = |run: &Layers| {
            let kept = run.attention.kept(tp);
            let tokens =
                (kept.per_token * seen(context, kept.window) + kept.borrowed * context) * precision.bytes();
            f64::from(run.count) * (tokens + 2.0 * kept.state_bytes)
        };
        Bytes::new(self.layers.iter().map(of_run).sum())
    }

    /// Floating-point operations that one prompt token costs: a multiply and an add for each active parameter.
    /// Attention's own operations are left out; see [`Model::attention_flops`].
    #[must_use]
    pub fn flops_per_token(&self) -> FlopsPerToken {
        FlopsPerToken::new(2.0 * self.active)
    }

    /// Operations of attention itself when a prompt is computed whose first `cached` tokens are in the prefix cache: they
    /// cost nothing, but the others look at them.
    #[must_use]
    pub fn attention_flops(&self, cached: f64, prompt: f64) -> Flops {
        let of_run = |run: &Layers| {
            let looked_at = pairs(cached, prompt, run.attention.window());
            f64::from(run.count) * run.attention.flops_per_pair() * looked_at
        };
        Flops::new(self.layers.iter().map(of_run).sum())
    }

    /// Operations of attention itself in one decode step, for one sequence of `context` tokens.
    #[must_use]
    pub fn attention_flops_in_step(&self, context: f64) -> Flops {
        let of_run = |run: &Layers| {
            let looked_at = seen(context, run.attention.window());
            f64::from(run.count) * run.attention.flops_per_pair_in_decode() * looked_at
        };
        Flops::new(self.layers.iter().map(of_run).sum())
    }

    /// Each kind of attention in it, with how many layers have it.
    #[must_use]
    pub fn attentions(&self) -> Vec<(u32, Attention)> {
        let mut kinds: Vec<(u32, Attention)> = Vec::new();
        for run in &self.layers {
            match kinds.iter_mut().find(|(_, known)| *known == run.attention) {
                Some((count, _)) => *count += run.count,
                None => kinds.push((run.count, run.attention)),
            }
        }
        kinds
    }

    /// Whether every layer's query heads can be dealt evenly to `tp` GPUs.
    #[must_use]
    pub fn splits_over(&self, tp: u32) -> bool {
        let heads = || self.layers.iter().filter_map(|run| run.attention.query_heads());
        tp > 0 && heads().all(|heads| heads.is_multiple_of(tp))
    }

    /// Query heads of the first layer that has any, for messages and for what TP can be.
    #[must_use]
    pub fn query_heads(&self) -> u32 {
        self.layers.iter().find_map(|run| run.attention.query_heads()).unwrap_or(1)
    }

    /// What in it contradicts itself.
    #[must_use]
    pub fn contradiction(&self) -> Option<Contradiction> {
        let uneven = self.layers.iter().find_map(|run| match run.attention {
            Attention::Grouped(g) | Attention::Sliding(g, _) | Attention::Shared(g)
                if g.kv_heads == 0 || !g.query_heads.is_multiple_of(g.kv_heads) =>
            {
                Some(Contradiction::HeadsDoNotDivide { query_heads: g.query_heads, kv_heads: g.kv_heads })
            }
            _ => None,
        });
        let routed = self.routed.filter(|routed| routed.top_k > routed.count);
        uneven
            .or(routed.map(|r| Contradiction::TopKAboveExperts { top_k: r.top_k, experts: r.count }))
            .or((self.active > self.parameters).then_some(Contradiction::ActiveAboveTotal))
    }
}

/// Why a shape cannot be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contradiction {
    /// Query heads are no multiple of the KV heads that they share.
    HeadsDoNotDivide {
        /// Query heads.
        query_heads: u32,
        /// Key and value heads.
        kv_heads: u32,
    },
    /// A token passes through more experts than there are.
    TopKAboveExperts {
        /// Experts of a token.
        top_k: f64,
        /// Experts of a layer.
        experts: f64,
    },
    /// More parameters are active than there are.
    ActiveAboveTotal,
}

/// Tokens of `context` that a layer with this window keeps and reads.
fn seen(context: f64, window: Option<f64>) -> f64 {
    window.map_or(context, |window| context.min(window))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::{Latent, Recurrent, Window};
    use crate::feed_forward::{Dense, Experts};
    use crate::plan::{Plan, PlanParts};
    use crate::{Counting, Replica, example};
    use proptest::prelude::*;
    use proptest::sample::select;

    fn heads() -> impl Strategy<Value = Grouped> {
        (1_u32..16, 1_u32..16, select(std::vec![64_u32, 128, 256])).prop_map(
            |(kv_heads, shared_by, head_dim)| Grouped {
                query_heads: kv_heads * shared_by,
                kv_heads,
                head_dim,
            },
        )
    }

    fn attentions() -> impl Strategy<Value = Attention> {
        let latent = (1_u32..128, 64_u32..1024).prop_map(|(query_heads, kv_rank)| {
            let (rope_dim, nope_dim, value_dim) = (64, 128, 128);
            Attention::Latent(Latent {
                query_heads,
                kv_rank,
                rope_dim,
                nope_dim,
                value_dim,
                query_rank: None,
            })
        });
        let recurrent = (1e3_f64..1e7).prop_map(|state_bytes| Recurrent { state_bytes, parameters: 1e6 });
        prop_oneof![
            heads().prop_map(Attention::Grouped),
            (heads(), 1_u32..8192).prop_map(|(heads, window)| Attention::Sliding(heads, Window(window))),
            latent,
            recurrent.prop_map(Attention::Recurrent),
            heads().prop_map(Attention::Shared),
            Just(Attention::None),
        ]
    }

    fn feed_forwards() -> impl Strategy<Value = FeedForward> {
        let experts = (2_u32..256, 1_u32..16, 64_u32..4096, 0_u32..4096).prop_map(
            |(count, top_k, inner, shared_inner)| {
                FeedForward::Experts(Experts {
                    shared_inner,
                    ..Experts::gated(count, top_k.min(count), inner)
                })
            },
        );
        prop_oneof![(64_u32..30_000).prop_map(Dense::gated), experts, Just(FeedForward::None)]
    }

    fn runs() -> impl Strategy<Value = Vec<Layers>> {
        let run = (1_u32..40, attentions(), feed_forwards());
        prop::collection::vec(
            run.prop_map(|(count, attention, then)| Layers::new(count, attention, then)),
            1..6,
        )
    }

    fn shape(layers: &[Layers]) -> Shape<'_> {
        Shape { hidden: 4096, vocabulary: 128_000, tied: false, layers, other: 0 }
    }

    fn model(layers: &[Layers]) -> Model {
        shape(layers).model(Checkpoint::USUAL, None)
    }

    fn kept(model: &Model, context: f64, layout: KvLayout) -> f64 {
        model.kv_per_sequence_per_gpu(Precision::Bf16, 1, context, layout).get()
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
    }

    proptest! {
        #[test]
        fn what_is_reserved_is_never_less_than_what_is_needed(
            layers in runs(),
            context in 1.0_f64..2e5,
            tp in 1_u32..9,
        ) {
            let model = model(&layers);
            let bytes = |layout| model.kv_per_sequence_per_gpu(Precision::Fp8, tp, context, layout).get();
            prop_assert!(bytes(KvLayout::Reserved) >= bytes(KvLayout::Ideal) * (1.0 - 1e-12));
        }

        #[test]
        fn of_equal_layers_that_see_everything_nothing_is_wasted(
            full in prop_oneof![heads().prop_map(Attention::Grouped), Just(Attention::None)],
            count in 1_u32..100,
            context in 1.0_f64..2e5,
        ) {
            let model = model(&[Layers::new(count, full, FeedForward::None)]);
            prop_assert!(close(kept(&model, context, KvLayout::Reserved), kept(&model, context, KvLayout::Ideal)));
        }

        #[test]
        fn a_longer_sequence_never_keeps_less_nor_more_than_its_tokens_and_its_state(
            layers in runs(),
            context in 0.0_f64..2e5,
            more in 0.0_f64..1e5,
        ) {
            let model = model(&layers);
            let (short, long) = (kept(&model, context, KvLayout::Ideal), kept(&model, context + more, KvLayout::Ideal));
            prop_assert!(long >= short);
            // An empty sequence has its state and nothing else.
            let state = kept(&model, 0.0, KvLayout::Ideal);
            let tokens = model.kv_per_token_per_gpu(Precision::Bf16, 1) * quantity::Tokens::new(context);
            prop_assert!(short <= (tokens.get() + state) * (1.0 + 1e-12));
        }

        #[test]
        fn a_window_as_long_as_the_sequence_changes_nothing(
            heads in heads(),
            window in 1_u32..100_000,
            part in 0.0_f64..=1.0,
            layout in select(std::vec![KvLayout::Ideal, KvLayout::Reserved]),
        ) {
            let with = |attention| model(&[Layers::new(32, attention, FeedForward::None)]);
            let (sliding, full) = (with(Attention::Sliding(heads, Window(window))), with(Attention::Grouped(heads)));
            let context = f64::from(window) * part;
            prop_assert!(close(kept(&sliding, context, layout), kept(&full, context, layout)));
            prop_assert!(close(sliding.attention_flops(0.0, context).get(), full.attention_flops(0.0, context).get()));
            let read = |model: &Model| model.kv_read_per_gpu(Precision::Bf16, 1, context).get();
            prop_assert!(close(read(&sliding), read(&full)));
            // One token longer, and it keeps less.
            let longer = f64::from(window) + 1.0;
            prop_assert!(kept(&sliding, longer, KvLayout::Ideal) < kept(&full, longer, KvLayout::Ideal));
        }

        #[test]
        fn a_step_reads_what_is_kept_the_borrowed_again_and_each_state_twice(
            layers in runs(),
            context in 1.0_f64..1e5,
        ) {
            let read = |layers: &[Layers]| model(layers).kv_read_per_gpu(Precision::Bf16, 1, context).get();
            let of = |is: fn(&Attention) -> bool| {
                layers.iter().copied().filter(|run| is(&run.attention)).collect::<Vec<Layers>>()
            };
            let plain = of(|a| !matches!(a, Attention::Shared(_) | Attention::Recurrent(_)));
            let recurrent = of(|a| matches!(a, Attention::Recurrent(_)));
            let shared = of(|a| matches!(a, Attention::Shared(_)));
            prop_assert!(close(read(&plain), kept(&model(&plain), context, KvLayout::Ideal)));
            prop_assert!(close(read(&recurrent), 2.0 * kept(&model(&recurrent), context, KvLayout::Ideal)));
            prop_assert!(kept(&model(&shared), context, KvLayout::Reserved) <= 0.0);
            prop_assert!(shared.is_empty() || read(&shared) > 0.0);
            prop_assert!(close(read(&layers), read(&plain) + read(&recurrent) + read(&shared)));
        }

        #[test]
        fn a_token_passes_through_no_more_than_there_is(layers in runs()) {
            let count = shape(&layers).count();
            prop_assert!(count.active() <= count.total());
            let picks = |run: &Layers| matches!(run.feed_forward, FeedForward::Experts(e) if e.top_k < e.count);
            prop_assert_eq!(count.active() < count.total(), layers.iter().any(picks));
            prop_assert_eq!(model(&layers).contradiction(), None);
        }

        #[test]
        fn it_matters_not_how_equal_layers_are_grouped(run in runs(), part in 0.0_f64..=1.0) {
            let cut = |run: &Layers| {
                let first = quantity::float::count(f64::from(run.count) * part);
                [Layers { count: first, ..*run }, Layers { count: run.count - first, ..*run }]
            };
            let halves: Vec<Layers> = run.iter().rev().flat_map(cut).collect();
            let (whole, parts) = (shape(&run).count(), shape(&halves).count());
            prop_assert!(close(whole.total(), parts.total()) && close(whole.active(), parts.active()));
            let bytes = |layers: &[Layers]| kept(&model(layers), 5000.0, KvLayout::Ideal);
            prop_assert!(close(bytes(&run), bytes(&halves)));
        }

        #[test]
        fn twice_the_experts_are_twice_the_routed_parameters_and_no_more_active_ones(
            (count, top_k, inner) in (2_u32..256, 1_u32..8, 64_u32..4096),
            heads in heads(),
        ) {
            let with = |count: u32, top_k: u32| {
                let experts = FeedForward::Experts(Experts::gated(count, top_k.min(count), inner));
                shape(&[Layers::new(10, Attention::Grouped(heads), experts)]).count()
            };
            let top_k = top_k.min(count);
            let (some, more, more_of_each) = (with(count, top_k), with(2 * count, top_k), with(2 * count, 2 * top_k));
            prop_assert!(close(more.routed, 2.0 * some.routed) && close(more.routed_active, some.routed_active));
            prop_assert!(close(more_of_each.routed_active, 2.0 * some.routed_active));
            // The router has a row for each expert; nothing else notices.
            let routers = 10.0 * 4096.0 * f64::from(count);
            prop_assert!(close(more.small - some.small, routers));
            prop_assert!(close(more.matrices, some.matrices) && close(more.vocabulary, some.vocabulary));
        }

        #[test]
        fn a_tied_head_saves_one_table(layers in runs(), hidden in 64_u32..16_384, vocabulary in 1_u32..300_000) {
            let count = |tied| Shape { hidden, vocabulary, tied, ..shape(&layers) }.count().total();
            let table = f64::from(hidden) * f64::from(vocabulary);
            prop_assert!((count(false) - count(true) - table).abs() <= 1e-12 * count(false));
        }

        #[test]
        fn attention_over_twice_the_prompt_is_four_times_the_work(heads in heads(), prompt in 1.0_f64..1e5) {
            let model = model(&[Layers::new(32, Attention::Grouped(heads), FeedForward::None)]);
            let flops = |prompt: f64| model.attention_flops(0.0, prompt).get();
            prop_assert!(close(flops(2.0 * prompt), 4.0 * flops(prompt)));
        }

        #[test]
        fn beyond_its_window_attention_costs_each_token_the_same(
            heads in heads(),
            window in 1_u32..8192,
            beyond in 0.0_f64..1e5,
            more in 1.0_f64..1e5,
        ) {
            let model = model(&[Layers::new(1, Attention::Sliding(heads, Window(window)), FeedForward::None)]);
            let start = f64::from(window) + beyond;
            // Scores and values, a multiply and an add each, for every element of a query head and token in the window.
            let each = 4.0 * f64::from(heads.query_heads) * f64::from(heads.head_dim) * f64::from(window);
            prop_assert!((model.attention_flops(start, start + more).get() / (more * each) - 1.0).abs() < 1e-6);
            prop_assert!(close(model.attention_flops_in_step(start).get(), each));
        }

        #[test]
        fn counting_attention_never_shortens_prefill(plan in example::plans()) {
            let prefill = |attention| {
                let counting = Counting { attention, ..plan.counting };
                Plan::new(PlanParts { counting, ..plan.parts().clone() }).ok().map(|plan| Replica::of(&plan).prefill)
            };
            prop_assert!(prefill(true) > prefill(false));
        }

        #[test]
        fn weights_in_a_wider_format_are_never_smaller_nor_are_they_by_their_parts(layers in runs()) {
            let model = model(&layers);
            let sizes = [WeightSize::Flat, WeightSize::Checkpoint];
            let bytes = |precision| sizes.map(|size| model.weight_bytes(precision, size));
            let [wide, half, quarter] = [Precision::Bf16, Precision::Fp8, Precision::Fp4].map(bytes);
            prop_assert!((0..2).all(|size| wide[size] >= half[size] && half[size] >= quarter[size]));
            // Embeddings, norms and routers stay in 16 bits, and scales come on top.
            for precision in Precision::ALL {
                let [flat, parts] = bytes(precision);
                prop_assert!(flat <= parts && (precision == Precision::Bf16 || flat < parts));
            }
        }
    }
}
