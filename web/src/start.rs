//! Bringing a served page to life.

use crate::calculator::{Calculator, Sandbox};
use crate::links;
use crate::page::Page;
use crate::pages;
use crate::pages::streams::StreamsPage;
use crate::state::{address, theme};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Starts the program on the page that is open, and marks `<html data-ready>` when it stands.
///
/// On a lesson page the text stays as it was served; on a calculator the program takes the container over.
pub fn start() {
    speak_of_panics();
    let Some(html) = document().document_element() else { return };
    theme::enable_button();
    links::mind_clicks();
    address::write_before_leaving();
    match html.get_attribute("data-page").and_then(|name| Page::named(&name)) {
        Some(Page::Fleet) => take_over(&pages::fleet::FLEET),
        Some(Page::Tokens) => take_over(&pages::tokens::TOKENS),
        Some(Page::Ttft) => take_over(&pages::ttft::TTFT),
        _ => address::on_change(|_| ()),
    }
    // Last, so that the links which the page has just made carry the plan too.
    let fragment = address::fragment();
    if plan::is_plan(&fragment) {
        links::carry(&fragment);
    }
    let _ = html.set_attribute("data-ready", "");
}

/// Starts the program of the page of token streams.
pub fn start_streams() {
    speak_of_panics();
    let Some(html) = document().document_element() else { return };
    theme::enable_button();
    links::mind_clicks();
    if let Some(container) = emptied() {
        mount_to(container, || view! { <StreamsPage/> }).forget();
    }
    let fragment = address::fragment();
    if plan::is_plan(&fragment) {
        links::carry(&fragment);
    }
    let _ = html.set_attribute("data-ready", "");
}

/// Mounts the calculator in place of what was served, for as long as the page is open.
fn take_over(calculator: &'static Calculator) {
    if let Some(container) = emptied() {
        mount_to(container, move || view! { <Sandbox calculator/> }).forget();
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
