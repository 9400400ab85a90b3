//! Models that keep one compressed vector of each token (MLA).

use super::{ModelEntry, USUAL};
use sizing::{Attention, Checkpoint, Dense, Experts, FeedForward, Latent, Layers, Quantised, Shape};

/// DeepSeek's widths: 512 + 64 elements are kept of a token, whatever the number of heads.
const fn deepseek(query_heads: u32, query_rank: Option<u32>) -> Attention {
    Attention::Latent(Latent {
        query_heads,
        kv_rank: 512,
        rope_dim: 64,
        nope_dim: 128,
        value_dim: 128,
        query_rank,
    })
}

/// Gated experts of width `inner` beside a shared network.
const fn shared_experts(count: u32, top_k: u32, inner: u32, shared_inner: u32) -> FeedForward {
    FeedForward::Experts(Experts { shared_inner, ..Experts::gated(count, top_k, inner) })
}

pub(super) const DEEPSEEK_V2_LITE: ModelEntry = ModelEntry {
    name: "deepseek-v2-lite",
    label: "DeepSeek-V2-Lite 16B-A2.4B",
    shape: Shape {
        hidden: 2048,
        vocabulary: 102_400,
        tied: false,
        layers: &[
            Layers::new(1, deepseek(16, None), Dense::gated(10_944)),
            Layers::new(26, deepseek(16, None), shared_experts(64, 6, 1408, 2 * 1408)),
        ],
        other: 0,
    },
    context: 163_840,
    ..USUAL
};

// From V3 on the router has a bias for each expert. Modules that predict further tokens are left out.
const V3: Shape<'static> = Shape {
    hidden: 7168,
    vocabulary: 129_280,
    tied: false,
    layers: &[
        Layers::new(3, deepseek(128, Some(1536)), Dense::gated(18_432)),
        Layers {
            other: 256,
            ..Layers::new(58, deepseek(128, Some(1536)), shared_experts(256, 8, 2048, 2048))
        },
    ],
    other: 0,
};

pub(super) const DEEPSEEK_V3: ModelEntry =
    ModelEntry { name: "deepseek-v3", label: "DeepSeek-V3 671B-A37B", shape: V3, context: 163_840, ..USUAL };

pub(super) const DEEPSEEK_R1: ModelEntry =
    ModelEntry { name: "deepseek-r1", label: "DeepSeek-R1 671B-A37B", shape: V3, context: 163_840, ..USUAL };

/// What sparse attention adds to a layer: it scores all tokens with small heads of its own to choose those to attend to.
/// Queries come from their compressed vector, one key and the heads' weights from the hidden one; the key's norm has a bias.
const fn indexer(hidden: u32, query_rank: u32, heads: u32) -> u32 {
    const HEAD_DIM: u32 = 128;
    query_rank * heads * HEAD_DIM + hidden * (HEAD_DIM + heads) + 2 * HEAD_DIM
}

const V3_2_INDEXER: u32 = indexer(7168, 1536, 64);

pub(super) const DEEPSEEK_V3_2: ModelEntry = ModelEntry {
    name: "deepseek-v3.2",
    label: "DeepSeek-V3.2 671B-A37B",
    shape: Shape {
        layers: &[
            Layers { other: V3_2_INDEXER, ..Layers::new(3, deepseek(128, Some(1536)), Dense::gated(18_432)) },
            Layers {
                other: V3_2_INDEXER + 256,
                ..Layers::new(58, deepseek(128, Some(1536)), shared_experts(256, 8, 2048, 2048))
            },
        ],
        ..V3
    },
    context: 163_840,
    ..USUAL
};

// Its checkpoint is quantised in the routed experts alone.
pub(super) const KIMI_K2_5: ModelEntry = ModelEntry {
    name: "kimi-k2.5",
    label: "Kimi-K2.5 1T-A32B",
    shape: Shape {
        hidden: 7168,
        vocabulary: 163_840,
        tied: false,
        layers: &[
            Layers::new(1, deepseek(64, Some(1536)), Dense::gated(18_432)),
            Layers {
                other: 384,
                ..Layers::new(60, deepseek(64, Some(1536)), shared_experts(384, 8, 2048, 2048))
            },
        ],
        other: 0,
    },
    checkpoint: Checkpoint { quantised: Quantised::RoutedExperts, ..Checkpoint::USUAL },
    context: 262_144,
    ..USUAL
};

const GLM_5_ATTENTION: Attention = Attention::Latent(Latent {
    query_heads: 64,
    kv_rank: 512,
    rope_dim: 64,
    nope_dim: 192,
    value_dim: 256,
    query_rank: Some(2048),
});
const GLM_5_INDEXER: u32 = indexer(6144, 2048, 32);

pub(super) const GLM_5: ModelEntry = ModelEntry {
    name: "glm-5",
    label: "GLM-5 744B-A40B",
    shape: Shape {
        hidden: 6144,
        vocabulary: 154_880,
        tied: false,
        layers: &[
            Layers { other: GLM_5_INDEXER, ..Layers::new(3, GLM_5_ATTENTION, Dense::gated(12_288)) },
            Layers {
                other: GLM_5_INDEXER + 256,
                ..Layers::new(75, GLM_5_ATTENTION, shared_experts(256, 8, 2048, 2048))
            },
        ],
        other: 0,
    },
    context: 202_752,
    ..USUAL
};
