//! The table of all readers: a function over bytes for each, samples of what it reads, and words of such files.

use super::words;
use crate::{agreement, any_file, bytes, file, load_test, metrics, plan_file, scenarios, tested, trace};

/// A way into the program, as a function over bytes.
#[derive(Debug)]
pub struct Target {
    /// Its name, which is also that of its program in `tests/fuzz`.
    pub name: &'static str,
    /// Reads bytes, and panics where what must hold whatever they are does not.
    pub survive: fn(&[u8]),
    /// Samples of what it reads, the plainest first: what fails is shrunk towards it.
    pub seeds: &'static [&'static [u8]],
    /// Words that stand in what it reads.
    pub words: &'static [&'static [&'static str]],
}

/// The test that keeps what was found.
pub const KNOWN_TROUBLE: &str = "tests/tests/hostile.rs";

/// Every target. A further reader is a further row.
pub const ALL: &[Target] = &[
    Target { name: "link", survive: bytes::survive, seeds: LINKS, words: &[words::LINK, words::NUMBERS] },
    Target {
        name: "scenarios",
        survive: |bytes| scenarios::survive(&String::from_utf8_lossy(bytes)),
        seeds: SCENARIOS,
        words: &[words::LINK],
    },
    Target { name: "plan_file", survive: plan_file::survive, seeds: PLAN_FILES, words: &[words::PLAN_FILE] },
    Target { name: "file", survive: file::survive, seeds: FILES, words: &[words::FILE] },
    Target { name: "load_test", survive: load_test::survive, seeds: LOAD_TESTS, words: &[words::LOAD_TEST] },
    Target { name: "trace", survive: trace::survive, seeds: TRACES, words: &[words::TRACE] },
    Target { name: "metrics", survive: metrics::survive, seeds: METRICS, words: &[words::METRICS] },
    Target {
        name: "any_file",
        survive: any_file::survive,
        seeds: ANY_FILES,
        words: &[words::TABLE, words::LOG],
    },
    Target { name: "config", survive: any_file::survive_config, seeds: CONFIGS, words: &[words::CONFIG] },
    Target { name: "engine_log", survive: any_file::survive_log, seeds: LOGS, words: &[words::LOG] },
    Target {
        name: "agreement",
        survive: agreement::survive,
        seeds: AGREEMENTS,
        words: &[words::LINK, words::LOAD_TEST],
    },
    Target { name: "tested", survive: tested::survive, seeds: TESTED, words: &[words::TESTED, words::LINK] },
];

/// The target of this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}

const LINKS: &[&[u8]] = &[
    b"v=1",
    b"v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75&rate=50&in=3k&out=400&batch=64&util=0.65&spare=0&price=3.5",
    b"v=1&rate=40&replicas=4",
    b"v=1&rate=40&cached=60%25&at=g-queue",
    b"#rate=40&v=1&cached=60%",
    b"v=1&model=deepseek-v3&gpu=h200&kv=bf16&tp=8&rate=20&in=4k&out=600&price=5.4",
    b"v=1&model=gpt-oss-120b&gpu=b200&weights=fp4&weightsize=checkpoint&kv=bf16&tp=1&rate=40&in=3k&price=6.69",
    b"v=1&params=8B&layers=32&heads=32&kvheads=8&gpu=l40s&tp=1&ttft=1s&tpot=60ms&price=1.2",
    b"v=1&gpu=rtx-4090&tp=1",
    b"v=1&ttft=50ms",
];

const SCENARIOS: &[&[u8]] = &[
    b"v=1&rate=20&name=Today&2.name=Half%20cached&2.cached=0.5&3.gpu=h200",
    b"v=1&2.rate=40",
    b"v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&rate=50&in=3000&batch=64&2.batch=none&3.batch=none&3.kv=fp8&4.tp=4",
    b"2.cached=60%25&v=1&4.name=%E6%BC%A2%E5%AD%97&4.rate=12&rate=40&name=%C3%9Cbung%20%26%20more",
    b"v=1&rate=40&2.name=Scenario%202",
    b"v=1&rate=45&replicas=4&2.replicas=none&3.gpu=rtx-4090&3.tp=1",
    b"z=1.eNorszUEAAIQAOU",
    b"z=1.eNorszVUK0osSbU1MlDLS8xNtQ3JT0msVDPSA3M8EnPSVI0MkhOTM1JTgIIQhq2BnqmasV56QalthpGBAQDXsBTR",
    b"z=1.eAEBFgDp_3Y9MSZyYXRlPTQwJmNhY2hlZD0wLjZO_Aan",
    b"z=1.eNorszVUK0osSbU1MVDLS8xNtT08Jym1SCE3MzlDzUgPLPJsz6Kna6cDecmJyRmpKbZmBqoAIK0ULA",
    b"z=1.eNorszVUK0osSbU1MQAAFPMDWA&tp=8&2.tp=2",
    b"#z=1.eAErszVUK0osSbU1MQAAFPMDWA==",
];

const FILES: &[&[u8]] = &[
    include_bytes!("../../seeds/file/lines.csv"),
    include_bytes!("../../seeds/file/list.json"),
    include_bytes!("../../seeds/file/semicolons.csv"),
    include_bytes!("../../seeds/file/tokens.tsv"),
    include_bytes!("../../../crates/evidence/tests/fixtures/requests.jsonl"),
    include_bytes!("../../../crates/evidence/tests/fixtures/token_lines.csv"),
];

