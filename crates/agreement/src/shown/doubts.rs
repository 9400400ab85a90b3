//! What is not sound, before any verdict.

use super::words::{levels, list, load};
use crate::identity::{Identity, Of};
use crate::{Comparison, Doubt, Subject};
use core::borrow::Borrow;
use evidence::LoadTest;
use quantity::{Seconds, Unit};

/// A sentence for each doubt; those that several levels share are said once, with their names.
pub(super) fn sentences(
    subject: &Subject,
    tests: &[impl Borrow<LoadTest>],
    comparison: &Comparison,
) -> Vec<String> {
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for level in &comparison.levels {
        let mut about: Vec<String> = level.doubts.iter().map(|doubt| sentence(doubt, subject)).collect();
        if level.forecast.is_none() && level.doubts.is_empty() {
            about.push(format!("The model says nothing of {}.", load(level.observed.load)));
        }
        for text in about {
            match said.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(level.name.clone()),
                None => said.push((text, vec![level.name.clone()])),
            }
        }
    }
    let all = comparison.levels.len();
    let doubts = said.into_iter().map(|(text, names)| [where_(&names, all), text].concat());
    doubts.chain(notes(tests)).collect()
}

/// What the reader noted of levels. Notes that differ in their numbers alone are said once, with the numbers of the first.
fn notes(tests: &[impl Borrow<LoadTest>]) -> Vec<String> {
    let mut said: Vec<(String, String, Vec<String>)> = Vec::new();
    let levels = tests.iter().flat_map(|test| &test.borrow().levels);
    for (level, note) in levels.flat_map(|level| level.notes.iter().map(move |note| (level, note))) {
        let kind: String =
            note.chars().filter(|letter| !letter.is_ascii_digit() && !".,µm".contains(*letter)).collect();
        match said.iter_mut().find(|(known, ..)| *known == kind) {
            Some((.., names)) => names.push(level.name.clone()),
            None => said.push((kind, note.clone(), vec![level.name.clone()])),
        }
    }
    let sentence = |(_, note, names): (String, String, Vec<String>)| match names.as_slice() {
        [one] => format!("At {one}: {note}"),
        several => format!("At {}, of which this is {}: {note}", levels_of(several), several[0]),
    };
    said.into_iter().map(sentence).collect()
}

fn levels_of(names: &[String]) -> String {
    format!("{} ({})", levels(names.len()), list(names))
}

/// At which levels.
fn where_(names: &[String], all: usize) -> String {
    match names {
        _ if names.len() == all && all > 1 => format!("At all {}: ", levels(all)),
        [one] => format!("At {one}: "),
        several => format!("At {}: ", levels_of(several)),
    }
}

fn sentence(doubt: &Doubt, subject: &Subject) -> String {
    let rate = |rate: f64| Unit::RequestsPerSecond.show(rate);
    let tokens = |count: f64| Unit::Tokens.show(count);
    match doubt {
        Doubt::OtherModel { named } => format!(
            "The file is of the model “{}”, the plan of {}. Nothing is judged.",
            quantity::clip(named),
            subject.model.unwrap_or("a model of your own")
        ),
        Doubt::OtherGpu { named } => format!(
            "The file is of a GPU {named}, the plan of {}. Nothing is judged.",
            subject.gpu.unwrap_or("a GPU of your own")
        ),
        Doubt::OtherMix { prompt, answer } => format!(
            "Prompts of {} and answers of {} are another mix than the plan’s {} and {}: the model was asked with the file’s.",
            tokens(*prompt),
            tokens(*answer),
            tokens(subject.plan.prompt.get()),
            tokens(subject.plan.answer.get())
        ),
        Doubt::Failed { failed, of: all } if failed == all => {
            "No request was answered. Nothing is judged.".into()
        }
        Doubt::Failed { failed, of: all } => format!(
            "{} of {} requests failed. What is left is not judged.",
            Unit::Count.show(*failed as f64),
            Unit::Count.show(*all as f64)
        ),
        Doubt::Few { requests: 1 } => {
            "One request shows chance more than the engine. It is not judged.".into()
        }
        Doubt::Few { requests } => format!(
            "{} requests are too few: chance shows more than the engine. They are not judged.",
            Unit::Count.show(*requests as f64)
        ),
        Doubt::Saturated { sent, answered } => format!(
            "The server was saturated: {} were sent and {} answered, so latencies grow for as long as the test lasts. Only \
             throughput is judged.",
            rate(*sent),
            rate(*answered)
        ),
        Doubt::Throttled { asked, sent } => format!(
            "The client sent {} of {}. The model was asked at what was sent.",
            rate(*sent),
            rate(*asked)
        ),
        Doubt::HeldBack { most } => format!(
            "The cap of {} in flight held requests back at the client, where no latency sees them. TTFT is not judged.",
            Unit::Count.show(*most)
        ),
        Doubt::Disagree { identity } => disagree(*identity),
        Doubt::AllAtOnce => {
            "All requests were sent at once: TTFT is their queue. Only throughput can be judged.".into()
        }
        Doubt::NoLoad { summary: true } => {
            "How requests were sent is not said, and a summary may mix several loads. Nothing is judged."
                .into()
        }
        Doubt::NoLoad { summary: false } => {
            "How requests were sent is not said. The rate at which they were answered is taken for it.".into()
        }
        Doubt::NotFull { most, held } => format!(
            "Of {} in flight only {} were on average, as while a short test fills and empties. The model was asked at those.",
            Unit::Count.show(*most),
            Unit::Number.show(*held)
        ),
    }
}

fn disagree(identity: Identity) -> String {
    let (what, unit, way) = match identity.of {
        Of::ClosedLoop => (
            "output tokens a second",
            Unit::TokensPerSecond,
            "requests in flight × tokens / (TTFT + (tokens − 1) × TPOT)",
        ),
        Of::Tokens => {
            ("output tokens a second", Unit::TokensPerSecond, "requests a second × tokens of an answer")
        }
        Of::Requests => ("requests a second", Unit::RequestsPerSecond, "requests over the duration"),
        Of::EndToEnd => ("the time of a request", Unit::Wait, "TTFT + (tokens − 1) × TPOT"),
    };
    let ratio = identity.ratio();
    let thousand = [ratio, 1.0 / ratio].into_iter().any(|times| (700.0..1400.0).contains(&times));
    let unit_hint = if thousand { " Milliseconds may have been taken for seconds." } else { "" };
    format!(
        "The figures do not fit each other: {what} are stated as {} and come to {} by {way}. A unit or a definition is not \
         what it seems, and nothing is judged.{unit_hint}",
        unit.show(identity.stated),
        unit.show(identity.follows)
    )
}

/// A duration with the unit that suits a mean.
pub(super) fn duration(time: Seconds) -> String {
    if time.get() < 1.0 { Unit::Seconds.show(time.get()) } else { Unit::Wait.show(time.get()) }
}
