//! What a person should know of a start.

use super::start::{Concurrency, EngineLogReading, Failure};
use crate::reading::Note;
use crate::wrong::counted;
use quantity::{Bytes, Unit};

impl EngineLogReading {
    /// Says what is odd or what was wrong.
    pub(crate) fn note(&mut self) {
        let notes = [self.nothing(), self.failed(), self.requests(), self.closes(), self.ranks_differ()];
        self.notes.extend(notes.into_iter().flatten().map(Note::new));
    }

    fn nothing(&self) -> Option<String> {
        let empty = self.ranks.is_empty() && self.failure.is_none() && self.stages.is_empty();
        empty.then(|| "The log says nothing of memory, KV cache or the time that the start took.".into())
    }

    fn failed(&self) -> Option<String> {
        match self.failure? {
            Failure::NoKvMemory => {
                Some("The engine did not start: after weights and activations no memory was left for the KV cache.".into())
            }
            Failure::TooLong { length, needed } => {
                let length = Unit::Tokens.show(length.get());
                let needs = needed.map_or_else(String::new, |needed| format!(", which needs {}", shown(needed)));
                let fits = self.longest.map_or_else(String::new, |longest| {
                    format!(" The longest that fits is {}.", Unit::Tokens.show(longest.get()))
                });
                Some(format!("The engine did not start: the KV pool does not hold one sequence of {length}{needs}.{fits}"))
            }
        }
    }

    /// Says where the number of requests that the log prints is not its tokens over their length.
    fn requests(&self) -> Option<String> {
        let Concurrency { length, requests } = self.concurrency?;
        let ours = self.requests_at_once()?;
        // It is printed with two decimals.
        if (ours - requests).abs() <= 0.006 + 0.001 * ours {
            return None;
        }
        let length = Unit::Tokens.show(length.get());
        let [printed, ours_text] = [requests, ours].map(|number| Unit::Number.show(number));
        let why = if requests > ours && requests < 30.0 * ours {
            " Where layers have a window, a long request takes less of the pool than its length, and the log counts that."
        } else {
            " The printed number cannot be right."
        };
        Some(format!(
            "The log says that {printed} requests of {length} fit at once; its own tokens give {ours_text}.{why}"
        ))
    }

    /// Says where the parts that the log states are not the whole that it states.
    fn closes(&self) -> Option<String> {
        self.ranks.iter().find_map(|rank| {
            let parts = rank.weights? + rank.non_torch? + rank.activations? + rank.kv?;
            let apart = (parts - rank.budget?).get().abs();
            // Each of five figures is rounded to a hundredth.
            let rounding = 5.0 * 0.005 * 1_073_741_824.0;
            (apart > rounding).then(|| {
                format!(
                    "The parts of memory that the log states are {} apart from their sum.",
                    shown(Bytes::new(apart))
                )
            })
        })
    }

    fn ranks_differ(&self) -> Option<String> {
        let tokens = || self.ranks.iter().filter_map(|rank| rank.tokens.map(quantity::Tokens::get));
        let (least, most) = (tokens().fold(f64::INFINITY, f64::min), tokens().fold(0.0, f64::max));
        (most > least).then(|| {
            let number = counted(self.ranks.len() as u64);
            format!(
                "The {number} GPUs have room for {} to {}: the fewest count.",
                Unit::Count.show(least),
                Unit::Tokens.show(most)
            )
        })
    }
}

fn shown(bytes: Bytes) -> String {
    Unit::Bytes.show(bytes.get())
}
