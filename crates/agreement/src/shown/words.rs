//! Words that several sentences share.

use crate::comparison::Compared;
use evidence::Load;
use quantity::Unit;

/// How a figure differs, with sign and factor: "+18%, 1.18 times". Beyond three times there is the factor alone, since a
/// percentage is no longer read.
pub(super) fn difference(figure: Compared) -> String {
    if figure.predicted <= 0.0 {
        return "the model expects none".into();
    }
    let ratio = figure.ratio();
    let times = format!("{} times", Unit::Number.show(ratio));
    let change = Unit::Fraction.show((ratio - 1.0).abs());
    match ratio {
        r if (r - 1.0).abs() < 0.005 => "the same".into(),
        r if r >= 3.0 => times,
        r if r >= 1.0 => format!("+{change}, {times}"),
        _ => format!("−{change}, {times}"),
    }
}

/// A load in words.
pub(super) fn load(load: Load) -> String {
    match load {
        Load::Unknown => "load not stated".into(),
        Load::Open(rate) => Unit::RequestsPerSecond.show(rate.get()),
        Load::AllAtOnce => "all at once".into(),
        Load::Closed(most) => format!("{} in flight", Unit::Count.show(most)),
        Load::Capped(rate, most) => {
            format!(
                "{}, at most {} in flight",
                Unit::RequestsPerSecond.show(rate.get()),
                Unit::Count.show(most)
            )
        }
    }
}

/// "level" or "levels", with their number.
pub(super) fn levels(count: usize) -> String {
    of(count, "level", "levels")
}

/// A number of things.
pub(super) fn of(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", Unit::Count.show(count as f64), if count == 1 { one } else { many })
}

/// Names in a list of at most four: "a, b, c and 3 more".
pub(super) fn list(names: &[String]) -> String {
    const MOST: usize = 4;
    let shown = names.get(..MOST).unwrap_or(names).join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {} more", Unit::Count.show(more as f64)),
    }
}

/// How far a mean of |ln ratio| is, as a percentage of the prediction: e^error − 1.
pub(super) fn typical(error: f64) -> String {
    Unit::Fraction.show(quantity::float::exp(error) - 1.0)
}
