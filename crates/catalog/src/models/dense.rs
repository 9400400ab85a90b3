//! Models in which every token passes through every layer whole, and every attending layer keeps all tokens.

use super::{ModelEntry, USUAL, grouped};
use sizing::{Attention, Dense, FeedForward, Layers, Shape};

/// The shape of Llama 3's 70B models.
const LLAMA_70B: Shape<'static> = Shape {
    hidden: 8192,
    vocabulary: 128_256,
    tied: false,
    layers: &[Layers::new(80, grouped(64, 8, 128), Dense::gated(28_672))],
    other: 0,
};

/// Published links depend on its round figures: they never change.
pub(super) const LLAMA_70B_CLASS: ModelEntry = ModelEntry {
    name: "llama-70b-class",
    label: "Llama 3 70B class",
    is_class: true,
    parameters: Some(70e9),
    shape: LLAMA_70B,
    context: 131_072,
    ..USUAL
};

pub(super) const LLAMA_3_3_70B: ModelEntry =
    ModelEntry { name: "llama-3.3-70b", label: "Llama 3.3 70B", shape: LLAMA_70B, context: 131_072, ..USUAL };

pub(super) const LLAMA_3_1_70B: ModelEntry =
    ModelEntry { name: "llama-3.1-70b", label: "Llama 3.1 70B", shape: LLAMA_70B, context: 131_072, ..USUAL };

pub(super) const LLAMA_3_1_8B: ModelEntry = ModelEntry {
    name: "llama-3.1-8b",
    label: "Llama 3.1 8B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 128_256,
        tied: false,
        layers: &[Layers::new(32, grouped(32, 8, 128), Dense::gated(14_336))],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

pub(super) const LLAMA_3_1_405B: ModelEntry = ModelEntry {
    name: "llama-3.1-405b",
    label: "Llama 3.1 405B",
    shape: Shape {
        hidden: 16_384,
        vocabulary: 128_256,
        tied: false,
        layers: &[Layers::new(126, grouped(128, 8, 128), Dense::gated(53_248))],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

pub(super) const LLAMA_2_7B: ModelEntry = ModelEntry {
    name: "llama-2-7b",
    label: "Llama 2 7B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 32_000,
        tied: false,
        layers: &[Layers::new(32, grouped(32, 32, 128), Dense::gated(11_008))],
        other: 0,
    },
    context: 4096,
    ..USUAL
};

// Qwen2.5 has biases on queries, keys and values: `other` is heads × head dim of the three.
pub(super) const QWEN_2_5_7B: ModelEntry = ModelEntry {
    name: "qwen2.5-7b",
    label: "Qwen2.5 7B",
    shape: Shape {
        hidden: 3584,
        vocabulary: 152_064,
        tied: false,
        layers: &[Layers {
            other: (28 + 2 * 4) * 128,
            ..Layers::new(28, grouped(28, 4, 128), Dense::gated(18_944))
        }],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

pub(super) const QWEN_2_5_72B: ModelEntry = ModelEntry {
    name: "qwen2.5-72b",
    label: "Qwen2.5 72B",
    shape: Shape {
        hidden: 8192,
        vocabulary: 152_064,
        tied: false,
        layers: &[Layers {
            other: (64 + 2 * 8) * 128,
            ..Layers::new(80, grouped(64, 8, 128), Dense::gated(29_568))
        }],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

// Qwen3 norms each query and each key, a vector of the head's width for all of them.
pub(super) const QWEN_3_8B: ModelEntry = ModelEntry {
    name: "qwen3-8b",
    label: "Qwen3 8B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 151_936,
        tied: false,
        layers: &[Layers { other: 2 * 128, ..Layers::new(36, grouped(32, 8, 128), Dense::gated(12_288)) }],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

pub(super) const QWEN_3_32B: ModelEntry = ModelEntry {
    name: "qwen3-32b",
    label: "Qwen3 32B",
    shape: Shape {
        hidden: 5120,
        vocabulary: 151_936,
        tied: false,
        layers: &[Layers { other: 2 * 128, ..Layers::new(64, grouped(64, 8, 128), Dense::gated(25_600)) }],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

pub(super) const DEVSTRAL_2_123B: ModelEntry = ModelEntry {
    name: "devstral-2-123b",
    label: "Devstral 2 123B",
    shape: Shape {
        hidden: 12_288,
        vocabulary: 131_072,
        tied: false,
        layers: &[Layers::new(88, grouped(96, 8, 128), Dense::gated(28_672))],
        other: 0,
    },
    context: 262_144,
    ..USUAL
};

pub(super) const PHI_4: ModelEntry = ModelEntry {
    name: "phi-4",
    label: "Phi-4 14.7B",
    shape: Shape {
        hidden: 5120,
        vocabulary: 100_352,
        tied: false,
        layers: &[Layers::new(40, grouped(40, 10, 128), Dense::gated(17_920))],
        other: 0,
    },
    context: 16_384,
    ..USUAL
};

/// `count` layers of Nemotron Super that its search left without attention, and so without the norm before it.
const fn without_attention(count: u32, inner: u32) -> Layers {
    Layers { norms: 1, ..Layers::new(count, Attention::None, Dense::gated(inner)) }
}

pub(super) const NEMOTRON_SUPER_49B: ModelEntry = ModelEntry {
    name: "nemotron-super-49b",
    label: "Nemotron Super 49B",
    shape: Shape {
        hidden: 8192,
        vocabulary: 128_256,
        tied: false,
        layers: &[
            Layers::new(48, grouped(64, 8, 128), Dense::gated(28_672)),
            Layers::new(1, grouped(64, 8, 128), Dense::gated(14_336)),
            without_attention(1, 28_672),
            without_attention(1, 17_920),
            without_attention(5, 14_336),
            without_attention(10, 7168),
            without_attention(8, 5632),
            without_attention(6, 2816),
        ],
        other: 0,
    },
    context: 131_072,
    ..USUAL
};

// One norm before attention and feed-forward together, and one after the last layer; each with a bias.
pub(super) const FALCON_7B: ModelEntry = ModelEntry {
    name: "falcon-7b",
    label: "Falcon 7B",
    shape: Shape {
        hidden: 4544,
        vocabulary: 65_024,
        tied: true,
        layers: &[Layers::new(32, grouped(71, 1, 64), plain(4 * 4544))],
        other: 4544,
    },
    context: 2048,
    ..USUAL
};

pub(super) const MPT_7B: ModelEntry = ModelEntry {
    name: "mpt-7b",
    label: "MPT 7B",
    shape: Shape {
        hidden: 4096,
        vocabulary: 50_432,
        tied: true,
        layers: &[Layers::new(32, grouped(32, 32, 128), plain(4 * 4096))],
        other: 0,
    },
    context: 2048,
    ..USUAL
};

// Every matrix and every norm has a bias: 4 vectors for two norms, 4 for attention, 4 + 1 for the feed-forward. Outside
// the layers a norm after the embedding, and the last norm's bias.
pub(super) const BLOOM_176B: ModelEntry = ModelEntry {
    name: "bloom-176b",
    label: "BLOOM 176B",
    shape: Shape {
        hidden: 14_336,
        vocabulary: 250_880,
        tied: true,
        layers: &[Layers { norms: 4 + 4 + 5, ..Layers::new(70, grouped(112, 112, 128), plain(4 * 14_336)) }],
        other: 3 * 14_336,
    },
    context: 2048,
    ..USUAL
};

/// A feed-forward network without a gate.
const fn plain(inner: u32) -> FeedForward {
    FeedForward::Dense(Dense { inner, matrices: 2 })
}
