//! TTFT, TPOT, E2E and the longest gap of one request.

use crate::stream::Stream;
use quantity::Seconds;

/// The figures of one request that got a token at least.
///
/// # Formula
/// With n tokens: TTFT is the time of the first token, E2E that of the last, and TPOT = (E2E − TTFT) / (n − 1).
///
/// # Example
/// Three tokens after half a second, two more 60 ms later, one 20 ms after that: TPOT is 80 ms over five gaps.
/// ```
/// use latency::{Chunk, Outcome, Stream};
/// use quantity::Seconds;
/// let chunks = [(0.5, 3), (0.56, 2), (0.58, 1)].map(|(at, tokens)| Chunk::new(Seconds::new(at), tokens));
/// let figures = Stream::new(&chunks, Outcome::Finished).unwrap().figures().unwrap();
/// assert_eq!(figures.ttft, Seconds::new(0.5));
/// assert_eq!(figures.e2e, Seconds::new(0.58));
/// assert!((figures.tpot().unwrap().get() - 0.016).abs() < 1e-12);
/// assert!((figures.longest_gap().unwrap().get() - 0.06).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Tokens that arrived.
    pub tokens: u64,
    /// Tokens in the first chunk.
    pub first_tokens: u64,
    /// Chunks that they came in.
    pub chunks: u64,
    /// Time to first token, of any channel.
    pub ttft: Seconds,
    /// Time to the last token.
    pub e2e: Seconds,
    /// The longest time between two chunks; 0 where there is one chunk.
    longest: Seconds,
}

impl Figures {
    pub(crate) fn of(stream: Stream<'_>) -> Option<Self> {
        let mut arrivals = stream.arrivals();
        let first = arrivals.next()?;
        let first_tokens = u64::from(first.tokens);
        let mut figures = Self {
            tokens: first_tokens,
            first_tokens,
            chunks: 1,
            ttft: first.at,
            e2e: first.at,
            longest: Seconds::new(0.0),
        };
        for chunk in arrivals {
            let gap = chunk.at - figures.e2e;
            if gap > figures.longest {
                figures.longest = gap;
            }
            figures.e2e = chunk.at;
            figures.tokens += u64::from(chunk.tokens);
            figures.chunks += 1;
        }
        Some(figures)
    }

    /// Time per output token: (E2E − TTFT) / (n − 1), however many tokens the first chunk held. `None` for one token,
    /// which has no next one to wait for.
    #[must_use]
    pub fn tpot(&self) -> Option<Seconds> {
        self.decoding_over(self.tokens - 1)
    }

    /// (E2E − TTFT) / (n − k), with k tokens in the first chunk: another figure than TPOT, and never below it. `None`
    /// where the first chunk held all tokens.
    #[must_use]
    pub fn time_per_token_after_first_chunk(&self) -> Option<Seconds> {
        self.decoding_over(self.tokens - self.first_tokens)
    }

    fn decoding_over(&self, tokens: u64) -> Option<Seconds> {
        (tokens > 0).then(|| (self.e2e - self.ttft) / tokens as f64)
    }

    /// The longest time in which no token came: what a reader sees as a freeze. `None` for one token.
    ///
    /// Tokens of one chunk come at once, so this is the longest time between two chunks, not divided by their tokens; 0
    /// where all tokens came in one.
    #[must_use]
    pub fn longest_gap(&self) -> Option<Seconds> {
        (self.tokens > 1).then_some(self.longest)
    }

    /// Tokens a second while it decoded: 1 / TPOT. `None` for one token, or where all came at once.
    #[must_use]
    pub fn tokens_per_second(&self) -> Option<f64> {
        self.tpot()
            .map(Seconds::get)
            .filter(|tpot| *tpot > 0.0)
            .map(|tpot| 1.0 / tpot)
            .filter(|rate| rate.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::{Chunk, Outcome};

    fn figures(chunks: &[(f64, u32)]) -> Option<Figures> {
        let chunks: alloc::vec::Vec<Chunk> =
            chunks.iter().map(|(at, tokens)| Chunk::new(Seconds::new(*at), *tokens)).collect();
        Stream::new(&chunks, Outcome::Finished).expect("in order").figures()
    }

    #[test]
    fn no_token_has_no_figures_and_one_no_pace() {
        assert_eq!(figures(&[]), None);
        assert_eq!(figures(&[(0.1, 0), (0.2, 0)]), None);
        let one = figures(&[(0.1, 0), (0.2, 1), (0.9, 0)]).expect("a token");
        assert_eq!((one.ttft, one.e2e), (Seconds::new(0.2), Seconds::new(0.2)));
        assert_eq!((one.tpot(), one.longest_gap(), one.tokens_per_second()), (None, None, None));
    }

    #[test]
    fn an_answer_in_one_chunk_takes_no_time_per_token() {
        let whole = figures(&[(3.0, 7)]).expect("tokens");
        let zero = Some(Seconds::new(0.0));
        assert_eq!((whole.tpot(), whole.longest_gap()), (zero, zero));
        assert_eq!((whole.time_per_token_after_first_chunk(), whole.tokens_per_second()), (None, None));
    }

    #[test]
    fn a_first_chunk_of_k_tokens_parts_the_two_figures() {
        let chunked = figures(&[(1.0, 3), (2.0, 2)]).expect("tokens");
        assert_eq!(chunked.tpot(), Some(Seconds::new(0.25)));
        assert_eq!(chunked.time_per_token_after_first_chunk(), Some(Seconds::new(0.5)));
    }
}
