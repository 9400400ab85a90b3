//! What SGLang writes.

use super::clock;
use super::phrase::{after, bytes_after, number, number_after, word_after};
use super::start::{Engine, Stage, Start};
use super::vllm::{number_type, quantised};
use quantity::{Fraction, Tokens, float};

/// Reads a line, if SGLang writes one like it.
pub(crate) fn read(start: &mut Start, line: &str, now: Option<f64>) {
    if let Some(arguments) = after(line, "server_args=ServerArgs(") {
        settings(start, arguments);
    }
    loading(start, line, now);
    pool(start, line);
    if line.contains("Capture cuda graph end") {
        if let Some(seconds) = number_after(line, "Time elapsed:") {
            start.took(Stage::Graphs, seconds);
        }
        let graphs = bytes_after(line, "mem usage=");
        start.rank(line).graphs = graphs;
    }
    if line.contains("The server is fired up") {
        start.takes_requests(now);
    }
}

fn settings(start: &mut Start, arguments: &str) {
    let arguments = [" ", arguments].concat();
    let word = |name: &str| word_after(&arguments, &[" ", name, "="].concat());
    let count = |name: &str| word(name).and_then(number).map(float::count).filter(|count| *count > 0);
    let reading = &mut start.reading;
    reading.engine = Some(Engine::Sglang);
    reading.model = word("model_path").map(str::to_owned);
    reading.tp = count("tp_size");
    reading.block_size = count("page_size");
    let usable = word("mem_fraction_static").and_then(number).filter(|part| (0.0..=1.0).contains(part));
    reading.usable = usable.map(Fraction::new);
    reading.kv = word("kv_cache_dtype").and_then(number_type);
    reading.weights = word("quantization").and_then(quantised);
    reading.max_length = count("context_length").map(|length| Tokens::new(f64::from(length)));
}

fn loading(start: &mut Start, line: &str, now: Option<f64>) {
    if line.contains("Load weight begin.") {
        let rank = start.rank(line);
        rank.loading_since = now;
        rank.free_before = bytes_after(line, "avail mem=");
    }
    if !line.contains("Load weight end.") {
        return;
    }
    start.reading.engine = Some(Engine::Sglang);
    start.reading.weights = start.reading.weights.or(word_after(line, "dtype=").and_then(number_type));
    let rank = start.rank(line);
    // Older versions state only what is free then.
    let left = bytes_after(line, "avail mem=");
    let used = rank.free_before.zip(left).map(|(before, left)| before - left);
    rank.weights = bytes_after(line, "mem usage=").or(used.filter(|used| used.get() > 0.0));
    if let Some((since, now)) = rank.loading_since.zip(now) {
        start.took(Stage::Weights, clock::between(since, now));
    }
}

fn pool(start: &mut Start, line: &str) {
    if line.contains("KV Cache is allocated.") {
        start.reading.engine = Some(Engine::Sglang);
        let rank = start.rank(line);
        rank.tokens = number_after(line, "#tokens:").map(Tokens::new);
        let both = bytes_after(line, "K size:")
            .zip(bytes_after(line, "V size:"))
            .map(|(keys, values)| keys + values);
        rank.kv = bytes_after(line, "KV size:").or(both);
    }
    if let Some(tokens) = number_after(line, "max_total_num_tokens=") {
        let length = number_after(line, "context_len=").filter(|length| *length > 0.0).map(Tokens::new);
        start.reading.engine = Some(Engine::Sglang);
        start.reading.max_length = length.or(start.reading.max_length);
        let rank = start.rank(line);
        rank.tokens = rank.tokens.or(Some(Tokens::new(tokens)));
    }
}