const LOAD_TESTS: &[&[u8]] = &[
    include_bytes!("../../seeds/load_test/table.csv"),
    include_bytes!("../../seeds/load_test/aiperf.csv"),
    include_bytes!("../../seeds/load_test/aiperf.json"),
    include_bytes!("../../seeds/load_test/aiperf.jsonl"),
    include_bytes!("../../seeds/load_test/genai_perf.json"),
    include_bytes!("../../seeds/load_test/guidellm.json"),
    include_bytes!("../../seeds/load_test/inference_perf.json"),
    include_bytes!("../../seeds/load_test/inference_perf_server.json"),
    include_bytes!("../../seeds/load_test/lines.jsonl"),
    include_bytes!("../../seeds/load_test/llmperf.json"),
    include_bytes!("../../seeds/load_test/llmperf_requests.json"),
    include_bytes!("../../seeds/load_test/mlperf.txt"),
    include_bytes!("../../seeds/load_test/semicolons.csv"),
    include_bytes!("../../seeds/load_test/sglang.jsonl"),
    include_bytes!("../../seeds/load_test/unnamed.csv"),
    include_bytes!("../../seeds/load_test/vllm_detail.json"),
    include_bytes!("../../seeds/load_test/vllm_sweep.jsonl"),
    include_bytes!("../../../crates/evidence/tests/fixtures/bench_serve_trimmed.json"),
    include_bytes!("../../../crates/evidence/tests/fixtures/bench_serve_summary.json"),
    include_bytes!("../../../crates/evidence/tests/fixtures/bench_serve_none_succeeded.json"),
];

const TRACES: &[&[u8]] = &[
    include_bytes!("../../seeds/trace/table.csv"),
    include_bytes!("../../seeds/trace/azure.csv"),
    include_bytes!("../../seeds/trace/bailian.jsonl"),
    include_bytes!("../../seeds/trace/list.json"),
    include_bytes!("../../seeds/trace/mooncake.jsonl"),
];

const METRICS: &[&[u8]] = &[
    include_bytes!("../../seeds/metrics/others.prom"),
    include_bytes!("../../seeds/metrics/two_snapshots.prom"),
    include_bytes!("../../seeds/metrics/vllm.prom"),
];

const CONFIGS: &[&[u8]] = &[
    include_bytes!("../../seeds/config/dense.json"),
    include_bytes!("../../seeds/config/experts.json"),
    include_bytes!("../../seeds/config/linear.json"),
    include_bytes!("../../seeds/config/quantised.json"),
    include_bytes!("../../seeds/config/recurrent.json"),
    include_bytes!("../../seeds/config/windows.json"),
];

const LOGS: &[&[u8]] = &[
    include_bytes!("../../seeds/engine_log/tensorrt_llm.log"),
    include_bytes!("../../seeds/engine_log/sglang.log"),
    include_bytes!("../../seeds/engine_log/vllm.log"),
    include_bytes!("../../seeds/engine_log/vllm_old.log"),
];

const AGREEMENTS: &[&[u8]] =
    &[include_bytes!("../../seeds/agreement/closed.txt"), include_bytes!("../../seeds/agreement/sweep.txt")];

const TESTED: &[&[u8]] =
    &[include_bytes!("../../seeds/tested/agrees.txt"), include_bytes!("../../seeds/tested/differs.txt")];

const PLAN_FILES: &[&[u8]] =
    &[include_bytes!("../../seeds/plan_file/two.json"), include_bytes!("../../seeds/plan_file/links.json")];

/// One of each kind, as each is told from the others.
const ANY_FILES: &[&[u8]] = &[
    include_bytes!("../../seeds/file/lines.csv"),
    include_bytes!("../../seeds/file/list.json"),
    include_bytes!("../../seeds/load_test/unnamed.csv"),
    include_bytes!("../../seeds/load_test/table.csv"),
    include_bytes!("../../seeds/load_test/aiperf.csv"),
    include_bytes!("../../seeds/load_test/vllm_sweep.jsonl"),
    include_bytes!("../../seeds/load_test/mlperf.txt"),
    include_bytes!("../../seeds/trace/azure.csv"),
    include_bytes!("../../seeds/trace/mooncake.jsonl"),
    include_bytes!("../../seeds/metrics/two_snapshots.prom"),
    include_bytes!("../../seeds/config/windows.json"),
    include_bytes!("../../seeds/engine_log/vllm.log"),
    include_bytes!("../../seeds/engine_log/sglang.log"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// What lies in a folder of the tests.
    fn within(folder: impl AsRef<Path>) -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
    }

    #[test]
    fn every_target_has_its_program_for_cargo_fuzz_and_every_program_its_target() {
        let mut programs: Vec<String> = within("fuzz/fuzz_targets")
            .iter()
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        programs.sort();
        let mut names: Vec<&str> = ALL.iter().map(|target| target.name).collect();
        names.sort_unstable();
        assert_eq!(programs, names);
    }

    #[test]
    fn every_seed_is_in_the_list_of_its_target() {
        for folder in within("seeds").into_iter().filter(|path| path.is_dir()) {
            let name = folder.file_name().expect("a name").to_string_lossy();
            let target = named(&name).expect("a folder for a target");
            for path in within(&folder) {
                let seed = fs::read(&path).expect("a file");
                assert!(target.seeds.contains(&seed.as_slice()), "{} is in no list", path.display());
            }
        }
    }
}
