//! The reader's last plan, kept in this browser and offered, never opened unasked.

use leptos::prelude::*;
use web_sys::Storage;

const NAME: &str = "headroom.plan";

/// What keeps texts for the next visit; nothing where the browser refuses.
#[must_use]
pub fn local() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Keeps `link` as the last plan; an empty one leaves what was kept. A browser that refuses storage keeps none, no more.
pub fn keep(link: &str) {
    if let Some(local) = local().filter(|_| !link.is_empty()) {
        let _ = local.set_item(NAME, link);
    }
}

/// Whether this browser lets the page keep anything at all.
#[must_use]
pub fn can_keep() -> bool {
    local().is_some()
}

/// The last plan, where there is one and it is not the worked example.
#[must_use]
pub fn last() -> Option<String> {
    let link = local()?.get_item(NAME).ok().flatten()?;
    (plan::is_plan(&link) && link.contains('&')).then_some(link)
}
