//! Why a level may not be judged, or not wholly: said before any verdict.

use crate::identified::{is_other_model, other_gpu};
use crate::identity::{Identity, Of, held};
use crate::measure::Measure;
use crate::subject::Subject;
use evidence::{Level, Load, LoadTest};

/// Fewer requests than this show chance more than the engine.
pub const FEWEST: u64 = 30;
/// By how many times prompts or answers may differ from the plan's and still be its mix.
const SAME_MIX: f64 = 2.0;
/// The share of the rate asked for from which on a client or a server keeps up.
const KEPT_UP: f64 = 0.95;
/// By how much two ways to one figure may differ.
const FITS: f64 = 1.2;
/// The share of failed requests from which on a level is not judged.
const MOST_FAILED: f64 = 0.05;

/// A reason not to judge a level, or not all of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// The file names another model than the plan's.
    OtherModel {
        /// What it names.
        named: String,
    },
    /// The file names another GPU than the plan's.
    OtherGpu {
        /// What it names, as the catalogue calls it.
        named: &'static str,
    },
    /// Prompts and answers are so unlike the plan's that the model is asked at the file's.
    OtherMix {
        /// Mean tokens of a prompt.
        prompt: f64,
        /// Mean tokens of an answer.
        answer: f64,
    },
    /// Nothing was answered, or so much failed that what is left says little.
    Failed {
        /// Requests that failed.
        failed: u64,
        /// All of them.
        of: u64,
    },
    /// Too few requests.
    Few {
        /// How many.
        requests: u64,
    },
    /// The server answered fewer than were sent: latencies grow for as long as such a test lasts.
    Saturated {
        /// Requests a second that were sent.
        sent: f64,
        /// Requests a second that were answered.
        answered: f64,
    },
    /// The client sent fewer than it was asked to.
    Throttled {
        /// Requests a second asked for.
        asked: f64,
        /// Requests a second sent.
        sent: f64,
    },
    /// A cap on requests in flight held back what a rate would have sent: what waited at the client is in no latency.
    HeldBack {
        /// The cap.
        most: f64,
    },
    /// Two ways to one figure differ, so that a unit or a definition is not what it seems.
    Disagree {
        /// The figure, stated and as it follows.
        identity: Identity,
    },
    /// Sent all at once: only throughput can be judged.
    AllAtOnce,
    /// How requests were sent is not said. The answered rate is taken for it, but for a summary, which may mix loads.
    NoLoad {
        /// Whether there are no single requests.
        summary: bool,
    },
    /// A closed loop held fewer requests than it was to.
    NotFull {
        /// How many it was to hold.
        most: f64,
        /// How many it held on average.
        held: f64,
    },
}

impl Doubt {
    /// Whether `measure` may not be judged because of it.
    #[must_use]
    pub const fn spoils(&self, measure: Measure) -> bool {
        match self {
            Self::OtherModel { .. } | Self::OtherGpu { .. } | Self::Failed { .. } | Self::Few { .. } => true,
            Self::Disagree { .. } => true,
            Self::Saturated { .. } => !matches!(measure, Measure::Throughput),
            Self::HeldBack { .. } => measure.is_ttft(),
            Self::NoLoad { summary } => *summary || matches!(measure, Measure::Throughput),
            Self::OtherMix { .. } | Self::Throttled { .. } | Self::NotFull { .. } | Self::AllAtOnce => false,
        }
    }

    /// Whether nothing of the level may be judged because of it.
    #[must_use]
    pub const fn spoils_all(&self) -> bool {
        self.spoils(Measure::Tpot) && self.spoils(Measure::Throughput)
    }

