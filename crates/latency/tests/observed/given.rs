//! Requests for tests: stated ones, and random ones.

use latency::{Chunk, Outcome, Stream, Streams};
use proptest::collection::vec;
use proptest::prelude::*;
use quantity::Seconds;

/// A request: chunks of a time and tokens, how it ended, when it was sent.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) chunks: Vec<(f64, u32)>,
    pub(crate) outcome: Outcome,
    pub(crate) sent: Option<f64>,
}

impl Request {
    pub(crate) fn finished(chunks: impl Into<Vec<(f64, u32)>>) -> Self {
        Self { chunks: chunks.into(), outcome: Outcome::Finished, sent: None }
    }

    pub(crate) fn without_tokens(outcome: Outcome) -> Self {
        Self { outcome, ..Self::finished([]) }
    }

    /// `tokens` tokens one by one, the first at `ttft`, each other `gap` after the one before.
    pub(crate) fn even(ttft: f64, gap: f64, tokens: u32) -> Self {
        Self::finished((0..tokens).map(|token| (ttft + gap * f64::from(token), 1)).collect::<Vec<_>>())
    }

    fn add_to(&self, streams: &mut Streams) {
        let chunks: Vec<Chunk> =
            self.chunks.iter().map(|(at, tokens)| Chunk::new(Seconds::new(*at), *tokens)).collect();
        let stream = Stream::new(&chunks, self.outcome).expect("times in order");
        streams.push(self.sent.map_or(stream, |sent| stream.sent_at(Seconds::new(sent))));
    }
}

pub(crate) fn streams<'a>(requests: impl IntoIterator<Item = &'a Request>) -> Streams {
    let mut streams = Streams::default();
    requests.into_iter().for_each(|request| request.add_to(&mut streams));
    streams
}

/// Requests of any outcome, of no token and of many, in chunks of no token and of several.
pub(crate) fn requests() -> impl Strategy<Value = Vec<Request>> {
    let outcome =
        prop_oneof![8 => Just(Outcome::Finished), 1 => Just(Outcome::Failed), 1 => Just(Outcome::CutOff)];
    let waits = prop_oneof![4 => 0.0_f64..0.1, 1 => 0.0_f64..3.0, 1 => Just(0.0)];
    let chunks = vec((waits, prop_oneof![3 => Just(1_u32), 1 => 0_u32..6]), 0..40);
    vec((chunks, outcome, 0.0_f64..60.0), 0..20).prop_map(|drawn| {
        drawn
            .into_iter()
            .map(|(chunks, outcome, sent)| Request { chunks: in_order(chunks), outcome, sent: Some(sent) })
            .collect()
    })
}

/// The times that lie so far apart.
fn in_order(chunks: Vec<(f64, u32)>) -> Vec<(f64, u32)> {
    let mut at = 0.0;
    chunks
        .into_iter()
        .map(|(wait, tokens)| {
            at += wait;
            (at, tokens)
        })
        .collect()
}
