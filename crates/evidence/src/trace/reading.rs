//! What comes of a trace.

use super::arrivals::MINUTE;
use super::layout::TraceKind;
use super::lengths::Lengths;
use super::moment;
use super::notes;
use super::prefixes::PrefixHits;
use super::rates::Rates;
use super::requests::Requests;
use super::windows::Dispersion;
use super::workload::Workload;
use crate::load_test::Offered;
use crate::reading::{Fault, MOST_NOTES, Note};
use quantity::{RequestsPerSecond, Seconds, float};

/// What a trace holds, as far as it was sound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceReading {
    /// What wrote it; `None` where nothing in it was understood.
    pub kind: Option<TraceKind>,
    /// How many requests it has.
    pub requests: u64,
    /// When the first arrived, by the wall clock in UTC: "2023-11-16 18:15:46". `None` where times count from 0.
    pub begins: Option<String>,
    /// From the first arrival to the last; `None` without arrivals.
    pub duration: Option<Seconds>,
    /// One over the mean gap: (n − 1) / duration.
    pub rate: Option<RequestsPerSecond>,
    /// Arrivals over time.
    pub rates: Rates,
    /// The fullest minute; of a shorter trace all of it.
    pub peak: Option<Peak>,
    /// How regular arrivals are, one by one.
    pub gaps: Option<Gaps>,
    /// How far counts of arrivals scatter, in windows of 1, 10 and 60 s, as far as there are enough of them.
    pub dispersions: Vec<Dispersion>,
    /// Prompts in tokens.
    pub prompts: Lengths,
    /// Answers in tokens, without those that have none.
    pub answers: Lengths,
    /// What a prefix cache without an end would have found, where prompts come with hashes of their blocks.
    pub hits: Option<PrefixHits>,
    /// What the plan can take from it.
    pub workload: Option<Workload>,
    /// The columns of its table, where a person said what they hold: they may say otherwise.
    pub offered: Vec<Offered>,
    /// What a person should know: what was wrong and what was done about it. At most [`MOST_NOTES`].
    pub notes: Vec<Note>,
}

/// The fullest minute of a trace. Minutes are counted from the first arrival on.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    /// When it begins, after the first arrival.
    pub from: Seconds,
    /// The same by the wall clock.
    pub clock: Option<String>,
    /// How many requests arrive in it.
    pub requests: u64,
    /// Those over a minute; of a trace that is shorter, its own rate.
    pub rate: RequestsPerSecond,
    /// The squared coefficient of variation of the gaps inside it, where there are gaps.
    pub cv2: Option<f64>,
    /// How many gaps that is made of.
    pub gaps: u64,
}

/// The gaps between arrivals, as the file states the times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaps {
    /// Their coefficient of variation: 0 is a clock, 1 is Poisson, more comes in bursts.
    pub cv: f64,
    /// The share of requests that arrive with the one before.
    pub together: f64,
    /// The longest.
    pub longest: Seconds,
    /// How many take a minute or longer.
    pub minutes: u64,
    /// The bins that times were rounded to, where most requests arrive with the one before. Their arrivals were spread
    /// evenly over the bin for everything but these gaps.
    pub bin: Option<Seconds>,
}

/// What a reader gathered.
#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) kind: Option<TraceKind>,
    pub(crate) requests: Requests,
}

pub(crate) fn seconds(nanoseconds: f64) -> Seconds {
    Seconds::new(nanoseconds / 1e9)
}

impl Content {
    pub(crate) fn reading(mut self, fault: Option<Fault>, bytes: u64) -> TraceReading {
        self.requests.arrivals.finish();
        let kind = self.kind.filter(|_| self.requests.count > 0);
        let mut notes: Vec<Note> = Vec::new();
        notes.extend(fault.map(|fault| Note::new(fault.text)));
        if kind.is_none() && notes.is_empty() {
            let nothing = if bytes == 0 { "The file is empty." } else { notes::NOTHING };
            notes.push(Note::new(nothing));
        }
        let mut reading = self.requests.summed(kind);
        notes.extend(notes::notes(&self.requests, &reading));
        notes.truncate(MOST_NOTES);
        reading.notes = notes;
        reading
    }
}

impl Requests {
    fn summed(&self, kind: Option<TraceKind>) -> TraceReading {
        let begins = self.clock == Some(true) && self.arrivals.gaps.count + 1 >= self.count;
        let mut reading = TraceReading {
            kind,
            requests: self.count,
            begins: (begins && self.count > 0).then(|| moment::civil(self.arrivals.first)),
            rates: self.arrivals.rates.clone(),
            dispersions: self.arrivals.windows.dispersions(),
            prompts: self.prompts.clone(),
            answers: self.outputs.clone(),
            hits: self.prefixes.hits(),
            ..TraceReading::default()
        };
        reading.gaps = self.gaps();
        if let Some(mean) = self.arrivals.gaps.mean() {
            reading.duration = Some(seconds(self.arrivals.gaps.sum as f64));
            reading.rate = (mean > 0.0).then(|| RequestsPerSecond::new(1e9 / mean));
        }
        reading.peak = reading.rate.and_then(|rate| self.peak(rate, reading.begins.is_some()));
        reading.workload = Workload::of(&reading);
        reading
    }

    fn gaps(&self) -> Option<Gaps> {
        let gaps = &self.arrivals.gaps;
        Some(Gaps {
            cv: float::sqrt(gaps.cv2()?),
            together: self.arrivals.zero_gaps as f64 / gaps.count as f64,
            longest: seconds(gaps.max as f64),
            minutes: self.arrivals.long_gaps,
            bin: self.arrivals.bin.map(|bin| seconds(bin as f64)),
        })
    }

    fn peak(&self, mean: RequestsPerSecond, clock: bool) -> Option<Peak> {
        let minute = self.arrivals.windows.peak?;
        let short = self.arrivals.gaps.sum < u128::from(MINUTE.unsigned_abs());
        let from = i64::try_from(minute.place).unwrap_or(0).saturating_mul(MINUTE);
        Some(Peak {
            from: seconds(from as f64),
            clock: clock.then(|| moment::civil(self.arrivals.first.saturating_add(from))),
            requests: minute.count,
            rate: if short { mean } else { RequestsPerSecond::new(minute.count as f64 / 60.0) },
            cv2: minute.gaps.cv2(),
            gaps: minute.gaps.count,
        })
    }
}
