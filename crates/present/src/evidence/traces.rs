//! What is shown of a trace: its rate over time, its bursts and lengths, and the workload that the plan can take.

use super::columns::columns;
use super::{EvidenceShown, EvidenceTile, Take, lengths, pairs};
use crate::passage::{row, table};
use chart::{Axis, AxisScale, Chart, Dash, Mark, Series, Style, Table, Tone};
use evidence::trace::{Bursts, Peak, TraceReading, Workload};
use latency::Quantile;
use quantity::{Key, Unit, float};

/// The ids of the charts.
const RATE: &str = "chart-trace-rate";
const PROMPTS: &str = "chart-trace-prompts";
const ANSWERS: &str = "chart-trace-answers";

/// What to show of a trace.
///
/// # Example
/// Two requests a second for a minute, and then one a second.
/// ```
/// use evidence::trace::TraceReader;
/// let times = (0..120).map(|half| f64::from(half) / 2.0).chain((60..180).map(f64::from));
/// let lines = times.map(|at| format!("{at},1000,200\n")).collect::<String>();
/// let mut reader = TraceReader::new();
/// reader.push(format!("arrival_s,prompt,output\n{lines}").as_bytes()).unwrap();
/// let shown = present::trace_shown(&reader.finish());
/// assert_eq!(shown.headline, "240 requests in 179.0 s: 1.3 req/s on average, 2.0 req/s in the fullest minute.");
/// let rate = ("rate".to_owned(), "2".to_owned());
/// assert!(shown.takes[0].pairs.contains(&rate));
/// ```
#[must_use]
pub fn trace_shown(reading: &TraceReading) -> EvidenceShown {
    let notes = reading.notes.iter().map(|note| note.text.clone()).collect();
    let Some(kind) = reading.kind else {
        let kind = "trace".to_owned();
        return EvidenceShown {
            kind,
            headline: "No request was read.".into(),
            notes,
            ..EvidenceShown::default()
        };
    };
    let charts = [
        rate_chart(reading),
        lengths::chart(PROMPTS, "Prompt", Tone::Prefill, &reading.prompts),
        lengths::chart(ANSWERS, "Answer", Tone::Decode, &reading.answers),
    ];
    EvidenceShown {
        kind: kind.name().into(),
        headline: headline(reading),
        tiles: tiles(reading),
        notes,
        tables: [
            Some(lengths::percentiles(&reading.prompts, &reading.answers)),
            tokens(reading),
            scatter(reading),
            columns(&reading.offered),
        ]
        .into_iter()
        .flatten()
        .collect(),
        charts: charts.into_iter().flatten().collect(),
        takes: reading.workload.iter().flat_map(|workload| takes(reading, workload)).collect(),
    }
}

fn requests(count: u64) -> String {
    let number = Unit::Count.show(count as f64);
    if count == 1 { number + " request" } else { number + " requests" }
}

fn rate(rate: f64) -> String {
    Unit::RequestsPerSecond.show(rate)
}

fn headline(reading: &TraceReading) -> String {
    let all = requests(reading.requests);
    let Some(((duration, mean), peak)) = reading.duration.zip(reading.rate).zip(reading.peak.as_ref()) else {
        let mean = reading.prompts.mean().map_or_else(String::new, |tokens| Unit::Tokens.show(tokens));
        return [&all, " with prompts of ", &mean, " on average, and no rate."].concat();
    };
    let (over, mean, peak) = (Unit::Wait.show(duration.get()), rate(mean.get()), rate(peak.rate.get()));
    [&all, " in ", &over, ": ", &mean, " on average, ", &peak, " in the fullest minute."].concat()
}

