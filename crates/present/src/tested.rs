//! What load tests said of a plan, kept for pages that show the plan without its tests.

use plan::PlanInput;
use quantity::{Key, Place, Unit, read};

/// A verdict on a plan, small enough to be kept as text.
///
/// # Example
/// ```
/// use present::Tested;
/// let tested = Tested { holds: Some(true), levels: 5, verdict: "Model and test agree.".into(), ..Tested::default() };
/// assert_eq!(
///     tested.text(),
///     "tested=1\nplan=v=1\nreplicas=1\nlevels=5\nwithin=0.2\nholds=yes\nverdict=Model and test agree."
/// );
/// assert_eq!(Tested::read(&tested.text()), Some(tested));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// The link of the plan, without what a link carries beside a plan.
    pub plan: String,
    /// For how many replicas the plan was asked.
    pub replicas: u32,
    /// Levels of load that had a figure to judge.
    pub levels: u32,
    /// By which share a measured figure might differ from the predicted one.
    pub within: f64,
    /// Whether the model holds; `None` where nothing could be judged.
    pub holds: Option<bool>,
    /// What the test ran into, where it tells.
    pub bound: Option<Bound>,
    /// The figures that say so, in a sentence; empty where it tells nothing.
    pub why: String,
    /// The verdict in a sentence.
    pub verdict: String,
}

/// What a load test ran into first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The KV pool was full.
    Pool,
    /// No more sequences ran, though the plan's pool holds more.
    Cap,
    /// Prompts took the replicas' time.
    Prefill,
    /// Answers were slower than the TPOT target at a load that is planned.
    Decode,
    /// The client of the test itself.
    Client,
}

impl Bound {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Pool, Self::Cap, Self::Prefill, Self::Decode, Self::Client];

    const fn name(self) -> &'static str {
        match self {
            Self::Pool => "pool",
            Self::Cap => "cap",
            Self::Prefill => "prefill",
            Self::Decode => "decode",
            Self::Client => "client",
        }
    }
}

/// The version of the text, in its first line. What a later version writes is not read.
const FIRST: &str = "tested=1";
/// A longer text is none of ours.
const LONGEST: usize = 20_000;
/// So much of a sentence is kept: names of levels in it are a file's.
const LONGEST_SENTENCE: usize = 600;

impl Default for Tested {
    /// Nothing judged of the worked example.
    fn default() -> Self {
        Self {
            plan: PlanInput::default().link(),
            replicas: 1,
            levels: 0,
            within: 0.2,
            holds: None,
            bound: None,
            why: String::new(),
            verdict: String::new(),
        }
    }
}

impl Tested {
    /// The link by which `input` is kept: the plan alone, without a place on a page.
    #[must_use]
    pub fn link_of(input: &PlanInput) -> String {
        input.clone().alone().unplaced().link()
    }

    /// Whether it was said of the plan of `input`. For how many replicas a plan was asked belongs to the test: a fleet is
    /// mostly tested by one of its replicas.
    #[must_use]
    pub fn is_of(&self, input: &PlanInput) -> bool {
        any_number(input) == any_number(&PlanInput::from_link(&self.plan).0)
    }

    /// As text: a line for each thing that is said, its name in front.
    #[must_use]
    pub fn text(&self) -> String {
        let holds = match self.holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "nothing",
        };
        let count = |count: u32| Unit::Count.link(f64::from(count));
        let (replicas, levels) = (count(self.replicas), count(self.levels));
        let (within, why, verdict) =
            (Unit::Fraction.link(self.within), sentence(&self.why), sentence(&self.verdict));
        let lines = [
            ("plan", self.plan.as_str()),
            ("replicas", &replicas),
            ("levels", &levels),
            ("within", &within),
            ("holds", holds),
            ("bound", self.bound.map_or("", Bound::name)),
            ("why", &why),
            ("verdict", &verdict),
        ];
        let said = lines.iter().filter(|(_, text)| !text.is_empty());
        said.fold(String::from(FIRST), |all, (name, text)| [&all, "\n", name, "=", text].concat())
    }

    /// Reads such a text. `None` where it is of another version, cut short or none at all; what one line says wrongly is as
    /// if it were not said.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.split('\n');
        if text.len() > LONGEST || lines.next() != Some(FIRST) {
            return None;
        }
        let mut tested = Self { plan: String::new(), ..Self::default() };
        for (name, value) in lines.filter_map(|line| line.split_once('=')) {
            tested.line(name, value);
        }
        let is_whole = !tested.plan.is_empty() && !tested.verdict.is_empty();
        is_whole.then_some(tested)
    }

    fn line(&mut self, name: &str, value: &str) {
        match name {
            "plan" => self.plan = Self::link_of(&PlanInput::from_link(value).0),
            "replicas" => self.replicas = whole(value).unwrap_or(self.replicas),
            "levels" => self.levels = whole(value).unwrap_or(self.levels),
            "within" => self.within = number(value, Unit::Fraction).unwrap_or(self.within),
            "holds" => {
                self.holds = match value {
                    "yes" => Some(true),
                    "no" => Some(false),
                    _ => None,
                }
            }
            "bound" => self.bound = Bound::ALL.into_iter().find(|bound| bound.name() == value),
            "why" => self.why = sentence(value),
            "verdict" => self.verdict = sentence(value),
            _ => {}
        }
    }
}

