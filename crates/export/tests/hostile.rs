//! Names, keys and addresses that mean harm: shown as text in every format, never more.

use export::{Format, import, pictures};
use plan::{PlanInput, Scenario};
use proptest::prelude::*;

const HOSTILE: [&str; 12] = [
    "<img src=x onerror=alert(1)>",
    "</title></style><script>alert(1)</script>",
    "\" onmouseover=\"alert(1)",
    "=cmd|'/c calc'!A1",
    "a;=1+1;@x",
    "javascript:alert(1)",
    "\u{202e}evil\u{2066}\u{200f}",
    "| a | `b` | [c](javascript:d)",
    "\r\n=1+1\r\n\u{7}\u{1b}[31m",
    "]]>&lt;b&gt;&#60;",
    "\\\",\"plan\":{\"rate\":\"1\"}",
    "nul\0",
];

/// A scenario with `text` in every place that a person can fill.
fn scenario(text: &str) -> Scenario {
    let mut input = PlanInput::from_link("v=1&rate=40").0;
    input.at = Some(text.into());
    input.unknown = vec![(format!("k{text}"), text.into()), (text.into(), String::new())];
    input.say(quantity::Key::Gpu, text, quantity::Place::Link);
    Scenario::new(text, input)
}

fn hidden(document: &str) -> Option<char> {
    let wrong = |letter: &char| {
        (letter.is_control() && !matches!(letter, '\n' | '\r'))
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    document.chars().find(wrong)
}

fn check(text: &str) {
    let scenarios = [scenario(text), scenario("Today")];
    let short: String = text.chars().take(100).collect();
    for page in ["https://example.org/", &short] {
        for format in Format::ALL {
            let document = format.write(&scenarios, page);
            assert_eq!(hidden(&document), None, "{format:?} of {text:?}");
            // A file to be read back keeps what a later version may know, whatever its length.
            let is_small = document.len() < 300_000 || format == Format::Json;
            assert!(is_small, "{format:?}: {} bytes", document.len());
        }
        report(&Format::Report.write(&scenarios, page), text);
        csv(&Format::Csv.write(&scenarios, page), text);
        for picture in pictures(&scenarios, page) {
            assert!(!picture.svg.contains("<script") && !picture.svg.contains("<img"), "{text:?}");
        }
    }
    let imported = import(&Format::Json.write(&scenarios, &short));
    let links: Vec<String> = scenarios.iter().map(|one| read_once(&one.input)).collect();
    let again: Vec<String> = imported.scenarios.iter().map(|one| one.input.link()).collect();
    assert_eq!(again, links, "{text:?}");
    for fault in imported.faults {
        assert_eq!(hidden(&fault.to_string()), None, "{fault}");
    }
}

/// What a link keeps of a plan.
fn read_once(input: &PlanInput) -> String {
    PlanInput::from_link(&input.link()).0.link()
}

/// The tags are ours alone: their number does not depend on what people wrote.
fn report(document: &str, text: &str) {
    for tag in ["<img", "<script", "<b>", "<iframe"] {
        assert!(!document.contains(tag), "{tag} of {text:?}");
    }
    assert_eq!(
        (document.matches("</title>").count(), document.matches("</style>").count()),
        (titles(document), 1)
    );
    assert_eq!(document.matches('"').count() % 2, 0, "{text:?}");
    assert!(!document.contains("href=\"javascript") && !document.contains(" onmouseover=\""), "{text:?}");
}

/// One of the page, one of each picture.
fn titles(document: &str) -> usize {
    1 + document.matches("<svg ").count() - document.matches("<svg aria-hidden").count()
}

/// Every cell, read with either mark between them, is text or a number.
fn csv(document: &str, text: &str) {
    let lines: Vec<&str> = document.split("\r\n").collect();
    for line in &lines {
        for mark in [',', ';'] {
            for cell in cells(line, mark) {
                let begins = cell.trim_start_matches(['"', ' ']);
                let is_number = cell.parse::<f64>().is_ok();
                assert!(is_number || !begins.starts_with(['=', '+', '-', '@']), "{cell:?} of {text:?}");
            }
        }
        let columns = cells(line, ',').len();
        assert!(line.is_empty() || columns == 6, "{columns} cells in {line:?}");
    }
}

/// The cells of a line as a spreadsheet takes it apart: quotes mean something at the beginning of a cell, and two of them
/// inside a quoted one are one.
fn cells(line: &str, mark: char) -> Vec<String> {
    let (mut cells, mut quoted, mut closed) = (vec![String::new()], false, false);
    for letter in line.chars() {
        let Some(cell) = cells.last_mut() else { continue };
        if letter == mark && !quoted {
            closed = false;
            cells.push(String::new());
        } else if letter == '"' && (quoted || closed || cell.is_empty()) {
            if closed {
                cell.push('"');
            }
            (quoted, closed) = (!quoted, quoted);
        } else {
            closed = false;
            cell.push(letter);
        }
    }
    cells
}

#[test]
fn the_usual_attacks_are_text() {
    HOSTILE.into_iter().for_each(check);
    check(&"<b>".repeat(300_000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_text(text in "[<>\"'&=+@;,|`\\\\{}\u{202e}\r\n a-z]{0,20}|.{0,30}") {
        check(&text);
    }
}
