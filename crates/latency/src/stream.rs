//! Which tokens arrived when: one request, and a load test of them.

use crate::figures::Figures;
use alloc::vec::Vec;
use quantity::Seconds;

/// Tokens that arrive together.
///
/// Every generated token counts, whatever its channel: reasoning and tool calls as much as visible text.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Chunk {
    /// When, since the request was sent.
    pub at: Seconds,
    /// How many. A chunk without tokens, such as one that only names a role or reports usage, changes no figure.
    pub tokens: u32,
}

impl Chunk {
    /// A chunk of `tokens` tokens, `at` after the request was sent.
    #[must_use]
    pub const fn new(at: Seconds, tokens: u32) -> Self {
        Self { at, tokens }
    }
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// It was answered to the end.
    Finished,
    /// It failed: an error, a timeout, a broken connection.
    Failed,
    /// The run ended first. That says nothing about the server.
    CutOff,
    /// It was answered, but what was kept of it ends with its first token: its TTFT counts, and nothing else is known.
    FirstOnly,
}

/// The longest time that counts as observed: a thousand million seconds, some thirty years. What is longer is a clock
/// reading or a unit mistaken for seconds.
pub const LONGEST: Seconds = Seconds::new(1e9);

/// Whether `time` is a duration that can have been observed: neither negative nor longer than [`LONGEST`].
#[must_use]
pub fn is_duration(time: Seconds) -> bool {
    (0.0..=LONGEST.get()).contains(&time.get())
}

/// One request as its client saw it: times that are durations since it was sent, and in order.
///
/// It can only be had from [`Stream::new`], so that no figure of it needs to be checked again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stream<'a> {
    chunks: &'a [Chunk],
    outcome: Outcome,
    sent: Option<Seconds>,
}

/// Why chunks make no stream: the first chunk that cannot be right, and what is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place of the chunk among the chunks, from 0.
    pub chunk: usize,
    /// What is wrong with its time.
    pub wrong: Wrong,
}

/// What can be wrong with a chunk's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is no finite number.
    NotFinite,
    /// It is before the request was sent.
    BeforeSent,
    /// It is longer after the request was sent than [`LONGEST`].
    TooLong,
    /// It is before the chunk that precedes it.
    Backwards,
}

impl<'a> Stream<'a> {
    /// A request with these chunks, sent at a time unknown.
    ///
    /// # Example
    /// ```
    /// use latency::{Chunk, Outcome, Stream};
    /// use quantity::Seconds;
    /// let chunks = [Chunk::new(Seconds::new(0.2), 1), Chunk::new(Seconds::new(0.1), 1)];
    /// assert!(Stream::new(&chunks[..1], Outcome::Finished).is_ok());
    /// assert_eq!(Stream::new(&chunks, Outcome::Finished).unwrap_err().chunk, 1); // time runs backwards
    /// ```
    ///
    /// # Errors
    /// The first chunk whose time cannot be right.
    pub fn new(chunks: &'a [Chunk], outcome: Outcome) -> Result<Self, Fault> {
        let mut latest = Seconds::new(0.0);
        for (place, chunk) in chunks.iter().enumerate() {
            check(chunk.at, latest).map_err(|wrong| Fault { chunk: place, wrong })?;
            latest = chunk.at;
        }
        Ok(Self { chunks, outcome, sent: None })
    }

    /// The same request, sent at `time` on the clock of the run. A time that is not finite stays unknown.
    #[must_use]
    pub fn sent_at(self, time: Seconds) -> Self {
        Self { sent: Some(time).filter(|time| time.get().is_finite()), ..self }
    }

