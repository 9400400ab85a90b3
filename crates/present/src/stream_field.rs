//! What a reader may change on the page of token streams.

use quantity::{Decimal, Place, Unit, read};

/// A number that may be changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StreamField {
    /// Its name on the page.
    pub id: &'static str,
    /// The label of its field.
    pub label: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// Where it starts; nothing where it is off until somebody sets it.
    pub start: Option<f64>,
    /// The least and the most that it may be.
    pub range: (f64, f64),
    /// What an arrow key adds.
    pub step: f64,
}

/// What is drawn, in the order of [`latency::Synthetic`]'s fields.
pub static DRAWN: [StreamField; 5] = [
    field("seed", "Seed", Unit::Count, Some(5.0), (0.0, 4_294_967_295.0), 1.0),
    field("count", "Requests", Unit::Count, Some(400.0), (1.0, 20_000.0), 50.0),
    field("spikes", "Waiting long", Unit::Fraction, Some(0.1), (0.0, 1.0), 0.05),
    field("stalls", "Frozen once", Unit::Fraction, Some(0.05), (0.0, 1.0), 0.05),
    field("stall", "Length of a freeze", Unit::Wait, Some(0.8), (0.0, 60.0), 0.1),
];

/// What is judged, in the order of [`latency::Target::ALL`].
pub static JUDGED: [StreamField; 4] = [
    field("ttft", "TTFT target", Unit::Wait, Some(1.0), (0.001, 3600.0), 0.05),
    field("tpot", "TPOT target", Unit::Seconds, Some(0.05), (0.0001, 60.0), 0.005),
    field("gap", "Longest gap", Unit::Wait, None, (0.001, 3600.0), 0.05),
    field("e2e", "Time to the last token", Unit::Wait, None, (0.001, 86_400.0), 0.5),
];

const fn field(
    id: &'static str,
    label: &'static str,
    unit: Unit,
    start: Option<f64>,
    range: (f64, f64),
    step: f64,
) -> StreamField {
    StreamField { id, label, unit, start, range, step }
}

impl StreamField {
    /// The number that a text stands for; nothing for an empty one.
    ///
    /// # Errors
    /// What is wrong with it and what is allowed, in a sentence.
    ///
    /// ```
    /// use present::DRAWN;
    /// use quantity::Decimal;
    /// let stalls = DRAWN[3];
    /// assert_eq!(stalls.read("5", Decimal::Point), Ok(Some(0.05)));
    /// assert_eq!(stalls.read("500", Decimal::Point).unwrap_err(), "Enter a value from 0% to 100%.");
    /// ```
    pub fn read(&self, text: &str, decimal: Decimal) -> Result<Option<f64>, String> {
        if text.trim().is_empty() {
            return Ok(self.start);
        }
        let reading =
            read(text, self.unit, Place::Field(decimal)).map_err(|fault| fault.message(self.unit))?;
        let (least, most) = self.range;
        let whole = self.unit != Unit::Count
            || quantity::float::trunc(reading.value).total_cmp(&reading.value).is_eq();
        if reading.value >= least && reading.value <= most && whole {
            return Ok(Some(reading.value));
        }
        let kind = if self.unit == Unit::Count { "a whole number" } else { "a value" };
        Err(format!("Enter {kind} from {} to {}.", self.unit.exact(least), self.unit.exact(most)))
    }

    /// The text that it starts with.
    #[must_use]
    pub fn starting_text(&self) -> String {
        self.start.map_or_else(String::new, |start| self.unit.field_text(start))
    }

    /// The text so many steps from the one that stands there; the same where that is no number.
    #[must_use]
    pub fn stepped(&self, text: &str, decimal: Decimal, steps: i32) -> String {
        let Ok(now) = self.read(text, decimal) else { return text.into() };
        let from = now.unwrap_or(self.range.0);
        let next = quantity::float::tidy(from + self.step * f64::from(steps));
        self.unit.field_text(quantity::float::within(next, self.range.0, self.range.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_is_allowed_and_reads_back() {
        for field in DRAWN.iter().chain(&JUDGED) {
            assert_eq!(field.read(&field.starting_text(), Decimal::Point), Ok(field.start), "{}", field.id);
        }
    }

    #[test]
    fn steps_end_at_the_range() {
        assert_eq!(DRAWN[3].stepped("95", Decimal::Point, 10), "100");
        assert_eq!(JUDGED[2].stepped("", Decimal::Point, 1), "51");
    }
}
