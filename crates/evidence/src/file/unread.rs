//! Files that are not read, by what they begin with, and what to do with each.

use super::Found;
use super::family::Family;
use crate::reading::{Fault, Note};

/// A file that is not read. Nothing of it is kept but its beginning.
#[derive(Debug, Default)]
pub(crate) struct Unread {
    beginning: Vec<u8>,
}

/// What a file is, by its first bytes, and what to do.
const MAGICS: [(&[u8], &str); 17] = [
    (
        b"PK\x03\x04",
        "a ZIP archive or a workbook. Unpack it, or save the sheet as CSV, and take the file that is in it",
    ),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x28\xB5\x2F\xFD", "packed with zstd. Unpack it with zstd -d first; gzip is read as it is"),
    (b"\xFD7zXZ", "packed with xz. Unpack it with xz -d first; gzip is read as it is"),
    (b"BZh", "packed with bzip2. Unpack it with bunzip2 first; gzip is read as it is"),
    (b"\x04\x22\x4D\x18", "packed with lz4. Unpack it with lz4 -d first; gzip is read as it is"),
    (b"7z\xBC\xAF", "a 7z archive. Unpack it, and take the file that is in it"),
    (b"\x1F\x8B", "packed twice. Unpack it once"),
    (b"\x89PNG", "a PNG image. Take the file that the figures in it were made from"),
    (b"\xFF\xD8\xFF", "a JPEG image. Take the file that the figures in it were made from"),
    (b"GIF8", "a GIF image. Take the file that the figures in it were made from"),
    (b"RIFF", "an image or a recording. Take the file that the figures in it were made from"),
    (b"%PDF", "a PDF document. Take the file that the figures in it were made from"),
    (b"PAR1", "a Parquet table. Write it as CSV or as JSON, a line for each row"),
    (b"ARROW1", "an Arrow table. Write it as CSV or as JSON, a line for each row"),
    (b"SQLite format 3", "an SQLite database. Write its table as CSV"),
    (b"version https://git-lfs", "a pointer of Git LFS and not the file itself. Fetch it with git lfs pull"),
];

/// What a member of a tar archive has at byte 257.
const TAR: (usize, &[u8]) = (257, b"ustar");

impl Unread {
    pub(crate) fn is(beginning: &[u8]) -> bool {
        what(beginning).is_some()
    }
}

/// What a file that begins so is, and what to do with it.
fn what(beginning: &[u8]) -> Option<&'static str> {
    if let Some((_, what)) = MAGICS.iter().find(|(magic, _)| beginning.starts_with(magic)) {
        return Some(what);
    }
    let (at, mark) = TAR;
    if beginning.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
        return Some("a tar archive. Unpack it, and take the file that is in it");
    }
    if beginning.trim_ascii_start().starts_with(b"<") {
        return Some("a page of HTML or XML. Save the file itself and not the page that shows it");
    }
    beginning.contains(&0).then_some("no text. What can be read is CSV, JSON, a log or the text of /metrics")
}

impl Family for Unread {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let room = crate::form::BEGINNING.saturating_sub(self.beginning.len());
        self.beginning.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        Err(Fault::new(sentence(&self.beginning)))
    }

    fn counted(&self) -> u64 {
        0
    }

    fn finish(self: Box<Self>) -> Found {
        Found::Unknown(vec![Note::new(sentence(&self.beginning))])
    }
}

fn sentence(beginning: &[u8]) -> String {
    format!("This file is {}.", what(beginning).unwrap_or("of no kind that is read here"))
}
