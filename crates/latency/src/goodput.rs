//! Which requests met every target.

use crate::figures::Figures;
use crate::stream::{Stream, Streams};
use quantity::{Fraction, RequestsPerSecond, Seconds};

/// What a target can be set on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Time to first token.
    Ttft,
    /// Time per output token: a mean, blind to a single freeze.
    Tpot,
    /// The longest gap: what sees a freeze.
    LongestGap,
    /// Time to the last token.
    E2e,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ttft, Self::Tpot, Self::LongestGap, Self::E2e];

    /// What a request shows for it; `None` where one token leaves nothing to judge.
    #[must_use]
    pub fn shown(self, figures: &Figures) -> Option<Seconds> {
        match self {
            Self::Ttft => Some(figures.ttft),
            Self::Tpot => figures.tpot(),
            Self::LongestGap => figures.longest_gap(),
            Self::E2e => Some(figures.e2e),
        }
    }
}

/// The targets that a request has to meet, each by itself. One that is not set is met.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Targets {
    /// On the time to first token.
    pub ttft: Option<Seconds>,
    /// On the time per output token.
    pub tpot: Option<Seconds>,
    /// On the longest gap.
    pub longest_gap: Option<Seconds>,
    /// On the time to the last token.
    pub e2e: Option<Seconds>,
}

impl Targets {
    /// What is set on `target`.
    #[must_use]
    pub const fn limit(&self, target: Target) -> Option<Seconds> {
        match target {
            Target::Ttft => self.ttft,
            Target::Tpot => self.tpot,
            Target::LongestGap => self.longest_gap,
            Target::E2e => self.e2e,
        }
    }

    /// Whether a request of these figures meets what is set on `target`; at the limit itself it does.
    ///
    /// A request of one token has no TPOT and no gap, so there is nothing in them to miss.
    #[must_use]
    pub fn met(&self, target: Target, figures: &Figures) -> bool {
        match (target.shown(figures), self.limit(target)) {
            (Some(shown), Some(limit)) => shown <= limit,
            _ => true,
        }
    }
}

/// How many requests met every target, of those that can be judged.
///
/// A request that failed, or that finished without a token, meets none. One that the end of the run cut off is not
/// judged, nor one of which only the first token was kept.
///
/// # Example
/// Two requests of two tokens; the second freezes for a second.
/// ```
/// use latency::{Chunk, Goodput, Outcome, Stream, Streams, Targets};
/// use quantity::Seconds;
/// let mut streams = Streams::default();
/// for last in [0.25, 1.2] {
///     let chunks = [0.2, last].map(|at| Chunk::new(Seconds::new(at), 1));
///     streams.push(Stream::new(&chunks, Outcome::Finished).unwrap());
/// }
/// let targets = Targets { longest_gap: Some(Seconds::new(0.5)), ..Targets::default() };
/// let goodput = Goodput::of(&streams, &targets);
/// assert_eq!((goodput.good, goodput.judged), (1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goodput {
    /// Requests that met every target.
    pub good: usize,
    /// Requests that could be judged.
    pub judged: usize,
    met: [Option<usize>; Target::ALL.len()],
}

impl Goodput {
    /// Judges `streams`.
    #[must_use]
    pub fn of(streams: &Streams, targets: &Targets) -> Self {
        let met = Target::ALL.map(|target| targets.limit(target).map(|_| 0));
        let mut goodput = Self { good: 0, judged: 0, met };
        streams.iter().for_each(|stream| goodput.judge(stream, targets));
        goodput
    }

    fn judge(&mut self, stream: Stream<'_>, targets: &Targets) {
        let Some(figures) = stream.judged() else { return };
        self.judged += 1;
        let Some(figures) = figures else { return };
        let met = Target::ALL.map(|target| targets.met(target, &figures));
        for (count, met) in self.met.iter_mut().zip(met) {
            *count = count.map(|count| count + usize::from(met));
        }
        self.good += usize::from(met.iter().all(|met| *met));
    }

    /// How many met the limit on `target`, whatever they did on the others; `None` where none is set.
    #[must_use]
    pub const fn met(&self, target: Target) -> Option<usize> {
        self.met[target as usize]
    }

    /// The share of good ones; `None` where none could be judged.
    ///
    /// It is counted request by request, which the shares of single targets cannot give: neither their product nor the
    /// smallest of them.
    #[must_use]
    pub fn share(&self) -> Option<Fraction> {
        (self.judged > 0).then(|| Fraction::new(self.good as f64 / self.judged as f64))
    }

    /// Good requests a second in a run of this `duration`; `None` where that is no time to divide by.
    #[must_use]
    pub fn rate(&self, duration: Seconds) -> Option<RequestsPerSecond> {
        per_second(self.good as f64, duration).map(RequestsPerSecond::new)
    }
}

/// So many a second; `None` where `duration` is no time to divide by.
pub(crate) fn per_second(count: f64, duration: Seconds) -> Option<f64> {
    Some(count / duration.get()).filter(|rate| duration.get() > 0.0 && rate.is_finite())
}
