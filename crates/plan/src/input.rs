//! What a person said, before it is checked.

use quantity::{Key, Place};

/// What a person said: each quantity as the text that was given, or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanInput {
    entries: [Option<Entry>; Key::COUNT],
    /// Pairs of the link whose key is not known here, as written, to be kept.
    pub unknown: Vec<(String, String)>,
    /// The place or selection on the page, the link's key `at`.
    pub at: Option<String>,
    /// Pairs of the link that are no part of one plan, to be kept: its name, and what further scenarios say, as written.
    pub(crate) beside: Vec<(String, String)>,
}

/// A text and where it stands, which decides how it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The text as given.
    pub text: String,
    /// Where it was given.
    pub place: Place,
}

impl Default for PlanInput {
    /// Nothing said: worked example A.
    fn default() -> Self {
        Self { entries: [const { None }; Key::COUNT], unknown: Vec::new(), at: None, beside: Vec::new() }
    }
}

impl PlanInput {
    /// What was said for `key`.
    #[must_use]
    pub fn entry(&self, key: Key) -> Option<&Entry> {
        self.entries[key as usize].as_ref()
    }

    /// Says `text` for `key`. An empty text says nothing: the default holds again. What a person types into the field of a
    /// measured quantity is measured no longer.
    pub fn say(&mut self, key: Key, text: &str, place: Place) {
        if matches!(place, Place::Field(_)) {
            self.unmark(key);
        }
        let entry = Entry { text: text.to_owned(), place };
        self.entries[key as usize] = (!text.trim().is_empty()).then_some(entry);
    }

    /// Says pairs of a link, each a key's name and its text, as a file offers them to a plan. An empty text takes back what was
    /// said; a name that no key has is passed over.
    ///
    /// # Example
    /// ```
    /// use plan::PlanInput;
    /// let (mut input, _) = PlanInput::from_link("v=1&rate=40&cached=0.6");
    /// input.take(&[("in".into(), "3k".into()), ("cached".into(), String::new()), ("colour".into(), "red".into())]);
    /// assert_eq!(input.link(), "v=1&rate=40&in=3000");
    /// ```
    pub fn take(&mut self, pairs: &[(String, String)]) {
        for (name, text) in pairs {
            if let Some(key) = Key::named(name) {
                self.say(key, text, Place::Link);
            }
        }
    }

    /// Takes back what was said for `key`; its default is nobody's measurement.
    pub fn unsay(&mut self, key: Key) {
        self.unmark(key);
        self.entries[key as usize] = None;
    }

    /// Says for `key` what `other` says.
    pub(crate) fn adopt(&mut self, key: Key, other: &Self) {
        self.entries[key as usize].clone_from(&other.entries[key as usize]);
    }

    /// Takes back everything that was said of quantities, and keeps what a link carried beside them.
    pub fn reset(&mut self) {
        self.entries = [const { None }; Key::COUNT];
    }

    /// The plan without what its link says of its name and of further scenarios.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.beside = Vec::new();
        self
    }

    /// The plan without the place on a page that its link leads to.
    #[must_use]
    pub fn unplaced(mut self) -> Self {
        self.at = None;
        self
    }

    /// Whether anything was said at all.
    #[must_use]
    pub fn is_example(&self) -> bool {
        self.entries.iter().all(Option::is_none)
    }
}
