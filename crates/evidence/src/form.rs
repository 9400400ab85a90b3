//! What a text is, by its beginning.

use crate::reading::Fault;

/// So many bytes of a file are looked at to tell what it is.
pub(crate) const BEGINNING: usize = 4096;

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Json,
    Csv { separator: u8 },
}

/// What files begin with that hold no text. None of them is a list of token times.
const OTHERS: [(&[u8], &str); 16] = [
    (b"\x89PNG", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "an image or a recording"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or a workbook"),
    (b"7z\xBC\xAF", "a 7z archive"),
    (b"\x28\xB5\x2F\xFD", "packed with zstd"),
    (b"\xFD7zXZ", "packed with xz"),
    (b"BZh", "packed with bzip2"),
    (b"\x1F\x8B", "packed twice"),
    (b"PAR1", "a Parquet table"),
    (b"ARROW1", "an Arrow table"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\xFF\xFE", "text in UTF-16"),
    (b"\xFE\xFF", "text in UTF-16"),
];

impl Form {
    /// The form of a text that begins so.
    ///
    /// # Errors
    /// What it is instead, where it is no text or a page of markup.
    pub(crate) fn of(beginning: &[u8]) -> Result<Self, Fault> {
        if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| beginning.starts_with(magic)) {
            return Err(other(what));
        }
        if beginning.contains(&0) {
            return Err(other("no text"));
        }
        let data = data(beginning);
        match data.first() {
            Some(b'<') => Err(other("a page of HTML or XML")),
            Some(b'{' | b'[') => Ok(Self::Json),
            _ => Ok(Self::Csv { separator: separator(data) }),
        }
    }
}

fn other(what: &str) -> Fault {
    Fault::new(format!(
        "This file is {what}. What can be read is text: CSV or JSON, as it is or packed with gzip."
    ))
}

/// A text without the byte order mark that it may begin with.
pub(crate) fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

/// From the first line on that is neither empty nor a comment.
fn data(text: &[u8]) -> &[u8] {
    let mut rest = unmarked(text).trim_ascii_start();
    while rest.starts_with(b"#") {
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        rest = rest.get(end..).unwrap_or_default().trim_ascii_start();
    }
    rest
}

/// What parts the fields of a table that begins so. Where a semicolon or a tab does, a comma may be the decimal one.
///
/// Of the lines that have anything to part, more than half tell, or else the first: a line of one field has nothing, and
/// a stray sign tells nothing.
fn separator(data: &[u8]) -> u8 {
    let of = |line: &[u8]| [b'\t', b';', b','].into_iter().find(|separator| line.contains(separator));
    let lines = data.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#"));
    let separators: Vec<u8> = lines.filter_map(of).collect();
    let most =
        |separator: &u8| separators.iter().filter(|other| *other == separator).count() * 2 > separators.len();
    let told = [b'\t', b';', b','].into_iter().find(most);
    told.or(separators.first().copied()).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_told_by_its_beginning() {
        let csv = |separator| Ok(Form::Csv { separator });
        for (text, form) in [
            ("0.1,0.2", csv(b',')),
            ("0,1;0,2", csv(b';')),
            ("request\ttime, s", csv(b'\t')),
            ("# a; comment\n\n0.1,0.2\n0.1;0.2", csv(b',')),
            ("0,1;0,2\n0,3", csv(b';')),
            ("0,1\n0,1;0,2\n#,\n0,3;0,4", csv(b';')),
            ("", csv(b',')),
            ("# nothing else", csv(b',')),
            ("\u{feff}\r\n # times\n {\"times\": []}", Ok(Form::Json)),
            ("[0.1]", Ok(Form::Json)),
        ] {
            assert_eq!(Form::of(text.as_bytes()), form, "{text}");
        }
        for bytes in [&b"\x89PNG\r\n"[..], b"<!doctype html>", b"0.1,\0", b"\xFF\xFE0\0", b"PK\x03\x04"] {
            assert!(Form::of(bytes).is_err(), "{bytes:?}");
        }
    }
}
