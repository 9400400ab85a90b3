//! The last verdict of a load test on a plan, kept in this browser for the maps.

use super::saved::local;
use present::Tested;

const NAME: &str = "headroom.tested";

/// Keeps the text of a verdict in place of the one before; false where the browser refuses.
#[must_use]
pub fn keep(text: &str) -> bool {
    local().is_some_and(|local| local.set_item(NAME, text).is_ok())
}

/// The verdict that was kept last; `None` where there is none that can be read.
#[must_use]
pub fn kept() -> Option<Tested> {
    Tested::read(&local()?.get_item(NAME).ok().flatten()?)
}
