//! How a load test went, all at once.

use crate::goodput::{Goodput, Targets, per_second};
use crate::itl::Itl;
use crate::quantile::{Method, Quantile};
use crate::samples::Samples;
use crate::stream::{Outcome, Streams, positive};
use alloc::vec::Vec;
use quantity::{RequestsPerSecond, Seconds};

/// On which terms a report is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// What a good request meets.
    pub targets: Targets,
    /// What a sample of ITL is.
    pub itl: Itl,
    /// Which value stands for a quantile between two.
    pub method: Method,
    /// How long the run took, where that is stated. Otherwise it is seen from the arrivals, if they are known.
    pub duration: Option<Seconds>,
    /// How many of the slowest streams to name, at most.
    pub slowest: u8,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            targets: Targets::default(),
            itl: Itl::default(),
            method: Method::default(),
            duration: None,
            slowest: 10,
        }
    }
}

/// A load test in figures. Latencies are those of requests that finished with a token at least; TTFT is also that of
/// requests of which only the first token was kept. Where there are such, the run is not whole and has no rates.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How many requests came to what.
    pub counts: Counts,
    /// Time to first token.
    pub ttft: Option<Spread>,
    /// Time per output token, over requests of two tokens and more.
    pub tpot: Option<Spread>,
    /// Gaps between tokens in one pool, by the terms' definition.
    pub itl: Option<Spread>,
    /// Time to the last token.
    pub e2e: Option<Spread>,
    /// Requests that met every target.
    pub goodput: Goodput,
    /// How long the run took, where that is known.
    pub duration: Option<Seconds>,
    /// Requests by their longest gap, the longest first.
    pub slowest: Vec<Slow>,
}

/// How many requests, tokens and chunks there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Requests that finished, with tokens or without.
    pub finished: usize,
    /// Requests that failed.
    pub failed: usize,
    /// Requests that the end of the run cut off.
    pub cut_off: usize,
    /// Requests of which only the first token was kept.
    pub first_only: usize,
    /// Requests that finished with one token, and so have no TPOT.
    pub one_token: usize,
    /// Requests that finished without any token, and so have no figures.
    pub no_token: usize,
    /// Tokens that arrived, in requests of every outcome.
    pub tokens: u64,
    /// Chunks that they came in.
    pub chunks: u64,
}

/// The spread of a latency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many values.
    pub count: u64,
    /// Their mean.
    pub mean: Seconds,
    /// The median.
    pub p50: Seconds,
    /// The 90th percentile.
    pub p90: Seconds,
    /// The 95th percentile.
    pub p95: Seconds,
    /// The 99th percentile.
    pub p99: Seconds,
    /// The 99.9th percentile.
    pub p99_9: Seconds,
    /// The largest.
    pub max: Seconds,
}

/// A request and its longest gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slow {
    /// The place of the request among all, from 0.
    pub request: usize,
    /// Its longest gap.
    pub longest_gap: Seconds,
}

impl Report {
    /// Reports on `streams`.
    ///
    /// # Example
    /// ```
    /// use latency::{Chunk, Outcome, Report, Stream, Streams, Terms};
    /// use quantity::Seconds;
    /// let mut streams = Streams::default();
    /// let chunks = [0.5, 0.75, 1.5].map(|at| Chunk::new(Seconds::new(at), 1));
    /// streams.push(Stream::new(&chunks, Outcome::Finished).unwrap());
    /// streams.push(Stream::new(&[], Outcome::Failed).unwrap());
    /// let report = Report::of(&streams, &Terms { duration: Some(Seconds::new(2.0)), ..Terms::default() });
    /// assert_eq!(report.tpot.unwrap().p50, Seconds::new(0.5));
    /// assert_eq!(report.itl.unwrap().max, Seconds::new(0.75));
    /// assert_eq!(report.goodput.share().unwrap().get(), 0.5); // the failed one counts
    /// assert_eq!(report.tokens_per_second(), Some(1.5));
    /// ```
    #[must_use]
    pub fn of(streams: &Streams, terms: &Terms) -> Self {
        let spread = |samples: Samples| Spread::of(&samples, terms.method);
        Self {
            counts: Counts::of(streams),
            ttft: spread(Samples::new(streams.ttfts())),
            tpot: spread(Samples::new(streams.answered().filter_map(|(.., figures)| figures.tpot()))),
            itl: spread(terms.itl.samples(streams)),
            e2e: spread(Samples::new(streams.answered().map(|(.., figures)| figures.e2e))),
            goodput: Goodput::of(streams, &terms.targets),
            duration: terms.duration.and_then(positive).or_else(|| streams.duration()),
            slowest: slowest(streams, usize::from(terms.slowest)),
        }
    }