fn tiles(reading: &TraceReading) -> Vec<EvidenceTile> {
    let tile = EvidenceTile::new;
    let peak =
        reading.peak.as_ref().map(|peak| tile("Fullest minute", rate(peak.rate.get()), peak_note(peak)));
    let mean = reading.rate.map(|mean| {
        let begins =
            reading.begins.as_ref().map_or_else(String::new, |begins| ["begins ", begins, " UTC"].concat());
        tile("Mean rate", rate(mean.get()), begins)
    });
    let lengths = |label, lengths: &evidence::trace::Lengths| {
        let [p95, p99] = [Quantile::P95, Quantile::P99]
            .map(|quantile| Some(Unit::Tokens.number(lengths.quantile(quantile)?)));
        Some(tile(label, Unit::Tokens.show(lengths.mean()?), ["mean; p95 ", &p95?, ", p99 ", &p99?].concat()))
    };
    let bursts = reading.workload.and_then(|workload| {
        Some(tile("Burstiness, ca²", Unit::Number.show(workload.ca2?), bursts(workload.ca2_from).into()))
    });
    let hits = reading.hits.map(|hits| {
        let blocks = Unit::Tokens.show(f64::from(hits.block));
        tile(
            "Prefix hits at most",
            Unit::Fraction.show(hits.tokens),
            ["of prompt tokens, in blocks of ", &blocks].concat(),
        )
    });
    [peak, mean, lengths("Prompt", &reading.prompts), lengths("Answer", &reading.answers), bursts, hits]
        .into_iter()
        .flatten()
        .collect()
}

fn peak_note(peak: &Peak) -> String {
    let from = Unit::Wait.show(peak.from.get());
    let clock = peak.clock.as_ref().map_or_else(String::new, |clock| [", at ", clock, " UTC"].concat());
    [&requests(peak.requests), ", from ", &from, " on", &clock].concat()
}

const fn bursts(from: Bursts) -> &'static str {
    match from {
        Bursts::PeakMinute => "of the gaps inside the fullest minute; 1 is Poisson",
        Bursts::AllGaps => "of all gaps; 1 is Poisson",
        Bursts::Counts => "of counts, since times are known by bins; 1 is Poisson",
        Bursts::Unknown => "nothing tells",
    }
}

/// Tokens a second, in and out: over the whole trace, and at the rate of the fullest minute. `None` without a rate.
fn tokens(reading: &TraceReading) -> Option<Table> {
    let (duration, peak) = (reading.duration?.get(), reading.peak.as_ref()?.rate.get());
    let mean = reading.rate?.get();
    let each = [("Prompts", &reading.prompts), ("Answers", &reading.answers)].map(|(name, lengths)| {
        let over = lengths.total() / duration;
        row(vec![
            name.into(),
            Unit::TokensPerSecond.show(over),
            Unit::TokensPerSecond.show(over * peak / mean),
        ])
    });
    let head = ["Tokens a second", "Over the whole trace", "At the rate of the fullest minute"];
    Some(table("Tokens a second; the fullest minute with lengths as they are on average", &head, each.into()))
}

/// How far counts scatter; `None` where there are too few windows.
fn scatter(reading: &TraceReading) -> Option<Table> {
    let rows = reading.dispersions.iter().map(|each| {
        row(vec![
            Unit::Wait.exact(each.window.get()),
            Unit::Count.show(each.windows as f64),
            Unit::Number.show(each.index),
            Unit::Number.show(each.local),
        ])
    });
    let caption = "How counts of arrivals scatter: variance over mean, 1 is Poisson";
    let head = ["Window", "Windows", "Over the whole trace", "From one to the next"];
    (!reading.dispersions.is_empty()).then(|| table(caption, &head, rows.collect()))
}

/// Arrivals a second over time; `None` where there is no rate.
fn rate_chart(reading: &TraceReading) -> Option<Chart> {
    let (mean, peak) = (reading.rate?.get(), reading.peak.as_ref()?);
    let (width, duration) = (reading.rates.width().get(), reading.duration?.get());
    // The last step is not over when the trace ends, and may hold one request alone.
    let whole = reading.rates.counts().iter().enumerate().map(|(place, count)| {
        let from = place as f64 * width;
        let lasts = if from + width > duration { duration - from } else { width };
        (from, *count as f64, lasts)
    });
    let points: Vec<(f64, Option<f64>)> = whole
        .filter(|(from, _, lasts)| *lasts >= width / 2.0 || *from <= 0.0)
        .map(|(from, count, lasts)| {
            (from + lasts / 2.0, Some(count / if lasts > 0.0 { lasts } else { width }))
        })
        .collect();
    let top = points.iter().filter_map(|point| point.1).fold(peak.rate.get(), f64::max);
    let step = Unit::Wait.exact(width);
    let title = "Arrivals over time".to_owned();
    let table = rates_table(&title, &points);
    Some(Chart {
        id: RATE,
        title,
        sentence: [
            "Each point is the rate over ",
            &step,
            "; the fullest minute has ",
            &rate(peak.rate.get()),
            ", the mean is ",
            &rate(mean),
            ".",
        ]
        .concat(),
        x: Axis {
            label: "Since the first request".into(),
            unit: Unit::Wait,
            min: 0.0,
            max: duration.max(width),
            scale: AxisScale::Linear,
        },
        y: Axis {
            label: "Arrivals".into(),
            unit: Unit::RequestsPerSecond,
            min: 0.0,
            max: 1.1 * top,
            scale: AxisScale::Linear,
        },
        series: vec![Series {
            name: "arrivals".into(),
            tone: Tone::Queue,
            dash: Dash::Whole,
            style: Style::Line,
            points,
        }],
        targets: vec![chart::Target { name: ["mean ", &rate(mean)].concat(), value: mean }],
        plan: None,
        marks: vec![Mark {
            label: ["fullest minute ", &rate(peak.rate.get())].concat(),
            x: float::within(peak.from.get() + 30.0, 0.0, duration),
            y: peak.rate.get(),
            tone: Tone::Action,
        }],
        unbounded: None,
        table,
    })
}

