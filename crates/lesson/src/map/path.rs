//! The way that a plan takes through "What limits capacity?".

use plan::preset::{self, Preset};
use present::{Answer, text_of};
use quantity::Unit;
use sizing::{Figure, Fleet, NoHelp, Outcome, Resource, SteadyState};

/// A way from the first question to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The questions on the way with their answers; none where the chart has no say.
    pub turns: Vec<Turn>,
    /// Where it ends; nowhere where the chart has no say.
    pub end: Option<End>,
    /// Where it ends and why, or why there is no way, in one or two sentences.
    pub words: String,
}

/// A question on the way, answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The id of the question.
    pub question: &'static str,
    /// The id of the edge that is taken.
    pub edge: &'static str,
    /// The answer.
    pub yes: bool,
    /// The figures behind it.
    pub words: String,
}

/// An end of the chart: what to change first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The KV pool is too small.
    Memory,
    /// Prompts take most, and share prefixes.
    Caching,
    /// Prompts take most, and share nothing.
    Compute,
    /// Answers take most, and keep their target.
    Healthy,
    /// Answers take most, and miss their target.
    Decode,
}

impl End {
    /// The id of its node.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Memory => "m-limits-memory",
            Self::Caching => "m-limits-caching",
            Self::Compute => "m-limits-compute",
            Self::Healthy => "m-limits-healthy",
            Self::Decode => "m-limits-decode",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Memory => "This plan ends at memory: make room for more sequences first.",
            Self::Caching => {
                "This plan ends at prefix caching: save more of each prompt before anything else."
            }
            Self::Compute => {
                "This plan ends at prefill: make prompts cheaper, or keep them out of decode’s way."
            }
            Self::Healthy => "This plan is healthy: a larger batch is the cheapest thing left to try.",
            Self::Decode => {
                "This plan ends at decode: each step has to move fewer bytes, or to serve fewer sequences."
            }
        }
    }
}

/// A plan for each end, in the chart's order.
pub const ENDS: [(End, Preset); 5] = [
    (End::Memory, preset::LONG_CONTEXT),
    (End::Caching, preset::SHARED_PREFIX),
    (End::Compute, preset::A),
    (End::Healthy, preset::HEALTHY),
    (End::Decode, preset::TIGHT_TPOT),
];

/// The way of `answer`.
///
/// # Rules
/// The pool holds the sequences unless KV memory is what binds, or what runs out at the planned rate. Prompts take more
/// if a prefill, after cache hits, is longer than out × step/batch, both as the plan counts a request's replica-seconds: at
/// its own batch, or at that of the largest rate. Prompts share if any of their tokens are cached. The TPOT target is met
/// if TPOT at the planned rate exists and is no longer.
///
/// It is total: where there is no fleet, the chart ends at memory or has no say, and the words tell why.
#[must_use]
pub fn path(answer: &Answer) -> Path {
    match &answer.sizing.outcome {
        Outcome::Planned(fleet) => walked(answer, fleet),
        Outcome::DoesNotFit(shortfall) => {
            let missing = Unit::Bytes.show(shortfall.missing.get());
            let turn =
                turn(ROOM, false, ["Not even one sequence fits: ", &missing, " are missing."].concat());
            ended(vec![turn], End::Memory)
        }
        Outcome::NoReplicasHelp(NoHelp::Prefill { prefill }) => nowhere(&[
            "One prompt alone, on an idle replica, takes ",
            &Unit::Seconds.show(prefill.get()),
            ", longer than the TTFT target. Shorten or cache prompts, or spread a replica over more GPUs, before asking what limits capacity.",
        ]),
        Outcome::NoReplicasHelp(NoHelp::Step { step }) => nowhere(&[
            "A decode step of one sequence alone takes ",
            &Unit::Seconds.show(step.get()),
            ", longer than the TPOT target. Move fewer bytes in a step, or spread a replica over more GPUs, before asking what limits capacity.",
        ]),
        Outcome::TooMany { wanted } => nowhere(&[
            "This load would need about ",
            &Unit::Count.show(*wanted),
            " replicas, more than are planned here. Lower the rate before asking what limits each of them.",
        ]),
    }
}

impl Path {
    /// The ids of the boxes on the way.
    pub fn nodes(&self) -> impl Iterator<Item = &'static str> {
        self.turns.iter().map(|turn| turn.question).chain(self.end.map(End::id))
    }

    /// The ids of the arrows on the way.
    pub fn edges(&self) -> impl Iterator<Item = &'static str> {
        self.turns.iter().map(|turn| turn.edge)
    }
}

