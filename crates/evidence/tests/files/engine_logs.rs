//! Start-up logs of engines: what people read wrongly in them, with the right values, and each engine's lines.

use crate::read::shared;
use evidence::engine_log::{Failure, Stage, Why, difference};
use evidence::{Engine, EngineLog, EngineLogReading};
use proptest::prelude::*;
use quantity::{Bytes, BytesPerToken, Tokens};
use sizing::{Attention, FeedForward, Grouped, Latent, Layers, Loading, Model, Precision, Window};

const GIB: f64 = 1_073_741_824.0;

fn read(text: &str) -> EngineLogReading {
    in_slices(text.as_bytes(), usize::MAX)
}

fn in_slices(bytes: &[u8], slice: usize) -> EngineLogReading {
    let mut log = EngineLog::new();
    for slice in bytes.chunks(slice.max(1)) {
        log.push(slice).expect("a log has no fault");
    }
    log.finish()
}

fn notes(reading: &EngineLogReading) -> String {
    reading.notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn close(ours: f64, expected: f64, apart: f64) {
    assert!((ours - expected).abs() <= apart, "{ours} is not {expected} within {apart}");
}

fn gibibytes(bytes: Option<Bytes>) -> f64 {
    bytes.expect("bytes").get() / GIB
}

#[test]
fn log_01_tokens_are_blocks_times_their_size() {
    let reading = read(
        "INFO 02-20 10:00:00 executor_base.py:110] # cuda blocks: 127626, # CPU blocks: 4681\n\
         INFO 02-20 10:00:00 executor_base.py:115] Maximum concurrency for 2048 tokens per request: 997.08x\n",
    );
    close(reading.tokens().expect("tokens").get(), 2_042_016.0, 0.0);
    close(reading.requests_at_once().expect("a length"), 997.08, 0.005);
    assert_eq!((reading.block_size, notes(&reading).as_str()), (Some(16), ""));
}

#[test]
fn log_03_a_printed_number_that_cannot_be_right_is_said() {
    let reading = read(
        "INFO 10-15 10:00:00 [kv_cache_utils.py:1087] GPU KV cache size: 15,728,640 tokens\n\
         INFO 10-15 10:00:00 [kv_cache_utils.py:1091] Maximum concurrency for 8,192 tokens per request: 1.92x",
    );
    close(reading.requests_at_once().expect("a length"), 1920.0, 1e-6);
    assert_eq!(
        notes(&reading),
        "The log says that 1.92 requests of 8,192 tokens fit at once; its own tokens give 1,920. The printed number cannot be right."
    );
}

/// Three starts: all of their lines give 48 KiB a token, so that the 8-bit cache was counted.
#[test]
fn log_07_every_pair_of_figures_implies_the_same_bytes_of_a_token() {
    let log = "\
(EngineCore_0 pid=9) INFO 09-21 10:00:00 [core.py:75] Initializing a V1 LLM engine (v0.10.2) with config: model='org/model', max_seq_len=220000, tensor_parallel_size=1, kv_cache_dtype=fp8,
(EngineCore_0 pid=9) INFO 09-21 10:01:00 [gpu_worker.py:298] Available KV cache memory: 10.55 GiB
(EngineCore_0 pid=9) INFO 09-21 10:01:00 [kv_cache_utils.py:864] GPU KV cache size: 230,528 tokens
(EngineCore_0 pid=9) INFO 09-21 11:00:00 [core.py:75] Initializing a V1 LLM engine (v0.10.2) with config: model='org/model', max_seq_len=221000, tensor_parallel_size=1, kv_cache_dtype=fp8,
(EngineCore_0 pid=9) ERROR 09-21 11:01:00 [core.py:712] ValueError: To serve at least one request with the models's max seq len (221000), (10.12 GiB KV cache is needed, which is larger than the available KV cache memory (5.59 GiB). Based on the available memory, the estimated maximum model length is 122080. Try increasing `gpu_memory_utilization`.
";
    let reading = read(log);
    let implied: Vec<f64> = reading.implied.iter().map(|implied| implied.per_token.get()).collect();
    assert_eq!(implied.len(), 3, "{:?}", reading.implied);
    for (ours, theirs) in implied.iter().zip([49_139.0, 49_166.0, 49_169.0]) {
        close(*ours, theirs, 0.5);
        close(ours / 49_152.0, 1.0, 0.002);
    }
    assert_eq!(reading.kv, Some(Precision::Fp8));
    let Some(Failure::TooLong { length, needed }) = reading.failure else { panic!("{:?}", reading.failure) };
    close(length.get(), 221_000.0, 0.0);
    close(gibibytes(needed), 10.12, 1e-9);
    assert!(
        notes(&reading).starts_with("The log holds 2 starts; the last one is shown."),
        "{}",
        notes(&reading)
    );
    assert!(notes(&reading).contains("The longest that fits is 122,080 tokens."), "{}", notes(&reading));
    // A model of 24 layers with 8 heads of 128: 2 × 24 × 8 × 128 bytes.
    let model = Model::dense(9e9, 24, Grouped { query_heads: 32, kv_heads: 8, head_dim: 128 });
    for implied in &reading.implied {
        let found = difference(implied.per_token, implied.pool, &model, 1, Precision::Fp8);
        assert_eq!(found.why, Why::Same, "{implied:?}");
        let found = difference(implied.per_token, implied.pool, &model, 1, Precision::Bf16);
        assert_eq!(found.why, Why::Precision(Precision::Fp8), "{implied:?}");
    }
}

#[test]
fn mem_01_the_split_of_a_log_closes() {
    let reading = read(
        "INFO 12-17 10:00:00 worker.py:232] Memory profiling results: duration=5.07 seconds\n\
         INFO 12-17 10:00:00 worker.py:233] the current vLLM instance can use total_gpu_memory (15.77GiB) x gpu_memory_utilization (0.90) = 14.19GiB\n\
         INFO 12-17 10:00:00 worker.py:233] model weights take 7.51GiB; non_torch_memory takes 0.39GiB; PyTorch activation peak memory takes 2.53GiB; the rest of the memory reserved for KV Cache is 3.76GiB.\n\
         INFO 12-17 10:00:00 gpu_executor.py:76] # GPU blocks: 3852, # CPU blocks: 4096\n\
         INFO 12-17 10:00:00 gpu_executor.py:80] Maximum concurrency for 40000 tokens per request: 1.54x\n",
    );
    let [rank] = reading.ranks.as_slice() else { panic!("{:?}", reading.ranks) };
    close(gibibytes(rank.total), 15.77, 1e-9);
    close(gibibytes(rank.budget), 14.19, 1e-9);
    close(gibibytes(rank.total) * reading.usable.expect("a part").get(), 14.19, 0.01);
    close(gibibytes(rank.kv), 3.76, 1e-9);
    close(
        gibibytes(rank.budget)
            - gibibytes(rank.weights)
            - gibibytes(rank.non_torch)
            - gibibytes(rank.activations),
        3.76,
        0.01,
    );
    close(reading.tokens().expect("tokens").get(), 61_632.0, 0.0);
    close(reading.requests_at_once().expect("a length"), 1.54, 0.005);
    assert_eq!(notes(&reading), "");
}

#[test]
fn a_split_that_does_not_close_is_said() {
    let reading = read(
        "INFO 12-17 10:00:00 worker.py:233] total_gpu_memory (16GiB) x gpu_memory_utilization (0.50) = 8.00GiB\n\
         INFO 12-17 10:00:00 worker.py:233] model weights take 4GiB; non_torch_memory takes 1GiB; PyTorch activation peak memory takes 1GiB; the rest of the memory reserved for KV Cache is 3GiB.\n",
    );
    assert_eq!(notes(&reading), "The parts of memory that the log states are 1.07 GB apart from their sum.");
}

/// Eight GPUs load 57.752 GiB each, from 14:03:36 to 14:07:31.
#[test]
fn cld_01_loading_is_timed_by_the_clock_where_no_line_states_it() {
    let rank = |pid: u32, at: &str, text: &str| {
        format!("(VllmWorkerProcess pid={pid}) INFO 07-24 {at} model_runner.py:680] {text}\n")
    };
    let begin = (0..8).map(|pid| rank(pid, "14:03:36", "Starting to load model org/model..."));
    let end = (0..8).map(|pid| rank(pid, "14:07:31", "Loading model weights took 57.7520 GB"));
    let reading = read(&begin.chain(end).collect::<String>());
    assert_eq!(reading.stages.len(), 1);
    let (stage, time) = reading.stages[0];
    assert_eq!((stage, time.get().to_bits()), (Stage::Weights, 235.0_f64.to_bits()));
    let loading = Loading { per_gpu: reading.ranks[0].weights.expect("weights"), gpus: 8 };
    assert_eq!(reading.ranks.len(), 8);
    close(loading.total().get() / GIB, 462.0, 462.0 * 0.002);
    close(loading.speed(time).expect("a time").get() / GIB, 1.966, 1.966 * 0.002);
}

/// A 70B model whose weights are in the page cache already still takes 215 s.
#[test]
fn cld_03_stages_add_up() {
    let reading = read(
        "(Worker_TP0 pid=1) INFO 06-18 10:00:00 [custom_all_reduce_utils.py:208] generating GPU P2P access cache in /root\n\
         (Worker_TP0 pid=1) INFO 06-18 10:01:00 [custom_all_reduce_utils.py:246] reading GPU P2P access cache from /root\n\
         (Worker_TP0 pid=1) INFO 06-18 10:01:10 [gpu_model_runner.py:1600] Model loading took 8.5 GiB and 10.0 seconds\n\
         (Worker_TP0 pid=1) INFO 06-18 10:01:25 [backends.py:462] Dynamo bytecode transform time: 15.0 s\n\
         (Worker_TP1 pid=2) INFO 06-18 10:01:25 [backends.py:462] Dynamo bytecode transform time: 14.0 s\n\
         (Worker_TP0 pid=1) INFO 06-18 10:02:35 [backends.py:172] Compiling a graph for general shape takes 70.0 s\n\
         (Worker_TP0 pid=1) INFO 06-18 10:03:35 [gpu_model_runner.py:2000] Graph capturing finished in 60 secs, took 0.55 GiB\n\
         (EngineCore pid=3) INFO 06-18 10:03:35 [core.py:171] init engine (profile, create kv cache, warmup model) took 150.00 seconds\n\
         (APIServer pid=4) INFO:     Application startup complete.\n",
    );
    let times: Vec<(Stage, f64)> = reading.stages.iter().map(|(stage, time)| (*stage, time.get())).collect();
    let expected = [
        (Stage::PeerAccess, 60.0),
        (Stage::Weights, 10.0),
        (Stage::Trace, 15.0),
        (Stage::Compile, 70.0),
        (Stage::Graphs, 60.0),
    ];
    // Initialising took 150 s: of these, 145 are three of the stages, and 5 are not told apart.
    assert_eq!(times[..5], expected);
    close(times[..5].iter().map(|(_, time)| time).sum(), 215.0, 0.0);
    assert_eq!(times[5], (Stage::WarmUp, 5.0));
    close(reading.in_all().expect("stages").get(), 220.0, 1e-9);
}

#[test]
fn a_start_without_memory_for_the_cache_is_told() {
    let Some(bytes) = shared("data/metrics/vllm_0.25.1_startup_no_kv_memory.log") else { return };
    assert!(EngineLog::is(&bytes[..4096]));
    let reading = in_slices(&bytes, 1000);
    assert_eq!((reading.engine, reading.failure), (Some(Engine::Vllm), Some(Failure::NoKvMemory)));
    assert_eq!(
        (reading.version.as_deref(), reading.model.as_deref()),
        (Some("0.25.1"), Some("facebook/opt-125m"))
    );
    assert_eq!((reading.tp, reading.max_length), (Some(1), Some(Tokens::new(2048.0))));
    let [rank] = reading.ranks.as_slice() else { panic!("{:?}", reading.ranks) };
    close(gibibytes(rank.kv), 0.0, 0.0);
    close(gibibytes(rank.total), 11.65, 1e-9);
    assert!(notes(&reading).starts_with("The engine did not start: "), "{}", notes(&reading));
}

const SGLANG: &str = "\
[2025-04-01 23:59:00] server_args=ServerArgs(model_path='org/small-8b', tokenizer_mode='auto', kv_cache_dtype='auto', mem_fraction_static=0.85, tp_size=2, page_size=1, quantization=None)
[2025-04-01 23:59:30 TP0] Load weight begin. avail mem=78.50 GB
[2025-04-01 23:59:30 TP1] Load weight begin. avail mem=78.50 GB
[2025-04-01 23:59:50 TP1] Load weight end. type=LlamaForCausalLM, dtype=torch.bfloat16, avail mem=70.90 GB, mem usage=7.60 GB.
[2025-04-02 00:00:10 TP0] Load weight end. type=LlamaForCausalLM, dtype=torch.bfloat16, avail mem=70.90 GB.
[2025-04-02 00:00:11 TP1] KV Cache is allocated. #tokens: 900000, K size: 27.47 GB, V size: 27.47 GB
[2025-04-02 00:00:11 TP0] KV Cache is allocated. #tokens: 900000, K size: 27.47 GB, V size: 27.47 GB
[2025-04-02 00:00:20 TP0] Capture cuda graph end. Time elapsed: 8.50 s. mem usage=0.60 GB. avail mem=10.9 GB.
[2025-04-02 00:00:21 TP0] max_total_num_tokens=900000, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=2048, context_len=131072
[2025-04-02 00:00:25] The server is fired up and ready to roll!
";

#[test]
fn sglang_s_ranks_are_told_apart() {
    assert!(EngineLog::is(SGLANG.as_bytes()));
    let reading = read(SGLANG);
    assert_eq!((reading.engine, reading.tp, reading.block_size), (Some(Engine::Sglang), Some(2), Some(1)));
    let labels: Vec<&str> = reading.ranks.iter().map(|rank| rank.label.as_str()).collect();
    assert_eq!(labels, ["TP0", "TP1"]);
    for rank in &reading.ranks {
        // 78.50 − 70.90, as the newer line states it.
        close(gibibytes(rank.weights), 7.6, 1e-9);
        close(gibibytes(rank.kv), 54.94, 1e-9);
        // 32 layers with 4 of 8 heads of 128 on each GPU: 2 × 32 × 4 × 128 × 2 bytes.
        let model = Model::dense(8e9, 32, Grouped { query_heads: 32, kv_heads: 8, head_dim: 128 });
        let found = difference(
            rank.per_token().expect("a pool"),
            rank.kv.expect("a pool"),
            &model,
            2,
            Precision::Bf16,
        );
        assert_eq!(found.why, Why::Same, "{found:?}");
    }
    // Over midnight; the slower GPU counts.
    assert_eq!(reading.stages[0].0, Stage::Weights);
    close(reading.stages[0].1.get(), 40.0, 1e-9);
    close(reading.until_ready.expect("ready").get(), 85.0, 1e-9);
    close(reading.requests_at_once().expect("a length"), 900_000.0 / 131_072.0, 1e-9);
}

#[test]
fn tensorrt_llm_allocates_for_its_tokens() {
    let reading = read(
        "[TensorRT-LLM] TensorRT-LLM version: 0.20.0\n\
         [TensorRT-LLM][INFO] Loaded engine size: 15319 MiB\n\
         [TensorRT-LLM][INFO] Memory usage when calculating max tokens in paged kv cache: total: 79.10 GiB, available: 61.12 GiB\n\
         [TensorRT-LLM][INFO] Number of blocks in KV cache primary pool: 7042\n\
         [TensorRT-LLM][INFO] [MemUsageChange] Allocated 55.02 GiB for max tokens in paged KV cache (450688).\n",
    );
    assert_eq!((reading.engine, reading.version.as_deref()), (Some(Engine::TensorRtLlm), Some("0.20.0")));
    let rank = &reading.ranks[0];
    close(gibibytes(rank.weights), 15_319.0 / 1024.0, 1e-9);
    close(rank.tokens.expect("tokens").get(), 450_688.0, 0.0);
    close(rank.per_token().expect("a pool").get() / 131_072.0, 1.0, 0.001);
}

/// What a model with windows, a latent, or more GPUs than heads makes of a token, and how each is told.
#[test]
fn where_log_and_theory_differ_the_reason_is_found() {
    let heads = Grouped { query_heads: 64, kv_heads: 8, head_dim: 64 };
    let run = |count, attention| Layers::new(count, attention, FeedForward::None);
    let of = |layers: Vec<Layers>| Model { layers, ..Model::dense(20e9, 1, heads) };
    let sliding = Attention::Sliding(heads, Window(128));
    let windows = of(vec![run(12, Attention::Grouped(heads)), run(12, sliding)]);
    let latent = Latent {
        query_heads: 128,
        kv_rank: 512,
        rope_dim: 64,
        nope_dim: 128,
        value_dim: 128,
        query_rank: None,
    };
    let latent = of(vec![run(61, Attention::Latent(latent))]);
    let few = of(vec![run(80, Attention::Grouped(heads))]);
    let pool = Bytes::new(50.0 * GIB);
    for (model, tp, implied, why, copies) in [
        // 12 of the 24 layers, and all 24.
        (&windows, 1, 24_576.0, Why::GrowingLayers, 1.0),
        (&windows, 1, 49_152.0, Why::Same, 1.0),
        // The whole latent on each of eight GPUs.
        (&latent, 8, 70_272.0, Why::Same, 8.0),
        (&latent, 8, 35_136.0, Why::Precision(Precision::Fp8), 8.0),
        // Eight heads on sixteen GPUs: each twice.
        (&few, 16, 20_480.0, Why::Same, 2.0),
        (&few, 8, 163_840.0, Why::NotDivided, 1.0),
        (&few, 8, 30_000.0, Why::Unknown, 1.0),
    ] {
        let found = difference(BytesPerToken::new(implied), pool, model, tp, Precision::Bf16);
        assert_eq!(found.why, why, "{implied} on {tp}");
        close(found.copies, copies, 1e-9);
    }
}

/// Once requests are taken a log goes on with them, and until another start nothing of one is looked for.
#[test]
fn what_follows_a_start_is_passed_over_until_the_next() {
    let start = |blocks: u32| {
        format!(
            "Initializing an LLM engine (v0.6.0) with config: model='a/b'\n# GPU blocks: {blocks}, # CPU blocks: 0\nINFO:     Application startup complete.\n"
        )
    };
    let asked = "INFO:     10.0.0.1:5 - \"POST /v1/completions HTTP/1.1\" 200 OK\nprompt: '# GPU blocks: 77, # CPU blocks: 0'\n";
    let blocks = |text: &str| read(text).ranks[0].blocks;
    assert_eq!(blocks(&format!("{}{asked}", start(100))), Some(100));
    assert_eq!(blocks(&format!("{}{asked}{}{asked}", start(100), start(200))), Some(200));
}

#[test]
fn what_says_nothing_is_said() {
    for text in ["", "hello\nworld\n", "INFO 08-18 02:56:53 [a.py:1] nothing"] {
        assert_eq!(
            notes(&read(text)),
            "The log says nothing of memory, KV cache or the time that the start took.",
            "{text}"
        );
    }
}

#[test]
fn colours_of_a_terminal_do_no_harm() {
    let reading = read(
        "\u{1b}[1;36m(EngineCore pid=9)\u{1b}[0;0m INFO 09-21 10:01:00 [x.py:1] GPU KV cache size: \u{1b}[1m1,600\u{1b}[0m tokens",
    );
    close(reading.tokens().expect("tokens").get(), 1600.0, 0.0);
}

proptest! {
    #[test]
    fn where_slices_end_changes_nothing(slice in 1_usize..99, at in 0_usize..SGLANG.len(), byte in any::<u8>()) {
        let mut bytes = SGLANG.as_bytes().to_vec();
        bytes[at] = byte;
        prop_assert_eq!(in_slices(&bytes, slice), in_slices(&bytes, usize::MAX));
    }

    #[test]
    fn a_pool_of_whole_blocks_reads_back(blocks in 1_u32..1_000_000, size in prop::sample::select(vec![8_u32, 16, 32, 64, 128]), length in 256_u32..100_000) {
        let tokens = f64::from(blocks) * f64::from(size);
        let requests = tokens / f64::from(length);
        // With fewer requests than these, two decimals do not tell the size of a block.
        prop_assume!(requests > 2.0);
        let reading = read(&format!(
            "# GPU blocks: {blocks}, # CPU blocks: 0\nMaximum concurrency for {length} tokens per request: {requests:.2}x\n"
        ));
        prop_assert_eq!(reading.block_size, Some(size));
        prop_assert_eq!(reading.tokens(), Some(Tokens::new(tokens)));
    }
}
