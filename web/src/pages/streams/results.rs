//! What the streams say.

use super::desk::Desk;
use crate::chart::{ChartFigure, Moved, movable, table};
use crate::controls::{Gesture, LiveRegion};
use crate::markup::{Live, Markup};
use crate::page::Page;
use crate::results::{list, progress, reason_band};
use leptos::prelude::*;
use present::chart::Chart;
use present::{StreamsShown, Tile};
use std::sync::Arc;

type OfShown = fn(&StreamsShown) -> &Option<Chart>;

/// The charts, each with its name on the page.
const CHARTS: [(&str, OfShown); 3] = [
    ("chart-first-tokens", |shown| &shown.first_tokens),
    ("chart-gaps", |shown| &shown.gaps),
    ("chart-timelines", |shown| &shown.timelines),
];

/// The chart on which the TTFT target can be moved.
const MOVES: &str = CHARTS[0].0;

fn move_target(desk: Desk, moved: Moved) {
    match moved {
        Moved::To(seconds) => desk.move_to("ttft", seconds),
        Moved::By(steps) => desk.take_in("ttft", &Gesture::Stepped(steps)),
        Moved::Rest => desk.take_in("ttft", &Gesture::Left),
    }
}

/// The column of results.
#[component]
pub fn StreamsResults(
    /// What is shown.
    desk: Desk,
) -> impl IntoView {
    let text =
        move |of: fn(&StreamsShown) -> String| Signal::derive(move || desk.shown.with(|shown| of(shown)));
    let chart = |(id, of): (&'static str, OfShown)| {
        let chart = Signal::derive(move || desk.shown.with(|shown| of(shown).clone().map(Arc::new)));
        let movable = (id == MOVES).then(|| movable(Callback::new(move |moved| move_target(desk, moved))));
        view! { <ChartFigure id chart movable/> }
    };
    let charts: Vec<_> = CHARTS.into_iter().map(chart).collect();
    let busy = Signal::derive(move || desk.busy.get());
    view! {
        <div class="results served">
            <Live class="live say" markup=Signal::derive(move || list("About this file", &desk.notes.read()))/>
            <div class="live say" on:click=move |_| desk.give_up() inner_html=Signal::derive(move || progress(&busy.read()))></div>
            <Live class="live" markup=text(verdict)/>
            <Live markup=text(why)/>
            <div class="charts">{charts}</div>
            <Live markup=text(tables)/>
            <LiveRegion text=text(|shown| shown.headline.clone())/>
        </div>
    }
}

fn verdict(shown: &StreamsShown) -> String {
    let tiles: Vec<_> = shown.tiles.iter().zip(RULES).collect();
    Markup::new().tags("<div class=\"verdict\">").each(&tiles, tile).tags("</div>").finish()
}

/// Where the Gist says how the figure of each tile is made.
const RULES: [&str; 4] = ["mt-goodput", "mt-ttft", "mt-tpot", "mt-itl"];

fn tile(row: Markup, (tile, rule): &(&Tile, &str)) -> Markup {
    row.tags("<div class=\"tile\"><div class=\"face\"><a class=\"label\" href=\"")
        .text(&Page::Streams.href_from(Page::Gist))
        .tags("#")
        .text(rule)
        .tags("\">")
        .tags(tile.label)
        .tags("</a><span class=\"figure\">")
        .text(&tile.text)
        .tags("</span><span class=\"note\">")
        .text(&tile.note)
        .tags("</span></div></div>")
}

fn why(shown: &StreamsShown) -> String {
    let mut why = reason_band(&shown.verdict);
    if let Some(freeze) = &shown.freeze {
        why = why
            + &Markup::new()
                .tags("<p class=\"next\"><strong>What TPOT hides.</strong> ")
                .text(freeze)
                .tags("</p>")
                .finish();
    }
    why + &list("What is not in the figures", &shown.notes)
}

fn tables(shown: &StreamsShown) -> String {
    let mut all = Markup::new().tags("<p class=\"calm\">").text(&shown.rates).tags("</p>").finish();
    let missed = (!shown.missed.rows.is_empty()).then_some(&shown.missed);
    let quantiles = (!shown.quantiles.rows.is_empty()).then_some(&shown.quantiles);
    for one in [quantiles, shown.rare.as_ref(), missed, shown.published.as_ref()].into_iter().flatten() {
        all += &table(one);
    }
    all
}
