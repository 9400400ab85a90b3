//! A trace as the workload of a plan.

use super::reading::TraceReading;
use quantity::{Fraction, RequestsPerSecond};

/// What a plan takes from a trace. Each figure is the plan's own, by its own definition.
///
/// # Formula
/// `rate` is the fullest minute's. `cs2` is the squared coefficient of variation of prefill times; prefill is linear in
/// the tokens to be computed, so it is that of the prompts' lengths, and with a cache, of what the cache leaves over.
/// `ca2` is that of the gaps inside the fullest minute, since the rate is that minute's too: over a whole trace, the
/// course of the day would count as bursts. With fewer than a hundred gaps there, it is that of all gaps; where times are
/// known by bins alone, the local dispersion of counts, which equals it in the limit of long windows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Workload {
    /// Requests a second in the fullest minute.
    pub rate: RequestsPerSecond,
    /// Mean tokens of a prompt.
    pub prompt: f64,
    /// Mean tokens of an answer.
    pub output: f64,
    /// Squared coefficient of variation of the gaps between arrivals.
    pub ca2: Option<f64>,
    /// Where that is from.
    pub ca2_from: Bursts,
    /// Squared coefficient of variation of prefill times, without a cache.
    pub cs2: f64,
    /// The same with a prefix cache without an end, where prompts come with hashes.
    pub cached: Option<Cached>,
}

/// What a prefix cache without an end would make of a workload: the most that any cache can.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cached {
    /// The share of prompt tokens that it finds.
    pub share: Fraction,
    /// Squared coefficient of variation of the prefill times that remain.
    pub cs2: f64,
}

/// Where a workload's burstiness is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bursts {
    /// The gaps inside the fullest minute.
    PeakMinute,
    /// All gaps.
    AllGaps,
    /// Counts in windows, because times are known by bins alone.
    Counts,
    /// Nothing tells.
    Unknown,
}

/// Fewer gaps in the fullest minute leave its burstiness open by a quarter or more.
const ENOUGH: u64 = 100;

/// So few requests have no burstiness worth a figure.
const FEWEST: u64 = 30;

impl Workload {
    /// The workload of a trace; `None` without arrivals or without answers.
    pub(super) fn of(reading: &TraceReading) -> Option<Self> {
        let peak = reading.peak.as_ref()?;
        let (ca2, ca2_from) = bursts(reading);
        let found = reading.hits.filter(|hits| hits.tokens > 0.0);
        let prompts = reading.prompts.cv()?;
        Some(Self {
            rate: peak.rate,
            prompt: reading.prompts.mean()?,
            output: reading.answers.mean()?,
            ca2,
            ca2_from,
            cs2: prompts * prompts,
            cached: found.map(|hits| Cached { share: Fraction::new(hits.tokens), cs2: hits.rest_cv2 }),
        })
    }
}

fn bursts(reading: &TraceReading) -> (Option<f64>, Bursts) {
    if let Some(bin) = reading.gaps.and_then(|gaps| gaps.bin) {
        let wide = reading.dispersions.iter().find(|dispersion| dispersion.window > bin);
        return wide.map_or((None, Bursts::Unknown), |wide| (Some(wide.local), Bursts::Counts));
    }
    let peak = reading.peak.as_ref().filter(|peak| peak.gaps >= ENOUGH);
    if let Some(cv2) = peak.and_then(|peak| peak.cv2) {
        return (Some(cv2), Bursts::PeakMinute);
    }
    let all = reading.gaps.filter(|_| reading.requests > FEWEST).map(|gaps| gaps.cv * gaps.cv);
    (all, if all.is_some() { Bursts::AllGaps } else { Bursts::Unknown })
}
