//! Files that are not quite JSON: what stands before the fault is read all the same.

use crate::tree::Tree;
use serde_json::Error;

/// How deep values may be nested, as `serde_json` has it.
const DEEPEST: usize = 127;

/// How often the text is cut back further where the cut did not help.
const TRIES: usize = 4;

/// What could be read of a file.
pub(crate) struct Mended {
    pub(crate) tree: Option<Tree>,
    /// What is wrong with it, in a sentence.
    pub(crate) fault: Option<String>,
    /// Whether the last of what was read may lack something.
    pub(crate) is_cut: bool,
}

/// Reads `text`, or what stands before its first fault.
pub(crate) fn read(text: &str) -> Mended {
    let text = text.trim_start_matches('\u{feff}');
    let error = match serde_json::from_str(text) {
        Ok(tree) => return Mended { tree: Some(tree), fault: None, is_cut: false },
        Err(error) => error,
    };
    let mut good = text.get(..offset(text, &error)).unwrap_or(text);
    for _ in 0..TRIES {
        let Some((end, mended)) = closed(good) else { break };
        if let Ok(tree) = serde_json::from_str(&mended) {
            let fault = Some(sentence(&error) + " What stands before that was read.");
            return Mended { tree: Some(tree), fault, is_cut: mended.len() > end };
        }
        good = good.get(..end.saturating_sub(1)).unwrap_or_default();
    }
    let fault = Some(sentence(&error) + " Nothing in it could be read.");
    Mended { tree: None, fault, is_cut: false }
}

fn sentence(error: &Error) -> String {
    let said = error.to_string();
    let what = said.split(" at line ").next().unwrap_or_default();
    match (error.is_eof(), error.line(), error.column()) {
        (true, line, _) => format!("The file ends in the middle, in line {line}: it was cut off there."),
        (false, line, column) => {
            format!("The file is no JSON from line {line}, column {column} on ({what}).")
        }
    }
}

/// Where the fault stands, at the beginning of a character.
fn offset(text: &str, error: &Error) -> usize {
    let line_start =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let mut offset = (line_start + error.column()).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// `text` up to the last place where a value or a member was complete, with all that is open closed; and that place.
fn closed(text: &str) -> Option<(usize, String)> {
    let (mut open, mut last) = (Vec::new(), None);
    let (mut quoted, mut escaped) = (false, false);
    for (place, letter) in text.char_indices() {
        if quoted {
            quoted = escaped || letter != '"';
            escaped = letter == '\\' && !escaped;
            continue;
        }
        match letter {
            '"' => quoted = true,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => drop(open.pop()),
            _ => {}
        }
        if open.len() > DEEPEST {
            break;
        }
        match letter {
            // Before a comma the member is complete; after a bracket there is one more, or none yet.
            ',' => last = Some((place, open.clone())),
            '{' | '[' | '}' | ']' => last = Some((place + 1, open.clone())),
            _ => {}
        }
    }
    let (end, open) = last?;
    let mut mended = String::from(text.get(..end)?);
    mended.extend(open.iter().rev());
    Some((end, mended))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_a_cut_is_read() {
        for (text, mended) in [
            (
                "{\"a\": [1, 2], \"b\": {\"c\": \"x, y\", \"d\": 4",
                "{\"a\": [1, 2], \"b\": {\"c\": \"x, y\"}}",
            ),
            ("{\"a\": {\"rate\": \"4", "{\"a\": {}}"),
            ("[\"\\\"]", "[]"),
            ("[1, 2", "[1]"),
        ] {
            assert_eq!(closed(text).map(|(_, mended)| mended).as_deref(), Some(mended), "{text}");
            let read = read(text);
            assert_eq!((read.tree, read.is_cut), (serde_json::from_str(mended).ok(), true), "{text}");
        }
    }

    #[test]
    fn the_fault_is_said_with_its_place() {
        for (text, start) in [
            ("[1, 2", "The file ends in the middle, in line 1: it was cut off there. What stands"),
            ("{\n\"a\": }", "The file is no JSON from line 2, column 6 on (expected value). What stands"),
            (
                "{\"a\": 1} x",
                "The file is no JSON from line 1, column 10 on (trailing characters). What stands",
            ),
            ("hello", "The file is no JSON from line 1, column 1 on (expected value). Nothing in it"),
            ("", "The file ends in the middle, in line 1: it was cut off there. Nothing in it"),
        ] {
            let said = read(text).fault.expect("a fault");
            assert!(said.starts_with(start), "{text}: {said}");
        }
    }

    #[test]
    fn a_hundred_thousand_brackets_are_refused_at_once() {
        let Mended { tree, fault, .. } = read(&"[".repeat(100_000));
        assert!(tree.is_some() && fault.is_some_and(|fault| fault.contains("recursion limit")));
    }
}
