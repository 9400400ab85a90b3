//! Tables of figures.

use crate::markup::{Live, Markup};
use leptos::prelude::*;
use present::chart::{Cell, Chart, Table};
use wasm_bindgen::JsCast;
use web_sys::HtmlDetailsElement;

/// A chart's data as a real table. Its rows exist only while it is open: nobody pays for what nobody sees.
#[component]
pub fn DataTable(
    /// The chart whose data it holds.
    chart: Memo<Option<Chart>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let on_toggle = move |event: web_sys::Event| {
        let details = event.target().and_then(|target| target.dyn_into::<HtmlDetailsElement>().ok());
        open.set(details.is_some_and(|details| details.open()));
    };
    let markup = Signal::derive(move || {
        let rows = |chart: &Option<Chart>| chart.as_ref().map(|chart| table(&chart.table));
        if open.get() { chart.with(rows).unwrap_or_default() } else { String::new() }
    });
    view! {
        <details class="data" on:toggle=on_toggle>
            <summary>"Show as a table"</summary>
            <Live markup/>
        </details>
    }
    .into_any()
}

/// A table with a caption, headings, and a name for each row. Wide ones scroll inside their own box.
#[must_use]
pub fn table(table: &Table) -> String {
    Markup::new()
        .tags("<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .text(&table.caption)
        .tags("\"><table><caption>")
        .text(&table.caption)
        .tags("</caption><thead><tr>")
        .each(&table.head, |head, text| head.tags("<th scope=\"col\">").text(text).tags("</th>"))
        .tags("</tr></thead><tbody>")
        .each(&table.rows, |body, cells| row(body, cells))
        .tags("</tbody></table></div>")
        .finish()
}

fn row(body: Markup, cells: &[Cell]) -> Markup {
    let Some((name, figures)) = cells.split_first() else { return body };
    body.tags("<tr><th scope=\"row\">")
        .text(&name.text)
        .tags("</th>")
        .each(figures, |row, cell| {
            row.tags(if cell.failing { "<td class=\"failing\">" } else { "<td>" })
                .text(&cell.text)
                .tags("</td>")
        })
        .tags("</tr>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_a_name() {
        let cells = vec![Cell::from(String::from("9")), Cell::failing(String::from("113 ms, over target"))];
        let table = table(&Table {
            caption: "By load".into(),
            head: vec!["req/s".into(), "TPOT".into()],
            rows: vec![cells],
        });
        assert!(
            table.contains("<th scope=\"row\">9</th><td class=\"failing\">113 ms, over target</td>"),
            "{table}"
        );
    }
}
