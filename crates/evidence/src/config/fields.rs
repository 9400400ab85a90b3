//! What a config states, under whichever of its spellings.

use super::value::Value;
use crate::reading::Note;
use core::cell::RefCell;
use quantity::float;

/// No figure of a model is larger than this: a vocabulary has some hundred thousand entries.
const MOST: f64 = 1e8;

/// The text part of a config, and what stands round it.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    inner: &'a Value,
    outer: &'a Value,
    /// What stands there and cannot be used.
    faults: &'a RefCell<Vec<Note>>,
}

/// Where models that also see or hear keep the figures of their text part.
const NESTS: [&str; 4] = ["text_config", "llm_config", "language_config", "language_model"];

impl<'a> Fields<'a> {
    pub(crate) fn of(root: &'a Value, faults: &'a RefCell<Vec<Note>>) -> Self {
        let inner = NESTS.iter().find_map(|nest| root.member(nest)).unwrap_or(root);
        Self { inner, outer: root, faults }
    }

    /// The fields of the object that is called `name`.
    pub(crate) fn within(&self, name: &str) -> Option<Self> {
        let inner = self.any(&[name]).filter(|value| matches!(value, Value::Object(_)))?;
        Some(Self { inner, outer: inner, faults: self.faults })
    }

    /// What stands under the first of these names that is there.
    pub(crate) fn any(&self, names: &[&str]) -> Option<&'a Value> {
        let of = |object: &'a Value| names.iter().find_map(|name| object.member(name));
        of(self.inner).or_else(|| of(self.outer))
    }

    /// A whole number from 0 on.
    pub(crate) fn count(&self, names: &[&str]) -> Option<u32> {
        let value = self.any(names)?;
        let whole = value.number().filter(|number| {
            (0.0..=MOST).contains(number) && (float::trunc(*number) - number).abs() < f64::EPSILON
        });
        if whole.is_none() {
            let name = names.first().copied().unwrap_or_default();
            let text = format!("“{name}” is no whole number that a model can have, and was left out.");
            self.say(text);
        }
        whole.map(float::count)
    }

    /// A whole number from 1 on.
    pub(crate) fn positive(&self, names: &[&str]) -> Option<u32> {
        self.count(names).filter(|count| *count > 0)
    }

    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.any(&[name])? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub(crate) fn text(&self, names: &[&str]) -> Option<&'a str> {
        self.any(names)?.text()
    }

    pub(crate) fn list(&self, name: &str) -> Option<&'a [Value]> {
        self.any(&[name])?.list()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.any(&[name]).is_some()
    }

    /// Notes `text`, once.
    pub(crate) fn say(&self, text: impl Into<String>) {
        let note = Note::new(text);
        let mut faults = self.faults.borrow_mut();
        if !faults.contains(&note) {
            faults.push(note);
        }
    }
}
