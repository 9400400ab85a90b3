//! What the reader said on the page: a text for each field, and the definitions.

use present::{DRAWN, JUDGED, StreamField, StreamPreset};
use quantity::Decimal;
use worker::{Draw, Judge};

/// How many fields there are.
pub const FIELDS: usize = DRAWN.len() + JUDGED.len();

/// What stands in the fields.
#[derive(Clone, PartialEq)]
pub struct Said {
    /// What stands in each field, those of what is drawn first.
    pub texts: [String; FIELDS],
    /// Which definition of ITL, and which of a quantile.
    pub choices: [String; 2],
}

/// The number of each field; nothing for a target that is off.
pub type Numbers = [Option<f64>; FIELDS];

/// A field by its place.
pub fn field(place: usize) -> &'static StreamField {
    DRAWN.iter().chain(&JUDGED).nth(place).unwrap_or(&DRAWN[0])
}

/// The place of the field with this id.
pub fn place(id: &str) -> Option<usize> {
    DRAWN.iter().chain(&JUDGED).position(|field| field.id == id)
}

impl Default for Said {
    /// The worked example.
    fn default() -> Self {
        Self {
            texts: std::array::from_fn(|place| field(place).starting_text()),
            choices: ["2".into(), "linear".into()],
        }
    }
}

impl Said {
    /// What a preset says.
    pub fn of(preset: &StreamPreset) -> Self {
        let mut said = Self::default();
        for (id, text) in preset.texts {
            if let Some(place) = place(id) {
                said.texts[place] = (*text).into();
            }
        }
        said
    }

    /// As it is kept: a line each, the definitions first.
    pub fn kept(&self) -> String {
        let lines: Vec<&str> = self.choices.iter().chain(&self.texts).map(String::as_str).collect();
        lines.join("\n")
    }

    /// Takes up what was kept; lines that are missing leave what stands.
    pub fn take_up(&mut self, kept: &str) {
        for (text, line) in self.choices.iter_mut().chain(&mut self.texts).zip(kept.split('\n')) {
            line.clone_into(text);
        }
    }

    /// Whether the same streams are drawn.
    pub fn draws_like(&self, other: &Self) -> bool {
        self.texts.iter().zip(&other.texts).take(DRAWN.len()).all(|(one, other)| one == other)
    }

    /// The number of each field; nothing where one cannot be read.
    pub fn numbers(&self, decimal: Decimal) -> Option<Numbers> {
        let mut numbers = [None; FIELDS];
        for (place, number) in numbers.iter_mut().enumerate() {
            let text = &self.texts[place];
            // An emptied target is off; an emptied field of what is drawn is the example's.
            let off = place >= DRAWN.len() && text.trim().is_empty();
            *number = if off { None } else { field(place).read(text, decimal).ok()?.0 };
        }
        Some(numbers)
    }

    /// What to draw.
    pub fn drawn(&self, numbers: &Numbers) -> Draw {
        let of = |place: usize| numbers[place].or(field(place).start).unwrap_or_default();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole numbers from 0 on, which the field has checked"
        )]
        Draw { seed: of(0) as u64, count: of(1) as u32, spikes: of(2), stalls: of(3), stall: of(4) }
    }

    /// The terms to judge by.
    pub fn judged(&self, numbers: &Numbers) -> Judge {
        let of = |place: usize| numbers[DRAWN.len() + place];
        Judge {
            ttft: of(0),
            tpot: of(1),
            longest_gap: of(2),
            e2e: of(3),
            itl: self.choices[0].parse().unwrap_or(2),
            nearest_rank: self.choices[1] == "nearest",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use present::STREAM_PRESETS;

    #[test]
    fn what_is_kept_is_taken_up_again() {
        for preset in &STREAM_PRESETS {
            let said = Said::of(preset);
            let mut other = Said::default();
            other.take_up(&said.kept());
            assert!(other == said, "{}", preset.name);
            assert!(said.numbers(Decimal::Point).is_some());
        }
    }

    #[test]
    fn a_cut_draft_leaves_what_stands() {
        let mut said = Said::default();
        said.take_up("0\nnearest\n7");
        assert_eq!(
            (said.texts[0].as_str(), said.texts[1].as_str(), said.judged(&[None; FIELDS]).itl),
            ("7", "400", 0)
        );
    }
}
