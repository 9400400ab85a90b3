//! What is wrong in a file of text.

use std::fmt;

/// Something in a file that cannot stand: where it is, what it is, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, from the folder of texts.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The mark, link or line of the front matter, as it is written.
    pub mark: String,
    /// What is wrong, and what the core says where a figure differs.
    pub wrong: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, mark, wrong } = self;
        write!(f, "{file}, line {line}: {mark}: {wrong}")
    }
}

/// A fault whose file is not yet known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    pub(crate) line: usize,
    pub(crate) mark: String,
    pub(crate) wrong: String,
}

impl Complaint {
    pub(crate) fn new(line: usize, mark: impl Into<String>, wrong: impl Into<String>) -> Self {
        Self { line, mark: mark.into(), wrong: wrong.into() }
    }

    pub(crate) fn in_file(self, file: &str) -> Fault {
        Fault { file: file.into(), line: self.line, mark: self.mark, wrong: self.wrong }
    }
}
