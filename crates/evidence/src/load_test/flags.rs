//! What to know before a figure of a level is used: what its tool means by it, and what cannot be right.

use super::identities::{chunks, follows, loop_of, noughts};
use super::{Level, Load, Tool, per_token};
use crate::published::{Figure, Statistic};
use crate::wrong::counted;
use latency::{Definition, Method, Metric, Outcome, Samples};
use quantity::{RequestsPerSecond, Seconds, Unit};

/// So few requests say nothing of rare ones.
const FEW: u64 = 30;

/// What rounding and the means of different averages differ in.
pub(super) const CLOSE: f64 = 0.05;

/// Adds to the notes of `level` what is to be known of it.
pub(super) fn add(level: &mut Level, tool: Option<Tool>, unit_unknown: bool) {
    if level.completed == Some(0) {
        return;
    }
    let follows = follows(level, tool);
    let accused = matches!(follows, Some((_, true)));
    let notes = [
        units(level, unit_unknown),
        few(level),
        follows.map(|(note, _)| note),
        tool.and_then(|tool| meaning(level, tool)),
        chunks(level, tool),
        noughts(level),
        loop_of(level),
        sent(level),
        served(level),
    ];
    level.notes.extend(notes.into_iter().flatten());
    if accused && level.streams.is_empty() {
        level.ours.retain(|figure| figure.metric != Metric::Tpot);
    }
}

/// A time that no other time allows.
fn units(level: &Level, unit_unknown: bool) -> Option<String> {
    let stated =
        |metric| level.stated(metric, Statistic::Mean).or_else(|| level.figure(metric, Statistic::Mean));
    let ttft = stated(Metric::Ttft);
    let time = |time: Seconds| Unit::Seconds.exact(time.get());
    if let Some((ttft, e2e)) = ttft.zip(stated(Metric::E2e)).filter(|(ttft, e2e)| ttft > e2e) {
        return Some(format!(
            "The mean TTFT of {} is longer than the mean E2E of {}: one of them is in another unit.",
            time(ttft),
            time(e2e),
        ));
    }
    if let Some((ttft, run)) = ttft.zip(level.duration).filter(|(ttft, run)| ttft > run) {
        return Some(format!(
            "The mean TTFT of {} is longer than the run of {}: it is in another unit.",
            time(ttft),
            time(run),
        ));
    }
    // A first token may wait a thousand times as long as the next, where a queue grows; rarely longer.
    let pair =
        ttft.zip(per_token(level)).filter(|(ttft, gap)| ttft.get() > 3e3 * gap.get() && gap.get() > 0.0);
    if let Some((ttft, gap)) = pair {
        return Some(format!(
            "A mean TTFT of {} beside {} a token: is one of them in milliseconds?",
            time(ttft),
            time(gap)
        ));
    }
    let long = [Metric::Tpot, Metric::Itl].into_iter().filter_map(stated).any(|time| time.get() > 5.0);
    let long = long || ttft.is_some_and(|ttft| ttft.get() > 60.0);
    (unit_unknown && long).then(|| {
        "Are these milliseconds? Their names state no unit, so they were read as seconds. Name the columns with it, such as \
         ttft_ms, or say which column holds what."
            .into()
    })
}

fn few(level: &Level) -> Option<String> {
    let completed = level.completed.filter(|completed| *completed < FEW)?;
    let requests = if completed == 1 { "1 request" } else { &format!("{} requests", counted(completed)) };
    Some(format!(
        "Only {requests} succeeded: a 99th percentile of so few is hardly more than their largest value."
    ))
}

/// What a tool means by its names, where a reader of plans would take it for something else.
fn meaning(level: &Level, tool: Tool) -> Option<String> {
    let time = |time: Seconds| Unit::Seconds.show(time.get());
    match tool {
        Tool::Llmperf => level.stated(Metric::Itl, Statistic::Mean).map(|itl| {
            format!("What llmperf calls inter-token latency, {} here, is E2E / tokens: it has TTFT in it.", time(itl))
        }),
        Tool::Guidellm03 => level.stated(Metric::Tpot, Statistic::Mean).map(|_| {
            "guidellm 0.3 divides by n for TPOT: it is shorter than anyone else's. Its ITL is what plans call TPOT.".into()
        }),
        Tool::Guidellm05 => level.stated(Metric::Tpot, Statistic::Mean).map(|_| {
            "TPOT of guidellm 0.5 is E2E / n: it has TTFT in it. Its ITL is a mean for each request, weighted by tokens."
                .into()
        }),
        Tool::Aiperf | Tool::GenaiPerf => hidden(level),
        _ => None,
    }
}

/// What a mean for each request hides of the gaps between chunks.
fn hidden(level: &Level) -> Option<String> {
    let p99 = Statistic::Quantile(latency::Quantile::P99);
    let (itl, gap) = (level.stated(Metric::Itl, p99)?, super::among(&level.gaps, Metric::Itl, p99)?);
    let time = |time: Seconds| Unit::Seconds.show(time.get());
    (gap.get() > 1.5 * itl.get()).then(|| {
        format!(
            "What it calls ITL is a mean for each request: its p99 of {} hides stalls. Between chunks the p99 is {}.",
            time(itl),
            time(gap)
        )
    })
}

