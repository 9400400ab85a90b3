//! The raw profile of GenAI-Perf: for each request the clock's readings when it was sent and when each chunk came.

use super::detail::Request;
use super::draft::{Answer, Draft};
use super::leaves::Leaves;
use super::{Tool, load_of, name_of};
use crate::wrong::Wrong;

/// Takes a request. The readings are nanoseconds, and more than a float holds: they are subtracted as whole numbers.
pub(super) fn request(draft: &mut Draft, leaves: &Leaves, line: u64) {
    let Some(sent) = leaves.integer("timestamp") else {
        draft.skip(line, Wrong::NoFigures);
        return;
    };
    let times = core::mem::take(&mut draft.times);
    let since = |time: i64, before: i64| time.saturating_sub(before) as f64 / 1e9;
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        draft.add(&Request { failed: true, ..Request::default() }, line);
        return;
    };
    let (ttft, e2e) = (since(*first, sent), since(*last, sent));
    if times.is_sorted() {
        let begin = draft.since_first(sent);
        draft.set_gaps(times.windows(2).map(|pair| match pair {
            [before, after] => since(*after, *before),
            _ => 0.0,
        }));
        let stated = Request { ttft: Some(ttft), e2e: Some(e2e), sent: Some(begin), ..Request::default() };
        if draft.add(&stated, line) {
            draft.answer(&Answer { ttft, unit: 1.0, e2e: Some(e2e), tokens: 0, sent: begin });
        }
    } else {
        draft.skip(line, Wrong::Backwards);
    }
}

/// Ends an experiment: its requests are a level.
pub(super) fn experiment(draft: &mut Draft, leaves: &Leaves) {
    draft.test.tool = Some(Tool::GenaiPerf);
    let value = leaves.amount("experiment.value").filter(|value| *value > 0.0);
    let load = if leaves.says("experiment.mode", "request_rate") {
        load_of(value, None)
    } else {
        load_of(None, value.filter(|_| leaves.says("experiment.mode", "concurrency")))
    };
    if let Some(mut level) = draft.level_of_requests() {
        (level.name, level.load) = (name_of(load), load);
        draft.level(level);
    }
}
