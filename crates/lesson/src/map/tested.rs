//! What a load test of the reader's plan says on the maps: at the loop's steps 6 and 7, and where "What limits capacity?"
//! ends.

use super::path::{End, Path};
use plan::PlanInput;
use present::chart::Markup;
use present::{Bound, Tested};
use quantity::{Key, Unit};

/// What is said at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The id of the node.
    pub node: &'static str,
    /// Whether a test says it; else it is how to get one.
    pub measured: bool,
    /// The same in a few words, for a box; empty where nothing is measured.
    pub short: String,
    /// In sentences.
    pub words: String,
    /// What the way to the page of evidence is called.
    pub way: &'static str,
    /// The plan to open there.
    pub link: String,
}

impl Remark {
    /// The remark with its way to the page of evidence, whose address is `evidence`: what stands in the place for it.
    #[must_use]
    pub fn markup(&self, evidence: &str) -> String {
        let text = Markup::new().tags("<span>").text(&self.words).tags("</span> <a href=\"").text(evidence);
        text.tags("#").text(&self.link).tags("\">").tags(self.way).tags("</a>").finish()
    }
}

/// The nodes at which something may be said.
pub const REMARKED: [&str; 7] = [
    LOAD_TEST,
    AGREES,
    End::Memory.id(),
    End::Caching.id(),
    End::Compute.id(),
    End::Healthy.id(),
    End::Decode.id(),
];

const LOAD_TEST: &str = "m-loop-s6";
const AGREES: &str = "m-loop-s7";
const TO_TEST: &str = "Hold a load test against this plan";
const TO_VERDICT: &str = "To the evidence";

/// What is said at the nodes of the maps for the plan `own`, whose way is `path`; `kept` is the last verdict that the
/// browser keeps, of whichever plan.
#[must_use]
pub fn remarks(own: &PlanInput, path: &Path, kept: Option<&Tested>) -> Vec<Remark> {
    match of_plan(own, kept) {
        None => untested(own),
        Some(tested) => {
            let at_end = ends(own, path, tested)
                .into_iter()
                .map(|(end, short, words)| measured(tested, end.id(), short, words));
            [load_test(tested), agrees(tested)].into_iter().chain(at_end).collect()
        }
    }
}

/// The ids of what a verdict on the plan `own` lights on the loop: the question, its answer, and where that leads.
#[must_use]
pub fn answered(own: &PlanInput, kept: Option<&Tested>) -> &'static [&'static str] {
    match of_plan(own, kept).and_then(|tested| tested.holds) {
        Some(true) => &[AGREES, "m-loop-s7-s8", "m-loop-s8"],
        Some(false) => &[AGREES, "m-loop-s7-f1", "m-loop-f1"],
        None => &[],
    }
}

/// What a test adds to the sentence on where the plan ends; empty where there is none, or it names nothing.
#[must_use]
pub fn beside_path(own: &PlanInput, path: &Path, kept: Option<&Tested>) -> String {
    let said = of_plan(own, kept).map(|tested| ends(own, path, tested)).unwrap_or_default();
    said.into_iter().next().map(|(.., words)| words).unwrap_or_default()
}

fn of_plan<'a>(own: &PlanInput, kept: Option<&'a Tested>) -> Option<&'a Tested> {
    kept.filter(|tested| tested.is_of(own))
}

/// What is said before there is a test of the plan `own`.
pub(super) fn untested(own: &PlanInput) -> Vec<Remark> {
    let link = own.clone().unplaced().link();
    let remark = |node, words: &str| Remark {
        node,
        measured: false,
        short: String::new(),
        words: words.into(),
        way: TO_TEST,
        link: link.clone(),
    };
    vec![remark(LOAD_TEST, NO_TEST), remark(AGREES, NO_ANSWER)]
}

/// What stands at step 6 before there is a test.
const NO_TEST: &str =
    "Measured: nothing yet. The page of evidence reads what a load test wrote and holds it against the plan.";
/// What stands at step 7 before there is one.
const NO_ANSWER: &str = "Measured: nothing yet. A load test of this plan answers the question here.";

fn measured(tested: &Tested, node: &'static str, short: String, words: String) -> Remark {
    Remark { node, measured: true, short, words, way: TO_VERDICT, link: tested.plan.clone() }
}

fn load_test(tested: &Tested) -> Remark {
    let levels = counted(tested.levels, "level", "levels");
    let replicas = counted(tested.replicas, "replica", "replicas");
    let mut words = ["Measured: ", &levels, " of load, held against this plan for ", &replicas, "."].concat();
    if !tested.why.is_empty() {
        words.extend([" ", &tested.why]);
    }
    measured(tested, LOAD_TEST, ["measured: ", &levels].concat(), words)
}

