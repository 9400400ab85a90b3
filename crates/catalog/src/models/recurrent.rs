//! Recurrent layers: what each sequence keeps in them and how many parameters they have.
//!
//! Engines keep the state itself in 32 bits and the last inputs of the convolution, one fewer than it is wide, in 16.

use sizing::{Attention, Recurrent};

/// Inputs that the short convolution looks at, in all of these layers.
const CONVOLUTION: u32 = 4;
/// Bytes kept of the convolution's inputs for each channel.
const CONVOLUTION_BYTES: u32 = (CONVOLUTION - 1) * 2;
const STATE_BYTES: u32 = 4;

const fn recurrent(state_bytes: u32, parameters: u32) -> Attention {
    Attention::Recurrent(Recurrent { state_bytes: state_bytes as f64, parameters: parameters as f64 })
}

/// Linear attention with a gated delta rule, as Qwen has it: for each value head a matrix of key × value elements.
///
/// # Formula
/// With K and V for all key and value heads' elements: state V × 128 × 4 bytes, and the convolution over 2K + V channels.
/// Parameters: queries, keys, values and a gate as wide as the values; two numbers for each value head; the convolution; the
/// output; and decay, step bias and norm.
pub(super) const fn gated_delta_net(hidden: u32, key_heads: u32, value_heads: u32) -> Attention {
    const HEAD_DIM: u32 = 128;
    let (keys, values) = (key_heads * HEAD_DIM, value_heads * HEAD_DIM);
    let channels = 2 * keys + values;
    recurrent(
        values * HEAD_DIM * STATE_BYTES + channels * CONVOLUTION_BYTES,
        hidden * (channels + values + 2 * value_heads)
            + channels * CONVOLUTION
            + values * hidden
            + 2 * value_heads
            + HEAD_DIM,
    )
}

/// A Mamba-2 layer, as Nemotron has it: heads of 64 elements, each with 128 numbers of state; keys and queries, here B and
/// C, in eight groups.
///
/// # Formula
/// With I for all heads' elements: state I × 128 × 4 bytes, and the convolution over I + 2 × 8 × 128 channels. Parameters:
/// one matrix in and one out; the convolution and its bias; decay, skip and step bias for each head; a norm.
pub(super) const fn mamba_2(hidden: u32, heads: u32) -> Attention {
    const HEAD_DIM: u32 = 64;
    const STATE: u32 = 128;
    const GROUPS: u32 = 8;
    let inner = heads * HEAD_DIM;
    let channels = inner + 2 * GROUPS * STATE;
    recurrent(
        inner * STATE * STATE_BYTES + channels * CONVOLUTION_BYTES,
        hidden * (inner + channels + heads)
            + channels * (CONVOLUTION + 1)
            + inner * hidden
            + 3 * heads
            + inner,
    )
}

/// A first-generation Mamba layer, as Jamba has it: twice as wide as the model, 16 numbers of state for each channel, and
/// norms on what it makes of its input.
///
/// # Formula
/// With I = 2 × hidden and R = hidden / 16: state I × 16 × 4 bytes, and the convolution over I channels. Parameters: one
/// matrix in and one out; the convolution and its bias; I × (R + 2 × 16) and R × I with a bias for step, B and C; decay and
/// skip; three norms.
pub(super) const fn mamba_1(hidden: u32) -> Attention {
    const STATE: u32 = 16;
    let inner = 2 * hidden;
    let rank = hidden / 16;
    let selected = rank + 2 * STATE;
    recurrent(
        inner * STATE * STATE_BYTES + inner * CONVOLUTION_BYTES,
        hidden * 2 * inner
            + inner * (CONVOLUTION + 1)
            + inner * selected
            + rank * inner
            + inner
            + inner * (STATE + 1)
            + inner * hidden
            + selected,
    )
}
