//! Token streams out of a seed: mostly smooth, some of them slow to begin, some frozen once.

use crate::random::Random;
use crate::stream::{Chunk, Outcome, Stream, Streams};
use alloc::vec::Vec;
use quantity::{Fraction, Seconds, float};

/// What streams to draw.
///
/// A request waits, mostly for a short exponential time and at times for one to three seconds; then its prompt is
/// prefilled, and its tokens come one by one in gaps that are nearly alike. A share of the streams freezes once.
///
/// # Example
/// The worked example: with TTFT within 1 s and TPOT within 50 ms, 349 of 400 are good. TPOT does not see who froze.
/// ```
/// use latency::{Goodput, Synthetic, Targets};
/// use quantity::Seconds;
/// let streams = Synthetic::default().streams();
/// let targets = Targets { ttft: Some(Seconds::new(1.0)), tpot: Some(Seconds::new(0.05)), ..Targets::default() };
/// assert_eq!(Goodput::of(&streams, &targets).good, 349);
/// let unfrozen = Targets { longest_gap: Some(Seconds::new(0.5)), ..targets };
/// assert_eq!(Goodput::of(&streams, &unfrozen).good, 329);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Synthetic {
    /// The seed: the same one draws the same streams.
    pub seed: u64,
    /// How many requests.
    pub count: u32,
    /// The share of requests that wait long.
    pub spikes: Fraction,
    /// The share of streams that freeze once.
    pub stalls: Fraction,
    /// What a freeze adds to a gap. An hour at most; below 0 it adds nothing.
    pub stall: Seconds,
}

/// The worked example.
impl Default for Synthetic {
    fn default() -> Self {
        Self {
            seed: 5,
            count: 400,
            spikes: Fraction::new(0.1),
            stalls: Fraction::new(0.05),
            stall: Seconds::new(0.8),
        }
    }
}

/// One over the mean of a short wait, 0.15 s.
const SHORT_WAITS: f64 = 1.0 / 0.15;
/// The ends of a long wait.
const LONG_WAIT: (f64, f64) = (1.0, 3.0);
/// The least time that prefill takes, and the most on top of it.
const PREFILL: (f64, f64) = (0.12, 0.05);
/// The fewest and the most tokens.
const TOKENS: (u32, u32) = (50, 400);
/// The mean of a gap, its standard deviation, and the least that it can be.
const GAP: (f64, f64, f64) = (0.03, 0.006, 0.005);
/// The longest freeze.
const HOUR: f64 = 3600.0;

impl Synthetic {
    /// Draws the streams. They say nothing of when they were sent, so there are no rates to be had from them.
    #[must_use]
    pub fn streams(&self) -> Streams {
        let mut random = Random::new(self.seed);
        let mut streams = Streams::default();
        let (mut gaps, mut chunks) = (Vec::new(), Vec::new());
        for _ in 0..self.count {
            let mut at = self.first_token(&mut random);
            self.draw_gaps(&mut random, &mut gaps);
            chunks.clear();
            chunks.push(Chunk::new(Seconds::new(at), 1));
            for gap in &gaps {
                at += gap;
                chunks.push(Chunk::new(Seconds::new(at), 1));
            }
            // No gap is negative and none longer than an hour or so: there is no fault to be had.
            if let Ok(stream) = Stream::new(&chunks, Outcome::Finished) {
                streams.push(stream);
            }
        }
        streams
    }

    fn first_token(&self, random: &mut Random) -> f64 {
        let wait = if random.unit() < self.spikes.rest().get() {
            random.exponential(SHORT_WAITS)
        } else {
            random.uniform(LONG_WAIT.0, LONG_WAIT.1)
        };
        wait + PREFILL.0 + random.unit() * PREFILL.1
    }

    fn draw_gaps(&self, random: &mut Random, gaps: &mut Vec<f64>) {
        let (mean, deviation, least) = GAP;
        let tokens = random.between(TOKENS.0, TOKENS.1);
        gaps.clear();
        gaps.extend((1..tokens).map(|_| random.normal(mean, deviation).max(least)));
        if random.unit() < self.stalls.get() {
            let frozen = random.below(tokens - 1) as usize;
            let stall = float::within(self.stall.get(), 0.0, HOUR);
            gaps.iter_mut().skip(frozen).take(1).for_each(|gap| *gap += stall);
        }
    }
}
