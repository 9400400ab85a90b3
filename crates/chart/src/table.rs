//! A chart's data in rows, for whoever reads better than they see curves.

use crate::Markup;

/// A table whose first column names its rows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Table {
    /// What the table holds.
    pub caption: String,
    /// One heading a column.
    pub head: Vec<String>,
    /// The rows; each has as many cells as the head.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Adds the table to `markup`: a caption, headings, and a name for each row.
    #[must_use]
    pub fn write(&self, markup: Markup) -> Markup {
        markup
            .tags("<table><caption>")
            .text(&self.caption)
            .tags("</caption><thead><tr>")
            .each(&self.head, |head, text| head.tags("<th scope=\"col\">").text(text).tags("</th>"))
            .tags("</tr></thead><tbody>")
            .each(&self.rows, |body, cells| row(body, cells))
            .tags("</tbody></table>")
    }
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

/// One figure, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// As read.
    pub text: String,
    /// Whether it breaks a target; the text says so in words too.
    pub failing: bool,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, failing: false }
    }
}

impl Cell {
    /// A figure that breaks a target.
    #[must_use]
    pub const fn failing(text: String) -> Self {
        Self { text, failing: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_a_name() {
        let cells = vec![Cell::from(String::from("9")), Cell::failing(String::from("113 ms, over target"))];
        let table =
            Table { caption: "By load".into(), head: vec!["req/s".into(), "TPOT".into()], rows: vec![cells] };
        let markup = table.write(Markup::new()).finish();
        assert!(
            markup.contains("<th scope=\"row\">9</th><td class=\"failing\">113 ms, over target</td>"),
            "{markup}"
        );
    }
}
