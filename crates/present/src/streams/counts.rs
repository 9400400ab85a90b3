//! What did not come to a full answer, and what that does to the figures.

use super::count;
use latency::Report;
use quantity::Unit;

/// A sentence for each thing that is so.
pub(super) fn notes(report: &Report) -> Vec<String> {
    let counts = &report.counts;
    let mut notes = Vec::new();
    if report.ttft.is_none() {
        notes.push("No request finished with a token, so there are no latencies to show.".into());
    }
    let mut note = |number: usize, what: &str, so: &str| {
        if number > 0 {
            notes.push([what, ": ", &count(number), ". ", so].concat());
        }
    };
    note(
        counts.failed,
        "Failed",
        "A failed request misses every target, and its latencies are not among those shown.",
    );
    note(
        counts.cut_off,
        "Cut off by the end of the run",
        "That says nothing about the server: such a request is not judged, and its latencies are left out.",
    );
    note(
        counts.first_only,
        "Kept up to the first token",
        "Their TTFT is among those shown. They have no other latency and are not judged.",
    );
    note(
        counts.no_token,
        "Finished without a token",
        "Such a request has no latency, and counts as missing every target.",
    );
    note(
        counts.one_token,
        "Finished with one token",
        "With nothing to follow it there is no TPOT and no gap, and so no such target to miss.",
    );
    if let Some(held) = report.tokens_per_chunk().filter(|held| *held > 1.0) {
        let held = Unit::Number.show(held);
        notes.push(
            ["A chunk holds ", &held, " tokens on average, so ITL depends on what counts as a gap."].concat(),
        );
    }
    notes
}
