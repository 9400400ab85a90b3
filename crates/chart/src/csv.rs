//! A table as comma-separated values.

use super::{Cell, Table};
use quantity::{float, shortest};

impl Table {
    /// The table for a spreadsheet or a program: numbers without their units, which stand in the headings, and what else
    /// is said of a number in a column of its own. The first line is a comment with the page's `link`.
    ///
    /// Times of different units become seconds; any other column whose cells have different units stays as it is read.
    #[must_use]
    pub fn csv(&self, link: &str) -> String {
        let columns: Vec<Vec<String>> = (0..self.head.len()).flat_map(|place| self.columns(place)).collect();
        let mut text = String::from("# ");
        text.extend(link.chars().filter(|letter| !letter.is_control()));
        text.push_str("\r\n");
        for row in 0..=self.rows.len() {
            for (place, column) in columns.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { "," });
                write(&mut text, column.get(row).map_or("", String::as_str));
            }
            text.push_str("\r\n");
        }
        text
    }

    /// One column of the table with its heading: the numbers, and what is said of them where that is anything.
    fn columns(&self, place: usize) -> Vec<Vec<String>> {
        let head = self.head.get(place).map_or("", String::as_str);
        let cells: Vec<&str> = self.rows.iter().map(|row| row.get(place).map_or("", text)).collect();
        let mut figures: Vec<Option<Figure>> = cells.iter().map(|cell| Figure::of(cell)).collect();
        let mut unit = shared(&figures);
        if unit.is_none() {
            figures.iter_mut().flatten().for_each(Figure::count_in_seconds);
            unit = shared(&figures);
        }
        let Some(unit) = unit else {
            return vec![[head].into_iter().chain(cells).map(String::from).collect()];
        };
        let is_said = unit.is_empty() || (unit == "$" && head.contains('$'));
        let mut numbers = vec![if is_said { String::from(head) } else { [head, ", ", unit].concat() }];
        let mut remarks = vec![[head, ", remark"].concat()];
        for (figure, cell) in figures.into_iter().zip(cells) {
            let Figure { number, remark, .. } =
                figure.unwrap_or(Figure { number: String::new(), unit, remark: cell });
            numbers.push(number);
            remarks.push(String::from(remark));
        }
        let said = remarks.iter().skip(1).any(|remark| !remark.is_empty());
        if said { vec![numbers, remarks] } else { vec![numbers] }
    }
}

fn text(cell: &Cell) -> &str {
    &cell.text
}

/// The unit of all the figures, where they have one and the same.
fn shared<'a>(figures: &[Option<Figure<'a>>]) -> Option<&'a str> {
    let mut units = figures.iter().flatten().map(|figure| figure.unit);
    units.next().filter(|unit| units.all(|other| other == *unit))
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
        let end =
            rest.find(|letter: char| !matches!(letter, '0'..='9' | '.' | ',' | '-')).unwrap_or(rest.len());
        let (digits, rest) = rest.split_at_checked(end)?;
        let (unit, remark) = rest.split_once(',').unwrap_or((rest, ""));
        let unit = unit.trim();
        let number: String = digits.chars().filter(|digit| *digit != ',').collect();
        let is_unit =
            unit.chars().all(|letter| letter.is_alphabetic() || matches!(letter, '/' | '%' | ' ' | '-'));
        // A comma at the end of the digits ends the number, not a group of them.
        let is_figure = is_unit && float::parse(&number).is_some() && !digits.ends_with(',');
        is_figure.then(|| Self {
            number,
            unit: if money.is_empty() { unit } else { money },
            remark: remark.trim(),
        })
    }

    /// A time in seconds, by moving its point; anything else as it is.
    fn count_in_seconds(&mut self) {
        let places = match self.unit {
            "ms" => 3,
            "µs" => 6,
            _ => return,
        };
        let value = float::parse(&self.number).unwrap_or_default();
        (self.number, self.unit) = (shortest(value, places, false), "s");
    }
}

/// Writes a cell. What a spreadsheet would take for a formula is made text by an apostrophe.
fn write(text: &mut String, cell: &str) {
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
