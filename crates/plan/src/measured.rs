//! Which quantities of a plan a load test gave, as the link's key `measured` says it.

use crate::check::Choice;
use crate::input::PlanInput;
use quantity::{Key, Place};

/// The quantities that a load test can give.
pub const MEASURABLE: [Key; 4] = [Key::Mfu, Key::Mbu, Key::PerStep, Key::PerRequest];

/// Every set of them, in the order of the table: the place of a set is the number whose bits say who is in it.
pub(crate) const CHOICES: [Choice; 16] = [
    same("none"),
    same("mfu"),
    same("mbu"),
    same("mfu,mbu"),
    same("perstep"),
    same("mfu,perstep"),
    same("mbu,perstep"),
    same("mfu,mbu,perstep"),
    same("perrequest"),
    same("mfu,perrequest"),
    same("mbu,perrequest"),
    same("mfu,mbu,perrequest"),
    same("perstep,perrequest"),
    same("mfu,perstep,perrequest"),
    same("mbu,perstep,perrequest"),
    same("mfu,mbu,perstep,perrequest"),
];

const fn same(name: &'static str) -> Choice {
    Choice { name, label: name }
}

/// The text of the link's key `measured` for these quantities; those that no test can give are left out.
///
/// ```
/// use quantity::Key;
/// assert_eq!(plan::measured(&[Key::Mbu, Key::Mfu]), "mfu,mbu");
/// assert_eq!(plan::measured(&[]), "none");
/// ```
#[must_use]
pub fn measured(keys: &[Key]) -> &'static str {
    let bit = |(place, key): (usize, &Key)| if keys.contains(key) { 1 << place } else { 0 };
    let set: usize = MEASURABLE.iter().enumerate().map(bit).sum();
    CHOICES[set].name
}

/// The set that `said` names in any order; `None` where it names something else, too.
pub(crate) fn word(said: &str) -> Option<&'static str> {
    if said.eq_ignore_ascii_case("none") {
        return Some(CHOICES[0].name);
    }
    let key = |name: &str| {
        let name = name.trim();
        MEASURABLE.into_iter().find(|key| key.row().name.eq_ignore_ascii_case(name))
    };
    let keys: Option<Vec<Key>> = said.split(',').map(key).collect();
    keys.map(|keys| measured(&keys))
}

/// The quantities of a set.
pub(crate) fn named(word: &str) -> Vec<Key> {
    let names = |key: &Key| word.split(',').any(|name| name == key.row().name);
    MEASURABLE.into_iter().filter(names).collect()
}

impl PlanInput {
    /// The quantities that a load test gave.
    #[must_use]
    pub fn measured(&self) -> Vec<Key> {
        self.word(Key::Measured).map(named).unwrap_or_default()
    }

    /// Whether it marks what it states otherwise than `base`. A link has to say so even where `base` has the same marks: what
    /// a further scenario states itself is read as not measured, unless the scenario says that it is.
    pub(crate) fn marks_its_own(&self, base: &Self) -> bool {
        self.measured().into_iter().any(|key| self.differs(key, base))
    }

    /// Takes the mark off `key`.
    pub(crate) fn unmark(&mut self, key: Key) {
        let mut left = self.measured();
        let marked = left.len();
        left.retain(|other| *other != key);
        match left.as_slice() {
            _ if left.len() == marked => {}
            [] => self.unsay(Key::Measured),
            left => self.say(Key::Measured, measured(left), Place::Link),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scenarios;
    use quantity::Decimal;
    use sizing::Source;

    fn read(link: &str) -> PlanInput {
        PlanInput::from_link(link).0
    }

    #[test]
    fn each_set_stands_at_its_place() {
        for choice in CHOICES {
            assert_eq!(measured(&named(choice.name)), choice.name);
            assert_eq!(word(choice.name), Some(choice.name));
        }
    }

    #[test]
    fn the_mark_travels_in_any_order_and_changes_no_figure() {
        let marked = read("v=1&mfu=0.5&measured=MBU, mfu");
        assert_eq!(marked.link(), "v=1&mfu=0.5&measured=mfu,mbu");
        let (with, without) = (marked.check().plan, read("v=1&mfu=0.5").check().plan);
        assert_eq!((with.source(Key::Mfu), with.source(Key::Mbu)), (Source::Measured, Source::Measured));
        assert_eq!((without.source(Key::Mfu), without.source(Key::Mbu)), (Source::Yours, Source::Assumed));
        assert_eq!(sizing::size(&with), sizing::size(&without));
    }

    #[test]
    fn what_no_test_can_give_is_a_fault_of_the_link() {
        let (input, notes) = PlanInput::from_link("v=1&measured=mfu,rate");
        assert_eq!((input.measured(), notes.len()), (Vec::new(), 1));
        assert_eq!(input.link(), "v=1");
    }

    #[test]
    fn what_is_typed_over_it_takes_the_mark_away() {
        let mut input = read("v=1&mfu=0.5&mbu=0.6&measured=mfu,mbu");
        input.say(Key::Mfu, "45", Place::Field(Decimal::Point));
        assert_eq!(input.link(), "v=1&mfu=0.45&mbu=0.6&measured=mbu");
        input.say(Key::Mbu, "70", Place::Field(Decimal::Point));
        assert_eq!(input.link(), "v=1&mfu=0.45");
    }

    #[test]
    fn a_scenario_that_states_its_own_is_not_marked_by_its_baseline() {
        let (scenarios, notes) =
            Scenarios::from_link("v=1&mfu=0.5&mbu=0.6&measured=mfu,mbu&2.mfu=0.45&3.rate=30");
        assert_eq!(notes, []);
        let marks: Vec<Vec<Key>> = scenarios.all().iter().map(|one| one.input.measured()).collect();
        assert_eq!(marks, [vec![Key::Mfu, Key::Mbu], vec![Key::Mbu], vec![Key::Mfu, Key::Mbu]]);
        let again = Scenarios::from_link(&scenarios.link()).0;
        assert_eq!(again.link(), scenarios.link());
    }

    #[test]
    fn a_scenario_may_mark_its_own_as_its_baseline_does() {
        let link = "v=1&mfu=0.5&measured=mfu&2.mfu=0.45&2.measured=mfu";
        let (scenarios, notes) = Scenarios::from_link(link);
        assert_eq!((notes, scenarios.all()[1].input.measured()), (vec![], vec![Key::Mfu]));
        assert_eq!(scenarios.link(), link);
    }
}
