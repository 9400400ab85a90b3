//! The answer as JSON, under names that stay.
//!
//! Values are in base units with all their digits: seconds, bytes, a fraction of 1, dollars. Names are only ever added.

use crate::request::Request;
use export::{Shown, base_unit};
use present::{Answer, headline, reason, warnings};
use serde::{Serialize, Serializer};
use sizing::{Figure, Fleet, Need, NoHelp, Outcome, Resource, SteadyState, Trace};

/// Everything that is known of a link.
#[derive(Serialize)]
pub(crate) struct Document {
    /// The plan as a link, in its own order, without what is the default anyway.
    link: String,
    /// What was wrong with the link.
    notes: Vec<Note>,
    outcome: State,
    headline: String,
    reason: String,
    warnings: Vec<String>,
    #[serde(serialize_with = "by_name")]
    figures: Vec<(Figure, Derived)>,
}

/// Something about the link.
#[derive(Serialize)]
struct Note {
    key: Option<&'static str>,
    text: String,
}

/// Whether a fleet can be planned, and in which state it then is.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum State {
    Planned {
        binding: &'static str,
        resource: &'static str,
        state: &'static str,
        one_lost: Option<&'static str>,
    },
    DoesNotFit {
        missing_bytes: f64,
        weights_alone: bool,
        smallest_tp: Option<u32>,
    },
    NoReplicasHelp {
        because: &'static str,
        seconds: f64,
    },
    TooMany {
        replicas_wanted: f64,
    },
}

/// A figure, and where it comes from.
#[derive(Serialize)]
struct Derived {
    #[serde(flatten)]
    shown: Shown,
    trace: Option<Traced>,
}

/// Where a figure comes from.
#[derive(Serialize)]
struct Traced {
    in_words: String,
    in_numbers: String,
    terms: Vec<Term>,
}

/// A number that goes into a formula.
#[derive(Serialize)]
struct Term {
    name: &'static str,
    value: f64,
    unit: &'static str,
    text: String,
    source: &'static str,
}

impl Document {
    /// What is known of `request`.
    pub(crate) fn of(request: &Request) -> Self {
        let answer = &request.answer;
        let why = reason(answer);
        let note =
            |note: &plan::Note| Note { key: note.key.map(|key| key.row().name), text: note.text.clone() };
        Self {
            link: request.input.link(),
            notes: request.notes.iter().map(note).collect(),
            outcome: State::of(answer),
            headline: headline(answer),
            reason: format!("{} {}", why.lead, why.text),
            warnings: warnings(answer),
            figures: Figure::ALL.into_iter().map(|figure| (figure, Derived::of(figure, answer))).collect(),
        }
    }

    /// The text.
    pub(crate) fn json(&self) -> String {
        // Nothing in it can fail to be written: keys are texts, and numbers are finite.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Writes the figures as one object, in the order in which they follow from each other.
fn by_name<S: Serializer>(figures: &[(Figure, Derived)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(figures.iter().map(|(figure, derived)| (figure.name(), derived)))
}

impl Derived {
    fn of(figure: Figure, answer: &Answer) -> Self {
        Self {
            shown: Shown::of(figure, answer),
            trace: Trace::of(figure, &answer.plan, &answer.sizing).map(|trace| Traced::of(&trace)),
        }
    }
}

impl Traced {
    fn of(trace: &Trace) -> Self {
        let term = |term: &sizing::Term| Term {
            name: term.name,
            value: term.value,
            unit: base_unit(term.unit),
            text: term.text(),
            source: term.source.word(),
        };
        Self {
            in_words: trace.in_words(),
            in_numbers: trace.in_numbers(),
            terms: trace.terms().into_iter().map(term).collect(),
        }
    }
}

impl State {
    fn of(answer: &Answer) -> Self {
        match &answer.sizing.outcome {
            Outcome::Planned(fleet) => Self::planned(fleet),
            Outcome::DoesNotFit(short) => Self::DoesNotFit {
                missing_bytes: short.missing.get(),
                weights_alone: short.weights_alone,
                smallest_tp: short.smallest_tp,
            },
            Outcome::NoReplicasHelp(NoHelp::Prefill { prefill }) => {
                Self::NoReplicasHelp { because: "prefill", seconds: prefill.get() }
            }
            Outcome::NoReplicasHelp(NoHelp::Step { step }) => {
                Self::NoReplicasHelp { because: "decode-step", seconds: step.get() }
            }
            Outcome::TooMany { wanted } => Self::TooMany { replicas_wanted: *wanted },
        }
    }

    fn planned(fleet: &Fleet) -> Self {
        Self::Planned {
            binding: match fleet.binding {
                Need::Work => "work",
                Need::Slo => "tpot",
                Need::Ttft => "ttft",
                Need::Kv => "kv-pool",
            },
            resource: match fleet.resource {
                Resource::PrefillCompute => "prefill-compute",
                Resource::Bandwidth => "bandwidth",
                Resource::KvMemory => "kv-memory",
                Resource::PrefillLanes => "prefill-lanes",
            },
            state: state_name(fleet.state.steady),
            one_lost: fleet.lost.map(|lost| state_name(lost.state.steady)),
        }
    }
}

fn state_name(state: SteadyState) -> &'static str {
    match state {
        SteadyState::Steady { .. } => "steady",
        SteadyState::KvExhausted { .. } => "kv-exhausted",
        SteadyState::NoSteadyState { .. } => "no-steady-state",
        SteadyState::PromptsOverflow { .. } => "prompts-overflow",
    }
}
