//! How the requests stand to their targets, from their figures alone.

use super::freeze::is_freeze;
use latency::{Figures, Report, Stream, Streams, Target, Targets};
use quantity::{Fraction, RequestsPerSecond, Seconds};

/// The figures of each request that can be judged; `None` for one that failed or gave no token.
pub(super) fn judged(streams: &Streams) -> Vec<Option<Figures>> {
    streams.iter().filter_map(Stream::judged).collect()
}

/// Requests counted by the targets that they miss. Each that can be judged is good, misses one target alone, misses
/// several, or has no figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Judgement {
    /// By these.
    pub(super) targets: Targets,
    /// Requests that could be judged.
    pub(super) judged: usize,
    /// Requests that meet every target.
    pub(super) good: usize,
    /// Requests that failed or gave no token.
    pub(super) unanswered: usize,
    /// Requests with figures that miss each of [`Target::ALL`], whatever they do on the others.
    missed: [usize; Target::ALL.len()],
    /// Those of them that miss no other.
    alone: [usize; Target::ALL.len()],
    /// Requests that miss more than one.
    pub(super) several: usize,
    /// Good requests that froze.
    pub(super) good_yet_frozen: usize,
}

impl Judgement {
    /// Judges requests by their figures; one without figures meets no target.
    pub(super) fn of(requests: &[Option<Figures>], targets: &Targets) -> Self {
        let mut judgement = Self { targets: *targets, judged: requests.len(), ..Self::default() };
        for request in requests {
            match request {
                Some(figures) => judgement.judge(figures),
                None => judgement.unanswered += 1,
            }
        }
        judgement
    }

    fn judge(&mut self, figures: &Figures) {
        let misses = Target::ALL.map(|target| !self.targets.met(target, figures));
        let count = misses.iter().filter(|missed| **missed).count();
        for (place, missed) in misses.into_iter().enumerate() {
            self.missed[place] += usize::from(missed);
            self.alone[place] += usize::from(missed && count == 1);
        }
        self.several += usize::from(count > 1);
        self.good += usize::from(count == 0);
        self.good_yet_frozen += usize::from(count == 0 && figures.longest_gap().is_some_and(is_freeze));
    }

    /// How many miss `target`, whatever they do on the others.
    pub(super) const fn missed(&self, target: Target) -> usize {
        self.missed[target as usize]
    }

    /// How many miss `target` and no other.
    pub(super) const fn alone(&self, target: Target) -> usize {
        self.alone[target as usize]
    }

    /// Requests with figures.
    pub(super) const fn answered(&self) -> usize {
        self.judged - self.unanswered
    }

    /// The targets that are set, each with its limit.
    pub(super) fn limits(&self) -> impl Iterator<Item = (Target, Seconds)> {
        Target::ALL.into_iter().filter_map(|target| Some((target, self.targets.limit(target)?)))
    }

    /// The share of good ones; `None` where none could be judged.
    pub(super) fn share(&self) -> Option<Fraction> {
        (self.judged > 0).then(|| Fraction::new(self.good as f64 / self.judged as f64))
    }

    /// Good requests a second; `None` where the run has no rates.
    pub(super) fn rate(&self, report: &Report) -> Option<RequestsPerSecond> {
        let duration = report.duration.filter(|_| report.finished_per_second().is_some())?;
        Some(RequestsPerSecond::new(self.good as f64 / duration.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use latency::{Chunk, Goodput, Outcome, Stream};
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Requests of every outcome, of no token, of one, and of some with a gap that may be a freeze.
    fn streams() -> impl Strategy<Value = Streams> {
        let outcome = prop_oneof![8 => Just(Outcome::Finished), 1 => Just(Outcome::Failed), 1 => Just(Outcome::CutOff), 1 => Just(Outcome::FirstOnly)];
        let request = (outcome, vec((0.0..1.0_f64, 0..4_u32), 0..6));
        vec(request, 0..30).prop_map(|requests| {
            let mut streams = Streams::default();
            for (outcome, gaps) in requests {
                let mut at = 0.0;
                let mut arrive = |(gap, tokens): &(f64, u32)| {
                    at += gap;
                    Chunk::new(Seconds::new(at), *tokens)
                };
                let chunks: Vec<Chunk> = gaps.iter().map(&mut arrive).collect();
                streams.push(Stream::new(&chunks, outcome).expect("in order"));
            }
            streams
        })
    }

    fn targets() -> impl Strategy<Value = Targets> {
        let limit = || proptest::option::of((0.0..2.0_f64).prop_map(Seconds::new));
        (limit(), limit(), limit(), limit()).prop_map(|(ttft, tpot, longest_gap, e2e)| Targets {
            ttft,
            tpot,
            longest_gap,
            e2e,
        })
    }

    fn judgement(streams: &Streams, targets: &Targets) -> Judgement {
        Judgement::of(&judged(streams), targets)
    }

    proptest! {
        #[test]
        fn figures_alone_give_the_goodput_that_tokens_give(streams in streams(), targets in targets()) {
            let (ours, whole) = (judgement(&streams, &targets), Goodput::of(&streams, &targets));
            prop_assert_eq!((ours.good, ours.judged, ours.share()), (whole.good, whole.judged, whole.share()));
            for target in Target::ALL {
                let met = targets.limit(target).map(|_| ours.answered() - ours.missed(target));
                prop_assert_eq!(met, whole.met(target));
            }
        }

        #[test]
        fn the_counts_add_up(streams in streams(), targets in targets()) {
            let judgement = judgement(&streams, &targets);
            let alone: usize = Target::ALL.into_iter().map(|target| judgement.alone(target)).sum();
            let parts = judgement.good + alone + judgement.several + judgement.unanswered;
            prop_assert_eq!(parts, judgement.judged);
            prop_assert!(judgement.good_yet_frozen <= judgement.good);
        }

        #[test]
        fn a_tighter_target_never_makes_more_requests_good(streams in streams(), targets in targets(), share in 0.0..1.0_f64) {
            let tighter = |limit: Option<Seconds>| limit.map(|limit| limit * share);
            let tight = Targets { ttft: tighter(targets.ttft), longest_gap: tighter(targets.longest_gap), ..targets };
            prop_assert!(judgement(&streams, &tight).good <= judgement(&streams, &targets).good);
        }

        #[test]
        fn a_target_on_the_longest_gap_takes_the_frozen_ones_away(streams in streams(), targets in targets()) {
            let without = judgement(&streams, &Targets { longest_gap: None, ..targets });
            let with = judgement(&streams, &Targets { longest_gap: Some(super::super::freeze::FREEZE), ..targets });
            prop_assert_eq!(without.good - without.good_yet_frozen, with.good);
            prop_assert_eq!(with.good_yet_frozen, 0);
        }
    }
}
