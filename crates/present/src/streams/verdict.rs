//! The verdict on a load test: four tiles, a reason, and who misses what.

use super::freeze::gap_text;
use super::judgement::Judgement;
use super::metric::{Told, limit_text, target_label};
use super::{Statistic, StreamsAnswer, TILES, count, count_or_none};
use crate::passage::{row, table};
use crate::{Reason, Tile};
use chart::{Table, Tone};
use latency::Metric;
use quantity::Unit;

/// The four tiles: goodput, TTFT p95, TPOT p95, longest gap.
pub(super) fn tiles(answer: &StreamsAnswer, judgement: &Judgement) -> [Tile; 4] {
    let [goodput, ttft, tpot, gap] = TILES;
    let tile = |label, text: String, note| Tile { label, text, note, figures: &[] };
    let figure = |metric, statistic| text(answer, metric, statistic);
    let beside = |metric: Metric, statistics: &[Statistic]| {
        let spread = metric.spread(&answer.report);
        spread.map_or_else(|| none(metric).into(), |_| said(answer, metric, statistics))
    };
    let longest = answer.longest_gap().map_or_else(|| "—".into(), gap_text);
    let p99 = beside(Metric::Itl, &[Statistic::P99]);
    let p99 = if answer.report.itl.is_some() { ["ITL ", &p99].concat() } else { p99 };
    [
        tile(goodput, of_judged(judgement), goodput_note(answer, judgement)),
        tile(
            ttft,
            figure(Metric::Ttft, Statistic::P95),
            beside(Metric::Ttft, &[Statistic::P50, Statistic::P99]),
        ),
        tile(tpot, figure(Metric::Tpot, Statistic::P95), beside(Metric::Tpot, &[Statistic::P50])),
        tile(gap, longest, p99),
    ]
}

/// A figure as text, or a dash.
fn text(answer: &StreamsAnswer, metric: Metric, statistic: Statistic) -> String {
    let spread = metric.spread(&answer.report);
    spread.map_or_else(|| "—".into(), |spread| metric.text(statistic.of(&spread)))
}

/// "p50 257 ms, p99 2,995 ms".
fn said(answer: &StreamsAnswer, metric: Metric, statistics: &[Statistic]) -> String {
    let one = |statistic: &Statistic| [statistic.label(), " ", &text(answer, metric, *statistic)].concat();
    statistics.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Why there is no spread of `metric`.
const fn none(metric: Metric) -> &'static str {
    match metric {
        Metric::Ttft | Metric::E2e => "no request finished with a token",
        Metric::Tpot | Metric::Itl => "no request finished with two tokens",
    }
}

/// "349 of 400", or a dash where there is none to judge.
fn of_judged(judgement: &Judgement) -> String {
    if judgement.judged == 0 {
        return "—".into();
    }
    [&count(judgement.good), " of ", &count(judgement.judged)].concat()
}

fn goodput_note(answer: &StreamsAnswer, judgement: &Judgement) -> String {
    let Some(share) = judgement.share() else { return "no request to judge".into() };
    let what = match judgement.limits().next() {
        Some(_) => " meet every target",
        None => " are answered; no target is set",
    };
    let mut note = Unit::Fraction.show(share.get()) + what;
    if let Some(rate) = judgement.rate(&answer.report) {
        note.extend(["; ", &Unit::RequestsPerSecond.show(rate.get())]);
    }
    note
}

/// What decides, in a sentence.
pub(super) fn verdict(judgement: &Judgement) -> Reason {
    let missing = judgement.judged - judgement.good;
    let (tone, lead) = if judgement.judged == 0 {
        (Tone::Muted, "There is no request to judge.".into())
    } else if judgement.answered() == 0 {
        (Tone::Failure, "No request finished with a token.".into())
    } else if judgement.limits().next().is_none() {
        (Tone::Muted, "No target is set.".into())
    } else if missing == 0 {
        (Tone::Decode, "Every request meets every target.".into())
    } else {
        let of = [count(missing), " of ".into(), count(judgement.judged), " are not good.".into()];
        (Tone::Failure, of.concat())
    };
    Reason { tone, lead, text: misses(judgement) }
}

/// "TTFT of 1,000 ms is missed by 51, TPOT of 50 ms by none. 2 failed or gave no token, and so meet no target."
fn misses(judgement: &Judgement) -> String {
    let mut text = String::new();
    if judgement.answered() > 0 {
        for (target, limit) in judgement.limits() {
            let label = if text.is_empty() { capital_label(target) } else { target_label(target) };
            let is_missed = if text.is_empty() { " is missed by " } else { " by " };
            let comma = if text.is_empty() { "" } else { ", " };
            let by = count_or_none(judgement.missed(target));
            text.extend([comma, label, " of ", &limit_text(limit), is_missed, &by]);
        }
        if judgement.several > 0 {
            text.extend(["; more than one by ", &count(judgement.several)]);
        }
        if !text.is_empty() {
            text.push_str(". ");
        }
    }
    if judgement.unanswered > 0 {
        text.extend([&count(judgement.unanswered), " failed or gave no token, and so met no target."]);
    }
    text.truncate(text.trim_end().len());
    text
}

/// The name of a target at the head of a sentence.
fn capital_label(target: latency::Target) -> &'static str {
    if target == latency::Target::LongestGap { "Longest gap" } else { target_label(target) }
}

/// How many requests miss each target, and how many miss no other; empty where none is set.
pub(super) fn missed(judgement: &Judgement) -> Table {
    if judgement.limits().next().is_none() {
        return Table::default();
    }
    let each = judgement.limits().map(|(target, limit)| {
        let label = [capital_label(target), " ≤ ", &limit_text(limit)].concat();
        row(vec![label, count(judgement.missed(target)), count(judgement.alone(target))])
    });
    let mut rows: Vec<_> = each.collect();
    if judgement.unanswered > 0 {
        rows.push(row(vec!["Failed or without a token".into(), count(judgement.unanswered), "—".into()]));
    }
    let all = count(judgement.judged - judgement.good);
    rows.push(row(vec!["Not good in all".into(), all, "—".into()]));
    table("Requests that miss a target.", &["Target", "Missed by", "By it alone"], rows)
}

/// One sentence for whoever does not see the tiles change.
pub(super) fn headline(answer: &StreamsAnswer, judgement: &Judgement, verdict: &Reason) -> String {
    let (Some(_), Some(longest)) = (answer.report.tpot, answer.longest_gap()) else {
        return verdict.lead.clone();
    };
    let figure = |metric| text(answer, metric, Statistic::P95);
    [
        &of_judged(judgement),
        " good, TTFT p95 ",
        &figure(Metric::Ttft),
        ", TPOT p95 ",
        &figure(Metric::Tpot),
        ", longest gap ",
        &gap_text(longest),
        ". ",
        &verdict.lead,
    ]
    .concat()
}
