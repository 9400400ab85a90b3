//! What other tools wrote, read apart from the page, and the plan held against it.

pub mod beside;
pub mod columns;
pub mod desk;
pub mod form;
pub mod results;

use crate::page::Page;
use crate::shell::Calculators;
use desk::Desk;
use form::EvidenceForm;
use leptos::prelude::*;
use results::EvidenceResults;

/// The page.
#[component]
pub fn EvidencePage() -> impl IntoView {
    let desk = Desk::open();
    view! {
        <div class="sandbox">
            <Calculators page=Page::Evidence/>
            <header class="title">
                <h1>"Evidence"</h1>
                <p class="lede">"What other tools measured: read here, told in one set of definitions, and held against the plan."</p>
            </header>
            <EvidenceResults desk/>
            <EvidenceForm desk/>
        </div>
    }
}
