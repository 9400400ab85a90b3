//! Bringing a served page to life.

use crate::calculator::{Calculator, Sandbox};
use crate::links;
use crate::pages::compare::ComparePage;
use crate::pages::evidence::EvidencePage;
use crate::pages::streams::StreamsPage;
use crate::state::{address, theme};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Starts the program of a page whose text stays as it was served.
pub fn start() {
    on_the_page(|| address::on_change(|_| ()));
}

/// Starts the program of a calculator: it takes the container over.
pub fn start_calculator(calculator: &'static Calculator) {
    start_with_plan(move || take_over(move || view! { <Sandbox calculator/> }));
}

/// Starts the program of the page of scenarios.
pub fn start_comparison() {
    start_with_plan(|| take_over(|| view! { <ComparePage/> }));
}

/// A page whose address is a plan: it is brought to life once that can be read, and the plan can be shared.
fn start_with_plan(bring_to_life: impl FnOnce() + 'static) {
    crate::share::offer(move || {
        on_the_page(|| {
            address::write_before_leaving();
            bring_to_life();
        });
    });
}

/// Starts the program of the page of token streams.
pub fn start_streams() {
    on_the_page(|| take_over(|| view! { <StreamsPage/> }));
}

/// Starts the program of the page of what other tools wrote.
pub fn start_evidence() {
    on_the_page(|| take_over(|| view! { <EvidencePage/> }));
}

/// Starts the program of the lesson's pages, inside the text that was served.
pub fn start_lesson() {
    on_the_page(crate::lesson::bring_to_life);
}

/// Starts the program of the maps.
pub fn start_maps() {
    on_the_page(crate::lesson::bring_maps_to_life);
}

/// Starts the program that reads aloud, on a page that another program has brought to life.
pub fn start_listening() {
    speak_of_panics();
    crate::lesson::take_up_offers();
}

/// Starts the program that shares and keeps, on a page that another program has brought to life or waits to.
pub fn start_sharing() {
    speak_of_panics();
    crate::share::start();
}

/// Starts the program of an embed: a page in somebody else's frame, with no header and nothing that is kept.
pub fn start_widget() {
    speak_of_panics();
    crate::embed::bring_to_life();
}

/// What every program does around `bring_to_life`; it marks `<html data-ready>` when the page stands.
fn on_the_page(bring_to_life: impl FnOnce()) {
    speak_of_panics();
    let Some(html) = document().document_element() else { return };
    theme::enable_button();
    links::mind_clicks();
    bring_to_life();
    // Last, so that the links which the page has just made carry the plan too.
    let fragment = address::fragment();
    if plan::is_plan(&fragment) {
        links::carry(&fragment);
    }
    let _ = html.set_attribute("data-ready", "");
}

/// Mounts a view in place of what was served, for as long as the page is open.
fn take_over<V: IntoView + 'static>(view: impl FnOnce() -> V + 'static) {
    if let Some(container) = emptied() {
        mount_to(container, view).forget();
    }
}

fn emptied() -> Option<HtmlElement> {
    let container = document().get_element_by_id("app")?.dyn_into::<HtmlElement>().ok()?;
    container.set_inner_html("");
    Some(container)
}

/// A panic is a fault of ours; the console is where whoever reports it can find its words.
fn speak_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let words = panic.to_string();
        web_sys::console::error_1(&words.as_str().into());
    }));
}
