//! A start-up log: what the KV pool holds, who fills the memory, how long the start took, and what a token takes.

use super::models::{named, pairs_of, times};
use super::{EvidenceShown, EvidenceTile, Take};
use crate::passage::{row, table};
use chart::{Cell, Table};
use evidence::EngineLogReading;
use evidence::engine_log::{Difference, Implied, Rank, Why, difference};
use quantity::{Bytes, Key, Unit};
use sizing::{Model, Precision};

/// So many GPUs have a row of their own.
const MOST_ROWS: usize = 16;

/// What a log says, beside what `model` gives, or else the catalogue's model of the name that the log states.
#[must_use]
pub fn engine_log(reading: &EngineLogReading, model: Option<&Model>) -> EvidenceShown {
    let known = reading.model.as_deref().and_then(named);
    let model = model.cloned().or_else(|| known.map(catalog::ModelEntry::model));
    let found: Vec<(&Implied, Option<Difference>)> = reading
        .implied
        .iter()
        .map(|implied| (implied, model.as_ref().map(|model| compare(reading, implied, model))))
        .collect();
    let mut notes: Vec<String> = reading.notes.iter().map(|note| note.text.clone()).collect();
    notes.extend(reasons(&found));
    if model.is_none() && !found.is_empty() {
        notes.push("The catalogue has no model of the name in this log: with the model’s config beside it, a token can be compared.".into());
    }
    let tables = [memory(reading), stages(reading), tokens(&found)];
    EvidenceShown {
        kind: reading
            .engine
            .map_or_else(|| "start-up log".into(), |engine| format!("start-up log of {}", engine.name())),
        headline: headline(reading),
        tiles: tiles(reading),
        notes,
        tables: tables.into_iter().flatten().collect(),
        takes: take(reading).into_iter().collect(),
        ..EvidenceShown::default()
    }
}

fn compare(reading: &EngineLogReading, implied: &Implied, model: &Model) -> Difference {
    let precision = reading.kv.unwrap_or(Precision::Bf16);
    difference(implied.per_token, implied.pool, model, reading.tp.unwrap_or(1), precision)
}

fn shown(bytes: Option<Bytes>) -> String {
    bytes.map_or_else(|| "—".into(), |bytes| Unit::Bytes.show(bytes.get()))
}

fn headline(reading: &EngineLogReading) -> String {
    if reading.failure.is_some() {
        let failed = reading.notes.iter().find(|note| note.text.starts_with("The engine did not start"));
        return failed.map_or_else(|| "The engine did not start.".into(), |note| note.text.clone());
    }
    let Some(tokens) = reading.tokens() else {
        return "The log does not say how many tokens the KV pool holds.".into();
    };
    let tokens = Unit::Tokens.show(tokens.get());
    let length = reading.concurrency.map(|stated| stated.length).or(reading.max_length);
    match (reading.requests_at_once(), length) {
        (Some(requests), Some(length)) => format!(
            "The KV pool holds {tokens}: {} requests of {} at once.",
            Unit::Number.show(requests),
            Unit::Tokens.show(length.get())
        ),
        _ => format!("The KV pool holds {tokens}."),
    }
}

