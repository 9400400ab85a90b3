//! The voice and the rate that a reader chose, kept in this browser.

use crate::state::saved::local;
use speech::Rate;

/// What both names begin with.
const NAME: &str = "headroom.";

/// The rates on offer, in per cent and as they are written.
pub(super) const RATES: [(&str, &str); 6] =
    [("50", "0.5×"), ("75", "0.75×"), ("100", "1×"), ("125", "1.25×"), ("150", "1.5×"), ("200", "2×")];

/// The id of the voice that was chosen.
pub(super) fn voice() -> Option<String> {
    kept("voice").filter(|voice| !voice.is_empty())
}

/// The rate that was chosen, else a voice's own pace.
pub(super) fn rate() -> Rate {
    read_rate(&kept("rate").unwrap_or_default())
}

/// The rate that `percent` names, if it is on offer.
pub(super) fn read_rate(percent: &str) -> Rate {
    let is_offered = RATES.iter().any(|(offered, _)| *offered == percent);
    percent.parse().ok().filter(|_| is_offered).map_or(Rate::NORMAL, Rate::percent)
}

/// Keeps a choice for the next visit. A browser that refuses storage forgets it, no more.
pub(super) fn keep(what: &str, value: &str) {
    if let Some(storage) = local() {
        let _ = storage.set_item(&[NAME, what].concat(), value);
    }
}

fn kept(what: &str) -> Option<String> {
    local()?.get_item(&[NAME, what].concat()).ok().flatten()
}
