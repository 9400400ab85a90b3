//! A graph as Mermaid text, to be pasted where Mermaid is read.

use super::graph::{EdgeKind, Graph, Node, NodeKind, Said};
use super::path::path;
use super::tested::Remark;
use present::mermaid_label as escaped;
use present::{Answer, standing_number, text_of};
use quantity::Key;

/// The same nodes and edges as the picture's; with an answer also what its plan says at each node, and on
/// [`super::LIMITS`] the way that it takes; with `remarks` what a load test said of it.
///
/// # Example
/// ```text
/// flowchart TB
///   m_loop_s1["1 Targets<br/>p95 TTFT, TPOT, goodput"]
///   m_loop_s7{"7 Within 20% of the model?"}
///   m_loop_s7 -->|"yes"| m_loop_s8
/// ```
#[must_use]
pub fn mermaid(graph: &Graph, answer: Option<&Answer>, remarks: &[Remark]) -> String {
    let mut text = String::from("flowchart TB\n");
    for node in graph.nodes {
        let (open, close) = match node.kind {
            NodeKind::Question => ("{\"", "\"}\n"),
            NodeKind::Leaf => ("([\"", "\"])\n"),
            _ => ("[\"", "\"]\n"),
        };
        text = [&text, "  ", &name(node.id), open, &label(node, answer, remarks), close].concat();
    }
    for edge in graph.edges {
        let arrow = if edge.kind == EdgeKind::Back { " -.->" } else { " -->" };
        let word = match edge.label() {
            "" => String::new(),
            word => ["|\"", word, "\"|"].concat(),
        };
        text = [&text, "  ", &name(edge.from), arrow, &word, " ", &name(edge.to), "\n"].concat();
    }
    match answer.filter(|_| graph.id == super::LIMITS.id) {
        Some(answer) => text + &lit(answer),
        None => text,
    }
}

/// The boxes on the plan's path, with a wide border.
fn lit(answer: &Answer) -> String {
    let way = path(answer);
    let nodes: Vec<String> = way.nodes().map(name).collect();
    if nodes.is_empty() {
        return String::new();
    }
    ["  classDef path stroke-width:4px\n  class ", &nodes.join(","), " path\n"].concat()
}

/// An id that no word of Mermaid's grammar can be found in.
fn name(id: &str) -> String {
    id.replace('-', "_")
}

/// The lines of a node: its label, what is in it, what the plan says there, and what a test said.
fn label(node: &Node, answer: Option<&Answer>, remarks: &[Remark]) -> String {
    let said = answer.map(|answer| {
        let parts: Vec<String> = node.says.iter().map(|said| words(said, answer)).collect();
        parts.join(", ")
    });
    let tested = remarks.iter().find(|remark| remark.node == node.id).map_or("", |remark| &remark.short);
    let lines = [node.label, node.detail, said.as_deref().unwrap_or(""), tested];
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).map(escaped).collect();
    // An empty label is a fault of grammar.
    if lines.is_empty() { " ".into() } else { lines.join("<br/>") }
}

fn words(said: &Said, answer: &Answer) -> String {
    match said {
        Said::Key(before, key) => [*before, &stated(answer, *key)].concat(),
        Said::Figure(before, figure) => [*before, &text_of(answer, *figure)].concat(),
    }
}

