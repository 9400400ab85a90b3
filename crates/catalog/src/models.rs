//! Models by name.

mod dense;
mod experts;
mod hybrid;
mod latent;
mod recurrent;
mod sliding;

use sizing::{Attention, Checkpoint, Grouped, Model, Shape, Window};

/// A model by the shape that its publisher gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelEntry {
    /// Its name in a link.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Whether its figures are round ones that stand for a class, not one checkpoint's.
    pub is_class: bool,
    /// Parameters to reckon with in place of the count, all of them active.
    pub parameters: Option<f64>,
    /// Its layers and what stands round them.
    pub shape: Shape<'static>,
    /// How its checkpoints are quantised.
    pub checkpoint: Checkpoint,
    /// The longest sequence that it was made for, in tokens, with the rope scaling that its model card gives.
    pub context: u32,
}

impl ModelEntry {
    /// Its figures, for the equations.
    #[must_use]
    pub fn model(&self) -> Model {
        let counted = self.shape.model(self.checkpoint, Some(f64::from(self.context)));
        match self.parameters {
            Some(parameters) => Model { parameters, active: parameters, ..counted },
            None => counted,
        }
    }
}

/// What an entry has where nothing else is said; name, shape and context always are.
const USUAL: ModelEntry = ModelEntry {
    name: "",
    label: "",
    is_class: false,
    parameters: None,
    shape: Shape { hidden: 0, vocabulary: 0, tied: false, layers: &[], other: 0 },
    checkpoint: Checkpoint::USUAL,
    context: 0,
};

const fn grouped(query_heads: u32, kv_heads: u32, head_dim: u32) -> Attention {
    Attention::Grouped(Grouped { query_heads, kv_heads, head_dim })
}

const fn sliding(query_heads: u32, kv_heads: u32, head_dim: u32, window: u32) -> Attention {
    Attention::Sliding(Grouped { query_heads, kv_heads, head_dim }, Window(window))
}

/// All models: the default first, then by maker.
pub static MODELS: [ModelEntry; 39] = [
    dense::LLAMA_70B_CLASS,
    dense::LLAMA_3_3_70B,
    dense::LLAMA_3_1_8B,
    dense::LLAMA_3_1_70B,
    dense::LLAMA_3_1_405B,
    dense::LLAMA_2_7B,
    sliding::LLAMA_4_SCOUT,
    dense::QWEN_2_5_7B,
    dense::QWEN_2_5_72B,
    dense::QWEN_3_8B,
    dense::QWEN_3_32B,
    experts::QWEN_3_30B_A3B,
    experts::QWEN_3_235B_A22B,
    hybrid::QWEN_3_NEXT_80B_A3B,
    hybrid::QWEN_3_5_27B,
    hybrid::QWEN_3_5_397B_A17B,
    latent::DEEPSEEK_V2_LITE,
    latent::DEEPSEEK_V3,
    latent::DEEPSEEK_R1,
    latent::DEEPSEEK_V3_2,
    latent::KIMI_K2_5,
    experts::GLM_4_5,
    latent::GLM_5,
    experts::MINIMAX_M2_7,
    sliding::GPT_OSS_20B,
    sliding::GPT_OSS_120B,
    sliding::GEMMA_2_27B,
    sliding::GEMMA_3_4B,
    sliding::GEMMA_3_27B,
    experts::MIXTRAL_8X7B,
    dense::DEVSTRAL_2_123B,
    dense::PHI_4,
    dense::NEMOTRON_SUPER_49B,
    hybrid::NEMOTRON_3_NANO_30B_A3B,
    hybrid::NEMOTRON_3_SUPER_120B_A12B,
    hybrid::JAMBA_V0_1,
    dense::FALCON_7B,
    dense::MPT_7B,
    dense::BLOOM_176B,
];
