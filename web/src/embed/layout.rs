//! The markup of an embed: a skeleton that is served, and the regions in it that the program writes anew.

use super::said::{Said, Standing};
use super::{Embed, Shown};
use crate::chart::{caption, table};
use crate::controls::number_field::{below, described};
use crate::form::options;
use crate::markup::Markup;
use crate::results::{STALE, list, plain_tile, reason_band};
use present::Tile;
use present::chart::{Chart, drawing};
use quantity::Kind;

/// The width at which the drawing is served, in CSS pixels; the program draws it as wide as it is shown.
const SERVED_WIDTH: f64 = 360.0;

/// The height of the drawing. The style sheet keeps that much room for it.
pub(super) const HEIGHT: f64 = 220.0;

/// Everything inside `<body>`.
pub(super) fn body(embed: &Embed, said: &Said) -> String {
    let chart = said.shown.chart.as_ref().map(figure).unwrap_or_default();
    [
        "<main id=\"app\" class=\"widget\"><h1>",
        embed.heading,
        "</h1><p class=\"reading\">Reading the plan …</p>",
        WITHOUT_PROGRAM,
        "<div class=\"about live\">",
        &about(said),
        "</div><form class=\"asks served\" autocomplete=\"off\">",
        &fields(said),
        "</form><div class=\"answers served\">",
        &answers(said),
        "</div>",
        &chart,
        &foot(embed, said),
        "<p class=\"unseen\" role=\"status\" aria-live=\"polite\"></p></main>",
    ]
    .concat()
}

fn figure(chart: &Chart) -> String {
    [
        "<figure class=\"chart served\"><figcaption>",
        &caption(chart),
        "</figcaption><div class=\"drawing\">",
        &drawing(chart, (SERVED_WIDTH, HEIGHT)),
        "</div><details class=\"data\"><summary>Show as a table</summary><div class=\"rows\">",
        &table(&chart.table),
        "</div></details></figure>",
    ]
    .concat()
}

fn foot(embed: &Embed, said: &Said) -> String {
    let calculator = embed.calculator();
    let link = [&calculator, "#", &said.link()].concat();
    Markup::new()
        .tags("<p class=\"foot\"><a class=\"open\" target=\"_blank\" rel=\"noopener\" data-carries=\"")
        .text(&calculator)
        .tags("\" href=\"")
        .text(&link)
        .tags(FOOT)
        .finish()
}

/// Read only where the program cannot run or has not arrived. The link then leads to the plan of the address all the same.
const WITHOUT_PROGRAM: &str = "<p class=\"notes calm without-program\">The program of this calculator did not start \
    here, so these are the figures of its worked example. “Open in Headroom” leads to the whole calculator, with the plan \
    that was meant.</p>";

const FOOT: &str = "\">Open in Headroom</a><button class=\"link\" type=\"button\" data-copy>Copy the link</button>\
    <input class=\"address\" aria-label=\"The link\" readonly hidden><span class=\"copied\"></span>\
    <span class=\"by\">Headroom</span></p>";

/// What there is to say about the link.
pub(super) fn about(said: &Said) -> String {
    let notes: Vec<String> = said.notes.iter().map(|note| note.text.clone()).collect();
    list("About this link", &notes)
}

/// The fields, with what stands in them.
pub(super) fn fields(said: &Said) -> String {
    said.standing().map(|standing| field(&standing)).collect()
}

fn field(standing: &Standing) -> String {
    let (row, below) = (standing.key.row(), below_of(standing));
    if row.kind == Kind::Word {
        return [
            "<div class=\"field choice\"><label for=\"",
            row.name,
            "\">",
            row.label,
            "</label><select id=\"",
            row.name,
            "\">",
            &options(standing.key, &standing.text),
            "</select><div class=\"below\">",
            &below,
            "</div></div>",
        ]
        .concat();
    }
    let entry = Markup::new()
        .tags("<div class=\"field\"><label class=\"number\" for=\"")
        .tags(row.name)
        .tags("\">")
        .tags(row.label)
        .tags("</label><div class=\"entry\"><input id=\"")
        .tags(row.name)
        .tags(TAKES_A_NUMBER)
        .text(&described_by(standing))
        .tags("\" value=\"")
        .text(&standing.text)
        .tags("\"><span class=\"unit\" id=\"")
        .tags(row.name)
        .tags("-unit\">")
        .tags(row.unit.field().sign)
        .tags("</span></div><div class=\"below\">")
        .finish();
    entry + &below + "</div></div>"
}

const TAKES_A_NUMBER: &str = "\" type=\"text\" inputmode=\"decimal\" autocomplete=\"off\" autocapitalize=\"off\" \
    spellcheck=\"false\" aria-invalid=\"false\" aria-describedby=\"";

/// The ids of the texts that belong to a field.
pub(super) fn described_by(standing: &Standing) -> String {
    let row = standing.key.row();
    described(row.name, row.unit.field().sign, &standing.echo, &standing.problem)
}

/// What stands below a field.
pub(super) fn below_of(standing: &Standing) -> String {
    below(standing.key.row().name, "", &standing.echo, &standing.problem)
}

/// The verdict, and what decides.
pub(super) fn answers(said: &Said) -> String {
    let Shown { tiles, reason, .. } = &said.shown;
    let note = if said.is_stale() { STALE } else { "" };
    let verdict = Markup::new().tags("<div class=\"verdict\">").each(tiles, tile).tags("</div>").finish();
    [note, &verdict, &reason_band(reason)].concat()
}

fn tile(row: Markup, one: &Tile) -> Markup {
    plain_tile(row, one.label, &one.text, &one.note)
}