    /// All that there is against judging `level` of `test` by `subject`.
    #[must_use]
    pub fn all(test: &LoadTest, level: &Level, subject: &Subject) -> Vec<Self> {
        let model = test.model.as_ref().filter(|name| is_other_model(name, subject));
        let gpu = test.accelerator.as_ref().and_then(|text| other_gpu(text, subject));
        [
            model.map(|named| Self::OtherModel { named: named.clone() }),
            gpu.map(|named| Self::OtherGpu { named }),
            other_mix(level, subject),
            failed(level),
            few(level),
            saturated(level),
            throttled(level),
            held_back(level),
            disagree(level),
            matches!(level.load, Load::AllAtOnce).then_some(Self::AllAtOnce),
            matches!(level.load, Load::Unknown).then(|| Self::NoLoad { summary: level.streams.is_empty() }),
            not_full(level),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

fn other_mix(level: &Level, subject: &Subject) -> Option<Doubt> {
    let (prompt, answer) = (level.prompt?, level.output?);
    let differs = |said: f64, planned: f64| !(1.0 / SAME_MIX..=SAME_MIX).contains(&(said / planned));
    let other = differs(prompt, subject.plan.prompt.get()) || differs(answer, subject.plan.answer.get());
    other.then_some(Doubt::OtherMix { prompt, answer })
}

fn failed(level: &Level) -> Option<Doubt> {
    let failed = level.failed.unwrap_or(0);
    let completed = level.completed?;
    let of = completed.saturating_add(failed);
    let much = failed as f64 > MOST_FAILED * of as f64;
    (completed == 0 || much).then_some(Doubt::Failed { failed, of })
}

fn few(level: &Level) -> Option<Doubt> {
    level.completed.filter(|requests| (1..FEWEST).contains(requests)).map(|requests| Doubt::Few { requests })
}

fn saturated(level: &Level) -> Option<Doubt> {
    let Load::Open(asked) = level.load else { return None };
    let (sent, answered) = (level.achieved.unwrap_or(asked).get(), level.requests_per_second?.get());
    // While a short test ends, the last answers stretch it; that is no saturation.
    let tail = level.duration.zip(level.figure(latency::Metric::E2e, evidence::Statistic::Mean));
    let share = tail.map_or(0.0, |(duration, e2e)| e2e / duration).min(0.5);
    (answered < sent * (KEPT_UP - share)).then_some(Doubt::Saturated { sent, answered })
}

fn throttled(level: &Level) -> Option<Doubt> {
    let (Load::Open(asked) | Load::Capped(asked, _)) = level.load else { return None };
    let sent = level.achieved?.get();
    (sent < asked.get() * KEPT_UP).then_some(Doubt::Throttled { asked: asked.get(), sent })
}

fn not_full(level: &Level) -> Option<Doubt> {
    let Load::Closed(most) = level.load else { return None };
    held(level).map(|held| Doubt::NotFull { most, held })
}

/// A cap was reached where about as many requests were in flight as it allows.
fn held_back(level: &Level) -> Option<Doubt> {
    let Load::Capped(asked, most) = level.load else { return None };
    let answered = level.requests_per_second?.get();
    let reached = level.in_flight().is_none_or(|held| held > 0.9 * most);
    (answered < asked.get() * KEPT_UP && reached).then_some(Doubt::HeldBack { most })
}

fn disagree(level: &Level) -> Option<Doubt> {
    // A duration is stated to the second by some, and with warm-up by others: of rates, only the loop's identity counts.
    let counts = |identity: &Identity| identity.of != Of::Requests;
    let off = |identity: &Identity| !(1.0 / FITS..=FITS).contains(&identity.ratio());
    Identity::all(level).into_iter().filter(counts).find(off).map(|identity| Doubt::Disagree { identity })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{self, open, subject};
    use quantity::RequestsPerSecond;

    fn doubts(change: impl FnOnce(&mut Level)) -> Vec<Doubt> {
        let mut level = example::level(&example::a(), 4, open(20.0));
        change(&mut level);
        Doubt::all(&LoadTest::default(), &level, &subject("v=1"))
    }

    #[test]
    fn there_is_nothing_against_what_the_model_made() {
        assert_eq!(doubts(|_| {}), []);
    }

    #[test]
    fn each_fault_is_found() {
        assert_eq!(doubts(|level| level.completed = Some(29)), [Doubt::Few { requests: 29 }]);
        assert_eq!(doubts(|level| level.completed = Some(30)), []);
        assert_eq!(doubts(|level| level.completed = Some(0)), [Doubt::Failed { failed: 0, of: 0 }]);
        assert_eq!(doubts(|level| level.failed = Some(22)), [Doubt::Failed { failed: 22, of: 422 }]);
        assert_eq!(doubts(|level| level.failed = Some(21)), []);
        let slow = |level: &mut Level| {
            level.requests_per_second = Some(RequestsPerSecond::new(15.0));
            level.output_tokens_per_second = Some(6000.0);
        };
        assert_eq!(doubts(slow), [Doubt::Saturated { sent: 20.0, answered: 15.0 }]);
        let throttled = |level: &mut Level| {
            level.load = open(40.0);
            level.achieved = Some(RequestsPerSecond::new(20.0));
        };
        assert_eq!(doubts(throttled), [Doubt::Throttled { asked: 40.0, sent: 20.0 }]);
        let long = |level: &mut Level| level.prompt = Some(4001.0);
        assert_eq!(doubts(long), [Doubt::OtherMix { prompt: 4001.0, answer: 400.0 }]);
        let tokens = |level: &mut Level| level.output_tokens_per_second = Some(16_000.0);
        assert!(matches!(doubts(tokens).as_slice(), [Doubt::Disagree { .. }]));
        assert_eq!(doubts(|level| level.load = Load::Unknown), [Doubt::NoLoad { summary: true }]);
    }

    #[test]
    fn a_file_of_another_model_is_told_once() {
        let test = LoadTest {
            model: Some("Llama-3.1-8B".into()),
            accelerator: Some("A100-SXM4-80GB".into()),
            ..LoadTest::default()
        };
        let level = example::level(&example::a(), 4, open(20.0));
        let found = Doubt::all(&test, &level, &subject("v=1"));
        assert!(found.iter().all(Doubt::spoils_all) && found.len() == 2, "{found:?}");
    }
}
