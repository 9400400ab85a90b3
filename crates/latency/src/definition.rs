//! What each tool means by TTFT, TPOT and ITL: one set of streams, and the figures that each tool would print of it.

use crate::figures::Figures;
use crate::goodput::{Goodput, Targets};
use crate::itl::Itl;
use crate::quantile::{Method, Quantile};
use crate::samples::{Sample, Samples};
use crate::stream::{Stream, Streams};
use crate::{Metric, stream};
use quantity::Seconds;

/// Whose definitions of the latencies.
///
/// TTFT and E2E mean the same everywhere: the time from sending a request to its first token, and to its last. The rest
/// does not, with n tokens in an answer:
///
/// | whose | TPOT of a request | a sample of ITL | percentile | one token |
/// |---|---|---|---|---|
/// | plan | (E2E − TTFT) / (n − 1) | a gap over the tokens of its chunk, for each token | linear | left out |
/// | vLLM | (E2E − TTFT) / (n − 1) | a gap between chunks, whatever they hold | linear | left out |
/// | SGLang | (E2E − TTFT) / (n − 1) | a gap over the tokens of its chunk, for each of them | linear | left out |
/// | AIPerf, GenAI-Perf | none | (E2E − TTFT) / (n − 1), one a request | linear | left out |
/// | guidellm 0.3 | (E2E − TTFT) / n | (E2E − TTFT) / (n − 1), one a request | nearest rank | TPOT is 0 |
/// | guidellm 0.5 | E2E / n, counted n times | (E2E − TTFT) / (n − 1), counted n − 1 times | nearest rank | TPOT is TTFT |
/// | inference-perf | (E2E − TTFT) / (n − 1) | a gap for the first token of a chunk, 0 for the others | linear | left out |
/// | llmperf | none | E2E / n, one a request | linear | ITL is TTFT |
/// | MLPerf | (E2E − TTFT) / (n − 1) | none | bound by early stopping | left out |
///
/// Sources: the tools' own code and files as of November 2026; both definitions of guidellm were reproduced from files to
/// the last digit. That of MLPerf's TPOT is recalled and agrees with one log within 0.1%. Where a tool's treatment of one
/// token is not known, it is left out here.
///
/// # Example
/// Three tokens at 0.2, 0.3 and 0.4 s, one a chunk: 0.1 s between tokens for all but those that count TTFT in.
/// ```
/// use latency::{Chunk, Definition, Metric, Outcome, Stream, Streams};
/// use quantity::Seconds;
/// let chunks = [0.2, 0.3, 0.4].map(|at| Chunk::new(Seconds::new(at), 1));
/// let mut streams = Streams::default();
/// streams.push(Stream::new(&chunks, Outcome::Finished).unwrap());
/// let mean = |whose: Definition, metric| {
///     let samples = whose.samples(metric, &streams)?;
///     samples.mean().map(|mean| (mean.get() * 1e4).round() / 1e4)
/// };
/// assert_eq!(mean(Definition::Vllm, Metric::Tpot), Some(0.1));
/// assert_eq!(mean(Definition::Guidellm03, Metric::Tpot), Some(0.0667)); // 0.2 s over three tokens
/// assert_eq!(mean(Definition::Guidellm05, Metric::Tpot), Some(0.1333)); // 0.4 s over three tokens
/// assert_eq!(mean(Definition::Llmperf, Metric::Itl), Some(0.1333));
/// assert_eq!(mean(Definition::Aiperf, Metric::Tpot), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// What plans are judged by.
    Plan,
    /// `vllm bench serve`.
    Vllm,
    /// SGLang's `bench_serving`.
    Sglang,
    /// AIPerf, and GenAI-Perf before it.
    Aiperf,
    /// guidellm up to its schema 0.3.
    Guidellm03,
    /// guidellm from its schema 0.5 on.
    Guidellm05,
    /// inference-perf, as it is meant: one of its versions counted tokens twice.
    InferencePerf,
    /// llmperf.
    Llmperf,
    /// MLPerf's load generator.
    Mlperf,
}

