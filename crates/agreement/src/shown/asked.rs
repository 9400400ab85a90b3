//! For how many replicas a plan is asked, since no file says how many were tested.

use crate::Subject;
use plan::PlanInput;
use present::Take;
use quantity::{Key, Unit};

/// For how many replicas the plan is asked, and for which others it may be.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Asked {
    /// For how many and why, in two sentences.
    pub sentence: String,
    /// What else the files can be held against; an empty text takes back what the plan says of its replicas.
    pub instead: Vec<Take>,
}

impl Asked {
    /// For how many replicas [`Subject::of`] asks the plan of `input`.
    ///
    /// # Example
    /// ```
    /// use agreement::Asked;
    /// let asked = Asked::of(&plan::PlanInput::default());
    /// assert_eq!(
    ///     asked.sentence,
    ///     "No file says how many replicas were tested. The plan is asked for 4 replicas, as many as its own load needs."
    /// );
    /// assert_eq!(asked.instead[0].pairs, [("replicas".to_owned(), "1".to_owned())]);
    /// ```
    #[must_use]
    pub fn of(input: &PlanInput) -> Self {
        let stated = input.number(Key::Replicas).is_some();
        let now = Subject::of(input).replicas;
        let fleet = Subject::of(&any_number(input)).replicas;
        let why = match (stated, now) {
            (true, _) => "as it states itself",
            (false, 1) if any_fleet(input).is_none() => "since no number of them would carry its own load",
            (false, _) => "as many as its own load needs",
        };
        let number = replicas(now);
        let sentence =
            ["No file says how many replicas were tested. The plan is asked for ", &number, ", ", why, "."]
                .concat();
        let one = (now != 1).then(|| take("one replica", "1", 1));
        let all = (stated && fleet != now && fleet != 1).then(|| take("the fleet", "", fleet));
        Self { sentence, instead: one.into_iter().chain(all).collect() }
    }
}

fn take(what: &str, text: &str, count: u32) -> Take {
    let sentence = ["The plan is then asked for ", &replicas(count), "."].concat();
    Take { what: what.into(), sentence, pairs: vec![(Key::Replicas.row().name.into(), text.into())] }
}

fn replicas(count: u32) -> String {
    let number = Unit::Count.show(f64::from(count));
    if count == 1 { number + " replica" } else { number + " replicas" }
}

fn any_number(input: &PlanInput) -> PlanInput {
    let mut input = input.clone();
    input.unsay(Key::Replicas);
    input
}

/// How many replicas the plan's own load needs, where a number of them will do.
fn any_fleet(input: &PlanInput) -> Option<u32> {
    match sizing::size(&input.check().plan).outcome {
        sizing::Outcome::Planned(fleet) => Some(fleet.needed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(link: &str) -> (String, Vec<String>) {
        let asked = Asked::of(&PlanInput::from_link(link).0);
        (asked.sentence, asked.instead.into_iter().map(|take| take.what).collect())
    }

    #[test]
    fn one_replica_and_the_fleet_lead_to_each_other() {
        let (sentence, instead) = asked("v=1&replicas=1");
        assert!(sentence.ends_with("asked for 1 replica, as it states itself."), "{sentence}");
        assert_eq!(instead, ["the fleet"]);
        assert_eq!(asked("v=1").1, ["one replica"]);
        assert_eq!(asked("v=1&replicas=7").1, ["one replica", "the fleet"]);
    }

    #[test]
    fn where_one_is_all_there_is_nothing_else_to_ask() {
        assert_eq!(asked("v=1&rate=1").1, Vec::<String>::new());
        let (sentence, instead) = asked("v=1&in=30k");
        assert!(
            sentence.ends_with("1 replica, since no number of them would carry its own load."),
            "{sentence}"
        );
        assert_eq!(instead, Vec::<String>::new());
    }
}
