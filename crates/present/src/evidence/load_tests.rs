//! What is shown of a load test that another tool wrote: its levels, its figures by two definitions, what to know first.

use super::columns::columns;
use super::definitions::{in_words, side_by_side};
use super::levels::{figures, levels, response};
use super::{EvidenceShown, EvidenceTile, Take, pair};
use crate::StreamsAnswer;
use crate::streams::Told;
use chart::{Chart, Table};
use evidence::{Level, Load, LoadTest, LoadTestReading, Statistic};
use latency::{Metric, Quantile, Terms};
use quantity::{Key, Unit, float};

/// So many notes of one level are shown where there are several levels.
const MOST_NOTES: usize = 8;

/// What to show of a load test.
///
/// # Example
/// ```
/// use evidence::LoadTestReader;
/// let file = br#"{"completed": 400, "total_input_tokens": 800000, "total_output_tokens": 40000, "request_rate": "inf",
///     "max_concurrency": 16, "request_throughput": 11.8, "output_throughput": 1180.0, "mean_ttft_ms": 150.5,
///     "p99_ttft_ms": 420.0, "mean_tpot_ms": 12.1}"#;
/// let mut reader = LoadTestReader::new();
/// reader.push(file).unwrap();
/// let shown = present::load_tests(&reader.finish());
/// assert_eq!(shown.kind, "result of vllm bench serve");
/// assert_eq!(shown.headline, "With 16 in flight: 1,180 tok/s, TTFT 151 ms and TPOT 12.1 ms on average.");
/// let pair = |key: &str, text: &str| (key.to_owned(), text.to_owned());
/// assert_eq!(shown.takes[0].pairs, [pair("rate", "11.8"), pair("in", "2000"), pair("out", "100")]);
/// ```
#[must_use]
pub fn load_tests(reading: &LoadTestReading) -> EvidenceShown {
    let test = &reading.test;
    let heaviest = heaviest(test);
    EvidenceShown {
        kind: kind(test).into(),
        headline: headline(reading, heaviest),
        tiles: heaviest.map(tiles).unwrap_or_default(),
        notes: notes(reading),
        tables: tables(reading, heaviest),
        charts: charts(test),
        takes: heaviest.and_then(workload).into_iter().collect(),
    }
}

fn kind(test: &LoadTest) -> &'static str {
    match test.tool {
        Some(tool) => tool.result(),
        None => "figures of single requests",
    }
}

/// The level that says most of what the server carries: of those with figures the one of most tokens a second, and of
/// requests where no tokens are stated.
fn heaviest(test: &LoadTest) -> Option<&Level> {
    let known = |level: &&Level| !level.ours.is_empty() || level.output_tokens_per_second.is_some();
    let carried = |level: &Level| {
        (
            level.output_tokens_per_second.unwrap_or(0.0),
            level.requests_per_second.map_or(0.0, quantity::RequestsPerSecond::get),
        )
    };
    let more = |a: &Level, b: &Level| {
        let ((tokens, requests), (others, other)) = (carried(a), carried(b));
        tokens > others || (tokens >= others && requests > other)
    };
    test.levels.iter().filter(known).reduce(|best, level| if more(level, best) { level } else { best })
}

fn headline(reading: &LoadTestReading, heaviest: Option<&Level>) -> String {
    let Some(level) = heaviest else {
        let first = reading.notes.first().map(|note| note.text.clone());
        let of_level = reading.test.levels.first().and_then(|level| level.notes.first().cloned());
        return of_level.or(first).unwrap_or_else(|| "The file holds no figures.".into());
    };
    let mean = |metric: Metric| {
        let value = level.figure(metric, Statistic::Mean)?;
        Some([metric.label(), " ", &metric.text(value)].concat())
    };
    let gap = mean(Metric::Tpot).or_else(|| mean(Metric::Itl));
    let times: Vec<String> = [mean(Metric::Ttft), gap].into_iter().flatten().collect();
    let rate = level.output_tokens_per_second.map(|rate| Unit::TokensPerSecond.show(rate));
    let times = (!times.is_empty()).then(|| times.join(" and ") + " on average");
    let said: Vec<String> = rate.into_iter().chain(times).collect();
    let said = if said.is_empty() { "no latencies are stated".into() } else { said.join(", ") };
    let level_name = [&with(level), ": ", &said, "."].concat();
    match reading.test.levels.len() {
        1 => level_name,
        count => [&Unit::Count.show(count as f64), " levels of load. ", &level_name].concat(),
    }
}

/// A level at the beginning of a sentence.
fn with(level: &Level) -> String {
    match level.load {
        Load::Closed(_) => ["With ", &level.name].concat(),
        Load::Open(_) | Load::Capped(..) => ["At ", &level.name].concat(),
        _ if level.name.is_empty() => "A run".into(),
        _ => capitalised(&level.name),
    }
}

