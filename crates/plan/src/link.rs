//! The link: a plan as the fragment of an address.
//!
//! `v=1&rate=40&replicas=4`: readable, writable by hand, in the order of the table, without defaults, the version first.

use crate::input::PlanInput;
use quantity::{Key, Place, clip};

/// The version of the link format, and with it of the defaults. Links of every version ever published keep their
/// meaning.
pub const VERSION: u32 = 1;

/// How many notes a link gets at most; a damaged link of megabytes should not drown the page.
const MOST_NOTES: usize = 20;

/// How many bytes of unknown pairs are kept.
const MOST_UNKNOWN: usize = 4000;

/// Something about a link that a person should know: what was wrong, where, and what was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The field it belongs to, where it belongs to one.
    pub key: Option<Key>,
    /// The sentence.
    pub text: String,
}

/// Whether a fragment holds a plan; without `=` it is an ordinary anchor of the page.
#[must_use]
pub fn is_plan(fragment: &str) -> bool {
    fragment.contains('=')
}

impl PlanInput {
    /// Reads the fragment of an address, with or without `#`. It never fails: what could not be used is noted, and its
    /// default holds.
    #[must_use]
    pub fn from_link(fragment: &str) -> (Self, Vec<Note>) {
        let mut reader = Reader { input: Self::default(), notes: Vec::new(), more: 0, kept: 0 };
        let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
        if is_plan(fragment) {
            reader.pairs(fragment);
            reader.settle();
        }
        if reader.more > 0 {
            reader.notes.push(note(None, format!("The link has {} more faults of this kind.", reader.more)));
        }
        (reader.input, reader.notes)
    }

    /// Writes the plan as a fragment, without `#`. What could not be used is left out, as is what is the default
    /// anyway; worked example A is `v=1`.
    #[must_use]
    pub fn link(&self) -> String {
        let mut link = format!("v={VERSION}");
        let mut pair = |key: &str, value: &str| {
            link.push('&');
            link.push_str(key);
            link.push('=');
            link.push_str(value);
        };
        for key in Key::all().filter(|key| self.changes(*key)) {
            let row = key.row();
            if let Some(value) = self.number(key) {
                pair(row.name, &row.unit.link(value));
            } else if let Some(word) = self.word(key) {
                pair(row.name, word);
            }
        }
        if let Some(at) = &self.at {
            pair("at", &encode(at));
        }
        for (key, value) in &self.unknown {
            pair(&encode(key), &encode(value));
        }
        link
    }
}

fn note(key: Option<Key>, text: String) -> Note {
    Note { key, text }
}

struct Reader {
    input: PlanInput,
    notes: Vec<Note>,
    more: usize,
    kept: usize,
}

