//! The shape of a model, put together from what its config states, and what could not be.

use super::ModelReading;
use super::architecture::Architecture;
use super::attention::Heads;
use super::feed_forward::FeedForwards;
use super::fields::Fields;
use super::layers::{self, Widths};
use super::quantisation::Quantisation;
use super::value::Value;
use sizing::{Attention, FeedForward, Layers};

/// Reads the shape, in the order in which its parts need each other.
pub(crate) fn read(fields: &Fields<'_>) -> ModelReading {
    let model_type = fields.text(&["model_type"]);
    let name = model_type.unwrap_or_default();
    let quantisation = Quantisation::of(fields);
    let mut reading = ModelReading {
        name: fields
            .text(&["_name_or_path", "name_or_path"])
            .filter(|name| name.contains('/'))
            .map(str::to_owned),
        model_type: model_type.map(str::to_owned),
        context: fields.positive(&["max_position_embeddings", "n_positions", "max_seq_len", "seq_length"]),
        quantisation,
        ..ModelReading::default()
    };
    let Some(hidden) = fields.positive(&["hidden_size", "n_embd", "d_model", "n_embed", "dim"]) else {
        let only = reading.quantisation.weights.is_some();
        fields.say(if only {
            "This file says how the weights are stored and not what the model is: its config.json says that."
        } else {
            "The width of the model, hidden_size, is not stated, so there is no shape."
        });
        return reading;
    };
    let architecture = Architecture::named(name).said(fields);
    reading.hidden = hidden;
    reading.tied = architecture.tied;
    reading.vocabulary = vocabulary(fields, name);
    reading.is_whole = true;
    fill(fields, &mut reading, architecture, name);
    reading
}

fn vocabulary(fields: &Fields<'_>, name: &str) -> u32 {
    // Gemma 3's smallest configs leave it to the code.
    let left_out = name.starts_with("gemma3").then_some(262_208);
    fields.positive(&["vocab_size", "padded_vocab_size"]).or(left_out).unwrap_or(0)
}

/// Puts the layers into `reading`, and says what is not counted.
fn fill(fields: &Fields<'_>, reading: &mut ModelReading, architecture: Architecture, name: &str) {
    let heads = Heads::of(fields, architecture, name, reading.hidden);
    let feed_forwards = FeedForwards::of(fields, architecture, name, reading.hidden);
    let Some(number) = layers::number(fields) else {
        fields.say("The number of layers, num_hidden_layers, is not stated, so there is no shape.");
        reading.is_whole = false;
        return;
    };
    if fields.has("compress_ratios") {
        compressed(fields, reading, &feed_forwards, number);
        return;
    }
    let widths = Widths {
        name,
        hidden: reading.hidden,
        number,
        architecture,
        heads: &heads,
        feed_forwards: &feed_forwards,
    };
    match layers::runs(fields, &widths) {
        Some(runs) => reading.layers = runs,
        None => {
            fields.say("What the layers attend with is not stated, such as num_attention_heads, so there is no shape.");
            reading.is_whole = false;
        }
    }
    reading.other = outside(fields, name, reading.hidden);
    reading.padded = (name == "gpt_oss").then_some(reading.hidden);
    unknown(fields, reading, architecture, &feed_forwards);
    uncounted(fields, &reading.layers);
}

/// Parameters outside the layers: learnt positions, and norms' biases.
fn outside(fields: &Fields<'_>, name: &str, hidden: u32) -> u32 {
    let positions = fields.positive(&["n_positions", "n_ctx", "max_position_embeddings"]).unwrap_or(0);
    let vectors = match name {
        "gpt2" | "gpt_bigcode" => positions + 1,
        // Two positions more than it has tokens.
        "opt" => positions + 3,
        "falcon" | "RefinedWebModel" | "gpt_neox" => 1,
        // A norm after the embedding, and the last norm's bias.
        "bloom" => 3,
        _ => 0,
    };
    vectors.saturating_mul(hidden)
}

/// A model whose layers keep compressed tokens: no shape states it. Its experts, most of the model, are counted.
fn compressed(fields: &Fields<'_>, reading: &mut ModelReading, feed_forwards: &FeedForwards, number: u32) {
    let experts = Layers { norms: 2, ..Layers::new(number, Attention::None, feed_forwards.experts()) };
    let elements = f64::from(fields.positive(&["head_dim"]).unwrap_or(0));
    let ratios = fields.list("compress_ratios").unwrap_or_default();
    let kept =
        |ratio: &Value| ratio.number().filter(|ratio| *ratio >= 1.0).map_or(0.0, |ratio| elements / ratio);
    let each = 2.0 * ratios.iter().map(kept).sum::<f64>();
    let each = quantity::Unit::Bytes.exact(quantity::float::round(each));
    fields.say(format!(
        "Its layers keep tokens compressed, each by a ratio of its own, which no shape here states: KV cache and attention are left out. A first estimate is {each} per token in 16 bits, beside a window."
    ));
    reading.is_whole = false;
    if experts.feed_forward != FeedForward::None {
        reading.layers = vec![experts];
    }
}

/// Says what is not known or not stated.
fn unknown(
    fields: &Fields<'_>,
    reading: &mut ModelReading,
    architecture: Architecture,
    networks: &FeedForwards,
) {
    if !architecture.known {
        let named = fields.text(&["model_type"]);
        let what = named.map_or_else(
            || "No architecture is named".into(),
            |name| format!("“{}” is no architecture that is known here", quantity::clip(name)),
        );
        fields
            .say(format!("{what}: it was read as a decoder of the usual kind, and small parts may differ."));
    }
    if reading.vocabulary == 0 {
        fields.say("The size of the vocabulary is not stated, so that its embedding is not counted.");
        reading.is_whole = false;
    }
    let blocks = fields.has("block_configs");
    if networks.is_empty() && !blocks {
        fields.say(
            "The width of the feed-forward networks, intermediate_size, is not stated: they are not counted.",
        );
        reading.is_whole = false;
    }
}

/// Says what the figures do not contain.
fn uncounted(fields: &Fields<'_>, layers: &[Layers]) {
    if fields.has("vision_config") || fields.has("audio_config") {
        fields.say("The parts that see or hear are not counted.");
    }
    let further = ["num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers"];
    if further.iter().any(|name| fields.any(&[name]).and_then(Value::number).is_some_and(|n| n > 0.0)) {
        fields.say("Modules that predict further tokens are not counted.");
    }
    if let Some(dim) = fields.positive(&["index_head_dim"]) {
        let number: u32 = layers.iter().map(|run| run.count).sum();
        let bytes = quantity::Unit::Bytes.exact(f64::from(dim) * f64::from(number));
        fields.say(format!(
            "The keys of the index that sparse attention chooses tokens by are not counted: {bytes} per token in 8 bits."
        ));
    }
    if fields.flag("attention_k_eq_v") == Some(true) {
        fields.say("In its full layers keys are values too. They are counted twice, as engines may keep them; one that keeps them once needs half there.");
    }
}
