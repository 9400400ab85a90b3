//! Bytes of KV cache: of a token, a sequence, a device, and as engines state them.

use crate::{GIB, bytes, compare};
use quantity::{BytesPerSecond, BytesPerToken, Tokens};
use sizing::{
    Attention, Checkpoint, FeedForward, Grouped, Handoff, KvLayout, KvPool, Latent, Layers, Link, Model,
    Precision, Shape, Window,
};

/// A dense model of equal layers. Neither parameters nor hidden size enter the cache.
fn model(layers: u32, query_heads: u32, kv_heads: u32, head_dim: u32) -> Model {
    Model::dense(1e9, layers, Grouped { query_heads, kv_heads, head_dim })
}

/// A model of these runs, with nothing but attention.
fn layered(runs: &[(u32, Attention)]) -> Model {
    let layers: Vec<Layers> =
        runs.iter().map(|(count, attention)| Layers::new(*count, *attention, FeedForward::None)).collect();
    let shape = Shape { hidden: 4096, vocabulary: 32_000, tied: false, layers: &layers, other: 0 };
    shape.model(Checkpoint::USUAL, None)
}

/// Latent attention with the vector and the rotary key of the DeepSeek V3 family.
fn latent(query_heads: u32) -> Attention {
    Attention::Latent(Latent {
        query_heads,
        kv_rank: 512,
        rope_dim: 64,
        nope_dim: 128,
        value_dim: 128,
        query_rank: Some(1536),
    })
}

fn per_token(model: &Model, tp: u32) -> f64 {
    model.kv_per_token_per_gpu(Precision::Bf16, tp).get()
}

/// Bytes of a sequence in 16 bits, where each layer keeps what it needs.
fn per_sequence(model: &Model, tokens: f64) -> f64 {
    model.kv_per_sequence_per_gpu(Precision::Bf16, 1, tokens, KvLayout::Ideal).get()
}

#[test]
fn kvh_01_heads_are_not_multiplied_by_the_hidden_width() {
    compare(per_token(&model(32, 32, 32, 128), 1), 524_288.0, 0.0);
}

#[test]
fn kvh_04_a_sequence_is_neither_a_layer_nor_a_head() {
    let sequence = |layers, kv_heads| per_sequence(&model(layers, 64, kv_heads, 128), 32_768.0);
    compare(sequence(80, 8) / GIB, 10.0, 0.001);
    compare(sequence(80, 8) / 1e9, 10.737, 0.001);
    compare(sequence(80, 64) / GIB, 80.0, 0.001);
    compare(sequence(32, 32) / GIB, 16.0, 0.001);
}

#[test]
fn kvh_07_the_405b_model_has_eight_kv_heads() {
    let llama = model(126, 128, 8, 128);
    compare(per_token(&llama, 1), 516_096.0, 0.002);
    compare(per_sequence(&llama, 1024.0) / GIB, 0.4922, 0.002);
    compare(per_sequence(&llama, 128_000.0) / GIB, 61.523, 0.002);
}

#[test]
fn kvh_09_query_heads_are_not_kept() {
    compare(per_token(&model(32, 32, 8, 128), 1), 131_072.0, 1e-9);
    // The width of the query heads changes nothing.
    compare(per_token(&model(32, 8, 8, 128), 1), 131_072.0, 1e-9);
}

#[test]
fn kvd_01_a_head_is_as_wide_as_it_is_said_to_be() {
    // 36 layers 2,560 wide with 32 query heads of 128, though 2560 / 32 is 80.
    compare(per_token(&model(36, 32, 8, 128), 1), 147_456.0, 0.0);
}

#[test]
fn kvm_01_a_latent_has_no_keys_and_values_apart() {
    compare(per_token(&layered(&[(61, latent(128))]), 1), 70_272.0, 0.0);
}

