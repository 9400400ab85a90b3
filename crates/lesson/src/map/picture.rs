//! A graph as an SVG picture: inline in the page, where each box and arrow can be selected, and as a file of its own.
//!
//! In the page colours come from classes alone, and a box or an arrow is a link to its text, so that it leads somewhere
//! before there is a program and without one. The file has the light theme's colours as presentation attributes.

use super::graph::{Edge, EdgeKind, Graph, Node, NodeKind};
use super::letters::{DETAIL, Face, LABEL};
use super::placement::{Form, Placement};
use present::chart::{Markup, Point, Rect};

/// The picture for the page; what stands in `lit` gets the class `lit`.
///
/// ids stand in the list, once; both forms refer to them.
#[must_use]
pub fn picture(graph: &Graph, form: Form, lit: &[&str]) -> String {
    let placement = Placement::of(graph, form);
    let picture = Markup::new().tags("<svg class=\"").tags(form.name());
    let picture = picture.tags("\" role=\"group\" aria-label=\"").text(graph.title).tags(", a diagram\"");
    let mut picture = sized(picture, placement.size).tags(">");
    for (node, rect) in graph.nodes.iter().zip(&placement.boxes) {
        picture = link(picture, "node", node.kind.name(), node.id, lit).tags(" data-next=\"");
        picture = listed(picture, graph.leaving(node.id).map(|edge| edge.to)).tags("\" data-back=\"");
        picture = listed(picture, graph.entering(node.id).map(|edge| edge.from)).tags("\" aria-label=\"");
        picture = picture.text(&name(node)).tags("\">");
        picture = boxed(picture, node, rect, Pen::Page).tags("</a>");
        for (edge, line, word) in parts(graph, &placement).filter(|(edge, ..)| edge.from == node.id) {
            let kind = if graph.is_wrong(edge) { edge.kind.wrong_name() } else { edge.kind.name() };
            picture = link(picture, "edge", kind, edge.id, lit).tags(" data-from=\"");
            picture = picture.text(edge.from).tags("\" data-to=\"").text(edge.to).tags("\" aria-label=\"");
            picture = picture.text(&graph.edge_name(edge)).tags("\">");
            picture = hit(picture, line, placement.reach);
            picture = arrow(picture, graph, (edge, line, word), Pen::Page).tags("</a>");
        }
    }
    picture.tags("</svg>").finish()
}

/// The picture as a file: nothing to select, readable on its own, with the `link` to the page where one is given.
#[must_use]
pub fn file(graph: &Graph, form: Form, link: &str) -> String {
    let placement = Placement::of(graph, form);
    let picture = Markup::new().tags("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    let picture = sized(picture.tags(" font-family=\"system-ui, sans-serif\""), placement.size);
    let picture = picture.tags("><title>").text(graph.title).tags("</title><desc>").text(graph.sentence);
    let picture = picture.tags(if link.is_empty() { "" } else { " " }).text(link);
    let mut picture = picture.tags("</desc><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    for (edge, line, word) in parts(graph, &placement) {
        picture = arrow(picture, graph, (edge, line, word), Pen::File);
    }
    for (node, rect) in graph.nodes.iter().zip(&placement.boxes) {
        picture = boxed(picture, node, rect, Pen::File);
    }
    picture.tags("</svg>").finish()
}

/// Who colours what is drawn: the page's style sheet, or the file itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pen {
    Page,
    File,
}

impl Pen {
    /// The attributes of a thing to draw: its class, or its colours.
    const fn of(self, thing: Thing) -> &'static str {
        match (self, thing) {
            (Self::Page, Thing::Box) => " class=\"box\"",
            (Self::Page, Thing::Line | Thing::Wrong | Thing::Back) => " class=\"line\"",
            (Self::Page, Thing::Head | Thing::WrongHead) => " class=\"head\"",
            (Self::Page, Thing::Label) => " class=\"label\"",
            (Self::Page, Thing::Detail) => " class=\"detail\"",
            (Self::Page, Thing::Word) => " class=\"word\"",
            (Self::File, Thing::Box) => " fill=\"#ffffff\" stroke=\"#8a8f9b\"",
            (Self::File, Thing::Line) => " stroke=\"#8a8f9b\" stroke-width=\"1.5\"",
            (Self::File, Thing::Wrong) => " stroke=\"#b4471d\" stroke-width=\"1.5\"",
            (Self::File, Thing::Back) => " stroke=\"#b4471d\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"",
            (Self::File, Thing::Head) => " fill=\"#8a8f9b\"",
            (Self::File, Thing::WrongHead) => " fill=\"#b4471d\"",
            (Self::File, Thing::Label) => " fill=\"#1d2330\"",
            (Self::File, Thing::Detail | Thing::Word) => " fill=\"#5a6272\"",
        }
    }
}

