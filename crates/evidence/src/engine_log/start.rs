//! One start of an engine, as its log tells it.

use super::clock;
use super::rank::{self, Rank};
use super::{sglang, tensorrt_llm, vllm};
use crate::reading::Note;
use quantity::{Bytes, BytesPerToken, Fraction, Seconds, Tokens, float};
use sizing::{KvPool, MemoryRule, Precision, kv_pool};

/// What a log says of a start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineLogReading {
    /// The engine.
    pub engine: Option<Engine>,
    /// Its version.
    pub version: Option<String>,
    /// The model, as the log names it.
    pub model: Option<String>,
    /// GPUs of one replica: tensor parallelism.
    pub tp: Option<u32>,
    /// The precision of the weights.
    pub weights: Option<Precision>,
    /// The precision of the KV cache, where one is set; else it is that of the model's numbers.
    pub kv: Option<Precision>,
    /// The usable part of memory, by the engine's own rule.
    pub usable: Option<Fraction>,
    /// The longest sequence that is allowed.
    pub max_length: Option<Tokens>,
    /// Tokens of a block of the KV pool.
    pub block_size: Option<u32>,
    /// Each GPU that the log tells of; at least one where it says anything of memory.
    pub ranks: Vec<Rank>,
    /// How many requests of a length the log says fit at once.
    pub concurrency: Option<Concurrency>,
    /// The longest sequence that the log says would fit.
    pub longest: Option<Tokens>,
    /// Why the engine did not start.
    pub failure: Option<Failure>,
    /// What took how long, in order.
    pub stages: Vec<(Stage, Seconds)>,
    /// From the first line with a time to the one that says that requests are taken.
    pub until_ready: Option<Seconds>,
    /// What the log's own figures imply of a token, of earlier starts too.
    pub implied: Vec<Implied>,
    /// What a person should know.
    pub notes: Vec<Note>,
}

/// An inference engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// vLLM.
    Vllm,
    /// SGLang.
    Sglang,
    /// TensorRT-LLM.
    TensorRtLlm,
}

impl Engine {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vllm => "vLLM",
            Self::Sglang => "SGLang",
            Self::TensorRtLlm => "TensorRT-LLM",
        }
    }

    /// Its meaning of the usable part of memory.
    #[must_use]
    pub const fn rule(self) -> MemoryRule {
        match self {
            Self::Vllm => MemoryRule::Vllm,
            Self::Sglang => MemoryRule::Sglang,
            Self::TensorRtLlm => MemoryRule::TensorRtLlm,
        }
    }
}

/// How many requests fit at once, as a log prints it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Concurrency {
    /// The tokens of each.
    pub length: Tokens,
    /// How many.
    pub requests: f64,
}

/// Why an engine did not start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// Nothing is left for the KV cache.
    NoKvMemory,
    /// One request of the longest length does not fit.
    TooLong {
        /// That length.
        length: Tokens,
        /// What it needs, where the log says so.
        needed: Option<Bytes>,
    },
}

/// A stage of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Whether GPUs reach each other is found out.
    PeerAccess,
    /// Weights are loaded.
    Weights,
    /// The model's code is traced.
    Trace,
    /// It is compiled.
    Compile,
    /// Graphs are captured.
    Graphs,
    /// Memory is profiled, the pool is made, and the model warmed up.
    WarmUp,
}

impl Stage {
    /// What is done in it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PeerAccess => "Peer access between GPUs",
            Self::Weights => "Weights",
            Self::Trace => "Tracing",
            Self::Compile => "Compilation",
            Self::Graphs => "Graphs",
            Self::WarmUp => "Profiling and warm-up",
        }
    }
}

/// Bytes of a token by two figures of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Implied {
    /// Which figures.
    pub from: &'static str,
    /// The GPU that they are of, where it is named.
    pub label: String,
    /// The pool, or the part of it, that they are about.
    pub pool: Bytes,
    /// Bytes of a token.
    pub per_token: BytesPerToken,
}

/// A start on its way in.
#[derive(Debug, Default)]
pub(crate) struct Start {
    /// Whether a line said that it begins.
    pub(crate) has_begun: bool,
    pub(crate) reading: EngineLogReading,
    /// Free memory that was too little, and what would have been enough.
    pub(crate) free: Option<Bytes>,
    /// All of it that comes after loading, stages among it.
    pub(crate) initialising: Option<f64>,
    /// When the pair of lines of a stage began.
    pub(crate) peers_since: Option<f64>,
    first: Option<f64>,
    /// When a line said that requests are taken, where that line has a time.
    ready: Option<Option<f64>>,
}

/// So many GPUs of a log are told apart.
const MOST_RANKS: usize = 1024;

impl Start {
    pub(crate) fn read(&mut self, line: &str) {
        let now = clock::time_of_day(line);
        self.first = self.first.or(now);
        vllm::read(self, line, now);
        sglang::read(self, line, now);
        tensorrt_llm::read(self, line);
    }

    /// Notes that requests are taken.
    pub(crate) fn takes_requests(&mut self, now: Option<f64>) {
        self.ready = Some(now);
    }

    /// Whether requests are taken.
    pub(crate) const fn is_ready(&self) -> bool {
        self.ready.is_some()
    }

