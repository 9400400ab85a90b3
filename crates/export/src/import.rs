//! Plans from a file: what was understood of it, and every fault with the path to it.
//!
//! Reading never fails. Values of a plan are read as those of a link are, by the same function, so that a file is as
//! forgiving as a link and says the same about what it could not use.

use crate::link;
use crate::mend::{self, Mended};
use crate::plain::plain;
use crate::tree::Tree;
use crate::{MOST_IN_FILE, VERSION};
use plan::{Note, PlanInput, Scenario, Scenarios};
use quantity::{clip, shortest};
use std::fmt;

/// Larger files are not read.
const LARGEST: usize = 10_000_000;

/// How many faults are told.
const MOST_FAULTS: usize = 50;

/// What a file held.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The scenarios that could be read.
    pub scenarios: Vec<Scenario>,
    /// What could not be used as it stands there.
    pub faults: Vec<Fault>,
}

/// Something in a file that could not be used as it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it stands, such as `scenarios[1].plan.rate`; empty for the file as a whole.
    pub path: String,
    /// What is wrong, and what was used instead, in a sentence.
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = if self.path.is_empty() { "" } else { ": " };
        write!(to, "{}{part}{}", self.path, self.text)
    }
}

/// Reads a file.
///
/// ```
/// let file = r#"{"headroom": 1, "scenarios": [{"name": "Peak", "plan": {"rate": "0", "gpu": "h200"}}]}"#;
/// let imported = export::import(file);
/// assert_eq!(imported.scenarios[0].input.link(), "v=1&gpu=h200");
/// assert_eq!(
///     imported.faults[0].to_string(),
///     "scenarios[0].plan.rate: Enter a value above 0: from 0.001 to 1,000,000 req/s. Used: 20 req/s, the example’s value."
/// );
/// ```
#[must_use]
pub fn import(text: &str) -> Imported {
    let mut reader = Reader { scenarios: Vec::new(), faults: Vec::new(), more: 0 };
    if text.len() > LARGEST {
        reader.fault("", "The file has more than 10 MB and was not read.".into());
    } else {
        let Mended { tree, fault, is_cut } = mend::read(text);
        if let Some(fault) = fault {
            reader.fault("", fault);
        }
        if let Some(tree) = tree {
            reader.document(tree);
        }
        if let (true, Some(last)) = (is_cut, reader.scenarios.len().checked_sub(1)) {
            let text = "This is the last one before the fault: it may lack what stood behind.";
            reader.fault(&format!("scenarios[{last}]"), text.into());
        }
    }
    if reader.more > 0 {
        let text = format!("The file has {} more faults.", reader.more);
        reader.faults.push(Fault { path: String::new(), text });
    }
    Imported { scenarios: reader.scenarios, faults: reader.faults }
}

struct Reader {
    scenarios: Vec<Scenario>,
    faults: Vec<Fault>,
    more: usize,
}

