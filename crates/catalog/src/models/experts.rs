//! Models that route each token to a few of many experts, and whose attending layers keep all tokens.

use super::{ModelEntry, USUAL, grouped};
use sizing::{Dense, Experts, FeedForward, Layers, Shape};

// Qwen3 norms each query and each key, a vector of the head's width for all of them.
pub(super) const QWEN_3_30B_A3B: ModelEntry = ModelEntry {
    name: "qwen3-30b-a3b",
    label: "Qwen3 30B-A3B",
    shape: Shape {
        hidden: 2048,
        vocabulary: 151_936,
        tied: false,
        layers: &[Layers {
            other: 2 * 128,
            ..Layers::new(48, grouped(32, 4, 128), FeedForward::Experts(Experts::gated(128, 8, 768)))
        }],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

pub(super) const QWEN_3_235B_A22B: ModelEntry = ModelEntry {
    name: "qwen3-235b-a22b",
    label: "Qwen3 235B-A22B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 151_936,
        tied: false,
        layers: &[Layers {
            other: 2 * 128,
            ..Layers::new(94, grouped(64, 4, 128), FeedForward::Experts(Experts::gated(128, 8, 1536)))
        }],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

/// Biases of GLM-4.5's queries, keys and values, and the norms of queries and keys.
const GLM_ATTENTION: u32 = (96 + 2 * 8) * 128 + 2 * 128;

// The router has a bias for each expert.
pub(super) const GLM_4_5: ModelEntry = ModelEntry {
    name: "glm-4.5",
    label: "GLM-4.5 355B-A32B",
    shape: Shape {
        hidden: 5120,
        vocabulary: 151_552,
        tied: false,
        layers: &[
            Layers { other: GLM_ATTENTION, ..Layers::new(3, grouped(96, 8, 128), Dense::gated(12_288)) },
            Layers {
                other: GLM_ATTENTION + 160,
                ..Layers::new(
                    89,
                    grouped(96, 8, 128),
                    FeedForward::Experts(Experts { shared_inner: 1536, ..Experts::gated(160, 8, 1536) }),
                )
            },
        ],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

// Queries and keys are normed across all heads at once; the router has a bias for each expert.
pub(super) const MINIMAX_M2_7: ModelEntry = ModelEntry {
    name: "minimax-m2.7",
    label: "MiniMax-M2.7 229B-A10B",
    shape: Shape {
        hidden: 3072,
        vocabulary: 200_064,
        tied: false,
        layers: &[Layers {
            other: (48 + 8) * 128 + 256,
            ..Layers::new(62, grouped(48, 8, 128), FeedForward::Experts(Experts::gated(256, 8, 1536)))
        }],
        other: 0,
    },
    context: 204_800,
    ..USUAL
};

pub(super) const MIXTRAL_8X7B: ModelEntry = ModelEntry {
    name: "mixtral-8x7b",
    label: "Mixtral 8x7B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 32_000,
        tied: false,
        layers: &[Layers::new(32, grouped(32, 8, 128), FeedForward::Experts(Experts::gated(8, 2, 14_336)))],
        other: 0,
    },
    context: 32_768,
    ..USUAL
};
