//! Load tests as every tool's file gives them: levels of load, and what was measured at each.
//!
//! A [`LoadTestReader`] takes the bytes of a file and gives a [`LoadTest`]. One noun lives in each file:
//!
//! | file | question |
//! |---|---|
//! | `reader` | the way in: JSON, a table, or a log |
//! | `heard`, `path`, `leaves` | which object of a JSON is a record, and what it states under which path |
//! | `source` | who wrote a record |
//! | `runs`, `aiperf`, `genai_perf`, `guidellm`, `llmperf`, `inference_perf`, `mlperf` | a record of each tool as a level |
//! | `request`, `mapping`, `holds` | a request under names that are understood, or that a person explains |
//! | `table`, `lines` | tables, line by line |
//! | `stated`, `detail` | figures of levels, and of requests |
//! | `draft`, `outcome` | the levels so far, and what comes of them |
//! | `flags`, `identities` | what is to be known before a figure is used |

mod aiperf;
mod detail;
mod draft;
mod flags;
mod genai_perf;
mod guidellm;
mod heard;
mod holds;
mod identities;
mod inference_perf;
mod leaves;
pub(crate) mod lines;
mod llmperf;
mod mapping;
mod mlperf;
mod outcome;
pub(crate) mod path;
mod reader;
mod request;
mod runs;
mod source;
mod stated;
mod table;

pub use crate::time_unit::TimeUnit;
pub use holds::Holds;
pub use mapping::{Mapping, Offered};
pub use reader::{LoadTestReader, LoadTestReading};

use crate::published::{Figure, Statistic};
use crate::wrong::counted;
use latency::definition::mean_gap;
use latency::{Metric, Streams};
use quantity::{RequestsPerSecond, Seconds, Unit};

/// The load tests of one file.
///
/// # Example
/// ```
/// use evidence::{Level, LoadTest, Statistic, Tool};
/// use latency::Metric;
/// let test = LoadTest { tool: Some(Tool::Llmperf), levels: vec![Level::default()], ..LoadTest::default() };
/// assert_eq!(test.levels[0].figure(Metric::Ttft, Statistic::Mean), None); // nothing is said, so nothing is known
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LoadTest {
    /// Which tool wrote it; `None` for a table of figures that names none.
    pub tool: Option<Tool>,
    /// The version that the file states, of the tool or of its schema.
    pub version: Option<String>,
    /// The model that was asked, where the file says so.
    pub model: Option<String>,
    /// The accelerator, where the file says so.
    pub accelerator: Option<String>,
    /// What was measured, one level of load after the other in the order of the file.
    pub levels: Vec<Level>,
}

/// A tool that tests load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Tool {
    /// `vllm bench serve`.
    VllmBench,
    /// SGLang's `bench_serving`.
    SglangBench,
    /// AIPerf.
    Aiperf,
    /// GenAI-Perf.
    GenaiPerf,
    /// guidellm up to its schema 0.3.
    Guidellm03,
    /// guidellm from its schema 0.5 on.
    Guidellm05,
    /// llmperf.
    Llmperf,
    /// inference-perf.
    InferencePerf,
    /// MLPerf's load generator.
    Mlperf,
}

impl Tool {
    /// What a file of its results is called.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Self::VllmBench => "result of vllm bench serve",
            Self::SglangBench => "result of SGLang's bench_serving",
            Self::Aiperf => "export of AIPerf",
            Self::GenaiPerf => "export of GenAI-Perf",
            Self::Guidellm03 => "benchmarks of guidellm 0.3",
            Self::Guidellm05 => "benchmarks of guidellm 0.5",
            Self::Llmperf => "result of llmperf",
            Self::InferencePerf => "report of inference-perf",
            Self::Mlperf => "log of MLPerf",
        }
    }
}

