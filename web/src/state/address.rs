//! The plan's text in the page's address.
//!
//! Thin: it moves text between the address and whoever understands it. A fragment never reaches a server.

use super::{draft, saved};
use crate::links;
use leptos::ev;
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;

/// How long typing must rest before the address follows; browsers refuse to be told at every keystroke.
const PAUSE: Duration = Duration::from_millis(250);

#[derive(Default)]
struct Pending {
    fragment: Option<String>,
    draft: String,
    timer: Option<TimeoutHandle>,
}

thread_local! {
    static PENDING: RefCell<Pending> = RefCell::default();
}

/// The fragment of the address without its `#`, as the browser gives it; empty where there is none.
#[must_use]
pub fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').map(String::from).unwrap_or_default()
}

/// Writes `fragment` into the address and the page's links once typing has rested, and keeps it, with what stands in
/// the fields beside it. An empty one removes it from the address.
pub fn write_soon(fragment: String, draft: String) {
    PENDING.with_borrow_mut(|pending| {
        if let Some(timer) = pending.timer.take() {
            timer.clear();
        }
        let timer = set_timeout_with_handle(write_now, PAUSE).ok();
        *pending = Pending { fragment: Some(fragment), draft, timer };
    });
}

/// Writes what waits to be written.
pub fn write_now() {
    let Pending { fragment, draft, timer } = PENDING.take();
    if let Some(timer) = timer {
        timer.clear();
    }
    if let Some(fragment) = fragment {
        replace(&fragment);
        links::carry(&fragment);
        saved::keep(&fragment);
        draft::keep(&fragment, &draft);
    }
}

/// Calls `read` with the new fragment whenever the reader goes back, forward, or edits the address. Lasts as long as
/// the page.
pub fn on_change(read: impl Fn(String) + 'static) {
    let changed = window_event_listener(ev::hashchange, move |_| {
        let fragment = fragment();
        links::carry(if plan::is_plan(&fragment) { &fragment } else { "" });
        read(fragment);
    });
    std::mem::forget(changed);
}

/// Leaves nothing unwritten when the reader goes: by a link, by closing the page, or by turning to another one.
pub fn write_before_leaving() {
    std::mem::forget(window_event_listener(ev::pagehide, |_| write_now()));
    std::mem::forget(window_event_listener(ev::visibilitychange, |_| write_now()));
}

/// Replaces the address without a new entry in the history. The browser may refuse when told too often; the next
/// change tries again.
fn replace(fragment: &str) {
    let location = window().location();
    let (path, query) = (location.pathname().unwrap_or_default(), location.search().unwrap_or_default());
    let mark = if fragment.is_empty() { "" } else { "#" };
    let address = [&path, &query, mark, fragment].concat();
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or_default();
        let _ = history.replace_state_with_url(&state, "", Some(&address));
    }
}
