//! Which figures of model and test are compared.

use quantity::Unit;

/// A figure that both the model and a test give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Mean time to first token.
    TtftMean,
    /// Median time to first token.
    TtftP50,
    /// Time to first token at the 95th percentile.
    TtftP95,
    /// Time per output token, a mean.
    Tpot,
    /// Output tokens a second of all replicas.
    Throughput,
    /// Requests a second that meet the plan's targets on TTFT and TPOT.
    Goodput,
    /// Requests in flight.
    InFlight,
    /// The share of the KV pool in use.
    KvUse,
}

impl Measure {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 8] = [
        Self::TtftMean,
        Self::TtftP50,
        Self::TtftP95,
        Self::Tpot,
        Self::Throughput,
        Self::Goodput,
        Self::InFlight,
        Self::KvUse,
    ];

    /// What it is called.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::TtftMean => "TTFT, mean",
            Self::TtftP50 => "TTFT p50",
            Self::TtftP95 => "TTFT p95",
            Self::Tpot => "Expected TPOT",
            Self::Throughput => "Output tokens per second",
            Self::Goodput => "Goodput",
            Self::InFlight => "Requests in flight",
            Self::KvUse => "KV pool in use",
        }
    }

    /// What its number counts.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::TtftMean | Self::TtftP50 | Self::TtftP95 => Unit::Wait,
            Self::Tpot => Unit::Seconds,
            Self::Throughput => Unit::TokensPerSecond,
            Self::Goodput => Unit::RequestsPerSecond,
            Self::InFlight => Unit::Sequences,
            Self::KvUse => Unit::Fraction,
        }
    }

    /// Whether it is a time to first token, in which waiting and the client's view lie.
    #[must_use]
    pub const fn is_ttft(self) -> bool {
        matches!(self, Self::TtftMean | Self::TtftP50 | Self::TtftP95)
    }
}

/// No latency in seconds, rate or share is larger.
pub(crate) const MOST: f64 = 1e12;

/// A value for each measure; what is not known is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Values([Option<f64>; Measure::ALL.len()]);

impl Values {
    /// The value of `measure`.
    #[must_use]
    pub const fn get(&self, measure: Measure) -> Option<f64> {
        self.0[measure as usize]
    }

    /// The same with a value for `measure`. What is below 0, or larger than any such figure can be, is not known.
    #[must_use]
    pub fn with(mut self, measure: Measure, value: Option<f64>) -> Self {
        self.0[measure as usize] = value.filter(|value| (0.0..=MOST).contains(value));
        self
    }
}