    /// How it ended.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        self.outcome
    }

    /// When it was sent, on the clock of the run; `None` where that is not known.
    #[must_use]
    pub const fn sent(self) -> Option<Seconds> {
        self.sent
    }

    /// The chunks that hold tokens.
    pub fn arrivals(self) -> impl Iterator<Item = Chunk> + 'a {
        self.chunks.iter().copied().filter(|chunk| chunk.tokens > 0)
    }

    /// Its figures, whatever its outcome; `None` where no token arrived.
    #[must_use]
    pub fn figures(self) -> Option<Figures> {
        Figures::of(self)
    }

    /// What it is judged by: `None` for one that is not judged, since the run cut it off or only its first token was
    /// kept; `Some(None)` for one that meets no target, since it failed or gave no token.
    #[must_use]
    pub fn judged(self) -> Option<Option<Figures>> {
        match self.outcome() {
            Outcome::Finished => Some(self.figures()),
            Outcome::Failed => Some(None),
            Outcome::CutOff | Outcome::FirstOnly => None,
        }
    }

    /// When the last thing was seen of it, on the clock of the run.
    fn last_seen(self) -> Option<Seconds> {
        let last = self.chunks.last().map_or(Seconds::new(0.0), |chunk| chunk.at);
        Some(self.sent? + last)
    }
}

/// Whether a chunk may arrive `at` this time, where the one before it arrived at `latest`; before the first, that is 0.
///
/// # Errors
/// What is wrong with the time.
pub fn check(at: Seconds, latest: Seconds) -> Result<(), Wrong> {
    match at.get() {
        time if !time.is_finite() => Err(Wrong::NotFinite),
        time if time < 0.0 => Err(Wrong::BeforeSent),
        _ if at > LONGEST => Err(Wrong::TooLong),
        _ if at < latest => Err(Wrong::Backwards),
        _ => Ok(()),
    }
}

/// The requests of a load test, in the order in which they were given. All chunks lie in one stretch of memory.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Streams {
    chunks: Vec<Chunk>,
    rows: Vec<Row>,
}

/// What belongs to a request besides its chunks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Row {
    /// Where its chunks end. They begin where those of the request before it end.
    end: usize,
    outcome: Outcome,
    sent: Option<Seconds>,
}

impl Streams {
    /// No request yet, with room for so many requests and chunks.
    #[must_use]
    pub fn with_room(requests: usize, chunks: usize) -> Self {
        Self { chunks: Vec::with_capacity(chunks), rows: Vec::with_capacity(requests) }
    }

    /// Adds a request.
    pub fn push(&mut self, stream: Stream<'_>) {
        self.chunks.extend_from_slice(stream.chunks);
        self.rows.push(Row { end: self.chunks.len(), outcome: stream.outcome, sent: stream.sent });
    }

    /// Adds a request of these chunks, as [`Stream::new`] and [`Streams::push`] would, without a second copy of them.
    ///
    /// # Example
    /// ```
    /// use latency::{Chunk, Outcome, Streams};
    /// use quantity::Seconds;
    /// let mut streams = Streams::default();
    /// let chunks = |last| [0.2, last].map(|at| Chunk::new(Seconds::new(at), 1));
    /// assert!(streams.add(chunks(0.3), Outcome::Finished, None).is_ok());
    /// assert!(streams.add(chunks(0.1), Outcome::Finished, None).is_err()); // time runs backwards
    /// assert_eq!(streams.len(), 1);
    /// ```
    ///
    /// # Errors
    /// The first chunk whose time cannot be right. Then nothing is added.
    pub fn add(
        &mut self,
        chunks: impl IntoIterator<Item = Chunk>,
        outcome: Outcome,
        sent: Option<Seconds>,
    ) -> Result<(), Fault> {
        let begin = self.chunks.len();
        self.chunks.extend(chunks);
        let added = Stream::new(self.chunks.get(begin..).unwrap_or_default(), outcome);
        let sent = sent.filter(|time| time.get().is_finite());
        match added.map(|_| Row { end: self.chunks.len(), outcome, sent }) {
            Ok(row) => self.rows.push(row),
            Err(fault) => {
                self.chunks.truncate(begin);
                return Err(fault);
            }
        }
        Ok(())
    }

