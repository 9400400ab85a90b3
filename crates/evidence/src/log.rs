//! Requests as they are read, in as little room as they take.

use crate::wrong::Wrong;
use latency::stream::check;
use latency::{Chunk, Outcome, Streams};
use quantity::Seconds;

/// The first time of a request from which on it is the reading of a clock: a thousand days.
const CLOCK: f64 = 1e8;

/// Requests, one after the other, and the times of the one that is not closed yet.
#[derive(Debug, Default)]
pub(crate) struct Log {
    times: Vec<f64>,
    /// The tokens of each chunk; nothing, as long as it is one each.
    tokens: Vec<u32>,
    rows: Vec<Row>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    /// Where its times end. They begin where those of the request before it end.
    end: usize,
    outcome: Outcome,
    sent: Option<f64>,
}

impl Log {
    /// Adds the time of a chunk to the open request.
    pub(crate) fn add(&mut self, time: f64) {
        self.times.push(time);
    }

    /// Closes the open request, with the tokens of its chunks where they are stated.
    ///
    /// # Errors
    /// What is wrong with its times. Then nothing is kept of it.
    pub(crate) fn close(&mut self, outcome: Outcome, sent: Option<f64>, tokens: &[u32]) -> Result<(), Wrong> {
        let begin = self.begin();
        let checked = self.check(sent, tokens);
        if checked.is_ok() {
            self.count(begin, tokens);
            self.rows.push(Row { end: self.times.len(), outcome, sent });
        } else {
            self.discard();
        }
        checked
    }

    /// Drops the open request.
    pub(crate) fn discard(&mut self) {
        self.times.truncate(self.begin());
    }

    /// Checks the open request, and makes its times those since it was sent.
    fn check(&mut self, sent: Option<f64>, tokens: &[u32]) -> Result<(), Wrong> {
        let begin = self.begin();
        let times = self.times.get_mut(begin..).unwrap_or_default();
        if !tokens.is_empty() && tokens.len() != times.len() {
            return Err(Wrong::OtherCount);
        }
        if let Some(origin) = origin(times.first().copied(), sent)? {
            times.iter_mut().for_each(|time| *time -= origin);
        }
        let mut latest = Seconds::new(0.0);
        for time in times.iter().copied().map(Seconds::new) {
            check(time, latest)?;
            latest = time;
        }
        Ok(())
    }

    fn count(&mut self, begin: usize, tokens: &[u32]) {
        if tokens.iter().any(|tokens| *tokens != 1) {
            self.tokens.resize(begin, 1);
            self.tokens.extend_from_slice(tokens);
        } else if !self.tokens.is_empty() {
            self.tokens.resize(self.times.len(), 1);
        }
    }

    fn begin(&self) -> usize {
        self.rows.last().map_or(0, |row| row.end)
    }

    pub(crate) const fn requests(&self) -> usize {
        self.rows.len()
    }

    pub(crate) const fn tokens(&self) -> usize {
        self.times.len()
    }

    /// The requests as streams.
    pub(crate) fn streams(mut self) -> Streams {
        self.discard();
        // What growth left over would stand beside the streams.
        self.times.shrink_to_fit();
        self.tokens.shrink_to_fit();
        let mut streams = Streams::with_room(self.rows.len(), self.times.len());
        let tokens = self.tokens.iter().copied().chain(core::iter::repeat(1));
        let mut chunks =
            self.times.iter().zip(tokens).map(|(time, tokens)| Chunk::new(Seconds::new(*time), tokens));
        let mut begin = 0;
        for row in &self.rows {
            let of_row = chunks.by_ref().take(row.end - begin);
            // They were checked as they came in: there is no fault to be had.
            let _sound = streams.add(of_row, row.outcome, row.sent.map(Seconds::new));
            begin = row.end;
        }
        streams
    }
}

/// What to take times relative to: where the first is the reading of a clock, the reading at which the request was sent.
///
/// # Errors
/// Where that is not known.
pub(crate) fn origin(first: Option<f64>, sent: Option<f64>) -> Result<Option<f64>, Wrong> {
    match first {
        Some(first) if first > CLOCK && first.is_finite() => sent.map(Some).ok_or(Wrong::Clock),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(times: &[f64]) -> Log {
        let mut log = Log::default();
        times.iter().for_each(|time| log.add(*time));
        log
    }

    #[test]
    fn requests_come_out_as_they_went_in() {
        let mut log = Log::default();
        let given: [(&[f64], &[u32], Option<f64>); 4] = [
            (&[0.25, 0.5], &[], Some(3.0)),
            (&[0.5, 0.75], &[1, 4], None),
            (&[], &[], None),
            (&[0.125], &[1], None),
        ];
        for (times, tokens, sent) in given {
            times.iter().for_each(|time| log.add(*time));
            assert_eq!(log.close(Outcome::Finished, sent, tokens), Ok(()));
        }
        log.add(7.0); // and one that was never closed
        let streams = log.streams();
        for (stream, (times, tokens, sent)) in streams.iter().zip(given) {
            let chunks: Vec<(f64, u32)> =
                stream.arrivals().map(|chunk| (chunk.at.get(), chunk.tokens)).collect();
            let tokens = tokens.iter().copied().chain(core::iter::repeat(1));
            assert_eq!(chunks, times.iter().copied().zip(tokens).collect::<Vec<_>>());
            assert_eq!(stream.sent().map(Seconds::get), sent);
        }
        assert_eq!(streams.len(), given.len());
    }

    #[test]
    fn readings_of_a_clock_are_taken_from_when_the_request_was_sent() {
        let mut clock = log(&[1.7e9 + 0.5, 1.7e9 + 0.75]);
        assert_eq!(clock.close(Outcome::Finished, Some(1.7e9), &[]), Ok(()));
        let streams = clock.streams();
        let figures = streams.iter().next().and_then(latency::Stream::figures).expect("two tokens");
        assert_eq!((figures.ttft, figures.e2e), (Seconds::new(0.5), Seconds::new(0.75)));
        assert_eq!(log(&[1.7e9]).close(Outcome::Finished, None, &[]), Err(Wrong::Clock));
        assert_eq!(log(&[1.7e9]).close(Outcome::Finished, Some(1.8e9), &[]), Err(Wrong::BelowZero));
    }

    #[test]
    fn nothing_is_kept_of_what_is_wrong() {
        for (times, tokens, wrong) in [
            (&[0.1, f64::NAN][..], &[][..], Wrong::NotFinite),
            (&[f64::INFINITY], &[], Wrong::NotFinite),
            (&[-0.1], &[], Wrong::BelowZero),
            (&[0.2, 0.1], &[], Wrong::Backwards),
            (&[0.2, 2e9], &[], Wrong::TooLong),
            (&[0.2], &[1, 1], Wrong::OtherCount),
        ] {
            let mut log = log(times);
            assert_eq!(log.close(Outcome::Finished, None, tokens), Err(wrong));
            assert_eq!((log.requests(), log.tokens()), (0, 0));
        }
    }
}
