//! The reader's own plan, kept in this browser and offered, never opened unasked.

use super::draft;
use leptos::prelude::*;
use std::cell::Cell;
use web_sys::Storage;

const NAME: &str = "headroom.plan";
/// What the reader's plan was before one took its place that did not come from it.
const FORMER: &str = "headroom.plan.former";
/// What this tab kept last.
const OF_TAB: &str = "headroom.own";

thread_local! {
    /// Whether the page shows a plan that a link brought, beside the reader's own.
    static IS_GUEST: Cell<bool> = const { Cell::new(false) };
}

/// What keeps texts for the next visit; nothing where the browser refuses.
#[must_use]
pub fn local() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Keeps `link` as the reader's plan; an empty one leaves what was kept, and so does the plan of somebody else. What
/// another tab kept, or another visit, is put aside. A browser that refuses storage keeps none, no more.
pub fn keep(link: &str) {
    let Some(local) = local().filter(|_| !link.is_empty() && !IS_GUEST.get()) else { return };
    if last().is_some_and(|last| last != draft::kept(OF_TAB)) {
        put_aside(link);
    }
    let _ = local.set_item(NAME, link);
    draft::keep_as(OF_TAB, link);
}

/// Puts the reader's plan aside, where `link` is about to take its place.
pub(super) fn put_aside(link: &str) {
    if let Some((local, last)) = local().zip(last().filter(|last| last != link)) {
        let _ = local.set_item(FORMER, &last);
    }
}

/// Takes the plan on the page for somebody else's, which is not kept in place of the reader's, or for the reader's.
pub(super) fn mind_guest(is_guest: bool) {
    IS_GUEST.set(is_guest);
}

/// The reader's plan, where `link` is another one and not of this tab either.
#[must_use]
pub(super) fn other_than(link: &str) -> Option<String> {
    last().filter(|last| last != link && draft::kept(OF_TAB) != link)
}

/// Whether this browser lets the page keep anything at all.
#[must_use]
pub fn can_keep() -> bool {
    local().is_some()
}

/// The last plan, where there is one and it is not the worked example.
#[must_use]
pub fn last() -> Option<String> {
    kept(NAME)
}

/// The plan that was put aside last.
#[must_use]
pub fn former() -> Option<String> {
    kept(FORMER)
}

fn kept(name: &str) -> Option<String> {
    let link = local()?.get_item(name).ok().flatten()?;
    (plan::is_plan(&link) && link.contains('&')).then_some(link)
}
