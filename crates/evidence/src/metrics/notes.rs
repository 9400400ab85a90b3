//! What a person should know of an exposition before using a figure of it.

use super::family::NoHistogram;
use super::meaning::Meaning;
use super::reading::{MetricsReading, Observed};
use super::window::Window;
use crate::reading::Note;
use crate::wrong::{counted, were};
use latency::{Quantile, Reading};
use quantity::Unit;

/// The sentences, the gravest first.
pub(crate) fn notes(window: &Window<'_>, reading: &MetricsReading, reset: bool) -> Vec<Note> {
    if reading.engines.is_empty() {
        return vec![Note::new(if window.after.samples > 0 {
            "This is an exposition of metrics, and none of them is of a serving engine that is known here: vLLM, SGLang, TGI, Triton TensorRT-LLM, Dynamo."
        } else {
            "The file holds no sample of a metric."
        })];
    }
    let mut texts: Vec<String> = Vec::new();
    texts.extend(life(reading, reset));
    texts.extend(broken(window));
    let known = || reading.observed.iter().filter(|observed| observed.meaning.is_some());
    texts.extend(known().filter_map(beyond));
    texts.extend(pooled(reading));
    texts.extend(one_bucket(&known().filter_map(wide).collect::<Vec<_>>()));
    texts.extend(in_flight(reading));
    texts.extend(reading.observed.iter().filter_map(|observed| other_count(window, observed)));
    texts.extend(odd(window));
    texts.extend(reading.observed(Meaning::Ttft).map(|_| {
        "TTFT is the engine’s own: it has no network, no client, and no queue before the engine in it."
            .to_owned()
    }));
    texts.into_iter().map(Note::new).collect()
}

/// What the counters count.
fn life(reading: &MetricsReading, reset: bool) -> Option<String> {
    let snapshots = counted(reading.snapshots);
    if reset {
        return Some("A counter fell between the snapshots: its process began anew. Counters and histograms are what came since then.".into());
    }
    match reading.snapshots {
        1 => Some("One snapshot: counters and histograms cover the whole life of the processes, warm-up and idle times too. A second one would make a window.".into()),
        2 => None,
        _ => Some(format!("There are {snapshots} snapshots. Counters and histograms are what came between the first and the last.")),
    }
}

/// Histograms that are none.
fn broken(window: &Window<'_>) -> Vec<String> {
    let faults = window.after.families().filter_map(|family| {
        let fault = window.observed(family)?.err()?;
        let name = family.text("_bucket");
        Some(match fault {
            NoHistogram::Bounds => format!(
                "{name} has other bounds in other label sets, so that they cannot be added: it was left out."
            ),
            NoHistogram::Counts => format!(
                "{name} is no histogram: its counts fall, are not whole, or lack +Inf. It was left out."
            ),
        })
    });
    faults.take(5).collect()
}

/// Quantiles that are lost past the last bound.
fn beyond(observed: &Observed) -> Option<String> {
    let share = observed.buckets.beyond() as f64 / observed.buckets.count() as f64;
    let p99 = observed.buckets.quantile(Quantile::P99)?;
    let Reading::AtLeast(bound) = p99 else { return None };
    let (label, unit) = (observed.label(), observed.unit());
    let (bound, share) = (unit.show(bound), Unit::Fraction.show(share));
    let mean =
        observed.mean().map_or_else(String::new, |mean| format!(" The mean, {}, is exact.", unit.show(mean)));
    Some(format!(
        "{label}: {share} of the observations lie past the last bound. Quantiles there are at least {bound}, and nothing says how much more.{mean}"
    ))
}

fn pooled(reading: &MetricsReading) -> Option<String> {
    let sets =
        reading.observed.iter().filter(|observed| observed.meaning.is_some()).map(|observed| observed.sets);
    let most = sets.max().unwrap_or(1).max(reading.replicas);
    (most > 1).then(|| {
        format!(
            "Up to {} label sets were added up, bucket by bucket; shares are means over them.",
            counted(most)
        )
    })
}

/// A median that its bucket makes up: all observations are in one bucket, or the mean says something else.
fn wide(observed: &Observed) -> Option<String> {
    let Reading::At(median) = observed.buckets.quantile(Quantile::P50)? else { return None };
    let (low, high) = observed.buckets.bounds(Quantile::P50)?;
    let mean = observed.mean()?;
    let counts: Vec<(f64, u64)> = observed.buckets.pairs().collect();
    let before = counts.iter().rev().find(|(bound, _)| *bound <= low).map_or(0, |(_, up_to)| *up_to);
    let within = counts.iter().find(|(bound, _)| *bound >= high).map_or(0, |(_, up_to)| *up_to) - before;
    let share = within as f64 / observed.buckets.count() as f64;
    let apart = (median - mean).abs() > 0.1 * mean;
    if share < 0.9 || !apart || high - low < 1e-12 {
        return None;
    }
    let (label, unit) = (observed.label(), observed.unit());
    let [median, mean, low, high] = [median, mean, low, high].map(|value| unit.show(value));
    Some(format!("{label} ({low} to {high}: p50 reads {median}, the mean of {mean} is exact)"))
}

fn one_bucket(which: &[String]) -> Option<String> {
    let which = which.join("; ");
    (!which.is_empty()).then(|| {
        format!("Nine tenths of the observations or more lie in one bucket, and a quantile supposes that they lie evenly in it: {which}.")
    })
}

/// Requests that have a first token and no last one yet.
fn in_flight(reading: &MetricsReading) -> Option<String> {
    let count = |meaning: Meaning| reading.observed(meaning).map(|observed| observed.buckets.count());
    let (first, last) = (count(Meaning::Ttft)?, count(Meaning::E2e)?);
    let [ttft, e2e] = [first, last].map(counted);
    if first > last {
        let more = counted(first - last);
        return Some(format!(
            "TTFT was observed {ttft} times and E2E {e2e}: {more} requests were still in flight, or were cut off. The two are not of the same requests."
        ));
    }
    (first < last).then(|| format!("E2E was observed {e2e} times and TTFT only {ttft}: some requests ended without a first token, or TTFT counts others."))
}

fn other_count(window: &Window<'_>, observed: &Observed) -> Option<String> {
    let stated = window.other_count(observed)?;
    let [stated, all] = [stated, observed.buckets.count()].map(counted);
    Some(format!(
        "{} states a count of {stated} and {all} in its buckets: the buckets were read.",
        observed.name
    ))
}

fn odd(window: &Window<'_>) -> Option<String> {
    let full =
        window.after.full.then(|| "There are more than 20,000 names: not all of them were read.".to_owned());
    let odd = window.odd();
    full.or_else(|| (odd > 0).then(|| format!("{} no number and left out.", were(odd, "sample"))))
}
