//! A model of a config in the keys of a plan's link.

use super::{cache, weight_bytes, weights};
use crate::evidence::Take;
use catalog::{MODELS, ModelEntry};
use evidence::ModelReading;
use plan::{OWN_MODEL, PlanInput};
use quantity::{Key, Unit, float};
use sizing::{Attention, Model, Precision, Window};

/// The model that a plan's own figures replace: dense, without windows and without a state.
const BASE: &str = "llama-70b-class";

/// What a plan can take of `reading`, and what its link cannot state of it.
pub(crate) fn take(reading: &ModelReading, model: &Model) -> (Vec<Take>, Vec<String>) {
    if !reading.is_whole {
        return (Vec::new(), vec!["Without the whole shape there is nothing that a plan can take.".into()]);
    }
    let (weights, kv) = (weights(reading), cache(reading));
    let known = catalogued(model, reading.name.as_deref());
    let mut pairs = known.map_or_else(|| own(model), |entry| pairs_of(entry.name));
    pairs.push(pair(Key::Weights, weights.name()));
    pairs.push(pair(Key::Kv, kv.name()));
    if known.is_some() && weights != Precision::Bf16 {
        pairs.push(pair(Key::WeightSize, "checkpoint"));
    }
    let what = known.map_or_else(|| "the model of this file".into(), |entry| label(entry, model, reading));
    let sentence = format!(
        "The plan serves {what}, its weights in {} and its KV cache in {}.",
        weights.label(),
        kv.label()
    );
    let mut notes = lost(model, weights, &pairs);
    let kinds = Kinds::of(model);
    if known.is_none() && (kinds.windowed() - kinds.sliding).abs() > 0.5 {
        let count = |number: f64| Unit::Count.show(number);
        notes.push(format!(
            "A link states one kind of heads: the {} layers with a window, whose heads are others, are written as {} with the heads of full layers, which keep as much of a token.",
            count(kinds.sliding),
            count(kinds.windowed())
        ));
    }
    (vec![Take { what: "this model".into(), sentence, pairs }], notes)
}

fn pair(key: Key, text: &str) -> (String, String) {
    (key.row().name.into(), text.into())
}

/// The pairs of a model of the catalogue. An empty text takes back what a plan said of its own model.
pub(crate) fn pairs_of(name: &str) -> Vec<(String, String)> {
    let cleared = OWN_MODEL.iter().map(|key| pair(*key, ""));
    core::iter::once(pair(Key::Model, name)).chain(cleared).collect()
}

/// The model of the catalogue that is the same to the equations; of several of one shape the one whose name fits.
pub(crate) fn catalogued(model: &Model, name: Option<&str>) -> Option<&'static ModelEntry> {
    let same = |entry: &&ModelEntry| !entry.is_class && is_same(&entry.model(), model);
    let fitting = name.and_then(named).filter(|entry| same(entry));
    fitting.or_else(|| MODELS.iter().find(same))
}

/// What a person calls the model that is `entry` to the equations: models of several names may have one shape.
pub(crate) fn label(entry: &ModelEntry, model: &Model, reading: &ModelReading) -> String {
    let is_named = reading.name.as_deref().and_then(named).is_some_and(|named| named.name == entry.name);
    let alike = MODELS.iter().filter(|other| !other.is_class && is_same(&other.model(), model)).count();
    if is_named || alike < 2 {
        entry.label.into()
    } else {
        format!("{} or a model of the same shape", entry.label)
    }
}

fn is_same(a: &Model, b: &Model) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 0.5;
    let (kinds, others) = (a.attentions(), b.attentions());
    near(a.parameters, b.parameters)
        && near(a.active, b.active)
        && kinds.len() == others.len()
        && kinds.iter().all(|kind| others.contains(kind))
}

/// Words that follow a model's name on the hub and do not change its shape.
const SUFFIXES: [&str; 19] = [
    "instruct",
    "it",
    "hf",
    "chat",
    "base",
    "thinking",
    "fp8",
    "fp4",
    "nvfp4",
    "mxfp4",
    "bf16",
    "awq",
    "gptq",
    "int4",
    "int8",
    "w8a8",
    "dynamic",
    "quantized",
    "w4a16",
];

/// The model of the catalogue that `name` of the hub, such as "meta-llama/Llama-3.1-8B-Instruct", is.
pub(crate) fn named(name: &str) -> Option<&'static ModelEntry> {
    let last = name.trim_end_matches('/').rsplit('/').next()?.to_ascii_lowercase();
    let last = last.strip_prefix("meta-").unwrap_or(&last);
    let plain = |word: &str| {
        let version = word.strip_prefix('v').unwrap_or(word);
        SUFFIXES.contains(&word)
            || (!word.is_empty() && version.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
    };
    let fits = |entry: &&ModelEntry| {
        let rest = last.strip_prefix(entry.name);
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.strip_prefix('-').is_some_and(|rest| rest.split('-').all(plain))
        })
    };
    MODELS.iter().filter(|entry| !entry.is_class).filter(fits).max_by_key(|entry| entry.name.len())
}

