//! Token streams: what they say, and what an average hides.

pub mod desk;
pub mod form;
pub mod results;
pub mod said;

use crate::page::Page;
use crate::shell::Calculators;
use desk::Desk;
use form::StreamsForm;
use leptos::prelude::*;
use results::StreamsResults;

/// The page.
#[component]
pub fn StreamsPage() -> impl IntoView {
    let desk = Desk::open();
    view! {
        <div class="sandbox">
            <Calculators page=Page::Streams/>
            <header class="title">
                <h1>"Token streams"</h1>
                <p class="lede">"From raw token times to TTFT, TPOT, ITL and goodput, and to what an average hides."</p>
            </header>
            <StreamsResults desk/>
            <StreamsForm desk/>
        </div>
    }
}
