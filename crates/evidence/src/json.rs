//! JSON, token by token, as it arrives.
//!
//! A tokenizer of our own. Most of a file of many megabytes is generated text that nobody asks for, and it arrives in
//! slices. Of the tokenizers that there are, struson pulls and cannot wait; json-event-parser wants each string in one
//! slice, picojson refuses one that is longer than its buffer, and actson holds it whole. This one also takes the bare
//! words NaN and Infinity, which are no JSON and which Python writes all the same. Escapes in strings stay as they are.

use crate::text::{Held, Text};

/// So deep may brackets be nested. What load tests write is four deep.
const DEEPEST: u32 = 64;

/// What stands in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event<'a> {
    Open(Bracket),
    Close,
    Key(Text<'a>),
    Scalar(Scalar<'a>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Array,
    Object,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar<'a> {
    /// A string.
    Quoted(Text<'a>),
    /// A number, or one of a few words.
    Bare(Text<'a>),
}

/// Where a text stops being JSON: the place in the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken(pub(crate) usize);

/// How far a text of JSON was read. Values may follow each other.
#[derive(Debug, Default)]
pub(crate) struct Json {
    /// Whether each bracket that is open is one of an object, the innermost in the lowest bit.
    objects: u64,
    depth: u32,
    expect: Expect,
    within: Within,
    held: Held,
}

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expect {
    #[default]
    Value,
    /// A value, or the end of an array that has none yet.
    FirstValue,
    Key,
    /// A key, or the end of an object that has none yet.
    FirstKey,
    Colon,
    /// A comma, or a closing bracket.
    Next,
}

/// What the end of the last slice cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Nothing,
    /// A string, behind a backslash or not.
    Quoted {
        escaped: bool,
    },
    Bare,
}

impl Json {
    /// Whether nothing is left open.
    pub(crate) fn is_between_values(&self) -> bool {
        self.depth == 0 && self.within == Within::Nothing
    }

    /// Whether a string is left open.
    pub(crate) const fn is_in_string(&self) -> bool {
        matches!(self.within, Within::Quoted { .. })
    }

    /// Reads `bytes` and says what they hold.
    ///
    /// # Errors
    /// Where they stop being JSON.
    pub(crate) fn push(&mut self, bytes: &[u8], mut say: impl FnMut(Event<'_>)) -> Result<(), Broken> {
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let rest = bytes.get(at..).unwrap_or_default();
            let read = match self.within {
                Within::Nothing => self.between(*byte, &mut say),
                Within::Quoted { escaped: false } => self.quoted(rest, &mut say),
                Within::Quoted { escaped: true } => Some(self.escaped(*byte)),
                Within::Bare => self.bare(rest, &mut say),
            };
            at += read.ok_or(Broken(at))?;
        }
        Ok(())
    }

    /// Reads a byte that is part of no string, number or word. `None` where it may not stand here.
    fn between(&mut self, byte: u8, say: &mut impl FnMut(Event<'_>)) -> Option<usize> {
        use Expect::{Colon, FirstKey, FirstValue, Key, Next, Value};
        match (byte, self.expect) {
            (b' ' | b'\t' | b'\n' | b'\r', _) => {}
            (b'[', Value | FirstValue) => self.open(Bracket::Array, say)?,
            (b'{', Value | FirstValue) => self.open(Bracket::Object, say)?,
            (b']', FirstValue | Next) if !self.in_object() => self.close(say)?,
            (b'}', FirstKey | Next) if self.in_object() => self.close(say)?,
            (b'"', Value | FirstValue | Key | FirstKey) => self.within = Within::Quoted { escaped: false },
            (b':', Colon) => self.expect = Value,
            (b',', Next) => self.expect = if self.in_object() { Key } else { Value },
            // Between lines, a comma does no harm.
            (b',', Value) if self.depth == 0 => {}
            (_, Value | FirstValue) if is_bare(byte) => {
                self.within = Within::Bare;
                return Some(0);
            }
            _ => return None,
        }
        Some(1)
    }

    const fn in_object(&self) -> bool {
        self.objects & 1 == 1
    }

    fn open(&mut self, bracket: Bracket, say: &mut impl FnMut(Event<'_>)) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        self.objects = self.objects << 1 | u64::from(bracket == Bracket::Object);
        self.depth += 1;
        self.expect = if bracket == Bracket::Object { Expect::FirstKey } else { Expect::FirstValue };
        say(Event::Open(bracket));
        Some(())
    }

    fn close(&mut self, say: &mut impl FnMut(Event<'_>)) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        self.objects >>= 1;
        self.end_value();
        say(Event::Close);
        Some(())
    }

    fn end_value(&mut self) {
        self.expect = if self.depth == 0 { Expect::Value } else { Expect::Next };
    }

    /// Reads on in a string, to its end or to a backslash. A line ends no string, so one that is open is broken.
    fn quoted(&mut self, rest: &[u8], say: &mut impl FnMut(Event<'_>)) -> Option<usize> {
        let Some(end) = memchr::memchr3(b'"', b'\\', b'\n', rest) else {
            self.held.add(rest);
            return Some(rest.len());
        };
        let (part, stop) = (rest.get(..end).unwrap_or_default(), rest.get(end));
        match stop {
            Some(b'"') => self.end_quoted(part, say),
            Some(b'\\') => {
                self.held.add(part);
                self.held.add(b"\\");
                self.within = Within::Quoted { escaped: true };
            }
            _ => return None,
        }
        Some(end + 1)
    }

    fn end_quoted(&mut self, end: &[u8], say: &mut impl FnMut(Event<'_>)) {
        self.within = Within::Nothing;
        let is_key = matches!(self.expect, Expect::Key | Expect::FirstKey);
        if is_key {
            self.expect = Expect::Colon;
        } else {
            self.end_value();
        }
        let text = self.held.with(end);
        say(if is_key { Event::Key(text) } else { Event::Scalar(Scalar::Quoted(text)) });
        self.held.clear();
    }

    fn escaped(&mut self, byte: u8) -> usize {
        self.held.add(&[byte]);
        self.within = Within::Quoted { escaped: false };
        1
    }

    /// Reads on in a number or a word, to its end.
    fn bare(&mut self, rest: &[u8], say: &mut impl FnMut(Event<'_>)) -> Option<usize> {
        let Some(end) = rest.iter().position(|byte| !is_bare(*byte)) else {
            self.held.add(rest);
            return Some(rest.len());
        };
        self.end_bare(rest.get(..end).unwrap_or_default(), say)?;
        Some(end)
    }

    fn end_bare(&mut self, end: &[u8], say: &mut impl FnMut(Event<'_>)) -> Option<()> {
        self.within = Within::Nothing;
        self.end_value();
        let text = self.held.with(end);
        let known = is_number_or_word(text.bytes);
        if known {
            say(Event::Scalar(Scalar::Bare(text)));
        }
        self.held.clear();
        known.then_some(())
    }
}

/// Whether a byte is part of numbers and words. Most of a detailed file is numbers, so this is looked up.
const fn is_bare(byte: u8) -> bool {
    BARE[byte as usize]
}

const BARE: [bool; 256] = {
    let mut bare = [false; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        bare[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+');
        byte += 1;
    }
    bare
};

fn is_number_or_word(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    unsigned.first().is_some_and(u8::is_ascii_digit)
        || unsigned == b"Infinity"
        || matches!(text, b"true" | b"false" | b"null" | b"NaN")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    /// What `text` holds, put down in a notation of its own, and whether it is whole.
    fn said(text: &str, slice: usize) -> Option<String> {
        let (mut json, mut said) = (Json::default(), String::new());
        let mut say = |event: Event<'_>| match event {
            Event::Open(bracket) => said += if bracket == Bracket::Array { "(" } else { "<" },
            Event::Close => said += ")",
            Event::Key(text) => said += &format!("{}:", text.quoted()),
            Event::Scalar(Scalar::Quoted(text)) => said += &format!("'{}' ", text.quoted()),
            Event::Scalar(Scalar::Bare(text)) => said += &format!("{} ", text.quoted()),
        };
        let ended = format!("{text}\n");
        let pushed = ended.as_bytes().chunks(slice).try_for_each(|slice| json.push(slice, &mut say));
        pushed.ok().filter(|()| json.is_between_values()).map(|()| said)
    }

    /// The same notation of a value that another reader has read.
    fn written(value: &Value) -> String {
        match value {
            Value::Array(values) => format!("({})", values.iter().map(written).collect::<String>()),
            Value::Object(pairs) => {
                let pairs = pairs.iter().map(|(key, value)| format!("{key}:{}", written(value)));
                format!("<{})", pairs.collect::<String>())
            }
            Value::String(text) => format!("'{text}' "),
            other => format!("{other} "),
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[a-z ]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 40, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                proptest::collection::btree_map("[a-z]{1,4}", inner, 0..6).prop_map(Value::from_iter),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_value_is_read_as_another_reader_reads_it(value in values(), slice in 1_usize..9) {
            let pretty = serde_json::to_string_pretty(&value).expect("a value");
            prop_assert_eq!(said(&pretty, slice), Some(written(&value)));
            prop_assert_eq!(said(&value.to_string(), slice), Some(written(&value)));
        }

        #[test]
        fn what_another_reader_refuses_is_refused(inner in "[\\[\\]{}:,\"1 ]{0,10}", slice in 1_usize..9) {
            let text = format!("[{inner}]");
            match serde_json::from_str::<Value>(&text) {
                Ok(_) => prop_assert!(said(&text, slice).is_some()),
                // Here values may follow each other.
                Err(error) if error.to_string().starts_with("trailing characters") => {}
                Err(_) => prop_assert_eq!(said(&text, slice), None),
            }
        }
    }

    #[test]
    fn what_python_writes_is_read() {
        assert_eq!(
            said("[NaN, Infinity, -Infinity, 1e-05]", 3),
            Some("(NaN Infinity -Infinity 1e-05 )".into())
        );
        assert_eq!(said(r#"{"a\"b": "c\\"}"#, 2), Some(r#"<a\"b:'c\\' )"#.into()));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "[1 2]",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{1:2}",
            "[1}",
            "]",
            "\"a\nb\"",
            "[nan]",
            "[+1]",
            "[",
            "{\"a\":1,}",
            "[\u{7f}]",
            "[é]",
        ] {
            assert_eq!(said(text, 1), None, "{text}");
        }
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(said(&nested(DEEPEST as usize), 7).is_some());
        assert_eq!(said(&nested(DEEPEST as usize + 1), 7), None, "too deep");
    }

    #[test]
    fn a_long_string_passes_by() {
        let mut json = Json::default();
        let mut lengths = Vec::new();
        let mut push = |bytes: &[u8]| {
            json.push(bytes, |event| {
                if let Event::Scalar(Scalar::Quoted(text)) = event {
                    lengths.push((text.bytes.len(), text.whole));
                }
            })
        };
        push(b"[\"").expect("JSON");
        for _ in 0..1000 {
            push(&b"x".repeat(1000)).expect("JSON");
        }
        push(b"\"]").expect("JSON");
        assert_eq!(lengths, [(crate::text::LONGEST, false)]);
    }
}
