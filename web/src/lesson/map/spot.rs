//! A box or an arrow, wherever it is drawn.

use super::super::page::{all, attribute, by_id};
use leptos::prelude::*;
use lesson::map::{Graph, graph_of};
use web_sys::Element;

/// A node or an edge of a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) graph: &'static Graph,
    pub(super) id: &'static str,
}

impl PartialEq for Spot {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Spot {
    /// The node or the edge of an id.
    pub(super) fn named(id: &str) -> Option<Self> {
        let graph = graph_of(id)?;
        let node = graph.node(id).map(|node| node.id);
        Some(Self { graph, id: node.or_else(|| graph.edge(id).map(|edge| edge.id))? })
    }

    /// What a link or a button leads to.
    pub(super) fn of(link: &Element) -> Option<Self> {
        Self::named(&id_of(link))
    }

    /// Where it is drawn, in each form of the picture.
    fn drawn(self) -> impl Iterator<Item = Element> {
        all(".map svg :is([data-node], [data-edge])").filter(move |link| id_of(link) == self.id)
    }

    /// Where it is drawn in the form that fits the window.
    pub(super) fn seen(self) -> Option<Element> {
        self.drawn().find(|link| link.get_bounding_client_rect().width() > 0.0)
    }

    /// Marks it as what is selected, or no longer.
    pub(super) fn mark(self, is_chosen: bool) {
        for link in self.drawn() {
            let _ = link.class_list().toggle_with_force("chosen", is_chosen);
            let _ = if is_chosen {
                link.set_attribute("aria-current", "true")
            } else {
                link.remove_attribute("aria-current")
            };
        }
    }

    /// Scrolls no further than it takes to see it.
    pub(super) fn keep_in_view(self) {
        window().scroll_by_with_x_and_y(0.0, self.beyond());
    }

    /// Where it cannot be seen, begins with the heading of its map.
    pub(super) fn bring_into_view(self) {
        if let Some(section) = by_id(self.graph.id).filter(|_| self.beyond().abs() > 0.0) {
            section.scroll_into_view();
            self.keep_in_view();
        }
    }

    /// How far it stands outside of the window, or under what keeps to the window's edges.
    fn beyond(self) -> f64 {
        let Some(link) = self.seen() else { return 0.0 };
        let place = link.get_bounding_client_rect();
        let tabs = by_class("map-tabs").map(|tabs| tabs.get_bounding_client_rect());
        let top = tabs.filter(|tabs| tabs.top() < AIR).map_or(0.0, |tabs| tabs.bottom().max(0.0)) + AIR;
        let height = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
        let panel = panel_of(self.graph).map(|panel| panel.get_bounding_client_rect());
        // A panel beside the picture hides nothing.
        let over = panel.filter(|panel| panel.height() > 0.0 && panel.left() < place.right());
        let bottom = over.map_or(height, |panel| panel.top().min(height)) - AIR;
        let above = place.top() - top;
        if above < 0.0 { above } else { (place.bottom() - bottom).max(0.0).min(above) }
    }
}

/// How much is left free round what is brought into view.
const AIR: f64 = 12.0;

fn by_class(name: &str) -> Option<Element> {
    document().get_elements_by_class_name(name).item(0)
}

fn panel_of(graph: &Graph) -> Option<Element> {
    by_id(graph.id)?.query_selector(".map-panel").ok().flatten()
}

/// The id of what a link or a button leads to.
pub(super) fn id_of(link: &Element) -> String {
    let node = attribute(link, "data-node");
    if node.is_empty() { attribute(link, "data-edge") } else { node }
}

/// Whether a link is a box or an arrow itself.
pub(super) fn is_on_picture(link: &Element) -> bool {
    link.closest("svg").is_ok_and(|svg| svg.is_some())
}
