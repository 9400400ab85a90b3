//! Entries that cannot be used yet, kept for a reload of this tab.

use leptos::prelude::*;
use quantity::Key;
use web_sys::Storage;

const NAME: &str = "headroom.draft";

fn session() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// Keeps `entries` beside the link that holds the rest. A browser that refuses storage loses them at a reload, no more.
pub fn keep(link: &str, entries: &[(Key, String)]) {
    let Some(session) = session() else { return };
    if entries.is_empty() {
        let _ = session.remove_item(NAME);
        return;
    }
    let mut draft = String::from(link);
    for (key, text) in entries {
        draft.push('\n');
        draft.push_str(key.row().name);
        draft.push('=');
        draft.push_str(&text.replace('\n', " "));
    }
    let _ = session.set_item(NAME, &draft);
}

/// The entries that were kept beside the link in `fragment`; none in the prerenderer or for another link.
#[must_use]
pub fn restored(fragment: &str) -> Vec<(Key, String)> {
    if cfg!(not(target_arch = "wasm32")) {
        return Vec::new();
    }
    let draft = session().and_then(|session| session.get_item(NAME).ok().flatten()).unwrap_or_default();
    let mut lines = draft.lines();
    if lines.next() != Some(fragment) {
        return Vec::new();
    }
    lines.filter_map(|line| line.split_once('=')).filter_map(|(name, text)| Some((Key::named(name)?, text.into()))).collect()
}
