//! Entries that cannot be used yet, kept for a reload of this tab.

use leptos::prelude::*;
use quantity::Key;
use web_sys::Storage;

const NAME: &str = "headroom.draft";

/// Entries as text: one a line.
pub(super) fn of<'a>(entries: impl Iterator<Item = (Key, &'a String)>) -> String {
    let mut draft = String::new();
    for (key, text) in entries {
        draft.push('\n');
        draft.push_str(key.row().name);
        draft.push('=');
        draft.push_str(text);
    }
    draft
}

/// Keeps a draft beside the link that holds the rest. A browser that refuses storage loses it at a reload, no more.
pub(super) fn keep(link: &str, draft: &str) {
    if let Some(session) = session() {
        let _ = if draft.is_empty() {
            session.remove_item(NAME)
        } else {
            session.set_item(NAME, &[link, draft].concat())
        };
    }
}

/// Keeps a text for a reload of this tab, under a name of its own.
pub fn keep_as(name: &str, text: &str) {
    if let Some(session) = session() {
        let _ = session.set_item(name, text);
    }
}

/// What this tab kept under `name`.
pub fn kept(name: &str) -> String {
    session().and_then(|session| session.get_item(name).ok().flatten()).unwrap_or_default()
}

/// The entries that were kept beside the link in `fragment`; none for another link.
pub(super) fn restored(fragment: &str) -> Vec<(Key, String)> {
    let draft = session().and_then(|session| session.get_item(NAME).ok().flatten()).unwrap_or_default();
    read(&draft, fragment)
}

fn read(draft: &str, fragment: &str) -> Vec<(Key, String)> {
    let mut lines = draft.split('\n');
    if lines.next() != Some(fragment) {
        return Vec::new();
    }
    lines
        .filter_map(|line| line.split_once('='))
        .filter_map(|(name, text)| Some((Key::named(name)?, text.into())))
        .collect()
}

fn session() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_belongs_to_its_link() {
        let entries = [(Key::Rate, String::from("4x")), (Key::In, String::from("a=b"))];
        let draft = ["v=1&rate=4", &of(entries.iter().map(|(key, text)| (*key, text)))].concat();
        assert_eq!(read(&draft, "v=1&rate=4"), entries);
        assert_eq!(read(&draft, "v=1"), []);
        assert_eq!(read("", ""), []);
    }
}
