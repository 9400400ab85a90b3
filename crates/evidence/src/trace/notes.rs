//! What a person should know of a trace before using a figure of it.

use super::layout::TraceKind;
use super::reading::TraceReading;
use super::requests::Requests;
use crate::reading::Note;
use crate::time_unit::TimeUnit;
use crate::wrong::{counted, requests as so_many};
use quantity::Unit;

/// What is said where nothing was understood.
pub(crate) const NOTHING: &str =
    "The file holds no trace: no request with tokens of a prompt and of an answer was found.";

/// The sentences, the gravest first.
pub(crate) fn notes(requests: &Requests, reading: &TraceReading) -> Vec<Note> {
    let mut notes: Vec<Note> = requests.skipped.notes().collect();
    if reading.kind.is_none() {
        return notes;
    }
    let told = [
        order(requests),
        unit(requests),
        slow(requests, reading),
        no_arrivals(reading),
        bins(reading),
        pauses(reading),
        unanswered(requests),
        names(requests),
        blocks(requests, reading),
        twice(reading),
        few(reading),
    ];
    notes.extend(told.into_iter().flatten().map(Note::new));
    notes.push(Note::new(
        "Tokens were counted by whoever wrote the trace. Another model’s tokenizer gives other lengths, by 15% or so.",
    ));
    notes
}

fn order(requests: &Requests) -> Option<String> {
    let (first, count) = (counted(requests.first_backwards), requests.backwards);
    let arrive =
        if count == 1 { "1 request arrives".into() } else { format!("{} requests arrive", counted(count)) };
    (count > 0).then(|| format!("{arrive} before the one that precedes it in the file, line {first} first. They were put in order."))
}

fn unit(requests: &Requests) -> Option<String> {
    let name = match requests.unit.filter(|_| requests.guessed)? {
        TimeUnit::Seconds => return None,
        TimeUnit::Milliseconds => "milliseconds",
        TimeUnit::Microseconds => "microseconds",
        TimeUnit::Nanoseconds => "nanoseconds",
    };
    Some(format!("Times name no unit. By their size they were read as {name} since 1970."))
}

/// Asks whether times are milliseconds, where requests would be minutes apart.
fn slow(requests: &Requests, reading: &TraceReading) -> Option<String> {
    const SLOW: f64 = 0.01;
    let rate = reading.rate.filter(|rate| requests.assumed && rate.get() < SLOW && requests.count >= 10)?;
    let shown = Unit::RequestsPerSecond.show(rate.get());
    Some(format!(
        "Are these milliseconds? Times name no unit and were read as seconds: that makes {shown}. Name the column with its unit, such as arrival_ms."
    ))
}

fn few(reading: &TraceReading) -> Option<String> {
    const FEW: u64 = 100;
    let many = so_many(reading.requests);
    (2..FEW)
        .contains(&reading.requests)
        .then(|| format!("{many} are few: rates, bursts and percentiles of so small a sample say little."))
}

fn no_arrivals(reading: &TraceReading) -> Option<String> {
    if reading.requests == 1 {
        return Some("One request alone has no rate.".into());
    }
    reading.rate.is_none().then(|| match reading.duration {
        Some(_) => "All requests arrive at one time: there is no rate.".into(),
        None => {
            "The trace has lengths alone and no arrivals: there is no rate, and no workload to take.".into()
        }
    })
}

fn bins(reading: &TraceReading) -> Option<String> {
    let gaps = reading.gaps?;
    let (width, share) = (Unit::Seconds.show(gaps.bin?.get()), Unit::Fraction.show(gaps.together));
    Some(format!(
        "Arrivals are known by bins of {width} alone: {share} come at the time of the one before. They were spread evenly over their bin; replayed as they stand, they would be bursts that nobody sent. What happens within a bin cannot be told."
    ))
}

fn pauses(reading: &TraceReading) -> Option<String> {
    let gaps = reading.gaps.filter(|gaps| gaps.minutes > 0)?;
    let longest = Unit::Wait.show(gaps.longest.get());
    let many =
        if gaps.minutes == 1 { "1 gap takes".into() } else { format!("{} gaps take", counted(gaps.minutes)) };
    Some(format!(
        "{many} a minute or longer, the longest {longest}: the load is on and off. The variation of all gaps measures that, not bursts."
    ))
}

fn unanswered(requests: &Requests) -> Option<String> {
    let many = so_many(requests.unanswered);
    let verb = if requests.unanswered == 1 { "has" } else { "have" };
    (requests.unanswered > 0).then(|| format!("{many} {verb} an answer of no tokens, mostly because it failed. They count as arrivals and not among the lengths of answers."))
}

fn names(requests: &Requests) -> Option<String> {
    let full = requests.names.full;
    full.then(|| {
        "There are more names of requests than are kept: not all were looked at for being there twice.".into()
    })
}

fn blocks(requests: &Requests, reading: &TraceReading) -> Option<String> {
    if requests.prefixes.is_full() {
        return Some(
            "There are more blocks of prompts than are kept: hits of later ones are missing.".into(),
        );
    }
    let Some(hits) = reading.hits else {
        let some = requests.prefixes.has_blocks();
        return some.then(|| "The number of hashes of a prompt fits to blocks of neither 512 nor 16 tokens: no share of hits can be told.".into());
    };
    let (block, tokens, blocks) = (
        Unit::Tokens.show(f64::from(hits.block)),
        Unit::Fraction.show(hits.tokens),
        Unit::Fraction.show(hits.blocks),
    );
    Some(format!(
        "With blocks of {block} and a cache without an end, {tokens} of prompt tokens would be found, {blocks} of blocks: the last block of a prompt is partial. A real cache finds less."
    ))
}

fn twice(reading: &TraceReading) -> Option<String> {
    let vidur = reading.kind == Some(TraceKind::Vidur) && reading.duration.is_some();
    vidur.then(|| {
        "Vidur’s Splitwise files are the Azure traces of 2023 with times from 0: do not count them twice."
            .into()
    })
}
