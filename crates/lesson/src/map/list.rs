//! A graph in words, and its whole section of the page: pictures, list, Mermaid text.
//!
//! The list is where the texts stand, once. The program shows the text of what is selected beside the picture; without
//! the program the picture's boxes and arrows are links to it.

use super::graph::{Edge, Graph};
use super::mermaid::mermaid;
use super::path::{ENDS, path};
use super::picture::picture;
use super::placement::Form;
use super::tested::{REMARKED, untested};
use crate::fault::Fault;
use crate::page::maps_text;
use crate::section::Entry;
use plan::PlanInput;
use present::Answer;
use present::chart::Markup;

/// The section of a graph; `root` leads from the page up to the site's: "../".
///
/// # Errors
/// All faults of the graph's file of texts.
pub fn section(graph: &Graph, root: &str) -> Result<String, Vec<Fault>> {
    let texts = match maps_text().into_iter().find(|texts| texts.id == graph.id) {
        Some(texts) => texts.entries(root)?,
        None => Vec::new(),
    };
    let example = Answer::to_link(plan::preset::A.link);
    let way = (graph.id == super::LIMITS.id).then(|| path(&example));
    let lit: Vec<&str> = way.iter().flat_map(|way| way.nodes().chain(way.edges())).collect();
    let html = Markup::new().tags("<section id=\"").text(graph.id).tags("\" data-plan=\"current\">");
    let html = html.tags("<h2 tabindex=\"-1\">").text(graph.title).tags("</h2><p>").text(graph.sentence);
    let html = html.tags("</p><div class=\"map\" data-map=\"").text(graph.id).tags("\">").finish();
    let html = html + &picture(graph, Form::Wide, &lit) + &picture(graph, Form::Narrow, &lit) + "</div>";
    let html = html + &way.map_or_else(String::new, |way| ways(&way.words, root));
    let text = Markup::new()
        .tags("<details class=\"as-text\"><summary>The same as Mermaid text</summary><pre data-mermaid tabindex=\"0\">");
    let text = text.text(&mermaid(graph, None, &[])).tags("</pre></details></section>").finish();
    Ok(html + &list(graph, &texts, root) + &text)
}

/// Where the plan ends, and a plan for each end.
fn ways(words: &str, root: &str) -> String {
    let mut html = Markup::new()
        .tags("<p data-path>")
        .text(words)
        .tags("</p><p>A plan for each end:</p><ul class=\"ends\">");
    for (end, preset) in ENDS {
        html = html.tags("<li><a data-end=\"").text(end.id()).tags("\" data-link=\"").text(preset.link);
        html = html.tags("\" href=\"").text(root).tags("sandbox/fleet/#").text(preset.link).tags("\">");
        html = html.text(preset.name).tags("</a>. ").text(preset.sentence).tags("</li>");
    }
    html.tags("</ul>").finish()
}

/// Every node in reading order with its text, and below it the edges that leave it with theirs. Each has its id here. Where
/// a load test may say something there is a place for it.
#[must_use]
pub fn list(graph: &Graph, texts: &[Entry], root: &str) -> String {
    let mut html = String::from("<ol class=\"map-list\">");
    for node in graph.nodes {
        html = html
            + &opening("<li", node.id)
            + "<h3>"
            + &escaped(node.label)
            + "</h3>"
            + body(texts, node.id)
            + &measured(node.id, root);
        let leaving: Vec<&Edge> = graph.leaving(node.id).collect();
        if !leaving.is_empty() {
            let edges = leaving.iter().map(|edge| listed(edge, graph.label(edge.to), texts));
            html = html + "<ul>" + &edges.collect::<String>() + "</ul>";
        }
        html += "</li>";
    }
    html + "</ol>"
}

/// The place for what a load test says at a node. As served there is none, and a link to where one is read.
fn measured(id: &str, root: &str) -> String {
    if !REMARKED.contains(&id) {
        return String::new();
    }
    let place = Markup::new().tags("<p class=\"tested\" data-tested=\"").text(id);
    let served = untested(&PlanInput::default());
    let Some(remark) = served.iter().find(|remark| remark.node == id) else {
        return place.tags("\" hidden></p>").finish();
    };
    let remark = remark.markup(&[root, "sandbox/evidence/"].concat());
    place.tags("\">").finish() + &remark + "</p>"
}

fn listed(edge: &Edge, to: &str, texts: &[Entry]) -> String {
    let title = texts.iter().find(|text| text.id == edge.id).map_or(to, |text| &text.title);
    opening("<li", edge.id) + "<h4>" + &escaped(title) + "</h4>" + body(texts, edge.id) + "</li>"
}

fn opening(tag: &'static str, id: &str) -> String {
    Markup::new().tags(tag).tags(" id=\"").text(id).tags("\">").finish()
}

