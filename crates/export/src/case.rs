//! A scenario with what came out for it.

use crate::link;
use crate::plain::plain;
use plan::{PlanInput, Scenario, Scenarios};
use present::Answer;
use present::comparison::Compared;

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

/// What to call a plan that has no name and stands alone.
pub(crate) const ALONE: &str = "Plan";

/// Settles and sizes `scenarios`, whose links open `page`.
pub(crate) fn cases(scenarios: &[Scenario], page: &str) -> Vec<Case> {
    let title = |place: usize, scenario: &Scenario| match (scenarios.len(), scenario.name()) {
        (1, "") => ALONE.into(),
        _ => scenario.label(place),
    };
    let case = |(place, scenario): (usize, &Scenario)| Case::of(scenario, title(place, scenario), page);
    scenarios.iter().enumerate().map(case).collect()
}

/// The cases as they stand side by side.
pub(crate) fn compared(cases: &[Case]) -> Vec<Compared<'_>> {
    cases
        .iter()
        .map(|case| Compared { name: &case.title, input: &case.input, answer: &case.answer })
        .collect()
}

/// What opens all of `cases` side by side, where there are several and one link holds them.
pub(crate) fn link_of_all(cases: &[Case]) -> Option<String> {
    let mut each = cases.iter().map(|case| Scenario::new(&case.name, case.input.clone()));
    let mut all = Scenarios::from(each.next()?);
    if cases.len() == 1 || !each.all(|scenario| all.push(scenario)) {
        return None;
    }
    let page = cases.first().map_or("", |case| case.link.as_str());
    Some(link::whole(page, &all.link())).filter(|link| link.len() <= LONGEST_LINK)
}

impl Case {
    pub(crate) fn of(scenario: &Scenario, title: String, page: &str) -> Self {
        let stated = scenario.input.clone().alone();
        // A link leaves out what cannot be used and what contradicts itself is settled as it is read, so that the file
        // states the very plan that was sized.
        let input = PlanInput::from_link(&stated.link()).0;
        let issues = stated.check().issues;
        let fault = |issue: plan::Issue| {
            format!("{}: {} Used: {}.", issue.key.row().label, plain(&issue.message), issue.used)
        };
        Self {
            name: scenario.name().into(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use quantity::{Decimal, Key, Place};

    #[test]
    fn a_typo_is_said_and_the_link_holds_what_was_sized() {
        let mut input = PlanInput::default();
        input.say(Key::Rate, "twenty", Place::Field(Decimal::Point));
        input.say(Key::Tp, "3", Place::Field(Decimal::Point));
        let all = [Scenario::new("", input.clone())];
        let case = cases(&all, "").pop().expect("as many as scenarios");
        assert_eq!((case.title.as_str(), case.link.as_str()), ("Plan", "#v=1&tp=2"));
        assert_eq!(case.answer.plan, input.check().plan);
        assert_eq!(case.faults.len(), 2, "{:?}", case.faults);
    }
}
