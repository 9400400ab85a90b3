//! A plan with a name, and what came out for it.

use crate::link;
use crate::plain::plain;
use plan::PlanInput;
use present::Answer;

/// How many characters of a name are used.
pub const LONGEST_NAME: usize = 60;

/// How many scenarios a file brings in: as many as stand side by side.
pub const MOST: usize = 4;

/// A plan with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it is called; may be empty.
    pub name: String,
    /// What was said.
    pub input: PlanInput,
}

/// A scenario, settled and sized.
pub(crate) struct Case {
    /// Its name as it is shown in files that are read back; may be empty.
    pub(crate) name: String,
    /// Its name, or its place among the others.
    pub(crate) title: String,
    /// What was said and could be used.
    pub(crate) input: PlanInput,
    /// What could not be used, a sentence each.
    pub(crate) faults: Vec<String>,
    /// What came out.
    pub(crate) answer: Answer,
    /// What opens it.
    pub(crate) link: String,
    /// The same, of a length that a file of any kind can hold.
    pub(crate) short_link: String,
}

/// A longer link goes without what a plan carries along and means nothing to it.
const LONGEST_LINK: usize = 4000;

/// Settles and sizes `scenarios`, whose links open `page`.
pub(crate) fn cases(scenarios: &[Scenario], page: &str) -> Vec<Case> {
    let case =
        |(place, scenario): (usize, &Scenario)| Case::of(scenario, unnamed(place, scenarios.len()), page);
    scenarios.iter().enumerate().map(case).collect()
}

/// What to call a scenario without a name.
fn unnamed(place: usize, count: usize) -> String {
    match (place, count) {
        (0, 1) => "Plan".into(),
        (0, _) => "Baseline".into(),
        _ => format!("Scenario {}", place + 1),
    }
}

impl Case {
    fn of(scenario: &Scenario, unnamed: String, page: &str) -> Self {
        let fragment = scenario.input.link();
        // A link leaves out what cannot be used and what contradicts itself is settled as it is read, so that the file
        // states the very plan that was sized.
        let input = PlanInput::from_link(&fragment).0;
        let issues = scenario.input.check().issues;
        let fault = |issue: plan::Issue| {
            format!("{}: {} Used: {}.", issue.key.row().label, plain(&issue.message), issue.used)
        };
        let name = used_name(&scenario.name);
        let title = if name.is_empty() { unnamed } else { name.clone() };
        Self {
            name,
            title,
            faults: issues.into_iter().map(fault).collect(),
            answer: Answer::to(input.check().plan),
            link: link::whole(page, &input.link()),
            short_link: link::whole(page, &short(&input)),
            input,
        }
    }
}

fn short(input: &PlanInput) -> String {
    let whole = input.link();
    if whole.len() <= LONGEST_LINK {
        return whole;
    }
    let mut bare = input.clone();
    (bare.at, bare.unknown) = (None, Vec::new());
    bare.link()
}

/// What is used of a name.
pub(crate) fn used_name(name: &str) -> String {
    let shown: String =
        name.chars().filter(|letter| !crate::plain::is_hidden(*letter)).take(LONGEST_NAME).collect();
    shown.trim().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quantity::{Decimal, Key, Place};

    #[test]
    fn a_typo_is_said_and_the_link_holds_what_was_sized() {
        let mut input = PlanInput::default();
        input.say(Key::Rate, "twenty", Place::Field(Decimal::Point));
        input.say(Key::Tp, "3", Place::Field(Decimal::Point));
        let all = [Scenario { name: String::new(), input: input.clone() }];
        let case = cases(&all, "").pop().expect("as many as scenarios");
        assert_eq!((case.title.as_str(), case.link.as_str()), ("Plan", "#v=1&tp=2"));
        assert_eq!(case.answer.plan, input.check().plan);
        assert_eq!(case.faults.len(), 2, "{:?}", case.faults);
    }

    #[test]
    fn a_name_is_as_long_as_may_be_and_has_no_hidden_ends() {
        assert_eq!(used_name(" \u{202e} a "), "a");
        assert_eq!(used_name(&"n".repeat(1_000_000)).len(), LONGEST_NAME);
    }
}