fn escaped(text: &str) -> String {
    Markup::new().text(text).finish()
}

fn body<'a>(texts: &'a [Entry], id: &str) -> &'a str {
    texts.iter().find(|text| text.id == id).map_or("", |text| &text.html)
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, LESSON, LIMITS, LOOP, ids};
    use super::*;
    use crate::section::Section;
    use std::collections::BTreeSet;

    fn texts(graph: &Graph) -> (Section, Vec<Entry>) {
        let section = maps_text().into_iter().find(|section| section.id == graph.id).expect(graph.id);
        let entries = section.entries("../");
        (section, entries.unwrap_or_else(|faults| panic!("{}", told(&faults))))
    }

    fn told(faults: &[Fault]) -> String {
        faults.iter().map(|fault| format!("\n{fault}")).collect()
    }

    #[test]
    fn every_node_and_edge_has_a_text_and_every_text_has_one() {
        let mut written = BTreeSet::new();
        for graph in ALL {
            for entry in texts(graph).1 {
                assert!(graph.node(&entry.id).is_some() || graph.edge(&entry.id).is_some(), "{}", entry.id);
                assert!(written.insert(entry.id.clone()), "{} twice", entry.id);
            }
        }
        assert_eq!(written.iter().map(String::as_str).collect::<BTreeSet<_>>(), ids().collect());
    }

    #[test]
    fn texts_are_called_as_the_picture_calls_them() {
        for graph in ALL {
            let (section, entries) = texts(graph);
            assert_eq!(section.title, graph.title);
            for node in graph.nodes {
                let entry = entries.iter().find(|entry| entry.id == node.id).expect(node.id);
                assert_eq!(entry.title, node.label);
            }
        }
    }

    /// Form, direction, effect and what follows if it is skipped for an edge; the plan for all but how sections lean on
    /// each other.
    #[test]
    fn no_text_leaves_a_question_open() {
        for graph in ALL {
            for entry in texts(graph).1 {
                let edge = graph.edge(&entry.id).is_some();
                let plan = !edge || graph.id != LESSON.id;
                for (term, wanted) in [
                    ("<dt>Form</dt>", edge),
                    ("<dt>Direction</dt>", edge),
                    ("<dt>Effect</dt>", edge),
                    ("<dt>If skipped</dt>", edge),
                    ("<dt>Your plan here</dt>", plan),
                ] {
                    assert_eq!(entry.html.matches(term).count(), usize::from(wanted), "{} {term}", entry.id);
                }
                let live = entry.html.contains("data-get=") || entry.html.contains("data-set=");
                assert_eq!(live, plan, "{}", entry.id);
            }
        }
    }

    #[test]
    fn every_id_stands_once_in_its_section() {
        for graph in ALL {
            let html = section(graph, "../").unwrap_or_else(|faults| panic!("{}", told(&faults)));
            let own = graph.nodes.iter().map(|node| node.id).chain(graph.edges.iter().map(|edge| edge.id));
            for id in own.chain([graph.id]) {
                assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
            }
            for forbidden in [" style=", "<style", "<script", "javascript:", " onclick"] {
                assert!(!html.contains(forbidden), "{forbidden} in {}", graph.id);
            }
            assert_eq!(html.contains("data-path"), graph.id == LIMITS.id);
        }
    }

    #[test]
    fn what_is_measured_has_its_places_and_the_way_to_a_test_is_served() {
        let pages: String = ALL
            .iter()
            .map(|graph| section(graph, "../").unwrap_or_else(|faults| panic!("{}", told(&faults))))
            .collect();
        for id in REMARKED {
            let place = format!("<p class=\"tested\" data-tested=\"{id}\"");
            let (_, after) = pages.split_once(&place).expect(id);
            let is_loop = id.starts_with(LOOP.id);
            assert_eq!(after.starts_with(" hidden></p>"), !is_loop, "{id}");
            let way = " <a href=\"../sandbox/evidence/#v=1\">Hold a load test against this plan</a></p>";
            let (place, _) = after.split_at(after.find("</p>").expect(id) + "</p>".len());
            assert_eq!(place.ends_with(way), is_loop, "{place}");
        }
        assert_eq!(pages.matches("data-tested=").count(), REMARKED.len());
    }

    #[test]
    fn links_to_sections_lead_to_the_gist() {
        for node in LESSON.nodes {
            let (_, entries) = texts(&LESSON);
            let entry = entries.iter().find(|entry| entry.id == node.id).expect(node.id);
            let place = node.id.strip_prefix("m-lesson-").expect(node.id);
            assert!(entry.html.contains(&format!("gist/#{place}\"")), "{}: {}", node.id, entry.html);
        }
    }
}
