//! Size a fleet: steady state of one replica, then headroom and spares.

use crate::calculator::{Calculator, link_of_one, one_plan, the_answer};
use crate::chart::table;
use crate::form::Part;
use crate::markup::Markup;
use crate::page::Page;
use crate::results::{list, meter_row, reason_band};
use crate::state::Shown;
use present::chart::Tone;
use present::{
    Answer, Reason, headline, meters, one_lost, rates, reason, relief, tpot_chart, ttft, ttft_chart, verdict,
    warnings,
};
use quantity::Key;
use sizing::Outcome;
use std::sync::Arc;

/// The calculator.
pub static FLEET: Calculator = Calculator {
    page: Page::Fleet,
    title: "Size a fleet",
    lede: "Steady state of one replica, then headroom and spares.",
    example: "",
    parts: PARTS,
    more: MORE,
    read: one_plan,
    link: link_of_one,
    show: |cases, _| show(the_answer(cases)),
    charts: &["chart-tpot", "chart-ttft"],
    onward: None,
};

pub(super) const PARTS: &[Part] = &[
    ("Workload at peak", &[Key::Rate, Key::In, Key::Out, Key::Cached]),
    ("Model", &[Key::Model, Key::Weights, Key::Kv]),
    ("Replica", &[Key::Gpu, Key::Tp, Key::Mfu, Key::Mbu]),
    ("Targets", &[Key::Ttft, Key::Tpot]),
    ("Policy", &[Key::Util, Key::Spare, Key::Price]),
];

pub(super) const MORE: &[Part] = &[
    ("Memory", &[Key::Mem, Key::Reserve, Key::Engine, Key::Activations, Key::Graphs, Key::NonTorch]),
    ("Set by you", &[Key::Batch, Key::Replicas]),
    ("Measured on your engine", &[Key::PerStep, Key::PerRequest, Key::Measured]),
    ("Irregularity", &[Key::Ca2, Key::Cs2, Key::Itl]),
    ("How it is counted", &[Key::Attn, Key::Moe, Key::KvLayout, Key::WeightSize]),
    ("A model of your own", &plan::OWN_MODEL),
    ("A GPU of your own", &[Key::Hbm, Key::Bw, Key::Flops]),
];

fn show(answer: &Answer) -> Shown {
    let waiting = ttft(answer).map(|page| ttft_chart(answer, &page, false));
    Shown {
        headline: headline(answer),
        tiles: verdict(answer).into(),
        why: why(answer),
        charts: vec![tpot_chart(answer).map(Arc::new), waiting.map(Arc::new)],
        below: lost(answer),
        table: by_load(answer),
    }
}

fn why(answer: &Answer) -> String {
    let next = relief(answer).map(|text| next_sentence(&text)).unwrap_or_default();
    let why = reason_band(&reason(answer)) + &next + &list("Warnings", &warnings(answer));
    // Where there is no fleet, nothing is used of it.
    if matches!(answer.sizing.outcome, Outcome::Planned(_)) { why + &meter_row(&meters(answer)) } else { why }
}

/// What would help, after what decides.
fn next_sentence(text: &str) -> String {
    Markup::new()
        .tags("<p class=\"next\"><strong>What would help most.</strong> ")
        .text(text)
        .tags("</p>")
        .finish()
}

/// The state with one replica lost.
fn lost(answer: &Answer) -> String {
    let lost = one_lost(answer).map(|(text, kept)| {
        let tone = if kept { Tone::Action } else { Tone::Failure };
        reason_band(&Reason { tone, lead: "One replica lost.".into(), text })
    });
    lost.unwrap_or_default()
}

/// One replica by load.
fn by_load(answer: &Answer) -> String {
    let rates = rates(answer);
    if rates.rows.is_empty() { String::new() } else { table(&rates) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_has_one_field() {
        let mut keys: Vec<Key> = FLEET.keys().collect();
        keys.sort_unstable();
        assert_eq!(keys, Key::all().collect::<Vec<_>>());
    }
}