/// A name with a capital. It is ours or a tool's own, in ASCII: the case of every other letter is a table of 12 kB.
fn capitalised(name: &str) -> String {
    let mut name = name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

fn tiles(level: &Level) -> Vec<EvidenceTile> {
    let tile = |label: &str, text: String, note: String| EvidenceTile { label: label.into(), text, note };
    let mut tiles = Vec::new();
    if let Some(completed) = level.completed {
        let failed = level.failed.filter(|failed| *failed > 0).map(|failed| Unit::Count.show(failed as f64));
        let note = failed.map_or_else(|| "none failed".into(), |failed| failed + " failed");
        let note = if level.failed.is_some() { note } else { "failures are not stated".into() };
        tiles.push(tile("Requests answered", Unit::Count.show(completed as f64), note));
    }
    if let Some(rate) = level.output_tokens_per_second {
        let note = level.in_flight().map(|many| Unit::Number.show(many) + " in flight on average");
        tiles.push(tile("Output", Unit::TokensPerSecond.show(rate), note.unwrap_or_default()));
    }
    for metric in [Metric::Ttft, Metric::Tpot, Metric::Itl, Metric::E2e] {
        let at = |statistic| level.figure(metric, statistic).map(|value| metric.text(value));
        let Some(mean) = at(Statistic::Mean) else { continue };
        let p99 = at(Statistic::Quantile(Quantile::P99)).map(|text| ["p99 ", &text].concat());
        let note = p99.unwrap_or_else(|| "as plans define it".into());
        tiles.push(tile(&[metric.label(), ", mean"].concat(), mean, note));
    }
    tiles
}

/// What concerns the file, then what concerns each level, named where there are several. What many levels have in common is
/// said once.
fn notes(reading: &LoadTestReading) -> Vec<String> {
    let mut notes: Vec<String> = reading.notes.iter().map(|note| note.text.clone()).collect();
    let levels = &reading.test.levels;
    let mut said: Vec<&String> = Vec::new();
    for level in levels {
        for note in level.notes.iter().take(if levels.len() > 1 { MOST_NOTES } else { usize::MAX }) {
            if said.contains(&note) {
                continue;
            }
            said.push(note);
            let common =
                levels.len() > 1 && levels.iter().filter(|other| other.notes.contains(note)).count() > 1;
            let named =
                if levels.len() == 1 || common { note.clone() } else { [&with(level), ": ", note].concat() };
            notes.push(named);
        }
    }
    notes
}

fn tables(reading: &LoadTestReading, heaviest: Option<&Level>) -> Vec<Table> {
    let test = &reading.test;
    let mut tables = Vec::new();
    if !test.levels.is_empty() {
        tables.push(levels(test));
    }
    tables.extend(heaviest.map(|level| figures(level, test.tool)).filter(|table| !table.rows.is_empty()));
    match test.levels.iter().find(|level| !level.streams.is_empty()) {
        Some(level) => tables.push(side_by_side(level, test.tool)),
        None => tables.extend(test.tool.map(in_words)),
    }
    tables.extend(columns(&reading.offered));
    tables
}

/// Latencies against load, and the streams of the first level that has them.
fn charts(test: &LoadTest) -> Vec<Chart> {
    let streams = test.levels.iter().find(|level| !level.streams.is_empty()).map(|level| {
        let terms = Terms { duration: level.duration, ..Terms::default() };
        let shown = StreamsAnswer::of(&level.streams, &terms, Vec::new()).shown();
        [shown.first_tokens, shown.gaps, shown.timelines]
    });
    response(test).into_iter().chain(streams.into_iter().flatten().flatten()).collect()
}

/// The workload of a level: the rate that was offered, and lengths. A closed loop offers none: what it was answered at stands
/// for it.
fn workload(level: &Level) -> Option<Take> {
    let offered = match level.load {
        Load::Open(asked) | Load::Capped(asked, _) => Some(level.achieved.unwrap_or(asked)),
        _ => None,
    };
    let rate = offered.or(level.requests_per_second).map(|rate| thousandths(rate.get()));
    let whole = |tokens: Option<f64>| tokens.map(float::round);
    let (prompt, output) = (whole(level.prompt), whole(level.output));
    let regular = level.burstiness.filter(|shape| *shape > 0.0 && (shape - 1.0).abs() > 1e-9);
    let pairs = [
        (Key::Rate, rate),
        (Key::In, prompt),
        (Key::Out, output),
        (Key::Cached, level.cached.filter(|share| *share > 0.0).map(thousandths)),
        // Gaps of shape b have a squared coefficient of variation of 1 / b.
        (Key::Ca2, regular.map(|shape| thousandths(1.0 / shape))),
    ];
    let pairs: Vec<_> = pairs.into_iter().filter_map(|(key, value)| pair(key, value?)).collect();
    let lengths = prompt.is_some() || output.is_some();
    let words = [
        rate.map(|rate| Unit::RequestsPerSecond.show(rate)),
        prompt.map(|tokens| ["prompts of ", &Unit::Tokens.show(tokens)].concat()),
        output.map(|tokens| ["answers of ", &Unit::Tokens.show(tokens)].concat()),
    ];
    let sentence =
        ["The plan will have ", &words.into_iter().flatten().collect::<Vec<_>>().join(", "), "."].concat();
    let why = " The test asked for no rate of its own: it is the one at which requests were answered.";
    let sentence = if offered.is_none() && rate.is_some() { sentence + why } else { sentence };
    (lengths && !pairs.is_empty()).then(|| Take { what: "this workload".into(), sentence, pairs })
}

/// To three places: a rate that was measured is not known more closely.
fn thousandths(value: f64) -> f64 {
    float::round(value * 1e3) / 1e3
}
