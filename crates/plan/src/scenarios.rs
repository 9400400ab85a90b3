//! Plans side by side: a baseline and up to three that differ from it, all in one link.
//!
//! `v=1&rate=20&name=Today&2.name=Half%20cached&2.cached=0.5&3.gpu=h200`: the baseline as any plan, and of each further
//! scenario what differs, under keys with its number in front.

use crate::input::PlanInput;
use crate::link::{self, Note, Reader};
use crate::scenario::{Scenario, unnamed};
use quantity::{Key, Place, clip};

/// A baseline and up to three further scenarios. There is always a baseline.
///
/// A scenario follows the baseline in all that it does not state itself: a change there changes it too. What it states
/// stays its own even while it happens to be what the baseline states.
#[derive(Clone, Debug)]
pub struct Scenarios {
    all: Vec<Scenario>,
    /// What each states itself, a bit for each key. The baseline's stand for nothing.
    own: Vec<u64>,
}

const _: () = assert!(Key::COUNT <= 64, "a bit for each key");

impl PartialEq for Scenarios {
    /// Whether they say the same; a link does not tell what is stated from what is followed, where both are equal.
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Default for Scenarios {
    /// Worked example A alone.
    fn default() -> Self {
        PlanInput::default().into()
    }
}

impl From<PlanInput> for Scenarios {
    fn from(input: PlanInput) -> Self {
        Scenario::new("", input).into()
    }
}

impl From<Scenario> for Scenarios {
    fn from(baseline: Scenario) -> Self {
        Self::of(vec![baseline])
    }
}

impl Scenarios {
    /// How many scenarios there may be, with the baseline.
    pub const MOST: usize = 4;

    /// One plan with all that its link carries beside it, for a page that shows one: [`PlanInput::link`] of it keeps that.
    #[must_use]
    pub fn one(input: PlanInput) -> Self {
        Self::of(vec![Scenario::whole(input)])
    }

    /// All of them, the baseline first.
    #[must_use]
    pub fn all(&self) -> &[Scenario] {
        &self.all
    }

    /// What was said of the scenario at `place`; of the baseline where there is none.
    #[must_use]
    pub fn input(&self, place: usize) -> &PlanInput {
        let scenario = self.all.get(place).unwrap_or(&self.all[0]);
        &scenario.input
    }

    /// Gives the scenario at `place` another name, as [`Scenario::new`] does.
    pub fn rename(&mut self, place: usize, name: &str) {
        if let Some(scenario) = self.all.get_mut(place) {
            scenario.rename(name);
        }
    }

    /// Says `text` for `key` of the scenario at `place`. What is said of the baseline holds for every scenario that does
    /// not state it itself.
    ///
    /// ```
    /// use plan::Scenarios;
    /// use quantity::{Key, Place};
    /// let (mut scenarios, _) = Scenarios::from_link("v=1&rate=40&2.cached=0.6&3.rate=10");
    /// scenarios.say(0, Key::Rate, "30", Place::Link);
    /// assert_eq!(scenarios.link(), "v=1&rate=30&2.cached=0.6&3.rate=10");
    /// // Equal for a moment, and still its own.
    /// scenarios.say(0, Key::Rate, "10", Place::Link);
    /// scenarios.say(0, Key::Rate, "100", Place::Link);
    /// assert_eq!(scenarios.link(), "v=1&rate=100&2.cached=0.6&3.rate=10");
    /// ```
    pub fn say(&mut self, place: usize, key: Key, text: &str, from: Place) {
        let Some(scenario) = self.all.get_mut(place) else { return };
        scenario.input.say(key, text, from);
        self.own[place] |= bit(key);
        self.spread(place, key);
    }

    /// Lets the scenario at `place` follow the baseline in `key` again.
    pub fn follow(&mut self, place: usize, key: Key) {
        if place > 0 && place < self.all.len() {
            self.own[place] &= !bit(key);
            self.spread(0, key);
        }
    }

    /// Puts `input` in the place of what was said of the scenario at `place`.
    pub fn replace(&mut self, place: usize, input: PlanInput) {
        let Some(scenario) = self.all.get_mut(place) else { return };
        scenario.input = input;
        for key in Key::all() {
            if place > 0 && self.all[place].input.differs(key, &self.all[0].input) {
                self.own[place] |= bit(key);
            }
            self.spread(place, key);
        }
    }