impl Definition {
    /// All of them, the plan's first.
    pub const ALL: [Self; 9] = [
        Self::Plan,
        Self::Vllm,
        Self::Sglang,
        Self::Aiperf,
        Self::Guidellm03,
        Self::Guidellm05,
        Self::InferencePerf,
        Self::Llmperf,
        Self::Mlperf,
    ];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plan => "the plan",
            Self::Vllm => "vLLM",
            Self::Sglang => "SGLang",
            Self::Aiperf => "AIPerf, GenAI-Perf",
            Self::Guidellm03 => "guidellm 0.3",
            Self::Guidellm05 => "guidellm 0.5",
            Self::InferencePerf => "inference-perf",
            Self::Llmperf => "llmperf",
            Self::Mlperf => "MLPerf",
        }
    }

    /// The samples that it takes of a latency; `None` where it does not state that one at all.
    #[must_use]
    pub fn samples(self, metric: Metric, streams: &Streams) -> Option<Samples> {
        match metric {
            Metric::Ttft => Some(Samples::new(streams.ttfts())),
            Metric::E2e => Some(of_requests(streams, |figures| Some(Sample::new(figures.e2e, 1)))),
            Metric::Tpot => self.tpot(streams),
            Metric::Itl => self.itl(streams),
        }
    }

    fn tpot(self, streams: &Streams) -> Option<Samples> {
        match self {
            Self::Aiperf | Self::Llmperf => None,
            Self::Guidellm03 => Some(of_requests(streams, |figures| {
                Some(Sample::new((figures.e2e - figures.ttft) / figures.tokens as f64, 1))
            })),
            Self::Guidellm05 => Some(of_requests(streams, |figures| {
                Some(Sample::new(figures.e2e / figures.tokens as f64, times(figures.tokens)))
            })),
            _ => Some(of_requests(streams, |figures| Some(Sample::new(figures.tpot()?, 1)))),
        }
    }

    fn itl(self, streams: &Streams) -> Option<Samples> {
        match self {
            Self::Mlperf => None,
            Self::Plan => Some(Itl::PerToken.samples(streams)),
            Self::Vllm => Some(Itl::PerChunk.samples(streams)),
            Self::Sglang => Some(of_gaps(streams, shared)),
            Self::InferencePerf => Some(of_gaps(streams, whole_and_noughts)),
            Self::Aiperf | Self::Guidellm03 => {
                Some(of_requests(streams, |figures| Some(Sample::new(figures.tpot()?, 1))))
            }
            Self::Guidellm05 => Some(of_requests(streams, |figures| {
                Some(Sample::new(figures.tpot()?, times(figures.tokens - 1)))
            })),
            Self::Llmperf => Some(of_requests(streams, |figures| {
                Some(Sample::new(figures.e2e / figures.tokens as f64, 1))
            })),
        }
    }

    /// Which value it prints for a quantile between two; `None` where it prints a bound instead, as MLPerf does by early
    /// stopping: that cannot be computed from streams alone.
    #[must_use]
    pub const fn method(self) -> Option<Method> {
        match self {
            Self::Guidellm03 | Self::Guidellm05 => Some(Method::NearestRank),
            Self::Mlperf => None,
            _ => Some(Method::Linear),
        }
    }

    /// A quantile of a latency as it would print it.
    #[must_use]
    pub fn quantile(self, metric: Metric, quantile: Quantile, streams: &Streams) -> Option<Seconds> {
        self.samples(metric, streams)?.quantile(quantile, self.method()?)
    }

    /// Which requests it calls good by these targets; `None` where it knows no goodput.
    ///
    /// No tool has a target on the longest gap. An answer of one token has no TPOT and misses none.
    #[must_use]
    pub fn goodput(self, streams: &Streams, targets: &Targets) -> Option<Goodput> {
        match self {
            Self::Plan => Some(Goodput::of(streams, targets)),
            Self::Vllm | Self::Aiperf | Self::InferencePerf => {
                Some(Goodput::of(streams, &Targets { longest_gap: None, ..*targets }))
            }
            _ => None,
        }
    }
}

