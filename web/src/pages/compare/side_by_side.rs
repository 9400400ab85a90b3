//! The table of scenarios: what is assumed, and what comes out.

use super::compared;
use crate::markup::{Live, Markup};
use crate::state::{Seen, Store};
use leptos::prelude::*;
use present::comparison::{Row, judged, said};

/// The table, and the switch between figures and differences from the baseline.
#[component]
pub fn SideBySide(
    /// The scenarios.
    store: Store,
) -> impl IntoView {
    let differences = RwSignal::new(false);
    let rows = store.text(move |seen| table(seen, differences.get()));
    view! {
        <section class="card side-by-side">
            <h2>"Side by side"</h2>
            <p class="switch">
                <label>
                    <input
                        type="checkbox"
                        prop:checked=differences
                        on:change=move |event| differences.set(event_target_checked(&event))
                    />
                    " Show the results as differences from the baseline"
                </label>
            </p>
            <Live markup=rows/>
        </section>
    }
}

fn table(seen: &Seen, differences: bool) -> String {
    let all = compared(&seen.cases);
    let mut table = Markup::new().tags(
        "<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"Scenarios side by side\"><table \
         class=\"comparison\"><caption>What differs from the baseline is marked ≠</caption><thead><tr><td></td>",
    );
    for (place, (name, _)) in seen.cases.iter().enumerate() {
        let edited = if place == seen.place { " <span class=\"edited\">(edited)</span>" } else { "" };
        table = table.tags("<th scope=\"col\">").text(name).tags(edited).tags("</th>");
    }
    table = table.tags("</tr></thead>");
    let groups = [("What comes out", judged(&all), differences), ("What is assumed", said(&all), false)];
    for (words, rows, differences) in groups {
        table = table.tags("<tbody><tr><th class=\"group\" scope=\"rowgroup\" colspan=\"");
        table = table.text(&(all.len() + 1).to_string()).tags("\">").tags(words).tags("</th></tr>");
        table = rows.iter().fold(table, |table, one| row(table, one, differences)).tags("</tbody>");
    }
    table.tags("</table></div>").finish()
}

/// A row. A cell that differs from the baseline's carries the sign, and says so to whoever does not see it.
fn row(table: Markup, row: &Row, differences: bool) -> Markup {
    let mut table = table.tags("<tr><th scope=\"row\">").tags(row.label).tags("</th>");
    for (place, cell) in row.cells.iter().enumerate() {
        let text = if differences && place > 0 { &cell.difference } else { &cell.text };
        table = table.tags(if cell.differs { DIFFERS } else { "<td>" }).text(text).tags("</td>");
    }
    table.tags("</tr>")
}

const DIFFERS: &str =
    "<td class=\"differs\"><span aria-hidden=\"true\">≠ </span><span class=\"unseen\">differs: </span>";
