//! What a link says beside one plan: its name, and further scenarios. A page that shows one plan keeps it for the link.

use crate::input::PlanInput;
use crate::link::Note;
use crate::scenario::Scenario;
use crate::scenarios::{PLACES, Scenarios, numbered};
use quantity::Key;

/// How many bytes of further scenarios are kept: several times what they need who state every quantity.
const MOST: usize = 32_768;

/// What was found of it.
#[derive(Default)]
pub(crate) struct Beside {
    pairs: Vec<(String, String)>,
    length: usize,
    /// Which further scenarios are there, as [`Scenarios::from_link`] counts them.
    there: [bool; Scenarios::MOST],
}

impl Beside {
    /// Keeps a pair that is no part of one plan; false for any other.
    pub(crate) fn take(&mut self, name: &str, value: &str) -> bool {
        if name == "name" {
            let fitting = Scenario::fit(value).0;
            if name_of(&self.pairs).is_empty() && !fitting.is_empty() {
                self.pairs.push((name.into(), fitting));
            }
            return true;
        }
        let Some((number, key)) = numbered(name) else { return false };
        let Some(place) = PLACES.iter().position(|known| *known == number) else { return false };
        self.there[place] |= is_said(key, value);
        // With `=` and `&`, or a link of these alone would be kept whole.
        self.length += name.len() + value.len() + 2;
        if self.length <= MOST {
            self.pairs.push((name.into(), value.into()));
        }
        true
    }

    /// Gives all that was found to `input`, and says in `notes` that there is more than the one plan. Half of the further
    /// scenarios would be other ones than were sent, so it is all or none.
    pub(crate) fn settle(mut self, input: &mut PlanInput, notes: &mut Vec<Note>) {
        let is_kept = self.length <= MOST;
        self.pairs.retain(|(key, _)| is_kept || key == "name");
        input.beside = self.pairs;
        let count = 1 + self.there.into_iter().filter(|there| *there).count();
        if count > 1 {
            let others = if is_kept { "are kept" } else { "are too long to keep and were left out" };
            let text =
                format!("This link holds {count} scenarios; this page shows the first. The others {others}.");
            notes.insert(0, Note { scenario: 0, key: None, text });
        }
    }
}

/// The name among such pairs, empty where there is none.
pub(crate) fn name_of(pairs: &[(String, String)]) -> &str {
    pairs.iter().find(|(key, _)| key == "name").map_or("", |(_, value)| value)
}

/// Whether a scenario is there once it has this pair.
fn is_said(key: &str, value: &str) -> bool {
    match key {
        "name" => !Scenario::fit(value).0.is_empty(),
        _ => Key::named(key).is_none() || !value.trim().is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quantity::Place;

    fn noted(link: &str) -> Vec<String> {
        PlanInput::from_link(link).1.into_iter().map(|note| note.text).collect()
    }

    #[test]
    fn one_note_tells_of_all_further_scenarios() {
        let told = "This link holds 3 scenarios; this page shows the first. The others are kept.";
        for (link, notes) in [
            ("v=1&name=Today", vec![]),
            ("v=1&name=", vec![]),
            ("v=1&rate=40&name=Today&2.cached=0.5&2.rate=x&2.colour=red&4.name=Peak", vec![told]),
            ("v=1&2.cached=0.5&3.gpu=h200&3.gpu=h200&4.rate=", vec![told]),
            (
                "v=1&5.rate=40",
                vec![
                    "“5.rate” is not a key this version knows. It was kept in the link and changes nothing.",
                ],
            ),
        ] {
            assert_eq!(noted(link), notes, "{link}");
        }
    }

    #[test]
    fn it_is_written_in_its_place() {
        let link = "v=1&rate=40&name=Today&at=g-queue&colour=red&2.name=Half&2.cached=0.5&3.gpu=h200";
        let (mut input, _) = PlanInput::from_link(link);
        assert!(input.unknown.len() == 1 && input.link() == link);
        input.say(Key::Rate, "50", Place::Link);
        assert_eq!(input.link(), link.replace("rate=40", "rate=50"));
        assert_eq!(input.alone().link(), "v=1&rate=50&at=g-queue&colour=red");
    }

    #[test]
    fn what_is_too_long_is_left_out_as_a_whole() {
        let (input, notes) =
            PlanInput::from_link(&format!("v=1&name=Today&2.rate=40{}", "&3.x=y".repeat(7000)));
        assert_eq!(input.link(), "v=1&name=Today");
        assert!(notes[0].text.ends_with("The others are too long to keep and were left out."), "{notes:?}");
    }
}
