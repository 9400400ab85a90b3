//! The layers of a config, one after the other, and then in runs of equal ones.

use super::architecture::Architecture;
use super::attention::Heads;
use super::feed_forward::FeedForwards;
use super::fields::Fields;
use super::recurrent;
use super::value::Value;
use quantity::float;
use sizing::{Attention, Dense, FeedForward, Layers};

/// More layers than this has no model.
pub(crate) const MOST_LAYERS: u32 = 10_000;

/// What a layer attends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Full,
    Sliding,
    DeltaNet,
    DeltaAttention,
    Lightning,
    Mamba1,
    Mamba2,
    /// Nothing: the layer is a feed-forward network alone, of experts or dense.
    Alone {
        experts: bool,
    },
}

/// How many layers a config states, in one of its ways.
pub(crate) fn number(fields: &Fields<'_>) -> Option<u32> {
    let listed = ["block_configs", "layers_block_type", "layer_types"];
    let length = |name: &&str| fields.list(name).map(|list| float::count(list.len() as f64));
    fields
        .positive(&["num_hidden_layers", "n_layer", "n_layers", "num_layers"])
        .or_else(|| pattern(fields).map(|pattern| float::count(pattern.len() as f64)))
        .or_else(|| listed.iter().find_map(length))
        .filter(|number| (1..=MOST_LAYERS).contains(number))
}

/// The widths that every layer follows from.
pub(crate) struct Widths<'a> {
    pub(crate) name: &'a str,
    pub(crate) hidden: u32,
    pub(crate) number: u32,
    pub(crate) architecture: Architecture,
    pub(crate) heads: &'a Heads,
    pub(crate) feed_forwards: &'a FeedForwards,
}

/// The runs of equal layers, in the order in which the first of each comes.
pub(crate) fn runs(fields: &Fields<'_>, widths: &Widths<'_>) -> Option<Vec<Layers>> {
    let mut runs: Vec<Layers> = Vec::new();
    let blocks = fields.list("block_configs");
    // In models that are layers of one thing each, a layer has one norm.
    let single = pattern(fields).is_some() || fields.has("layers_block_type");
    let kinds = kinds(fields, widths);
    if !kinds.is_empty() && float::count(kinds.len() as f64) < widths.number {
        fields.say(
            "The list of layers is shorter than their number: those left over were read as full attention.",
        );
    }
    let borrowing = widths.number - fields.count(&["num_kv_shared_layers"]).unwrap_or(0).min(widths.number);
    for place in 0..widths.number {
        let block = usize::try_from(place).ok().and_then(|place| blocks?.get(place));
        let layer = match block {
            Some(block) => widths.block(fields, block)?,
            None => {
                let kind = kinds.get(usize::try_from(place).ok()?).copied().unwrap_or(Kind::Full);
                widths.layer(fields, kind, place, single)?
            }
        };
        let layer = if place >= borrowing { borrowed(layer) } else { layer };
        match runs.iter_mut().find(|run| Layers { count: 1, ..**run } == layer) {
            Some(run) => run.count += 1,
            None => runs.push(layer),
        }
    }
    Some(runs)
}

/// A layer that reads the keys and values of an earlier one.
fn borrowed(layer: Layers) -> Layers {
    match layer.attention {
        Attention::Grouped(heads) | Attention::Sliding(heads, _) => {
            Layers { attention: Attention::Shared(heads), ..layer }
        }
        _ => layer,
    }
}