impl Reader {
    fn fault(&mut self, path: &str, text: String) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault { path: plain(path), text: plain(&text) });
        } else {
            self.more += 1;
        }
    }

    fn wrong_kind(&mut self, path: &str, wanted: &str, found: &Tree) {
        self.fault(path, format!("This should be {wanted} and is {}. It was left out.", found.kind()));
    }

    fn document(&mut self, tree: Tree) {
        let members = match tree {
            Tree::Object(members) => members,
            other => {
                let found = other.kind();
                return self.fault(
                    "",
                    format!("The file should hold an object with “scenarios”, and holds {found}."),
                );
            }
        };
        let [version, scenarios] = self.members("", members, ["headroom", "scenarios"], &[]);
        self.version(version);
        match scenarios {
            Some(Tree::List(list)) => self.list(list),
            Some(other) => self.wrong_kind("scenarios", "a list", &other),
            None => self.fault("", "The file has no “scenarios”: no plan could be read.".into()),
        }
    }

    /// The members of an object by name, the first of each. Those that are `passed` over say nothing of a plan.
    fn members<const N: usize>(
        &mut self,
        path: &str,
        members: Vec<(String, Tree)>,
        names: [&str; N],
        passed: &[&str],
    ) -> [Option<Tree>; N] {
        let mut found = [const { None }; N];
        for (name, value) in members {
            match names.iter().position(|known| *known == name).and_then(|place| found.get_mut(place)) {
                Some(first @ None) => *first = Some(value),
                Some(_) => {
                    self.fault(&member(path, &name), "This is given twice. The first was used.".into());
                }
                None if passed.contains(&name.as_str()) => {}
                None => self.fault(&member(path, &name), "This is not known here and was left out.".into()),
            }
        }
        found
    }

    fn version(&mut self, version: Option<Tree>) {
        let said = match version {
            Some(Tree::Number(number)) if number.to_bits() == f64::from(VERSION).to_bits() => return,
            Some(Tree::Number(number)) if number > f64::from(VERSION) => format!(
                "This file is of version {}, and version {VERSION} is read here. What is known of it was read; the \
                 figures may not be those that the file was made with.",
                clip(&shortest(number, 0, false))
            ),
            Some(_) => format!("This is not a version of the file format. It was read as version {VERSION}."),
            None => format!("The file does not say its version. It was read as version {VERSION}."),
        };
        self.fault("headroom", said);
    }

    fn list(&mut self, list: Vec<Tree>) {
        let count = list.len();
        for (place, entry) in list.into_iter().take(MOST_IN_FILE).enumerate() {
            let path = format!("scenarios[{place}]");
            match entry {
                Tree::Object(members) => self.scenario(&path, members),
                other => self.wrong_kind(&path, "an object", &other),
            }
        }
        if count > MOST_IN_FILE {
            let more = count - MOST_IN_FILE;
            let text =
                format!("A file holds at most {MOST_IN_FILE} scenarios. The other {more} were left out.");
            self.fault(&format!("scenarios[{MOST_IN_FILE}]"), text);
        }
        if count == 0 {
            self.fault("scenarios", "The list is empty: there is no plan in it.".into());
        }
    }

    fn scenario(&mut self, path: &str, members: Vec<(String, Tree)>) {
        let names = ["name", "plan", "link"];
        let [name, plan, link] = self.members(path, members, names, &["headline", "figures"]);
        let name = self.name(&member(path, "name"), name);
        let link = match link {
            Some(Tree::Text(link)) => Some(link),
            Some(other) => {
                self.wrong_kind(&member(path, "link"), "a text", &other);
                None
            }
            None => None,
        };
        let input = match (plan, link) {
            (Some(Tree::Object(pairs)), link) => self.plan(path, pairs, link.as_deref()),
            (Some(other), _) => return self.wrong_kind(&member(path, "plan"), "an object", &other),
            (None, Some(link)) => self.linked(&member(path, "link"), &link),
            (None, None) => return self.fault(path, "This scenario has no “plan” and was left out.".into()),
        };
        self.scenarios.push(Scenario::new(&name, input));
    }

    fn name(&mut self, path: &str, name: Option<Tree>) -> String {
        match name {
            Some(Tree::Text(name)) => {
                let (fitting, fault) = Scenario::fit(&name);
                if let Some(fault) = fault {
                    self.fault(path, fault.sentence("This name"));
                }
                fitting
            }
            Some(other) => {
                self.wrong_kind(path, "a text", &other);
                String::new()
            }
            None => String::new(),
        }
    }

    /// The plan of a link, of several the first.
    fn linked(&mut self, path: &str, link: &str) -> PlanInput {
        let (scenarios, notes) = Scenarios::from_link(link::fragment(link));
        notes.into_iter().filter(|note| note.scenario == 0).for_each(|note| self.fault(path, note.text));
        let count = scenarios.all().len();
        if count > 1 {
            self.fault(path, format!("This link holds {count} scenarios. The first was used."));
        }
        scenarios.all().first().map(|first| first.input.clone()).unwrap_or_default()
    }

    /// A plan by what its link would say.
    fn plan(&mut self, path: &str, members: Vec<(String, Tree)>, link: Option<&str>) -> PlanInput {
        let pairs = self.pairs(&member(path, "plan"), members);
        let mut fragment = format!("v={}", plan::VERSION);
        for (name, value) in &pairs {
            fragment += &["&", &link::escaped(name), "=", &link::escaped(value)].concat();
        }
        let (input, notes) = PlanInput::from_link(&fragment);
        for note in notes {
            let (name, text) = place(&note, &pairs);
            let path = member(path, "plan");
            self.fault(&name.map_or_else(|| path.clone(), |name| member(&path, name)), text);
        }
        let other = |link| PlanInput::from_link(link::fragment(link)).0.link() != input.link();
        if link.is_some_and(other) {
            self.fault(
                &member(path, "link"),
                "The link says another plan than “plan”, which was used.".into(),
            );
        }
        input
    }

    fn pairs(&mut self, path: &str, members: Vec<(String, Tree)>) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for (name, value) in members {
            if is_of_another(&name) {
                self.fault(&member(path, &name), "This is no quantity of one plan and was left out.".into());
                continue;
            }
            let values = match value {
                Tree::List(list) => list,
                one => vec![one],
            };
            for value in values {
                match value {
                    Tree::Text(text) => pairs.push((name.clone(), text)),
                    Tree::Number(number) => pairs.push((name.clone(), shortest(number, 0, false))),
                    other => self.wrong_kind(
                        &member(path, &name),
                        "a text as a link writes it, or a number",
                        &other,
                    ),
                }
            }
        }
        pairs
    }
}

