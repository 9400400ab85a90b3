//! What is shown of the columns of a table that nobody knows by their names, and of what a person said they hold.

use crate::passage::{row, table};
use chart::Table;
use evidence::load_test::Offered;

/// The columns, with what each is read as; nothing where there are none.
pub(super) fn columns(offered: &[Offered]) -> Option<Table> {
    let first =
        |column: &Offered| if column.example.is_empty() { "nothing".into() } else { column.example.clone() };
    let line = |column: &Offered| row(vec![column.name.clone(), first(column), read_as(column)]);
    (!offered.is_empty()).then(|| {
        table(
            "The columns of the table.",
            &["Column", "What stands first in it", "Read as"],
            offered.iter().map(line).collect(),
        )
    })
}

fn read_as(column: &Offered) -> String {
    match (column.holds, column.unit) {
        (None, _) => "nothing".into(),
        (Some(holds), Some(unit)) if holds.is_time() => [holds.label(), ", in ", unit.word()].concat(),
        (Some(holds), _) => holds.label().into(),
    }
}
