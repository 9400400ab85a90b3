//! Whatever stands in the address: nothing panics, and no figure shows that is not one.

use headroom_tests::fuzzing::targets;
use headroom_tests::{bytes, links};
use proptest::prelude::*;

proptest! {
    // What fails is put into the list below, where it can be read.
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_survive(text in proptest::collection::vec(any::<u8>(), 0..200)) {
        bytes::survive(&text);
    }

    #[test]
    fn damaged_links_survive(link in links::damaged()) {
        bytes::survive(&link.0);
    }

    #[test]
    fn every_plan_survives(input in links::inputs()) {
        bytes::survive(input.link().as_bytes());
    }
}

/// What was found by fuzzing, or is worth never breaking.
#[test]
fn known_trouble_survives() {
    for link in [
        "",
        "#",
        "#=",
        "#&&&",
        "#v=1&tp=1024&heads=10000&kvheads=1",
        "#v=1&rate=1e6&in=1e7&ttft=1h",
        "#v=1&cs2=0&ca2=0&rate=0.001",
        "#v=1&price=0",
        "#v=1&mem=0.05&reserve=1000GB",
        "#v=1&cached=0.99&in=1&out=1&flops=1e19",
        "#v=1&batch=100000&util=0.05",
        "#v=1&reserve=-0",
        // At 200/200 of what the lanes can do, rounding left a load just below them and an infinite wait.
        "#v=1&weights=fp4&rate=0.0010000000000000002",
        "#v=1&%00=%00&at=%FF",
    ] {
        bytes::survive(link.as_bytes());
    }
}

const ENDLESS: &[u8] =
    br#"{"benchmarks": [{"metrics": {"requests_per_second": {"successful": {"mean": 1e308}},
    "output_token_count": {"successful": {"mean": 10}}}}]}"#;
const NO_LENGTHS: &[u8] = b"vllm:request_prompt_tokens_bucket{le=\"9\"} 0
vllm:request_prompt_tokens_bucket{le=\"+Inf\"} 2
vllm:request_prompt_tokens_sum 0
vllm:request_generation_tokens_bucket{le=\"9\"} 0
vllm:request_generation_tokens_bucket{le=\"+Inf\"} 2
vllm:request_generation_tokens_sum 0
";

/// What was found of other readers: the target's name, as the fuzzer tells it, and the bytes.
#[test]
fn known_trouble_of_every_reader_survives() {
    let rows: &[(&str, &[u8])] = &[
        // What both state came back in another order.
        ("scenarios", b"v=&2.v=1&v=1&="),
        // A key that is none of a further scenario was kept by a link, and lost by a file.
        ("plan_file", b"{\"headroom\":1,\"scenarios\":[{\"link\":\"1.=\"}]}"),
        // Answers of no tokens on average were offered to a plan.
        ("metrics", NO_LENGTHS),
        // A model of the kind “Some” is called so.
        (
            "config",
            b"{\"model_type\":\"Some\",\"hidden_size\":64,\"num_hidden_layers\":2,\"num_attention_heads\":4}",
        ),
        // Tokens a second are the product of what is stated, and a duration a quotient: neither need be a number.
        ("load_test", ENDLESS),
        ("load_test", b"{\"results_num_completed_requests\": 3, \"results_num_completed_requests_per_min\": 0, \"results_ttft_s_mean\": 1}"),
        // The second place on a page outlived the first.
        ("agreement", b"at=&at=\n"),
    ];
    for (name, bytes) in rows {
        let target = targets::named(name).expect("a target of the table");
        (target.survive)(bytes);
    }
}