/// What a picture is drawn of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Box,
    Line,
    Wrong,
    Back,
    Head,
    WrongHead,
    Label,
    Detail,
    Word,
}

/// An edge with its line and where its word stands.
type Part<'a> = (&'static Edge, &'a [Point], Option<&'a Rect>);

fn parts<'a>(graph: &'a Graph, placement: &'a Placement) -> impl Iterator<Item = Part<'a>> {
    graph
        .edges
        .iter()
        .zip(&placement.lines)
        .zip(&placement.words)
        .map(|((edge, line), word)| (edge, &**line, word.as_ref()))
}

/// The name of a box: its label, and what is in it.
fn name(node: &Node) -> String {
    let between = if node.detail.is_empty() { "" } else { ": " };
    [node.label, between, node.detail].concat()
}

fn sized(picture: Markup, (width, height): (f64, f64)) -> Markup {
    let picture = picture.tags(" width=\"").tenths(width).tags("\" height=\"").tenths(height);
    picture.tags("\" viewBox=\"0 0 ").tenths(width).tags(" ").tenths(height).tags("\"")
}

/// The start of a link to the text of a node or an edge; the tag is left open.
fn link(picture: Markup, what: &'static str, kind: &'static str, id: &str, lit: &[&str]) -> Markup {
    let picture = picture.tags("<a class=\"").tags(what).tags(" ").tags(kind);
    let picture = picture.tags(if lit.contains(&id) { " lit\" href=\"#" } else { "\" href=\"#" }).text(id);
    picture.tags("\" data-").tags(what).tags("=\"").text(id).tags("\"")
}

fn listed(mut picture: Markup, ids: impl Iterator<Item = &'static str>) -> Markup {
    for (place, id) in ids.enumerate() {
        picture = picture.tags(if place == 0 { "" } else { " " }).text(id);
    }
    picture
}

/// Free space between a box's border and its words.
const AIR: f64 = 14.0;

fn boxed(picture: Markup, node: &Node, rect: &Rect, pen: Pen) -> Markup {
    let picture = picture.tags("<rect").tags(pen.of(Thing::Box)).tags(match node.kind {
        NodeKind::Leaf => " rx=\"22\" x=\"",
        _ => " rx=\"8\" x=\"",
    });
    let picture = picture.tenths(rect.left).tags("\" y=\"").tenths(rect.top).tags("\" width=\"");
    let mut picture = picture.tenths(rect.width()).tags("\" height=\"").tenths(rect.height()).tags("\"/>");
    let lines = lines(node, rect);
    let height: f64 = lines.iter().map(|(face, ..)| face.line).sum();
    let mut top = f64::midpoint(rect.top, rect.bottom) - height / 2.0;
    for (face, thing, text) in lines {
        let baseline = top + face.line / 2.0 + face.size * 0.35;
        picture = picture.tags("<text").tags(pen.of(thing)).tags(" font-size=\"").tenths(face.size);
        picture =
            picture.tags("\" x=\"").tenths(rect.left + AIR).tags("\" y=\"").tenths(baseline).tags("\">");
        picture = picture.text(&text).tags("</text>");
        top += face.line;
    }
    picture
}

/// What is written in a box, line by line.
fn lines(node: &Node, rect: &Rect) -> Vec<(Face, Thing, String)> {
    let width = rect.width() - 2.0 * AIR;
    let label = LABEL.lines(node.label, width).into_iter().map(|line| (LABEL, Thing::Label, line));
    let detail = DETAIL.lines(node.detail, width).into_iter().map(|line| (DETAIL, Thing::Detail, line));
    label.chain(detail).collect()
}

/// A wide, unseen line that a pointer meets more easily than the line itself.
fn hit(picture: Markup, line: &[Point], reach: f64) -> Markup {
    let picture = picture.tags("<path class=\"hit\" fill=\"none\" pointer-events=\"stroke\" stroke-width=\"");
    moves(picture.tenths(reach).tags("\" d=\""), line).tags("\"/>")
}

