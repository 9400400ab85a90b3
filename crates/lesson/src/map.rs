//! The maps: diagrams as typed graphs, and what is made of them.
//!
//! ```text
//!              ┌─ picture   SVG in the page, wide and narrow, and as a file of its own
//! Graph ───────┼─ mermaid   the same nodes and edges as text
//! (constants)  ├─ list      the same again in words, where the texts stand
//!              ├─ path      the way that a plan takes through "What limits capacity?"
//!              └─ tested    what a load test of that plan says at its nodes
//! ```
//!
//! A graph is data of the program; what a node or an edge says at length is in `text/maps`, under its id, and stands in
//! the served page alone.

mod capacity;
mod graph;
mod lesson;
mod letters;
mod limits;
#[cfg(feature = "text")]
mod list;
mod mermaid;
mod path;
mod picture;
mod placement;
mod tested;

pub use capacity::{LOOP, SHORT};
pub use graph::{Edge, EdgeKind, Graph, Node, NodeKind, Said};
pub use lesson::LESSON;
pub use limits::LIMITS;
#[cfg(feature = "text")]
pub use list::{list, section};
pub use mermaid::mermaid;
pub use path::{ENDS, End, Path, Turn, path};
pub use picture::{file, picture};
pub use placement::{Form, Placement};
pub use tested::{REMARKED, Remark, answered, beside_path, remarks};

/// Every graph, in the order of the page.
pub const ALL: [&Graph; 4] = [&LOOP, &SHORT, &LIMITS, &LESSON];

/// The ids of every node and edge of every graph: each has a text of its own.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().flat_map(|graph| {
        let nodes = graph.nodes.iter().map(|node| node.id);
        nodes.chain(graph.edges.iter().map(|edge| edge.id))
    })
}

/// The node or edge with this id, by the graph that it belongs to.
#[must_use]
pub fn graph_of(id: &str) -> Option<&'static Graph> {
    ALL.into_iter().find(|graph| graph.node(id).is_some() || graph.edge(id).is_some())
}
