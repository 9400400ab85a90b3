//! One GPU of an engine: who fills its memory, and what its part of the KV cache holds.

use quantity::{Bytes, BytesPerToken, Tokens};
use sizing::KvPool;

/// What a log says of one GPU, a rank of tensor parallelism. What it says of none in particular stands under no label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rank {
    /// What the log calls it, such as "TP1"; empty for what it says of the engine as a whole.
    pub label: String,
    /// The memory of the GPU.
    pub total: Option<Bytes>,
    /// The part of it that the engine may use.
    pub budget: Option<Bytes>,
    /// Weights.
    pub weights: Option<Bytes>,
    /// Activations at their peak.
    pub activations: Option<Bytes>,
    /// What is outside of torch.
    pub non_torch: Option<Bytes>,
    /// Captured graphs.
    pub graphs: Option<Bytes>,
    /// The KV pool.
    pub kv: Option<Bytes>,
    /// Blocks of the KV pool.
    pub blocks: Option<u32>,
    /// Tokens that the KV pool holds.
    pub tokens: Option<Tokens>,
    /// When it began to load weights, in seconds of the day.
    pub(crate) loading_since: Option<f64>,
    /// Free memory before its weights were loaded.
    pub(crate) free_before: Option<Bytes>,
}

impl Rank {
    /// Bytes that a token takes of the pool by the log's own figures.
    ///
    /// # Formula
    /// KV pool / tokens.
    #[must_use]
    pub fn per_token(&self) -> Option<BytesPerToken> {
        KvPool { bytes: self.kv? }.per_token(self.tokens?)
    }

    /// Whether it says anything of memory.
    pub(crate) fn has_memory(&self) -> bool {
        self.kv.is_some() || self.weights.is_some() || self.tokens.is_some() || self.blocks.is_some()
    }

    /// What is not said of it, as it is said of the engine as a whole.
    pub(crate) fn or(self, whole: &Self) -> Self {
        Self {
            total: self.total.or(whole.total),
            budget: self.budget.or(whole.budget),
            weights: self.weights.or(whole.weights),
            activations: self.activations.or(whole.activations),
            non_torch: self.non_torch.or(whole.non_torch),
            graphs: self.graphs.or(whole.graphs),
            kv: self.kv.or(whole.kv),
            blocks: self.blocks.or(whole.blocks),
            tokens: self.tokens.or(whole.tokens),
            ..self
        }
    }
}

/// What a line calls the GPU that it is about: "TP1" of "(Worker_TP1 pid=7)" and of "[2025-04-01 10:00:00 TP1]", or
/// "worker 7" where only a process is named. Empty where it names none.
pub(crate) fn label(line: &str) -> String {
    let end = match line.as_bytes().first() {
        Some(b'(') => line.find(')'),
        Some(b'[') => line.find(']'),
        _ => None,
    };
    let prefix = end.and_then(|end| line.get(..end)).unwrap_or_default();
    for mark in ["TP", "rank=", "RANK ", "rank "] {
        if let Some(rank) = digits_after(prefix, mark) {
            return ["TP", rank].concat();
        }
    }
    if prefix.contains("Worker")
        && let Some(process) = digits_after(prefix, "pid=")
    {
        return ["worker ", process].concat();
    }
    String::new()
}

fn digits_after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(mark)?;
    let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..end.min(9)).filter(|digits| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engines_name_of_a_rank_is_read() {
        for (line, expected) in [
            ("(Worker_TP1_EP1 pid=7) INFO 08-18 02:57:06 [x.py:1] y", "TP1"),
            ("(VllmWorker rank=3 pid=7) INFO y", "TP3"),
            ("(VllmWorkerProcess pid=7) INFO y", "worker 7"),
            ("[2025-04-01 10:00:00 TP12] y", "TP12"),
            ("[2025-04-01 10:00:00 DP0 TP2] y", "TP2"),
            ("(EngineCore pid=25) INFO y", ""),
            ("INFO 08-18 02:57:06 [parallel_state.py:1607] world_size=1 rank=0", ""),
            ("", ""),
        ] {
            assert_eq!(label(line), expected, "{line}");
        }
    }
}
