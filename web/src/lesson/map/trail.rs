//! What is selected, in the address, and so in the browser's history.
//!
//! A click or Enter is a step of its own there. What the keyboard only comes by is one step for the whole way.

use crate::state::address;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsValue;

/// How long the focus must rest before the address follows; browsers refuse to be told at every key.
const PAUSE: Duration = Duration::from_millis(250);

/// The way of selections through the address.
#[derive(Default)]
pub(super) struct Trail {
    /// Whether the step that stands in the address may be written over.
    passing: Rc<Cell<bool>>,
    waiting: Cell<Option<TimeoutHandle>>,
}

impl Trail {
    /// Writes a fragment that was asked for.
    pub(super) fn settle(&self, fragment: &str) {
        write(&self.passing, fragment);
        self.rest();
    }

    /// Writes a fragment that the focus came by, once it rests there.
    pub(super) fn pass(&self, fragment: String) {
        self.forget();
        let passing = Rc::clone(&self.passing);
        let follow = move || {
            write(&passing, &fragment);
            passing.set(true);
        };
        self.waiting.set(set_timeout_with_handle(follow, PAUSE).ok());
    }

    /// What stands in the address stays in the history.
    pub(super) fn rest(&self) {
        self.forget();
        self.passing.set(false);
    }

    fn forget(&self) {
        if let Some(waiting) = self.waiting.take() {
            waiting.clear();
        }
    }
}

fn write(passing: &Cell<bool>, fragment: &str) {
    if address::fragment() == fragment {
        return;
    }
    if passing.get() {
        return replace(fragment);
    }
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address_with(fragment)));
    }
}

/// Writes a fragment in place of the one in the address.
pub(super) fn replace(fragment: &str) {
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or_default();
        let _ = history.replace_state_with_url(&state, "", Some(&address_with(fragment)));
    }
}

fn address_with(fragment: &str) -> String {
    if fragment.is_empty() {
        // An address without one; "#" alone would leave its sign there.
        return window().location().pathname().unwrap_or_default();
    }
    ["#", fragment].concat()
}