impl Reader {
    fn note(&mut self, key: Option<Key>, text: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note(key, text));
        } else {
            self.more += 1;
        }
    }

    fn pairs(&mut self, fragment: &str) {
        let mut version_seen = false;
        let mut pieces = fragment.split('&').peekable();
        while let Some(piece) = pieces.next() {
            let last = pieces.peek().is_none();
            match piece.split_once('=') {
                None if piece.is_empty() && !last => {}
                None if piece.is_empty() => {
                    self.note(None, "The link ends in “&”: it may have been cut off there.".into());
                }
                None => self.without_value(&decode(piece), last),
                Some(("v", value)) if !version_seen => {
                    version_seen = true;
                    self.version(&decode(value));
                }
                Some((name, value)) => self.pair(&decode(name), &decode(value)),
            }
        }
    }

    fn version(&mut self, value: &str) {
        match value.parse::<u32>() {
            Ok(VERSION) => {}
            Ok(later) if later > VERSION => self.note(
                None,
                format!(
                    "This link is of version {later}, and this page reads version {VERSION}. What it knows of it was \
                     read; the figures may not be those that the link was made with."
                ),
            ),
            _ => self.note(
                None,
                format!("“{}” is not a version of the link format. It was read as version {VERSION}.", clip(value)),
            ),
        }
    }

    /// A piece with no `=`. At the end of a link that is what a cut leaves behind.
    fn without_value(&mut self, piece: &str, last: bool) {
        let completions: Vec<&str> =
            Key::all().map(|k| k.row().name).filter(|name| name.starts_with(piece)).collect();
        let cut = if last { " The link may have been cut off there." } else { "" };
        let hint = match completions.as_slice() {
            [one] => format!(" It looks like “{one}”."),
            _ => String::new(),
        };
        self.note(Key::named(piece), format!("“{}” has no value and was left out.{hint}{cut}", clip(piece)));
    }

    fn pair(&mut self, name: &str, value: &str) {
        if name == "at" && self.input.at.is_none() {
            self.input.at = Some(value.to_owned());
            return;
        }
        let Some(key) = Key::named(name) else { return self.unknown(name, value) };
        if value.trim().is_empty() {
            self.note(Some(key), format!("“{name}” has no value. Its default holds."));
        } else if let Some(first) = self.input.entry(key) {
            let first = clip(&first.text);
            self.note(Some(key), format!("“{name}” is given twice. The first, {first}, was used."));
        } else {
            self.input.say(key, value, Place::Link);
        }
    }

    fn unknown(&mut self, name: &str, value: &str) {
        let shown = clip(name);
        self.kept += name.len() + value.len();
        if self.kept > MOST_UNKNOWN {
            self.note(
                None,
                format!("“{shown}” is not a key this version knows, and too long to keep. It was dropped."),
            );
            return;
        }
        let near = Key::all().map(|k| k.row().name).find(|known| known.eq_ignore_ascii_case(name));
        let hint = near.map_or_else(String::new, |known| format!(" Did you mean “{known}”?"));
        self.note(
            None,
            format!("“{shown}” is not a key this version knows. It was kept in the link and changes nothing.{hint}"),
        );
        self.input.unknown.push((name.to_owned(), value.to_owned()));
    }

    /// Takes out what cannot be used, and says what was used instead.
    fn settle(&mut self) {
        let checked = self.input.check();
        for issue in checked.issues {
            let name = issue.key.row().name;
            let given =
                self.input.entry(issue.key).map_or_else(String::new, |e| format!("={}", clip(&e.text)));
            self.note(Some(issue.key), format!("{name}{given}: {} Used: {}.", issue.message, issue.used));
            match issue.instead {
                Some(text) => self.input.say(issue.key, &text, Place::Link),
                None => self.input.unsay(issue.key),
            }
        }
        for echo in checked.readings.into_iter().filter(|echo| echo.assumed) {
            let end = if echo.text.ends_with('?') { "" } else { "." };
            self.note(Some(echo.key), format!("{}: {}{end}", echo.key.row().name, echo.text));
        }
    }
}

