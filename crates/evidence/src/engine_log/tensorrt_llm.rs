//! What TensorRT-LLM writes.

use super::phrase::{after, bytes, bytes_after, number, number_after, word_after};
use super::start::{Engine, Start};
use quantity::{Fraction, Tokens, float};

/// Reads a line, if TensorRT-LLM writes one like it.
pub(crate) fn read(start: &mut Start, line: &str) {
    if line.contains("[TensorRT-LLM]") || line.contains("[TRT-LLM]") {
        start.reading.engine = Some(Engine::TensorRtLlm);
    }
    if let Some(version) = word_after(line, "TensorRT-LLM version:") {
        start.reading.version = Some(version.to_owned());
        start.reading.engine = Some(Engine::TensorRtLlm);
    }
    if start.reading.engine == Some(Engine::TensorRtLlm) {
        settings(start, line);
        memory(start, line);
    }
}

fn settings(start: &mut Start, line: &str) {
    let reading = &mut start.reading;
    let count = |phrases: &[&str]| {
        phrases
            .iter()
            .find_map(|phrase| number_after(line, phrase))
            .map(float::count)
            .filter(|count| *count > 0)
    };
    reading.block_size =
        count(&["tokens_per_block to ", "tokens_per_block:", "tokens_per_block=", "Tokens per block:"])
            .or(reading.block_size);
    reading.tp = count(&["tp_size=", "tensor_parallel_size=", "tp_size to "]).or(reading.tp);
    let length = count(&["max_seq_len=", "max_seq_len to ", "maxSequenceLen:"]);
    reading.max_length = length.map(|length| Tokens::new(f64::from(length))).or(reading.max_length);
    let phrases = ["free_gpu_memory_fraction=", "free_gpu_memory_fraction:", "freeGpuMemoryFraction:"];
    let usable = phrases.iter().find_map(|phrase| number_after(line, phrase));
    reading.usable = usable.filter(|part| (0.0..=1.0).contains(part)).map(Fraction::new).or(reading.usable);
}

fn memory(start: &mut Start, line: &str) {
    if let Some(weights) = bytes_after(line, "Loaded engine size:") {
        start.rank(line).weights = Some(weights);
    }
    if line.contains("Memory usage when calculating max tokens") {
        start.rank(line).total = bytes_after(line, "total:");
    }
    if let Some(blocks) = number_after(line, "Number of blocks in KV cache primary pool:") {
        start.rank(line).blocks = Some(float::count(blocks));
    }
    if let Some(rest) = after(line, "Allocated").filter(|_| line.contains("max tokens in paged KV cache")) {
        let rank = start.rank(line);
        rank.kv = bytes(rest);
        rank.tokens = after(rest, "paged KV cache (").and_then(number).map(Tokens::new);
    }
}
