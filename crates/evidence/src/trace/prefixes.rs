//! Which prompts begin as another did: what a prefix cache without an end would have found.

use super::moments::Moments;
use super::seen::Seen;
use crate::text::Text;

/// Blocks of prompts that were seen, and what was found among them.
#[derive(Debug, Default)]
pub(crate) struct Prefixes {
    seen: Seen,
    /// The blocks of the open request: how many, how many of them lead and were seen.
    blocks: u64,
    leading: u64,
    ended: bool,
    /// All blocks of all requests, and those found.
    all_blocks: u64,
    found_blocks: u64,
    tokens: u64,
    /// Requests whose number of blocks fits to their length, by each size of a block.
    fits: [u64; 2],
    requests: u64,
    /// What was found, by the size of a block, which is known at the end alone.
    by_size: [Found; 2],
}

/// What was found of prompts.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    tokens: u64,
    /// Tokens of each request that were not found.
    rest: Moments,
}

/// Tokens of a block: Mooncake's, and Bailian's.
const SIZES: [u32; 2] = [512, 16];

/// The share of prompts that a prefix cache without an end would have found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrefixHits {
    /// Tokens of a block; the last block of a prompt is partial.
    pub block: u32,
    /// The share of the prompts' tokens that another prompt began with before.
    pub tokens: f64,
    /// The share of the blocks, which counts a partial block like a whole one.
    pub blocks: f64,
    /// The squared coefficient of variation of what remains to be computed of each prompt.
    pub rest_cv2: f64,
}

impl Prefixes {
    pub(crate) fn block(&mut self, id: Text<'_>) {
        let new = self.seen.add(id);
        self.ended |= new;
        self.blocks += 1;
        self.leading += u64::from(!self.ended);
    }

    /// Ends a request of so many prompt tokens. A prompt without blocks says nothing.
    pub(crate) fn end(&mut self, prompt: u32) {
        let (blocks, leading) = (core::mem::take(&mut self.blocks), core::mem::take(&mut self.leading));
        self.ended = false;
        if blocks == 0 {
            return;
        }
        self.requests += 1;
        self.all_blocks += blocks;
        self.found_blocks += leading;
        let prompt = u64::from(prompt);
        self.tokens += prompt;
        for (place, size) in SIZES.into_iter().enumerate() {
            let size = u64::from(size);
            if let (Some(fits), Some(found)) = (self.fits.get_mut(place), self.by_size.get_mut(place)) {
                *fits += u64::from(prompt.div_ceil(size) == blocks);
                let tokens =
                    if leading == blocks { prompt } else { prompt.min(leading.saturating_mul(size)) };
                found.tokens += tokens;
                found.rest.add(prompt - tokens);
            }
        }
    }

    /// Forgets the blocks of a request that is not counted. They stay seen.
    pub(crate) fn discard(&mut self) {
        (self.blocks, self.leading, self.ended) = (0, 0, false);
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.seen.full
    }

    /// What was found; `None` where no prompt has blocks, or their size does not fit to the lengths.
    pub(crate) fn hits(&self) -> Option<PrefixHits> {
        let place = usize::from(self.fits[1] > self.fits[0]);
        let (found, fits) = (self.by_size.get(place)?, self.fits.get(place)?);
        (self.tokens > 0 && fits * 10 >= self.requests * 9).then(|| PrefixHits {
            block: SIZES[place],
            tokens: found.tokens as f64 / self.tokens as f64,
            blocks: self.found_blocks as f64 / self.all_blocks as f64,
            rest_cv2: found.rest.cv2().unwrap_or(0.0),
        })
    }

    /// Whether there were blocks at all.
    pub(crate) const fn has_blocks(&self) -> bool {
        self.requests > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_partial() {
        let mut prefixes = Prefixes::default();
        let mut request = |prompt: u32, blocks: &[&str]| {
            blocks.iter().for_each(|id| prefixes.block(Text::new(id.as_bytes())));
            prefixes.end(prompt);
        };
        request(600, &["0", "1"]);
        // The same prompt again, all of its 600 tokens.
        request(600, &["0", "1"]);
        // One whole block, and then another way; a block seen before does not count behind a new one.
        request(1500, &["0", "2", "1"]);
        let hits = prefixes.hits().expect("blocks of 512");
        assert_eq!(hits.block, 512);
        assert!((hits.tokens - (600.0 + 512.0) / 2700.0).abs() < 1e-12);
        assert!((hits.blocks - 3.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn the_size_of_a_block_is_told_by_lengths() {
        let mut prefixes = Prefixes::default();
        for (prompt, blocks) in [(40, 3), (16, 1), (17, 2)] {
            (0..blocks).for_each(|id: i32| prefixes.block(Text::new(id.to_string().as_bytes())));
            prefixes.end(prompt);
        }
        assert_eq!(prefixes.hits().map(|hits| hits.block), Some(16));
        let mut odd = Prefixes::default();
        (0..5).for_each(|id: i32| odd.block(Text::new(id.to_string().as_bytes())));
        odd.end(3);
        assert_eq!(odd.hits(), None);
        assert!(odd.has_blocks());
    }
}
