//! The heads of a config: those of full layers, and those of layers that slide.

use super::architecture::{Architecture, Bias, HeadNorm};
use super::fields::Fields;
use sizing::{Attention, Grouped, Latent, Window};

/// What the attending layers of a config attend with.
#[derive(Debug)]
pub(crate) struct Heads {
    pub(crate) full: Option<Attention>,
    pub(crate) sliding: Option<Grouped>,
    pub(crate) window: Option<Window>,
    /// Small parameters of a layer with these heads: biases, norms, gates, sinks.
    rules: Rules,
}

/// What an attending layer has besides its four matrices.
#[derive(Clone, Copy, Debug)]
struct Rules {
    architecture: Architecture,
    hidden: f64,
    /// The output has a gate of its width.
    gate: bool,
    /// Each query head has a sink.
    sinks: bool,
    /// Parameters of the index that sparse attention chooses tokens by.
    indexer: f64,
}

impl Heads {
    pub(crate) fn of(fields: &Fields<'_>, architecture: Architecture, name: &str, hidden: u32) -> Self {
        let full = grouped(fields, name, hidden);
        let latent = latent(fields);
        let chunk = fields.positive(&["attention_chunk_size"]);
        let window = chunk.or_else(|| fields.positive(&["sliding_window", "sliding_window_size"]));
        let rules = Rules {
            architecture,
            hidden: f64::from(hidden),
            gate: fields.flag("attn_output_gate").unwrap_or(name.starts_with("qwen3_next")),
            sinks: name == "gpt_oss",
            indexer: indexer(fields, f64::from(hidden)),
        };
        Self {
            full: latent.map(Attention::Latent).or(full.map(|full| Attention::Grouped(global(fields, full)))),
            sliding: full.map(|full| sliding(fields, full)),
            window: window.map(Window),
            rules,
        }
    }

    /// Full heads of which `group` share a KV head.
    pub(crate) fn in_groups_of(&self, group: u32) -> Option<Attention> {
        match self.full? {
            Attention::Grouped(heads) if group > 0 => {
                let kv_heads = heads.query_heads.div_ceil(group);
                Some(Attention::Grouped(Grouped { kv_heads, ..heads }))
            }
            other => Some(other),
        }
    }

    /// Parameters of a layer with `attention` besides its matrices.
    pub(crate) fn beside(&self, attention: Attention) -> f64 {
        match attention {
            Attention::Grouped(heads) | Attention::Sliding(heads, _) | Attention::Shared(heads) => {
                self.rules.beside(heads)
            }
            Attention::Latent(_) => self.rules.indexer,
            Attention::Recurrent(_) | Attention::None => 0.0,
        }
    }
}

impl Rules {
    fn beside(self, heads: Grouped) -> f64 {
        let dim = f64::from(heads.head_dim);
        let (queries, kv) = (f64::from(heads.query_heads), f64::from(heads.kv_heads));
        let bias = match self.architecture.bias {
            Bias::None => 0.0,
            Bias::Heads => (queries + 2.0 * kv) * dim,
            Bias::All => (queries + 2.0 * kv) * dim + self.hidden,
        };
        let norm = match self.architecture.head_norm {
            HeadNorm::None => 0.0,
            HeadNorm::PerHead => 2.0 * dim,
            HeadNorm::AllHeads => (queries + kv) * dim,
        };
        let gate = if self.gate { self.hidden * queries * dim } else { 0.0 };
        bias + norm + gate + if self.sinks { queries } else { 0.0 }
    }
}

const QUERY_HEADS: [&str; 4] = ["num_attention_heads", "n_head", "n_heads", "num_heads"];
const KV_HEADS: [&str; 6] = [
    "num_key_value_heads",
    "num_kv_heads",
    "n_head_kv",
    "n_kv_heads",
    "num_attention_groups",
    "multi_query_group_num",
];
const HEAD_DIMS: [&str; 3] = ["head_dim", "attention_head_dim", "kv_channels"];

