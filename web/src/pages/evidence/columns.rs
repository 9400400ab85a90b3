//! Which column of a table holds what: asked of whoever knows it.

use super::desk::Desk;
use crate::markup::Markup;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlSelectElement, MouseEvent};
use worker::{ColumnSaid, ColumnShown, FileShown, HOLDS, UNITS};

/// What stands before the questions once they are answered, and where the focus then is.
pub const SUMMARY: &str = "columns-summary";

/// The questions about the chosen file; none where its content tells.
#[component]
pub fn ColumnsForm(
    /// What is shown.
    desk: Desk,
) -> impl IntoView {
    let asked =
        move || desk.sheet.with(|sheet| sheet.files.get(desk.chosen.get()).map(form)).unwrap_or_default();
    // What was chosen and not read yet stays, while something else on the sheet changes.
    let markup = Memo::new(move |_| asked());
    let on_click = move |event: MouseEvent| {
        let button = event_target::<Element>(&event).closest("[data-read]").ok().flatten();
        let form = button.and_then(|button| button.closest("[data-columns]").ok().flatten());
        if let Some(form) = form {
            desk.read_again(desk.chosen.get_untracked(), said(&form));
        }
    };
    view! { <div class="live" on:click=on_click on:change=|event| mind_unit(&event) inner_html=markup></div> }
}

/// Open where nothing is read without it.
fn form(file: &FileShown) -> String {
    if file.offered.is_empty() {
        return String::new();
    }
    let open = if file.shown.tiles.is_empty() { " open" } else { "" };
    let head =
        Markup::new().tags("<details class=\"columns\" data-columns").tags(open).tags("><summary id=\"");
    let head = head.tags(SUMMARY).tags(
        "\">Which column is which?</summary><p class=\"calm\">A latency makes it a load test; prompts and answers without one make \
         it a trace. The file is read again, here.</p><div class=\"table-box\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Columns\"><table><thead><tr><th scope=\"col\">Column</th><th scope=\"col\">First value</th>\
         <th scope=\"col\">Holds</th><th scope=\"col\">Unit</th></tr></thead><tbody>",
    );
    let rows = file.offered.iter().fold(head, row);
    rows.tags(
        "</tbody></table></div><p class=\"tools\"><button class=\"button\" type=\"button\" data-read>Read it so</button></p></details>",
    )
    .finish()
}

fn row(form: Markup, column: &ColumnShown) -> Markup {
    let is_time = HOLDS.iter().any(|(word, _, is_time)| *is_time && *word == column.holds);
    let holds = form
        .tags("<tr data-place=\"")
        .text(&column.place.to_string())
        .tags("\"><th scope=\"row\">")
        .text(&column.name)
        .tags("</th><td>")
        .text(&column.example)
        .tags("</td><td><select data-holds aria-label=\"What “")
        .text(&column.name)
        .tags("” holds\">");
    let holds = option(holds, ("", "Nothing that is read"), &column.holds);
    let holds = HOLDS.iter().fold(holds, |form, (word, label, _)| option(form, (word, label), &column.holds));
    let unit = holds
        .tags("</select></td><td><select data-unit aria-label=\"Unit of “")
        .text(&column.name)
        .tags(if is_time { "”\">" } else { "”\" disabled>" });
    let unit = option(unit, ("", "not known"), &column.unit);
    let unit = UNITS.iter().fold(unit, |form, named| option(form, *named, &column.unit));
    unit.tags("</select></td></tr>")
}

fn option(form: Markup, (word, label): (&str, &str), chosen: &str) -> Markup {
    let selected = if word == chosen { "\" selected>" } else { "\">" };
    form.tags("<option value=\"").text(word).tags(selected).text(label).tags("</option>")
}

/// Only a time has a unit.
fn mind_unit(event: &Event) {
    let holds: HtmlSelectElement = event_target(event);
    let row = holds.closest("[data-place]").ok().flatten().filter(|_| holds.has_attribute("data-holds"));
    if let Some(unit) = row.and_then(|row| select(&row, "[data-unit]")) {
        let word = holds.value();
        unit.set_disabled(!HOLDS.iter().any(|(known, _, is_time)| *is_time && *known == word));
    }
}

/// What stands in the form.
fn said(form: &Element) -> Vec<ColumnSaid> {
    let Ok(rows) = form.query_selector_all("[data-place]") else { return Vec::new() };
    let rows = (0..rows.length()).filter_map(|at| rows.get(at)?.dyn_into::<Element>().ok());
    let row = |row: Element| {
        let value = |which| select(&row, which).map(|select| select.value()).unwrap_or_default();
        let place = row.get_attribute("data-place")?.parse().ok()?;
        Some(ColumnSaid { place, holds: value("[data-holds]"), unit: value("[data-unit]") })
    };
    rows.filter_map(row).collect()
}

fn select(row: &Element, which: &str) -> Option<HtmlSelectElement> {
    row.query_selector(which).ok().flatten()?.dyn_into().ok()
}
