//! What of a file a plan can be held against, on its way from the program that read it to the one that compares.

use agreement::TraceLoad;
use evidence::{Found, LoadTest};
use present::EvidenceShown;
use serde::{Deserialize, Serialize};

/// The measurements of a file as bytes, so that the page that hands them on need not know what they are. Empty where a plan has
/// nothing to be held against.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured(#[serde(with = "serde_bytes")] Vec<u8>);

/// The same, for the program that compares.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) enum Held {
    LoadTest(LoadTest),
    Trace(TraceLoad),
}

/// As [`Held`], without a copy of what is kept where it was read.
#[derive(Serialize)]
enum Lent<'a> {
    LoadTest(&'a LoadTest),
    Trace(TraceLoad),
}

impl Measured {
    /// Those of what was `found` in a file and is `shown` of it.
    pub(crate) fn of(found: &Found, shown: &EvidenceShown) -> Self {
        let lent = match found {
            Found::LoadTest(reading) => Some(Lent::LoadTest(&reading.test)),
            Found::Trace(trace) => TraceLoad::of(trace, shown).map(Lent::Trace),
            _ => None,
        };
        // Nothing that is lent can fail to be written.
        Self(lent.and_then(|lent| bincode::serialize(&lent).ok()).unwrap_or_default())
    }

    /// What they are; `None` where there are none.
    pub(crate) fn held(&self) -> Option<Held> {
        bincode::deserialize(&self.0).ok()
    }
}
