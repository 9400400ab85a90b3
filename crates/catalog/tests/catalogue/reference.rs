//! Tables of reference data, where they lie beside the repository. None of them is part of it.

use std::collections::HashMap;
use std::path::Path;

/// A row of a table, by the names of its columns.
pub(crate) type Row = HashMap<String, String>;

/// The rows of this table, or none and a sentence where it is missing.
pub(crate) fn rows(table: &str) -> Option<Vec<Row>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(table);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("Skipped: the reference table {table} is not beside the repository.");
        return None;
    };
    let mut lines = text.lines().map(cells);
    let head = lines.next()?;
    Some(lines.map(|cells| head.iter().cloned().zip(cells).collect()).collect())
}

/// The number in this column, where there is one.
pub(crate) fn number(row: &Row, column: &str) -> Option<f64> {
    row[column].parse().ok()
}

/// The cells of a line. In quotes a comma is part of a cell.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for sign in line.chars() {
        match sign {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("one at least").push(sign),
        }
    }
    cells
}
