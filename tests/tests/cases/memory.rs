//! What is left of a GPU's memory for the KV cache: one word, several rules.

use crate::{GIB, bytes, compare, compare_within};
use quantity::{Bytes, Fraction, Tokens};
use sizing::kv_pool::{concurrency, tokens_in_blocks};
use sizing::{Budget, MemoryRule, Overheads};

/// The budget by the rule of an engine, by its name in a link.
fn budget(engine: &str, total: Bytes, weights: Bytes, overheads: Overheads) -> Budget {
    let rule = MemoryRule::named(engine).unwrap_or_else(|| panic!("no rule is named {engine}"));
    rule.budget(total, Fraction::new(0.9), weights, overheads, Bytes::new(0.0))
}

#[test]
fn mem_01_activations_are_inside_of_what_vllm_may_use_and_graphs_are_not() {
    let overheads = |graphs: &str| Overheads {
        activations: bytes("2.53 GiB"),
        graphs: bytes(graphs),
        non_torch: bytes("0.39 GiB"),
    };
    let of = |graphs: &str| budget("vllm", bytes("15.77 GiB"), bytes("7.51 GiB"), overheads(graphs));
    let log = of("0 GiB");
    let used = log.weights + log.overheads.activations + log.overheads.non_torch + log.kv;
    compare_within(used.get() / GIB, 14.19, 0.01);
    compare_within(log.kv.get() / GIB, 3.76, 0.01);
    compare(of("1 GiB").kv.get(), log.kv.get(), 0.0);
    let tokens = tokens_in_blocks(3852, 16);
    compare(tokens.get(), 61_632.0, 0.0);
    compare_within(concurrency(tokens, Tokens::new(40_000.0)).expect("a length"), 1.54, 0.005);
}

#[test]
fn mem_04_each_engine_has_a_rule_of_its_own() {
    // 20 GiB that are not KV cache, 16 of which stand still.
    let overheads =
        Overheads { activations: bytes("4 GiB"), graphs: bytes("0 GiB"), non_torch: bytes("1 GiB") };
    for (engine, kv) in [("trtllm", 54.0), ("vllm", 52.0), ("sglang", 56.0)] {
        compare(budget(engine, bytes("80 GiB"), bytes("15 GiB"), overheads).kv.get() / GIB, kv, 1e-9);
    }
    // The plan's own: weights and KV cache.
    compare(budget("plan", bytes("80 GiB"), bytes("15 GiB"), overheads).kv.get() / GIB, 57.0, 1e-9);
}
