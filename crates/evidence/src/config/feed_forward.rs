//! What each layer of a config computes after its attention.

use super::architecture::Architecture;
use super::fields::Fields;
use super::value::Value;
use sizing::{Dense, Experts, FeedForward};

/// The feed-forward parts of a config.
#[derive(Debug)]
pub(crate) struct FeedForwards {
    dense: Option<Dense>,
    experts: Option<Experts>,
    /// Small parameters that a layer of experts has besides.
    pub(crate) beside_experts: f64,
    /// Whether experts that all tokens share have a gate as wide as the model.
    pub(crate) shared_gate: bool,
    choice: Choice,
}

/// Which layers have experts.
#[derive(Debug)]
struct Choice {
    first_dense: u32,
    /// Of `.0` layers that follow each other the one at `.1`.
    every: (u32, u32),
    listed: Option<Vec<bool>>,
    dense_ones: Vec<u32>,
    /// Experts stand beside the dense network of the layer and not in its place.
    both: bool,
}

impl FeedForwards {
    pub(crate) fn of(fields: &Fields<'_>, architecture: Architecture, name: &str, hidden: u32) -> Self {
        let dense = dense(fields, architecture, name, hidden);
        let experts = experts(fields, architecture, name, dense);
        let llama4 = name.starts_with("llama4");
        // Llama 4's experts have the plain width, and its dense layers one of their own.
        let wide = llama4.then(|| fields.positive(&["intermediate_size_mlp"])).flatten();
        let count = experts.map_or(0.0, |experts| f64::from(experts.count));
        let biases = if name == "gpt_oss" {
            // The router's bias, and those of each expert's three matrices.
            count * (1.0 + experts.map_or(0.0, |e| 2.0 * f64::from(e.inner)) + f64::from(hidden))
        } else {
            count * f64::from(u32::from(architecture.router_bias))
        };
        Self {
            dense: wide.map(|inner| Dense { inner, matrices: architecture.matrices }).or(dense),
            experts,
            beside_experts: biases,
            shared_gate: fields.has("shared_expert_intermediate_size"),
            choice: Choice::of(fields, name),
        }
    }

    /// That of the layer at `place`, counted from 0.
    pub(crate) fn at(&self, place: u32) -> FeedForward {
        match self.experts {
            Some(_) if self.choice.has_experts(place) => self.experts(),
            _ => self.dense(),
        }
    }

    pub(crate) fn dense(&self) -> FeedForward {
        self.dense.map_or(FeedForward::None, FeedForward::Dense)
    }

    pub(crate) fn experts(&self) -> FeedForward {
        match (self.experts, self.dense) {
            // The dense network is one that all tokens share.
            (Some(experts), Some(dense)) if self.choice.both => {
                let shared_inner = experts.shared_inner.saturating_add(dense.inner);
                FeedForward::Experts(Experts { shared_inner, ..experts })
            }
            (Some(experts), _) => FeedForward::Experts(experts),
            (None, _) => FeedForward::None,
        }
    }

    /// Whether nothing at all is stated.
    pub(crate) const fn is_empty(&self) -> bool {
        self.dense.is_none() && self.experts.is_none()
    }
}

fn dense(fields: &Fields<'_>, architecture: Architecture, name: &str, hidden: u32) -> Option<Dense> {
    let stated =
        fields.positive(&["intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "hidden_dim"]);
    // Families whose configs leave it out: four times the width of the model, or as often as they say.
    let times = match name {
        "gpt2" | "bloom" | "falcon" | "RefinedWebModel" | "gpt_bigcode" => Some(4),
        "mpt" => Some(fields.positive(&["expansion_ratio"]).unwrap_or(4)),
        _ => None,
    };
    let inner = stated.or_else(|| times.map(|times| hidden.saturating_mul(times)))?;
    Some(Dense { inner, matrices: architecture.matrices })
}

const COUNTS: [&str; 4] = ["num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts"];
const TOP_KS: [&str; 5] =
    ["num_experts_per_tok", "experts_per_token", "top_k_experts", "moe_top_k", "num_experts_per_token"];

fn experts(
    fields: &Fields<'_>,
    architecture: Architecture,
    name: &str,
    dense: Option<Dense>,
) -> Option<Experts> {
    let count = fields.positive(&COUNTS)?;
    if name.starts_with("gemma") && fields.flag("enable_moe_block") == Some(false) {
        return None;
    }
    let stated = fields.positive(&TOP_KS);
    if stated.is_none() {
        fields.say("How many experts a token passes through is not stated: one was taken.");
    } else if stated > Some(count) {
        fields.say("A token would pass through more experts than there are: all of them were taken.");
    }
    let own = fields.positive(&["moe_intermediate_size", "moe_ffn_hidden_size", "expert_ffn_hidden_size"]);
    let inner = own.or(dense.map(|dense| dense.inner))?;
    Some(Experts {
        count,
        top_k: stated.unwrap_or(1).min(count),
        inner,
        matrices: architecture.matrices,
        shared_inner: shared(fields, name, inner),
        latent: fields.positive(&["moe_latent_size", "routed_expert_hidden_size"]),
    })
}

/// The inner width of what all tokens share beside the experts.
fn shared(fields: &Fields<'_>, name: &str, inner: u32) -> u32 {
    let names = [
        "shared_expert_intermediate_size",
        "moe_shared_expert_intermediate_size",
        "shared_intermediate_size",
        "share_expert_dim",
    ];
    let number = fields.count(&["n_shared_experts", "num_shared_experts"]);
    fields.count(&names).unwrap_or_else(|| {
        let usual = u32::from(name.starts_with("llama4"));
        number.unwrap_or(usual).saturating_mul(inner)
    })
}

impl Choice {
    fn of(fields: &Fields<'_>, name: &str) -> Self {
        let frequency = fields.any(&["moe_layer_freq"]);
        let is_one = |value: &Value| value.number().is_some_and(|number| number > 0.0);
        let places = |value: &Value| value.number().filter(|n| *n >= 0.0).map(quantity::float::count);
        let step = fields.positive(&["decoder_sparse_step", "interleave_moe_layer_step"]).unwrap_or(1);
        let period = fields.positive(&["expert_layer_period"]);
        let offset = fields.count(&["expert_layer_offset"]).unwrap_or(0);
        let each =
            frequency.filter(|f| f.number().is_some()).and_then(|_| fields.positive(&["moe_layer_freq"]));
        Self {
            first_dense: fields.count(&["first_k_dense_replace"]).unwrap_or(0),
            every: match (period, each) {
                (Some(period), _) => (period, offset % period),
                (_, Some(each)) => (each, 0),
                _ => (step, step - 1),
            },
            listed: frequency.and_then(Value::list).map(|list| list.iter().map(is_one).collect()),
            dense_ones: fields
                .list("mlp_only_layers")
                .map_or_else(Vec::new, |list| list.iter().filter_map(places).collect()),
            both: name.starts_with("gemma4"),
        }
    }

    fn has_experts(&self, place: u32) -> bool {
        if let Some(listed) = &self.listed {
            return usize::try_from(place).is_ok_and(|place| listed.get(place).copied().unwrap_or(false));
        }
        let (every, at) = self.every;
        place >= self.first_dense && place % every == at && !self.dense_ones.contains(&place)
    }
}
