//! Likely causes in words, each with its evidence in figures.

use super::CauseShown;
use super::doubts::duration;
use super::words::levels;
use crate::Verdict;
use crate::cause::{Cause, Causes, Kind, Untold};
use latency::Metric;
use quantity::Unit;

/// A cause as it reads.
pub(super) fn shown(cause: &Cause) -> CauseShown {
    let (what, evidence) = told(cause.kind);
    let explained = match cause.kind {
        Kind::Prompts { .. }
        | Kind::Answers { .. }
        | Kind::HitRate { .. }
        | Kind::Bursts { .. }
        | Kind::BatchCap { .. } => format!(
            " Told of it, the model is {} nearer on average.",
            Unit::Fraction.show(1.0 - quantity::float::exp(-cause.explained))
        ),
        _ => String::new(),
    };
    CauseShown { what, evidence: format!("{evidence}{explained} It shows at {}.", levels(cause.levels)) }
}

fn told(kind: Kind) -> (String, String) {
    let more = |measured: f64, planned: f64, more: &str, less: &str| {
        String::from(if measured > planned { more } else { less })
    };
    let tokens = |count: f64| Unit::Tokens.show(count);
    match kind {
        Kind::Prompts { measured, planned } => (
            more(measured, planned, "Longer prompts than planned", "Shorter prompts than planned"),
            format!("Their mean is {}, planned were {}.", tokens(measured), tokens(planned)),
        ),
        Kind::Answers { measured, planned } => (
            more(measured, planned, "Longer answers than planned", "Shorter answers than planned"),
            format!("Their mean is {}, planned were {}.", tokens(measured), tokens(planned)),
        ),
        Kind::HitRate { measured, planned } => (
            more(
                measured,
                planned,
                "A higher prefix-cache hit rate than planned",
                "A lower prefix-cache hit rate than planned",
            ),
            format!(
                "{} of prompt tokens were cached, planned were {}.",
                Unit::Fraction.show(measured),
                Unit::Fraction.exact(planned)
            ),
        ),
        Kind::Bursts { ca2, dispersion, planned } => bursts(ca2, dispersion, planned),
        Kind::BatchCap { running, resident, throughput } => (
            "A cap on the batch, or a smaller KV pool than planned".into(),
            format!(
                "Throughput stays at {} while TTFT grows; by Little’s law {} run there, and the plan’s pool holds {}.",
                Unit::TokensPerSecond.show(throughput),
                Unit::Sequences.show(running),
                Unit::Sequences.show(resident)
            ),
        ),
        other => seen(other),
    }
}

/// Causes that lie in the test itself.
fn seen(kind: Kind) -> (String, String) {
    match kind {
        Kind::ClientQueue { asked, sent, delay } => client_queue(asked, sent, delay),
        Kind::OneToken { share } => (
            "Answers of one token".into(),
            format!("{} of the answers have one token, and so no TPOT.", Unit::Fraction.show(share)),
        ),
        Kind::WarmUp { first, rest } => {
            ("Warm-up".into(), format!("It begins at {} and goes on at {}.", duration(first), duration(rest)))
        }
        Kind::Chunks { stated, ours } => (
            "Chunks counted as tokens, or tokens counted twice".into(),
            format!(
                "The file states {} a token, and (E2E − TTFT) / (tokens − 1) is {}, {} times as much. The comparison uses the \
                 latter.",
                duration(stated),
                duration(ours),
                Unit::Number.show(ours / stated)
            ),
        ),
        Kind::Refuted { metric, stated, ours } => (
            "A summary that its own detail refutes".into(),
            format!(
                "Its summary states a {} of {}, its requests give {}.",
                if metric == Metric::Ttft { "TTFT" } else { "time of a request" },
                duration(stated),
                duration(ours)
            ),
        ),
        _ => (String::new(), String::new()),
    }
}

fn client_queue(asked: f64, sent: f64, delay: Option<quantity::Seconds>) -> (String, String) {
    let delay = delay.map(|delay| format!(" They were sent {} late by their own schedule.", duration(delay)));
    let rate = |rate: f64| Unit::RequestsPerSecond.show(rate);
    let evidence =
        format!("{} were asked for and {} sent.{}", rate(asked), rate(sent), delay.unwrap_or_default());
    ("Requests queued at the client".into(), evidence)
}

fn bursts(ca2: f64, dispersion: Option<f64>, planned: f64) -> (String, String) {
    let what =
        if ca2 > planned { "Burstier arrivals than planned" } else { "More regular arrivals than planned" };
    let number = |value: f64| Unit::Number.show(value);
    let index = dispersion.map(|index| {
        format!(" The index of dispersion of their counts is {}, where Poisson’s is 1.", number(index))
    });
    let cv = number(quantity::float::sqrt(ca2));
    let evidence = format!(
        "The gaps have a coefficient of variation of {cv}, squared {}; planned was {}.{}",
        number(ca2),
        number(planned),
        index.unwrap_or_default()
    );
    (what.into(), evidence)
}

/// What the causes leave open.
pub(super) fn untold(causes: &Causes, verdict: Verdict) -> Vec<String> {
    let explains = causes.ranked.iter().any(|cause| !cause.kind.is_allowed_for());
    let nothing = (!explains && matches!(verdict, Verdict::Differs { .. })).then(|| {
        let why = if causes.ranked.is_empty() { "why" } else { "why the rest differs: the comparison allows for that already" };
        format!("Nothing in these files can tell {why}. The efficiencies may be other than planned: see the calibration.")
    });
    // What is not said matters where there is something to explain.
    let missing = causes.untold.iter().filter(|_| matches!(verdict, Verdict::Differs { .. }));
    let missing = missing.map(|what| {
        let text = match what {
            Untold::SentTimes => "When requests were sent is not in the files, so bursts cannot be told.",
            Untold::HitRate => {
                "How much of the prompts was cached is not in the files: a lower hit rate cannot be told."
            }
            Untold::Lengths => {
                "The lengths of prompts and answers are not in the files: other lengths cannot be told."
            }
            Untold::Requests => {
                "Single requests are not in the files: a warm-up and answers of one token cannot be told."
            }
        };
        String::from(text)
    });
    nothing.into_iter().chain(missing).collect()
}
