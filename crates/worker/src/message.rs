//! What page and worker say to each other.

use latency::{Itl, Method, Synthetic, Targets, Terms};
use present::StreamsShown;
use quantity::{Fraction, Seconds};
use serde::{Deserialize, Serialize};

/// What the page asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// Draw synthetic streams.
    Draw(Draw),
    /// A file follows; what was being read is given up.
    Open,
    /// Its next bytes.
    // In one piece, and not byte by byte as a list.
    Slice(#[serde(with = "serde_bytes")] Vec<u8>),
    /// It is whole.
    Close,
    /// Give up what is being read; what was read before stands.
    Cancel,
    /// Judge by these terms from now on.
    Judge(Judge),
}

/// What streams to draw: see [`latency::Synthetic`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    /// The seed.
    pub seed: u64,
    /// How many requests.
    pub count: u32,
    /// The share that waits long.
    pub spikes: f64,
    /// The share that freezes once.
    pub stalls: f64,
    /// Seconds that a freeze adds.
    pub stall: f64,
}

/// The terms on which requests are judged; times in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judge {
    /// Target on the time to first token.
    pub ttft: Option<f64>,
    /// Target on the time per output token.
    pub tpot: Option<f64>,
    /// Target on the longest gap.
    pub longest_gap: Option<f64>,
    /// Target on the time to the last token.
    pub e2e: Option<f64>,
    /// Which definition of a sample of ITL, by its place in [`latency::Itl`]'s list.
    pub itl: u8,
    /// Whether quantiles are the nearest rank; otherwise they lie between two by a straight line.
    pub nearest_rank: bool,
}

impl Draw {
    /// The streams to draw.
    #[must_use]
    pub const fn synthetic(&self) -> Synthetic {
        Synthetic {
            seed: self.seed,
            count: self.count,
            spikes: Fraction::new(self.spikes),
            stalls: Fraction::new(self.stalls),
            stall: Seconds::new(self.stall),
        }
    }
}

impl Judge {
    /// The terms of a report.
    #[must_use]
    pub fn terms(&self) -> Terms {
        let seconds = |limit: Option<f64>| limit.map(Seconds::new);
        Terms {
            targets: Targets {
                ttft: seconds(self.ttft),
                tpot: seconds(self.tpot),
                longest_gap: seconds(self.longest_gap),
                e2e: seconds(self.e2e),
            },
            itl: Itl::ALL.get(usize::from(self.itl)).copied().unwrap_or_default(),
            method: if self.nearest_rank { Method::NearestRank } else { Method::Linear },
            ..Terms::default()
        }
    }
}

/// What the worker tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Tell {
    /// How far the reading of a file got.
    Progress {
        /// Bytes that were pushed.
        bytes: u64,
        /// Requests that were found in them.
        requests: u64,
    },
    /// What there is to show, and what to know about the file that it is of.
    Shown(Box<StreamsShown>, Vec<String>),
    /// Nothing of the file can be shown; sentences that say why. What was shown before stands.
    Refused(Vec<String>),
}