fn tiles(reading: &EngineLogReading) -> Vec<EvidenceTile> {
    let tile = |label: &str, text: Option<String>, note: String| {
        text.map(|text| EvidenceTile { label: label.into(), text, note })
    };
    let blocks = reading.ranks.iter().find_map(|rank| rank.blocks).zip(reading.block_size);
    let blocks = blocks.map_or_else(String::new, |(blocks, size)| {
        let count = |number: u32| Unit::Count.show(f64::from(number));
        format!("{} blocks of {}", count(blocks), count(size))
    });
    let implied = reading.implied.last();
    let start = reading.until_ready.or(reading.in_all());
    let how = if reading.until_ready.is_some() { "by the clock of the log" } else { "all stages together" };
    [
        tile("KV pool", reading.tokens().map(|tokens| Unit::Tokens.show(tokens.get())), blocks),
        tile(
            "Requests at once",
            reading.requests_at_once().map(|n| Unit::Number.show(n)),
            "of the longest length".into(),
        ),
        tile(
            "A token, by the log",
            implied.map(|implied| Unit::Bytes.show(implied.per_token.get())),
            "on each GPU".into(),
        ),
        tile("Start", start.map(|time| Unit::Wait.show(time.get())), how.into()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Who fills the memory of each GPU.
fn memory(reading: &EngineLogReading) -> Option<Table> {
    let line = |rank: &Rank| {
        let name = if rank.label.is_empty() { "Each GPU".into() } else { rank.label.clone() };
        row(vec![
            name,
            shown(rank.weights),
            shown(rank.activations),
            shown(rank.non_torch),
            shown(rank.graphs),
            shown(rank.kv),
            rank.tokens.map_or_else(|| "—".into(), |tokens| Unit::Tokens.show(tokens.get())),
        ])
    };
    let rows: Vec<Vec<Cell>> = reading.ranks.iter().take(MOST_ROWS).map(line).collect();
    let head = ["GPU", "Weights", "Activations", "Outside of torch", "Graphs", "KV pool", "Tokens"];
    let more = reading.ranks.len().saturating_sub(MOST_ROWS) as f64;
    let caption = match more {
        more if more > 0.0 => {
            format!("Memory, by the log; {} more GPUs are left out.", Unit::Count.show(more))
        }
        _ => "Memory, by the log.".into(),
    };
    (!rows.is_empty()).then(|| table(&caption, &head, rows))
}

fn stages(reading: &EngineLogReading) -> Option<Table> {
    let line = |name: &str, time: quantity::Seconds| row(vec![name.into(), Unit::Seconds.show(time.get())]);
    let mut rows: Vec<Vec<Cell>> =
        reading.stages.iter().map(|(stage, time)| line(stage.name(), *time)).collect();
    rows.extend(reading.in_all().map(|time| line("Together", time)));
    (!reading.stages.is_empty()).then(|| table("The start, stage by stage.", &["Stage", "Time"], rows))
}

/// Bytes of a token on each GPU, by the log and by the model.
fn tokens(found: &[(&Implied, Option<Difference>)]) -> Option<Table> {
    let line = |(implied, difference): &(&Implied, Option<Difference>)| {
        let name =
            [implied.from, if implied.label.is_empty() { "" } else { ", " }, implied.label.as_str()].concat();
        let own = difference.as_ref().map(|found| Unit::Bytes.exact(found.own.get()));
        let why = difference.as_ref().map(|found| word(found.why));
        row(vec![
            name,
            Unit::Bytes.show(implied.per_token.get()),
            own.unwrap_or_else(|| "—".into()),
            why.unwrap_or_else(|| "not compared".into()),
        ])
    };
    let rows: Vec<Vec<Cell>> = found.iter().take(MOST_ROWS).map(line).collect();
    let head = ["Figures", "By the log", "By the model", "Compared"];
    (!rows.is_empty()).then(|| table("Bytes of a token on each GPU.", &head, rows))
}

fn word(why: Why) -> String {
    match why {
        Why::Same => "agrees".into(),
        Why::Precision(precision) => format!("a cache in {}", precision.label()),
        Why::GrowingLayers => "the layers that keep every token".into(),
        Why::Reserved => "pages of one size for all layers".into(),
        Why::NotDivided => "not divided by the GPUs".into(),
        Why::Unknown => "differs".into(),
    }
}

/// Why log and model differ, each reason once.
fn reasons(found: &[(&Implied, Option<Difference>)]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for difference in found.iter().filter_map(|(_, difference)| difference.as_ref()) {
        let copies = (difference.copies > 1.001).then(|| {
            let times = times(difference.copies);
            format!("A head or a latent vector cannot be divided: together the GPUs keep {times} copies of the cache.")
        });
        for note in reason(difference).into_iter().chain(copies) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    notes
}

fn reason(difference: &Difference) -> Option<String> {
    match difference.why {
        Why::Same => None,
        Why::Precision(precision) => Some(format!(
            "The log’s bytes of a token are those of a KV cache in {}, which is not what the log or the model’s numbers say.",
            precision.label()
        )),
        Why::GrowingLayers => Some(
            "The log counts the layers that keep every token; those with a window take a fixed part of the pool beside them.".into(),
        ),
        Why::Reserved => Some("The log’s bytes of a token are those of pages of one size for all layers.".into()),
        Why::NotDivided => {
            Some("The log’s bytes of a token are those of all GPUs together: its tokens are one GPU’s, or its pool is all of theirs.".into())
        }
        Why::Unknown => {
            let ratio = Unit::Number.show(difference.implied.get() / difference.own.get().max(f64::MIN_POSITIVE));
            Some(format!("A token takes {ratio} times what the model’s shape gives, and none of the usual reasons explains it. Is it another model, a draft model beside it, or blocks of several kinds?"))
        }
    }
}

/// The engine's memory as a plan states it.
fn take(reading: &EngineLogReading) -> Option<Take> {
    let engine = reading.engine.filter(|_| reading.failure.is_none())?;
    let rank = reading.ranks.first()?;
    let mut pairs =
        reading.model.as_deref().and_then(named).map_or_else(Vec::new, |entry| pairs_of(entry.name));
    let mut say =
        |key: Key, text: Option<String>| pairs.extend(text.map(|text| (key.row().name.to_owned(), text)));
    let allowed = |key: Key, value: Option<f64>| {
        value.filter(|value| key.row().check(*value).is_ok()).map(|value| key.row().unit.link(value))
    };
    let bytes = |bytes: Option<Bytes>| bytes.map(Bytes::get);
    say(Key::Engine, Some(engine.rule().name().to_owned()));
    say(Key::Weights, reading.weights.map(|precision| precision.name().to_owned()));
    say(Key::Kv, Some(reading.kv.unwrap_or(Precision::Bf16).name().to_owned()));
    for (key, value) in [
        (Key::Tp, reading.tp.map(f64::from)),
        (Key::Mem, reading.usable.map(quantity::Fraction::get)),
        (Key::Hbm, bytes(rank.total)),
        (Key::Activations, bytes(rank.activations)),
        (Key::Graphs, bytes(rank.graphs)),
        (Key::NonTorch, bytes(rank.non_torch)),
    ] {
        say(key, allowed(key, value));
    }
    let sentence =
        format!("The plan reckons memory by the rule of {}, with what this log states.", engine.name());
    Some(Take { what: "this engine’s memory".into(), sentence, pairs })
}

#[cfg(test)]
mod tests;
