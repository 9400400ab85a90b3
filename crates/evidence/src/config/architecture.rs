//! What a config leaves to the code of its architecture.

use super::fields::Fields;

/// What all models of an architecture have, where their config does not say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Architecture {
    /// Whether it is one of those that are known here.
    pub(crate) known: bool,
    /// Whether the output head is the embedding.
    pub(crate) tied: bool,
    /// Matrices of a feed-forward network: 3 where it is gated.
    pub(crate) matrices: u32,
    /// Norms of a layer, and biases as wide as the model.
    pub(crate) norms: u32,
    pub(crate) bias: Bias,
    pub(crate) head_norm: HeadNorm,
    /// Whether the router of experts has a bias for each of them.
    pub(crate) router_bias: bool,
    /// Whether all layers slide where a window is stated and nothing says which.
    pub(crate) all_slide: bool,
    /// How many layers follow each other until a full one, where all others slide and no list says which.
    pub(crate) full_every: Option<u32>,
}

/// Which of a layer's attention matrices have a bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bias {
    None,
    /// Queries, keys and values.
    Heads,
    /// Those and the output.
    All,
}

/// What norms a layer's queries and keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadNorm {
    None,
    /// A vector as wide as a head for all queries, and one for all keys.
    PerHead,
    /// A vector as wide as all query heads, and one as wide as all KV heads.
    AllHeads,
}

const USUAL: Architecture = Architecture {
    known: true,
    tied: false,
    matrices: 3,
    norms: 2,
    bias: Bias::None,
    head_norm: HeadNorm::None,
    router_bias: false,
    all_slide: false,
    full_every: None,
};

/// Norms and matrices all have biases: 4 vectors for two norms, 4 for attention, 4 + 1 for the feed-forward network.
const BIASED: Architecture = Architecture { tied: true, matrices: 2, norms: 4 + 4 + 5, ..USUAL };

impl Architecture {
    /// That of the model type `name`.
    pub(crate) fn named(name: &str) -> Self {
        match name.strip_suffix("_text").unwrap_or(name) {
            "llama" | "llama4" | "mllama" | "ministral3" | "jamba" | "nemotron-nas" | "deepseek_v2"
            | "mixtral" | "granite" | "step3p5" | "mimo_v2_flash" | "kimi_linear" | "minimax_text_01"
            | "minimax" | "olmo" => USUAL,
            "mistral" | "phi3" => Self { all_slide: true, ..USUAL },
            "starcoder2" => Self { tied: true, ..USUAL },
            "qwen2" | "qwen2_vl" | "qwen2_5_vl" | "qwen2_moe" => Self { bias: Bias::Heads, ..USUAL },
            "qwen3" | "qwen3_moe" | "qwen3_vl" | "qwen3_vl_moe" | "qwen3_next" | "qwen3_5"
            | "qwen3_5_moe" => Self { head_norm: HeadNorm::PerHead, ..USUAL },
            "deepseek_v3" | "deepseek_v32" | "kimi_k2" | "kimi_k25" | "glm_moe_dsa" => {
                Self { router_bias: true, ..USUAL }
            }
            "glm4_moe" => {
                Self { bias: Bias::Heads, head_norm: HeadNorm::PerHead, router_bias: true, ..USUAL }
            }
            "minimax_m2" => Self { head_norm: HeadNorm::AllHeads, router_bias: true, ..USUAL },
            "gpt_oss" => Self { bias: Bias::All, ..USUAL },
            // Experts and networks have two matrices, with a squared ReLU between them.
            "nemotron_h" => Self { matrices: 2, router_bias: true, ..USUAL },
            "gemma" => Self { tied: true, ..USUAL },
            "gemma2" => Self { tied: true, norms: 4, full_every: Some(2), ..USUAL },
            "gemma3" => {
                Self { tied: true, norms: 4, head_norm: HeadNorm::PerHead, full_every: Some(6), ..USUAL }
            }
            "gemma4" => Self { tied: true, norms: 4, head_norm: HeadNorm::PerHead, ..USUAL },
            "cohere" | "cohere2" => Self { tied: true, norms: 1, full_every: Some(4), ..USUAL },
            // One norm with its bias before attention and feed-forward together.
            "falcon" | "RefinedWebModel" => Self { tied: true, matrices: 2, ..USUAL },
            "mpt" => Self { tied: true, matrices: 2, ..USUAL },
            "gpt2" | "bloom" | "opt" | "gpt_bigcode" => BIASED,
            "gpt_neox" => Self { tied: false, ..BIASED },
            _ => Self { known: false, ..USUAL },
        }
    }

    /// With what the config itself says of it.
    pub(crate) fn said(self, fields: &Fields<'_>) -> Self {
        let bias = match fields.flag("attention_bias") {
            Some(true) if self.bias == Bias::None => Bias::All,
            Some(false) => Bias::None,
            _ => self.bias,
        };
        let head_norm = match fields.flag("use_qk_norm") {
            // What Llama 4 calls so has no parameters.
            Some(false) => HeadNorm::None,
            _ => self.head_norm,
        };
        let router_bias = match fields.flag("use_routing_bias") {
            Some(flag) => flag,
            None => self.router_bias || fields.text(&["topk_method"]) == Some("noaux_tc"),
        };
        let pattern = fields.positive(&["sliding_window_pattern", "_sliding_window_pattern"]);
        Self {
            tied: fields.flag("tie_word_embeddings").unwrap_or(self.tied),
            bias,
            head_norm,
            router_bias,
            full_every: pattern.or(self.full_every),
            ..self
        }
    }
}
