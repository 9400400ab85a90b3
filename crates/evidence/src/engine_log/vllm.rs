//! What vLLM writes, in its versions.

use super::clock;
use super::phrase::{after, bytes, bytes_after, number, number_after, word_after};
use super::start::{Concurrency, Engine, Failure, Stage, Start};
use quantity::{Fraction, Tokens, float};
use sizing::Precision;

/// Reads a line, if vLLM writes one like it.
pub(crate) fn read(start: &mut Start, line: &str, now: Option<f64>) {
    settings(start, line);
    memory(start, line);
    loading(start, line, now);
    pool(start, line);
    failure(start, line);
    stages(start, line, now);
    if line.contains("Application startup complete") {
        start.takes_requests(now);
    }
}

/// Whether a line has the form of vLLM's: a level, month-day, a time, and a place in its source.
pub(crate) fn is_line(line: &str) -> bool {
    let level = ["INFO ", "WARNING ", "ERROR ", "DEBUG "].iter().find_map(|level| after(line, level));
    let digits = |range: core::ops::Range<usize>| {
        level
            .and_then(|rest| rest.get(range))
            .is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_dated = digits(0..2) && digits(3..5) && level.and_then(|rest| rest.get(2..3)) == Some("-");
    is_dated && line.contains(".py:") && clock::time_of_day(line).is_some()
}

/// The value of a setting, in a call or in a dictionary.
fn setting<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let call =
        word_after(line, &[" ", name, "="].concat()).or_else(|| word_after(line, &["(", name, "="].concat()));
    call.or_else(|| word_after(line, &["'", name, "': "].concat()))
}

fn settings(start: &mut Start, line: &str) {
    let is_engine = line.contains("LLM engine (v");
    if !is_engine && !line.contains("args: ") && !line.contains("Using max model len") {
        return;
    }
    let reading = &mut start.reading;
    reading.engine = Some(Engine::Vllm);
    if let Some(version) = word_after(line, "LLM engine (v") {
        reading.version = Some(version.to_owned());
    }
    if let Some(length) = number_after(line, "Using max model len") {
        reading.max_length = Some(Tokens::new(length));
    }
    let count = |names: &[&str]| names.iter().find_map(|name| number(setting(line, name)?)).map(float::count);
    let word = |name: &str| setting(line, name);
    reading.model = word("model").map(str::to_owned).or(reading.model.take());
    reading.tp = count(&["tensor_parallel_size"]).filter(|tp| *tp > 0).or(reading.tp);
    reading.block_size = count(&["block_size"]).filter(|size| *size > 0).or(reading.block_size);
    let length = count(&["max_seq_len", "max_model_len"]).filter(|length| *length > 0);
    reading.max_length = length.map(|length| Tokens::new(f64::from(length))).or(reading.max_length);
    let usable = word("gpu_memory_utilization").and_then(number).filter(|part| (0.0..=1.0).contains(part));
    reading.usable = usable.map(Fraction::new).or(reading.usable);
    reading.kv = word("kv_cache_dtype").and_then(number_type).or(reading.kv);
    let plain = word("dtype").and_then(number_type);
    reading.weights = word("quantization").and_then(quantised).or(reading.weights).or(plain);
}

/// The precision of numbers that are called so.
pub(crate) fn number_type(name: &str) -> Option<Precision> {
    match name.strip_prefix("torch.").unwrap_or(name) {
        "bfloat16" | "float16" | "half" => Some(Precision::Bf16),
        "int8" => Some(Precision::Int8),
        name if name.starts_with("fp8") || name.starts_with("float8") => Some(Precision::Fp8),
        name if name.starts_with("fp4") || name.starts_with("nvfp4") => Some(Precision::Fp4),
        _ => None,
    }
}

/// The precision of weights that are quantised by this method.
pub(crate) fn quantised(method: &str) -> Option<Precision> {
    match method {
        "fp8" | "fbgemm_fp8" | "modelopt" | "w8a8_fp8" => Some(Precision::Fp8),
        "mxfp4" | "modelopt_fp4" | "nvfp4" => Some(Precision::Fp4),
        "awq" | "awq_marlin" | "gptq" | "gptq_marlin" => Some(Precision::Int4),
        "w8a8_int8" => Some(Precision::Int8),
        _ => None,
    }
}

