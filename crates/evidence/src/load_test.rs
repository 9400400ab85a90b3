//! Load tests as every tool's file gives them: levels of load, and what was measured at each.

use crate::published::Figure;
use latency::{Metric, Streams};
use quantity::{RequestsPerSecond, Seconds};

/// The load tests of one file.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// One level of load. Whatever the file leaves out is `None` or empty; a run without a success states no figures.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Latencies as the tool states them, each by the tool's own definition (see [`Tool`]).
    pub figures: Vec<Figure>,
    /// The same latencies by the definitions that plans use, as far as the file's detail or arithmetic gives them.
    /// TPOT here is (E2E − TTFT) / (n − 1), a mean for each request. Empty where nothing can be said.
    pub ours: Vec<Figure>,
    /// The requests themselves, where the file holds their token times.
    pub streams: Streams,
    /// What to know about this level; sentences.
    pub notes: Vec<String>,
}

/// How requests were sent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// A latency by the definitions that plans use, or, where the detail is not there, as the tool states it if the
    /// tool's definition is the same.
    #[must_use]
    pub fn figure(&self, metric: Metric, statistic: crate::Statistic) -> Option<Seconds> {
        let is = |figure: &&Figure| figure.metric == metric && figure.statistic == statistic;
        self.ours.iter().find(is).map(|figure| figure.value)
    }
}