/// What a plan states for a key, with its unit.
fn stated(answer: &Answer, key: Key) -> String {
    standing_number(answer, key).map_or_else(String::new, |value| key.row().unit.exact(value))
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, LIMITS, LOOP};
    use super::*;
    use proptest::prelude::*;

    /// Holds signs apart that Mermaid would read together; it is not seen.
    const JOINER: char = '\u{2060}';

    /// What Mermaid reads back from an escaped label.
    fn read(mut text: &str) -> String {
        let mut read = String::new();
        while let Some((before, rest)) = text.split_once('#') {
            let (number, after) = rest.split_once(';').expect("an entity ends");
            read.push_str(before);
            read.push(number.parse().ok().and_then(char::from_u32).expect("a number of a letter"));
            text = after;
        }
        read + text
    }

    #[test]
    fn the_loop_as_text() {
        let text = mermaid(&LOOP, None, &[]);
        assert!(
            text.starts_with("flowchart TB\n  m_loop_s1[\"1 Targets<br/>p95 TTFT, TPOT, goodput\"]\n"),
            "{text}"
        );
        for line in [
            "  m_loop_s7{\"7 Within 20% of the model?\"}",
            "  m_loop_s7 -->|\"yes\"| m_loop_s8",
            "  m_loop_s7 -->|\"no\"| m_loop_f1",
            "  m_loop_f2 -.-> m_loop_s2",
        ] {
            assert!(text.lines().any(|known| known == line), "{line} in {text}");
        }
    }

    #[test]
    fn every_node_and_edge_is_there_once() {
        for graph in ALL {
            let text = mermaid(graph, Some(&Answer::to_link("v=1")), &[]);
            let lines = text.lines().filter(|line| !line.contains("class")).count();
            assert_eq!(lines, 1 + graph.nodes.len() + graph.edges.len(), "{text}");
            for node in graph.nodes {
                assert_eq!(
                    text.lines()
                        .filter(|line| line.trim().starts_with(&[&name(node.id), "["].concat())
                            || line.trim().starts_with(&[&name(node.id), "{"].concat())
                            || line.trim().starts_with(&[&name(node.id), "("].concat()))
                        .count(),
                    1,
                    "{}",
                    node.id
                );
            }
        }
    }

    #[test]
    fn with_a_plan_each_node_says_what_it_says_there() {
        let text = mermaid(&LOOP, Some(&Answer::to_link("v=1&rate=40")), &[]);
        for part in [
            "<br/>TTFT p95 ≤ 500 ms, TPOT ≤ 50 ms\"]",
            "<br/>peak 40 req/s, in 2,000 tokens, out 400 tokens, cached 0%\"]",
            "<br/>per replica 8.2 req/s\"]",
            "<br/>for the peak 7, spare 1\"]",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn the_way_through_the_limits_has_a_wide_border() {
        let text = mermaid(&LIMITS, Some(&Answer::to_link("v=1")), &[]);
        let last = "  class m_limits_d1,m_limits_d2,m_limits_d3,m_limits_compute path\n";
        assert!(text.ends_with(last), "{text}");
        assert!(
            !mermaid(&LIMITS, Some(&Answer::to_link("v=1&weights=bf16&tp=1&ttft=1ms")), &[]).contains("d2,")
        );
    }

    #[test]
    fn signs_of_the_grammar_are_written_by_number() {
        for (text, written) in [
            ("say \"hi\"", "say #34;hi#34;"),
            ("a[0] {b}", "a#91;0#93; #123;b#125;"),
            ("#1; `x`", "#35;1#59; #96;x#96;"),
            ("<b>&amp;", "#60;b#62;#38;amp#59;"),
            ("1) Größe: 5°", "1#41; Größe#58; 5°"),
            ("1. a 1.5 b (2)", "1#46; a 1.5 b (2#41;"),
            ("$60/h or $$x$$", "$60/h or $\u{2060}$x$\u{2060}$"),
            ("ﬂ°x¶ß", "fl°x¶\u{2060}ß"),
            ("容量 ≤ 8.2", "容量 ≤ 8.2"),
            ("a\nb", "a b"),
        ] {
            assert_eq!(escaped(text), written);
        }
    }

    proptest! {
        #[test]
        fn any_label_reads_back(text in "\\PC{0,40}|[\"'`#\u{2060};:&<>{}()\\[\\]|%*_~\\\\^!@$=.0-9a-c \u{fb02}°¶ß-]{1,40}") {
            let safe = escaped(&text);
            prop_assert!(safe.chars().all(|l| !"\"`{}[]<>&|*_:\\ﬂ".contains(l)), "{}", safe);
            prop_assert!(!safe.contains("$$") && !safe.contains("¶ß"), "{}", safe);
            let wanted: String = text
                .chars()
                .filter(|letter| *letter != JOINER)
                .map(|letter| if letter.is_control() || "\u{2028}\u{2029}".contains(letter) { ' ' } else { letter })
                .collect();
            prop_assert_eq!(read(&safe).replace(JOINER, ""), wanted.replace('ﬂ', "fl"));
        }
    }
}