fn agrees(tested: &Tested) -> Remark {
    let within = Unit::Fraction.exact(tested.within);
    let (short, answer) = match tested.holds {
        Some(true) => (["measured: yes, within ", &within].concat(), "Measured: yes. "),
        Some(false) => (["measured: no, not within ", &within].concat(), "Measured: no. "),
        None => ("measured: nothing to judge".into(), "Measured: no answer. "),
    };
    measured(tested, AGREES, short, [answer, &tested.verdict].concat())
}

fn counted(count: u32, one: &str, several: &str) -> String {
    [&*Unit::Count.show(f64::from(count)), " ", if count == 1 { one } else { several }].concat()
}

/// An end, what is said there in a few words, and in sentences.
type Said = (End, String, String);

/// What a test says of where the plan ends: there first, and then where it leads to itself.
fn ends(own: &PlanInput, path: &Path, tested: &Tested) -> Vec<Said> {
    let Some(bound) = tested.bound else { return Vec::new() };
    let why = [" ", &tested.why].concat();
    let named = ["Measured: the test names ", words(bound), "."].concat();
    let said = |end: End, short: &str, words: &[&str]| (end, String::from(short), words.concat());
    match (path.end, end(bound, own)) {
        (Some(end), Some(other)) if end == other => {
            let too = ["Measured: the test says so too: it names ", words(bound), "."].concat();
            vec![said(end, "measured: the test says so too", &[&too, &why])]
        }
        (plans, Some(tests)) => {
            let instead = ["Measured: the test names ", words(bound), " instead."].concat();
            let plans = plans.map(|end| said(end, "measured: the test ends elsewhere", &[&instead, &why]));
            plans.into_iter().chain([said(tests, "measured: the test ends here", &[&named, &why])]).collect()
        }
        (Some(end), None) => {
            let nothing = " So it says nothing of what limits the plan.";
            vec![said(end, "measured: the test cannot tell", &[&named, &why, nothing])]
        }
        (None, None) => Vec::new(),
    }
}

/// Where a test ends that ran into `bound`; its own client is no end of the chart.
fn end(bound: Bound, own: &PlanInput) -> Option<End> {
    match bound {
        Bound::Pool | Bound::Cap => Some(End::Memory),
        Bound::Prefill if own.number(Key::Cached).is_some_and(|cached| cached > 0.0) => Some(End::Caching),
        Bound::Prefill => Some(End::Compute),
        Bound::Decode => Some(End::Decode),
        Bound::Client => None,
    }
}

