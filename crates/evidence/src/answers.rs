//! What the requests of a run got: streams out of lists of first tokens, gaps and counts.

use crate::reading::Note;
use crate::run::Run;
use crate::wrong::{Place, Skipped, Unit, counted, requests};
use latency::{Chunk, Outcome, Streams};
use quantity::Seconds;

/// The requests of a run, and what is to be said of them.
pub(crate) struct Answers<'a> {
    run: &'a Run,
    pub(crate) skipped: Skipped,
    pub(crate) seen: Seen,
}

/// How many requests are of which kind.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Answered, with all gaps.
    whole: u64,
    /// Answered, with no gaps or not all.
    first_only: u64,
    /// With more tokens than chunks.
    spread: u64,
    /// With more chunks than tokens.
    empty: u64,
    /// With tokens that nobody counted.
    uncounted: u64,
}

impl<'a> Answers<'a> {
    pub(crate) fn of(run: &'a Run) -> Self {
        Self { run, skipped: Skipped::default(), seen: Seen::default() }
    }

    pub(crate) fn streams(&mut self) -> Streams {
        let count = self.run.ttfts.len();
        let mut streams = Streams::with_room(count, count + self.run.gaps.kept.len());
        for place in 0..count {
            let answer = self.answer(place);
            let sent = self.run.starts.get(place).copied().map(Seconds::new);
            match streams.add(answer.chunks(), answer.outcome, sent) {
                Ok(()) => self.seen.add(&answer),
                Err(fault) => {
                    let request = Place::Request(place as u64 + 1);
                    self.skipped.add(Unit::Request, request, fault.wrong.into());
                }
            }
        }
        streams
    }

    fn answer(&self, place: usize) -> Answer<'a> {
        let run = self.run;
        let ends = &run.gaps.ends;
        let begin = place.checked_sub(1).map_or(Some(0), |before| ends.get(before).copied());
        let gaps = begin.zip(ends.get(place)).and_then(|(begin, end)| run.gaps.kept.get(begin..*end));
        let tokens = run.output_lens.get(place).copied().unwrap_or(0);
        let ttft = run.ttfts.get(place).copied().unwrap_or(f64::NAN);
        let failed = run.failed.get(place).copied();
        let no_time = ttft == 0.0 || (failed == Some(true) && ttft.is_nan());
        let nothing = no_time && tokens == 0 && gaps.is_none_or(<[f64]>::is_empty);
        // Somebody cut a file that has fewer lists of gaps than requests, and may have cut the lists too.
        let trimmed = ends.len() < run.ttfts.len();
        let all = gaps.is_some_and(|gaps| !trimmed || tokens == 0 || tokens as usize == gaps.len() + 1);
        let all = all && run.first_only.get(place) != Some(&true);
        let outcome = match failed {
            Some(true) => Outcome::Failed,
            None if nothing => Outcome::Failed,
            _ if all || tokens == 1 => Outcome::Finished,
            _ => Outcome::FirstOnly,
        };
        let gaps = gaps.filter(|_| outcome != Outcome::FirstOnly).unwrap_or_default();
        Answer { ttft, gaps, tokens, outcome, nothing }
    }
}

impl Seen {
    fn add(&mut self, answer: &Answer<'_>) {
        let chunks = answer.gaps.len() as u64 + 1;
        match (answer.outcome, u64::from(answer.tokens)) {
            (Outcome::FirstOnly, _) => self.first_only += 1,
            (Outcome::Finished, tokens) => {
                self.whole += 1;
                self.uncounted += u64::from(tokens == 0);
                self.spread += u64::from(tokens > chunks);
                self.empty += u64::from(tokens != 0 && tokens < chunks);
            }
            _ => {}
        }
    }

    /// Whether a request has more chunks than tokens.
    pub(crate) const fn has_empty(&self) -> bool {
        self.empty > 0
    }

    /// How many were answered.
    pub(crate) const fn answered(&self) -> u64 {
        self.whole + self.first_only
    }

