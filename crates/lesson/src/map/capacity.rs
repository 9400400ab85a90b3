//! The capacity loop: from targets to a fleet, and back when a test disagrees.

use super::graph::{Edge, EdgeKind, Graph, Node, NodeKind, Said};
use quantity::Key;
use sizing::Figure;

use EdgeKind::{Back, No, On, Yes};
use NodeKind::{Fault, Question, Station, Step};

const LEFT: f64 = 125.0;
const MIDDLE: f64 = 403.0;
const RIGHT: f64 = 681.0;

/// The capacity loop in ten boxes.
pub const LOOP: Graph = Graph {
    id: "m-loop",
    title: "The capacity loop",
    sentence: "Seven steps lead from a promise to a fleet and its test. Where the test disagrees with the model, the way leads back to the workload.",
    nodes: &[
        Node::new("m-loop-s1", Step, "1 Targets", "p95 TTFT, TPOT, goodput", (LEFT, 65.0))
            .says(&[Said::Key("TTFT p95 ≤ ", Key::Ttft), Said::Key("TPOT ≤ ", Key::Tpot)]),
        Node::new("m-loop-s2", Step, "2 Workload", "peak rate, lengths, hits", (MIDDLE, 65.0)).says(&[
            Said::Key("peak ", Key::Rate),
            Said::Key("in ", Key::In),
            Said::Key("out ", Key::Out),
            Said::Key("cached ", Key::Cached),
        ]),
        Node::new("m-loop-s3", Step, "3 One replica", "memory, prefill, decode", (RIGHT, 65.0))
            .says(&[Said::Figure("prefill ", Figure::Prefill), Said::Figure("holds ", Figure::Resident)]),
        Node::new("m-loop-s4", Step, "4 Largest rate", "steady state and queueing", (RIGHT, 191.0))
            .says(&[Said::Figure("per replica ", Figure::LargestRate)]),
        Node::new("m-loop-s5", Step, "5 Replicas", "headroom, then N+1", (MIDDLE, 191.0))
            .says(&[Said::Figure("for the peak ", Figure::Replicas), Said::Figure("spare ", Figure::Spare)]),
        Node::new("m-loop-s6", Step, "6 Load test", "shaped like production", (LEFT, 191.0))
            .says(&[Said::Figure("expect TTFT p95 ", Figure::TtftP95), Said::Figure("TPOT ", Figure::Tpot)]),
        Node::new("m-loop-s7", Question, "7 Within 20% of the model?", "", (LEFT, 317.0))
            .says(&[Said::Figure("margin ", Figure::Margin)]),
        Node::new("m-loop-s8", Step, "8 Deploy", "scale early, report $/1M", (MIDDLE, 317.0)).says(&[
            Said::Figure("", Figure::PerHourWithSpare),
            Said::Figure("1M out ", Figure::PerOutputWithSpare),
        ]),
        Node::new("m-loop-f1", Fault, "TTFT breaks early", "p95 at half the load", (LEFT, 443.0))
            .says(&[Said::Figure("lanes busy ", Figure::LanesBusy)]),
        Node::new("m-loop-f2", Fault, "Recheck", "the workload and the engine", (MIDDLE, 443.0)),
    ],
    edges: &[
        Edge::new("m-loop-s1-s2", "m-loop-s1", "m-loop-s2", On),
        Edge::new("m-loop-s2-s3", "m-loop-s2", "m-loop-s3", On),
        Edge::new("m-loop-s3-s4", "m-loop-s3", "m-loop-s4", On),
        Edge::new("m-loop-s4-s5", "m-loop-s4", "m-loop-s5", On),
        Edge::new("m-loop-s5-s6", "m-loop-s5", "m-loop-s6", On),
        Edge::new("m-loop-s6-s7", "m-loop-s6", "m-loop-s7", On),
        Edge::new("m-loop-s7-s8", "m-loop-s7", "m-loop-s8", Yes),
        Edge::new("m-loop-s7-f1", "m-loop-s7", "m-loop-f1", No),
        Edge::new("m-loop-f1-f2", "m-loop-f1", "m-loop-f2", On),
        Edge::new("m-loop-f2-s2", "m-loop-f2", "m-loop-s2", Back).bent(&[
            (826.0, 443.0),
            (826.0, 12.0),
            (MIDDLE, 12.0),
        ]),
    ],
    sheet: (850.0, 490.0),
    wide_box: (206.0, 66.0),
    narrow_box: (236.0, 62.0),
};

/// The same loop in five stations.
pub const SHORT: Graph = Graph {
    id: "m-short",
    title: "The loop in five stations",
    sentence: "The whole way in the shortest form that still leads back.",
    nodes: &[
        Node::new("m-short-1", Station, "Targets and peak", "the promise and its rate", (LEFT, 45.0))
            .says(&[Said::Key("TTFT p95 ≤ ", Key::Ttft), Said::Key("peak ", Key::Rate)]),
        Node::new("m-short-2", Station, "One replica", "what it holds and does", (MIDDLE, 45.0))
            .says(&[Said::Figure("prefill ", Figure::Prefill), Said::Figure("holds ", Figure::Resident)]),
        Node::new("m-short-3", Station, "Little’s law", "the state that it settles in", (RIGHT, 45.0))
            .says(&[Said::Figure("", Figure::Sequences), Said::Figure("TPOT ", Figure::Tpot)]),
        Node::new("m-short-4", Station, "Headroom and N+1", "how many, and one to lose", (RIGHT, 171.0))
            .says(&[Said::Figure("for the peak ", Figure::Replicas), Said::Figure("spare ", Figure::Spare)]),
        Node::new("m-short-5", Station, "Test breaks early?", "recheck the workload", (LEFT, 171.0))
            .says(&[Said::Figure("expect TTFT p95 ", Figure::TtftP95)]),
    ],
    edges: &[
        Edge::new("m-short-1-2", "m-short-1", "m-short-2", On),
        Edge::new("m-short-2-3", "m-short-2", "m-short-3", On),
        Edge::new("m-short-3-4", "m-short-3", "m-short-4", On),
        Edge::new("m-short-4-5", "m-short-4", "m-short-5", On),
        Edge::new("m-short-5-1", "m-short-5", "m-short-1", Back),
    ],
    sheet: (850.0, 216.0),
    wide_box: (206.0, 66.0),
    narrow_box: (236.0, 62.0),
};
