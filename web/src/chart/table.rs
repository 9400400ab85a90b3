//! Tables of figures.

use crate::markup::Markup;
use present::chart::Table;

/// A table in a box of its own, in which a wide one scrolls.
#[must_use]
pub fn table(table: &Table) -> String {
    let region = Markup::new().tags("<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"");
    table.write(region.text(&table.caption).tags("\">")).tags("</div>").finish()
}
