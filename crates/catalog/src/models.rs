//! Models by name.

use crate::Sourced;
use sizing::{Grouped, Model};

/// A model by its published figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelEntry {
    /// Its name in a link.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Whether its figures are round ones that stand for a class, not one checkpoint's.
    pub is_class: bool,
    /// Parameters.
    pub parameters: Sourced<f64>,
    /// Layers.
    pub layers: u32,
    /// Query heads of each layer.
    pub query_heads: u32,
    /// Key and value heads of each layer.
    pub kv_heads: u32,
    /// Elements of one head.
    pub head_dim: u32,
    /// Where the shape was read.
    pub shape_source: &'static str,
}

impl ModelEntry {
    /// Its shape, for the equations.
    #[must_use]
    pub fn model(&self) -> Model {
        let attention =
            Grouped { query_heads: self.query_heads, kv_heads: self.kv_heads, head_dim: self.head_dim };
        Model::dense(self.parameters.value, self.layers, attention)
    }
}

const fn counted(value: f64) -> Sourced<f64> {
    Sourced { value, source: "counted from the published config.json", date: "2026-11" }
}

/// All models, the default first.
pub static MODELS: [ModelEntry; 4] = [
    ModelEntry {
        name: "llama-70b-class",
        label: "Llama 3 70B class",
        is_class: true,
        parameters: Sourced { value: 70e9, source: "a round figure for the class", date: "2026-11" },
        layers: 80,
        query_heads: 64,
        kv_heads: 8,
        head_dim: 128,
        shape_source: "config.json of Llama 3 70B",
    },
    ModelEntry {
        name: "llama-3.3-70b",
        label: "Llama 3.3 70B",
        is_class: false,
        parameters: counted(70_553_706_496.0),
        layers: 80,
        query_heads: 64,
        kv_heads: 8,
        head_dim: 128,
        shape_source: "config.json of Llama 3.3 70B",
    },
    ModelEntry {
        name: "llama-3.1-8b",
        label: "Llama 3.1 8B",
        is_class: false,
        parameters: counted(8_030_261_248.0),
        layers: 32,
        query_heads: 32,
        kv_heads: 8,
        head_dim: 128,
        shape_source: "config.json of Llama 3.1 8B",
    },
    ModelEntry {
        name: "qwen3-32b",
        label: "Qwen3 32B",
        is_class: false,
        parameters: counted(32_762_123_264.0),
        layers: 64,
        query_heads: 64,
        kv_heads: 8,
        head_dim: 128,
        shape_source: "config.json of Qwen3 32B",
    },
];
