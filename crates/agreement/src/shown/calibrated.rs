//! What a calibration found, in words.

use super::words::{levels, typical};
use crate::calibration::{Calibration, Estimate, Unidentified};
use chart::{Cell, Table};
use plan::PlanInput;
use present::Take;
use quantity::Key;

/// Each quantity as planned and as measured; without rows where nothing was found.
pub(super) fn table(calibration: &Calibration) -> Table {
    let head = ["Quantity", "Planned", "Measured", "95% interval"].map(String::from);
    let row = |estimate: &Estimate| {
        let row = estimate.key.row();
        let texts = [
            row.label.into(),
            row.unit.exact(estimate.was),
            row.unit.exact(estimate.value),
            interval(estimate),
        ];
        texts.map(Cell::from).into()
    };
    let rows = calibration.estimates.iter().map(row).collect();
    Table { caption: "What the test says of the engine".into(), head: head.into(), rows }
}

fn interval(estimate: &Estimate) -> String {
    let unit = estimate.key.row().unit;
    match estimate.interval {
        _ if estimate.at_end => "at its end: more than the hardware has".into(),
        Some((low, high)) => format!("{} to {}", unit.show(low), unit.show(high)),
        None => "too few levels to say".into(),
    }
}

/// How much better it predicts, and what could not be told.
pub(super) fn sentences(calibration: &Calibration) -> Vec<String> {
    let gain = match (calibration.before, calibration.after) {
        (Some(before), Some(after)) if !calibration.estimates.is_empty() => Some(format!(
            "With the plan’s values the model is typically {} off at these {}. Calibrated on the others, it is {} off at the \
             level left out.",
            typical(before),
            levels(calibration.levels),
            typical(after)
        )),
        (Some(before), None) if !calibration.estimates.is_empty() => Some(format!(
            "With the plan’s values the model is typically {} off. The levels are too few to leave one out and see what \
             calibrating gains.",
            typical(before)
        )),
        _ => None,
    };
    let no_gain = !calibration.estimates.is_empty() && !calibration.is_gain();
    let no_gain =
        no_gain.then(|| "That is no gain, so there is nothing to take: the plan’s values do as well.".into());
    let left = calibration.unidentified.iter().map(|(key, why)| untold(*key, *why));
    let mut all: Vec<String> = gain.into_iter().chain(no_gain).chain(left).collect();
    // One level alone is one reason for all four.
    all.dedup();
    all
}

fn untold(key: Key, why: Unidentified) -> String {
    let label = key.row().label;
    match why {
        Unidentified::NoLevel => "There is no sound level to calibrate on.".into(),
        Unidentified::OneLevel => {
            "One level alone cannot tell an efficiency from a constant, and leaves none to check it by: nothing is changed.".into()
        }
        Unidentified::NoPrefill => format!(
            "{label} stays as planned: no level has a TTFT that is mostly prefill, rather than waiting or reading weights."
        ),
        Unidentified::NoDecode => format!("{label} stays as planned: no level has a time per token."),
        Unidentified::Alike(other) => format!(
            "{label} stays as planned: at these levels it looks just like {}. Levels further apart would tell.",
            other.row().label
        ),
        Unidentified::Vague(low, high) => {
            let unit = key.row().unit;
            format!(
                "{label} stays as planned: the levels leave it between {} and {}, which is no better than to guess.",
                unit.show(low),
                unit.show(high)
            )
        }
        Unidentified::Unchanged => format!("{label} stays as planned: the levels show no other than chance would."),
    }
}

/// The calibrated values, and what undoes them.
pub(super) fn takes(calibration: &Calibration, input: &PlanInput) -> Vec<Take> {
    if !calibration.is_gain() {
        return Vec::new();
    }
    let text = |pairs: Vec<(Key, String)>| {
        pairs.into_iter().map(|(key, text)| (key.row().name.into(), text)).collect()
    };
    let named: Vec<String> = calibration
        .estimates
        .iter()
        .map(|estimate| {
            let row = estimate.key.row();
            format!("{} {}", row.label, row.unit.exact(estimate.value))
        })
        .collect();
    let sentence = format!("The plan will have {}, marked as measured.", named.join(", "));
    vec![
        Take { what: "what the test measured".into(), sentence, pairs: text(calibration.pairs(input)) },
        Take {
            what: "what the plan said before".into(),
            sentence: "The plan will have its own values again, without the mark.".into(),
            pairs: text(calibration.undo(input)),
        },
    ]
}
