//! Plans in rows for a spreadsheet: values in base units with all their digits, a column for each scenario.

use crate::case::Case;
use crate::plain::plain;
use crate::{base_unit, data};
use present::headline;
use quantity::{Key, Kind, float};
use sizing::Figure;

/// The rows: the links, the headlines, what was said or holds by default, and every figure.
pub(crate) fn csv(cases: &[Case]) -> String {
    let mut text = line(["part", "name", "label", "unit"], cases.iter().map(|case| case.title.clone()));
    text += &line(["link", "link", "Link", ""], cases.iter().map(|case| case.short_link.clone()));
    text += &line(["answer", "headline", "Headline", ""], cases.iter().map(|case| headline(&case.answer)));
    for row in Key::all().map(Key::row) {
        let unit = if row.kind == Kind::Word { "name" } else { base_unit(row.unit) };
        text +=
            &line(["plan", row.name, row.label, unit], cases.iter().map(|case| data::stated(case, row.key)));
    }
    for figure in Figure::ALL {
        let head = ["figure", figure.name(), figure.label(), base_unit(figure.unit())];
        text += &line(head, cases.iter().map(|case| data::figure(case, figure)));
    }
    text
}

fn line(head: [&str; 4], cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = head.into_iter().map(cell).chain(cells.map(|text| cell(&text))).collect();
    cells.join(",") + "\r\n"
}

/// A cell that is no formula. Where a decimal comma is usual, spreadsheets part cells at semicolons, and a quote inside a
/// cell means nothing to them; so what follows a semicolon is guarded as the beginning is.
fn cell(text: &str) -> String {
    let text = plain(text);
    if float::parse(&text).is_some() {
        return text;
    }
    let guarded: Vec<String> = text.split(';').map(guarded).collect();
    let text = guarded.join(";");
    let is_bare = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_');
    if text.chars().all(is_bare) { text } else { ["\"", &text.replace('"', "\"\""), "\""].concat() }
}

/// With an apostrophe before what a spreadsheet would take for a formula.
fn guarded(text: &str) -> String {
    let begins = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '"');
    let is_formula = begins.starts_with(['=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠', '−']);
    [if is_formula { "'" } else { "" }, text].concat()
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_is_never_a_formula() {
        for (text, written) in [
            ("Today", "Today"),
            ("-0.18", "-0.18"),
            ("=1+1", "\"'=1+1\""),
            ("a;=1+1", "\"a;'=1+1\""),
            ("a; \"@b\"", "\"a;' \"\"@b\"\"\""),
            ("\t+cmd", "\"'+cmd\""),
            ("1,5", "\"1,5\""),
            ("−x", "\"'−x\""),
            ("\u{202e}=x", "\"'=x\""),
        ] {
            assert_eq!(cell(text), written, "{text:?}");
        }
    }
}
