//! How a checkpoint's weights are stored, as its config states it.

use super::fields::Fields;
use super::value::Value;
use sizing::{Checkpoint, MXFP4, NVFP4, Precision, Quantised};

/// What a config says of the precision of weights and KV cache.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quantisation {
    /// The precision of the weights; where only experts are quantised, that of the experts.
    pub weights: Option<Precision>,
    /// The precision of the KV cache, where the checkpoint carries scales for it.
    pub kv: Option<Precision>,
    /// How it is called, such as "fp8" or "NVFP4".
    pub method: Option<String>,
    /// Whether the routed experts alone are quantised.
    pub experts_only: bool,
    /// The scheme of 4-bit floats, where it is the open one with groups of 32.
    pub open_fp4: bool,
}

impl Quantisation {
    /// That of a config: its own part, or what the type of its numbers implies.
    pub(crate) fn of(fields: &Fields<'_>) -> Self {
        let stated = fields.within("quantization_config").or_else(|| fields.within("quantization"));
        let plain = fields.text(&["torch_dtype", "dtype"]).and_then(number_type);
        let stored = stated.map_or_else(Self::default, |part| Self::stated(&part));
        let expert = fields.text(&["expert_dtype"]).and_then(number_type);
        if let Some(expert) = expert.filter(|expert| Some(*expert) != stored.weights) {
            fields.say(format!("The experts are stored in {}, other matrices not.", expert.label()));
            return Self { weights: Some(expert), experts_only: true, ..stored };
        }
        if fields.text(&["torch_dtype", "dtype"]) == Some("float32") && stored.weights.is_none() {
            fields
                .say("The checkpoint is in 32 bits. Engines serve such models in 16, and so it was counted.");
        }
        Self { weights: stored.weights.or(plain), ..stored }
    }

    fn stated(part: &Fields<'_>) -> Self {
        let method = part.text(&["quant_algo", "quant_method"]);
        let named = method.and_then(method_precision);
        let bits = || part.count(&["bits", "num_bits", "w_bit"]).and_then(|bits| whole_bits(bits, true));
        let loaded = || match (part.flag("load_in_4bit"), part.flag("load_in_8bit")) {
            (Some(true), _) => Some(Precision::Int4),
            (_, Some(true)) => Some(Precision::Int8),
            _ => None,
        };
        let weights = groups(part).or(named).or_else(bits).or_else(loaded);
        if let (None, Some(method)) = (weights, method) {
            part.say(format!("“{}” is no way to quantise that is known here.", quantity::clip(method)));
        }
        Self {
            weights,
            kv: kv(part),
            method: method.map(str::to_owned),
            experts_only: method == Some("mxfp4") || leaves_attention(part),
            open_fp4: method.is_some_and(|method| method.eq_ignore_ascii_case("mxfp4")),
        }
    }

    /// What is quantised and how, for the equations. An engine that runs the experts of gpt-oss pads their width to the
    /// next multiple of 256.
    pub(crate) fn checkpoint(&self, padded: Option<u32>) -> Checkpoint {
        let padding = padded.map_or(1.0, |width| f64::from(width.div_ceil(256) * 256) / f64::from(width));
        Checkpoint {
            quantised: if self.experts_only { Quantised::RoutedExperts } else { Quantised::Matrices },
            fp4: if self.open_fp4 { MXFP4 } else { NVFP4 },
            padding,
        }
    }
}

fn number_type(name: &str) -> Option<Precision> {
    match name {
        "bfloat16" | "float16" => Some(Precision::Bf16),
        "fp8" | "float8_e4m3fn" | "float8_e5m2" => Some(Precision::Fp8),
        "int8" => Some(Precision::Int8),
        "fp4" | "float4_e2m1fn" => Some(Precision::Fp4),
        _ => None,
    }
}

/// The precision that a method has by its name.
fn method_precision(method: &str) -> Option<Precision> {
    let is = |names: &[&str]| names.iter().any(|name| method.eq_ignore_ascii_case(name));
    if is(&["fp8", "fbgemm_fp8", "FP8_PB_WO", "FP8_PER_CHANNEL_PER_TOKEN", "modelopt_fp8"]) {
        Some(Precision::Fp8)
    } else if is(&["nvfp4", "mxfp4", "modelopt_fp4", "NVFP4_AWQ", "W4A8_NVFP4_FP8"]) {
        Some(Precision::Fp4)
    } else if is(&["W4A16", "W4A16_AWQ", "W4A8_AWQ", "INT4_AWQ"]) {
        Some(Precision::Int4)
    } else if is(&["INT8_SQ", "W8A16", "W8A8_SQ_PER_CHANNEL", "smoothquant"]) {
        Some(Precision::Int8)
    } else {
        None
    }
}

const fn whole_bits(bits: u32, integer: bool) -> Option<Precision> {
    match (bits, integer) {
        (4, true) => Some(Precision::Int4),
        (4, false) => Some(Precision::Fp4),
        (8, true) => Some(Precision::Int8),
        (8, false) => Some(Precision::Fp8),
        (16, _) => Some(Precision::Bf16),
        _ => None,
    }
}

/// The precision of the first group of weights, where a config has groups.
fn groups(part: &Fields<'_>) -> Option<Precision> {
    let Some(Value::Object(groups)) = part.any(&["config_groups"]) else { return None };
    groups.iter().find_map(|(_, group)| scheme(group.member("weights")?))
}

fn scheme(value: &Value) -> Option<Precision> {
    let bits = value.member("num_bits")?.number().map(quantity::float::count)?;
    let integer = value.member("type").and_then(Value::text) != Some("float");
    whole_bits(bits, integer)
}

fn kv(part: &Fields<'_>) -> Option<Precision> {
    let named = part.text(&["kv_cache_quant_algo", "kv_cache_dtype"]).and_then(method_precision);
    named.or_else(|| scheme(part.any(&["kv_cache_scheme"])?))
}

/// Whether attention is left as it was, so that experts alone are quantised.
fn leaves_attention(part: &Fields<'_>) -> bool {
    let lists = ["ignore", "modules_to_not_convert", "exclude_modules", "ignored_layers"];
    let all = |text: &str| text.contains("self_attn") && (text.contains('*') || !text.contains("layers."));
    let listed = |name: &&str| part.list(name).unwrap_or_default().iter().filter_map(Value::text).any(all);
    lists.iter().any(listed)
}
