//! What came out for one plan: tiles, what decides, warnings, a lost replica, how full each resource is.

use super::linked;
use crate::case::Case;
use chart::Markup;
use present::{Meter, Tile, meters, one_lost, reason, relief, ttft, verdict, warnings};

/// The section on `case`, under its `name` where there are others.
pub(super) fn answer(case: &Case, name: Option<&str>) -> String {
    let answer = &case.answer;
    let waiting = ttft(answer).map(|page| {
        let [p95, ..] = page.tiles(answer);
        p95
    });
    let tiles: Vec<Tile> = verdict(answer).into_iter().chain(waiting).collect();
    let mut section = Markup::new().tags("<section class=\"answer\"><h2>");
    section = match name {
        Some(name) => section.tags("Answer: <bdi>").text(name).tags("</bdi>"),
        None => section.tags("Answer"),
    };
    section = section.tags("</h2><dl class=\"tiles\">").each(&tiles, tile).tags("</dl>");
    let why = reason(answer);
    section = section.tags("<p class=\"reason ").tags(why.tone.name()).tags("\"><strong>").text(&why.lead);
    section = section.tags("</strong> ").text(&why.text).tags("</p>");
    section =
        section.each(&sentences(case), |section, sentence| section.tags("<p>").text(sentence).tags("</p>"));
    let warned: Vec<String> = case.faults.iter().cloned().chain(warnings(answer)).collect();
    if !warned.is_empty() {
        section = section.tags("<ul class=\"warnings\" aria-label=\"Warnings\">");
        section = section.each(&warned, |list, sentence| list.tags("<li>").text(sentence).tags("</li>"));
        section = section.tags("</ul>");
    }
    section = section.tags("<dl class=\"meters\">").each(&meters(answer), meter).tags("</dl>");
    if name.is_some() {
        section = linked(section, "This one alone: ", &case.short_link);
    }
    section.tags("</section>").finish()
}

/// What a lost replica means, and what would help.
fn sentences(case: &Case) -> Vec<String> {
    let help = relief(&case.answer).map(|sentence| ["What would help: ", &sentence].concat());
    one_lost(&case.answer).map(|(sentence, _)| sentence).into_iter().chain(help).collect()
}

fn tile(list: Markup, tile: &Tile) -> Markup {
    let list = list.tags("<div><dt>").tags(tile.label).tags("</dt><dd class=\"figure\">").text(&tile.text);
    list.tags("</dd><dd>").text(&tile.note).tags("</dd></div>")
}

fn meter(list: Markup, meter: &Meter) -> Markup {
    let over = meter.share.is_none_or(|share| share > meter.limit + 1e-12);
    let width = |share: f64| quantity::float::within(share, 0.0, 1.0) * 100.0;
    let (share, limit) = (width(meter.share.unwrap_or(1.0)), width(meter.limit));
    let list = list.tags("<div><dt>").tags(meter.label).tags("</dt><dd><strong>").text(&meter.words);
    let list = list.tags(
        "</strong> <svg aria-hidden=\"true\"><rect class=\"track\" width=\"100%\" height=\"8\" y=\"2\"/>",
    );
    let list = list.tags("<rect height=\"8\" y=\"2\" class=\"").tags(if over {
        "failure"
    } else {
        meter.tone.name()
    });
    let list =
        list.tags("\" width=\"").tenths(share).tags("%\"/><line y1=\"0\" y2=\"12\" x1=\"").tenths(limit);
    list.tags("%\" x2=\"").tenths(limit).tags("%\"/></svg></dd></div>")
}
