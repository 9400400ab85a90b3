//! What limits capacity: four questions, five ends.

use super::graph::{Edge, EdgeKind, Graph, Node, NodeKind, Said};
use quantity::Key;
use sizing::Figure;

use EdgeKind::{No, Yes};
use NodeKind::{Leaf, Question};

const LEFT: f64 = 133.0;
const MIDDLE: f64 = 425.0;
const RIGHT: f64 = 717.0;

/// The chart to walk by hand; [`super::path()`] walks it for a plan.
pub const LIMITS: Graph = Graph {
    id: "m-limits",
    title: "What limits capacity?",
    sentence: "Four questions lead to what runs out first, and so to what to change first. After each change, run the model and the load test again.",
    nodes: &[
        Node::new(
            "m-limits-d1",
            Question,
            "Does the KV pool hold the sequences?",
            "as many as the load needs",
            (LEFT, 56.0),
        )
        .says(&[Said::Figure("needs ", Figure::Sequences), Said::Figure("holds ", Figure::Resident)]),
        Node::new(
            "m-limits-memory",
            Leaf,
            "Memory",
            "FP8 KV, smaller weights, more GPUs per replica",
            (MIDDLE, 56.0),
        )
        .says(&[Said::Figure("pool ", Figure::KvPool)]),
        Node::new(
            "m-limits-d2",
            Question,
            "Do prompts take more than answers?",
            "of a request’s replica-seconds",
            (LEFT, 196.0),
        )
        .says(&[Said::Figure("prefill ", Figure::Prefill), Said::Figure("both ", Figure::Work)]),
        Node::new(
            "m-limits-d3",
            Question,
            "Do prompts share prefixes?",
            "the share that hits the cache",
            (LEFT, 336.0),
        )
        .says(&[Said::Key("cached ", Key::Cached)]),
        Node::new(
            "m-limits-caching",
            Leaf,
            "Prefix caching first",
            "and routing to warm caches",
            (LEFT, 476.0),
        ),
        Node::new(
            "m-limits-compute",
            Leaf,
            "Less or cheaper prefill",
            "chunks, P/D, FP8 compute",
            (MIDDLE, 476.0),
        ),
        Node::new(
            "m-limits-d4",
            Question,
            "Is the TPOT target met?",
            "at the batch that the cost needs",
            (MIDDLE, 196.0),
        )
        .says(&[Said::Figure("TPOT ", Figure::Tpot), Said::Key("target ", Key::Tpot)]),
        Node::new(
            "m-limits-healthy",
            Leaf,
            "Healthy",
            "raise the batch until TPOT nears its target",
            (RIGHT, 196.0),
        ),
        Node::new(
            "m-limits-decode",
            Leaf,
            "Decode",
            "fewer bytes, speculation, more replicas",
            (MIDDLE, 336.0),
        ),
    ],
    edges: &[
        Edge::new("m-limits-d1-no", "m-limits-d1", "m-limits-memory", No),
        Edge::new("m-limits-d1-yes", "m-limits-d1", "m-limits-d2", Yes),
        Edge::new("m-limits-d2-yes", "m-limits-d2", "m-limits-d3", Yes),
        Edge::new("m-limits-d2-no", "m-limits-d2", "m-limits-d4", No),
        Edge::new("m-limits-d3-yes", "m-limits-d3", "m-limits-caching", Yes),
        Edge::new("m-limits-d3-no", "m-limits-d3", "m-limits-compute", No)
            .bent(&[(279.0, 336.0), (279.0, 476.0)]),
        Edge::new("m-limits-d4-yes", "m-limits-d4", "m-limits-healthy", Yes),
        Edge::new("m-limits-d4-no", "m-limits-d4", "m-limits-decode", No),
    ],
    sheet: (850.0, 532.0),
    wide_box: (222.0, 88.0),
    narrow_box: (240.0, 84.0),
};