    /// Lets whoever follows the baseline in `key` do so, after the scenario at `place` was changed.
    fn spread(&mut self, place: usize, key: Key) {
        let Some((base, others)) = self.all.split_first_mut().filter(|_| place == 0) else { return };
        for (other, own) in others.iter_mut().zip(&self.own[1..]) {
            if own & bit(key) == 0 {
                other.input.adopt(key, &base.input);
            }
        }
    }

    /// Adds a scenario, where there is room for one; says whether there was.
    pub fn push(&mut self, scenario: Scenario) -> bool {
        let room = self.all.len() < Self::MOST;
        if room {
            self.own.push(stated(&scenario.input, &self.all[0].input));
            self.all.push(scenario);
        }
        room
    }

    /// Adds a copy of the scenario at `place` behind the others; its place, where there was room.
    pub fn duplicate(&mut self, place: usize) -> Option<usize> {
        let name = self.label(place) + ", copy";
        let copy = Scenario::new(&name, self.input(place).clone());
        self.push(copy).then(|| self.all.len() - 1)
    }

    /// Takes out the scenario at `place`, where there is one and another is left. After the first is taken out, the
    /// second is the baseline.
    pub fn remove(&mut self, place: usize) -> Option<Scenario> {
        if self.all.len() == 1 || place >= self.all.len() {
            return None;
        }
        let removed = self.all.remove(place);
        self.own.remove(place);
        if place == 0 {
            // Another baseline: what differs from it is stated.
            *self = Self::of(core::mem::take(&mut self.all));
        }
        Some(removed)
    }

    /// Some, of which there is at least one: what differs from the first is stated.
    fn of(all: Vec<Scenario>) -> Self {
        let own = all.iter().map(|scenario| stated(&scenario.input, &all[0].input)).collect();
        Self { all, own }
    }

    /// What to call the scenario at `place`: its name, else "Baseline" or "Scenario 2".
    #[must_use]
    pub fn label(&self, place: usize) -> String {
        self.all.get(place).map_or_else(|| unnamed(place), |scenario| scenario.label(place))
    }

    /// The quantities for which the scenario at `place` has another value than the baseline.
    pub fn differences(&self, place: usize) -> impl Iterator<Item = Key> {
        let pair = self.all.first().zip(self.all.get(place));
        Key::all().filter(move |key| pair.is_some_and(|(base, other)| other.input.differs(*key, &base.input)))
    }

    /// Reads the fragment of an address, with or without `#`, as [`PlanInput::from_link`] does. It never fails.
    ///
    /// ```
    /// use plan::Scenarios;
    /// let (scenarios, notes) = Scenarios::from_link("#v=1&rate=40&name=Today&2.cached=0.6&5.tp=8");
    /// assert_eq!((scenarios.label(0), scenarios.label(1)), ("Today".into(), "Scenario 2".into()));
    /// assert_eq!(scenarios.all()[1].input.link(), "v=1&rate=40&cached=0.6");
    /// assert_eq!(notes[0].text, "Scenario 5 was left out: a link holds at most 4.");
    /// assert_eq!(scenarios.link(), "v=1&rate=40&name=Today&2.cached=0.6");
    /// ```
    #[must_use]
    pub fn from_link(fragment: &str) -> (Self, Vec<Note>) {
        let (mut reader, mut said, mut beyond) = (Reader::default(), Said::none(), Beyond::default());
        reader.pairs(fragment, &mut |reader, name, value| {
            let (number, key) = numbered(name).unwrap_or(("1", name));
            match PLACES.iter().position(|place| *place == number) {
                Some(place) => {
                    reader.scenario = place;
                    said[place].take(reader, key, value);
                }
                None => beyond.take(number, key, value),
            }
        });
        let (scenarios, places) = Self::settled(said, &mut reader);
        beyond.tell(&mut reader);
        let mut notes = reader.finish();
        notes.iter_mut().for_each(|note| note.belongs(&places));
        (scenarios, notes)
    }

