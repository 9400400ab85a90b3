//! A model's config: its parameters by part, what its KV cache takes, and what a plan can take of it.

mod link;

use super::{EvidenceShown, EvidenceTile};
use crate::passage::{row, table};
use chart::{Cell, Table};
use evidence::ModelReading;
use link::label;
pub(crate) use link::{catalogued, named, pairs_of, take};
use quantity::Unit;
use sizing::{Attention, KvLayout, Model, Precision, Recurrent, WeightSize, Window};

/// For what a model is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelTerms {
    /// Tokens of the sequence whose cache is shown.
    pub context: f64,
    /// GPUs over which the model is spread.
    pub tp: u32,
}

impl Default for ModelTerms {
    /// 8,192 tokens on one GPU.
    fn default() -> Self {
        Self { context: 8192.0, tp: 1 }
    }
}

/// What a config says, for a sequence and a number of GPUs.
#[must_use]
pub fn model(reading: &ModelReading, terms: ModelTerms) -> EvidenceShown {
    let mut notes: Vec<String> = reading.notes.iter().map(|note| note.text.clone()).collect();
    let kind = "config of a model".into();
    let Some(found) = reading.model() else {
        return EvidenceShown { kind, headline: without_shape(reading), notes, ..EvidenceShown::default() };
    };
    let view = View { reading, model: &found, terms, weights: weights(reading), kv: cache(reading) };
    notes.extend(view.notes());
    let (takes, more) = take(reading, &found);
    notes.extend(more);
    EvidenceShown {
        kind,
        headline: view.headline(),
        tiles: view.tiles(),
        notes,
        tables: view.tables(),
        takes,
        ..EvidenceShown::default()
    }
}

/// The precision of the weights; 16 bits where the config says nothing.
pub(crate) fn weights(reading: &ModelReading) -> Precision {
    reading.quantisation.weights.unwrap_or(Precision::Bf16)
}

/// The precision of the KV cache; 16 bits where the checkpoint carries no scales for it.
pub(crate) fn cache(reading: &ModelReading) -> Precision {
    reading.quantisation.kv.unwrap_or(Precision::Bf16)
}

/// Bytes of the weights as the checkpoint stores them.
pub(crate) fn weight_bytes(model: &Model, precision: Precision) -> f64 {
    model.weight_bytes(precision, WeightSize::Checkpoint).get()
}

fn without_shape(reading: &ModelReading) -> String {
    let stored = reading.quantisation.weights.map(Precision::label);
    let cache = reading.quantisation.kv.map(Precision::label);
    match (stored, cache) {
        (Some(weights), Some(cache)) => {
            format!("Weights in {weights}, KV cache in {cache}; the shape stands elsewhere.")
        }
        (Some(weights), None) => format!("Weights in {weights}; the shape could not be read."),
        _ => "The shape could not be read.".into(),
    }
}

struct View<'a> {
    reading: &'a ModelReading,
    model: &'a Model,
    terms: ModelTerms,
    weights: Precision,
    kv: Precision,
}

fn bytes(value: f64) -> String {
    Unit::Bytes.show(value)
}

