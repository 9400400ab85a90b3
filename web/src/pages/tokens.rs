//! Tokens per second: the load as replica-seconds, and what another decode batch would change.

use crate::calculator::{Calculator, link_of_one, one_plan, the_answer};
use crate::chart::table;
use crate::form;
use crate::markup::Markup;
use crate::page::Page;
use crate::results::{list, reason_band};
use crate::state::Shown;
use plan::preset;
use present::{
    Answer, Part, Passage, Terms, batch_charts, batches, headline, one_formula, reason, single_requests,
    terms, tokens, warnings,
};
use quantity::Key;
use std::sync::Arc;

/// The calculator. Its example fixes its batch.
pub static TOKENS: Calculator = Calculator {
    page: Page::Tokens,
    title: "Tokens per second",
    lede: "The load as replica-seconds: prompts, answers, and how busy you dare to be.",
    example: preset::B.link,
    parts: PARTS,
    more: MORE,
    read: one_plan,
    link: link_of_one,
    show: |cases, _| show(the_answer(cases)),
    charts: &["chart-batch-tpot", "chart-batch-price"],
    onward: Some((Page::Fleet, "Size the same plan on the fleet page")),
};

const PARTS: &[form::Part] = &[
    ("Workload at peak", &[Key::Rate, Key::In, Key::Out, Key::Cached]),
    ("Policy", &[Key::Batch, Key::Util, Key::Spare, Key::Price]),
    ("Target", &[Key::Tpot]),
    ("Model", &[Key::Model, Key::Weights, Key::Kv]),
    ("Replica", &[Key::Gpu, Key::Tp, Key::Mfu, Key::Mbu]),
];

const MORE: &[form::Part] = &[
    ("Memory", &[Key::Mem, Key::Reserve, Key::Engine, Key::Activations, Key::Graphs, Key::NonTorch]),
    ("Set by you", &[Key::Replicas]),
    ("Measured on your engine", &[Key::PerStep, Key::PerRequest, Key::Measured]),
    ("Other targets", &[Key::Ttft, Key::Itl]),
    ("Irregularity", &[Key::Ca2, Key::Cs2]),
    ("How it is counted", &[Key::Attn, Key::Moe, Key::KvLayout, Key::WeightSize]),
    ("A model of your own", &plan::OWN_MODEL),
    ("A GPU of your own", &[Key::Hbm, Key::Bw, Key::Flops]),
];

/// Where there is no fleet, the fleet's verdict says why, and the rest is left out.
fn show(answer: &Answer) -> Shown {
    let why = reason_band(&reason(answer)) + &list("Warnings", &warnings(answer));
    Shown {
        headline: headline(answer),
        tiles: tokens(answer).into(),
        why: why + &terms(answer).map(|terms| bar(&terms)).unwrap_or_default(),
        charts: batch_charts(answer).into_iter().map(|chart| Some(Arc::new(chart))).collect(),
        below: passage(batches(answer)),
        table: passage(single_requests(answer)) + &passage(one_formula(answer)),
    }
}

/// The two terms and what is left as one bar, and the same as a list.
fn bar(terms: &Terms) -> String {
    let tick = 100.0 * terms.ceiling;
    Markup::new()
        .tags("<section class=\"card\"><h2>Prompts, answers, headroom</h2><p>")
        .text(&terms.text)
        .tags("</p><svg class=\"stack\" aria-hidden=\"true\">")
        .each(&terms.parts, drawn)
        .tags("<line class=\"tick\" y1=\"0\" y2=\"28\" x1=\"")
        .tenths(tick)
        .tags("%\" x2=\"")
        .tenths(tick)
        .tags("%\"/></svg><ul class=\"parts\">")
        .each(&terms.parts, said)
        .tags("</ul></section>")
        .finish()
}

fn drawn(bar: Markup, part: &Part) -> Markup {
    bar.tags("<rect height=\"20\" y=\"4\" class=\"bar ")
        .tags(part.tone.name())
        .tags("\" x=\"")
        .tenths(100.0 * part.from)
        .tags("%\" width=\"")
        .tenths(100.0 * part.share)
        .tags("%\"/>")
}

fn said(list: Markup, part: &Part) -> Markup {
    let list = list.tags("<li class=\"").tags(part.tone.name()).tags("\">").tags(part.label);
    list.tags(" <strong>").text(&part.words).tags("</strong></li>")
}

/// A heading, a sentence and a table.
fn passage(passage: Option<Passage>) -> String {
    let Some(passage) = passage else { return String::new() };
    let start = Markup::new().tags("<section class=\"passage\"><h2>").tags(passage.title).tags("</h2><p>");
    start.text(&passage.text).tags("</p>").finish() + &table(&passage.table) + "</section>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_has_one_field() {
        let mut keys: Vec<Key> = TOKENS.keys().collect();
        keys.sort_unstable();
        assert_eq!(keys, Key::all().collect::<Vec<_>>());
    }

    #[test]
    fn the_bar_says_in_words_what_it_draws() {
        let terms = terms(&Answer::to_link(preset::B.link)).expect("a fleet");
        let bar = bar(&terms);
        assert!(bar.contains("<li class=\"decode\">Answers <strong>6.0, 23%</strong></li>"), "{bar}");
        assert!(bar.contains("x=\"41.1%\" width=\"23.0%\""), "{bar}");
    }

    #[test]
    fn without_a_fleet_the_page_says_why() {
        let shown = show(&Answer::to_link("v=1&weights=bf16&tp=1"));
        assert!(shown.why.contains("It does not fit into memory."), "{}", shown.why);
        assert!(shown.charts.is_empty() && shown.below.is_empty() && shown.table.is_empty());
    }
}