/// One level of load. Whatever the file leaves out is `None` or empty; a run without a success states no figures.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Level {
    /// What tells it from the others, such as "stage 3" or "concurrency 16".
    pub name: String,
    /// How requests were sent.
    pub load: Load,
    /// The rate at which requests were really sent, where that is stated beside the one that was asked for.
    pub achieved: Option<RequestsPerSecond>,
    /// The shape of the gamma distribution of the gaps, where stated: 1 is Poisson, less is burstier.
    pub burstiness: Option<f64>,
    /// How late requests were sent by their own schedule, on average.
    pub schedule_delay: Option<Seconds>,
    /// How long the run took.
    pub duration: Option<Seconds>,
    /// Requests that were answered.
    pub completed: Option<u64>,
    /// Requests that failed.
    pub failed: Option<u64>,
    /// Mean tokens of a prompt.
    pub prompt: Option<f64>,
    /// Mean tokens of an answer.
    pub output: Option<f64>,
    /// Answered requests a second.
    pub requests_per_second: Option<RequestsPerSecond>,
    /// Requests a second that met every target of the tool's own.
    pub good_per_second: Option<RequestsPerSecond>,
    /// Tokens of answers a second.
    pub output_tokens_per_second: Option<f64>,
    /// The share of the prompt's tokens that came from the prefix cache, where the file says so.
    pub cached: Option<f64>,
    /// The share of the KV pool in use, where the file says so.
    pub kv_usage: Option<f64>,
    /// Latencies as the tool states them, each by the tool's own definition (see `latency::Definition`): what one tool
    /// calls ITL another calls TPOT.
    pub figures: Vec<Figure>,
    /// Gaps between chunks in one pool, where the tool states them under a name of their own beside its ITL, as AIPerf
    /// does with its inter-chunk latency. Their metric is [`Metric::Itl`].
    pub gaps: Vec<Figure>,
    /// The same latencies by the definitions that plans use. TPOT here is (E2E − TTFT) / (n − 1), a mean for each
    /// request; ITL is a sample for each token after the first, in one pool.
    ///
    /// A figure stands here for one of three reasons: it was computed from the detail of the file; the tool defines it
    /// as the plan does; it follows exactly from stated figures, as the mean ITL does:
    /// (mean E2E − mean TTFT) / (mean n − 1). What follows only roughly is left out.
    pub ours: Vec<Figure>,
    /// The requests themselves, where the file holds their token times.
    pub streams: Streams,
    /// Settings of the server or the test that the file states besides, such as those that a sweep varies: name and
    /// text, at most [`MOST_SETTINGS`].
    pub settings: Vec<(String, String)>,
    /// What to know about this level; sentences.
    pub notes: Vec<String>,
}

/// So many settings of a level are kept at most.
pub const MOST_SETTINGS: usize = 40;

/// How requests were sent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Load {
    /// Not said.
    #[default]
    Unknown,
    /// Open loop: so many a second, whatever is in flight.
    Open(RequestsPerSecond),
    /// All at once.
    AllAtOnce,
    /// Closed loop: so many in flight, the next sent when one ends.
    Closed(f64),
    /// At a rate, but never more than so many in flight: what waits at the client is in no latency.
    Capped(RequestsPerSecond, f64),
}

impl Level {
    /// A latency by the definitions that plans use: what [`Level::ours`] holds of it, and nothing that a tool defines
    /// otherwise. A median is found as the 50th percentile too, and the other way round.
    ///
    /// # Example
    /// ```
    /// use evidence::{Figure, Level, Statistic};
    /// use latency::{Metric, Quantile};
    /// use quantity::Seconds;
    /// let tpot = Figure { metric: Metric::Tpot, statistic: Statistic::Median, value: Seconds::new(0.03) };
    /// let stated = Level { figures: vec![tpot], ..Level::default() };
    /// assert_eq!(stated.figure(Metric::Tpot, Statistic::Median), None); // by whose definition is not said
    /// let ours = Level { ours: vec![tpot], ..Level::default() };
    /// let p50 = Statistic::Quantile(Quantile::P50);
    /// assert_eq!(ours.figure(Metric::Tpot, p50), Some(Seconds::new(0.03)));
    /// ```
    #[must_use]
    pub fn figure(&self, metric: Metric, statistic: Statistic) -> Option<Seconds> {
        among(&self.ours, metric, statistic)
    }

    /// A latency as the tool states it, by the tool's own definition.
    #[must_use]
    pub fn stated(&self, metric: Metric, statistic: Statistic) -> Option<Seconds> {
        among(&self.figures, metric, statistic)
    }

    /// Drops what no file can mean: products and quotients of stated figures that no number holds, as of a rate of 1e308 or of 0.
    fn forget_boundless(&mut self) {
        let plain = [
            &mut self.burstiness,
            &mut self.prompt,
            &mut self.output,
            &mut self.output_tokens_per_second,
            &mut self.cached,
            &mut self.kv_usage,
        ];
        for figure in plain {
            *figure = figure.filter(|value| value.is_finite());
        }
        for rate in [&mut self.achieved, &mut self.requests_per_second, &mut self.good_per_second] {
            *rate = rate.filter(|rate| rate.get().is_finite());
        }
        for time in [&mut self.schedule_delay, &mut self.duration] {
            *time = time.filter(|time| time.get().is_finite());
        }
    }

    /// Drops the zeros of a run without a success: they are no figures, because there was nothing to state.
    fn forget_zeros(&mut self) {
        self.figures.clear();
        self.gaps.clear();
        self.ours.clear();
        (self.prompt, self.output) = (None, None);
        (self.requests_per_second, self.good_per_second) = (None, None);
        self.output_tokens_per_second = None;
        let failed = self.failed.map_or_else(|| "all".into(), counted);
        self.notes
            .insert(0, format!("No request succeeded: {failed} failed. The zeros it states are no figures."));
    }