/// The split that older versions write in two lines.
fn memory(start: &mut Start, line: &str) {
    if line.contains("total_gpu_memory") && line.contains("gpu_memory_utilization (") {
        let usable = number_after(line, "gpu_memory_utilization (").filter(|part| (0.0..=1.0).contains(part));
        start.reading.usable = usable.map(Fraction::new).or(start.reading.usable);
        start.reading.engine = Some(Engine::Vllm);
        let rank = start.rank(line);
        rank.total = bytes_after(line, "total_gpu_memory");
        rank.budget = after(line, "gpu_memory_utilization").and_then(|rest| bytes_after(rest, " = "));
    }
    if line.contains("model weights take") {
        start.reading.engine = Some(Engine::Vllm);
        let rank = start.rank(line);
        rank.weights = bytes_after(line, "model weights take").or(rank.weights);
        rank.non_torch = bytes_after(line, "non_torch_memory takes");
        rank.activations = bytes_after(line, "activation peak memory takes");
        rank.kv = bytes_after(line, "reserved for KV Cache is");
    }
}

fn loading(start: &mut Start, line: &str, now: Option<f64>) {
    if line.contains("Starting to load model") {
        start.rank(line).loading_since = now;
    }
    let phrases = ["Loading model weights took", "Model loading took"];
    let Some(took) = phrases.iter().find_map(|phrase| after(line, phrase)) else { return };
    start.reading.engine = Some(Engine::Vllm);
    let rank = start.rank(line);
    rank.weights = bytes(took).or(rank.weights);
    let clocked = rank.loading_since.zip(now).map(|(since, now)| clock::between(since, now));
    let stated = after(took, " and ").and_then(number).filter(|_| took.contains("second"));
    if let Some(seconds) = stated.or(clocked) {
        start.took(Stage::Weights, seconds);
    }
}

fn pool(start: &mut Start, line: &str) {
    if let Some(blocks) = number_after(line, "# GPU blocks:").or_else(|| number_after(line, "# cuda blocks:"))
    {
        start.reading.engine = Some(Engine::Vllm);
        start.rank(line).blocks = Some(float::count(blocks));
    }
    if let Some(tokens) = number_after(line, "GPU KV cache size:") {
        start.reading.engine = Some(Engine::Vllm);
        start.rank(line).tokens = Some(Tokens::new(tokens));
    }
    if let Some(kv) = bytes_after(line, "Available KV cache memory:") {
        start.reading.engine = Some(Engine::Vllm);
        start.rank(line).kv = Some(kv);
    }
    if let Some(rest) = after(line, "Maximum concurrency for") {
        let requests = after(rest, "request:").and_then(number);
        let pair = number(rest).filter(|length| *length > 0.0).zip(requests);
        start.reading.engine = Some(Engine::Vllm);
        start.reading.concurrency = pair
            .map(|(length, requests)| Concurrency { length: Tokens::new(length), requests })
            .or(start.reading.concurrency);
    }
    // The processor's backend states what it sets aside, and of how much.
    if let Some(rest) = after(line, "Explicitly set (").filter(|_| line.contains("for KV cache")) {
        let rank = start.rank(line);
        rank.kv = bytes(rest);
        rank.total = after(rest, "/").and_then(bytes);
    }
}

fn failure(start: &mut Start, line: &str) {
    if line.contains("No available memory for the cache blocks") {
        start.reading.engine = Some(Engine::Vllm);
        start.reading.failure = Some(Failure::NoKvMemory);
    }
    if let Some(longest) = number_after(line, "estimated maximum model length is") {
        start.reading.longest = Some(Tokens::new(longest));
    }
    let Some(rest) = after(line, "max seq len (") else { return };
    let Some(length) = number(rest) else { return };
    let free = bytes_after(line, "available KV cache memory (");
    let holds = number_after(line, "stored in KV cache (").map(Tokens::new);
    let needed = after(rest, "(").filter(|_| line.contains("is needed")).and_then(bytes);
    if free.is_none() && holds.is_none() {
        return;
    }
    start.free = free.or(start.free);
    start.reading.engine = Some(Engine::Vllm);
    start.reading.longest = start.reading.longest.or(holds);
    start.reading.failure = Some(Failure::TooLong { length: Tokens::new(length), needed });
}

fn stages(start: &mut Start, line: &str, now: Option<f64>) {
    for (phrase, stage) in [
        ("Dynamo bytecode transform time:", Stage::Trace),
        ("shape takes", Stage::Compile),
        ("Graph capturing finished in", Stage::Graphs),
    ] {
        if let Some(seconds) = number_after(line, phrase)
            .filter(|_| phrase != "shape takes" || line.contains("Compiling a graph"))
        {
            start.took(stage, seconds);
        }
    }
    if line.contains("Graph capturing finished in") {
        let graphs = bytes_after(line, "took");
        start.rank(line).graphs = graphs;
    }
    if line.contains("init engine (") {
        start.initialising = number_after(line, "took").or(start.initialising);
    }
    if line.contains("generating GPU P2P access cache") {
        start.peers_since = now;
    } else if line.contains("reading GPU P2P access cache")
        && let Some((since, now)) = start.peers_since.take().zip(now)
    {
        start.took(Stage::PeerAccess, clock::between(since, now));
    }
}
