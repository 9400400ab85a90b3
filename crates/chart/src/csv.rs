//! A table as comma-separated values.

use super::Table;
use quantity::{float, shortest};

impl Table {
    /// The table for a spreadsheet or a program: numbers without their units, which stand in the headings, and what else
    /// is said of a number in a column of its own. The first line is a comment with the page's `link`.
    ///
    /// Times of different units become seconds; any other column whose cells have different units stays as it is read.
    #[must_use]
    pub fn csv(&self, link: &str) -> String {
        let columns: Vec<Column> = (0..self.head.len()).map(|place| self.column(place)).collect();
        let mut text = String::from("# ");
        text.extend(link.chars().filter(|letter| !letter.is_control()));
        for (column, head) in columns.iter().zip(&self.head) {
            column.write_head(&mut text, head);
        }
        for row in &self.rows {
            for (column, cell) in columns.iter().zip(row) {
                column.write_cell(&mut text, &cell.text);
            }
        }
        text.push_str("\r\n");
        text
    }

    /// What the cells at a place of every row have in common.
    fn column(&self, place: usize) -> Column<'_> {
        let mut column = Column { first: place == 0, ..Column::default() };
        for cell in self.rows.iter().filter_map(|row| row.get(place)) {
            match Figure::of(&cell.text) {
                Some(figure) => column.add(&figure),
                None => column.remarks = true,
            }
        }
        column
    }
}

/// How a column is written.
#[derive(Default)]
struct Column<'a> {
    /// Whether it starts the line.
    first: bool,
    /// The unit of its first figure; none where it has no figures.
    unit: Option<&'a str>,
    /// Whether another one has another unit.
    mixed: bool,
    /// Whether any is something else than a time.
    timeless: bool,
    /// Whether anything stands in it beside figures.
    remarks: bool,
}

impl<'a> Column<'a> {
    fn add(&mut self, figure: &Figure<'a>) {
        self.mixed |= *self.unit.get_or_insert(figure.unit) != figure.unit;
        self.timeless |= places(figure.unit).is_none();
        self.remarks |= !figure.remark.is_empty();
    }

    /// The unit of all its figures, where they can be given in one.
    fn shared(&self) -> Option<&'a str> {
        if self.mixed { Some("s").filter(|_| !self.timeless) } else { self.unit }
    }

    fn write_head(&self, text: &mut String, head: &str) {
        let unit = self.shared().unwrap_or_default();
        let is_said = unit.is_empty() || (unit == "$" && head.contains('$'));
        self.write(text, &[head, if is_said { "" } else { ", " }, if is_said { "" } else { unit }].concat());
        if self.remarks && self.shared().is_some() {
            write(text, ",", &[head, ", remark"].concat());
        }
    }

    fn write_cell(&self, text: &mut String, cell: &str) {
        if self.shared().is_none() {
            return self.write(text, cell);
        }
        let figure = Figure::of(cell).unwrap_or(Figure { number: String::new(), unit: "", remark: cell });
        match places(figure.unit).filter(|_| self.mixed) {
            Some(places) => self.write(text, &in_seconds(&figure.number, places)),
            None => self.write(text, &figure.number),
        }
        if self.remarks {
            write(text, ",", figure.remark);
        }
    }

    fn write(&self, text: &mut String, cell: &str) {
        write(text, if self.first { "\r\n" } else { "," }, cell);
    }
}

/// By how many places a time of that unit is moved to be in seconds; none for what is no time.
fn places(unit: &str) -> Option<i32> {
    match unit {
        "s" => Some(0),
        "ms" => Some(3),
        "µs" => Some(6),
        _ => None,
    }
}

/// Moves the point of a number, digit for digit.
fn in_seconds(number: &str, places: i32) -> String {
    shortest(float::parse(number).unwrap_or_default(), places, false)
}

/// A cell taken apart: "2,466 ms, over target" is 2466, "ms" and "over target".
struct Figure<'a> {
    number: String,
    unit: &'a str,
    remark: &'a str,
}

impl<'a> Figure<'a> {
    /// `None` for what is not a number with at most a unit and a remark.
    fn of(cell: &'a str) -> Option<Self> {
        let (money, rest) = cell.strip_prefix('$').map_or(("", cell), |rest| ("$", rest));
        let is_digit = |letter: char| matches!(letter, '0'..='9' | '.' | ',' | '-');
        let (digits, rest) =
            rest.split_at_checked(rest.find(|letter| !is_digit(letter)).unwrap_or(rest.len()))?;
        let (unit, remark) = rest.split_once(',').unwrap_or((rest, ""));
        let number: String = digits.chars().filter(|digit| *digit != ',').collect();
        let is_of_unit =
            |letter: char| letter.is_ascii_alphabetic() || matches!(letter, 'µ' | '/' | '%' | ' ' | '-');
        // A comma at the end of the digits ends the number, not a group of them.
        let is_figure =
            unit.chars().all(is_of_unit) && float::parse(&number).is_some() && !digits.ends_with(',');
        let unit = if money.is_empty() { unit.trim() } else { money };
        is_figure.then(|| Self { number, unit, remark: remark.trim() })
    }
}

