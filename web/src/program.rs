//! Programs that join the page's own when they are first wanted.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlScriptElement;

/// Starts the program whose folder `<html>` names in the attribute `folder`. What it gives back hears `error` where that
/// fails.
pub(crate) fn fetch(folder: &str) -> Option<HtmlScriptElement> {
    let html = document().document_element()?;
    let script: HtmlScriptElement = document().create_element("script").ok()?.dyn_into().ok()?;
    script.set_type("module");
    script.set_src(&[&html.get_attribute(folder)?, "boot.js"].concat());
    document().body()?.append_child(&script).ok()?;
    Some(script)
}
