//! What went wrong, in one sentence for the person at the terminal.

use std::fmt;

/// A sentence that says what went wrong and, where there is something to do about it, what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault(String);

/// What a command comes to.
pub(crate) type Outcome<T = ()> = Result<T, Fault>;

impl Fault {
    /// A fault told by this sentence.
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Says what was being done when the operating system refused.
pub(crate) trait While<T> {
    /// Turns the system's error into a sentence that begins with what could not be done.
    fn or_cannot(self, deed: impl FnOnce() -> String) -> Outcome<T>;
}

impl<T> While<T> for std::io::Result<T> {
    fn or_cannot(self, deed: impl FnOnce() -> String) -> Outcome<T> {
        self.map_err(|error| Fault(format!("Cannot {}: {error}.", deed())))
    }
}