/// Resolves `%41` and the like. What is no such escape stays as it is, so `60%` needs no escaping.
fn decode(text: &str) -> String {
    let hex = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = match bytes[at..] {
            [b'%', high, low, ..] => hex(high).zip(hex(low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        out.push(escape.unwrap_or(bytes[at]));
        at += if escape.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Escapes what would end a value or be changed by a browser.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:,".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use quantity::{Kind, Standard};

    fn texts(fragment: &str) -> Vec<String> {
        PlanInput::from_link(fragment).1.into_iter().map(|n| n.text).collect()
    }

    #[test]
    fn example_b_reads_without_a_note_and_writes_itself() {
        let (input, notes) = PlanInput::from_link(crate::preset::B.link);
        assert_eq!(notes, []);
        assert_eq!(
            input.link(),
            "v=1&model=llama-3.3-70b&gpu=h200&kv=bf16&tp=2&mem=0.92&reserve=3GB&mfu=0.5&mbu=0.75&rate=50&in=3000\
             &batch=64&util=0.65&spare=0&price=3.5"
        );
    }

    #[test]
    fn each_fault_gets_a_sentence() {
        for (fragment, said) in [
            (
                "#v=1&rate=0",
                "rate=0: Enter a value above 0: from 0.001 to 1,000,000 req/s. Used: 20 req/s, the example’s value.",
            ),
            (
                "#v=1&util=60",
                "util=60: A link writes a share as 0.6 or 60%; this one may be from 5% to 100%. Used: 80%, the example’s value.",
            ),
            (
                "#v=1&tp=3",
                "tp=3: 3 GPUs cannot share 64 query heads evenly. It may be 1, 2, 4, 8, 16, 32, 64. Used: 2.",
            ),
            ("#v=1&rate=", "“rate” has no value. Its default holds."),
            (
                "#v=1&rate=10&pri",
                "“pri” has no value and was left out. It looks like “price”. The link may have been cut off there.",
            ),
            ("#v=1&rate=10&", "The link ends in “&”: it may have been cut off there."),
            ("#v=1&rate=10&rate=30", "“rate” is given twice. The first, 10, was used."),
            (
                "#v=1&Rate=10",
                "“Rate” is not a key this version knows. It was kept in the link and changes nothing. Did you mean “rate”?",
            ),
            ("#v=one&rate=10", "“one” is not a version of the link format. It was read as version 1."),
            ("#v=1&ttft=400", "ttft: Read as 400 ms."),
            (
                "#v=1&bw=3.35GB/s",
                "bw: Used as 3.35 GB/s, a thousand times off what GPUs have: did you mean 3.35 TB/s?",
            ),
        ] {
            assert_eq!(texts(fragment), [said], "{fragment}");
        }
        assert!(texts("#v=7&rate=10")[0].starts_with("This link is of version 7"));
    }

    #[test]
    fn an_anchor_is_no_plan() {
        assert!(!is_plan("#g-queue"));
        assert_eq!(PlanInput::from_link("#g-queue"), (PlanInput::default(), Vec::new()));
    }

    #[test]
    fn a_percent_sign_is_read_escaped_or_not() {
        for fragment in ["cached=0.6", "cached=60%", "cached=60%25"] {
            assert_eq!(PlanInput::from_link(fragment).0.number(Key::Cached), Some(0.6), "{fragment}");
        }
    }

    #[test]
    fn a_link_of_ten_megabytes_is_read_and_not_kept() {
        let long = format!("v=1&rate=40&{}", "x=y&".repeat(2_500_000));
        let (input, notes) = PlanInput::from_link(&long);
        assert_eq!(input.number(Key::Rate), Some(40.0));
        assert!(notes.len() <= MOST_NOTES + 1 && input.link().len() < 20_000);
    }

    /// An input as a person might have made it: some rows said, each within its range.
    fn inputs() -> impl Strategy<Value = PlanInput> {
        let one = (0..Key::COUNT, 0.0_f64..1.0, any::<prop::sample::Index>());
        proptest::collection::vec(one, 0..8).prop_map(|said| {
            let mut input = PlanInput::default();
            for (place, part, index) in said {
                let Some(key) = Key::all().nth(place) else { continue };
                let row = key.row();
                let text = match (row.kind, row.default) {
                    (Kind::Real { min, max }, _) => row.unit.link(min + (max - min) * part),
                    (Kind::Whole { min, max }, _) => row.unit.link((min + (max - min) * part).floor()),
                    (Kind::Word, Standard::Word(_)) => index.get(&crate::choices(key)).name.into(),
                    (Kind::Word, _) => continue,
                };
                input.say(key, &text, Place::Link);
            }
            input
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(input in inputs()) {
            let link = input.link();
            let (again, notes) = PlanInput::from_link(&link);
            // A drawn TP may not divide the heads; reading settles that once, and is at rest from then on.
            let settled = again.link();
            if notes.is_empty() {
                prop_assert_eq!(&settled, &link);
                prop_assert_eq!(again.check().plan, input.check().plan);
            }
            prop_assert_eq!(PlanInput::from_link(&settled).0.link(), settled);
        }

        #[test]
        fn the_order_of_pairs_does_not_matter(input in inputs(), seed in any::<u64>()) {
            let link = input.link();
            let mut pairs: Vec<&str> = link.split('&').collect();
            let turns = usize::try_from(seed % 8).unwrap_or(0) % pairs.len();
            pairs.rotate_left(turns);
            prop_assert_eq!(PlanInput::from_link(&pairs.join("&")).0.check(), PlanInput::from_link(&link).0.check());
        }

        #[test]
        fn reading_never_panics_and_always_plans(fragment in "(#?(v|rate|in|tp|gpu|model|cached|ttft|[a-z]{1,4})=([0-9a-zA-Z.,%+-]{0,9})&?){0,6}|.{0,80}") {
            let (input, _) = PlanInput::from_link(&fragment);
            let checked = input.check();
            prop_assert_eq!(checked.issues, [], "reading settles what cannot be used");
            let _ = sizing::size(&checked.plan);
        }

        #[test]
        fn a_link_cut_anywhere_still_plans(cut in 0_usize..200) {
            let whole = crate::preset::B.link;
            let (input, _) = PlanInput::from_link(&whole[..cut.min(whole.len())]);
            prop_assert_eq!(input.check().issues, []);
        }
    }
}
