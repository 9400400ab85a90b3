//! Time to first token: the wait for a prefill lane, then the prefill itself.

use crate::chart::{ChartFigure, table};
use crate::form::{Part, PlanForm};
use crate::markup::Live;
use crate::page::Page;
use crate::results::{AsCommand, Results, Verdict, part_of, reason_band};
use crate::shell::Calculators;
use crate::state::Store;
use leptos::prelude::*;
use plan::PlanInput;
use present::chart::Chart;
use present::{Answer, Tile, headline, reason, ttft, ttft_chart, verdict};
use quantity::Key;

/// The page's own example: the 70B fleet at twice its load.
const EXAMPLE: &str = "v=1&rate=40&replicas=4";

const PARTS: &[Part] =
    &[("Load", &[Key::Rate, Key::In, Key::Cached]), ("Fleet", &[Key::Replicas]), ("Target", &[Key::Ttft])];

const MORE: &[Part] = &[
    ("Replica", &[Key::Model, Key::Weights, Key::Gpu, Key::Tp, Key::Mfu]),
    ("Irregularity", &[Key::Ca2, Key::Cs2]),
];

/// The calculator.
#[component]
pub fn Ttft() -> impl IntoView {
    let store = Store::open(PlanInput::from_link(EXAMPLE).0);
    view! {
        <div class="sandbox">
            <Calculators page=Page::Ttft/>
            <PlanForm
                store
                title="Time to first token"
                lede="The wait for a prefill lane, then the prefill itself."
                parts=PARTS
                more=MORE
            />
            <Results store headline=part_of(store, spoken)>
                <Verdict store tiles=part_of(store, tiles)/>
                <Live markup=part_of(store, why)/>
                <ChartFigure id="chart-ttft" chart=part_of(store, chart)/>
                <Live markup=part_of(store, comparison)/>
                <AsCommand store/>
            </Results>
        </div>
    }
    .into_any()
}

/// Where there is no queue to speak of, the fleet's verdict says why.
fn tiles(answer: &Answer) -> [Tile; 4] {
    ttft(answer).map_or_else(|| verdict(answer), |page| page.tiles(answer))
}

fn why(answer: &Answer) -> String {
    reason_band(&ttft(answer).map_or_else(|| reason(answer), |page| page.reason(answer)))
}

fn spoken(answer: &Answer) -> String {
    ttft(answer).map_or_else(|| headline(answer), |page| page.headline(answer))
}

fn chart(answer: &Answer) -> Option<Chart> {
    Some(ttft_chart(answer, &ttft(answer)?, true))
}

/// The plan beside the same load with another cache hit.
fn comparison(answer: &Answer) -> String {
    ttft(answer).map(|page| table(&page.comparison(answer))).unwrap_or_default()
}
