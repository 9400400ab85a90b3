//! Which cases there are, and that none is left out.

use serde_json::Value;
use std::collections::BTreeSet;

/// The cases of the kinds that belong here.
const CASES: [&str; 34] = [
    "ASC-01", "ASC-03", "CLD-01", "CLD-03", "CST-01", "CST-03", "KVD-01", "KVH-01", "KVH-04", "KVH-07",
    "KVH-09", "KVM-01", "KVT-01", "KVT-04", "KVW-01", "KVW-04", "KVW-07", "MEM-01", "MEM-04", "MOE-01",
    "MOE-04", "PDT-01", "PFX-01", "PRM-01", "QNT-01", "QNT-04", "QNT-06", "ROO-01", "ROO-03", "THR-01",
    "THR-04", "THR-07", "UNI-01", "UNI-03",
];

/// Explained by the collection as the consequence of a bug, with nothing to compute.
const WITHOUT_A_TEST: [&str; 1] = ["KVT-06"];

/// The kinds that belong here.
const KINDS: [&str; 17] = [
    "autoscaling",
    "cold-start",
    "cost",
    "kv-head-dim",
    "kv-heads",
    "kv-hybrid",
    "kv-mla",
    "kv-tp-replication",
    "memory-budget",
    "params-count",
    "params-moe",
    "pd-transfer",
    "prefix-cache",
    "roofline",
    "throughput-latency",
    "units",
    "weights-quant",
];

/// The kinds that belong to what reads token streams, traces and logs.
const KINDS_ELSEWHERE: [&str; 10] = [
    "arrivals",
    "chunked-stream",
    "engine-log",
    "goodput",
    "histogram-quantile",
    "percentile-aggregation",
    "speculative",
    "tpot-itl",
    "ttft-first-token",
    "zero-one-token",
];

const SOURCES: [&str; 5] = [
    include_str!("fleet.rs"),
    include_str!("kv.rs"),
    include_str!("memory.rs"),
    include_str!("throughput.rs"),
    include_str!("weights.rs"),
];

#[test]
fn every_listed_case_has_a_test_of_its_name() {
    for id in CASES {
        let head = format!("#[test]\nfn {}_", id.to_lowercase().replace('-', "_"));
        let tests: usize = SOURCES.iter().map(|source| source.matches(&head).count()).sum();
        assert_eq!(tests, 1, "{id}");
    }
}

#[test]
fn every_case_of_the_collection_is_listed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases/cases.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!(
            "The collection of cases is not beside the repository: whether all are listed was not looked at."
        );
        return;
    };
    let all: Vec<Value> = serde_json::from_str(&text).expect("the collection is a list in JSON");
    let word = |case: &Value, name: &str| case[name].as_str().unwrap_or_default().to_owned();
    for case in &all {
        let kind = word(case, "kind");
        let known = KINDS.contains(&kind.as_str()) || KINDS_ELSEWHERE.contains(&kind.as_str());
        assert!(known, "{}: nobody has cases of the kind {kind}", word(case, "id"));
    }
    let here = all.iter().filter(|case| KINDS.contains(&word(case, "kind").as_str()));
    let there: BTreeSet<String> = here.map(|case| word(case, "id")).collect();
    let listed = CASES.into_iter().chain(WITHOUT_A_TEST).map(String::from).collect();
    assert_eq!(there, listed);
}