impl Widths<'_> {
    /// A layer of `kind`, as it is where nothing states it block by block. `None` where its widths are not stated.
    fn layer(&self, fields: &Fields<'_>, kind: Kind, place: u32, single: bool) -> Option<Layers> {
        let attention = self.attention(fields, kind)?;
        let feed_forward = match kind {
            Kind::Alone { experts: true } => self.feed_forwards.experts(),
            Kind::Alone { experts: false } => self.feed_forwards.dense(),
            _ if single => FeedForward::None,
            _ => self.feed_forwards.at(place),
        };
        let experts = matches!(feed_forward, FeedForward::Experts(_));
        let gate = u32::from(experts && self.feed_forwards.shared_gate);
        let other =
            self.heads.beside(attention) + if experts { self.feed_forwards.beside_experts } else { 0.0 };
        let norms = if single { 1 } else { self.norms(fields) } + gate;
        Some(Layers { norms, other: float::count(other), ..Layers::new(1, attention, feed_forward) })
    }

    fn norms(&self, fields: &Fields<'_>) -> u32 {
        // Falcon's newer layers norm attention and feed-forward apart, each with a bias.
        let apart = self.name == "falcon" && fields.flag("new_decoder_architecture") == Some(true);
        self.architecture.norms + 2 * u32::from(apart)
    }

    fn attention(&self, fields: &Fields<'_>, kind: Kind) -> Option<Attention> {
        let hidden = f64::from(self.hidden);
        match kind {
            Kind::Full => self.heads.full,
            Kind::Sliding => match (self.heads.sliding, self.heads.window) {
                (Some(heads), Some(window)) => Some(Attention::Sliding(heads, window)),
                _ => self.heads.full,
            },
            Kind::DeltaNet => recurrent::gated_delta_net(fields, hidden),
            Kind::DeltaAttention => recurrent::delta_attention(&fields.within("linear_attn_config")?, hidden),
            Kind::Lightning => {
                let heads = self.heads.sliding?;
                Some(recurrent::lightning(heads.query_heads, heads.head_dim, hidden))
            }
            Kind::Mamba1 => Some(recurrent::mamba_1(fields, hidden)),
            Kind::Mamba2 => recurrent::mamba_2(fields, hidden),
            Kind::Alone { .. } => Some(Attention::None),
        }
    }

    /// A layer as a search for the best architecture left it: with attention or not, its network as wide as it says.
    fn block(&self, fields: &Fields<'_>, block: &Value) -> Option<Layers> {
        let part = |name: &str| block.member(name);
        let says = |part: Option<&Value>, key: &str| {
            part.and_then(|part| part.member(key)) == Some(&Value::Flag(true))
        };
        let number = |part: Option<&Value>, key: &str| part?.member(key)?.number();
        let (attention, network) = (part("attention"), part("ffn"));
        let (plain, square) = (says(attention, "no_op"), says(attention, "replace_with_linear"));
        let group = number(attention, "n_heads_in_group").map(float::count);
        let attends = match group {
            _ if plain || square => Attention::None,
            Some(group) => self.heads.in_groups_of(group)?,
            None => self.heads.full?,
        };
        let inner = number(network, "intermediate_size").map(float::count);
        let times = number(network, "ffn_mult").map(|times| self.wide(times));
        let feed_forward = match inner.or(times) {
            _ if says(network, "no_op") => FeedForward::None,
            Some(inner) => FeedForward::Dense(Dense { inner, matrices: self.architecture.matrices }),
            None => self.feed_forwards.dense(),
        };
        let norms = u32::from(!plain) + u32::from(feed_forward != FeedForward::None);
        if square || says(network, "replace_with_linear") {
            fields.say("Some parts were replaced by a single matrix, which is not counted.");
        }
        let other = float::count(self.heads.beside(attends));
        Some(Layers { norms, other, ..Layers::new(1, attends, feed_forward) })
    }

    /// 2/3 × `times` × hidden, up to the next multiple of 256, as the model's code rounds it.
    fn wide(&self, times: f64) -> u32 {
        let exact = float::floor(2.0 * times * f64::from(self.hidden) / 3.0);
        float::count(float::ceil(exact / 256.0) * 256.0)
    }
}

/// The letters that stand for the layers, one each.
fn pattern<'a>(fields: &Fields<'a>) -> Option<&'a str> {
    fields.text(&["hybrid_override_pattern"])
}

