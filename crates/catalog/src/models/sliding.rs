//! Models some of whose layers see, and keep, only the last tokens.

use super::{ModelEntry, USUAL, grouped, sliding};
use sizing::{Checkpoint, Dense, Experts, FeedForward, Layers, MXFP4, Quantised, Shape};

/// Scout's experts: one of sixteen, and one that all tokens share.
const SCOUT: FeedForward =
    FeedForward::Experts(Experts { shared_inner: 8192, ..Experts::gated(16, 1, 8192) });

// Three layers of four attend within chunks of 8,192 tokens. A chunk is counted as a window of its length, the most that it
// keeps; just after its start it holds less.
pub(super) const LLAMA_4_SCOUT: ModelEntry = ModelEntry {
    name: "llama-4-scout",
    label: "Llama 4 Scout 109B-A17B",
    shape: Shape {
        hidden: 5120,
        vocabulary: 202_048,
        tied: false,
        layers: &[
            Layers::new(12, grouped(40, 8, 128), SCOUT),
            Layers::new(36, sliding(40, 8, 128, 8192), SCOUT),
        ],
        other: 0,
    },
    context: 10_485_760,
    ..USUAL
};

/// Experts are published in MXFP4, all else in BF16. Engines pad their 2,880 to 3,072 numbers when they load them.
const GPT_OSS_CHECKPOINT: Checkpoint =
    Checkpoint { quantised: Quantised::RoutedExperts, fp4: MXFP4, padding: 3072.0 / 2880.0 };

const fn gpt_oss_experts(count: u32) -> FeedForward {
    FeedForward::Experts(Experts::gated(count, 4, 2880))
}

/// Biases of queries, keys, values and output, a sink for each query head, and for each expert its router's bias and the
/// biases of its three matrices.
const fn gpt_oss_other(experts: u32) -> u32 {
    (64 + 2 * 8) * 64 + 2880 + 64 + experts * (1 + 3 * 2880)
}

pub(super) const GPT_OSS_20B: ModelEntry = ModelEntry {
    name: "gpt-oss-20b",
    label: "gpt-oss 20B-A3.6B",
    shape: Shape {
        hidden: 2880,
        vocabulary: 201_088,
        tied: false,
        layers: &[
            Layers { other: gpt_oss_other(32), ..Layers::new(12, grouped(64, 8, 64), gpt_oss_experts(32)) },
            Layers {
                other: gpt_oss_other(32),
                ..Layers::new(12, sliding(64, 8, 64, 128), gpt_oss_experts(32))
            },
        ],
        other: 0,
    },
    checkpoint: GPT_OSS_CHECKPOINT,
    context: 131_072,
    ..USUAL
};

pub(super) const GPT_OSS_120B: ModelEntry = ModelEntry {
    name: "gpt-oss-120b",
    label: "gpt-oss 120B-A5.1B",
    shape: Shape {
        hidden: 2880,
        vocabulary: 201_088,
        tied: false,
        layers: &[
            Layers { other: gpt_oss_other(128), ..Layers::new(18, grouped(64, 8, 64), gpt_oss_experts(128)) },
            Layers {
                other: gpt_oss_other(128),
                ..Layers::new(18, sliding(64, 8, 64, 128), gpt_oss_experts(128))
            },
        ],
        other: 0,
    },
    checkpoint: GPT_OSS_CHECKPOINT,
    context: 131_072,
    ..USUAL
};

// Gemma norms before and after each part: four norms a layer. Every second layer slides.
pub(super) const GEMMA_2_27B: ModelEntry = ModelEntry {
    name: "gemma-2-27b",
    label: "Gemma 2 27B",
    shape: Shape {
        hidden: 4608,
        vocabulary: 256_000,
        tied: true,
        layers: &[
            Layers { norms: 4, ..Layers::new(23, grouped(32, 16, 128), Dense::gated(36_864)) },
            Layers { norms: 4, ..Layers::new(23, sliding(32, 16, 128, 4096), Dense::gated(36_864)) },
        ],
        other: 0,
    },
    context: 8192,
    ..USUAL
};

// Five layers of six slide, and queries and keys are normed.
pub(super) const GEMMA_3_4B: ModelEntry = ModelEntry {
    name: "gemma-3-4b",
    label: "Gemma 3 4B",
    shape: Shape {
        hidden: 2560,
        vocabulary: 262_208,
        tied: true,
        layers: &[
            Layers { norms: 4, other: 2 * 256, ..Layers::new(5, grouped(8, 4, 256), Dense::gated(10_240)) },
            Layers {
                norms: 4,
                other: 2 * 256,
                ..Layers::new(29, sliding(8, 4, 256, 1024), Dense::gated(10_240))
            },
        ],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

pub(super) const GEMMA_3_27B: ModelEntry = ModelEntry {
    name: "gemma-3-27b",
    label: "Gemma 3 27B",
    shape: Shape {
        hidden: 5376,
        vocabulary: 262_208,
        tied: true,
        layers: &[
            Layers {
                norms: 4,
                other: 2 * 128,
                ..Layers::new(10, grouped(32, 16, 128), Dense::gated(21_504))
            },
            Layers {
                norms: 4,
                other: 2 * 128,
                ..Layers::new(52, sliding(32, 16, 128, 1024), Dense::gated(21_504))
            },
        ],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};
