//! Time to first token: the wait for a prefill lane, then the prefill itself.

use crate::calculator::{Calculator, link_of_one, one_plan, the_answer};
use crate::chart::table;
use crate::form::Part;
use crate::page::Page;
use crate::results::reason_band;
use crate::state::Shown;
use plan::preset;
use present::{Answer, TtftAnswer, headline, reason, ttft, ttft_chart, verdict};
use quantity::Key;
use std::sync::Arc;

/// The calculator. Its example is the 70B fleet at twice its load, where waiting shows.
pub static TTFT: Calculator = Calculator {
    page: Page::Ttft,
    title: "Time to first token",
    lede: "The wait for a prefill lane, then the prefill itself.",
    example: preset::BUSY.link,
    parts: PARTS,
    more: MORE,
    read: one_plan,
    link: link_of_one,
    show: |cases, _| show(the_answer(cases)),
    charts: &["chart-ttft"],
    onward: None,
};

const PARTS: &[Part] =
    &[("Load", &[Key::Rate, Key::In, Key::Cached]), ("Fleet", &[Key::Replicas]), ("Target", &[Key::Ttft])];

const MORE: &[Part] = &[
    ("Replica", &[Key::Model, Key::Weights, Key::Gpu, Key::Tp, Key::Mfu]),
    ("Irregularity", &[Key::Ca2, Key::Cs2]),
];

/// Where there is no queue to speak of, the fleet's verdict says why.
fn show(answer: &Answer) -> Shown {
    ttft(answer).map_or_else(
        || Shown {
            headline: headline(answer),
            tiles: verdict(answer).into(),
            why: reason_band(&reason(answer)),
            ..Shown::default()
        },
        |page| show_queue(answer, &page),
    )
}

fn show_queue(answer: &Answer, page: &TtftAnswer) -> Shown {
    Shown {
        headline: page.headline(answer),
        tiles: page.tiles(answer).into(),
        why: reason_band(&page.reason(answer)),
        charts: vec![Some(Arc::new(ttft_chart(answer, page, true)))],
        table: table(&page.comparison(answer)),
        ..Shown::default()
    }
}
