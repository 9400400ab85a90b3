//! Size a fleet: steady state of one replica, then headroom and spares.

use crate::chart::{ChartFigure, table};
use crate::form::{Part, PlanForm};
use crate::markup::Live;
use crate::page::Page;
use crate::results::{AsCommand, Results, Verdict, list, meter_row, part_of, reason_band};
use crate::shell::Calculators;
use crate::state::Store;
use leptos::prelude::*;
use plan::PlanInput;
use present::chart::{Chart, Tone};
use present::{
    Answer, Reason, headline, meters, one_lost, rates, reason, tpot_chart, ttft, ttft_chart, verdict,
    warnings,
};
use quantity::Key;

const PARTS: &[Part] = &[
    ("Workload at peak", &[Key::Rate, Key::In, Key::Out, Key::Cached]),
    ("Model", &[Key::Model, Key::Weights, Key::Kv]),
    ("Replica", &[Key::Gpu, Key::Tp, Key::Mfu, Key::Mbu]),
    ("Targets", &[Key::Ttft, Key::Tpot]),
    ("Policy", &[Key::Util, Key::Spare, Key::Price]),
];

const MORE: &[Part] = &[
    ("Memory", &[Key::Mem, Key::Reserve]),
    ("Set by you", &[Key::Batch, Key::Replicas]),
    ("Irregularity", &[Key::Ca2, Key::Cs2, Key::Itl]),
    ("A model of your own", &[Key::Params, Key::Layers, Key::Heads, Key::KvHeads, Key::HeadDim]),
    ("A GPU of your own", &[Key::Hbm, Key::Bw, Key::Flops]),
];

/// The calculator.
#[component]
pub fn Fleet() -> impl IntoView {
    let store = Store::open(PlanInput::default());
    view! {
        <div class="sandbox">
            <Calculators page=Page::Fleet/>
            <PlanForm
                store
                title="Size a fleet"
                lede="Steady state of one replica, then headroom and spares."
                parts=PARTS
                more=MORE
            />
            <Results store headline=part_of(store, headline)>
                <Verdict store tiles=part_of(store, verdict)/>
                <Live markup=part_of(store, why)/>
                <div class="charts">
                    <ChartFigure id="chart-tpot" chart=part_of(store, tpot_chart)/>
                    <ChartFigure id="chart-ttft" chart=part_of(store, waiting_chart)/>
                </div>
                <Live markup=part_of(store, lost_and_rates)/>
                <AsCommand store/>
            </Results>
        </div>
    }
    .into_any()
}

fn why(answer: &Answer) -> String {
    reason_band(&reason(answer)) + &list("Warnings", &warnings(answer)) + &meter_row(&meters(answer))
}

fn waiting_chart(answer: &Answer) -> Option<Chart> {
    Some(ttft_chart(answer, &ttft(answer)?, false))
}

/// The state with one replica lost, then one replica by load.
fn lost_and_rates(answer: &Answer) -> String {
    let lost = one_lost(answer).map(|(text, kept)| {
        let tone = if kept { Tone::Action } else { Tone::Failure };
        reason_band(&Reason { tone, lead: "One replica lost.".into(), text })
    });
    let rates = rates(answer);
    let rates = if rates.rows.is_empty() { String::new() } else { table(&rates) };
    lost.unwrap_or_default() + &rates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_has_one_field() {
        let mut keys: Vec<Key> = PARTS.iter().chain(MORE).flat_map(|part| part.1).copied().collect();
        keys.sort_unstable();
        assert_eq!(keys, Key::all().collect::<Vec<_>>());
    }
}
