//! A plan as one HTML file that opens without a connection and without scripts, and prints on a page or two.
//!
//! It holds its own style and nothing else that acts: its policy forbids every script and every address, and names the one
//! style by its hash. All that was written by people goes through [`Markup::text`].

mod answer;
mod tables;
mod worked;

use crate::case::Case;
use crate::left_out::left_out;
use crate::link::is_address;
use crate::pictures::charts;
use crate::plain::plain;
use chart::{Markup, code, svg};

/// The size of a chart, in CSS pixels: two of them beside each other on paper, with letters that can be read.
const PICTURE: (f64, f64) = (440.0, 210.0);

const STYLE: &str = include_str!("report/style.css");

/// The hash of [`STYLE`], as the policy names it; a test computes it again.
const STYLE_HASH: &str = "sha256-0pRPDcDQnHsTJx8x3pJ7Esqz3XittIhX8sBqK2xC5aM=";

/// The report on `cases`, the first of which the others are compared with.
pub(crate) fn report(cases: &[Case]) -> String {
    let mut parts = vec![head(cases), header(cases)];
    if cases.len() > 1 {
        parts.push(tables::side_by_side(cases));
    }
    for case in cases {
        let name = if cases.len() > 1 { Some(case.title.as_str()) } else { None };
        parts.push(answer::answer(case, name));
    }
    parts.push(tables::inputs(cases));
    for (place, case) in cases.iter().enumerate() {
        parts.push(drawings(case, cases.len() > 1));
        parts.push(worked::worked(cases, place));
    }
    parts.push(tables::all_figures(cases));
    parts.push(assumptions(cases));
    parts.push(footer());
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

/// The title, and for each plan its headline, its link, and the link as a code.
fn header(cases: &[Case]) -> String {
    let mut header =
        Markup::new().tags("<header><p class=\"mark\">Headroom</p><h1><bdi>").text(&title(cases));
    header = header.tags("</bdi></h1>");
    let mut parts = vec![header.finish()];
    for case in cases {
        parts.push(opening(case, cases.len() > 1));
    }
    parts.push(String::from("</header><main>"));
    parts.concat()
}

fn opening(case: &Case, is_titled: bool) -> String {
    let mut lead = Markup::new().tags("<div class=\"opening\"><div><p class=\"lead\">");
    if is_titled {
        lead = lead.tags("<bdi>").text(&case.title).tags("</bdi>: ");
    }
    lead = lead.text(&plain(&present::headline(&case.answer))).tags("</p><p class=\"link\">");
    lead = if is_address(&case.short_link) {
        lead.tags("<a rel=\"noreferrer\" href=\"")
            .text(&case.short_link)
            .tags("\">")
            .text(&case.short_link)
            .tags("</a>")
    } else {
        lead.tags("Put this behind the address of a Headroom calculator: <code>")
            .text(&case.short_link)
            .tags("</code>")
    };
    let drawn = if is_address(&case.short_link) { code(&case.short_link) } else { None };
    [lead.tags("</p></div>").finish(), drawn.unwrap_or_default(), "</div>".into()].concat()
}

fn drawings(case: &Case, is_titled: bool) -> String {
    let charts = charts(&case.answer);
    if charts.is_empty() {
        return String::new();
    }
    let mut head = Markup::new().tags("<section class=\"drawings\"><h2>Charts");
    if is_titled {
        head = head.tags(": <bdi>").text(&case.title).tags("</bdi>");
    }
    let mut parts = vec![head.tags("</h2><div class=\"charts\">").finish()];
    for chart in &charts {
        let caption =
            Markup::new().tags("<figure><figcaption><strong>").text(&chart.title).tags("</strong> ");
        parts.push(caption.text(&chart.takeaway()).tags("</figcaption>").finish());
        parts.push(svg(chart, PICTURE, &case.short_link));
        parts.push("</figure>".into());
    }
    parts.push("</div></section>".into());
    parts.concat()
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
