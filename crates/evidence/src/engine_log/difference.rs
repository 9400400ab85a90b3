//! Where what a log implies of a token differs from what the model's shape gives, and why.

use quantity::{Bytes, BytesPerToken};
use sizing::{Attention, KvLayout, Model, Precision};

/// What a token takes by a log and by the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// On each GPU, by the log.
    pub implied: BytesPerToken,
    /// On each GPU, by the model's shape in the precision that the log states.
    pub own: BytesPerToken,
    /// What explains the log's figure.
    pub why: Why,
    /// How many times one copy of the cache all GPUs together keep: more than 1 where heads or a latent are kept several
    /// times.
    pub copies: f64,
}

/// Why a log's figure is what it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Why {
    /// It is the model's own, up to the digits that the log prints and the last block.
    Same,
    /// The cache is kept in another precision than the log states.
    Precision(Precision),
    /// Only the layers that keep every token are counted; those with a window have a fixed part.
    GrowingLayers,
    /// Every layer has pages of one size.
    Reserved,
    /// Each GPU keeps all heads, or the engine states the tokens of one and the memory of all.
    NotDivided,
    /// None of these.
    Unknown,
}

/// Compares what a log implies of a token with the shape of `model` on each of `tp` GPUs, the cache in `precision`.
///
/// A log prints its pool to a hundredth of a GiB, and a pool ends with a whole block: figures agree within the part of
/// the `pool` that those are, and within 0.3%.
///
/// # Example
/// ```
/// use evidence::engine_log::{Why, difference};
/// use quantity::{Bytes, BytesPerToken};
/// use sizing::{Grouped, Model, Precision};
/// let model = Model::dense(32.8e9, 64, Grouped { query_heads: 64, kv_heads: 8, head_dim: 128 });
/// let pool = Bytes::new(34.49 * 1_073_741_824.0);
/// // On each of two GPUs 2 × 64 × 4 × 128 elements are 131,072 bytes in 16 bits, and 65,536 in 8.
/// let found = difference(BytesPerToken::new(65_530.0), pool, &model, 2, Precision::Bf16);
/// assert_eq!(found.why, Why::Precision(Precision::Fp8));
/// ```
#[must_use]
pub fn difference(
    implied: BytesPerToken,
    pool: Bytes,
    model: &Model,
    tp: u32,
    precision: Precision,
) -> Difference {
    let tp = tp.max(1);
    let own = model.kv_per_token_per_gpu(precision, tp);
    let printed = 0.005 * 1_073_741_824.0 / pool.get().max(1.0);
    let within = (0.003_f64).max(printed + 64.0 * implied.get() / pool.get().max(1.0));
    let is = |bytes: f64| bytes > 0.0 && (implied.get() / bytes - 1.0).abs() <= within;
    let copies =
        own.get() * f64::from(tp) / model.kv_per_token_per_gpu(precision, 1).get().max(f64::MIN_POSITIVE);
    let why = candidates(model, tp, precision).into_iter().find(|(_, bytes)| is(*bytes));
    Difference { implied, own, why: why.map_or(Why::Unknown, |(why, _)| why), copies }
}

/// What each reason would make of a token, the simplest first.
fn candidates(model: &Model, tp: u32, precision: Precision) -> Vec<(Why, f64)> {
    let own = |precision: Precision, tp: u32| model.kv_per_token_per_gpu(precision, tp).get();
    let growing = model.layers.iter().filter(|run| !matches!(run.attention, Attention::Sliding(..)));
    let growing: f64 = growing.map(|run| f64::from(run.count) * run.attention.kept(tp).per_token).sum();
    // A token more, whatever a sequence has before its first.
    let reserved =
        |context: f64| model.kv_per_sequence_per_gpu(precision, tp, context, KvLayout::Reserved).get();
    let others = [Precision::Fp8, Precision::Bf16].into_iter().filter(|other| *other != precision);
    let mut all = vec![
        (Why::Same, own(precision, tp)),
        (Why::GrowingLayers, growing * precision.bytes()),
        (Why::Reserved, reserved(1.0) - reserved(0.0)),
    ];
    all.extend(others.map(|other| (Why::Precision(other), own(other, tp))));
    all.push((Why::NotDivided, own(precision, 1)));
    all
}