/// What each layer attends with, by whatever the config states it with; none where all are full.
fn kinds(fields: &Fields<'_>, widths: &Widths<'_>) -> Vec<Kind> {
    if let Some(pattern) = pattern(fields) {
        return pattern.bytes().map(letter).collect();
    }
    for list in ["layers_block_type", "layer_types"] {
        if let Some(words) = fields.list(list) {
            return words.iter().map(|word| named(fields, word.text().unwrap_or_default())).collect();
        }
    }
    let number = |value: &Value| value.number().map_or(0, float::count);
    if let Some(list) = fields.list("hybrid_layer_pattern") {
        return list.iter().map(|v| if number(v) == 1 { Kind::Sliding } else { Kind::Full }).collect();
    }
    if let Some(list) = fields.list("attn_type_list") {
        return list.iter().map(|v| if number(v) == 0 { Kind::Lightning } else { Kind::Full }).collect();
    }
    let places: Vec<u32> = (0..widths.number).collect();
    let full_where = |is_full: &dyn Fn(u32) -> bool, other: Kind| {
        places.iter().map(|place| if is_full(*place) { Kind::Full } else { other }).collect()
    };
    if let Some(every) = fields.positive(&["full_attention_interval"]) {
        return full_where(&|place| (place + 1) % every == 0, Kind::DeltaNet);
    }
    if let Some(period) = fields.positive(&["attn_layer_period"]) {
        let offset = fields.count(&["attn_layer_offset"]).unwrap_or(0) % period;
        return full_where(&|place| place % period == offset, Kind::Mamba1);
    }
    let linear = fields.within("linear_attn_config");
    if let Some(list) = linear.as_ref().and_then(|linear| linear.list("full_attn_layers")) {
        // These are counted from 1.
        let full: Vec<u32> = list.iter().map(number).collect();
        return full_where(&|place| full.contains(&(place + 1)), Kind::DeltaAttention);
    }
    windowed(fields, widths)
}

/// Which layers slide, where no list says it.
fn windowed(fields: &Fields<'_>, widths: &Widths<'_>) -> Vec<Kind> {
    let each = |slides: &dyn Fn(u32) -> bool| {
        (0..widths.number).map(|place| if slides(place) { Kind::Sliding } else { Kind::Full }).collect()
    };
    if widths.heads.window.is_none() || fields.flag("use_sliding_window") == Some(false) {
        return Vec::new();
    }
    if fields.has("attention_chunk_size") {
        // Layers without rotary positions attend to everything; a 1 stands for those that have them.
        let rotary = fields.list("no_rope_layers").filter(|list| !list.is_empty());
        return match rotary {
            Some(list) => {
                let is_one = |value: &Value| value.number().is_some_and(|number| number > 0.0);
                list.iter().map(|v| if is_one(v) { Kind::Sliding } else { Kind::Full }).collect()
            }
            None => each(&|place| (place + 1) % 4 != 0),
        };
    }
    if let Some(every) = widths.architecture.full_every {
        return each(&|place| (place + 1) % every != 0);
    }
    if fields.flag("use_sliding_window") == Some(true) {
        let from = fields.count(&["max_window_layers"]).unwrap_or(0);
        return each(&|place| place >= from);
    }
    if widths.architecture.all_slide {
        return each(&|_| true);
    }
    fields.say("A sliding window is stated and nothing says which layers slide: none were taken to.");
    Vec::new()
}

/// Nemotron's letters.
const fn letter(letter: u8) -> Kind {
    match letter {
        b'M' => Kind::Mamba2,
        b'E' => Kind::Alone { experts: true },
        b'-' => Kind::Alone { experts: false },
        _ => Kind::Full,
    }
}

/// A layer by its word.
fn named(fields: &Fields<'_>, word: &str) -> Kind {
    match word {
        "full_attention" | "attention" | "global" | "global_attention" => Kind::Full,
        "sliding_attention" | "chunked_attention" | "sliding" | "local" | "local_attention" => Kind::Sliding,
        "linear_attention" if fields.has("linear_num_value_heads") => Kind::DeltaNet,
        "linear_attention" if fields.has("linear_attn_config") => Kind::DeltaAttention,
        "mamba" | "mamba2" if fields.has("mamba_num_heads") || fields.has("mamba_n_heads") => Kind::Mamba2,
        "mamba" => Kind::Mamba1,
        "moe" => Kind::Alone { experts: true },
        "mlp" => Kind::Alone { experts: false },
        other => {
            fields.say(format!(
                "“{}” is no kind of layer that is known here; it was read as full attention.",
                quantity::clip(other)
            ));
            Kind::Full
        }
    }
}