/// A question and its two edges.
type Question = (&'static str, &'static str, &'static str);

const ROOM: Question = ("m-limits-d1", "m-limits-d1-yes", "m-limits-d1-no");
const PROMPTS: Question = ("m-limits-d2", "m-limits-d2-yes", "m-limits-d2-no");
const SHARED: Question = ("m-limits-d3", "m-limits-d3-yes", "m-limits-d3-no");
const MET: Question = ("m-limits-d4", "m-limits-d4-yes", "m-limits-d4-no");

fn turn((question, yes_edge, no_edge): Question, yes: bool, words: String) -> Turn {
    Turn { question, edge: if yes { yes_edge } else { no_edge }, yes, words }
}

fn walked(answer: &Answer, fleet: &Fleet) -> Path {
    let full = matches!(fleet.state.steady, SteadyState::KvExhausted { .. });
    let room = !full && fleet.resource != Resource::KvMemory;
    let mut turns = vec![turn(ROOM, room, room_words(answer, fleet))];
    if !room {
        return ended(turns, End::Memory);
    }
    let prompts = fleet.work.prefill > fleet.work.decode;
    turns.push(turn(PROMPTS, prompts, prompts_words(fleet)));
    if prompts {
        let shared = answer.plan.cached.get() > 0.0;
        turns.push(turn(SHARED, shared, shared_words(answer)));
        ended(turns, if shared { End::Caching } else { End::Compute })
    } else {
        let met = fleet.state.steady.tpot().is_some_and(|tpot| tpot <= answer.plan.tpot);
        turns.push(turn(MET, met, tpot_words(answer)));
        ended(turns, if met { End::Healthy } else { End::Decode })
    }
}

fn ended(turns: Vec<Turn>, end: End) -> Path {
    // Whether there is room is only worth telling where it ends the way.
    let why = if turns.len() > 1 { &turns[1..] } else { &turns };
    let words = why.iter().fold(String::from(end.words()), |words, turn| [&words, " ", &turn.words].concat());
    Path { words, turns, end: Some(end) }
}

fn nowhere(words: &[&str]) -> Path {
    Path { turns: Vec::new(), end: None, words: words.concat() }
}

fn room_words(answer: &Answer, fleet: &Fleet) -> String {
    let holds = text_of(answer, Figure::Resident);
    match fleet.state.steady {
        SteadyState::Steady { sequences, .. } => {
            let most = Unit::Sequences.show(fleet.limit.batch);
            let wants = Unit::Sequences.show(sequences);
            let rate = text_of(answer, Figure::LargestRate);
            [
                "At the planned rate a replica decodes ",
                &wants,
                ", at its largest rate of ",
                &rate,
                " it would be ",
                &most,
                "; it holds ",
                &holds,
                ".",
            ]
            .concat()
        }
        SteadyState::KvExhausted { wanted, .. } => {
            ["A replica would decode ", &Unit::Sequences.show(wanted), ", and holds ", &holds, "."].concat()
        }
        SteadyState::NoSteadyState { .. } | SteadyState::PromptsOverflow { .. } => {
            ["A replica holds ", &holds, ", but it runs out of time before it runs out of room."].concat()
        }
    }
}

fn prompts_words(fleet: &Fleet) -> String {
    let (prefill, decode) = (fleet.work.prefill.get(), fleet.work.decode.get());
    [
        "A prompt takes ",
        &Unit::Seconds.show(prefill),
        " of a replica’s time, an answer ",
        &Unit::Seconds.show(decode),
        ".",
    ]
    .concat()
}

fn shared_words(answer: &Answer) -> String {
    match answer.plan.cached.get() {
        cached if cached > 0.0 => {
            [&*Unit::Fraction.exact(cached), " of prompt tokens are found in the cache."].concat()
        }
        _ => "No prompt token is found in a cache.".into(),
    }
}

fn tpot_words(answer: &Answer) -> String {
    let target = Unit::Seconds.exact(answer.plan.tpot.get());
    let tpot = text_of(answer, Figure::Tpot);
    ["TPOT at the planned rate is ", &tpot, ", and its target ", &target, "."].concat()
}

#[cfg(test)]
mod tests {
    use super::super::LIMITS;
    use super::*;
    use proptest::prelude::*;

    fn of(link: &str) -> Path {
        path(&Answer::to_link(link))
    }

    #[test]
    fn each_preset_ends_where_it_says() {
        for (end, preset) in ENDS {
            assert_eq!(of(preset.link).end, Some(end), "{}", preset.name);
        }
        let leaves = LIMITS.nodes.iter().filter(|node| node.kind == super::super::NodeKind::Leaf);
        assert!(leaves.clone().all(|leaf| ENDS.iter().any(|(end, _)| end.id() == leaf.id)));
        assert_eq!(leaves.count(), ENDS.len());
    }

    #[test]
    fn example_a_on_its_way() {
        let way = of("v=1");
        let turns: Vec<(&str, bool, &str)> =
            way.turns.iter().map(|turn| (turn.edge, turn.yes, &*turn.words)).collect();
        assert_eq!(
            turns,
            [
                (
                    "m-limits-d1-yes",
                    true,
                    "At the planned rate a replica decodes 31 sequences, at its largest rate of 8.2 req/s it would be 164 sequences; it holds 604 sequences."
                ),
                ("m-limits-d2-yes", true, "A prompt takes 88.4 ms of a replica’s time, an answer 33.6 ms."),
                ("m-limits-d3-no", false, "No prompt token is found in a cache."),
            ]
        );
        assert_eq!(
            way.words,
            "This plan ends at prefill: make prompts cheaper, or keep them out of decode’s way. A prompt takes 88.4 ms of a replica’s time, an answer 33.6 ms. No prompt token is found in a cache."
        );
    }

    #[test]
    fn without_a_fleet_it_ends_at_memory_or_says_why_not() {
        let way = of("v=1&weights=bf16&tp=1");
        assert_eq!((way.turns.len(), way.end), (1, Some(End::Memory)));
        assert!(way.words.ends_with("Not even one sequence fits: 68.0 GB are missing."), "{}", way.words);
        for (link, start) in [
            ("v=1&in=20k", "One prompt alone, on an idle replica, takes 884.3 ms"),
            ("v=1&tpot=5ms", "A decode step of one sequence alone takes 7.5 ms"),
            ("v=1&rate=1000000&out=100k", "This load would need about"),
        ] {
            let way = of(link);
            assert_eq!((way.turns.len(), way.end), (0, None), "{link}");
            assert!(way.words.starts_with(start), "{}", way.words);
        }
    }

    #[test]
    fn a_replica_that_does_not_settle_is_told_apart() {
        assert_eq!(of("v=1&rate=38&replicas=4").end, Some(End::Memory), "wants 2,039 of 604");
        assert_eq!(of("v=1&rate=48&replicas=4").end, Some(End::Compute), "prompts alone overflow");
        assert_eq!(
            of("v=1&rate=300&in=200&out=1k&tpot=25ms&replicas=3").end,
            Some(End::Decode),
            "no steady state"
        );
    }

    proptest! {
        /// Whatever the plan: each turn leaves the box that the one before it leads to, and the last leads to the end.
        #[test]
        fn a_way_holds_together(
            rate in 0.01..5e4, prompt in 1.0..1e5, answer in 1.0..1e4, cached in prop_oneof![Just(0.0), 0.0..0.99],
            tpot in 0.001..1.0, replicas in prop::option::of(1u32..50), batch in prop::option::of(1u32..500), tp in 0u32..4,
        ) {
            let mut link = format!("v=1&rate={rate}&in={prompt}&out={answer}&cached={cached}&tpot={tpot}s&tp={}", 1 << tp);
            if let Some(replicas) = replicas {
                link += &format!("&replicas={replicas}");
            }
            if let Some(batch) = batch {
                link += &format!("&batch={batch}");
            }
            let answer = Answer::to_link(&link);
            let way = path(&answer);
            prop_assert!(way.words.ends_with('.'), "{}", way.words);
            prop_assert_eq!(way.end.is_some(), !way.turns.is_empty());
            prop_assert!(way.end.is_some() || answer.fleet().is_none());
            let nodes: Vec<&str> = way.nodes().collect();
            for (edge, ends) in way.edges().zip(nodes.windows(2)) {
                let edge = LIMITS.edge(edge).expect("an edge of the chart");
                prop_assert_eq!([edge.from, edge.to], [ends[0], ends[1]]);
            }
            prop_assert!(nodes.first().is_none_or(|first| *first == "m-limits-d1"));
        }
    }
}