impl View<'_> {
    fn per_token(&self, tp: u32) -> f64 {
        self.model.kv_per_token_per_gpu(self.kv, tp).get()
    }

    fn per_sequence(&self, tp: u32, layout: KvLayout) -> f64 {
        self.model.kv_per_sequence_per_gpu(self.kv, tp, self.terms.context, layout).get()
    }

    /// Without the digits behind which a whole number of bytes stands.
    fn each_token(&self, tp: u32) -> String {
        Unit::Bytes.exact(self.per_token(tp))
    }

    fn headline(&self) -> String {
        let parameters = Unit::Parameters.show(self.model.parameters);
        let known = catalogued(self.model, self.reading.name.as_deref());
        let what = known.map_or_else(
            || self.reading.model_type.clone().map_or_else(|| "A model".into(), |name| quantity::clip(&name)),
            |entry| label(entry, self.model, self.reading),
        );
        if !self.reading.is_whole {
            return format!(
                "{what}: at least {parameters} parameters; a part of the shape could not be read."
            );
        }
        format!("{what}: {parameters} parameters, and {} of KV cache for each token.", self.each_token(1))
    }

    fn tiles(&self) -> Vec<EvidenceTile> {
        let tile = |label: &str, text: String, note: String| EvidenceTile { label: label.into(), text, note };
        let active = match self.model.active < self.model.parameters {
            true => format!("{} of them active", Unit::Parameters.show(self.model.active)),
            false => "all of them active".into(),
        };
        let how = if self.reading.quantisation.experts_only { "experts in " } else { "in " };
        let mut stored = [how, self.weights.label()].concat();
        if self.terms.tp > 1 {
            let each = bytes(weight_bytes(self.model, self.weights) / f64::from(self.terms.tp));
            stored.extend(["; ", &each, " on each of ", &gpus(self.terms.tp)]);
        }
        let context = Unit::Tokens.show(self.terms.context);
        let mut tiles = vec![
            tile("Parameters", Unit::Parameters.show(self.model.parameters), active),
            tile("Weights", bytes(weight_bytes(self.model, self.weights)), stored),
        ];
        tiles.extend(
            self.has_cache()
                .then(|| {
                    [
                        tile(
                            "KV cache, a token",
                            self.each_token(1),
                            format!("in {}, one copy", self.kv.label()),
                        ),
                        tile(
                            "KV cache, a sequence",
                            bytes(self.per_sequence(self.terms.tp, KvLayout::Ideal)),
                            format!("of {context}, on each of {}", gpus(self.terms.tp)),
                        ),
                    ]
                })
                .into_iter()
                .flatten(),
        );
        tiles
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let tp = self.terms.tp.max(1);
        let copies = self.per_token(tp) * f64::from(tp) / self.per_token(1).max(f64::MIN_POSITIVE);
        if copies > 1.001 && self.per_token(1) > 0.0 {
            let times = times(copies);
            notes.push(format!(
                "A head or a latent vector cannot be divided: {} keep {times} copies of the cache together.",
                gpus(tp)
            ));
        }
        if !self.model.splits_over(tp) {
            notes.push(format!("The query heads cannot be dealt evenly to {}.", gpus(tp)));
        }
        if self.reading.context.is_some_and(|context| self.terms.context > f64::from(context)) {
            let made = self.reading.context.map_or(0.0, f64::from);
            notes.push(format!("The model was made for {} at most.", Unit::Tokens.show(made)));
        }
        notes
    }

    /// Whether anything is known of what layers keep.
    fn has_cache(&self) -> bool {
        self.reading.is_whole || self.per_sequence(1, KvLayout::Ideal) > 0.0
    }

    fn tables(&self) -> Vec<Table> {
        if self.has_cache() { vec![self.parts(), self.layers(), self.sequence()] } else { vec![self.parts()] }
    }

    /// Parameters and bytes, part by part.
    fn parts(&self) -> Table {
        let count = self.reading.count();
        let line = |name: &str, all: f64, active: f64| {
            row(vec![name.into(), Unit::Parameters.show(all), Unit::Parameters.show(active)])
        };
        let rows = [
            ("Embedding and output head", count.vocabulary, count.vocabulary),
            ("Attention and dense networks", count.matrices, count.matrices),
            ("Routed experts", count.routed, count.routed_active),
            ("Norms, biases and routers", count.small, count.small),
        ];
        let present = rows.into_iter().filter(|(_, all, _)| *all > 0.0);
        let rows: Vec<Vec<Cell>> = present
            .map(|(name, all, active)| line(name, all, active))
            .chain([line("All", count.total(), count.active())])
            .collect();
        table("Parameters, part by part.", &["Part", "Parameters", "Active"], rows)
    }

    /// What each kind of layer keeps.
    fn layers(&self) -> Table {
        let kinds = self.model.attentions();
        let line = |(count, attention): (u32, Attention)| {
            let number = f64::from(count);
            let token = |tp: u32| number * attention.kept(tp).per_token * self.kv.bytes();
            let state = number * attention.kept(self.terms.tp).state_bytes;
            let text = |value: f64| if value > 0.0 { Unit::Bytes.exact(value) } else { "—".into() };
            row(vec![
                kind(attention),
                Unit::Count.show(number),
                text(token(1)),
                text(token(self.terms.tp)),
                if state > 0.0 { bytes(state) } else { "—".into() },
            ])
        };
        let rows = kinds.into_iter().map(line).collect();
        let head = ["Layers", "How many", "A token", "A token on each GPU", "A sequence, fixed, on each GPU"];
        table("What layers keep of a token, by kind.", &head, rows)
    }

    /// What one sequence takes, as its layers need it and as an engine with pages of one size reserves it.
    fn sequence(&self) -> Table {
        let line = |name: &str, layout: KvLayout| {
            row(vec![
                name.into(),
                bytes(self.per_sequence(1, layout)),
                bytes(self.per_sequence(self.terms.tp, layout)),
            ])
        };
        let caption = format!("The KV cache of a sequence of {}.", Unit::Tokens.show(self.terms.context));
        let rows = vec![
            line("What its layers need", KvLayout::Ideal),
            line("Pages of one size for all", KvLayout::Reserved),
        ];
        table(&caption, &["Layout", "One copy", "On each GPU"], rows)
    }
}

/// A number of times, to a hundredth.
pub(crate) fn times(number: f64) -> String {
    Unit::Number.exact(quantity::float::round(number * 100.0) / 100.0)
}

fn gpus(number: u32) -> String {
    if number == 1 { "1 GPU".into() } else { format!("{} GPUs", Unit::Count.show(f64::from(number))) }
}

/// A kind of attention in words.
fn kind(attention: Attention) -> String {
    let count = |number: u32| Unit::Count.show(f64::from(number));
    let heads = |g: sizing::Grouped| format!("{} KV heads of {}", count(g.kv_heads), count(g.head_dim));
    match attention {
        Attention::Grouped(g) => format!("Full: {}", heads(g)),
        Attention::Sliding(g, Window(window)) => {
            format!("Sliding over {}: {}", Unit::Tokens.show(f64::from(window)), heads(g))
        }
        Attention::Latent(l) => format!("Latent: {} + {} elements", count(l.kv_rank), count(l.rope_dim)),
        Attention::Recurrent(Recurrent { .. }) => "Recurrent: a fixed state".into(),
        Attention::Shared(g) => format!("Borrowing: {} of an earlier layer", heads(g)),
        Attention::None => "Without attention".into(),
    }
}

#[cfg(test)]
mod tests;
