//! Logs through their link into a plan, and what is shown of them.

use super::*;
use plan::PlanInput;
use quantity::Place;
use sizing::MemoryRule;

const GIB: f64 = 1_073_741_824.0;

fn read(text: &str) -> EngineLogReading {
    let mut log = evidence::EngineLog::new();
    log.push(text.as_bytes()).expect("a log");
    log.finish()
}

/// The plan that takes what a log states, on a GPU of 80 GiB.
fn plan_of(text: &str) -> sizing::Plan {
    let shown = engine_log(&read(text), None);
    let (mut input, _) = PlanInput::from_link("v=1&tp=1&hbm=80GiB");
    for (key, text) in &shown.takes[0].pairs {
        input.say(Key::named(key).expect("a key"), text, Place::Link);
    }
    assert!(input.clone().check().issues.is_empty(), "{}", input.link());
    input.check().plan
}

/// "mem-04": 20 GiB that are not KV cache, 16 of which stand still. One word, three rules, three pools.
#[test]
fn a_log_of_each_engine_is_reckoned_by_its_own_rule() {
    let vllm = "the current vLLM instance can use total_gpu_memory (80.00GiB) x gpu_memory_utilization (0.90) = 72.00GiB\n\
        model weights take 15.00GiB; non_torch_memory takes 1.00GiB; PyTorch activation peak memory takes 4.00GiB; the rest of the memory reserved for KV Cache is 52.00GiB.\n";
    let sglang = "server_args=ServerArgs(model_path='org/model', mem_fraction_static=0.9, tp_size=1)\n\
        [2025-04-01 10:00:00 TP0] KV Cache is allocated. #tokens: 400000, K size: 28.00 GB, V size: 28.00 GB\n";
    let trtllm = "[TensorRT-LLM] TensorRT-LLM version: 1.0.0\n\
        [TensorRT-LLM][INFO] free_gpu_memory_fraction=0.9\n\
        [TensorRT-LLM][INFO] [MemUsageChange] Allocated 54.00 GiB for max tokens in paged KV cache (400000).\n";
    for (text, rule, kv) in [
        (vllm, MemoryRule::Vllm, 52.0),
        (sglang, MemoryRule::Sglang, 56.0),
        (trtllm, MemoryRule::TensorRtLlm, 54.0),
    ] {
        let plan = plan_of(text);
        assert_eq!(plan.memory_rule, rule);
        assert!((plan.mem.get() - 0.9).abs() < 1e-12);
        let overheads = sizing::Overheads {
            activations: Bytes::new(4.0 * GIB),
            graphs: Bytes::new(0.0),
            non_torch: Bytes::new(GIB),
        };
        let weights = Bytes::new(15.0 * GIB);
        let budget =
            plan.memory_rule.budget(plan.accelerator.memory, plan.mem, weights, overheads, Bytes::new(0.0));
        assert!((budget.kv.get() / GIB - kv).abs() < 1e-9, "{rule:?}: {:?}", budget.kv);
        // What the engine itself printed.
        let printed = read(text).ranks[0].kv.expect("a pool").get() / GIB;
        assert!((printed - kv).abs() < 1e-9, "{printed}");
    }
}

const LLAMA: &str = "\
INFO 04-10 10:00:00 [core.py:58] Initializing a V1 LLM engine (v0.8.3) with config: model='meta-llama/Llama-3.1-8B-Instruct', dtype=torch.bfloat16, max_seq_len=8192, tensor_parallel_size=2, quantization=None, kv_cache_dtype=auto,
(VllmWorker rank=0 pid=7) INFO 04-10 10:00:20 [gpu_model_runner.py:1200] Model loading took 7.5 GiB and 12.5 seconds
(VllmWorker rank=1 pid=8) INFO 04-10 10:00:20 [gpu_model_runner.py:1200] Model loading took 7.5 GiB and 12.0 seconds
(VllmWorker rank=0 pid=7) INFO 04-10 10:01:00 [gpu_worker.py:90] Available KV cache memory: 10.00 GiB
(VllmWorker rank=1 pid=8) INFO 04-10 10:01:00 [gpu_worker.py:90] Available KV cache memory: 10.00 GiB
INFO 04-10 10:01:00 [kv_cache_utils.py:600] GPU KV cache size: 163,840 tokens
INFO 04-10 10:01:00 [kv_cache_utils.py:603] Maximum concurrency for 8,192 tokens per request: 20.00x
";

#[test]
fn a_log_is_held_against_the_catalogues_model_of_its_name() {
    let shown = engine_log(&read(LLAMA), None);
    assert_eq!(shown.headline, "The KV pool holds 163,840 tokens: 20.0 requests of 8,192 tokens at once.");
    // 2 × 32 layers × 4 of 8 heads × 128 × 2 bytes = 65,536 bytes, which are 10 GiB / 163,840.
    let tokens = shown.tables.last().expect("tables");
    let texts: Vec<&str> = tokens.rows[1].iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(texts, ["KV pool and its tokens, TP1", "65.5 kB", "65.536 kB", "agrees"]);
    assert_eq!(shown.notes, Vec::<String>::new());
    let plan = plan_of(LLAMA);
    assert_eq!((plan.tp, plan.kv), (2, Precision::Bf16));
    assert!((plan.model.parameters - 8_030_261_248.0).abs() < 0.5);
}

#[test]
fn a_cache_that_is_not_what_the_log_says_has_its_reason() {
    let halved = LLAMA.replace("163,840", "327,680").replace("20.00x", "40.00x");
    let shown = engine_log(&read(&halved), None);
    assert_eq!(
        shown.notes,
        [
            "The log’s bytes of a token are those of a KV cache in FP8, which is not what the log or the model’s numbers say."
        ]
    );
    let other = LLAMA.replace("meta-llama/Llama-3.1-8B-Instruct", "org/unheard-of");
    let notes = engine_log(&read(&other), None).notes;
    assert!(notes[0].starts_with("The catalogue has no model of the name in this log"), "{notes:?}");
    let odd = engine_log(&read(&LLAMA.replace("163,840", "100,000").replace("20.00x", "12.21x")), None).notes;
    assert!(odd[0].starts_with("A token takes 1.64 times what the model’s shape gives"), "{odd:?}");
}

#[test]
fn a_start_that_failed_says_so_first_and_offers_nothing() {
    let shown =
        engine_log(&read("ValueError: No available memory for the cache blocks. Try increasing it.\n"), None);
    assert!(shown.headline.starts_with("The engine did not start"), "{}", shown.headline);
    assert!(shown.takes.is_empty());
}