/// The pairs of a model that the catalogue does not have.
pub(super) fn own(model: &Model) -> Vec<(String, String)> {
    let mut said: Vec<(Key, f64)> = vec![(Key::Params, model.parameters)];
    if model.active < model.parameters {
        said.push((Key::Active, model.active));
    }
    if let Some(routed) = model.routed {
        said.extend([(Key::Experts, routed.count), (Key::TopK, routed.top_k)]);
    }
    said.extend(layers(model));
    let text = |key: Key| {
        let value = said.iter().find(|(said, _)| *said == key).map(|(_, value)| *value);
        pair(key, &value.map_or_else(String::new, |value| key.row().unit.link(value)))
    };
    core::iter::once(pair(Key::Model, BASE)).chain(OWN_MODEL.iter().map(|key| text(*key))).collect()
}

/// What a link says of layers: how many keep tokens, with which heads, how many of them only those of a window, and a
/// state for all the others.
fn layers(model: &Model) -> Vec<(Key, f64)> {
    let kinds = Kinds::of(model);
    let mut said = kinds.heads();
    said.push((Key::Layers, kinds.full + kinds.windowed()));
    if let Some(window) = kinds.window {
        said.extend([(Key::Window, window), (Key::Windowed, kinds.windowed())]);
    }
    if kinds.state > 0.0 {
        said.push((Key::State, kinds.state));
    }
    said
}

/// The kinds of layers that a link knows.
#[derive(Default)]
struct Kinds {
    /// Layers that keep every token, and what they attend with; where there are none, what those with a window do.
    full: f64,
    attention: Option<Attention>,
    /// Layers with a window, its length, and the elements that they keep of a token, all together.
    sliding: f64,
    window: Option<f64>,
    sliding_elements: f64,
    /// Bytes of all recurrent layers.
    state: f64,
}

impl Kinds {
    fn of(model: &Model) -> Self {
        let mut kinds = Self::default();
        for run in &model.layers {
            let count = f64::from(run.count);
            match run.attention {
                Attention::Sliding(_, Window(tokens)) => {
                    kinds.sliding += count;
                    kinds.window = Some(f64::from(tokens));
                    kinds.sliding_elements += count * run.attention.kept(1).per_token;
                    kinds.attention = kinds.attention.or(Some(run.attention));
                }
                Attention::Grouped(_) | Attention::Latent(_) => {
                    kinds.full += count;
                    let first =
                        !matches!(kinds.attention, Some(Attention::Grouped(_) | Attention::Latent(_)));
                    kinds.attention = if first { Some(run.attention) } else { kinds.attention };
                }
                Attention::Recurrent(recurrent) => kinds.state += count * recurrent.state_bytes,
                Attention::Shared(_) | Attention::None => {}
            }
        }
        kinds
    }

    /// Layers with a window, counted as so many with the heads that the link states as keep the same of a token.
    fn windowed(&self) -> f64 {
        let each = self.attention.map_or(0.0, |attention| attention.kept(1).per_token);
        let equal = if each > 0.0 { self.sliding_elements / each } else { self.sliding };
        if (float::round(equal) - equal).abs() < 1e-9 { equal } else { self.sliding }
    }

    fn heads(&self) -> Vec<(Key, f64)> {
        let count = f64::from;
        match self.attention {
            Some(Attention::Grouped(g) | Attention::Sliding(g, _)) => vec![
                (Key::Heads, count(g.query_heads)),
                (Key::KvHeads, count(g.kv_heads)),
                (Key::HeadDim, count(g.head_dim)),
            ],
            Some(Attention::Latent(l)) => vec![
                (Key::Heads, count(l.query_heads)),
                (Key::HeadDim, count(l.value_dim)),
                (Key::KvRank, count(l.kv_rank)),
                (Key::KvRope, count(l.rope_dim)),
            ],
            _ => Vec::new(),
        }
    }
}

/// What the link of `pairs` does not state of `model`: where the plan that it makes has other figures.
pub(super) fn lost(model: &Model, weights: Precision, pairs: &[(String, String)]) -> Vec<String> {
    let mut input = PlanInput::default();
    input.take(pairs);
    let checked = input.check();
    let plan = &checked.plan.model;
    let mut notes: Vec<String> = checked.issues.iter().map(|issue| issue.message.clone()).collect();
    let kv = |model: &Model| model.kv_per_token_per_gpu(Precision::Bf16, 1).get();
    let exact = |value: f64| Unit::Bytes.exact(value);
    if (kv(plan) - kv(model)).abs() > 0.5 {
        notes.push(format!(
            "A link cannot state all kinds of layers of this model: its plan has {} of KV cache for each token in 16 bits, the model {}.",
            exact(kv(plan)),
            exact(kv(model))
        ));
    }
    let stored = weight_bytes(model, weights);
    let counted = checked.plan.model.weight_bytes(weights, checked.plan.counting.weight_size).get();
    if (counted / stored - 1.0).abs() > 0.05 {
        notes.push(format!(
            "A link counts all weights of a model of one’s own in one precision: {}, where the checkpoint has {}.",
            Unit::Bytes.show(counted),
            Unit::Bytes.show(stored)
        ));
    }
    notes
}
