//! The plan in the address of the frame, so that a reload of it shows what stood there.

use leptos::prelude::window;

/// The fragment, without its `#`.
pub(super) fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').map(String::from).unwrap_or_default()
}

/// Puts `fragment` into the frame's address, in place of what stands there: the host's history gets no entry. In a sandbox
/// the browser may refuse; then a reload shows what the host asked for.
pub(super) fn replace(fragment: &str) {
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or_default();
        let _ = history.replace_state_with_url(&state, "", Some(&["#", fragment].concat()));
    }
}
