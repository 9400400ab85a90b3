//! One snapshot: every name with its samples.

use super::family::Family;
use super::sample::{self, Sample};
use quantity::clip;
use std::collections::HashMap;

/// What one scrape holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scrape {
    families: Vec<Family>,
    places: HashMap<Box<[u8]>, usize>,
    last: usize,
    /// The first series: where it comes again, another snapshot begins.
    first: Vec<u8>,
    pub(crate) samples: u64,
    /// The time that samples state, in seconds.
    pub(crate) at: Option<f64>,
    /// The model, by the first label that names one.
    pub(crate) model: Option<String>,
    pub(crate) pools: Pools,
    /// Whether there was no room for a name.
    pub(crate) full: bool,
}

/// The KV pools that `cache_config_info` states in its labels, over all engines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pools {
    pub(crate) engines: u64,
    pub(crate) tokens: f64,
    pub(crate) block: f64,
    /// Sequences of the longest context that fit, by the engine's own count.
    pub(crate) concurrency: f64,
    pub(crate) utilisation: Option<f64>,
}

/// So many names are kept at most.
const MOST_NAMES: usize = 20_000;

impl Scrape {
    /// Whether a sample of this series begins another snapshot.
    pub(crate) fn begins_again(&self, series: &[u8]) -> bool {
        self.first == series && !series.is_empty()
    }

    pub(crate) fn add(&mut self, sample: &Sample<'_>) {
        self.samples += 1;
        if self.first.is_empty() {
            self.first = sample.series.to_vec();
        }
        self.at = self.at.or(sample.at);
        // When counters began is no figure.
        if sample.name.ends_with(b"_created") {
            return;
        }
        if sample.name.ends_with(b"cache_config_info") {
            self.pools.add(sample.labels);
        }
        if self.model.is_none() {
            let mut named =
                sample::labels(sample.labels).filter(|(name, _)| *name == b"model_name" || *name == b"model");
            self.model = named.next().map(|(_, model)| clip(&String::from_utf8_lossy(model)));
        }
        if let Some(family) = self.family(sample.name) {
            family.add(sample);
        }
    }

    fn family(&mut self, name: &[u8]) -> Option<&mut Family> {
        let last = self.families.get(self.last).is_some_and(|family| *family.name == *name);
        if !last {
            self.last = match self.places.get(name) {
                Some(place) => *place,
                None if self.families.len() >= MOST_NAMES => {
                    self.full = true;
                    return None;
                }
                None => {
                    self.places.insert(name.into(), self.families.len());
                    self.families.push(Family::new(name));
                    self.families.len() - 1
                }
            };
        }
        self.families.get_mut(self.last)
    }

    pub(crate) fn named(&self, name: &[u8]) -> Option<&Family> {
        self.places.get(name).and_then(|place| self.families.get(*place))
    }

    /// Every name, in the order of the file.
    pub(crate) fn families(&self) -> impl Iterator<Item = &Family> {
        self.families.iter()
    }
}

impl Pools {
    fn add(&mut self, text: &[u8]) {
        let find = |wanted: &[u8]| {
            let value = sample::labels(text)
                .find(|(name, _)| *name == wanted)
                .and_then(|(_, value)| sample::number(value));
            value.filter(|value| value.is_finite() && *value > 0.0)
        };
        let block = find(b"block_size");
        let tokens = find(b"kv_cache_size_tokens").or_else(|| Some(find(b"num_gpu_blocks")? * block?));
        let Some(tokens) = tokens else { return };
        self.engines += 1;
        self.tokens += tokens;
        self.block = block.unwrap_or(0.0);
        self.concurrency += find(b"kv_cache_max_concurrency").unwrap_or(0.0);
        self.utilisation = self.utilisation.or(find(b"gpu_memory_utilization"));
    }
}