/// The plan, whatever the number of its replicas.
fn any_number(input: &PlanInput) -> String {
    let mut input = input.clone();
    input.unsay(Key::Replicas);
    Tested::link_of(&input)
}

fn number(text: &str, unit: Unit) -> Option<f64> {
    let value = read(text, unit, Place::Link).ok()?.value;
    (value > 0.0 && value <= 1e9).then_some(value)
}

/// At least one: what rounds to none is not said either.
fn whole(text: &str) -> Option<u32> {
    number(text, Unit::Count).map(quantity::float::count).filter(|count| *count > 0)
}

/// One line without control characters, of bounded length.
fn sentence(text: &str) -> String {
    let plain = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    plain.take(LONGEST_SENTENCE).collect::<String>().trim().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn input(link: &str) -> PlanInput {
        PlanInput::from_link(link).0
    }

    fn tested() -> Tested {
        Tested {
            plan: "v=1&rate=7".into(),
            replicas: 4,
            levels: 6,
            within: 0.25,
            holds: Some(false),
            bound: Some(Bound::Cap),
            why: "85 sequences run.".into(),
            verdict: "Model and test differ: a = b.".into(),
        }
    }

    #[test]
    fn what_is_kept_is_read_again() {
        assert_eq!(Tested::read(&tested().text()), Some(tested()));
        for bound in Bound::ALL {
            let of = Tested { bound: Some(bound), ..tested() };
            assert_eq!(Tested::read(&of.text()), Some(of));
        }
    }

    #[test]
    fn another_version_or_half_a_text_is_none() {
        let text = tested().text();
        for cut in ["", "tested=1", "tested=1\nplan=v=1", "tested=1\nverdict=So."] {
            assert_eq!(Tested::read(cut), None, "{cut:?}");
        }
        assert_eq!(Tested::read(&text.replace("tested=1", "tested=2")), None);
        assert_eq!(Tested::read(&(text + &"x".repeat(LONGEST))), None);
    }

    #[test]
    fn a_wrong_line_is_as_if_it_were_not_said() {
        let read = Tested::read(
            "tested=1\nreplicas=-3\nwithin=often\nholds=perhaps\nbound=luck\nplan=rate=7\nverdict=So.",
        );
        let wanted = Tested { plan: "v=1&rate=7".into(), verdict: "So.".into(), ..Tested::default() };
        assert_eq!(read, Some(wanted));
    }

    #[test]
    fn it_is_of_its_plan_for_any_number_of_replicas_and_of_no_other() {
        let of = |link: &str| tested().is_of(&input(link));
        assert!(of("v=1&rate=7") && of("v=1&rate=7&replicas=1") && of("v=1&at=m-loop-s7&rate=7.0&name=Ours"));
        assert!(!of("v=1") && !of("v=1&rate=7&gpu=h200") && !of("v=1&rate=7&mbu=0.5"));
        assert!(Tested { plan: "v=1&rate=7&replicas=1".into(), ..tested() }.is_of(&input("v=1&rate=7")));
    }

    proptest! {
        /// Whatever stands in the browser's storage: it is read without a panic, and what was read reads again.
        #[test]
        fn any_text_is_read(text in "\\PC{0,80}|(tested=1|plan=|v=1&|rate=|=|\n|verdict=|within=|9|&|holds=no|\\PC){0,40}") {
            if let Some(read) = Tested::read(&text) {
                prop_assert_eq!(Tested::read(&read.text()), Some(read));
            }
        }

        #[test]
        fn any_verdict_is_kept(
            verdict in "[a-z]\\PC{0,700}", why in "\\PC{0,40}", extra in "[a-z]{3}=\\PC{0,20}", replicas in 1_u32..1_000_000, levels in 1_u32..5000,
            holds in any::<Option<bool>>(), rate in 1_u32..1000,
        ) {
            let plan = Tested::link_of(&input(&["v=1&rate=", &rate.to_string(), "&", &extra].concat()));
            let tested = Tested { plan, replicas, levels, holds, why, verdict, ..tested() };
            let read = Tested::read(&tested.text());
            let wanted = Tested { why: sentence(&tested.why), verdict: sentence(&tested.verdict), ..tested };
            prop_assert_eq!(read, Some(wanted));
        }
    }
}
