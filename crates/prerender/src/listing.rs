//! The files of the site, and how long a browser may keep each.

use crate::{Outcome, fingerprint};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What stands for the version until every file is there.
pub(crate) const VERSION: &str = "@@VERSION@@";

/// Every file that a reader may ask for, by its place below the root: "gist/" for a page, "" for the first.
#[derive(Default)]
pub(crate) struct Listing(BTreeMap<String, Vec<u8>>);

impl Listing {
    /// The files in a folder; of pages, those written so far.
    pub(crate) fn of(folder: &Path) -> Outcome<Self> {
        let mut listing = Self::default();
        listing.take(folder, "")?;
        Ok(listing)
    }

    fn take(&mut self, folder: &Path, above: &str) -> Outcome {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                self.take(&entry.path(), &format!("{above}{name}/"))?;
            } else if !NEVER_ASKED_FOR.contains(&name.as_str()) {
                let place = if name == "index.html" { above.to_owned() } else { format!("{above}{name}") };
                self.0.insert(place, fs::read(entry.path())?);
            }
        }
        Ok(())
    }

    /// What changes with any of the files, and with `more`.
    pub(crate) fn version(&self, more: &str) -> String {
        let mut all = more.as_bytes().to_vec();
        for (place, content) in &self.0 {
            all.extend([place.as_bytes(), b"\0", content, b"\0"].concat());
        }
        fingerprint(&all)
    }

    /// The pages that name their version.
    pub(crate) fn pages(&self) -> Vec<&str> {
        self.places(|place, content| is_page(place) && names_version(content))
    }

    /// What keeps its name when it changes.
    pub(crate) fn others(&self) -> Vec<&str> {
        self.places(|place, content| !(is_hashed(place) || is_page(place) && names_version(content)))
    }

    /// What gets another name when it changes.
    pub(crate) fn hashed(&self) -> Vec<&str> {
        self.places(|place, _| is_hashed(place))
    }

    fn places(&self, wanted: impl Fn(&str, &[u8]) -> bool) -> Vec<&str> {
        self.0
            .iter()
            .filter(|(place, content)| wanted(place, content))
            .map(|(place, _)| place.as_str())
            .collect()
    }
}

/// What a host reads, or shows for an address that does not exist.
const NEVER_ASKED_FOR: [&str; 3] = ["404.html", "sw.js", "_headers"];

fn is_page(place: &str) -> bool {
    place.is_empty() || place.ends_with('/')
}

fn names_version(page: &[u8]) -> bool {
    page.windows(VERSION.len()).any(|part| part == VERSION.as_bytes())
}

/// Whether the name, or that of the folder it lies in, carries a content hash: `app-0123456789abcdef_bg.wasm`,
/// `worker-0123456789abcdef/worker.js`.
pub(crate) fn is_hashed(place: &str) -> bool {
    place.split('/').any(|part| hash_of(part).is_some())
}

/// The hash in a name.
pub(crate) fn hash_of(name: &str) -> Option<&str> {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.strip_suffix("_bg").unwrap_or(stem);
    let (_, hash) = stem.rsplit_once('-')?;
    (hash.len() >= 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Listing {
        /// A site of these files.
        pub(crate) fn holding(files: &[(&str, &str)]) -> Self {
            Self(files.iter().map(|(place, text)| ((*place).into(), text.as_bytes().to_vec())).collect())
        }
    }

    #[test]
    fn every_file_is_in_one_list() {
        let all = Listing::holding(&[
            ("", "<html data-version=\"@@VERSION@@\">"),
            ("embed/ttft/", "<html>"),
            ("icon.svg", "<svg>"),
            ("app-0123456789abcdef_bg.wasm", "\0asm"),
            ("worker-0123456789abcdef/worker.js", ""),
        ]);
        assert_eq!(all.pages(), [""]);
        assert_eq!(all.others(), ["embed/ttft/", "icon.svg"]);
        assert_eq!(all.hashed(), ["app-0123456789abcdef_bg.wasm", "worker-0123456789abcdef/worker.js"]);
    }

    #[test]
    fn the_version_changes_with_every_byte_and_every_name() {
        let version = |files: &[(&str, &str)], more| Listing::holding(files).version(more);
        let one = version(&[("a", "bc"), ("d", "")], "");
        assert_eq!(one, version(&[("a", "bc"), ("d", "")], ""));
        for other in [
            version(&[("a", "bd"), ("d", "")], ""),
            version(&[("a", "bc"), ("e", "")], ""),
            version(&[("a", "bc")], ""),
            version(&[("a", "bc"), ("d", "")], "x"),
        ] {
            assert_ne!(one, other);
        }
    }

    #[test]
    fn only_a_hash_is_taken_for_one() {
        for name in ["app-0123456789abcdef_bg.wasm", "boot-01234567.js", "worker-0123456789abcdef"] {
            assert!(hash_of(name).is_some(), "{name}");
        }
        for name in ["icon-192.png", "index.html", "snippets-old.js", "embed.js", "fleet-chart-tpot.svg"] {
            assert_eq!(hash_of(name), None, "{name}");
        }
    }
}
