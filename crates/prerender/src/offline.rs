//! What makes the site one that can be installed, and read without a network.

use crate::listing::{Listing, VERSION};
use crate::{Outcome, icon, programs};
use std::fs;
use std::path::Path;

/// The sizes in which the icon is wanted as points; the manifest names them.
const ICONS: [usize; 2] = [192, 512];

/// Writes the manifest, the icons, and into a folder of its own what offers a newer version; returns the way there.
pub(crate) fn assets(staging: &Path, sources: &Path) -> Outcome<String> {
    let assets = sources.join("web/assets");
    for name in ["headroom.webmanifest", "icon.svg", "offline.js", "offline.css"] {
        fs::copy(assets.join(name), staging.join(name))?;
    }
    let drawing = fs::read_to_string(assets.join("icon.svg"))?;
    for size in ICONS {
        fs::write(staging.join(format!("icon-{size}.png")), icon::png(&drawing, size)?)?;
    }
    programs::apart(staging, "offline", &["offline.js", "offline.css"])
}

/// Writes the service worker, which names every file, and puts the version into the pages.
pub(crate) fn keep(staging: &Path, sources: &Path, listing: &Listing) -> Outcome {
    let worker = fs::read_to_string(sources.join("web/assets/sw.js"))?;
    let version = listing.version(&worker);
    for page in listing.pages() {
        let file = staging.join(page).join("index.html");
        fs::write(&file, fs::read_to_string(&file)?.replacen(VERSION, &version, 1))?;
    }
    fs::write(staging.join("sw.js"), filled(&worker, &version, listing)?)?;
    Ok(())
}

/// The worker's text with the version and the lists in their places.
fn filled(worker: &str, version: &str, listing: &Listing) -> Outcome<String> {
    let mut text = worker.to_owned();
    for (mark, value) in [
        (VERSION, version.to_owned()),
        ("@@PAGES@@", list(&listing.pages())),
        ("@@OTHERS@@", list(&listing.others())),
        ("@@HASHED@@", list(&listing.hashed())),
    ] {
        if !text.contains(mark) {
            return Err(format!("web/assets/sw.js has lost its mark {mark}").into());
        }
        text = text.replacen(mark, &value, 1);
    }
    Ok(text)
}

/// Names as a list in JavaScript; the names of the site's files hold nothing that would have to be escaped.
fn list(places: &[&str]) -> String {
    let quoted: Vec<String> = places.iter().map(|place| format!("\"{place}\"")).collect();
    format!("[{}]", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKER: &str = include_str!("../../../web/assets/sw.js");
    const MANIFEST: &str = include_str!("../../../web/assets/headroom.webmanifest");

    #[test]
    fn the_worker_names_every_file_and_the_version() {
        let listing =
            Listing::holding(&[("", VERSION), ("gist/", VERSION), ("embed.js", ""), ("a-01234567.js", "")]);
        let text = filled(WORKER, "v", &listing).unwrap();
        for line in [
            "VERSION = \"v\";",
            "PAGES = [\"\", \"gist/\"];",
            "OTHERS = [\"embed.js\"];",
            "HASHED = [\"a-01234567.js\"];",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert!(!text.contains("@@"), "{text}");
        assert!(filled("@@PAGES@@", "v", &listing).is_err());
    }

    #[test]
    fn the_manifest_names_the_icons_that_are_written() {
        let named: Vec<&str> = MANIFEST.split('"').filter(|word| word.starts_with("icon")).collect();
        assert_eq!(named, ["icons", "icon.svg", "icon-192.png", "icon-512.png"]);
        // Relative, so that the site can be installed from below any prefix.
        assert!(MANIFEST.contains(r#""start_url": "./""#) && MANIFEST.contains(r#""scope": "./""#));
    }
}