    /// Fills in what the further scenarios share with the baseline. Numbers between them that say nothing are closed up:
    /// beside the scenarios there is the place that each number of the link got.
    fn settled(said: [Said; Self::MOST], reader: &mut Reader) -> (Self, [Option<usize>; Self::MOST]) {
        let mut all: Vec<Scenario> = Vec::new();
        let mut places = [None; Self::MOST];
        for (number, Said { mut input, name }) in said.into_iter().enumerate() {
            reader.scenario = number;
            if let Some(base) = all.first() {
                if input == PlanInput::default() && name.is_none() {
                    continue;
                }
                input.inherit(&base.input);
                reader.settle(&mut input, Some(&base.input));
            } else {
                reader.settle(&mut input, None);
            }
            let name = name.filter(|name| *name != unnamed(all.len())).unwrap_or_default();
            places[number] = Some(all.len());
            all.push(Scenario::new(&name, input));
        }
        (Self::of(all), places)
    }

    /// Writes them as a fragment, without `#`: the baseline as [`PlanInput::link`] does, then of each further scenario its
    /// name and what differs.
    #[must_use]
    pub fn link(&self) -> String {
        let mut link = link::start();
        let mut base = &PlanInput::default();
        for (place, scenario) in self.all.iter().enumerate() {
            let prefix = if place == 0 { String::new() } else { format!("{}.", PLACES[place]) };
            let before = link.len();
            scenario.input.write(&mut link, &prefix, base, scenario.name());
            if link.len() == before && place > 0 {
                // Something has to say that it is there.
                scenario.input.write(&mut link, &prefix, base, &unnamed(place));
            }
            if place == 0 {
                base = &scenario.input;
            }
        }
        link
    }
}

const fn bit(key: Key) -> u64 {
    1 << key as u64
}

/// What `input` has another value for than `base`, a bit for each key.
fn stated(input: &PlanInput, base: &PlanInput) -> u64 {
    Key::all().filter(|key| input.differs(*key, base)).map(bit).sum()
}

/// The numbers of scenarios, as a link writes them.
pub(crate) const PLACES: [&str; Scenarios::MOST] = ["1", "2", "3", "4"];

/// The number in front of a key and the key: `2.cached`. The baseline's keys have none, so `1.cached` is no such key.
///
/// ```
/// assert_eq!(plan::numbered("2.cached"), Some(("2", "cached")));
/// assert_eq!((plan::numbered("1.cached"), plan::numbered("cached")), (None, None));
/// ```
#[must_use]
pub fn numbered(name: &str) -> Option<(&str, &str)> {
    let (number, key) = name.split_once('.')?;
    let counts = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    (counts && !number.is_empty() && number != "1").then_some((number, key))
}

/// What a link says of one scenario.
struct Said {
    input: PlanInput,
    name: Option<String>,
}

impl Said {
    fn none() -> [Self; Scenarios::MOST] {
        [(); Scenarios::MOST].map(|()| Self { input: PlanInput::default(), name: None })
    }

    fn take(&mut self, reader: &mut Reader, key: &str, value: &str) {
        if key == "name" {
            self.call(reader, value);
        } else {
            reader.pair(&mut self.input, key, value);
        }
    }

    fn call(&mut self, reader: &mut Reader, value: &str) {
        let key = reader.shown("name");
        let (name, fault) = Scenario::fit(value);
        let text = match (&self.name, fault) {
            (Some(first), _) => format!("“{key}” is given twice. The first, {}, was used.", clip(first)),
            (None, _) if name.is_empty() => format!("“{key}” has no value and was left out."),
            (None, Some(fault)) => fault.sentence(&format!("“{key}”")),
            (None, None) => return self.name = Some(name),
        };
        reader.note(None, text);
        if self.name.is_none() && !name.is_empty() {
            self.name = Some(name);
        }
    }
}

/// How many scenarios beyond those that have room are told apart.
const MOST_BEYOND: usize = 50;

/// Scenarios for which there is no room.
#[derive(Default)]
struct Beyond {
    named: Vec<(String, Option<String>)>,
}

impl Beyond {
    fn take(&mut self, number: &str, key: &str, value: &str) {
        let number = clip(number);
        let name = || (key == "name").then(|| clip(&Scenario::fit(value).0)).filter(|name| !name.is_empty());
        let known = self.named.iter().position(|known| known.0 == number);
        let place = known.unwrap_or(self.named.len());
        if place == self.named.len() && place < MOST_BEYOND {
            self.named.push((number, None));
        }
        if let Some((_, known)) = self.named.get_mut(place) {
            *known = known.take().or_else(name);
        }
    }

