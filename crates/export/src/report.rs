//! A plan as one HTML file that opens without a connection and without scripts, and prints on a page or
//! two; of several scenarios it begins with what they have in common, a table and charts with a curve for each.
//!
//! It holds its own style and nothing else that acts: its policy forbids every script and every address, and names the one
//! style by its hash. All that was written by people goes through [`Markup::text`].

mod answer;
mod drawings;
mod tables;
mod worked;

use crate::case::{ALONE, Case, link_of_all};
use crate::left_out::left_out;
use crate::link::is_address;
use crate::plain::plain;
use chart::Markup;
use plan::code;

const STYLE: &str = include_str!("report/style.css");

/// The hash of [`STYLE`], as the policy names it; a test computes it again.
const STYLE_HASH: &str = "sha256-YJxfsH+Yk/HDJKlmLh7pNl2wqRP1O9++hFw8ACZ6Su0=";

/// The report on `cases`, the first of which the others are compared with.
pub(crate) fn report(cases: &[Case]) -> String {
    let mut parts = vec![head(cases), header(cases)];
    if cases.len() > 1 {
        parts.extend([tables::side_by_side(cases), drawings::of_all(cases)]);
    }
    for case in cases {
        let name = if cases.len() > 1 { Some(case.title.as_str()) } else { None };
        parts.push(answer::answer(case, name));
    }
    parts.push(tables::inputs(cases));
    if let [case] = cases {
        parts.push(drawings::of_one(case));
    }
    parts.extend((0..cases.len()).map(|place| worked::worked(cases, place)));
    if cases.len() > 1 {
        parts.push(drawings::of_each(cases));
    }
    parts.extend([tables::all_figures(cases), assumptions(cases), footer()]);
    parts.concat()
}

fn head(cases: &[Case]) -> String {
    let mut head = Markup::new()
        .tags("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '")
        .tags(STYLE_HASH)
        .tags("'; base-uri 'none'; form-action 'none'\"><meta name=\"referrer\" content=\"no-referrer\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>");
    head = head.text(&title(cases)).tags("</title><style>").tags(STYLE);
    head.tags("</style></head><body>").finish()
}

fn title(cases: &[Case]) -> String {
    let names: Vec<&str> =
        cases.iter().map(|case| case.name.as_str()).filter(|name| !name.is_empty()).collect();
    if names.is_empty() { "Capacity plan".into() } else { ["Capacity plan: ", &names.join(", ")].concat() }
}

/// The title, for each plan its headline, the link that opens them, and that as a code.
fn header(cases: &[Case]) -> String {
    let header = Markup::new().tags("<header><p class=\"mark\">Headroom</p><h1><bdi>");
    let header = match cases {
        [] | [_] => header.text(&title(cases)),
        _ => header.tags("Capacity plan: ").text(&cases.len().to_string()).tags(" scenarios"),
    };
    let many = if cases.len() > 1 { " many" } else { "" };
    let header = header.tags("</bdi></h1><div class=\"opening").tags(many).tags("\"><div>").each(cases, lead);
    let link = match cases {
        [case] => Some(case.short_link.clone()),
        _ => link_of_all(cases),
    };
    let drawn = link.as_ref().filter(|link| is_address(link)).and_then(|link| code(link));
    let all = if cases.len() > 1 { "All of them side by side: " } else { "" };
    let link = link.map_or_else(String::new, |link| linked(Markup::new(), all, &link).finish());
    [header.finish(), link, "</div>".into(), drawn.unwrap_or_default(), "</div></header><main>".into()]
        .concat()
}

/// The headline of a plan, behind its name where it has one.
fn lead(header: Markup, case: &Case) -> Markup {
    let mut lead = header.tags("<p class=\"lead\">");
    if case.title != ALONE {
        lead = lead.tags("<strong><bdi>").text(&case.title).tags("</bdi>:</strong> ");
    }
    lead.text(&plain(&present::headline(&case.answer))).tags("</p>")
}

/// A paragraph with a link to follow, where it may be followed, behind what it opens.
fn linked(markup: Markup, what: &'static str, link: &str) -> Markup {
    let lead = markup.tags("<p class=\"link\">").tags(what);
    let lead = if is_address(link) {
        lead.tags("<a rel=\"noreferrer\" href=\"").text(link).tags("\">").text(link).tags("</a>")
    } else {
        lead.tags("Put this behind the address of a Headroom calculator: <code>").text(link).tags("</code>")
    };
    lead.tags("</p>")
}

/// What holds by default and why, and what the equations leave out.
fn assumptions(cases: &[Case]) -> String {
    let section = Markup::new().tags("<section><h2>Assumptions</h2>").tags(tables::SOURCES).tags("<dl>");
    let section = section.each(&tables::assumed(cases), |list, row| {
        list.tags("<div><dt>").tags(row.label).tags("</dt><dd>").tags(row.meaning).tags("</dd></div>")
    });
    let section = section.tags("</dl></section><section><h2>What is left out</h2><ul class=\"left-out\">");
    let item = |list: Markup, sentence: &&'static str| list.tags("<li>").tags(sentence).tags("</li>");
    section.each(&left_out(cases), item).tags("</ul></section>").finish()
}

fn footer() -> String {
    let version = concat!("</main><footer><p>Written by Headroom ", env!("CARGO_PKG_VERSION"), ". ");
    let rest = "The link opens the same plan with the same figures. It holds all that was said, and nothing else does: no \
                server has seen it.</p></footer></body></html>\n";
    [version, rest].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_policy_names_the_style() {
        let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(STYLE));
        assert_eq!(STYLE_HASH, format!("sha256-{hash}"));
    }
}
