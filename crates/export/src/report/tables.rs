//! The tables of a report: scenarios side by side, what was said, every figure.

use crate::case::{Case, compared};
use chart::Markup;
use present::comparison::{Cell, Row, figures, judged, said, stated};
use quantity::{Key, Quantity};
use sizing::{Figure, Source};

/// What the words beside quantities mean.
pub(super) const SOURCES: &str = "<p class=\"sources\">Each quantity says where it comes from: <em>yours</em> was put in; <em>datasheet</em> \
    and <em>model configuration</em> are the catalogue’s, which names for each figure where it was read and when; \
    <em>assumed</em> is the worked example’s. These are assumed here, so put in your own where you have measured:</p>";

/// What came out, and what was said for it, a column for each scenario.
pub(super) fn side_by_side(cases: &[Case]) -> String {
    let mut table = Markup::new().tags("<section><h2>Side by side</h2>");
    table = begin(table, cases, "What differs from the first scenario is bold and marked ≠.");
    let all = compared(cases);
    table = group(table, cases, "What comes out").each(&judged(&all), line);
    end(group(table, cases, "What was put in").each(&said(&all), line))
}

/// All that the plans state, said or by default, with where it comes from.
pub(super) fn inputs(cases: &[Case]) -> String {
    let mut table = Markup::new().tags("<section class=\"inputs\"><h2>Inputs</h2>");
    table = begin(table, cases, "Every quantity of the plan, and where it comes from.");
    end(table.each(&stated(&compared(cases)), line))
}

/// Every figure; on a screen only, since those that decide are worked out before.
pub(super) fn all_figures(cases: &[Case]) -> String {
    let mut table =
        Markup::new().tags("<section class=\"screen\"><h2>All figures</h2><details><summary>Show</summary>");
    table = begin(table, cases, "In the order in which they follow from each other.");
    table = table.each(&figures(&compared(cases), &Figure::ALL), line);
    table.tags("</tbody></table></div></details></section>").finish()
}

/// The quantities that rest on no source in any of the plans.
pub(super) fn assumed(cases: &[Case]) -> Vec<&'static Quantity> {
    let is_assumed = |key: &Key| {
        key.row().range().is_some()
            && key.row().default != quantity::Standard::Absent
            && cases.iter().any(|case| case.answer.plan.source(*key) == Source::Assumed)
    };
    Key::all().filter(is_assumed).map(Key::row).collect()
}

fn begin(table: Markup, cases: &[Case], caption: &'static str) -> Markup {
    let is_alone = cases.len() == 1;
    let class = if is_alone { " class=\"alone\"" } else { "" };
    let table = table.tags("<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"").tags(caption);
    let table = table.tags("\"><table").tags(class).tags("><caption>").tags(caption);
    let table = table.tags("</caption><thead><tr><td></td>");
    let head =
        |row: Markup, case: &Case| row.tags("<th scope=\"col\"><bdi>").text(&case.title).tags("</bdi></th>");
    let table = if is_alone { table.tags("<th scope=\"col\">Value</th>") } else { table.each(cases, head) };
    table.tags("</tr></thead><tbody>")
}

/// The head of some rows.
fn group(table: Markup, cases: &[Case], name: &'static str) -> Markup {
    let table = table.tags("<tr class=\"group\"><th scope=\"colgroup\" colspan=\"");
    table.text(&(cases.len() + 1).to_string()).tags("\">").tags(name).tags("</th></tr>")
}

fn end(table: Markup) -> String {
    table.tags("</tbody></table></div></section>").finish()
}

/// A row; that of a figure names it, so that a program finds it.
fn line(table: Markup, row: &Row) -> Markup {
    let mut table = table.tags("<tr");
    if let Some(figure) = row.figure {
        table = table.tags(" data-figure=\"").tags(figure.name()).tags("\"");
    }
    table.tags("><th scope=\"row\">").tags(row.label).tags("</th>").each(&row.cells, cell).tags("</tr>")
}

fn cell(row: Markup, cell: &Cell) -> Markup {
    let (open, close) = if cell.differs { ("<td>≠ <strong>", "</strong>") } else { ("<td>", "") };
    let row = row.tags(open).text(&cell.text).tags(close);
    if cell.source.is_empty() {
        row.tags("</td>")
    } else {
        row.tags(" <small>").tags(cell.source).tags("</small></td>")
    }
}