    fn tell(self, reader: &mut Reader) {
        reader.scenario = 0;
        for (number, name) in self.named {
            let name = name.map_or_else(String::new, |name| format!(", “{name}”,"));
            let most = Scenarios::MOST;
            reader.note(None, format!("Scenario {number}{name} was left out: a link holds at most {most}."));
        }
    }
}

impl Note {
    /// Gives the note the place that the scenario has for whose number it was made.
    fn belongs(&mut self, places: &[Option<usize>; Scenarios::MOST]) {
        match places.get(self.scenario).copied().flatten() {
            Some(place) => self.scenario = place,
            None => (self.scenario, self.key) = (0, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(link: &str) -> Vec<(usize, Option<Key>, String)> {
        let notes = Scenarios::from_link(link).1;
        notes.into_iter().map(|note| (note.scenario, note.key, note.text)).collect()
    }

    #[test]
    fn each_fault_names_its_scenario() {
        for (link, scenario, key, said) in [
            (
                "v=1&rate=40&2.tp=2&2.rate=0",
                1,
                Some(Key::Rate),
                "2.rate=0: Enter a value above 0: from 0.001 to 1,000,000 req/s. Used: 40 req/s, as in the baseline.",
            ),
            (
                "v=1&model=llama-3.1-8b&gpu=l40s&tp=1&2.cached=0.5&2.gpu=l5",
                1,
                Some(Key::Gpu),
                "2.gpu=l5: “l5” is not known here. It may be ",
            ),
            (
                "v=1&tp=8&2.heads=12&2.kvheads=4",
                1,
                Some(Key::Tp),
                "2.tp=8: 8 GPUs cannot share 12 query heads evenly. It may be 1, 2, 3, 4, 6, 12. Used: 6.",
            ),
            ("v=1&2.tp=2&2.rate=", 1, Some(Key::Rate), "“2.rate” has no value. The baseline’s holds."),
            ("v=1&2.tp=2&2.ttft=400", 1, Some(Key::Ttft), "2.ttft: Read as 400 ms."),
            ("v=1&2.tp=2&2.name=", 1, None, "“2.name” has no value and was left out."),
            // Without anything that can be used there is no such scenario.
            ("v=1&2.rate=", 0, None, "“2.rate” has no value. The baseline’s holds."),
            (
                "v=1&2.ttf",
                0,
                None,
                "“2.ttf” has no value and was left out. It looks like “2.ttft”. The link may have been cut off there.",
            ),
            // The third has moved up to the place of the second.
            (
                "v=1&3.tp=2&3.rate=x",
                1,
                Some(Key::Rate),
                "3.rate=x: “x” is not a number. Write for example 20 req/s.",
            ),
        ] {
            let notes = noted(link);
            assert_eq!((notes.len(), notes[0].0, notes[0].1), (1, scenario, key), "{link}: {notes:?}");
            assert!(notes[0].2.starts_with(said), "{link}: {notes:?}");
        }
    }

    #[test]
    fn what_the_baseline_was_asked_about_is_not_asked_again() {
        assert_eq!(noted("v=1&ttft=400&2.tp=2&3.tp=8").len(), 1);
    }

    #[test]
    fn a_baseline_that_is_taken_out_leaves_whole_plans() {
        let (mut scenarios, _) = Scenarios::from_link("v=1&rate=40&2.cached=0.5&3.gpu=h200&3.name=Third");
        assert!(scenarios.remove(3).is_none());
        assert!(scenarios.remove(0).is_some());
        assert_eq!(scenarios.link(), "v=1&rate=40&cached=0.5&2.name=Third&2.gpu=h200&2.cached=0");
        assert_eq!(scenarios.differences(1).collect::<Vec<_>>(), [Key::Gpu, Key::Cached]);
        assert!(scenarios.remove(1).is_some() && scenarios.remove(0).is_none(), "one is always left");
    }

    #[test]
    fn there_is_room_for_four() {
        let mut scenarios = Scenarios::default();
        let mut input = PlanInput::default();
        input.say(Key::Rate, "40", Place::Link);
        let added = (0..5).filter(|_| scenarios.push(Scenario::new("", input.clone()))).count();
        assert_eq!(
            (added, scenarios.label(0), scenarios.label(3)),
            (3, "Baseline".into(), "Scenario 4".into())
        );
    }
}