/// Whether a link gives the key a meaning beyond one plan: the name of a scenario, or a quantity of a further one. The
/// baseline's keys have no number, so that `1.rate` is a key that is not known, as it is in a link.
fn is_of_another(key: &str) -> bool {
    key == "name" || plan::numbered(key).is_some()
}

/// The path of a member.
fn member(path: &str, name: &str) -> String {
    let part = if path.is_empty() { "" } else { "." };
    [path, part, &clip(name)].concat()
}

/// Which of the pairs a note is about, and what it says of it.
fn place<'a>(note: &Note, pairs: &'a [(String, String)]) -> (Option<&'a str>, String) {
    let is_about = |name: &str| match note.key {
        Some(key) => key.row().name == name,
        None => note.text.starts_with(&format!("“{}”", clip(name))),
    };
    let Some((name, value)) = pairs.iter().find(|(name, _)| is_about(name)) else {
        return (None, note.text.clone());
    };
    let openings = [format!("{name}={}: ", clip(value)), format!("{name}: ")];
    let said = openings.iter().find_map(|opening| note.text.strip_prefix(opening.as_str()));
    (Some(name), said.unwrap_or(&note.text).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        import(text).faults.iter().map(ToString::to_string).collect()
    }

    fn of_plan(plan: &str) -> Vec<String> {
        faults(&format!(r#"{{"headroom": 1, "scenarios": [{{"plan": {{}}}}, {{"plan": {plan}}}]}}"#))
    }

    #[test]
    fn each_fault_has_its_path_and_a_sentence() {
        for (plan, fault) in [
            (
                r#"{"tp": 3}"#,
                "tp: 3 GPUs cannot share 64 query heads evenly. It may be 1, 2, 4, 8, 16, 32, 64. Used: 2.",
            ),
            (r#"{"ttft": 400}"#, "ttft: Read as 400 ms."),
            (
                r#"{"gpu": null}"#,
                "gpu: This should be a text as a link writes it, or a number and is null. It was left out.",
            ),
            (r#"{"rate": ""}"#, "rate: “rate” has no value. Its default holds."),
            (r#"{"rate": "1", "rate": "2"}"#, "rate: “rate” is given twice. The first, 1, was used."),
            (
                r#"{"a b": "1"}"#,
                "a b: “a b” is not a key this version knows. It was kept in the link and changes nothing.",
            ),
            (r#"{"cached": "60&rate=1"}"#, "cached: "),
            (r#"{"2.rate": "5"}"#, "2.rate: This is no quantity of one plan and was left out."),
        ] {
            let said = of_plan(plan);
            let start = format!("scenarios[1].plan.{fault}");
            assert!(said.len() == 1 && said[0].starts_with(&start), "{plan}: {said:?}, not {start}");
        }
    }

    #[test]
    fn a_wrong_schema_is_named_where_it_is_wrong() {
        for (file, fault) in [
            ("[]", "The file should hold an object with “scenarios”, and holds a list."),
            (r#"{"headroom": 1}"#, "The file has no “scenarios”: no plan could be read."),
            (
                r#"{"headroom": 1, "scenarios": 3}"#,
                "scenarios: This should be a list and is a number. It was left out.",
            ),
            (r#"{"headroom": 1, "scenarios": []}"#, "scenarios: The list is empty: there is no plan in it."),
            (
                r#"{"headroom": 1, "scenarios": [7]}"#,
                "scenarios[0]: This should be an object and is a number. It was left out.",
            ),
            (
                r#"{"headroom": 1, "scenarios": [{}]}"#,
                "scenarios[0]: This scenario has no “plan” and was left out.",
            ),
            (
                r#"{"scenarios": [{"plan": {}}]}"#,
                "headroom: The file does not say its version. It was read as version 1.",
            ),
            (
                r#"{"headroom": "1", "scenarios": [{"plan": {}}]}"#,
                "headroom: This is not a version of the file format. It was read as version 1.",
            ),
            (
                r#"{"headroom": 1, "scenarios": [{"plan": {}, "name": 4}]}"#,
                "scenarios[0].name: This should be a text and is a number. It was left out.",
            ),
            (
                r#"{"headroom": 1, "x": 1, "scenarios": [{"plan": {}}]}"#,
                "x: This is not known here and was left out.",
            ),
            (
                r##"{"headroom": 1, "scenarios": [{"link": "#v=1&rate=4&2.rate=5&2.tp=x"}]}"##,
                "scenarios[0].link: This link holds 2 scenarios. The first was used.",
            ),
            (
                r##"{"headroom": 1, "scenarios": [{"plan": {"rate": 3}, "link": "#v=1&rate=4"}]}"##,
                "scenarios[0].link: The link says another plan than “plan”, which was used.",
            ),
        ] {
            assert_eq!(faults(file), [fault], "{file}");
        }
        assert!(
            faults(r#"{"headroom": 2, "scenarios": [{"plan": {}}]}"#)[0]
                .starts_with("headroom: This file is of version 2,")
        );
    }

    #[test]
    fn a_file_with_links_alone_and_with_one_too_many_is_read() {
        let entry = r#"{"link": "https://example.org/sandbox/#v=1&rate=40"}"#;
        let imported = import(&format!(r#"{{"headroom": 1, "scenarios": [{}]}}"#, [entry; 502].join(",")));
        assert_eq!(imported.scenarios.len(), 500);
        assert!(imported.scenarios.iter().all(|scenario| scenario.input.link() == "v=1&rate=40"));
        let said = "scenarios[500]: A file holds at most 500 scenarios. The other 2 were left out.";
        assert_eq!(imported.faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [said]);
    }

    #[test]
    fn a_cut_file_gives_what_stands_before_the_cut() {
        let file = r#"{"headroom": 1, "scenarios": [{"name": "Peak", "plan": {"rate": "40", "in": "30"#;
        let imported = import(file);
        assert_eq!(
            (imported.scenarios[0].name(), imported.scenarios[0].input.link().as_str()),
            ("Peak", "v=1&rate=40")
        );
        assert!(
            imported.faults[0].text.starts_with("The file ends in the middle, in line 1"),
            "{:?}",
            imported.faults
        );
    }

    #[test]
    fn a_file_of_faults_tells_the_first_and_counts_the_rest() {
        let entries: Vec<String> = (0..1000).map(|n| format!("\"k{n}\": 1")).collect();
        let said = faults(&format!("{{{}}}", entries.join(",")));
        assert_eq!((said.len(), said[50].as_str()), (51, "The file has 952 more faults."));
    }
}
