//! What is selected on a map, in words beside its picture.

use super::super::page::{attribute, by_id};
use super::spot::Spot;
use crate::markup::Markup;
use crate::page::Page;
use leptos::prelude::*;
use lesson::map::{ALL, EdgeKind, Graph, NodeKind};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement, HtmlElement};

/// The panel of a map. The text in it is the list's own: live figures and fields stay what they are.
pub(super) struct Panel {
    graph: &'static Graph,
    element: Element,
    /// Stands in the list where the text was taken from.
    lent: RefCell<Option<Element>>,
}

impl Panel {
    /// A panel after a map's picture, and the list folded away where there is room beside the picture.
    pub(super) fn beside(map: &Element) -> Option<Self> {
        let id = attribute(map, "data-map");
        let graph = ALL.into_iter().find(|graph| graph.id == id)?;
        let element = document().create_element("div").ok()?;
        element.set_class_name("map-panel");
        element.set_inner_html(HINT);
        map.after_with_node_1(&element).ok()?;
        fold(&map.parent_element()?.query_selector(".map-list").ok()??);
        Some(Self { graph, element, lent: RefCell::default() })
    }

    /// Shows what is selected, or that nothing is on this map.
    pub(super) fn show(&self, spot: Option<Spot>) {
        self.give_back();
        let spot = spot.filter(|spot| spot.graph.id == self.graph.id);
        let markup = spot.map_or_else(|| HINT.into(), |spot| markup(self.graph, spot.id));
        self.element.set_inner_html(&markup);
        self.element.set_scroll_top(0);
        let _ = self.element.class_list().toggle_with_force("filled", spot.is_some());
        if let Some(spot) = spot {
            self.borrow(spot.id);
        }
    }

    /// Moves a text from the list into the panel.
    fn borrow(&self, id: &str) -> Option<()> {
        let heading = by_id(id)?.first_element_child()?;
        let text = self.element.query_selector(".text").ok()??;
        let mark = document().create_element("p").ok()?;
        mark.set_class_name("elsewhere");
        mark.set_text_content(Some("Selected: its text stands with the picture."));
        heading.after_with_node_1(&mark).ok()?;
        // The arrows that leave a box have their texts below its own.
        while let Some(next) = mark.next_element_sibling().filter(|next| !holds_arrows(next)) {
            text.append_child(&next).ok()?;
        }
        self.lent.replace(Some(mark));
        Some(())
    }

    fn give_back(&self) -> Option<()> {
        let mark = self.lent.take()?;
        let text = self.element.query_selector(".text").ok()??;
        while let Some(first) = text.first_child() {
            mark.before_with_node_1(&first).ok()?;
        }
        mark.remove();
        Some(())
    }

    /// Leads to the calculator with a plan.
    pub(super) fn lead(&self, plan: &str) {
        if let Ok(Some(link)) = self.element.query_selector(".sandbox-link a") {
            let _ = link.set_attribute("href", &[&*Page::Maps.href_from(Page::Fleet), "#", plan].concat());
        }
    }

    /// Goes on reading there, if it shows `spot`.
    pub(super) fn focus(&self, spot: Spot) {
        let heading = self.element.query_selector("h3").ok().flatten();
        if let Some(heading) = heading.filter(|_| spot.graph.id == self.graph.id) {
            let _ = heading.unchecked_ref::<HtmlElement>().focus();
        }
    }
}

const HINT: &str =
    "<p class=\"hint\">Select a box to see why it is there, an arrow to see what passes along it.</p>";

fn holds_arrows(element: &Element) -> bool {
    element.tag_name() == "UL" && element.first_element_child().is_some_and(|first| first.has_attribute("id"))
}

/// What stands round the text of a node or an edge.
fn markup(graph: &'static Graph, id: &str) -> String {
    let (kind, answers) = match graph.node(id).map(|node| node.kind) {
        None => ("Arrow", Markup::new()),
        Some(NodeKind::Step) => ("Step", Markup::new()),
        Some(NodeKind::Question) => ("Question", answers(graph, id)),
        Some(NodeKind::Leaf) => ("What to do first", again(graph)),
        Some(NodeKind::Fault) => ("Where the test disagrees", Markup::new()),
        Some(NodeKind::Station) => ("Station", Markup::new()),
        Some(NodeKind::Section) => ("Section of the Gist", Markup::new()),
    };
    let head = Markup::new().tags("<p class=\"kind\">").tags(kind).tags(CLOSE).tags("<h3 tabindex=\"-1\">");
    let head = head.text(&title(id)).tags("</h3><p class=\"answers\">").finish();
    [&*head, &answers.finish(), FOOT, &leads(graph, id)].concat()
}

const CLOSE: &str = " <button class=\"link close\" type=\"button\">Close</button></p>";

const FOOT: &str = "</p><div class=\"text\"></div>\
    <p class=\"sandbox-link\"><a class=\"button\">Open in sandbox</a></p>";

/// A question's answers: each moves the selection to where it leads.
fn answers(graph: &Graph, id: &str) -> Markup {
    [(EdgeKind::Yes, "Yes"), (EdgeKind::No, "No")].into_iter().fold(Markup::new(), |markup, (kind, word)| {
        match graph.leaving(id).find(|edge| edge.kind == kind) {
            Some(edge) => button(markup, edge.to, word),
            None => markup,
        }
    })
}

/// From an end back to the first question.
fn again(graph: &Graph) -> Markup {
    graph.nodes.first().map_or_else(Markup::new, |first| button(Markup::new(), first.id, "Start again"))
}

fn button(markup: Markup, to: &'static str, words: &'static str) -> Markup {
    let markup = markup.tags("<button class=\"button\" type=\"button\" data-node=\"").tags(to);
    markup.tags("\">").tags(words).tags("</button>")
}

/// From a box the arrows that leave it, from an arrow the boxes at its ends.
fn leads(graph: &Graph, id: &str) -> String {
    let list = Markup::new().tags("<ul class=\"leads\">");
    let list = match graph.edge(id) {
        Some(edge) => {
            let list = list.tags("<li>From ");
            let list = lead(list, "node", edge.from, graph.label(edge.from)).tags("</li><li>To ");
            lead(list, "node", edge.to, graph.label(edge.to)).tags("</li>")
        }
        None => graph
            .leaving(id)
            .fold(list, |list, edge| lead(list.tags("<li>"), "edge", edge.id, &title(edge.id)).tags("</li>")),
    };
    list.tags("</ul>").finish()
}

fn lead(list: Markup, what: &'static str, id: &'static str, words: &str) -> Markup {
    let list = list.tags("<a href=\"#").tags(id).tags("\" data-").tags(what).tags("=\"").tags(id);
    list.tags("\">").text(words).tags("</a>")
}

/// The heading of a text in the list.
fn title(id: &str) -> String {
    let heading = by_id(id).and_then(|item| item.first_element_child());
    heading.and_then(|heading| heading.text_content()).unwrap_or_default()
}

/// Puts the list into a box that opens; closed where its texts have room beside the picture.
fn fold(list: &Element) -> Option<()> {
    let details = document().create_element("details").ok()?;
    details.set_class_name("as-list");
    details.set_inner_html("<summary>As a list</summary>");
    list.before_with_node_1(&details).ok()?;
    details.append_child(list).ok()?;
    let wide = window().match_media("(min-width: 900px)").ok().flatten();
    let is_wide = wide.is_some_and(|wide| wide.matches());
    details.unchecked_ref::<HtmlDetailsElement>().set_open(!is_wide);
    Some(())
}
