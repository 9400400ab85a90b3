//! Experts that a batch touches on average.

use crate::Golden;
use quantity::float;
use sizing::{Attention, Checkpoint, Experts, FeedForward, Layers, Model, Shape, distinct_experts};

const FILE: &str = include_str!("../../golden/moe_experts.json");

#[test]
fn touched_experts_are_the_references() {
    let mut golden = Golden::read(FILE);
    for row in 0..golden.length("/cases") {
        compare_row(&mut golden, &format!("/cases/{row}"));
    }
    golden.finish();
}

fn compare_row(golden: &mut Golden, path: &str) {
    let given = |name: &str| golden.number(&format!("{path}/{name}"));
    let (count, top_k, tokens) = (given("experts"), given("top_k"), given("tokens"));
    let model = of_experts(float::count(count), float::count(top_k));
    let routed = model.routed.expect("it has experts");
    golden.compare_all(
        path,
        &[
            ("experts", routed.count),
            ("top_k", routed.top_k),
            ("tokens", tokens),
            ("expected_distinct", distinct_experts(count, top_k, tokens)),
            // As a step of that model asks for it.
            ("expected_distinct", model.touched_share(tokens) * routed.count),
        ],
    );
}

fn of_experts(count: u32, top_k: u32) -> Model {
    let experts = FeedForward::Experts(Experts::gated(count, top_k, 2048));
    let layers = [Layers::new(4, Attention::None, experts)];
    Shape { hidden: 2048, vocabulary: 32_000, tied: false, layers: &layers, other: 0 }
        .model(Checkpoint::USUAL, None)
}
