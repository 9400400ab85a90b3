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

/// A set to start from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StreamPreset {
    /// Its name.
    pub name: &'static str,
    /// What to see in it.
    pub sentence: &'static str,
    /// The fields that differ from the worked example, by id, with their texts.
    pub texts: &'static [(&'static str, &'static str)],
}

/// Sets to start from; the worked example first.
pub static STREAM_PRESETS: [StreamPreset; 4] = [
    StreamPreset {
        name: "The worked example",
        sentence: "51 of 400 wait long for their first token, 23 freeze once, and TPOT sees neither.",
        texts: &[],
    },
    StreamPreset {
        name: "Freezes count",
        sentence: "The same streams with a target on the longest gap: 20 that looked good fail.",
        texts: &[("gap", "500")],
    },
    StreamPreset {
        name: "Freezes in every second stream",
        sentence: "Half of the requests stop for 0.8 s, and p99 of all gaps hardly moves: a freeze is one gap in hundreds.",
        texts: &[("spikes", "0"), ("stalls", "50")],
    },
    StreamPreset {
        name: "A queue and nothing else",
        sentence: "Three in ten wait long and none freezes: p95 TTFT and goodput fall, TPOT stays where it was.",
        texts: &[("spikes", "30"), ("stalls", "0")],
    },
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
    /// The number that a text stands for, nothing for an empty one; and how it was understood, where that is not plain.
    ///
    /// # Errors
    /// What is wrong with it and what is allowed, in a sentence.
    ///
    /// ```
    /// use present::DRAWN;
    /// use quantity::Decimal;
    /// let stalls = DRAWN[3];
    /// assert_eq!(stalls.read("5", Decimal::Point), Ok((Some(0.05), None)));
    /// assert_eq!(stalls.read("500", Decimal::Point).unwrap_err(), "Enter a value from 0% to 100%.");
    /// ```
    pub fn read(&self, text: &str, decimal: Decimal) -> Result<(Option<f64>, Option<String>), String> {
        if text.trim().is_empty() {
            return Ok((self.start, self.start.map(|start| self.standing_in(start))));
        }
        let reading =
            read(text, self.unit, Place::Field(decimal)).map_err(|fault| fault.message(self.unit))?;
        let (least, most) = self.range;
        let whole = self.unit != Unit::Count
            || quantity::float::trunc(reading.value).total_cmp(&reading.value).is_eq();
        if reading.value >= least && reading.value <= most && whole {
            return Ok((Some(reading.value), reading.note));
        }
        let kind = if self.unit == Unit::Count { "a whole number" } else { "a value" };
        Err(format!("Enter {kind} from {} to {}.", self.unit.exact(least), self.unit.exact(most)))
    }

    fn standing_in(&self, start: f64) -> String {
        ["Empty, so the example’s ", &self.unit.exact(start), " holds"].concat()
    }

    /// The text of the number nearest to `value` that a pointer may choose: a tenth of an arrow key's step is as fine as it
    /// gets.
    #[must_use]
    pub fn nearest(&self, value: f64) -> String {
        let fine = self.step / 10.0;
        let next = quantity::float::tidy(quantity::float::floor(value / fine + 0.5) * fine);
        self.unit.field_text(quantity::float::within(next, self.range.0, self.range.1))
    }

    /// The text that it starts with.
    #[must_use]
    pub fn starting_text(&self) -> String {
        self.start.map_or_else(String::new, |start| self.unit.field_text(start))
    }

    /// The text so many steps from the one that stands there; the same where that is no number.
    #[must_use]
    pub fn stepped(&self, text: &str, decimal: Decimal, steps: i32) -> String {
        let Ok((now, _)) = self.read(text, decimal) else { return text.into() };
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
            let text = field.starting_text();
            assert_eq!(
                field.read(&text, Decimal::Point).map(|(value, _)| value),
                Ok(field.start),
                "{}",
                field.id
            );
        }
    }

    #[test]
    fn presets_name_fields_and_their_texts_are_allowed() {
        for (id, text) in STREAM_PRESETS.iter().flat_map(|preset| preset.texts) {
            let field = DRAWN.iter().chain(&JUDGED).find(|field| field.id == *id).expect(id);
            assert!(field.read(text, Decimal::Point).is_ok(), "{id}: {text}");
        }
    }

    #[test]
    fn a_pointer_chooses_round_numbers() {
        assert_eq!(JUDGED[0].nearest(0.983_21), "985");
        assert_eq!(JUDGED[0].nearest(-4.0), "1");
    }

    #[test]
    fn steps_end_at_the_range() {
        assert_eq!(DRAWN[3].stepped("95", Decimal::Point, 10), "100");
        assert_eq!(JUDGED[2].stepped("", Decimal::Point, 1), "51");
    }
}
