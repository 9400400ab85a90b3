//! The plans that a section speaks of: one that the reader changes, and others that differ from it by a few quantities.

use plan::{PlanInput, preset};
use present::Answer;
use quantity::{Key, Place};
use std::cell::OnceCell;

/// A base plan and further ones by name, each sized when it is first asked for.
pub struct Plans {
    base: Entry,
    further: Vec<(String, Entry)>,
}

struct Entry {
    input: PlanInput,
    answer: OnceCell<Answer>,
}

impl Entry {
    fn new(input: PlanInput) -> Self {
        Self { input, answer: OnceCell::new() }
    }

    fn answer(&self) -> &Answer {
        self.answer.get_or_init(|| Answer::to(self.input.check().plan))
    }
}

impl Plans {
    /// `base`, and for each name the same plan with the quantities changed that stand behind it, as a link writes them.
    ///
    /// ```
    /// use lesson::Plans;
    /// use plan::PlanInput;
    /// let plans = Plans::new(PlanInput::default(), &[("busy", "rate=40&replicas=4")]);
    /// assert_eq!(plans.answer(Some("busy")).unwrap().plan.rate.get(), 40.0);
    /// assert_eq!(plans.answer(None).unwrap().plan.rate.get(), 20.0);
    /// assert!(plans.answer(Some("calm")).is_none());
    /// ```
    #[must_use]
    pub fn new(base: PlanInput, further: &[(&str, &str)]) -> Self {
        let named =
            |(name, changes): &(&str, &str)| (String::from(*name), Entry::new(changed(&base, changes)));
        let further = further.iter().map(named).collect();
        Self { base: Entry::new(base), further }
    }

    /// The same plans, each with further quantities changed.
    #[must_use]
    pub fn changed(&self, changes: &str) -> Self {
        let change = |entry: &Entry| Entry::new(changed(&entry.input, changes));
        let further = self.further.iter().map(|(name, entry)| (name.clone(), change(entry))).collect();
        Self { base: change(&self.base), further }
    }

    /// What came out for the plan of a name, or for the base plan; `None` where there is none of that name.
    #[must_use]
    pub fn answer(&self, name: Option<&str>) -> Option<&Answer> {
        self.entry(name).map(Entry::answer)
    }

    /// What that plan says.
    #[must_use]
    pub fn input(&self, name: Option<&str>) -> Option<&PlanInput> {
        self.entry(name).map(|entry| &entry.input)
    }

    fn entry(&self, name: Option<&str>) -> Option<&Entry> {
        let Some(name) = name else { return Some(&self.base) };
        self.further.iter().find(|(known, _)| known == name).map(|(_, entry)| entry)
    }
}

/// The base plan that a section names: `a`, `b`, `current` for the reader's own, or a link's fragment.
#[must_use]
pub fn base(word: &str, current: &PlanInput) -> PlanInput {
    match word {
        "a" => PlanInput::from_link(preset::A.link).0,
        "b" => PlanInput::from_link(preset::B.link).0,
        "current" => current.clone(),
        link => PlanInput::from_link(link).0,
    }
}

/// `input` with the quantities of `changes` said anew; one without a value is taken back. What is no pair of a known key
/// and a value changes nothing: [`misnamed`] finds it.
fn changed(input: &PlanInput, changes: &str) -> PlanInput {
    let mut input = input.clone();
    for (key, value) in pairs(changes) {
        if let Some(key) = Key::named(key) {
            input.say(key, value, Place::Link);
        }
    }
    input
}

fn pairs(changes: &str) -> impl Iterator<Item = (&str, &str)> {
    changes.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// The first name in `changes` that is no key of a link.
#[must_use]
pub fn misnamed(changes: &str) -> Option<&str> {
    let unknown = |pair: &&str| pair.split_once('=').is_none_or(|(key, _)| Key::named(key).is_none());
    changes.split('&').find(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_comes_after_what_a_further_plan_says_itself() {
        let plans = Plans::new(base("a", &PlanInput::default()), &[("busy", "rate=40&replicas=4")]);
        let changed = plans.changed("rate=10&replicas=1");
        for name in [None, Some("busy")] {
            let answer = changed.answer(name).expect("a plan");
            assert_eq!((answer.plan.rate.get(), answer.plan.replicas), (10.0, Some(1)));
        }
    }

    #[test]
    fn a_quantity_can_be_taken_back() {
        let plans = Plans::new(base("b", &PlanInput::default()), &[("follows", "batch=")]);
        assert_eq!(plans.answer(None).expect("b").plan.batch, Some(64));
        assert_eq!(plans.answer(Some("follows")).expect("b").plan.batch, None);
    }

    #[test]
    fn a_name_that_is_no_key_is_found() {
        assert_eq!(misnamed("rate=40&replica=4"), Some("replica=4"));
        assert_eq!(misnamed("rate"), Some("rate"));
        assert_eq!(misnamed("rate=40&batch="), None);
    }

    #[test]
    fn the_readers_own_plan_is_the_base_where_the_section_says_so() {
        let own = PlanInput::from_link("v=1&rate=7").0;
        assert_eq!(base("current", &own), own);
        assert_eq!(base("rate=3&replicas=2", &own).number(Key::Rate), Some(3.0));
    }
}