    pub(crate) fn notes(&self) -> [Option<Note>; 4] {
        [self.not_whole(), self.spread(), self.empty(), self.uncounted()]
    }

    fn not_whole(&self) -> Option<Note> {
        let (answered, whole) = (requests(self.answered()), counted(self.whole));
        (self.first_only > 0).then(|| {
            Note::new(format!(
                "TTFT is that of {answered}; TPOT, the gaps between tokens and E2E are those of {whole}, because the \
                 file does not hold all gaps of the others.",
            ))
        })
    }

    fn spread(&self) -> Option<Note> {
        (self.spread > 0).then(|| {
            Note::new(format!(
                "{} more tokens than chunks, and the file does not say which chunk holds how many: they were spread \
                 evenly. TTFT, TPOT and E2E do not depend on that.",
                have(self.spread),
            ))
        })
    }

    fn empty(&self) -> Option<Note> {
        (self.empty > 0).then(|| {
            Note::new(format!(
                "{} more chunks than tokens: those that follow the first were taken for empty, so that the figures \
                 are those of tokens.",
                have(self.empty),
            ))
        })
    }

    fn uncounted(&self) -> Option<Note> {
        (self.uncounted > 0).then(|| {
            Note::new(format!(
                "The file does not say how many tokens {} got: each chunk was counted as one.",
                requests(self.uncounted),
            ))
        })
    }
}

fn have(count: u64) -> String {
    format!("{} {}", requests(count), if count == 1 { "has" } else { "have" })
}

/// What a request got.
struct Answer<'a> {
    ttft: f64,
    gaps: &'a [f64],
    tokens: u32,
    outcome: Outcome,
    /// Not even a first token.
    nothing: bool,
}

impl Answer<'_> {
    fn chunks(&self) -> impl Iterator<Item = Chunk> {
        let chunks = self.gaps.len() as u64 + 1;
        let tokens = match (self.outcome, self.tokens) {
            (Outcome::FirstOnly, _) => 1,
            (_, 0) => chunks,
            (_, tokens) => u64::from(tokens),
        };
        self::chunks(self.ttft, self.gaps, tokens).take(if self.nothing { 0 } else { usize::MAX })
    }
}

/// The chunks of an answer of so many tokens, by its first and the gaps that follow.
pub(crate) fn chunks(ttft: f64, gaps: &[f64], tokens: u64) -> impl Iterator<Item = Chunk> {
    let chunks = gaps.len() as u64 + 1;
    let mut at = 0.0;
    core::iter::once(ttft).chain(gaps.iter().copied()).zip(0..).map(move |(gap, chunk)| {
        at += gap;
        Chunk::new(Seconds::new(at), share(chunk, chunks, tokens))
    })
}

/// How many of `tokens` come with one of `chunks`. The first brings one, which the prefill makes, unless it is alone.
///
/// The others share the rest evenly. Where there is not one for each, the earlier of them are empty: such are those that
/// only name a role.
fn share(chunk: u64, chunks: u64, tokens: u64) -> u32 {
    let (others, rest) = (chunks - 1, tokens.saturating_sub(1));
    let up_to = |chunk: u64| chunk * rest / others.max(1);
    let tokens = match chunk {
        0 if others == 0 => tokens,
        0 => 1,
        _ if rest < others => u64::from(chunk > others - rest),
        _ => up_to(chunk) - up_to(chunk - 1),
    };
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_shares_of_all_chunks_are_all_tokens(chunks in 1_u64..2000, tokens in 1_u64..=u64::from(u32::MAX)) {
            let shares: Vec<u64> = (0..chunks).map(|chunk| u64::from(share(chunk, chunks, tokens))).collect();
            prop_assert_eq!(shares.iter().sum::<u64>(), tokens);
            prop_assert!(shares[0] >= 1);
            let (least, most) = (shares.iter().skip(1).min(), shares.iter().skip(1).max());
            prop_assert!(least.zip(most).is_none_or(|(least, most)| most - least <= 1), "{:?}", shares);
        }
    }
}