    /// How many requests there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The requests.
    pub fn iter(&self) -> impl Iterator<Item = Stream<'_>> {
        let begins = core::iter::once(0).chain(self.rows.iter().map(|row| row.end));
        begins.zip(&self.rows).map(|(begin, row)| Stream {
            chunks: self.chunks.get(begin..row.end).unwrap_or_default(),
            outcome: row.outcome,
            sent: row.sent,
        })
    }

    /// The requests whose latencies count: finished, with a token at least. Each with its place among all, from 0.
    pub fn answered(&self) -> impl Iterator<Item = (usize, Stream<'_>, Figures)> {
        self.iter()
            .enumerate()
            .filter(|(_, stream)| stream.outcome == Outcome::Finished)
            .filter_map(|(place, stream)| Some((place, stream, stream.figures()?)))
    }

    /// The times to first token that count: of what was answered, and of what only the first token was kept of.
    pub fn ttfts(&self) -> impl Iterator<Item = Seconds> {
        self.iter()
            .filter(|stream| matches!(stream.outcome, Outcome::Finished | Outcome::FirstOnly))
            .filter_map(|stream| Some(stream.arrivals().next()?.at))
    }

    /// From the first request sent to the last thing seen of any; `None` where not every request says when it was sent,
    /// or where no time passed.
    #[must_use]
    pub fn duration(&self) -> Option<Seconds> {
        let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
        for stream in self.iter() {
            first = first.min(stream.sent?.get());
            last = last.max(stream.last_seen()?.get());
        }
        positive(Seconds::new(last - first))
    }

    /// How many chunks there are: no more gaps than that.
    pub(crate) fn chunks(&self) -> usize {
        self.chunks.len()
    }
}

/// `time`, where it is one that something can be divided by.
pub(crate) fn positive(time: Seconds) -> Option<Seconds> {
    Some(time).filter(|time| time.get().is_finite() && time.get() > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn chunks<const N: usize>(times: [f64; N]) -> [Chunk; N] {
        times.map(|time| Chunk::new(Seconds::new(time), 1))
    }

    #[test]
    fn the_first_time_that_cannot_be_right_is_named() {
        let fault = |times: &[Chunk]| Stream::new(times, Outcome::Finished).err();
        assert_eq!(fault(&chunks([0.1, f64::NAN])), Some(Fault { chunk: 1, wrong: Wrong::NotFinite }));
        assert_eq!(fault(&chunks([f64::INFINITY])), Some(Fault { chunk: 0, wrong: Wrong::NotFinite }));
        assert_eq!(fault(&chunks([-0.1, 0.1])), Some(Fault { chunk: 0, wrong: Wrong::BeforeSent }));
        assert_eq!(fault(&chunks([0.1, 1.7e18])), Some(Fault { chunk: 1, wrong: Wrong::TooLong }));
        assert_eq!(fault(&chunks([0.1, 0.3, 0.2])), Some(Fault { chunk: 2, wrong: Wrong::Backwards }));
        assert_eq!(fault(&chunks([0.0, 0.1, 0.1])), None);
    }

    #[test]
    fn streams_come_back_as_they_went_in() {
        let (one, none, two) = (chunks([0.1]), chunks([]), chunks([0.2, 0.4]));
        let given = vec![
            Stream::new(&one, Outcome::Failed).expect("in order"),
            Stream::new(&none, Outcome::CutOff).expect("in order"),
            Stream::new(&two, Outcome::Finished).expect("in order").sent_at(Seconds::new(7.0)),
        ];
        let (mut streams, mut added) = (Streams::default(), Streams::default());
        for stream in &given {
            streams.push(*stream);
            added.add(stream.chunks.iter().copied(), stream.outcome, stream.sent).expect("in order");
        }
        assert_eq!(streams.iter().collect::<Vec<_>>(), given);
        let before = added.clone();
        let fault = added.add(chunks([0.1, 0.3, 0.2]), Outcome::Finished, None);
        assert_eq!(fault, Err(Fault { chunk: 2, wrong: Wrong::Backwards }));
        assert_eq!((&added, &before), (&streams, &streams), "what is at fault leaves nothing behind");
        assert_eq!(streams.answered().map(|(place, ..)| place).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_run_lasts_from_the_first_request_to_the_last_chunk() {
        let (short, long) = (chunks([0.1]), chunks([0.2, 5.0]));
        let sent =
            |chunks, at| Stream::new(chunks, Outcome::Finished).expect("in order").sent_at(Seconds::new(at));
        let mut streams = Streams::default();
        assert_eq!(streams.duration(), None);
        streams.push(sent(&long, 12.0));
        streams.push(sent(&short, 10.0));
        assert_eq!(streams.duration(), Some(Seconds::new(7.0)));
        streams.push(sent(&short, f64::NAN));
        assert_eq!(streams.duration(), None, "one request does not say when it was sent");
    }
}
