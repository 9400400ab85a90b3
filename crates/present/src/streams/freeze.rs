//! Freezes: gaps so long that a reader sees the text stand still.

use super::judgement::Judgement;
use super::{count, count_or_none};
use quantity::{Seconds, Unit};

/// A gap is a freeze where it is longer than half a second: long past any pace of reading.
pub(super) const FREEZE: Seconds = Seconds::new(0.5);

/// Whether a gap is a freeze.
pub(super) fn is_freeze(gap: Seconds) -> bool {
    gap > FREEZE
}

/// A gap as text: a freeze in whole milliseconds, since it holds a wait, and a gap of decoding with its tenths.
pub(super) fn gap_text(gap: Seconds) -> String {
    let unit = if is_freeze(gap) { Unit::Wait } else { Unit::Seconds };
    unit.show(gap.get())
}

/// How many good requests froze all the same, and how many would be good if that counted; `None` where none is good.
pub(super) fn sentence(judgement: &Judgement) -> Option<String> {
    let Judgement { good, good_yet_frozen: frozen, .. } = *judgement;
    if good == 0 {
        return None;
    }
    let half = Unit::Wait.exact(FREEZE.get());
    let who = match (good, frozen) {
        (1, 0) => "The one good request never".into(),
        (1, _) => "The one good request".into(),
        _ => [&capital(count_or_none(frozen)), " of the ", &count(good), " good requests"].concat(),
    };
    let start = [&who, " stood still for more than ", &half].concat();
    if frozen == 0 {
        return Some(start + ".");
    }
    let hidden = " in the middle of an answer. TPOT does not show it: it is one mean over all tokens of a request. With \
                  the longest gap held to ";
    Some([&start, hidden, &half, " as well, ", &count_or_none(good - frozen), " would be good."].concat())
}

/// "None" where a sentence begins with it.
fn capital(number: String) -> String {
    if number == "none" { "None".into() } else { number }
}
