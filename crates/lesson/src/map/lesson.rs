//! How the sections of the Gist lean on each other.

use super::graph::{Edge, EdgeKind::On, Graph, Node, NodeKind::Section};

const A: f64 = 107.0;
const B: f64 = 319.0;
const C: f64 = 531.0;
const D: f64 = 743.0;
const ROWS: [f64; 4] = [40.0, 146.0, 252.0, 358.0];

/// The lesson map. An arrow leads from what is needed to what leans on it.
pub const LESSON: Graph = Graph {
    id: "m-lesson",
    title: "Lesson map",
    sentence: "How the sections of the Gist lean on each other: an arrow leads from what is needed to what leans on it. Select one to go there.",
    nodes: &[
        Node::new("m-lesson-g-words", Section, "The words", "once, for a newcomer", (A, ROWS[0])),
        Node::new("m-lesson-g-question", Section, "One question", "and four ingredients", (B, ROWS[0])),
        Node::new("m-lesson-g-load", Section, "Rate and load", "a rate is not a load", (C, ROWS[0])),
        Node::new("m-lesson-g-tokens", Section, "Example B", "tokens per second", (D, ROWS[0])),
        Node::new("m-lesson-g-metrics", Section, "Metrics", "what each catches", (B, ROWS[1])),
        Node::new("m-lesson-g-streams", Section, "What tokens say", "400 streams", (A, ROWS[1])),
        Node::new("m-lesson-g-fleet", Section, "Example A", "a steady state", (C, ROWS[1])),
        Node::new("m-lesson-g-two", Section, "One formula", "two methods agree", (D, ROWS[1])),
        Node::new("m-lesson-g-queue", Section, "Why not 95%", "waiting and its tail", (C, ROWS[2])),
        Node::new("m-lesson-g-levers", Section, "Levers", "less prefill first", (D, ROWS[2])),
        Node::new("m-lesson-g-signals", Section, "Signals", "what to scale on", (B, ROWS[2])),
        Node::new("m-lesson-g-wrong", Section, "What goes wrong", "and where it breaks", (A, ROWS[2])),
        Node::new("m-lesson-g-heuristics", Section, "Rules of thumb", "to carry in the head", (C, ROWS[3])),
        Node::new("m-lesson-g-brief", Section, "In 30 seconds", "said aloud", (D, ROWS[3])),
        Node::new("m-lesson-g-check", Section, "Check yourself", "a service of yours", (B, ROWS[3])),
        Node::new("m-lesson-g-more", Section, "Neighbours", "and what to read", (A, ROWS[3])),
    ],
    edges: &[
        Edge::new("m-lesson-g-words-g-question", "m-lesson-g-words", "m-lesson-g-question", On),
        Edge::new("m-lesson-g-question-g-load", "m-lesson-g-question", "m-lesson-g-load", On),
        Edge::new("m-lesson-g-question-g-metrics", "m-lesson-g-question", "m-lesson-g-metrics", On),
        Edge::new("m-lesson-g-load-g-tokens", "m-lesson-g-load", "m-lesson-g-tokens", On),
        Edge::new("m-lesson-g-load-g-fleet", "m-lesson-g-load", "m-lesson-g-fleet", On),
        Edge::new("m-lesson-g-metrics-g-streams", "m-lesson-g-metrics", "m-lesson-g-streams", On),
        Edge::new("m-lesson-g-metrics-g-fleet", "m-lesson-g-metrics", "m-lesson-g-fleet", On),
        Edge::new("m-lesson-g-metrics-g-signals", "m-lesson-g-metrics", "m-lesson-g-signals", On),
        Edge::new("m-lesson-g-tokens-g-two", "m-lesson-g-tokens", "m-lesson-g-two", On),
        Edge::new("m-lesson-g-fleet-g-two", "m-lesson-g-fleet", "m-lesson-g-two", On),
        Edge::new("m-lesson-g-fleet-g-queue", "m-lesson-g-fleet", "m-lesson-g-queue", On),
        Edge::new("m-lesson-g-streams-g-wrong", "m-lesson-g-streams", "m-lesson-g-wrong", On),
        Edge::new("m-lesson-g-two-g-levers", "m-lesson-g-two", "m-lesson-g-levers", On),
        Edge::new("m-lesson-g-queue-g-levers", "m-lesson-g-queue", "m-lesson-g-levers", On),
        Edge::new("m-lesson-g-queue-g-signals", "m-lesson-g-queue", "m-lesson-g-signals", On),
        Edge::new("m-lesson-g-queue-g-heuristics", "m-lesson-g-queue", "m-lesson-g-heuristics", On),
        Edge::new("m-lesson-g-signals-g-wrong", "m-lesson-g-signals", "m-lesson-g-wrong", On),
        Edge::new("m-lesson-g-levers-g-brief", "m-lesson-g-levers", "m-lesson-g-brief", On),
        Edge::new("m-lesson-g-heuristics-g-brief", "m-lesson-g-heuristics", "m-lesson-g-brief", On),
        Edge::new("m-lesson-g-heuristics-g-check", "m-lesson-g-heuristics", "m-lesson-g-check", On),
        Edge::new("m-lesson-g-check-g-more", "m-lesson-g-check", "m-lesson-g-more", On),
        Edge::new("m-lesson-g-wrong-g-more", "m-lesson-g-wrong", "m-lesson-g-more", On),
    ],
    sheet: (850.0, 398.0),
    wide_box: (176.0, 62.0),
    narrow_box: (214.0, 62.0),
};