/// The heads of a plain layer. `None` where their number is not stated.
fn grouped(fields: &Fields<'_>, name: &str, hidden: u32) -> Option<Grouped> {
    // Gemma 3's smallest configs leave their heads to the code.
    let gemma = name.starts_with("gemma3");
    let query_heads = fields.positive(&QUERY_HEADS).or(gemma.then_some(8))?;
    let kv_heads = kv_heads(fields, name, query_heads).or(gemma.then_some(4)).unwrap_or(query_heads);
    let head_dim = fields.positive(&HEAD_DIMS).or(gemma.then_some(256));
    if head_dim.is_none() && !hidden.is_multiple_of(query_heads) {
        fields.say(
            "The width of a head is not stated, and the model's width does not divide evenly by its heads.",
        );
    }
    let head_dim = averaged(fields, head_dim.unwrap_or((hidden / query_heads).max(1)), "v_head_dim");
    if kv_heads == 0 || !query_heads.is_multiple_of(kv_heads) {
        fields.say("Query heads cannot share KV heads evenly: the second must divide the first.");
    }
    Some(Grouped { query_heads, kv_heads: kv_heads.max(1), head_dim })
}

/// KV heads as the code of the architecture counts them, which is not always what the config prints.
fn kv_heads(fields: &Fields<'_>, name: &str, query_heads: u32) -> Option<u32> {
    match name {
        // Falcon-7B prints 71 KV heads and has one: the number counts only in the newer form of its layers.
        "falcon" | "RefinedWebModel" if fields.flag("new_decoder_architecture") != Some(true) => {
            let one = fields.flag("multi_query").unwrap_or(true);
            Some(if one { 1 } else { query_heads })
        }
        "gpt_bigcode" => Some(if fields.flag("multi_query") == Some(false) { query_heads } else { 1 }),
        "mpt" => {
            let attention = fields.within("attn_config")?;
            let one = attention.text(&["attn_type"]) == Some("multiquery_attention");
            attention.positive(&["kv_n_heads"]).or(one.then_some(1))
        }
        _ => fields.positive(&KV_HEADS),
    }
}

/// Half of what a key and a value take together, where values are not as wide as keys.
fn averaged(fields: &Fields<'_>, key: u32, value: &str) -> u32 {
    let latent = fields.has("kv_lora_rank");
    let value = fields.positive(&[value]).filter(|_| !latent).unwrap_or(key);
    if (key + value) % 2 == 1 {
        fields.say("Keys and values differ by an odd number of elements: half an element was left out.");
    }
    u32::midpoint(key, value)
}

/// The heads of full layers, where they differ from the others'.
fn global(fields: &Fields<'_>, plain: Grouped) -> Grouped {
    Grouped {
        kv_heads: fields.positive(&["num_global_key_value_heads"]).unwrap_or(plain.kv_heads),
        head_dim: fields.positive(&["global_head_dim"]).unwrap_or(plain.head_dim),
        ..plain
    }
}

/// The heads of sliding layers, where they differ from the others'.
fn sliding(fields: &Fields<'_>, plain: Grouped) -> Grouped {
    let stated = fields.positive(&["swa_head_dim"]);
    Grouped {
        query_heads: fields.positive(&["swa_num_attention_heads"]).unwrap_or(plain.query_heads),
        kv_heads: fields.positive(&["swa_num_key_value_heads"]).unwrap_or(plain.kv_heads),
        head_dim: stated.map_or(plain.head_dim, |key| averaged(fields, key, "swa_v_head_dim")),
    }
}

/// Latent attention, where a rank is stated. The number of KV heads and the head dimension say nothing of its cache.
fn latent(fields: &Fields<'_>) -> Option<Latent> {
    let kv_rank = fields.positive(&["kv_lora_rank"])?;
    let query_heads = fields.positive(&QUERY_HEADS)?;
    let rope_dim = fields.count(&["qk_rope_head_dim"]);
    if rope_dim.is_none() {
        fields.say("The rotary part of the latent cache is not stated: 64 elements were taken, as in published models.");
    }
    let value_dim = fields.positive(&["v_head_dim"]).unwrap_or(128);
    Some(Latent {
        query_heads,
        kv_rank,
        rope_dim: rope_dim.unwrap_or(64),
        nope_dim: fields.positive(&["qk_nope_head_dim"]).unwrap_or(value_dim),
        value_dim,
        query_rank: fields.positive(&["q_lora_rank"]),
    })
}

/// Parameters of the small heads with which sparse attention scores all tokens: queries from their compressed vector, one
/// key and the heads' weights from the hidden one, and the key's norm with its bias.
fn indexer(fields: &Fields<'_>, hidden: f64) -> f64 {
    let (Some(heads), Some(dim)) =
        (fields.positive(&["index_n_heads"]), fields.positive(&["index_head_dim"]))
    else {
        return 0.0;
    };
    let (heads, dim) = (f64::from(heads), f64::from(dim));
    let query_width = fields.positive(&["q_lora_rank"]).map_or(hidden, f64::from);
    query_width * heads * dim + hidden * (dim + heads) + 2.0 * dim
}
