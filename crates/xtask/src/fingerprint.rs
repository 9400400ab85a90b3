//! Whether files are still the ones that something was made from.

use crate::fault::{Outcome, While};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A number that stands for the content and the names of files.
///
/// FNV-1a over 64 bits: this guards against forgetting to build, not against an attacker, and it needs no crate. By
/// content and not by time of change, because a fresh clone or a switched branch touches every time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of nothing.
    pub(crate) const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Takes these bytes in, and that they end here.
    #[must_use]
    pub(crate) fn and(self, bytes: &[u8]) -> Self {
        let step = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let state = bytes.iter().fold(self.0, |state, &byte| step(state, byte));
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_le_bytes();
        Self(length.iter().fold(state, |state, &byte| step(state, byte)))
    }

    /// Takes in every file of a folder, or the one file: names below `root`, and content.
    pub(crate) fn and_files(self, root: &Path, place: &str) -> Outcome<Self> {
        self.and_each(root, &files(&root.join(place))?)
    }

    /// Takes in these files: names below `root`, and content.
    pub(crate) fn and_each(self, root: &Path, files: &[PathBuf]) -> Outcome<Self> {
        let mut state = self;
        for file in files {
            let content = fs::read(file).or_cannot(|| format!("read {}", file.display()))?;
            let name = file.strip_prefix(root).unwrap_or(file);
            state = state.and(name.to_string_lossy().as_bytes()).and(&content);
        }
        Ok(state)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// Every file below a place, in one order on every machine; none where nothing is.
pub(crate) fn files(place: &Path) -> Outcome<Vec<PathBuf>> {
    if place.is_file() {
        return Ok(vec![place.to_owned()]);
    }
    if !place.is_dir() {
        return Ok(Vec::new());
    }
    let cannot = || format!("read {}", place.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(place).or_cannot(cannot)? {
        entries.push(entry.or_cannot(cannot)?.path());
    }
    entries.sort();
    let below = |entry: &PathBuf| !entry.ends_with("target") && !entry.ends_with("node_modules");
    let nested = entries.iter().filter(|entry| below(entry)).map(|entry| files(entry));
    Ok(nested.collect::<Outcome<Vec<_>>>()?.concat())
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn where_one_text_ends_and_the_next_begins_counts() {
        let one = Fingerprint::EMPTY.and(b"ab").and(b"c");
        let other = Fingerprint::EMPTY.and(b"a").and(b"bc");
        assert_ne!(one, other);
        assert_eq!(one, Fingerprint::EMPTY.and(b"ab").and(b"c"));
    }
}