    /// The GPU that `line` is about.
    pub(crate) fn rank(&mut self, line: &str) -> &mut Rank {
        let label = rank::label(line);
        let ranks = &mut self.reading.ranks;
        let known = ranks.iter().position(|rank| rank.label == label);
        let place = known.unwrap_or_else(|| {
            if ranks.len() < MOST_RANKS {
                ranks.push(Rank { label, ..Rank::default() });
            }
            ranks.len() - 1
        });
        // There is one: it was found or pushed, or the list is full.
        &mut ranks[place]
    }

    /// Notes how long a stage took. GPUs go through it side by side, so that the slowest counts.
    pub(crate) fn took(&mut self, stage: Stage, seconds: f64) {
        let stages = &mut self.reading.stages;
        match stages.iter_mut().find(|(known, _)| *known == stage) {
            Some((_, longest)) if longest.get() >= seconds => {}
            Some((_, longest)) => *longest = Seconds::new(seconds),
            None => stages.push((stage, Seconds::new(seconds))),
        }
    }

    /// What came of it all.
    pub(crate) fn finish(mut self) -> EngineLogReading {
        self.warm_up();
        let Self { mut reading, free, first, ready, .. } = self;
        reading.until_ready =
            first.zip(ready.flatten()).map(|(first, ready)| Seconds::new(clock::between(first, ready)));
        reading.fill_blocks();
        reading.spread();
        reading.imply(free);
        reading.note();
        reading
    }

    /// What initialising took beside the stages that are told apart.
    fn warm_up(&mut self) {
        let Some(all) = self.initialising else { return };
        let within = [Stage::Trace, Stage::Compile, Stage::Graphs];
        let stages = self.reading.stages.iter().filter(|(stage, _)| within.contains(stage));
        let rest = all - stages.map(|(_, time)| time.get()).sum::<f64>();
        if rest > 0.0 {
            self.took(Stage::WarmUp, rest);
        }
    }
}

impl EngineLogReading {
    /// Tokens that the KV pool holds: those of the GPU with the fewest.
    #[must_use]
    pub fn tokens(&self) -> Option<Tokens> {
        let tokens = self.ranks.iter().filter_map(|rank| rank.tokens);
        tokens.reduce(|least, tokens| if tokens < least { tokens } else { least })
    }

    /// Requests of the longest allowed length that the pool holds at once.
    ///
    /// # Formula
    /// tokens / length: [`kv_pool::concurrency`].
    #[must_use]
    pub fn requests_at_once(&self) -> Option<f64> {
        let length = self.concurrency.map(|stated| stated.length).or(self.max_length)?;
        kv_pool::concurrency(self.tokens()?, length)
    }

    /// The time until requests are taken, by its stages. `None` where none is stated.
    #[must_use]
    pub fn in_all(&self) -> Option<Seconds> {
        let times = self.stages.iter().map(|(_, time)| *time);
        times.reduce(|sum, time| sum + time)
    }

    /// Finds the tokens of a block, where the log leaves them out, and of each GPU.
    fn fill_blocks(&mut self) {
        let blocks = self.ranks.iter().find_map(|rank| rank.blocks);
        if let (None, Some(blocks)) = (self.block_size, blocks) {
            self.block_size = self.implied_block_size(blocks);
            if self.block_size.is_none() {
                self.block_size = Some(16);
                self.notes.push(Note::new(
                    "The log does not say how many tokens a block holds: 16 were taken, vLLM’s standard.",
                ));
            }
        }
        for rank in &mut self.ranks {
            if let (None, Some(blocks), Some(size)) = (rank.tokens, rank.blocks, self.block_size) {
                rank.tokens = Some(kv_pool::tokens_in_blocks(blocks, size));
            }
        }
    }

    /// Tokens of a block by the requests that fit: requests × length / blocks, where that is near a whole number.
    fn implied_block_size(&self, blocks: u32) -> Option<u32> {
        let Concurrency { length, requests } = self.concurrency?;
        let size = requests * length.get() / f64::from(blocks);
        let whole = float::round(size);
        let sound = (1.0..=4096.0).contains(&whole) && (size / whole - 1.0).abs() < 0.01;
        sound.then(|| float::count(whole))
    }

    /// Gives what is said of the whole to each GPU, where some are told apart.
    fn spread(&mut self) {
        let is_named = |rank: &Rank| !rank.label.is_empty() && rank.has_memory();
        if self.ranks.iter().any(is_named) {
            let whole = self.ranks.iter().find(|rank| rank.label.is_empty()).cloned().unwrap_or_default();
            let named = core::mem::take(&mut self.ranks).into_iter().filter(is_named);
            self.ranks = named.map(|rank| rank.or(&whole)).collect();
        } else {
            self.ranks.retain(Rank::has_memory);
        }
    }

    /// Bytes of a token, by each pair of figures that gives them.
    fn imply(&mut self, free: Option<Bytes>) {
        let mut add = |from, label: &str, pool: Option<Bytes>, tokens: Option<Tokens>| {
            let per_token = pool.and_then(|pool| KvPool { bytes: pool }.per_token(tokens?));
            if let (Some(pool), Some(per_token)) = (pool.filter(|pool| pool.get() > 0.0), per_token) {
                self.implied.push(Implied { from, label: label.into(), pool, per_token });
            }
        };
        for rank in &self.ranks {
            add("KV pool and its tokens", &rank.label, rank.kv, rank.tokens);
        }
        add("Free memory and the longest sequence for it", "", free, self.longest);
        if let Some(Failure::TooLong { length, needed }) = self.failure {
            add("Memory that a sequence needs, and its length", "", needed, Some(length));
        }
    }
}
