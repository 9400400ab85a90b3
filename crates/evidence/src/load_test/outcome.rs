//! What comes of a draft when its file ends.

use super::draft::{Draft, KEPT};
use super::{Level, LoadTestReading, Offered, flags, runs};
use crate::reading::{MOST_NOTES, Note};
use crate::run::Run;

impl Draft {
    /// The reading, with what is to be known of each level.
    pub(super) fn finish(mut self) -> LoadTestReading {
        if let Some(level) = self.level_of_requests() {
            self.level(level);
        }
        let Self { mut test, mut notes, skipped, endings, unknown, offered, unit_unknown, .. } = self;
        for level in &mut test.levels {
            flags::add(level, test.tool, unit_unknown);
        }
        if test.levels.is_empty() {
            notes.insert(0, nothing(unknown.as_deref(), &offered));
        }
        // What the first sentence says of the whole file need not be said of each record.
        let known = !test.levels.is_empty() || unknown.is_none();
        notes.extend(skipped.notes().filter(|_| known));
        notes.extend(endings.note());
        notes.truncate(MOST_NOTES);
        LoadTestReading { test, offered, notes }
    }

    /// The level of the requests that were read one by one; `None` where there are none.
    pub(super) fn level_of_requests(&mut self) -> Option<Level> {
        let detail = core::mem::take(&mut self.detail);
        let answers = core::mem::replace(&mut self.answers, Run::keeping(KEPT));
        if detail.is_empty() {
            return None;
        }
        let mut level = Level { name: "all requests".into(), ..detail.level() };
        let (with, stated) = detail.itl_with_ttft();
        if stated > 0 && with == stated && self.test.tool.is_none() {
            level
                .notes
                .push("The inter-token latency of every request is E2E / tokens: it has TTFT in it.".into());
        }
        runs::add_answers(&mut level, answers);
        Some(level)
    }
}

/// What to say where no level was found.
fn nothing(unknown: Option<&str>, offered: &[Offered]) -> Note {
    match unknown {
        _ if !offered.is_empty() => Note::new(
            "No column of this table has a name that says it holds a latency. Say which column holds what.",
        ),
        Some(keys) if !keys.is_empty() => Note::new(format!(
            "This JSON holds no figures of a load test that are known. It begins with the keys {keys}."
        )),
        _ => Note::new("The file holds no figures of a load test."),
    }
}
