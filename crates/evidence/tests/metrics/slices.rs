//! Where slices end changes nothing, and no bytes are trouble.

use crate::{read, sliced};
use evidence::metrics::Meaning;
use evidence::reading::MOST_NOTES;
use latency::{Buckets, Quantile};
use proptest::prelude::*;
use proptest::sample::select;

const WORDS: [&str; 26] = [
    "vllm:num_requests_waiting",
    "vllm:num_requests_running",
    "vllm:kv_cache_usage_perc",
    "vllm:request_success_total",
    "vllm:time_to_first_token_seconds_bucket",
    "vllm:time_to_first_token_seconds_sum",
    "nv_trt_llm_kv_cache_block_metrics",
    "vllm:cache_config_info",
    "{",
    "}",
    "le=\"1\"",
    "le=\"2\"",
    "le=\"+Inf\"",
    "le=\"NaN\"",
    "finished_reason=\"stop\"",
    "kv_cache_block_type=\"max\"",
    "block_size=\"16\",num_gpu_blocks=\"9\"",
    ",",
    " ",
    "\n",
    "\n",
    " 1",
    " 5.0",
    " -2",
    " NaN",
    " 1e300",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_of_expositions(words in proptest::collection::vec(select(WORDS.to_vec()), 0..80), slice in 1_usize..9) {
        let text = words.concat();
        let whole = read(&text);
        prop_assert_eq!(&whole, &sliced(text.as_bytes(), slice));
        prop_assert!(!whole.notes.is_empty() && whole.notes.len() <= MOST_NOTES);
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200), slice in 1_usize..9) {
        prop_assert_eq!(sliced(&bytes, bytes.len()), sliced(&bytes, slice));
    }

    /// Of any number of replicas: as their buckets merged, one by one.
    #[test]
    fn replicas_are_merged(replicas in proptest::collection::vec((0_u64..1000, 0_u64..1000, 0_u64..1000), 1..6)) {
        let cumulative = |(a, b, c): (u64, u64, u64)| [(0.1, a), (2.5, a + b), (f64::INFINITY, a + b + c)];
        let lines = replicas.iter().enumerate().flat_map(|(place, counts)| {
            cumulative(*counts).map(|(bound, count)| format!("vllm:e2e_request_latency_seconds_bucket{{pod=\"{place}\",le=\"{}\"}} {count}\n", if bound.is_finite() { bound.to_string() } else { "+Inf".into() }))
        });
        let reading = read(&lines.collect::<String>());
        let merged = replicas.iter().map(|counts| Buckets::new(cumulative(*counts)).expect("cumulative"));
        let merged = merged.reduce(|all, one| all.merged(&one).expect("the same bounds")).expect("a replica");
        let ours = &reading.observed(Meaning::E2e).expect("E2E").buckets;
        prop_assert_eq!(ours, &merged);
        prop_assert_eq!(ours.quantile(Quantile::P95), merged.quantile(Quantile::P95));
    }
}
