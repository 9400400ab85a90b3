//! The latencies of a load test, by name.

use crate::goodput::Target;
use crate::report::{Report, Spread};

/// A latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Metric {
    /// Time to first token.
    Ttft,
    /// Time per output token, one mean for each request.
    Tpot,
    /// Gaps between tokens, in one pool.
    Itl,
    /// Time to the last token.
    E2e,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ttft, Self::Tpot, Self::Itl, Self::E2e];

    /// What a target on it is set on; none can be set on gaps in a pool, which belong to no request.
    #[must_use]
    pub const fn target(self) -> Option<Target> {
        match self {
            Self::Ttft => Some(Target::Ttft),
            Self::Tpot => Some(Target::Tpot),
            Self::Itl => None,
            Self::E2e => Some(Target::E2e),
        }
    }

    /// Its spread in `report`; `None` where no request has it.
    #[must_use]
    pub const fn spread(self, report: &Report) -> Option<Spread> {
        match self {
            Self::Ttft => report.ttft,
            Self::Tpot => report.tpot,
            Self::Itl => report.itl,
            Self::E2e => report.e2e,
        }
    }
}
