//! What an inference engine logs when it starts: KV blocks, tokens, memory, and how long it took.

mod clock;
mod difference;
mod lines;
mod note;
mod phrase;
mod rank;
mod sglang;
mod start;
mod tensorrt_llm;
mod vllm;

use crate::reading::{Fault, MOST_NOTES, Note};
pub use difference::{Difference, Why, difference};
use lines::Lines;
pub use rank::Rank;
use start::Start;
pub use start::{Concurrency, Engine, EngineLogReading, Failure, Implied, Stage};
use std::borrow::Cow;

/// Reads a start-up log that is pushed in slices of any size. Of a log of several starts the last one counts.
///
/// # Example
/// ```
/// use evidence::EngineLog;
/// let mut log = EngineLog::new();
/// log.push(b"INFO 07-01 10:00:00 gpu_executor.py:122] # GPU blocks: 1000, # CPU blocks: 512\n")?;
/// log.push(b"INFO 07-01 10:00:00 gpu_executor.py:126] Maximum concurrency for 2048 tokens per request: 7.81x\n")?;
/// let reading = log.finish();
/// // 7.81 × 2,048 / 1,000 is nearly 16 tokens a block, and so the pool holds 16,000.
/// assert_eq!((reading.block_size, reading.tokens().map(|tokens| tokens.get())), (Some(16), Some(16_000.0)));
/// # Ok::<(), evidence::Fault>(())
/// ```
#[derive(Debug, Default)]
pub struct EngineLog {
    lines: Lines,
    start: Start,
    /// What earlier starts in the same log imply of a token.
    implied: Vec<Implied>,
    starts: u32,
}

/// So many earlier figures are kept.
const MOST_IMPLIED: usize = 100;

impl EngineLog {
    /// A reader of a log of which nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a text that begins so is the log of an engine.
    ///
    /// # Example
    /// ```
    /// use evidence::EngineLog;
    /// assert!(EngineLog::is(b"INFO 04-10 10:00:00 [core.py:58] Initializing a V1 LLM engine (v0.8.3)"));
    /// assert!(EngineLog::is(b"[2025-04-01 10:00:00 TP0] Load weight begin. avail mem=78.58 GB"));
    /// assert!(!EngineLog::is(b"# TYPE vllm:num_requests_running gauge"));
    /// ```
    #[must_use]
    pub fn is(beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        let text = text.trim_start();
        let other = text.starts_with('{') || text.starts_with("# HELP") || text.starts_with("# TYPE");
        !other && (PHRASES.iter().any(|phrase| text.contains(phrase)) || text.lines().any(vllm::is_line))
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// None: a line that says nothing is passed over.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let Self { lines, start, implied, starts } = self;
        lines.push(bytes, |line| read(line, start, implied, starts));
        Ok(())
    }

    /// How many lines were read.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.lines.number
    }

    /// What the log says.
    #[must_use]
    pub fn finish(mut self) -> EngineLogReading {
        let Self { lines, start, implied, starts } = &mut self;
        lines.finish(|line| read(line, start, implied, starts));
        let mut reading = self.start.finish();
        if self.starts > 1 {
            let starts = crate::wrong::counted(u64::from(self.starts));
            reading
                .notes
                .insert(0, Note::new(format!("The log holds {starts} starts; the last one is shown.")));
        }
        self.implied.append(&mut reading.implied);
        reading.implied = self.implied;
        reading.notes.truncate(MOST_NOTES);
        reading
    }
}

/// Reads a line, on which a new start may begin.
fn read(line: &str, start: &mut Start, implied: &mut Vec<Implied>, starts: &mut u32) {
    let line = plain(line);
    let line = line.as_ref();
    if START.iter().any(|phrase| line.contains(phrase)) {
        *starts = starts.saturating_add(1);
        if start.has_begun {
            let earlier = core::mem::take(start).finish();
            let room = MOST_IMPLIED.saturating_sub(implied.len());
            implied.extend(earlier.implied.into_iter().take(room));
        }
        start.has_begun = true;
    }
    // Once requests are taken, nothing of a start follows, and a log may run on for gigabytes.
    if !start.is_ready() {
        start.read(line);
    }
}

/// What an engine says once for each start, before all of its figures.
const START: [&str; 5] = [
    "Initializing a V1 LLM engine",
    "Initializing a V2 LLM engine",
    "Initializing an LLM engine",
    "server_args=ServerArgs(",
    "TensorRT-LLM version:",
];

/// What stands in no other kind of text.
const PHRASES: [&str; 16] = [
    "LLM engine (v",
    "# GPU blocks:",
    "GPU KV cache size:",
    "Available KV cache memory:",
    "Maximum concurrency for ",
    "model weights take",
    "Loading model weights took",
    "Model loading took",
    "estimated maximum model length is",
    "vLLM API server version",
    "server_args=ServerArgs(",
    "max_total_num_tokens=",
    "KV Cache is allocated.",
    "Load weight begin.",
    "[TensorRT-LLM]",
    "[TRT-LLM]",
];

/// A line without the colours of a terminal.
fn plain(line: &str) -> Cow<'_, str> {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    if first.len() == line.len() {
        return Cow::Borrowed(line);
    }
    let text = parts.fold(first.to_owned(), |text, part| {
        let end = part.find(|sign: char| sign.is_ascii_alphabetic()).map_or(0, |at| at + 1);
        text + part.get(end..).unwrap_or_default()
    });
    Cow::Owned(text)
}
