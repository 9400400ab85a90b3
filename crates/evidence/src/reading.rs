//! What comes of a file.

use crate::published::Published;
use crate::wrong::{Skipped, counted, were};
use core::fmt;
use latency::{Itl, Outcome, Streams};
use quantity::Seconds;

/// What a file holds, as far as it was sound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// What the file turned out to be; `None` where nothing in it was understood.
    pub kind: Option<Kind>,
    /// Its requests.
    pub streams: Streams,
    /// How long the run took, where the file states it.
    pub duration: Option<Seconds>,
    /// What the file states of its own figures.
    pub published: Option<Published>,
    /// What a person should know: what was wrong and what was done about it. At most [`MOST_NOTES`].
    pub notes: Vec<Note>,
}

/// So many notes are given at most.
pub const MOST_NOTES: usize = 20;

/// What a file can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A table with a line for each request: the times of its tokens.
    RequestLines,
    /// A table with a line for each token: the request and the time.
    TokenLines,
    /// JSON with a list of times for each request, mostly one a line.
    JsonRequests,
    /// The JSON of `vllm bench serve --save-result`.
    BenchServe,
}

impl Kind {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RequestLines => "CSV, a line for each request",
            Self::TokenLines => "CSV, a line for each token",
            Self::JsonRequests => "JSON, a list of times for each request",
            Self::BenchServe => "result of vllm bench serve",
        }
    }
}

/// A finished sentence on what a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The sentence.
    pub text: String,
}

impl Note {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

/// Why nothing further of a file is read. What was read before still counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The sentence.
    pub text: String,
}

impl Fault {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl core::error::Error for Fault {}

/// What the reader of one form gathered.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) kind: Option<Kind>,
    pub(crate) streams: Streams,
    pub(crate) duration: Option<Seconds>,
    pub(crate) published: Option<Published>,
    pub(crate) skipped: Skipped,
    pub(crate) notes: Vec<Note>,
    /// What the file is instead, where nothing in it was understood.
    pub(crate) instead: Option<Note>,
    /// Whether the unit of times is stated.
    pub(crate) unit: bool,
    /// Whether a request of a run has more chunks than tokens.
    pub(crate) empty_chunks: bool,
}

impl Gathered {
    pub(crate) fn reading(self) -> Reading {
        let Self { streams, duration, published, skipped, mut notes, instead, unit, .. } = self;
        let kind = self.kind.filter(|_| !streams.is_empty() || published.is_some());
        let instead = instead.unwrap_or_else(|| Note::new("The file holds no token times."));
        notes.splice(0..0, kind.is_none().then_some(instead));
        notes.extend(skipped.notes());
        notes.extend(no_success(&streams, published.as_ref()));
        notes.extend(one_token(&streams));
        notes.extend((!unit).then(|| long_gaps(&streams)).flatten());
        notes.truncate(MOST_NOTES);
        Reading { kind, streams, duration, published, notes }
    }
}

/// Says where no request came to anything.
fn no_success(streams: &Streams, published: Option<&Published>) -> Option<Note> {
    let of = |outcome| streams.iter().filter(|stream| stream.outcome() == outcome).count() as u64;
    let stated = published.filter(|published| published.completed == Some(0));
    let nothing = stated.is_none() && streams.is_empty();
    if nothing || of(Outcome::Finished) + of(Outcome::FirstOnly) > 0 {
        return None;
    }
    let failed = stated.and_then(|published| published.failed).unwrap_or_else(|| of(Outcome::Failed));
    let cut = match of(Outcome::CutOff) {
        0 => String::new(),
        cut => format!(", and {} cut off by the end of the run", were(cut, "request")),
    };
    Some(Note::new(format!("No request succeeded: {} failed{cut}.", counted(failed))))
}

/// Says where no request has a second token.
fn one_token(streams: &Streams) -> Option<Note> {
    let mut answered = streams.answered().peekable();
    answered.peek()?;
    let more = streams.iter().any(|stream| stream.outcome() == Outcome::FirstOnly);
    (!more && answered.all(|(.., figures)| figures.tokens == 1)).then(|| {
        Note::new("Every request has one token, so there is no TPOT and no gap. If each line is a token, name a column for its request.")
    })
}

/// Seconds that hardly any gap between tokens takes.
const LONG: f64 = 5.0;

/// Asks whether times are milliseconds, where the median gap is long for one in seconds.
fn long_gaps(streams: &Streams) -> Option<Note> {
    let (mut gaps, mut long) = (0_u64, 0_u64);
    for (_, stream, _) in streams.answered() {
        for gap in Itl::PerChunk.gaps(stream) {
            gaps += 1;
            long += u64::from(gap.value.get() > LONG);
        }
    }
    (long * 2 > gaps).then(|| {
        Note::new("Are these milliseconds? They were read as seconds, and more than half of the gaps between tokens are then longer than 5 s. Name the times with their unit, such as time_ms.")
    })
}