/// Whether requests were sent when they should have been.
fn sent(level: &Level) -> Option<String> {
    let asked = match level.load {
        Load::Open(asked) | Load::Capped(asked, _) => Some(asked),
        _ => None,
    };
    let rate = |rate: f64| Unit::RequestsPerSecond.show(rate);
    let behind = |(asked, achieved): &(RequestsPerSecond, RequestsPerSecond)| {
        achieved.get() < (1.0 - CLOSE) * asked.get()
    };
    if let Some((asked, achieved)) = asked.zip(level.achieved).filter(behind) {
        return Some(format!(
            "{} were asked for and {} were sent: the load test could not keep up, and what waited with it is in no latency.",
            rate(asked.get()),
            rate(achieved.get()),
        ));
    }
    let late = level.schedule_delay.filter(|delay| delay.get() > 0.1)?;
    Some(format!(
        "Requests were sent {} late on average: that wait is in no latency, and a person would have felt it.",
        Unit::Wait.show(late.get())
    ))
}

/// Whether the server kept up.
fn served(level: &Level) -> Option<String> {
    let (Load::Open(asked) | Load::Capped(asked, _)) = level.load else { return None };
    let sent = level.achieved.unwrap_or(asked);
    let served = level.requests_per_second.filter(|served| served.get() < 0.9 * sent.get())?;
    Some(format!(
        "{} were sent and {} answered: requests piled up, and latencies say how long the run was rather than how fast the \
         server is.",
        Unit::RequestsPerSecond.show(sent.get()),
        Unit::RequestsPerSecond.show(served.get()),
    ))
}

/// Which stated figures the file's own detail does not give, by the definitions of its tool. Of chunks without tokens,
/// which the tool counts, the streams know nothing: then gaps are not compared.
pub(super) fn not_reproduced(level: &Level, tool: Tool, empty_chunks: bool) -> Option<String> {
    let whose = tool.definition();
    let method = whose.method()?;
    let answered = level.streams.iter().filter(|stream| stream.outcome() == Outcome::Finished).count() as u64;
    let mut wrong = Vec::new();
    for metric in Metric::ALL.into_iter().filter(|metric| !(empty_chunks && *metric == Metric::Itl)) {
        let mut stated = level.figures.iter().filter(|figure| figure.metric == metric).peekable();
        let count = if metric == Metric::Ttft { level.streams.ttfts().count() as u64 } else { answered };
        let whole = level.completed == Some(count) && count > 0 && stated.peek().is_some();
        let Some(samples) = whole.then(|| whose.samples(metric, &level.streams)).flatten() else { continue };
        wrong.extend(stated.filter_map(|figure| Some((*figure, other(figure, &samples, method)?))));
    }
    let (first, ours) = wrong.first()?;
    let share = ours.get() / first.value.get();
    if (share / 1e3 - 1.0).abs() < 0.02 || (share * 1e3 - 1.0).abs() < 0.02 {
        return Some(
            "The times of single requests are a thousand times the figures that the file states of them, or a thousandth: \
             one of the two is in another unit."
                .into(),
        );
    }
    let time = |time: Seconds| Unit::Seconds.show(time.get());
    Some(format!(
        "{} of its figures do not follow from its own detail: {} {} is stated as {}, and its requests give {}. What is \
         computed from them is used.",
        Unit::Count.show(wrong.len() as f64),
        named(first.metric),
        statistic(first.statistic),
        time(first.value),
        time(*ours),
    ))
}

/// What the samples give instead of a stated figure; `None` where they agree.
fn other(figure: &Figure, samples: &Samples, method: Method) -> Option<Seconds> {
    let ours = match figure.statistic {
        Statistic::Mean => samples.mean(),
        Statistic::Median => samples.quantile(latency::Quantile::P50, method),
        Statistic::Quantile(share) => samples.quantile(share, method),
        Statistic::Deviation => None,
    }?;
    let away = (ours - figure.value).get().abs();
    (away > 0.01 * figure.value.get() + 2e-6).then_some(ours)
}

const fn named(metric: Metric) -> &'static str {
    match metric {
        Metric::Ttft => "TTFT",
        Metric::Tpot => "TPOT",
        Metric::Itl => "ITL",
        Metric::E2e => "E2E",
    }
}

fn statistic(statistic: Statistic) -> String {
    match statistic {
        Statistic::Mean => "mean".into(),
        Statistic::Median => "median".into(),
        Statistic::Deviation => "deviation".into(),
        Statistic::Quantile(share) => ["p", &quantity::shortest(share.get(), -2, false)].concat(),
    }
}

impl Tool {
    /// By whose definitions its figures are.
    #[must_use]
    pub const fn definition(self) -> Definition {
        match self {
            Self::VllmBench => Definition::Vllm,
            Self::SglangBench => Definition::Sglang,
            Self::Aiperf | Self::GenaiPerf => Definition::Aiperf,
            Self::Guidellm03 => Definition::Guidellm03,
            Self::Guidellm05 => Definition::Guidellm05,
            Self::Llmperf => Definition::Llmperf,
            Self::InferencePerf => Definition::InferencePerf,
            Self::Mlperf => Definition::Mlperf,
        }
    }
}
