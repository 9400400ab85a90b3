//! The latencies of a load test, and what is said of their spread.

use super::freeze::gap_text;
use latency::{Itl, Metric, Spread, Target};
use quantity::{Seconds, Unit};

/// A figure of a spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The median.
    P50,
    /// The 90th percentile.
    P90,
    /// The 95th percentile.
    P95,
    /// The 99th percentile.
    P99,
    /// The 99.9th percentile.
    P99_9,
    /// The largest value.
    Max,
    /// The mean.
    Mean,
}

/// What is said of a latency.
pub(crate) trait Told {
    /// Its short name.
    fn label(self) -> &'static str;
    /// A value of it as text: what waits is written in whole milliseconds, what decodes with a tenth.
    fn text(self, value: Seconds) -> String;
}

impl Told for Metric {
    fn label(self) -> &'static str {
        match self {
            Self::Ttft => "TTFT",
            Self::Tpot => "TPOT",
            Self::Itl => "ITL",
            Self::E2e => "E2E",
        }
    }

    fn text(self, value: Seconds) -> String {
        match self {
            Self::Ttft | Self::E2e => Unit::Wait.show(value.get()),
            Self::Tpot => Unit::Seconds.show(value.get()),
            Self::Itl => gap_text(value),
        }
    }
}

impl Statistic {
    /// Its short name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::P50 => "p50",
            Self::P90 => "p90",
            Self::P95 => "p95",
            Self::P99 => "p99",
            Self::P99_9 => "p99.9",
            Self::Max => "max",
            Self::Mean => "mean",
        }
    }

    /// It of a spread.
    pub(super) const fn of(self, spread: &Spread) -> Seconds {
        match self {
            Self::P50 => spread.p50,
            Self::P90 => spread.p90,
            Self::P95 => spread.p95,
            Self::P99 => spread.p99,
            Self::P99_9 => spread.p99_9,
            Self::Max => spread.max,
            Self::Mean => spread.mean,
        }
    }
}

/// The name of a target.
pub(super) const fn target_label(target: Target) -> &'static str {
    match target {
        Target::Ttft => "TTFT",
        Target::Tpot => "TPOT",
        Target::LongestGap => "longest gap",
        Target::E2e => "E2E",
    }
}

/// A limit as text, every digit of it.
pub(super) fn limit_text(limit: Seconds) -> String {
    Unit::Seconds.exact(limit.get())
}

/// What a sample of ITL is, in words.
pub(super) const fn itl_words(itl: Itl) -> &'static str {
    match itl {
        Itl::PerChunk => "each chunk",
        Itl::PerChunkShared => "each chunk, over its tokens",
        Itl::PerToken => "each token",
    }
}