fn arrow(picture: Markup, graph: &Graph, (edge, line, word): Part<'_>, pen: Pen) -> Markup {
    let (stroke, head) = match (edge.kind, graph.is_wrong(edge)) {
        (EdgeKind::Back, _) => (Thing::Back, Thing::WrongHead),
        (_, true) => (Thing::Wrong, Thing::WrongHead),
        (_, false) => (Thing::Line, Thing::Head),
    };
    let [.., before, tip] = line else { return picture };
    let (dx, dy) = (step(tip.0 - before.0), step(tip.1 - before.1));
    // The line ends inside of the head, so that it does not blunt the tip.
    let mut short = line.to_vec();
    if let Some(end) = short.last_mut() {
        *end = (tip.0 - 6.0 * dx, tip.1 - 6.0 * dy);
    }
    let picture = moves(picture.tags("<path fill=\"none\"").tags(pen.of(stroke)).tags(" d=\""), &short);
    let base = (tip.0 - 9.0 * dx, tip.1 - 9.0 * dy);
    let corners = [*tip, (base.0 + 4.5 * dy, base.1 + 4.5 * dx), (base.0 - 4.5 * dy, base.1 - 4.5 * dx)];
    let picture = moves(picture.tags("\"/><path").tags(pen.of(head)).tags(" d=\""), &corners).tags("Z\"/>");
    let Some(rect) = word else { return picture };
    let picture =
        picture.tags("<text").tags(pen.of(Thing::Word)).tags(" text-anchor=\"middle\" font-size=\"");
    let picture = picture.tenths(DETAIL.size).tags("\" x=\"").tenths(f64::midpoint(rect.left, rect.right));
    picture.tags("\" y=\"").tenths(rect.bottom - 2.0).tags("\">").tags(edge.label()).tags("</text>")
}

/// -1, 0 or 1: the direction of a piece of a line.
fn step(way: f64) -> f64 {
    if way.abs() < 1e-9 { 0.0 } else { way.signum() }
}

fn moves(mut picture: Markup, line: &[Point]) -> Markup {
    for (place, (x, y)) in line.iter().enumerate() {
        picture = picture.tags(if place == 0 { "M" } else { "L" }).tenths(*x).tags(" ").tenths(*y);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, LIMITS, LOOP};
    use super::*;

    #[test]
    fn words_fit_their_boxes() {
        for graph in ALL {
            for form in [Form::Wide, Form::Narrow] {
                let placement = Placement::of(graph, form);
                for (node, rect) in graph.nodes.iter().zip(&placement.boxes) {
                    let lines = lines(node, rect);
                    let height: f64 = lines.iter().map(|(face, ..)| face.line).sum();
                    assert!(height <= rect.height() - 8.0, "{} {}: {lines:?}", node.id, form.name());
                    for (face, _, text) in &lines {
                        assert!(face.width(text) <= rect.width() - 2.0 * AIR, "{}: {text}", node.id);
                    }
                }
            }
        }
    }

    #[test]
    fn every_node_and_edge_can_be_selected_and_leads_to_its_text() {
        for graph in ALL {
            for form in [Form::Wide, Form::Narrow] {
                let picture = picture(graph, form, &[]);
                for node in graph.nodes {
                    let link = format!("href=\"#{0}\" data-node=\"{0}\"", node.id);
                    assert_eq!(picture.matches(&link).count(), 1, "{link}");
                }
                for edge in graph.edges {
                    let link = format!("href=\"#{0}\" data-edge=\"{0}\"", edge.id);
                    assert_eq!(picture.matches(&link).count(), 1, "{link}");
                    assert!(picture.contains(&graph.edge_name(edge)), "{}", edge.id);
                }
                assert!(!picture.contains(" id=\""), "ids stand in the list");
            }
        }
    }

    #[test]
    fn arrow_keys_find_their_way() {
        let picture = picture(&LOOP, Form::Wide, &[]);
        for way in [
            "data-node=\"m-loop-s7\" data-next=\"m-loop-s8 m-loop-f1\" data-back=\"m-loop-s6\"",
            "data-node=\"m-loop-s2\" data-next=\"m-loop-s3\" data-back=\"m-loop-s1 m-loop-f2\"",
            "aria-label=\"Edge: from 1 Targets to 2 Workload\"",
            "aria-label=\"Edge: from 7 Within 20% of the model? to 8 Deploy, if yes\"",
        ] {
            assert!(picture.contains(way), "{way} in {picture}");
        }
    }

    #[test]
    fn pictures_keep_to_the_pages_policy_and_leave_colours_to_it() {
        for graph in ALL {
            for form in [Form::Wide, Form::Narrow] {
                for (picture, file) in
                    [(picture(graph, form, &["m-limits-d1"]), false), (file(graph, form, "<script>"), true)]
                {
                    for forbidden in ["style", "<script", "url(", "NaN", "inf\"", "\" on"] {
                        assert!(!picture.contains(forbidden), "{forbidden} in {picture}");
                    }
                    assert_eq!(picture.contains("href="), !file);
                    // Links to ids begin with # too, but no id is a colour.
                    assert_eq!(
                        picture.contains("\"#ffffff\"") || picture.contains(" stroke=\""),
                        file,
                        "{picture}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_lit_says_so() {
        let picture = picture(&LIMITS, Form::Wide, &["m-limits-d1", "m-limits-d1-yes"]);
        assert_eq!(picture.matches(" lit\"").count(), 2);
        assert!(picture.contains("class=\"edge yes lit\" href=\"#m-limits-d1-yes\""), "{picture}");
    }
}