    /// How many requests were in flight on average, by Little's law: completed requests a second × mean E2E. Where the file
    /// states no E2E it is taken to be TTFT + (n − 1) × the time per token. `None` where that is not known either.
    ///
    /// # Example
    /// 772 requests in 329.83 s, of 174,589 tokens at TTFT 249.49 ms and TPOT 108.19 ms (vllm-project/vllm#12845): some 57
    /// shared the machine, which is why 529 tok/s are not 1.9 ms a token.
    /// ```
    /// use evidence::LoadTestReader;
    /// let mut reader = LoadTestReader::new();
    /// reader.push(br#"{"completed": 772, "request_throughput": 2.341, "total_output_tokens": 174589,
    ///     "mean_ttft_ms": 249.49, "mean_tpot_ms": 108.19}"#).unwrap();
    /// let many = reader.finish().test.levels[0].in_flight().unwrap();
    /// assert!((many / 57.6 - 1.0).abs() < 0.01);
    /// ```
    #[must_use]
    pub fn in_flight(&self) -> Option<f64> {
        let mean = |metric| self.figure(metric, Statistic::Mean);
        let e2e = mean(Metric::E2e)
            .or_else(|| Some(mean(Metric::Ttft)? + per_token(self)? * (self.output? - 1.0).max(0.0)))?;
        Some(self.requests_per_second?.get() * e2e.get()).filter(|many| many.is_finite())
    }
}

/// The first of `figures` that is this one.
pub(crate) fn among(figures: &[Figure], metric: Metric, statistic: Statistic) -> Option<Seconds> {
    let wanted = statistic.settled();
    let is = |figure: &&Figure| figure.metric == metric && figure.statistic.settled() == wanted;
    figures.iter().find(is).map(|figure| figure.value)
}

/// How requests were sent, by the rate and the cap on those in flight.
fn load_of(rate: Option<f64>, most: Option<f64>) -> Load {
    let rate = rate.filter(|rate| *rate > 0.0 && rate.is_finite()).map(RequestsPerSecond::new);
    match (rate, most.filter(|most| *most > 0.0)) {
        (Some(rate), Some(most)) => Load::Capped(rate, most),
        (Some(rate), None) => Load::Open(rate),
        (None, Some(most)) => Load::Closed(most),
        (None, None) => Load::Unknown,
    }
}

/// What tells a level from the others of its file.
fn name_of(load: Load) -> String {
    let rate = |rate: RequestsPerSecond| Unit::RequestsPerSecond.exact(rate.get());
    match load {
        Load::Unknown => "a run".into(),
        Load::Open(asked) => rate(asked),
        Load::AllAtOnce => "all at once".into(),
        Load::Closed(most) => format!("{} in flight", Unit::Count.show(most)),
        Load::Capped(asked, most) => format!("{}, at most {} in flight", rate(asked), Unit::Count.show(most)),
    }
}

/// The mean time for each token after the first, over all tokens: what follows from means.
fn mean_gap_of(level: &Level) -> Option<Seconds> {
    let of = |metric| level.figure(metric, Statistic::Mean);
    mean_gap(of(Metric::E2e)?, of(Metric::Ttft)?, level.output?)
}

/// The mean time per token, from what there is: over all tokens, or else over requests.
fn per_token(level: &Level) -> Option<Seconds> {
    let of = |metric| level.figure(metric, Statistic::Mean);
    of(Metric::Itl).or_else(|| of(Metric::Tpot)).or_else(|| mean_gap_of(level))
}

/// Adds the mean ITL that follows exactly from means, unless it is there.
fn add_mean_gap(level: &mut Level) {
    if level.figure(Metric::Itl, Statistic::Mean).is_none() {
        let figure = |value| Figure { metric: Metric::Itl, statistic: Statistic::Mean, value };
        level.ours.extend(mean_gap_of(level).map(figure));
    }
}

/// What a stated TPOT may be off by to be used.
const USABLE: f64 = 0.05;

/// Adds the TPOT that is stated where it follows from E2E, TTFT and lengths; where it does not, its mean if all answers have
/// one length, because then it is exact.
fn add_tpot_that_follows(level: &mut Level, same_length: bool) {
    let (Some(stated), Some(gap)) = (level.stated(Metric::Tpot, Statistic::Mean), mean_gap_of(level)) else {
        return;
    };
    if (stated.get() / gap.get() - 1.0).abs() <= USABLE {
        let tpot = level.figures.iter().filter(|figure| figure.metric == Metric::Tpot).copied();
        level.ours.extend(tpot.collect::<Vec<_>>());
    } else if same_length {
        level.ours.push(Figure { metric: Metric::Tpot, statistic: Statistic::Mean, value: gap });
    }
}
