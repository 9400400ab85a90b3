//! The clipboard.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Copies a text; says whether the browser let it.
pub(super) async fn copy(text: &str) -> bool {
    match writing(text) {
        Some(promise) => JsFuture::from(promise).await.is_ok(),
        None => false,
    }
}

/// The clipboard's promise; there is none where a page may not write to it.
fn writing(text: &str) -> Option<Promise> {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into()).ok()?.dyn_into().ok()?;
    write.call1(&clipboard, &text.into()).ok()?.dyn_into().ok()
}
