//! Models most of whose layers keep a fixed state for each sequence, and only a few keep tokens.

use super::recurrent::{gated_delta_net, mamba_1, mamba_2};
use super::{ModelEntry, USUAL, grouped};
use sizing::{Attention, Dense, Experts, FeedForward, Layers, Shape};

/// What Qwen's attending layers have besides the matrices of grouped attention: a gate on the output, one number for each
/// element of each query head, and norms of queries and keys.
const fn gated_output(hidden: u32, query_heads: u32) -> u32 {
    const HEAD_DIM: u32 = 256;
    hidden * query_heads * HEAD_DIM + 2 * HEAD_DIM
}

/// Qwen's experts: ten of 512, and one of the same width that all tokens share. The shared one has a gate as wide as the
/// model, which stands among the norms.
const fn qwen_experts(inner: u32) -> FeedForward {
    FeedForward::Experts(Experts { shared_inner: inner, ..Experts::gated(512, 10, inner) })
}

pub(super) const QWEN_3_NEXT_80B_A3B: ModelEntry = ModelEntry {
    name: "qwen3-next-80b-a3b",
    label: "Qwen3-Next 80B-A3B",
    shape: Shape {
        hidden: 2048,
        vocabulary: 151_936,
        tied: false,
        layers: &[
            Layers {
                norms: 3,
                other: gated_output(2048, 16),
                ..Layers::new(12, grouped(16, 2, 256), qwen_experts(512))
            },
            Layers { norms: 3, ..Layers::new(36, gated_delta_net(2048, 16, 32), qwen_experts(512)) },
        ],
        other: 0,
    },
    context: 1_010_000,
    ..USUAL
};

pub(super) const QWEN_3_5_27B: ModelEntry = ModelEntry {
    name: "qwen3.5-27b",
    label: "Qwen3.5 27B",
    shape: Shape {
        hidden: 5120,
        vocabulary: 248_320,
        tied: false,
        layers: &[
            Layers {
                other: gated_output(5120, 24),
                ..Layers::new(16, grouped(24, 4, 256), Dense::gated(17_408))
            },
            Layers::new(48, gated_delta_net(5120, 16, 48), Dense::gated(17_408)),
        ],
        other: 0,
    },
    context: 1_010_000,
    ..USUAL
};

pub(super) const QWEN_3_5_397B_A17B: ModelEntry = ModelEntry {
    name: "qwen3.5-397b-a17b",
    label: "Qwen3.5 397B-A17B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 248_320,
        tied: false,
        layers: &[
            Layers {
                norms: 3,
                other: gated_output(4096, 32),
                ..Layers::new(15, grouped(32, 2, 256), qwen_experts(1024))
            },
            Layers { norms: 3, ..Layers::new(45, gated_delta_net(4096, 16, 64), qwen_experts(1024)) },
        ],
        other: 0,
    },
    context: 1_010_000,
    ..USUAL
};

/// `count` layers of Nemotron 3 that do one thing alone, after one norm.
const fn nemotron(count: u32, attention: Attention, feed_forward: FeedForward) -> Layers {
    Layers { norms: 1, ..Layers::new(count, attention, feed_forward) }
}

// Experts and the shared network have two matrices, with a squared ReLU between them; the router has a bias for each expert.
pub(super) const NEMOTRON_3_NANO_30B_A3B: ModelEntry = ModelEntry {
    name: "nemotron-3-nano-30b-a3b",
    label: "Nemotron 3 Nano 30B-A3B",
    shape: Shape {
        hidden: 2688,
        vocabulary: 131_072,
        tied: false,
        layers: &[
            nemotron(6, grouped(32, 2, 128), FeedForward::None),
            nemotron(23, mamba_2(2688, 64), FeedForward::None),
            Layers {
                other: 128,
                ..nemotron(
                    23,
                    Attention::None,
                    FeedForward::Experts(Experts {
                        count: 128,
                        top_k: 6,
                        inner: 1856,
                        matrices: 2,
                        shared_inner: 3712,
                        latent: None,
                    }),
                )
            },
        ],
        other: 0,
    },
    context: 262_144,
    ..USUAL
};

pub(super) const NEMOTRON_3_SUPER_120B_A12B: ModelEntry = ModelEntry {
    name: "nemotron-3-super-120b-a12b",
    label: "Nemotron 3 Super 120B-A12B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 131_072,
        tied: false,
        layers: &[
            nemotron(8, grouped(32, 2, 128), FeedForward::None),
            nemotron(40, mamba_2(4096, 128), FeedForward::None),
            Layers {
                other: 512,
                ..nemotron(
                    40,
                    Attention::None,
                    FeedForward::Experts(Experts {
                        count: 512,
                        top_k: 22,
                        inner: 2688,
                        matrices: 2,
                        shared_inner: 5376,
                        latent: Some(1024),
                    }),
                )
            },
        ],
        other: 0,
    },
    context: 262_144,
    ..USUAL
};

// Attention in every eighth layer, experts in every second; no layer has both.
pub(super) const JAMBA_V0_1: ModelEntry = ModelEntry {
    name: "jamba-v0.1",
    label: "Jamba v0.1 52B-A12B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 65_536,
        tied: false,
        layers: &[
            Layers::new(4, grouped(32, 8, 128), Dense::gated(14_336)),
            Layers::new(12, mamba_1(4096), Dense::gated(14_336)),
            Layers::new(16, mamba_1(4096), FeedForward::Experts(Experts::gated(16, 2, 14_336))),
        ],
        other: 0,
    },
    context: 262_144,
    ..USUAL
};
