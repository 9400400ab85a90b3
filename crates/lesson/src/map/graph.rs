//! A diagram as data: nodes, and edges between them.

use present::chart::Point;
use quantity::Key;
use sizing::Figure;

/// A diagram.
#[derive(Clone, Copy, Debug)]
pub struct Graph {
    /// Its id on the page, and the beginning of every id in it.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What to see in it.
    pub sentence: &'static str,
    /// In reading order, which is also the order of the narrow picture from top to bottom.
    pub nodes: &'static [Node],
    /// In reading order.
    pub edges: &'static [Edge],
    /// Width and height of the wide picture.
    pub sheet: (f64, f64),
    /// Width and height of a box in the wide picture.
    pub wide_box: (f64, f64),
    /// Width and height of a box in the narrow picture.
    pub narrow_box: (f64, f64),
}

/// A box of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its id, unique among all graphs.
    pub id: &'static str,
    /// What it is.
    pub kind: NodeKind,
    /// What it is called, in a few words.
    pub label: &'static str,
    /// What is in it, in a few more; may be empty.
    pub detail: &'static str,
    /// Its middle in the wide picture.
    pub at: Point,
    /// What a plan says at this place.
    pub says: &'static [Said],
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Something to do.
    Step,
    /// Something to ask, with a yes and a no.
    Question,
    /// Where a walk through questions ends: what to do first.
    Leaf,
    /// What has gone wrong, or what to do about it.
    Fault,
    /// A station of the short form.
    Station,
    /// A section of the lesson.
    Section,
}

/// A part of a plan or of its answer, with the words before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said {
    /// What the plan states.
    Key(&'static str, Key),
    /// What comes out for it.
    Figure(&'static str, Figure),
}

/// An arrow of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its id, unique among all graphs.
    pub id: &'static str,
    /// The id of the node that it leaves.
    pub from: &'static str,
    /// The id of the node that it enters.
    pub to: &'static str,
    /// What it is.
    pub kind: EdgeKind,
    /// Where it bends in the wide picture; nowhere if it runs straight.
    pub bends: &'static [Point],
}

/// What an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// On to what follows.
    On,
    /// The answer yes.
    Yes,
    /// The answer no.
    No,
    /// Back to what came before.
    Back,
}

impl Graph {
    /// The node with this id.
    #[must_use]
    pub fn node(&self, id: &str) -> Option<&'static Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The edge with this id.
    #[must_use]
    pub fn edge(&self, id: &str) -> Option<&'static Edge> {
        self.edges.iter().find(|edge| edge.id == id)
    }

    /// The edges that leave a node.
    pub fn leaving(&self, id: &str) -> impl Iterator<Item = &'static Edge> {
        self.edges.iter().filter(move |edge| edge.from == id)
    }

    /// The edges that enter a node.
    pub fn entering(&self, id: &str) -> impl Iterator<Item = &'static Edge> {
        self.edges.iter().filter(move |edge| edge.to == id)
    }

    /// The label of a node, by its id.
    #[must_use]
    pub fn label(&self, id: &str) -> &'static str {
        self.node(id).map_or("", |node| node.label)
    }

    /// Whether an edge is about something that has gone wrong: to or from a fault, or back.
    #[must_use]
    pub fn is_wrong(&self, edge: &Edge) -> bool {
        let fault = |id| self.node(id).is_some_and(|node| node.kind == NodeKind::Fault);
        edge.kind == EdgeKind::Back || fault(edge.from) || fault(edge.to)
    }

    /// What to call an edge where it is not seen: "Edge: from 1 Targets to 2 Workload".
    #[must_use]
    pub fn edge_name(&self, edge: &Edge) -> String {
        let answer = match edge.kind {
            EdgeKind::Yes => ", if yes",
            EdgeKind::No => ", if no",
            EdgeKind::On | EdgeKind::Back => "",
        };
        ["Edge: from ", self.label(edge.from), " to ", self.label(edge.to), answer].concat()
    }
}