/// Writes a cell behind what parts it from the one before. What a spreadsheet would take for a formula is made text by an
/// apostrophe.
fn write(text: &mut String, before: &str, cell: &str) {
    text.push_str(before);
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && float::parse(cell).is_none();
    let quoted = cell.contains([',', '"', '\n', '\r']);
    text.push_str(if quoted { "\"" } else { "" });
    text.push_str(if formula { "'" } else { "" });
    for letter in cell.chars() {
        text.push_str(if letter == '"' { "\"" } else { "" });
        text.push(letter);
    }
    text.push_str(if quoted { "\"" } else { "" });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;
    use proptest::prelude::*;

    fn table(head: &[&str], rows: &[&[&str]]) -> Table {
        let cells = |row: &&[&str]| row.iter().map(|text| Cell::from(String::from(*text))).collect();
        Table {
            caption: String::from("By load"),
            head: head.iter().copied().map(String::from).collect(),
            rows: rows.iter().map(cells).collect(),
        }
    }

    #[test]
    fn units_move_into_the_headings() {
        let table = table(
            &["req/s", "TPOT", "Busy", "Per 1M"],
            &[
                &["1", "8.4 ms", "12%", "$2.08"],
                &["9", "2,466 ms, over target", "98%", "$1.10"],
                &["10", "unbounded", "109%", "$1.00"],
            ],
        );
        let expected = "# https://example.org/#v=1\r\n\
                        req/s,\"TPOT, ms\",\"TPOT, remark\",\"Busy, %\",\"Per 1M, $\"\r\n\
                        1,8.4,,12,2.08\r\n\
                        9,2466,over target,98,1.10\r\n\
                        10,,unbounded,109,1.00\r\n";
        assert_eq!(table.csv("https://example.org/#v=1"), expected);
    }

    #[test]
    fn columns_of_different_units_and_of_words_stay_as_they_are_read() {
        let table = table(&["GPUs", "Room"], &[&["8 + 1", "95 GB"], &["B", "1.2 TB"]]);
        assert_eq!(table.csv(""), "# \r\nGPUs,Room\r\n8 + 1,95 GB\r\nB,1.2 TB\r\n");
    }

    #[test]
    fn times_of_different_units_are_in_seconds() {
        let table = table(
            &["p95", "$ per 1M"],
            &[&["607 ms, over target", "$2.00"], &["12.8 s", "$1.67"], &["35 µs", "$1.00"]],
        );
        let expected = "# \r\n\"p95, s\",\"p95, remark\",$ per 1M\r\n0.607,over target,2.00\r\n12.8,,1.67\r\n0.000035,,1.00\r\n";
        assert_eq!(table.csv(""), expected);
    }

    #[test]
    fn no_cell_is_a_formula_and_numbers_stay_numbers() {
        let table = table(&["=A1", "x"], &[&["@cmd", "-1.5"], &["+1 \"2\"", "-2"], &["-x", "3"]]);
        assert_eq!(table.csv("a\nb"), "# ab\r\n'=A1,x\r\n'@cmd,-1.5\r\n\"'+1 \"\"2\"\"\",-2\r\n'-x,3\r\n");
    }

    proptest! {
        #[test]
        fn every_row_has_as_many_cells_as_the_head(rows in proptest::collection::vec("[-=+@$0-9a-z%,\". \n]{0,12}", 1..9)) {
            let rows: Vec<Vec<Cell>> = rows.into_iter().map(|text| vec![Cell::from(text.clone()), Cell::from(text)]).collect();
            let count = rows.len();
            let csv = Table { caption: String::new(), head: vec!["a".into(), "b".into()], rows }.csv("link");
            let records = records(&csv);
            prop_assert_eq!(records.len(), count + 2);
            for record in &records[2..] {
                prop_assert_eq!(record.len(), records[1].len());
                for cell in record.iter().filter(|cell| cell.starts_with(['=', '+', '-', '@'])) {
                    prop_assert!(float::parse(cell).is_some(), "{cell}");
                }
            }
        }
    }

    /// Reads the format back.
    fn records(csv: &str) -> Vec<Vec<String>> {
        let (mut records, mut quoted, mut closed) = (vec![vec![String::new()]], false, false);
        for letter in csv.chars() {
            let record = records.last_mut().expect("there is always one");
            let cell = record.last_mut().expect("there is always one");
            // A quote right behind a closing one stands for itself, and what follows is quoted still.
            if letter == '"' && closed {
                cell.push('"');
            }
            closed = letter == '"' && quoted;
            match letter {
                '"' => quoted = !quoted,
                ',' if !quoted => record.push(String::new()),
                '\r' if !quoted => (),
                '\n' if !quoted => records.push(vec![String::new()]),
                other => cell.push(other),
            }
        }
        records.pop();
        records
    }
}