#[test]
fn kvt_01_heads_are_copied_when_tp_exceeds_them() {
    let (llama, tp) = (model(80, 64, 8, 128), 32);
    let (whole, device) = (per_token(&llama, 1), per_token(&llama, tp));
    let head = per_token(&model(80, 64, 1, 128), 1);
    compare(device, 40_960.0, 1e-9);
    compare(device / head, 1.0, 1e-9);
    compare(f64::from(tp) * device / whole, 4.0, 1e-9);
    compare(whole / device, 8.0, 1e-9);
}

#[test]
fn kvt_04_a_latent_is_copied_to_every_rank() {
    let deepseek = layered(&[(61, latent(128))]);
    compare(per_token(&deepseek, 8), 70_272.0, 1e-9);
    compare(8.0 * per_token(&deepseek, 8), 562_176.0, 1e-9);
}

#[test]
fn kvw_01_a_window_and_what_an_engine_reserves_are_two_answers() {
    let heads = Grouped { query_heads: 64, kv_heads: 8, head_dim: 64 };
    let gpt_oss_20b =
        layered(&[(12, Attention::Grouped(heads)), (12, Attention::Sliding(heads, Window(128)))]);
    let sequences =
        |layout| 32.0 * gpt_oss_20b.kv_per_sequence_per_gpu(Precision::Bf16, 1, 8192.0, layout).get();
    compare(sequences(KvLayout::Ideal) / GIB, 6.09375, 1e-6);
    compare(sequences(KvLayout::Reserved) / GIB, 12.0, 1e-6);
}

#[test]
fn kvw_04_an_engine_reserves_pages_for_windowed_layers_too() {
    let pool = KvPool { bytes: bytes("24.54 GiB") };
    let tokens = Tokens::new(26_800.0);
    let logged = pool.per_token(tokens).expect("it holds some");
    compare(logged.get(), 983_195.0, 0.001);
    // 10 full layers of 60, with heads for pages of 16,384 bytes a token and layer.
    let heads = Grouped { query_heads: 32, kv_heads: 16, head_dim: 256 };
    let gemma = layered(&[(10, Attention::Grouped(heads)), (50, Attention::Sliding(heads, Window(1024)))]);
    let by_layout = |layout| {
        let sequence = gemma.kv_per_sequence_per_gpu(Precision::Bf16, 1, tokens.get(), layout);
        sequence / tokens
    };
    let reserved: BytesPerToken = by_layout(KvLayout::Reserved);
    compare(reserved.get(), 983_040.0, 0.001);
    compare(logged / reserved, 1.0, 0.001);
    assert!(by_layout(KvLayout::Ideal) < reserved / 4.0, "with its windows it would need less");
}

#[test]
fn kvw_07_a_request_takes_the_pool_over_the_concurrency() {
    let pool = KvPool { bytes: bytes("57.18 GiB") };
    let request = |concurrency| pool.per_request(concurrency).expect("it holds some");
    let (short, long) = (request(23.73), request(11.12));
    compare(short.get() / GIB, 2.41, 0.002);
    compare(long.get() / GIB, 5.142, 0.002);
    compare(long / short, 2.134, 0.002);
    // Without a window a sequence grows as its length does.
    let full = model(32, 32, 32, 128);
    compare(per_sequence(&full, 34_048.0) / per_sequence(&full, 6144.0), 5.54, 0.002);
}

#[test]
fn pdt_01_a_handoff_is_the_prompt_and_a_link_is_one_way() {
    let kimi = layered(&[(61, latent(64))]);
    compare(kimi.kv_per_token_per_gpu(Precision::Fp8, 1).get(), 35_136.0, 0.005);
    let handoff = Handoff::of(&kimi, Precision::Fp8, Tokens::new(8150.0));
    compare(handoff.bytes.get() / 1e6, 286.4, 0.005);
    let sequence = kimi.kv_per_sequence_per_gpu(Precision::Fp8, 1, 9174.0, KvLayout::Ideal);
    compare(sequence.get() / GIB, 0.3, 0.005);
    let least = handoff.least_time(Link::OneWay(BytesPerSecond::new(50e9))).expect("the link moves bytes");
    compare(least.get() * 1e3, 5.73, 0.005);
}
