//! Files that the page hands to the reader.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// An address that holds the file itself: nothing has to be given back afterwards.
pub(crate) fn data(kind: &str, text: &str) -> String {
    [kind, &String::from(js_sys::encode_uri_component(text))].concat()
}

/// What stands in front of a drawing's text in its address.
pub(crate) const SVG: &str = "data:image/svg+xml;charset=utf-8,";

/// Hands over what an address holds, under a name.
pub(crate) fn hand_over(file: &str, name: &str) {
    let link = document().create_element("a").ok().and_then(|link| link.dyn_into::<HtmlElement>().ok());
    if let Some(link) = link {
        // Neither can fail: both are ordinary attributes of a link.
        let _ = link.set_attribute("href", file);
        let _ = link.set_attribute("download", name);
        link.click();
    }
}
