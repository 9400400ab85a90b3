//! Tables with a line for each request: the times of its tokens, after what names them and says when they were sent.

use crate::name::{Name, Role};
use crate::reading::{Gathered, Kind};
use crate::requests::Requests;
use crate::text::Text;
use crate::time_unit::TimeUnit;
use crate::wrong::{Unit, Wrong};

/// Requests out of lines.
#[derive(Debug)]
pub(crate) struct RequestLines {
    /// What the first columns hold; the others hold times.
    columns: Vec<Name>,
    /// The unit of times, where the header states one.
    unit: Option<TimeUnit>,
    requests: Requests,
    /// Whether the line holds anything yet.
    begun: bool,
    /// Whether the line has an empty field where a time could be. At its end that is nothing.
    empty: bool,
}

impl RequestLines {
    /// Under this header, or under none.
    pub(crate) fn under(header: &[Vec<u8>]) -> Self {
        let columns: Vec<Name> = header.iter().map(|name| Name::of(name)).collect();
        let unit = columns.iter().filter(|name| name.role != Role::Sent).find_map(|name| name.unit);
        Self { columns, unit, requests: Requests::new(Unit::Line), begun: false, empty: false }
    }

    pub(crate) fn field(&mut self, column: usize, text: Text<'_>) {
        let name = self.columns.get(column);
        match name.map(|name| name.role) {
            _ if text.bytes.is_empty() => self.empty |= !self.is_named(column),
            Some(Role::Request) => self.requests.named(text),
            Some(Role::Sent) => {
                let unit = name.and_then(|name| name.unit);
                self.requests.sent(text, unit);
            }
            Some(role @ (Role::Status | Role::Error | Role::Success)) => self.requests.ended(role, text),
            Some(Role::Tokens) => {}
            _ if self.empty => self.requests.wrong(Wrong::Missing),
            _ => self.requests_with_times().time(text),
        }
        self.begun |= !text.bytes.is_empty();
    }

    /// Whether the column holds something else than times.
    fn is_named(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|name| !matches!(name.role, Role::Time | Role::Other))
    }

    fn requests_with_times(&mut self) -> &mut Requests {
        if !self.requests.has_times() {
            self.requests.begin_times(self.unit);
        }
        &mut self.requests
    }

    pub(crate) fn end_line(&mut self, line: u64) {
        if core::mem::take(&mut self.begun) {
            self.requests_with_times().end(line);
        }
        self.empty = false;
    }

    /// Drops the line that is open, because the file breaks off in it.
    pub(crate) fn cut(&mut self, line: u64) {
        self.requests.wrong(Wrong::Cut);
        self.requests.end(line);
    }

    pub(crate) const fn requests(&self) -> usize {
        self.requests.requests()
    }

    pub(crate) fn tokens(&self) -> usize {
        self.requests.tokens()
    }

    pub(crate) fn gathered(self) -> Gathered {
        self.requests.gathered(Kind::RequestLines)
    }
}
