//! A JSON document of bounded size, held as a tree.

use crate::json::{Bracket, Event, Scalar};
use crate::text::{Number, Text};

/// So many values of a document are held at most. The longest config that was met holds three thousand.
pub(crate) const MOST_VALUES: usize = 1 << 16;

/// A value of a document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// `null`, or a number that is not finite.
    Nothing,
    Flag(bool),
    Number(f64),
    /// A string, its escapes as they are; as much of it as is looked at.
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Value {
    fn of(scalar: Scalar<'_>) -> Self {
        match scalar {
            Scalar::Quoted(text) => Self::Text(written(text)),
            Scalar::Bare(text) => match (text.bytes, text.number()) {
                (b"true", _) => Self::Flag(true),
                (b"false", _) => Self::Flag(false),
                (_, Number::Finite(value)) => Self::Number(value),
                _ => Self::Nothing,
            },
        }
    }

    /// What an object holds under `key`; a `null` says nothing. Of two members of one name the last counts, as it does for
    /// whoever else reads the file.
    pub(crate) fn member(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => {
                let last = members.iter().rev().find(|(name, _)| name == key);
                last.map(|(_, value)| value).filter(|value| **value != Self::Nothing)
            }
            _ => None,
        }
    }

    pub(crate) const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(values) => Some(values),
            _ => None,
        }
    }
}

fn written(text: Text<'_>) -> String {
    String::from_utf8_lossy(text.bytes).into_owned()
}

/// A document on its way in: what is open, the outermost first.
#[derive(Debug, Default)]
pub(crate) struct Document {
    open: Vec<(Option<String>, Value)>,
    /// The key that the next value has.
    key: Option<String>,
    root: Option<Value>,
    values: usize,
}

impl Document {
    /// Whether its first value is complete.
    pub(crate) const fn is_whole(&self) -> bool {
        self.root.is_some()
    }

    /// How many values were found.
    pub(crate) const fn values(&self) -> usize {
        self.values
    }

    pub(crate) fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Open(bracket) => {
                let empty = match bracket {
                    Bracket::Array => Value::List(Vec::new()),
                    Bracket::Object => Value::Object(Vec::new()),
                };
                self.open.push((self.key.take(), empty));
            }
            Event::Close => self.close(),
            Event::Key(text) => self.key = Some(written(text)),
            Event::Scalar(scalar) => {
                let key = self.key.take();
                self.put(key, Value::of(scalar));
            }
        }
    }

    fn close(&mut self) {
        if let Some((key, value)) = self.open.pop() {
            self.put(key, value);
        }
    }

    fn put(&mut self, key: Option<String>, value: Value) {
        self.values += 1;
        let has_room = self.values <= MOST_VALUES;
        match self.open.last_mut() {
            Some((_, Value::List(values))) if has_room => values.push(value),
            Some((_, Value::Object(members))) if has_room => members.push((key.unwrap_or_default(), value)),
            Some(_) => {}
            None => self.root = Some(value),
        }
    }

    /// The first value, whole or not.
    pub(crate) fn finish(mut self) -> Option<Value> {
        while self.root.is_none() && !self.open.is_empty() {
            self.close();
        }
        self.root
    }
}
