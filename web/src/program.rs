//! Programs that join the page's own when they are first wanted.

use leptos::prelude::document;
#[cfg(feature = "csr")]
use wasm_bindgen::JsCast;
#[cfg(feature = "csr")]
use web_sys::HtmlScriptElement;

/// Starts the program whose folder `<html>` names in the attribute `folder`. What it gives back hears `error` where that
/// fails.
#[cfg(feature = "csr")]
pub(crate) fn fetch(folder: &str) -> Option<HtmlScriptElement> {
    let html = document().document_element()?;
    let script: HtmlScriptElement = document().create_element("script").ok()?.dyn_into().ok()?;
    script.set_type("module");
    script.set_src(&[&html.get_attribute(folder)?, "boot.js"].concat());
    document().body()?.append_child(&script).ok()?;
    Some(script)
}

/// The address of a worker's loader, absolute: the browser would resolve it against the script that asks.
pub(crate) fn apart(loader: &str) -> String {
    let folder = document().document_element().and_then(|html| html.get_attribute("data-worker"));
    let way = folder.unwrap_or_default() + loader;
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    web_sys::Url::new_with_base(&way, &base).map(|url| url.href()).unwrap_or(way)
}
