//! The gaps between tokens, by three definitions that differ as soon as a chunk holds several.

use crate::samples::{Sample, Samples};
use crate::stream::{Stream, Streams};
use quantity::Seconds;

/// What one sample of inter-token latency is.
///
/// With one token in every chunk the three are the same.
///
/// # Example
/// Chunks of 3, 2 and 1 tokens, 60 and 20 ms apart:
///
/// | definition | samples in ms |
/// |---|---|
/// | `PerChunk` | 60, 20 |
/// | `PerChunkShared` | 30, 20 |
/// | `PerToken` | 0, 0, 30, 30, 20 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Itl {
    /// A sample for each chunk after the first: the time since the chunk before. Shows what a reader sees, and hides
    /// how many tokens came for it. vLLM's load test counts so.
    PerChunk,
    /// A sample for each chunk after the first: that time divided by the tokens of the chunk.
    PerChunkShared,
    /// A sample for each token after the first: the time of its chunk divided by the tokens of the chunk; 0 for the
    /// further tokens of the first. Their sum is E2E − TTFT and their mean is TPOT. SGLang's load test counts so, but
    /// for the first chunk.
    #[default]
    PerToken,
}

impl Itl {
    /// All definitions.
    pub const ALL: [Self; 3] = [Self::PerChunk, Self::PerChunkShared, Self::PerToken];

    /// The gaps of one request.
    ///
    /// Equal ones of a chunk come as one sample that counts several times: a chunk may claim billions of tokens.
    pub fn gaps(self, stream: Stream<'_>) -> impl Iterator<Item = Sample> {
        let mut before: Option<Seconds> = None;
        stream.arrivals().filter_map(move |chunk| match before.replace(chunk.at) {
            Some(before) => Some(self.sample(chunk.at - before, chunk.tokens)),
            None => self.sample_of_first(chunk.tokens),
        })
    }

    /// The gaps of all finished requests in one pool.
    #[must_use]
    pub fn samples(self, streams: &Streams) -> Samples {
        let gaps = streams.answered().flat_map(|(_, stream, _)| self.gaps(stream));
        Samples::with_room(streams.chunks(), gaps)
    }

    fn sample(self, gap: Seconds, tokens: u32) -> Sample {
        match self {
            Self::PerChunk => Sample::new(gap, 1),
            Self::PerChunkShared => Sample::new(gap / f64::from(tokens), 1),
            Self::PerToken => Sample::new(gap / f64::from(tokens), tokens),
        }
    }

    fn sample_of_first(self, tokens: u32) -> Option<Sample> {
        (self == Self::PerToken && tokens > 1).then(|| Sample::new(Seconds::new(0.0), tokens - 1))
    }
}