/// What a closed loop yields: tokens a second of `in_flight` requests, each sent again as soon as it ends.
///
/// # Formula
/// With c requests in flight and n tokens an answer: c × n / (TTFT + (n − 1) × TPOT). `None` where no time passes.
///
/// # Example
/// NVIDIA's page on NIM states TTFT 406.77 ms, 18.58 ms a token and 51.67 tok/s for one request of 500 tokens at a time.
/// ```
/// use latency::definition::closed_loop;
/// use quantity::Seconds;
/// let expected = closed_loop(1.0, 500.0, Seconds::new(0.40677), Seconds::new(0.01858)).unwrap();
/// assert!((expected / 51.67 - 1.0).abs() < 0.006);
/// ```
#[must_use]
pub fn closed_loop(in_flight: f64, tokens: f64, ttft: Seconds, tpot: Seconds) -> Option<f64> {
    let answer = stream::positive(ttft + tpot * (tokens - 1.0))?;
    Some(in_flight * tokens / answer.get()).filter(|rate| rate.is_finite() && *rate > 0.0)
}

/// The mean time for each token after the first, over all tokens of a run, from the means of a run.
///
/// # Formula
/// (mean E2E − mean TTFT) / (mean n − 1) = Σ(E2E − TTFT) / Σ(n − 1): the mean of ITL over all tokens, exactly. The mean of
/// TPOT over requests is another one, unless all answers have one length. `None` where answers have one token or less, or
/// where E2E is below TTFT.
///
/// # Example
/// Stage 3 of a run of inference-perf: 1,697.9 ms in all, 146.2 ms to the first of 62.80 tokens. The server said 24.78 ms.
/// ```
/// use latency::definition::mean_gap;
/// use quantity::Seconds;
/// let gap = mean_gap(Seconds::new(1.69795), Seconds::new(0.14623), 62.8003).unwrap();
/// assert!((gap.get() - 0.02511).abs() < 5e-6);
/// ```
#[must_use]
pub fn mean_gap(e2e: Seconds, ttft: Seconds, tokens: f64) -> Option<Seconds> {
    let gap = (e2e - ttft).get() / (tokens - 1.0);
    (tokens > 1.0 && gap.is_finite() && gap >= 0.0).then(|| Seconds::new(gap))
}

/// A sample of each request that was answered.
fn of_requests(streams: &Streams, sample: impl Fn(&Figures) -> Option<Sample>) -> Samples {
    Samples::counted(streams.answered().filter_map(|(.., figures)| sample(&figures)))
}

/// The samples of each gap between two chunks, of this many tokens in the later one, and of the first chunk without a gap.
fn of_gaps(streams: &Streams, samples: fn(Option<Seconds>, u32) -> [Sample; 2]) -> Samples {
    Samples::counted(streams.answered().flat_map(|(_, stream, _)| gaps(stream, samples)))
}

fn gaps(
    stream: Stream<'_>,
    samples: fn(Option<Seconds>, u32) -> [Sample; 2],
) -> impl Iterator<Item = Sample> {
    let mut before: Option<Seconds> = None;
    stream.arrivals().flat_map(move |chunk| {
        let gap = before.replace(chunk.at).map(|before| chunk.at - before);
        samples(gap, chunk.tokens)
    })
}

/// A gap over the tokens of its chunk, for each of them; nothing for the first chunk, however many it holds.
fn shared(gap: Option<Seconds>, tokens: u32) -> [Sample; 2] {
    let each = gap.map_or(NONE, |gap| Sample::new(gap / f64::from(tokens), tokens));
    [each, NONE]
}

/// A gap for the first token of a chunk, and 0 for the others, which came with it.
fn whole_and_noughts(gap: Option<Seconds>, tokens: u32) -> [Sample; 2] {
    let first = gap.map_or(NONE, |gap| Sample::new(gap, 1));
    [first, Sample::new(Seconds::new(0.0), tokens.saturating_sub(1))]
}

/// What counts no times.
const NONE: Sample = Sample::new(Seconds::new(0.0), 0);

/// A number of tokens as a weight.
fn times(tokens: u64) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}
