//! Plans as the texts that are read and kept.
//!
//! What a browser keeps is what a file of plans would hold, with no more than name and link. So what reads files reads it,
//! and gets out of a damaged text what can be had.

use export::{Fault, VERSION};
use plan::Scenario;
use serde_json::{Value, json};

/// Reads a file of plans: those that could be read, and every fault.
pub(super) fn read(text: &str) -> (Vec<Scenario>, Vec<Fault>) {
    let read = export::import(text);
    (read.scenarios, read.faults)
}

/// The plans of a text that is kept, each with a name of its own.
pub(super) fn kept(text: &str) -> Vec<Scenario> {
    let mut plans: Vec<Scenario> = Vec::new();
    if !text.is_empty() {
        for mut plan in read(text).0 {
            plan.rename(&unused(plan.name(), |name| is_name_of(name, &plans)));
            plans.push(plan);
        }
    }
    plans
}

/// The text that keeps `plans`.
pub(super) fn written(plans: &[Scenario]) -> Value {
    let plan = |plan: &Scenario| json!({ "name": plan.name(), "link": plan.input.link() });
    json!({ "headroom": VERSION, "scenarios": plans.iter().map(plan).collect::<Vec<_>>() })
}

/// Whether something in a text could not be read, and would not be there any more if it were written again. A key of a later
/// version is spoken of, and yet kept.
pub(super) fn is_damaged(text: &str) -> bool {
    !text.is_empty() && !read(text).1.is_empty() && written(&kept(text)).to_string().as_str() != text
}

/// A name that is not used: this one, or the next with a number behind it.
pub(super) fn unused(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let name = if name.is_empty() { "Plan" } else { name };
    let numbered = |number: usize| {
        let end = [" ", &number.to_string()].concat();
        let begin: String = name.chars().take(Scenario::LONGEST_NAME - end.len()).collect();
        begin + &end
    };
    let first = Some(name.into()).filter(|name: &String| !is_used(name));
    first.or_else(|| (2..).map(numbered).find(|name| !is_used(name))).unwrap_or_default()
}

/// Whether one of `plans` is called `name`.
pub(super) fn is_name_of(name: &str, plans: &[Scenario]) -> bool {
    plans.iter().any(|plan| plan.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plan::PlanInput;

    fn plans(named: &[(&str, &str)]) -> Vec<Scenario> {
        named.iter().map(|(name, link)| Scenario::new(name, PlanInput::from_link(link).0)).collect()
    }

    #[test]
    fn what_is_kept_is_read_again_keys_of_later_versions_too() {
        let all = plans(&[("Peak", "v=1&rate=40&colour=red"), ("“=cmd()” <b>", "v=1"), ("חצי", "v=1&tp=8")]);
        let text = written(&all).to_string();
        assert_eq!((kept(&text), is_damaged(&text)), (all, false));
        assert!(!is_damaged(""));
    }

    #[test]
    fn a_damaged_text_gives_what_can_be_read() {
        let all = plans(&[("Peak", "v=1&rate=40"), ("Night", "v=1&rate=2")]);
        let text = written(&all).to_string();
        let cut = &text[..text.len() - 20];
        assert!(is_damaged(cut) && kept(cut).contains(&all[0]), "{:?}", kept(cut));
        assert!(is_damaged("hello") && kept("hello").is_empty());
        assert!(is_damaged(&text.replace("rate=40", "rate=x")));
    }

    #[test]
    fn every_plan_has_a_name_of_its_own_that_is_no_longer_than_names_are() {
        let long = "n".repeat(Scenario::LONGEST_NAME);
        let all = plans(&[("Peak", "v=1"), ("Peak 2", "v=1"), (&long, "v=1"), ("Plan", "v=1")]);
        assert_eq!(
            ["Night", "Peak", ""].map(|name| unused(name, |name| is_name_of(name, &all))),
            ["Night", "Peak 3", "Plan 2"]
        );
        assert_eq!(
            unused(&long, |name| is_name_of(name, &all)),
            ["n".repeat(Scenario::LONGEST_NAME - 2).as_str(), " 2"].concat()
        );
        let twins = written(&plans(&[("Peak", "v=1"), ("Peak", "v=1&tp=8")])).to_string();
        let names: Vec<String> = kept(&twins).iter().map(|plan| plan.name().into()).collect();
        assert_eq!(names, ["Peak", "Peak 2"]);
    }
}