const fn words(bound: Bound) -> &'static str {
    match bound {
        Bound::Pool => "a full KV pool",
        Bound::Cap => "a cap on the batch, or a KV pool smaller than planned",
        Bound::Prefill => "prefill",
        Bound::Decode => "decode",
        Bound::Client => "its own client",
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, LOOP, mermaid, path};
    use super::*;
    use present::Answer;

    fn input(link: &str) -> PlanInput {
        PlanInput::from_link(link).0
    }

    fn way(link: &str) -> Path {
        path(&Answer::to_link(link))
    }

    fn tested(plan: &str, bound: Option<Bound>) -> Tested {
        let why = if bound.is_some() { "85 sequences run." } else { "" };
        Tested {
            plan: plan.into(),
            replicas: 1,
            levels: 6,
            holds: Some(true),
            bound,
            why: why.into(),
            verdict: "Model and test agree.".into(),
            ..Tested::default()
        }
    }

    fn said(link: &str, kept: Option<&Tested>) -> Vec<Remark> {
        remarks(&input(link), &way(link), kept)
    }

    fn at<'a>(remarks: &'a [Remark], node: &str) -> Option<&'a str> {
        remarks.iter().find(|remark| remark.node == node).map(|remark| remark.words.as_str())
    }

    #[test]
    fn without_a_test_of_the_plan_there_is_the_way_to_one() {
        let other = tested("v=1&gpu=h200", Some(Bound::Pool));
        for kept in [None, Some(&other)] {
            let remarks = said("v=1&rate=7&at=m-loop-s6", kept);
            let nodes: Vec<&str> = remarks.iter().map(|remark| remark.node).collect();
            assert_eq!(nodes, ["m-loop-s6", "m-loop-s7"]);
            assert!(
                remarks.iter().all(|remark| !remark.measured && remark.link == "v=1&rate=7"),
                "{remarks:?}"
            );
            assert_eq!(answered(&input("v=1&rate=7"), kept), [""; 0]);
            assert_eq!(beside_path(&input("v=1&rate=7"), &way("v=1&rate=7"), kept), "");
        }
    }

    #[test]
    fn the_verdict_stands_at_steps_6_and_7_of_its_plan() {
        let kept = tested("v=1&replicas=1", None);
        let remarks = said("v=1", Some(&kept));
        assert_eq!(
            at(&remarks, "m-loop-s6"),
            Some("Measured: 6 levels of load, held against this plan for 1 replica.")
        );
        assert_eq!(at(&remarks, "m-loop-s7"), Some("Measured: yes. Model and test agree."));
        assert_eq!(remarks[1].short, "measured: yes, within 20%");
        assert!(remarks.iter().all(|remark| remark.measured && remark.link == "v=1&replicas=1"));
    }

    #[test]
    fn yes_and_no_light_their_way_and_nothing_lights_none() {
        for (holds, to) in [(Some(true), "m-loop-s8"), (Some(false), "m-loop-f1"), (None, "")] {
            let kept = Tested { holds, ..tested("v=1", None) };
            let lit = answered(&input("v=1"), Some(&kept));
            assert_eq!(lit.last().copied().unwrap_or(""), to);
            let edges: Vec<_> = lit.iter().filter_map(|id| LOOP.edge(id)).collect();
            assert_eq!(edges.len(), usize::from(holds.is_some()));
            for edge in edges {
                assert_eq!((edge.from, edge.to, edge.label() == "yes"), (lit[0], to, holds == Some(true)));
            }
        }
    }

    /// Example A ends at prefill without sharing.
    #[test]
    fn a_test_that_ends_where_the_plan_does_says_so_too() {
        let kept = tested("v=1", Some(Bound::Prefill));
        let remarks = said("v=1", Some(&kept));
        let words = "Measured: the test says so too: it names prefill. 85 sequences run.";
        assert_eq!((at(&remarks, "m-limits-compute"), remarks.len()), (Some(words), 3));
        assert_eq!(beside_path(&input("v=1"), &way("v=1"), Some(&kept)), words);
        let shared = "v=1&in=16k&cached=0.6";
        let kept = tested(shared, Some(Bound::Prefill));
        assert!(
            at(&said(shared, Some(&kept)), "m-limits-caching").is_some_and(|words| words.contains("too"))
        );
    }

    #[test]
    fn a_test_that_ends_elsewhere_says_where() {
        for (bound, leaf) in [(Bound::Pool, "memory"), (Bound::Cap, "memory"), (Bound::Decode, "decode")] {
            let remarks = said("v=1", Some(&tested("v=1", Some(bound))));
            assert!(
                at(&remarks, "m-limits-compute").is_some_and(|words| words.contains(" instead. 85")),
                "{remarks:?}"
            );
            let leaf = ["m-limits-", leaf].concat();
            assert!(at(&remarks, &leaf).is_some_and(|words| words.starts_with("Measured: the test names")));
        }
        let client = said("v=1", Some(&tested("v=1", Some(Bound::Client))));
        assert!(
            at(&client, "m-limits-compute").is_some_and(|words| words.ends_with("what limits the plan."))
        );
        assert_eq!(client.len(), 3);
        // Without an end of the plan's own there is still the test's.
        let slow = said("v=1&tpot=5ms", Some(&tested("v=1&tpot=5ms", Some(Bound::Decode))));
        assert!(at(&slow, "m-limits-decode").is_some() && slow.len() == 3, "{slow:?}");
    }

    #[test]
    fn names_of_a_file_in_a_verdict_are_text_on_the_page() {
        let kept = Tested {
            verdict: "At <b>&\" it differs.".into(),
            plan: "v=1&rate=7".into(),
            ..Tested::default()
        };
        let remarks = said("v=1&rate=7", Some(&kept));
        assert_eq!(
            remarks[1].markup("../sandbox/evidence/"),
            "<span>Measured: no answer. At &lt;b&gt;&amp;&quot; it differs.</span> \
             <a href=\"../sandbox/evidence/#v=1&amp;rate=7\">To the evidence</a>"
        );
    }

    #[test]
    fn every_remark_has_a_node_and_every_place_for_one_too() {
        let is_node = |id: &str| ALL.iter().any(|graph| graph.node(id).is_some());
        assert!(REMARKED.iter().all(|id| is_node(id)));
        for bound in Bound::ALL {
            for link in ["v=1", "v=1&cached=0.6", "v=1&tpot=5ms", "v=1&weights=bf16&tp=1"] {
                let remarks = said(link, Some(&tested(link, Some(bound))));
                assert!(remarks.iter().all(|remark| REMARKED.contains(&remark.node)), "{remarks:?}");
            }
        }
    }

    #[test]
    fn the_text_for_mermaid_says_it_in_the_box() {
        let remarks = said("v=1", Some(&tested("v=1", Some(Bound::Prefill))));
        let text = mermaid(&LOOP, None, &remarks);
        assert!(text.contains("7 Within 20% of the model?<br/>measured#58; yes, within 20%\"}"), "{text}");
        let text = mermaid(&super::super::LIMITS, None, &remarks);
        assert_eq!(text.matches("the test says so too\"])").count(), 1, "{text}");
        assert_eq!(mermaid(&LOOP, None, &said("v=1", None)), mermaid(&LOOP, None, &[]));
    }
}
