//! Recurrent layers by the widths that a config states: what a sequence keeps in them, and their parameters.
//!
//! Engines keep the state itself in 32 bits, and of the convolution's inputs the last ones, one fewer than it is wide, in
//! 16.

use super::fields::Fields;
use sizing::{Attention, Recurrent};

const STATE_BYTES: f64 = 4.0;
const CONVOLUTION_BYTES: f64 = 2.0;

/// A recurrent layer's totals.
fn recurrent(state: f64, channels: f64, convolution: f64, parameters: f64) -> Attention {
    let state_bytes = state * STATE_BYTES + channels * (convolution - 1.0).max(0.0) * CONVOLUTION_BYTES;
    Attention::Recurrent(Recurrent { state_bytes, parameters })
}

/// A width that a config states, or what the architecture's code takes without it.
fn width(fields: &Fields<'_>, names: &[&str], usual: u32) -> f64 {
    f64::from(fields.positive(names).unwrap_or(usual))
}

/// Linear attention with a gated delta rule: for each value head a matrix of key × value elements.
///
/// # Formula
/// With K and V for all key and value heads' elements: state V × key head, and a convolution over 2K + V channels.
/// Parameters: queries, keys, values and a gate as wide as the values; two numbers for each value head; the convolution;
/// the output; decay, step bias and norm. `None` where heads are not stated.
pub(crate) fn gated_delta_net(fields: &Fields<'_>, hidden: f64) -> Option<Attention> {
    let key_heads = f64::from(fields.positive(&["linear_num_key_heads"])?);
    let value_heads = f64::from(fields.positive(&["linear_num_value_heads"])?);
    let key_dim = width(fields, &["linear_key_head_dim"], 128);
    let value_dim = width(fields, &["linear_value_head_dim"], 128);
    let convolution = width(fields, &["linear_conv_kernel_dim"], 4);
    let (keys, values) = (key_heads * key_dim, value_heads * value_dim);
    let channels = 2.0 * keys + values;
    let parameters = hidden * (channels + values + 2.0 * value_heads)
        + channels * convolution
        + values * hidden
        + 2.0 * value_heads
        + value_dim;
    Some(recurrent(values * key_dim, channels, convolution, parameters))
}

/// Linear attention with a decay for each channel (Kimi's): a square matrix for each head.
///
/// # Formula
/// With H for all heads' elements: state H × head, and a convolution over 3H channels. Parameters: queries, keys, values
/// and output, 4 × hidden × H; decay and gate, each narrowed to one head's width; one number for each head; the
/// convolution; a norm.
pub(crate) fn delta_attention(fields: &Fields<'_>, hidden: f64) -> Option<Attention> {
    let heads = f64::from(fields.positive(&["num_heads"])?);
    let dim = width(fields, &["head_dim"], 128);
    let convolution = width(fields, &["short_conv_kernel_size"], 4);
    let inner = heads * dim;
    let parameters = 4.0 * hidden * inner
        + 2.0 * (hidden + inner) * dim
        + hidden * heads
        + 3.0 * inner * convolution
        + inner
        + heads
        + dim;
    Some(recurrent(inner * dim, 3.0 * inner, convolution, parameters))
}

/// Linear attention without a convolution (MiniMax's): a square matrix for each query head.
///
/// # Formula
/// With H for all heads' elements: state H × head. Parameters: queries, keys, values, gate and output, 5 × hidden × H, and
/// a norm.
pub(crate) fn lightning(heads: u32, head_dim: u32, hidden: f64) -> Attention {
    let inner = f64::from(heads) * f64::from(head_dim);
    recurrent(inner * f64::from(head_dim), 0.0, 1.0, 5.0 * hidden * inner + inner)
}

/// A Mamba-2 layer: heads with a state for each element; keys and queries, here B and C, in groups.
///
/// # Formula
/// With I for all heads' elements, G groups and S numbers of state: state I × S, and a convolution over I + 2GS channels.
/// Parameters: one matrix in and one out; the convolution and its bias; decay, skip and step bias for each head; a norm.
/// `None` where heads are not stated.
pub(crate) fn mamba_2(fields: &Fields<'_>, hidden: f64) -> Option<Attention> {
    let heads = f64::from(fields.positive(&["mamba_num_heads", "mamba_n_heads"])?);
    let dim = width(fields, &["mamba_head_dim", "mamba_d_head"], 64);
    let state = width(fields, &["ssm_state_size", "mamba_d_state"], 128);
    let groups = width(fields, &["n_groups", "mamba_n_groups"], 8);
    let convolution = width(fields, &["conv_kernel", "mamba_d_conv"], 4);
    let inner = heads * dim;
    let channels = inner + 2.0 * groups * state;
    let parameters = hidden * (inner + channels + heads)
        + channels * (convolution + 1.0)
        + inner * hidden
        + 3.0 * heads
        + inner;
    Some(recurrent(inner * state, channels, convolution, parameters))
}

/// A first-generation Mamba layer, with norms on what it makes of its input.
///
/// # Formula
/// With I = expand × hidden, rank R and S numbers of state: state I × S, and a convolution over I channels. Parameters: one
/// matrix in and one out; the convolution and its bias; I × (R + 2S) and R × I with a bias for step, B and C; decay and
/// skip; three norms.
pub(crate) fn mamba_1(fields: &Fields<'_>, hidden: f64) -> Attention {
    let inner = hidden * width(fields, &["mamba_expand"], 2);
    let state = width(fields, &["mamba_d_state"], 16);
    let convolution = width(fields, &["mamba_d_conv"], 4);
    let rank = fields.positive(&["mamba_dt_rank"]).map_or(hidden / 16.0, f64::from);
    let selected = rank + 2.0 * state;
    let parameters = hidden * 2.0 * inner
        + inner * (convolution + 1.0)
        + inner * selected
        + rank * inner
        + inner
        + inner * (state + 1.0)
        + inner * hidden
        + selected;
    recurrent(inner * state, inner, convolution, parameters)
}
