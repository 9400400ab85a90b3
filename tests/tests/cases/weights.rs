//! Parameters, and the bytes that they take.

use crate::{GIB, bytes, compare};
use quantity::{BytesPerToken, Tokens, Unit};
use sizing::{
    Attention, Checkpoint, Count, Dense, Experts, FeedForward, Grouped, Layers, Model, Precision, Quantised,
    Scheme, Shape, WeightSize,
};

fn grouped(query_heads: u32, kv_heads: u32, head_dim: u32) -> Attention {
    Attention::Grouped(Grouped { query_heads, kv_heads, head_dim })
}

/// Qwen3's dense models: the head is the embedding, queries and keys are normed.
fn qwen3(layers: u32, hidden: u32, inner: u32, query_heads: u32) -> (Count, Model) {
    let run = Layers::new(layers, grouped(query_heads, 8, 128), Dense::gated(inner));
    let layers = [Layers { other: 2 * 128, ..run }];
    let shape = Shape { hidden, vocabulary: 151_936, tied: true, layers: &layers, other: 0 };
    (shape.count(), shape.model(Checkpoint::USUAL, None))
}

fn llama_3_1_8b() -> Model {
    let layers = [Layers::new(32, grouped(32, 8, 128), Dense::gated(14_336))];
    let shape = Shape { hidden: 4096, vocabulary: 128_256, tied: false, layers: &layers, other: 0 };
    shape.model(Checkpoint::USUAL, None)
}

#[test]
fn qnt_01_four_bits_have_scales_and_zeros() {
    let int4 = Scheme::usual(Precision::Int4);
    compare(int4.bytes(11_008.0 * 4096.0), 23_425_024.0, 1e-6);
    compare(int4.bits_per_weight(), 4.15625, 1e-6);
}

#[test]
fn qnt_04_quantising_matrices_leaves_the_embedding() {
    let (count, model) = qwen3(28, 1024, 3072, 16);
    compare(count.matrices, 440_401_920.0, 0.0);
    compare(count.vocabulary, 155_582_464.0, 0.0);
    let matrices = |precision| Checkpoint::USUAL.bytes(count.matrices, 0.0, precision);
    compare(matrices(Precision::Bf16) / 1e6, 880.8, 0.002);
    compare(matrices(Precision::Fp8) / 1e6, 441.1, 0.002);
    let all = |precision| model.weight_bytes(precision, WeightSize::Checkpoint);
    compare(all(Precision::Bf16).get() / 1e6, 1192.0, 0.002);
    compare(all(Precision::Fp8).get() / 1e6, 752.3, 0.002);
    compare(all(Precision::Fp8) / all(Precision::Bf16), 0.631, 0.002);
}

#[test]
fn qnt_06_a_quantised_embedding_saves_half_of_itself_and_a_usual_checkpoint_does_not() {
    let shape = Shape { hidden: 5120, vocabulary: 131_072, tied: true, layers: &[], other: 0 };
    let embedding = shape.count().vocabulary;
    let saved = embedding * (Precision::Bf16.bytes() - Precision::Fp8.bytes());
    compare(saved / f64::from(1 << 20), 640.0, 1e-9);
    let usual = shape.model(Checkpoint::USUAL, None);
    let bytes = |precision| usual.weight_bytes(precision, WeightSize::Checkpoint).get();
    compare(bytes(Precision::Fp8), bytes(Precision::Bf16), 0.0);
}

#[test]
fn moe_01_memory_follows_all_parameters() {
    // 0.58 bytes a parameter: 4 bits, and 0.64 for scales.
    let checkpoint = Checkpoint {
        quantised: Quantised::Matrices,
        fp4: Scheme { bits: 4.0, group: 1.0, overhead_bits: 0.64 },
        padding: 1.0,
    };
    let dense = Model::dense(125.1e9, 48, Grouped { query_heads: 32, kv_heads: 2, head_dim: 256 });
    let model = Model { active: 10e9, checkpoint, ..dense };
    let weights = model.weight_bytes(Precision::Fp4, WeightSize::Checkpoint);
    compare(weights.get() / 1e9, 72.6, 0.01);
    // Active parameters are operations.
    compare(model.flops_per_token().get(), 20e9, 0.0);
}

#[test]
fn moe_04_every_expert_counts_once() {
    let experts = FeedForward::Experts(Experts::gated(8, 2, 14_336));
    let layers = [Layers::new(32, grouped(32, 8, 128), experts)];
    let shape = Shape { hidden: 4096, vocabulary: 32_000, tied: false, layers: &layers, other: 0 };
    compare(shape.count().total(), 46_702_792_704.0, 0.0001);
    compare(shape.count().active(), 12_879_925_248.0, 0.0001);
}

#[test]
fn prm_01_a_tied_head_counts_once_and_norms_count() {
    let (count, model) = qwen3(36, 2560, 9728, 32);
    compare(count.total(), 4_022_468_096.0, 0.0);
    compare(model.parameters, 4_022_468_096.0, 0.0);
}

#[test]
fn uni_01_what_a_log_calls_gb_is_gib() {
    let model = llama_3_1_8b();
    compare(model.parameters, 8_030_261_248.0, 0.0);
    let weights = model.weight_bytes(Precision::Bf16, WeightSize::Flat);
    for same in ["16.061 GB", "14.958 GiB", "14.9888 GiB"] {
        compare(weights / bytes(same), 1.0, 0.003);
    }
    assert_eq!(Unit::Bytes.show(weights.get()), "16.1 GB");
    // Read as the log labels it, it would be 7% short.
    compare(bytes("14.9888 GB") / weights, 0.933, 0.003);
}

#[test]
fn uni_03_a_cache_in_gib_and_in_gb() {
    let cache = BytesPerToken::new(524_288.0) * Tokens::new(4196.0);
    compare(cache.get() / GIB, 2.049, 0.002);
    compare(cache.get() / 1e9, 2.2, 0.002);
    compare(cache / bytes("2.049 GiB"), 1.0, 0.002);
    assert_eq!(Unit::Bytes.show(cache.get()), "2.20 GB");
}
