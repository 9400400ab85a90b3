//! Where this browser keeps plans.

use super::text::{self, is_damaged};
use crate::state::saved;
use gloo_storage::{LocalStorage, Storage};
use plan::Scenario;

/// Where they are kept. A form that this one cannot read would have another version and another key.
const KEY: &str = "headroom.kept.1";

/// How many plans are kept at most: what a file of five megabytes can hold, at 11 kB each, and fewer than it may.
pub(super) const MOST: usize = 400;

const _: () = assert!(MOST <= export::MOST_IN_FILE, "all that is kept can be taken along");

/// How many damaged texts are set aside before the page gives up.
const MOST_ASIDE: usize = 9;

/// Why something was not kept.
pub(super) enum Refusal {
    /// The browser keeps no more.
    Full,
    /// There are as many as there may be.
    Many,
}

/// Whether this browser keeps anything at all.
pub(super) fn is_there() -> bool {
    // Not asked of the storage's wrapper, which would panic.
    saved::can_keep()
}

/// The plans that are kept.
pub(super) fn all() -> Vec<Scenario> {
    text::kept(&stored())
}

/// Keeps these plans and no others.
pub(super) fn put(plans: &[Scenario]) -> Result<(), Refusal> {
    if plans.len() > MOST {
        return Err(Refusal::Many);
    }
    // What could not be set aside is not written over.
    if !is_there() || is_damaged(&stored()) {
        return Err(Refusal::Full);
    }
    LocalStorage::set(KEY, text::written(plans)).map_err(|_| Refusal::Full)
}

/// Sets aside what is damaged, so that nothing is written over it, and says what happened.
pub(super) fn mend() -> Option<String> {
    let damaged = stored();
    if !is_damaged(&damaged) {
        return None;
    }
    let plans = text::kept(&damaged);
    let fault = text::read(&damaged).1.first().map(ToString::to_string).unwrap_or_default();
    let what = ["What this browser kept is damaged. ", &fault].concat();
    let then = match set_aside(&damaged) {
        Some(key) if LocalStorage::set(KEY, text::written(&plans)).is_ok() => {
            [" The list shows what could be read; the damaged text stands in the browser’s storage as ", &key, "."].concat()
        }
        _ => " The list shows what could be read. There is no room to set the damaged text aside, so nothing is kept over it."
            .into(),
    };
    Some(what + &then)
}

fn stored() -> String {
    saved::local().and_then(|local| local.get_item(KEY).ok().flatten()).unwrap_or_default()
}

/// Keeps a damaged text under a key that is free, and returns that.
fn set_aside(text: &str) -> Option<String> {
    let storage = saved::local()?;
    let keys = (1..=MOST_ASIDE).map(|number| [KEY, ".damaged.", &number.to_string()].concat());
    let is_free = |key: &String| storage.get_item(key).ok().flatten().is_none_or(|kept| kept == text);
    let key = keys.into_iter().find(is_free)?;
    storage.set_item(&key, text).ok().map(|()| key)
}
