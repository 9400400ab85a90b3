//! Headline, table and link as Markdown.

use crate::case::{Case, compared, link_of_all};
use crate::link::is_address;
use crate::plain::plain;
use present::comparison::{Cell, Row, judged, said};
use present::{headline, warnings};

/// The headline of each scenario, a table of all of them, and their links.
pub(crate) fn markdown(cases: &[Case]) -> String {
    let is_titled = cases.len() > 1 || cases.iter().any(|case| !case.name.is_empty());
    let mut text = String::new();
    for case in cases {
        let title = if is_titled { [&escaped(&case.title), ": "].concat() } else { String::new() };
        text += &format!("**{title}{}**\n\n", escaped(&headline(&case.answer)));
        for warning in warnings(&case.answer).iter().chain(&case.faults) {
            text += &format!("- {}\n", escaped(warning));
        }
        text += if text.ends_with("\n\n") { "" } else { "\n" };
    }
    text += &table(cases);
    for case in cases {
        let title = if is_titled { case.title.as_str() } else { "this plan" };
        text += &format!("\n{}\n", link(title, &case.short_link));
    }
    if let Some(all) = link_of_all(cases) {
        text += &format!("\n{}\n", link("all side by side", &all));
    }
    text
}

fn table(cases: &[Case]) -> String {
    let titles: Vec<String> = cases.iter().map(|case| escaped(&case.title)).collect();
    let mut text = format!("| | {} |\n|---|{}\n", titles.join(" | "), "--:|".repeat(cases.len()));
    let all = compared(cases);
    for row in said(&all).into_iter().chain(judged(&all)) {
        text += &line(&row);
    }
    text
}

/// A row; what differs from the first scenario is bold.
fn line(row: &Row) -> String {
    let cell = |cell: &Cell| {
        let (text, mark) = (escaped(&cell.text), if cell.differs { "**" } else { "" });
        [mark, &text, mark].concat()
    };
    let cells: Vec<String> = row.cells.iter().map(cell).collect();
    format!("| {} | {} |\n", escaped(row.label), cells.join(" | "))
}

pub(crate) fn link(title: &str, link: &str) -> String {
    if is_address(link) {
        format!("[Open {}](<{link}>)", escaped(title))
    } else if link.contains('`') {
        format!("Link to {}: {}", escaped(title), escaped(link))
    } else {
        format!("Link to {}: `{link}`", escaped(title))
    }
}

/// `text` as text: no mark, tag, link, mention or formula, whatever it holds.
pub(crate) fn escaped(text: &str) -> String {
    let text = plain(text);
    let mut written = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_mark = match letter {
            // A point inside a number is left alone; one inside a name of a host makes it a link.
            '.' => letters.peek().is_some_and(|next| next.is_alphabetic()),
            ',' | ';' | '%' | '\'' | '"' | '/' | '?' | '(' | ')' | '+' | '-' => false,
            other => other.is_ascii_punctuation(),
        };
        written.push_str(if is_mark { "\\" } else { "" });
        written.push(letter);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::escaped;
    use crate::Format;
    use plan::{PlanInput, Scenario, preset};

    #[test]
    fn marks_tags_and_links_are_text() {
        for (text, written) in [
            ("a | b `c`", "a \\| b \\`c\\`"),
            ("<img src=x onerror=alert(1)>", "\\<img src\\=x onerror\\=alert(1)\\>"),
            ("[x](javascript:y) *b* _c_", "\\[x\\](javascript\\:y) \\*b\\* \\_c\\_"),
            ("https://www.example.org @all", "https\\://www\\.example\\.org \\@all"),
            ("$2.08, 31%", "\\$2.08, 31%"),
            ("a\nb\\", "ab\\\\"),
        ] {
            assert_eq!(escaped(text), written);
        }
    }

    #[test]
    fn scenarios_stand_side_by_side_with_their_differences_bold() {
        let scenario = |name: &str, link| Scenario::new(name, PlanInput::from_link(link).0);
        let both = [scenario("Today", "v=1"), scenario("Half | cached", "v=1&cached=0.5")];
        let text = Format::Markdown.write(&both, "https://example.org/");
        for part in [
            "**Today: 4 + 1 replicas, 20 GPUs, \\$60/h, \\$2.08 per 1M output tokens. Prefill compute runs out first.**\n\n",
            "| | Today | Half \\| cached |\n|---|--:|--:|\n",
            "| Arrival rate | 20 req/s | 20 req/s |\n",
            "| Prefix-cache hit | 0% | **50%** |\n",
            "| Replicas | 4 | **2** |\n",
            "[Open Half \\| cached](<https://example.org/#v=1&cached=0.5>)\n",
            "[Open all side by side](<https://example.org/#v=1&name=Today&2.name=Half%20%7C%20cached&2.cached=0.5>)\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn a_warning_is_a_point_of_a_list() {
        let scenario = Scenario::new("", PlanInput::from_link(preset::B.link).0);
        let text = Format::Markdown.write(&[scenario], "");
        assert!(text.contains("\n\n- Worst-case TPOT at a batch of 64 is 53.3 ms"), "{text}");
        assert!(text.ends_with("&price=3.5`\n") && text.contains("\nLink to this plan: `#v=1&"), "{text}");
    }
}
