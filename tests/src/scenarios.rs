//! Any text as a link of several scenarios, packed or plain: what must hold whatever it is.

use crate::bytes::is_sentence;
use plan::{PlanInput, Scenario, Scenarios, packed};
use proptest::prelude::*;
use sizing::{Figure, Value};

/// Reads `link`, sizes each scenario, writes them all and reads them again.
///
/// # Panics
/// Where anything on that way is not as it must be. That is what it is for.
pub fn survive(link: &str) {
    let (scenarios, notes) = packed::from_link(link);
    let count = scenarios.all().len();
    assert!((1..=Scenarios::MOST).contains(&count), "{count} scenarios");
    notes.iter().for_each(is_sentence);
    assert!(notes.len() < 25 && notes.iter().all(|note| note.scenario < count), "{notes:?}");
    scenarios.all().iter().for_each(is_sound);
    if !link.trim_start_matches('#').starts_with("z") {
        is_handed_on(link);
    }
    for again in [packed::link(&scenarios), scenarios.link()] {
        let (read, _) = packed::from_link(&again);
        assert_eq!(read.link(), scenarios.link(), "a link is at rest");
        for (first, second) in scenarios.all().iter().zip(read.all()) {
            assert_eq!(first.name(), second.name());
            assert_eq!(first.input.check().plan, second.input.check().plan, "{again} is the same plan");
            assert_eq!((&first.input.at, &first.input.unknown), (&second.input.at, &second.input.unknown));
        }
    }
}

/// Longer links may lose keys that are not known, and which ones depends on who reads them.
const SHORT: usize = 3000;

/// Whether a page of one plan shows the first of them and hands on the others.
fn is_handed_on(link: &str) {
    let (scenarios, _) = Scenarios::from_link(link);
    let (first, notes) = PlanInput::from_link(link);
    notes.iter().for_each(is_sentence);
    assert!(notes.len() < 25, "{notes:?}");
    assert_eq!(first.check().issues, [], "reading settles what cannot be used");
    assert_eq!(PlanInput::from_link(&first.link()).0.link(), first.link(), "a link is at rest");
    if link.len() < SHORT {
        let (read, _) = Scenarios::from_link(&first.link());
        assert_eq!(read.link(), scenarios.link(), "{} hands on {link}", first.link());
        let told = notes.iter().filter(|note| note.text.ends_with("The others are kept.")).count();
        assert_eq!(told, usize::from(scenarios.all().len() > 1), "{link}: {notes:?}");
    }
}

fn is_sound(scenario: &Scenario) {
    let name = scenario.name();
    assert!(name.chars().count() <= Scenario::LONGEST_NAME && !name.contains(char::is_control), "{name:?}");
    assert!(!name.contains(|sign| ('\u{202A}'..='\u{202E}').contains(&sign)), "{name:?} turns what follows");
    let checked = scenario.input.check();
    assert_eq!(checked.issues, [], "reading settles what cannot be used");
    let sizing = sizing::size(&checked.plan);
    for figure in Figure::ALL {
        if let Value::Number(value) = figure.of(&checked.plan, &sizing) {
            assert!(value.is_finite(), "{} is {value}", figure.name());
        }
    }
}

/// Scenarios as people make them: most of each is the baseline's.
pub fn drawn() -> impl Strategy<Value = Scenarios> {
    let name = || prop_oneof![Just(String::new()), "[A-Z][a-z ]{0,20}", any::<String>()];
    let further =
        proptest::collection::vec((name(), crate::links::inputs(), any::<bool>()), 0..Scenarios::MOST);
    (name(), crate::links::inputs(), further).prop_map(|(name, base, further)| {
        let mut scenarios = Scenarios::from(base.clone());
        scenarios.rename(0, &name);
        for (name, other, apart) in further {
            let input = if apart { other } else { over(&base, &other) };
            scenarios.push(Scenario::new(&name, input));
        }
        scenarios
    })
}

/// `base` with what `other` says.
fn over(base: &PlanInput, other: &PlanInput) -> PlanInput {
    let mut input = base.clone();
    for key in quantity::Key::all() {
        if let Some(entry) = other.entry(key) {
            input.say(key, &entry.text, entry.place);
        }
    }
    input
}
