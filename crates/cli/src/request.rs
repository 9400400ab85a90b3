//! A link, read and answered.

use plan::{Note, PlanInput, is_plan};
use present::Answer;

/// A link, what it says, and the answer.
pub(crate) struct Request {
    /// What it says.
    pub(crate) input: PlanInput,
    /// What was wrong with it.
    pub(crate) notes: Vec<Note>,
    /// The answer to it.
    pub(crate) answer: Answer,
}

impl Request {
    /// Reads `link`: a whole address, its fragment, or the bare pairs.
    pub(crate) fn read(link: &str) -> Self {
        let fragment = fragment(link.trim());
        let (input, mut notes) = PlanInput::from_link(fragment);
        if !is_plan(fragment) {
            notes.push(Note { scenario: 0, key: None, text: NO_PLAN.into() });
        }
        let answer = Answer::to(input.check().plan);
        Self { input, notes, answer }
    }

    /// What was wrong with the link, a sentence each.
    pub(crate) fn faults(&self) -> Vec<String> {
        self.notes.iter().map(|note| note.text.clone()).collect()
    }
}

/// What is wrong with a link that holds no plan.
pub(crate) const NO_PLAN: &str =
    "The link holds no plan, which is pairs such as v=1&rate=40. This is the worked example.";

/// What a link says, without where. A whole address that has no fragment says nothing.
pub(crate) fn fragment(link: &str) -> &str {
    match link.split_once('#') {
        Some((_, fragment)) => fragment,
        None if link.contains("://") => "",
        None => link,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quantity::Key;

    #[test]
    fn an_address_its_fragment_and_the_bare_pairs_are_one_link() {
        for link in [
            "http://127.0.0.1:8080/some/place/sandbox/fleet/?theme=dark#v=1&rate=40",
            "/sandbox/ttft/#v=1&rate=40",
            "#v=1&rate=40",
            " v=1&rate=40\n",
        ] {
            let request = Request::read(link);
            assert_eq!(request.input.number(Key::Rate), Some(40.0), "{link}");
            assert_eq!(request.faults(), Vec::<String>::new(), "{link}");
        }
    }

    #[test]
    fn a_link_without_a_plan_is_a_fault() {
        for link in ["", "#", "http://127.0.0.1/?theme=dark", "/gist/#g-queue"] {
            let request = Request::read(link);
            assert!(request.input.is_example() && request.faults().len() == 1, "{link}");
        }
    }
}