impl Node {
    pub(crate) const fn new(
        id: &'static str,
        kind: NodeKind,
        label: &'static str,
        detail: &'static str,
        at: Point,
    ) -> Self {
        Self { id, kind, label, detail, at, says: &[] }
    }

    pub(crate) const fn says(self, says: &'static [Said]) -> Self {
        Self { says, ..self }
    }
}

impl NodeKind {
    /// The kind as a word for style sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Question => "question",
            Self::Leaf => "leaf",
            Self::Fault => "fault",
            Self::Station => "station",
            Self::Section => "section",
        }
    }
}

impl Edge {
    pub(crate) const fn new(id: &'static str, from: &'static str, to: &'static str, kind: EdgeKind) -> Self {
        Self { id, from, to, kind, bends: &[] }
    }

    pub(crate) const fn bent(self, bends: &'static [Point]) -> Self {
        Self { bends, ..self }
    }

    /// What is written on it: "yes", "no", or nothing.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self.kind {
            EdgeKind::Yes => "yes",
            EdgeKind::No => "no",
            EdgeKind::On | EdgeKind::Back => "",
        }
    }
}

impl EdgeKind {
    /// The kind as a word for style sheets.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Yes => "yes",
            Self::No => "no",
            Self::Back => "back",
        }
    }

    /// The same for an edge that is about something gone wrong.
    #[must_use]
    pub const fn wrong_name(self) -> &'static str {
        match self {
            Self::On => "on wrong",
            Self::Yes => "yes wrong",
            Self::No => "no wrong",
            Self::Back => "back wrong",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, graph_of, ids};
    use super::*;

    #[test]
    fn ids_are_unique_and_begin_with_their_graph() {
        let mut all: Vec<&str> = ids().collect();
        for id in &all {
            let graph = graph_of(id).expect(id);
            assert!(id.starts_with(graph.id) && id.as_bytes()[graph.id.len()] == b'-', "{id}");
        }
        all.sort_unstable();
        assert!(all.windows(2).all(|two| two[0] != two[1]), "{all:?}");
    }

    /// `m-loop-s1-s2` leads from `m-loop-s1` to `m-loop-s2`; an answer is named by its question: `m-limits-d1-no`.
    #[test]
    fn edges_lead_where_their_ids_say() {
        for graph in ALL {
            for edge in graph.edges {
                let (from, to) = (graph.node(edge.from).expect(edge.id), graph.node(edge.to).expect(edge.id));
                let end = match edge.kind {
                    EdgeKind::Yes | EdgeKind::No if graph.id == "m-limits" => edge.label(),
                    _ => &to.id[graph.id.len() + 1..],
                };
                assert_eq!(edge.id, [from.id, "-", end].concat());
            }
        }
    }

    #[test]
    fn a_question_has_a_yes_and_a_no_and_nothing_else_has() {
        for graph in ALL {
            for node in graph.nodes {
                let answers: Vec<&str> =
                    graph.leaving(node.id).map(Edge::label).filter(|label| !label.is_empty()).collect();
                let wanted = if node.kind == NodeKind::Question { 2 } else { 0 };
                assert_eq!(answers.len(), wanted, "{}: {answers:?}", node.id);
                assert!(wanted == 0 || answers[0] != answers[1], "{}", node.id);
            }
        }
    }

    #[test]
    fn every_node_is_reached_from_the_first() {
        for graph in ALL {
            let mut reached = vec![graph.nodes[0].id];
            let mut next = 0;
            while let Some(id) = reached.get(next).copied() {
                next += 1;
                for edge in graph.leaving(id) {
                    if !reached.contains(&edge.to) {
                        reached.push(edge.to);
                    }
                }
            }
            assert_eq!(reached.len(), graph.nodes.len(), "{}", graph.id);
        }
    }
}