    /// The time to divide by: the duration, unless something is not known of what it was spent on.
    fn whole_run(&self) -> Option<Seconds> {
        self.duration.filter(|_| self.counts.first_only == 0)
    }

    /// Good requests a second, where the duration is known.
    #[must_use]
    pub fn good_per_second(&self) -> Option<RequestsPerSecond> {
        self.goodput.rate(self.whole_run()?)
    }

    /// Finished requests a second, where the duration is known.
    #[must_use]
    pub fn finished_per_second(&self) -> Option<RequestsPerSecond> {
        per_second(self.counts.finished as f64, self.whole_run()?).map(RequestsPerSecond::new)
    }

    /// Output tokens a second over the whole run, where the duration is known.
    #[must_use]
    pub fn tokens_per_second(&self) -> Option<f64> {
        per_second(self.counts.tokens as f64, self.whole_run()?)
    }

    /// Requests in flight on average, of those that finished, where the duration is known.
    ///
    /// # Formula
    /// Little's law: the sum of their E2E over the duration. Close to a cap on concurrency it says that the cap held
    /// the requests back: their latencies are then of a closed loop, and say nothing about a rate.
    #[must_use]
    pub fn in_flight(&self) -> Option<f64> {
        let e2e = self.e2e?;
        per_second(e2e.mean.get() * e2e.count as f64, self.whole_run()?)
    }

    /// Tokens in a chunk on average; `None` without chunks. Above 1, the definitions of ITL part.
    #[must_use]
    pub fn tokens_per_chunk(&self) -> Option<f64> {
        (self.counts.chunks > 0).then(|| self.counts.tokens as f64 / self.counts.chunks as f64)
    }
}

impl Counts {
    fn of(streams: &Streams) -> Self {
        let mut counts = Self::default();
        for stream in streams.iter() {
            let figures = stream.figures();
            let (tokens, chunks) = figures.map_or((0, 0), |figures| (figures.tokens, figures.chunks));
            counts.tokens += tokens;
            counts.chunks += chunks;
            match stream.outcome() {
                Outcome::Finished => counts.finish(tokens),
                Outcome::Failed => counts.failed += 1,
                Outcome::CutOff => counts.cut_off += 1,
                Outcome::FirstOnly => counts.first_only += 1,
            }
        }
        counts
    }

    fn finish(&mut self, tokens: u64) {
        self.finished += 1;
        self.one_token += usize::from(tokens == 1);
        self.no_token += usize::from(tokens == 0);
    }
}

impl Spread {
    /// The spread of `samples`; `None` where there are none.
    #[must_use]
    pub fn of(samples: &Samples, method: Method) -> Option<Self> {
        let at = |quantile| samples.quantile(quantile, method);
        Some(Self {
            count: samples.count(),
            mean: samples.mean()?,
            p50: at(Quantile::P50)?,
            p90: at(Quantile::P90)?,
            p95: at(Quantile::P95)?,
            p99: at(Quantile::P99)?,
            p99_9: at(Quantile::P99_9)?,
            max: samples.max()?,
        })
    }
}

/// The `most` finished requests of the longest gaps, the longest first and of equal ones the earlier.
fn slowest(streams: &Streams, most: usize) -> Vec<Slow> {
    let mut slowest: Vec<Slow> = Vec::new();
    for (request, _, figures) in streams.answered() {
        let Some(longest_gap) = figures.longest_gap() else { continue };
        let place = slowest.partition_point(|slow| slow.longest_gap >= longest_gap);
        if place < most {
            slowest.truncate(most - 1);
            slowest.insert(place, Slow { request, longest_gap });
        }
    }
    slowest
}
