//! What an arrow key makes of a value.

use quantity::Quantity;

/// The value `steps` steps after `now`, on whole steps and within the row's range; from nothing, the smallest value.
#[must_use]
pub(super) fn after(row: &Quantity, now: Option<f64>, steps: i32) -> f64 {
    let (min, max) = row.range().unwrap_or((0.0, 0.0));
    let Some(now) = now else { return min };
    let place = now / row.step;
    let whole = if steps > 0 { (place + SLACK).floor() } else { (place - SLACK).ceil() };
    let next = (whole + f64::from(steps)) * row.step;
    // 3 × 0.05 is not 0.15 to the last bit.
    let tidy = (next * 1e9).round() / 1e9;
    tidy.clamp(min, max)
}

/// Share of a step below which a value counts as standing on it.
const SLACK: f64 = 1e-6;

#[cfg(test)]
mod tests {
    use super::after;
    use quantity::{Key, Unit};

    #[test]
    fn steps_lead_to_round_values() {
        let cached = Key::Cached.row();
        assert_eq!(Unit::Fraction.field_text(after(cached, Some(0.1), 1)), "15");
        assert_eq!(Unit::Fraction.field_text(after(cached, Some(0.12), 1)), "15");
        assert_eq!(Unit::Fraction.field_text(after(cached, Some(0.12), -1)), "10");
        assert_eq!(Unit::Wait.field_text(after(Key::Ttft.row(), Some(0.5), 10)), "1,000");
    }

    #[test]
    fn steps_stop_at_the_ends() {
        let text = |key: Key, now, steps| key.row().unit.field_text(after(key.row(), now, steps));
        assert_eq!(text(Key::Spare, Some(0.0), -1), "0");
        assert_eq!(text(Key::Rate, Some(0.5), -10), "0.001");
        assert_eq!(text(Key::Replicas, None, 1), "1");
    }
}
