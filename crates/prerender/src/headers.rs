//! What a host should say about each file, in the form that several hosts read: `_headers`.
//!
//! No two rules that set the same header match one file, because hosts differ in what they then do; and a star stands
//! only at the end of a path, because some hosts read none elsewhere.

use crate::listing::{Listing, hash_of};
use crate::shell::POLICY;
use std::collections::BTreeSet;

/// Whoever shows the page in a frame; only a header can say so. Embeds say nothing: that allows every page, while
/// `frame-ancestors *` would leave out one that its own host put into a sandbox, which has no address.
const FRAMED_BY_NONE: &str = "; frame-ancestors 'none'";
const FRAMED_BY_ANY: &str = "";
/// A name with a hash never changes its content; everything else is asked for again.
const FOR_EVER: &str = "Cache-Control: public, max-age=31536000, immutable";
const ASK_AGAIN: &str = "Cache-Control: no-cache";
/// An embed in a sandboxed frame has an origin of its own, and may read files only where this is said.
const READ_BY_ANY: &str = "Access-Control-Allow-Origin: *";

/// The policy of the pages, with whoever may show them in a frame.
pub(crate) fn policy(framed_by: &str) -> String {
    format!("Content-Security-Policy: {POLICY}{framed_by}")
}

/// The rules for these files.
pub(crate) fn write(listing: &Listing) -> String {
    let mut text = rule("/*", &["X-Content-Type-Options: nosniff"]);
    let framed = policy(FRAMED_BY_ANY);
    text += &rule("/embed/*", &[&framed, READ_BY_ANY, ASK_AGAIN]);
    let alone = policy(FRAMED_BY_NONE);
    let (mut hashed, mut plain) = (BTreeSet::new(), BTreeSet::new());
    for place in [listing.pages(), listing.others(), listing.hashed()].concat() {
        let path = format!("/{place}");
        match place.split('/').next().and_then(|first| Some((first, hash_of(first)?))) {
            Some((first, hash)) => {
                let (stem, _) = first.split_once(hash).unwrap_or_default();
                if hashed.insert(stem) {
                    text += &rule(&format!("/{stem}*"), &[FOR_EVER, READ_BY_ANY]);
                }
            }
            None if place.starts_with("embed/") => {}
            None if path.ends_with('/') => text += &rule(&path, &[&alone, ASK_AGAIN]),
            None => {
                plain.insert(place.split_once('/').map_or(path, |(folder, _)| format!("/{folder}/*")));
            }
        }
    }
    for path in plain {
        text += &rule(&path, &[READ_BY_ANY, ASK_AGAIN]);
    }
    text + &rule("/sw.js", &[ASK_AGAIN])
}

fn rule(path: &str, lines: &[&str]) -> String {
    format!("{path}\n  {}\n", lines.join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// What a host that reads the file would say about a path.
    fn said<'a>(text: &'a str, path: &str) -> BTreeMap<&'a str, Vec<&'a str>> {
        let mut said: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut matches = false;
        for line in text.lines() {
            match line.strip_prefix("  ").and_then(|line| line.split_once(": ")) {
                Some((name, value)) if matches => said.entry(name).or_default().push(value),
                Some(_) => {}
                None => {
                    matches = line.strip_suffix('*').map_or(line == path, |start| path.starts_with(start));
                }
            }
        }
        said
    }

    fn rules() -> String {
        write(&Listing::holding(&[
            ("", "@@VERSION@@"),
            ("gist/", "@@VERSION@@"),
            ("embed/ttft/", ""),
            ("embed.js", ""),
            ("charts/fleet-chart-tpot.svg", ""),
            ("charts/ttft-chart-ttft.svg", ""),
            ("app-0123456789abcdef_bg.wasm", ""),
            ("app-0123456789abcdee.css", ""),
            ("worker-0123456789abcdef/worker.js", ""),
        ]))
    }

    #[test]
    fn no_header_is_said_twice() {
        let text = rules();
        for path in ["/", "/gist/", "/embed/ttft/", "/embed.js", "/charts/fleet-chart-tpot.svg", "/sw.js"] {
            for (name, values) in said(&text, path) {
                assert_eq!(values.len(), 1, "{path} gets {name} as {values:?}");
            }
        }
    }

    #[test]
    fn only_embeds_may_stand_in_a_frame_and_only_hashed_names_are_kept() {
        let text = rules();
        let one = |path, name| said(&text, path).get(name).map_or("", |values| values[0]);
        assert!(one("/gist/", "Content-Security-Policy").ends_with(FRAMED_BY_NONE));
        assert_eq!(one("/embed/ttft/", "Content-Security-Policy"), POLICY);
        for path in ["/", "/embed/ttft/"] {
            assert!(one(path, "Content-Security-Policy").starts_with(POLICY), "{path}");
        }
        for path in [
            "/app-0123456789abcdef_bg.wasm",
            "/app-0123456789abcdee.css",
            "/worker-0123456789abcdef/worker.js",
        ] {
            assert!(one(path, "Cache-Control").ends_with("immutable"), "{path}");
            assert_eq!(one(path, "Access-Control-Allow-Origin"), "*", "{path}");
        }
        for path in ["/", "/embed/ttft/", "/embed.js", "/sw.js", "/charts/fleet-chart-tpot.svg"] {
            assert_eq!(one(path, "Cache-Control"), "no-cache", "{path}");
        }
    }

    #[test]
    fn a_host_with_a_small_limit_takes_the_file() {
        // The smallest of them takes a hundred rules, and two thousand letters a line.
        let text = rules();
        assert!(text.lines().all(|line| line.len() < 2000));
        assert_eq!(text.matches("/charts/").count(), 1);
        assert_eq!(text.matches("/app-*").count(), 1);
    }

    #[test]
    fn the_document_on_hosting_holds_the_policy_of_the_pages() {
        let document = include_str!("../../../docs/hosting.md");
        let held: Vec<&str> = document.split('"').filter(|part| part.starts_with("default-src")).collect();
        assert!(!held.is_empty());
        for policy in held {
            let framed = policy.strip_prefix(POLICY);
            assert!(
                framed.is_some_and(|framed| [FRAMED_BY_NONE, FRAMED_BY_ANY].contains(&framed)),
                "{policy}"
            );
        }
        for framed in [FRAMED_BY_NONE, FRAMED_BY_ANY] {
            assert!(document.contains(&format!("\"{POLICY}{framed}\"")), "{framed}");
        }
    }
}
