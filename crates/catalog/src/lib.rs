//! Accelerators and models, every figure with its source and date.
//!
//! The catalogue is plain data in Rust: the compiler checks it, nothing parses it at run time, and it needs no std.
//! Dense peaks, never the figures "with sparsity"; nominal decimal memory, with the driver's beside it where known.
#![no_std]
extern crate alloc;

mod accelerators;
mod models;

pub use accelerators::{ACCELERATORS, AcceleratorEntry};
pub use models::{MODELS, ModelEntry};

/// A fact with where and when it was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sourced<T> {
    /// The fact.
    pub value: T,
    /// Where it was read.
    pub source: &'static str,
    /// When it was read, as year-month.
    pub date: &'static str,
}

/// The accelerator that a link calls `name`, in any case.
#[must_use]
pub fn accelerator(name: &str) -> Option<&'static AcceleratorEntry> {
    ACCELERATORS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// The model that a link calls `name`, in any case.
#[must_use]
pub fn model(name: &str) -> Option<&'static ModelEntry> {
    MODELS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quantity::{Key, Standard};

    #[test]
    fn names_are_unique_and_the_defaults_are_here() {
        for entry in &ACCELERATORS {
            assert_eq!(accelerator(entry.name).map(|e| e.label), Some(entry.label));
        }
        for entry in &MODELS {
            assert_eq!(model(entry.name).map(|e| e.label), Some(entry.label));
        }
        let standard = |key: Key| match key.row().default {
            Standard::Word(name) => name,
            _ => "",
        };
        assert!(model(standard(Key::Model)).is_some() && accelerator(standard(Key::Gpu)).is_some());
    }

    #[test]
    fn every_figure_lies_in_the_range_of_its_row() {
        for entry in &ACCELERATORS {
            let gpu = entry.accelerator();
            for (key, value) in [
                (Key::Hbm, gpu.memory.get()),
                (Key::Bw, gpu.bandwidth.get()),
                (Key::Flops, gpu.peaks.bf16.get()),
            ] {
                assert_eq!(key.row().check(value), Ok(()), "{} {}", entry.name, key.row().name);
            }
            // Dense tensor cores do 8-bit arithmetic at about twice the 16-bit rate: a sparse figure would be four times.
            for peak in [gpu.peaks.fp8, gpu.peaks.int8].into_iter().flatten() {
                let ratio = peak / gpu.peaks.bf16;
                assert!((1.9..2.1).contains(&ratio), "{} {ratio}", entry.name);
            }
        }
        for entry in &MODELS {
            assert_eq!(Key::Params.row().check(entry.parameters.value), Ok(()), "{}", entry.name);
            assert!(entry.query_heads.is_multiple_of(entry.kv_heads), "{}", entry.name);
        }
    }

    #[test]
    fn kv_bytes_per_token_are_the_published_ones() {
        // 2 × layers × KV heads × head dim × 2 bytes.
        for (name, bytes) in
            [("llama-3.1-8b", 131_072.0), ("llama-3.3-70b", 327_680.0), ("qwen3-32b", 262_144.0)]
        {
            let shape = model(name).expect("in the catalogue").model();
            let kv = shape.kv_per_token_per_gpu(sizing::Precision::Bf16, 1).get();
            assert!((kv - bytes).abs() < 0.5, "{name} {kv}");
        }
    }
}