/// Up to some forty of the points, each the highest of those that it stands for.
fn rates_table(title: &str, points: &[(f64, Option<f64>)]) -> Table {
    let many = points.len().div_ceil(40).max(1);
    let rows = points.chunks(many).filter_map(|some| {
        let highest = some.iter().max_by(|a, b| a.1.unwrap_or(0.0).total_cmp(&b.1.unwrap_or(0.0)))?;
        Some(row(vec![Unit::Wait.show(highest.0), rate(highest.1?)]))
    });
    table(title, &["About", "Highest rate near it"], rows.collect())
}

/// The workload, and the same with what a prefix cache could find.
fn takes(reading: &TraceReading, workload: &Workload) -> Vec<Take> {
    let take = |what: &str, cs2: f64, cached: Option<f64>| {
        let values = [
            (Key::Rate, Some(workload.rate.get())),
            (Key::In, Some(workload.prompt)),
            (Key::Out, Some(workload.output)),
            (Key::Cached, cached),
            (Key::Ca2, workload.ca2),
            (Key::Cs2, Some(cs2)),
        ];
        let sentence = [will_have(workload, cs2, cached), missed(reading, workload)].concat();
        Take { what: what.into(), sentence, pairs: pairs(&values) }
    };
    let plain = take("this workload", workload.cs2, None);
    let cached = workload.cached.map(|cached| {
        take("this workload with a prefix cache that forgets nothing", cached.cs2, Some(cached.share.get()))
    });
    [plain].into_iter().chain(cached).collect()
}

/// What the plan will have.
fn will_have(workload: &Workload, cs2: f64, cached: Option<f64>) -> String {
    let [prompt, output] = [workload.prompt, workload.output].map(|tokens| Unit::Tokens.show(tokens));
    let mut text = [
        "The plan will have ",
        &rate(workload.rate.get()),
        " with prompts of ",
        &prompt,
        " and answers of ",
        &output,
    ]
    .concat();
    if let Some(cached) = cached {
        text.extend([", ", &Unit::Fraction.show(cached), " of prompt tokens cached"]);
    }
    if let Some(ca2) = workload.ca2 {
        text.extend([", ca² ", &Unit::Number.show(ca2)]);
    }
    text.extend([", cs² ", &Unit::Number.show(cs2), "."]);
    text
}

/// What a plan by means alone would have missed.
fn missed(reading: &TraceReading, workload: &Workload) -> String {
    let Some(mean) = reading.rate.map(quantity::RequestsPerSecond::get) else { return String::new() };
    let mut text = [" A plan by means alone would have ", &rate(mean)].concat();
    let more = workload.rate.get() / mean - 1.0;
    if more > 1.0 {
        text.extend([": the fullest minute has ", &Unit::Number.show(1.0 + more), " times as many"]);
    } else if more > 0.005 {
        text.extend([": the fullest minute has ", &Unit::Fraction.show(more), " more"]);
    }
    if let Some(p99) = reading.prompts.quantile(Quantile::P99).filter(|p99| *p99 > 2.0 * workload.prompt) {
        let times = Unit::Number.show(p99 / workload.prompt);
        text.extend([
            "; it would not see that one prompt in a hundred has ",
            &times,
            " times the mean or more",
        ]);
    }
    text + "."
}
