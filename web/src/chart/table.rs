//! Tables of figures.

use crate::markup::Markup;
use present::chart::{Cell, Table};

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
