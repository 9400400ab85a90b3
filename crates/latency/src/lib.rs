//! What was observed: token streams and histograms into TTFT, TPOT, ITL, E2E and goodput.
//!
//! A [`Stream`] is one request as its client saw it; [`Streams`] is a load test of them, and [`Report::of`] says how it
//! went. What cannot be said is a value: one token has no TPOT, a run of unknown length no rates, a rank past the last
//! bucket "at least" its bound. Nothing here is NaN or infinite. One noun lives in each file:
//!
//! | file | question |
//! |---|---|
//! | `stream` | which tokens arrived when, checked |
//! | `figures` | TTFT, TPOT, E2E and the longest gap of one request |
//! | `itl` | the gaps between tokens, by three definitions |
//! | `metric` | the latencies by name, for whoever speaks of one of them |
//! | `quantile`, `samples` | which value a share of the others does not exceed |
//! | `definition` | the same streams as each tool would state them |
//! | `goodput` | which requests met every target |
//! | `report` | all of that at once |
//! | `buckets` | quantiles from the cumulative buckets of Prometheus |
//! | `histogram` | quantiles from a histogram of our own, for streams too long to keep |
//! | `arrivals` | how regular the gaps between requests are |
//! | `random`, `synthetic` | token streams out of a seed, as CPython would draw them |
//!
//! Quantiles are merged by merging what they are made of, [`Buckets`] or [`Histogram`]s. Nothing here averages them.
//!
//! What this crate does not do: it reads no files, it has no clock, no I/O and no global state, and makes no text.
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod arrivals;
pub mod buckets;
pub mod definition;
pub mod figures;
pub mod goodput;
pub mod histogram;
pub mod itl;
pub mod metric;
pub mod quantile;
pub mod random;
pub mod report;
pub mod samples;
pub mod stream;
pub mod synthetic;

pub use arrivals::{Arrivals, GammaGaps};
pub use buckets::{Buckets, Reading};
pub use definition::Definition;
pub use figures::Figures;
pub use goodput::{Goodput, Target, Targets};
pub use histogram::Histogram;
pub use itl::Itl;
pub use metric::Metric;
pub use quantile::{Method, Quantile};
pub use random::Random;
pub use report::{Counts, Report, Slow, Spread, Terms};
pub use samples::{Sample, Samples};
pub use stream::{Chunk, Outcome, Stream, Streams};
pub use synthetic::Synthetic;
