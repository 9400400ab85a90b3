//! Scenarios side by side: which assumption differs, and what it does.

pub mod bar;
pub mod side_by_side;

use super::fleet::{MORE, PARTS};
use crate::calculator::{Calculator, Case, title};
use crate::chart::ChartFigure;
use crate::controls::LiveRegion;
use crate::form::PlanForm;
use crate::markup::{Live, Markup};
use crate::page::Page;
use crate::results::{BESIDE, LinkNotes, OwnPlan, WITHOUT_PROGRAM, results_class};
use crate::sheet::Sheet;
use crate::shell::Calculators;
use crate::state::{Offer, Seen, Shown, Store, draft};
use bar::ScenarioBar;
use leptos::prelude::*;
use plan::{PlanInput, Scenario, Scenarios};
use present::comparison::{Compared, overlaid};
use present::headline;
use side_by_side::SideBySide;
use std::sync::Arc;

/// The page's calculator. Its example asks what is worth more to fleet A: a prefix cache, or a GPU with more bandwidth.
pub static COMPARE: Calculator = Calculator {
    page: Page::Compare,
    title: "Compare scenarios",
    lede: "Up to four plans side by side: what differs, and what it does. All of them travel in one link.",
    example: "v=1&name=As%20it%20is&2.name=60%25%20cached&2.cached=0.6&3.name=On%20H200&3.gpu=h200",
    parts: PARTS,
    more: MORE,
    read: Scenarios::from_link,
    link: Scenarios::link,
    show,
    charts: &["chart-compare-tpot", "chart-compare-ttft", "chart-compare-price"],
    onward: None,
};

fn show(cases: &[Case], place: usize) -> Shown {
    let answer = cases.get(place).map_or(&cases[0].1.answer, |case| &case.1.answer);
    Shown {
        headline: headline(answer),
        charts: overlaid(&compared(cases)).into_iter().map(|chart| chart.map(Arc::new)).collect(),
        ..Shown::default()
    }
}

/// The scenarios as presenters take them.
fn compared(cases: &[Case]) -> Vec<Compared<'_>> {
    let mut all = Vec::new();
    for (name, outcome) in cases {
        all.push(Compared { name, input: &outcome.input, answer: &outcome.answer });
    }
    all
}

/// The page. The results come before the form: that is their order on a narrow screen.
#[component]
pub fn ComparePage() -> impl IntoView {
    let store = Store::open(&COMPARE);
    put_own_beside(store);
    let chart = |(place, id): (usize, &&'static str)| view! { <ChartFigure id=id chart=store.chart(place)/> };
    let charts: Vec<_> = COMPARE.charts.iter().enumerate().map(chart).collect();
    view! {
        <div class="sandbox">
            <Calculators page=Page::Compare/>
            <header class="title" inner_html=title(&COMPARE)></header>
            <div class=store.text(results_class)>
                <p class="reading">"Reading your scenarios …"</p>
                {cfg!(feature = "ssr").then(|| view! { <p class="notes calm without-program">{WITHOUT_PROGRAM}</p> })}
                <OwnPlan store/>
                <LinkNotes store/>
                <ScenarioBar store/>
                <SideBySide store/>
                <div class="charts">{charts}</div>
                <Live markup=store.text(onward)/>
                <Sheet store/>
                <LiveRegion text=store.text(|seen| seen.shown.headline.clone())/>
            </div>
            <PlanForm store heading=Some(store.text(heading))/>
        </div>
    }
}

/// Puts the reader's own plan beside the one in the address, where another page of this tab asked for that.
fn put_own_beside(store: Store) {
    if cfg!(feature = "ssr") || draft::kept(BESIDE).is_empty() {
        return;
    }
    draft::keep_as(BESIDE, "");
    let offer = store.offer.get_untracked();
    if let Offer::Guest(mine) = offer {
        store.put_beside(Scenario::new("Mine", PlanInput::from_link(&mine).0));
    }
}

/// Which scenario the form edits.
fn heading(seen: &Seen) -> String {
    let name = seen.cases.get(seen.place).map_or("", |case| &case.0);
    let beside = if seen.place > 0 {
        "<p>What you leave alone follows the baseline; what differs from it says so.</p>"
    } else if seen.cases.len() > 1 {
        "<p>A change here also changes every scenario that does not state its own.</p>"
    } else {
        ""
    };
    Markup::new().tags("<h2>Edit “").text(name).tags("”</h2>").tags(beside).finish()
}

/// The way to the scenario's own page.
fn onward(seen: &Seen) -> String {
    let Some((name, outcome)) = seen.cases.get(seen.place) else { return String::new() };
    let link = [&Page::Compare.href_from(Page::Fleet), "#", &outcome.input.link()].concat();
    let start = Markup::new().tags("<p><a href=\"").text(&link).tags("\">Why “").text(name);
    start.tags("” comes out so: open it alone on the fleet page</a></p>").finish()
}
