//! The link: a plan as the fragment of an address.
//!
//! `v=1&rate=40&replicas=4`: readable, writable by hand, in the order of the table, without defaults, the version first.

use crate::beside::{Beside, name_of};
use crate::check::{Issue, Stands};
use crate::escape::{decode, encode};
use crate::input::PlanInput;
use quantity::{Key, Place, clip};
use std::borrow::Cow;

/// The version of the link format, and with it of the defaults. Links of every version ever published keep their
/// meaning.
pub const VERSION: u32 = 1;

/// How many notes a link gets at most; a damaged link of megabytes should not drown the page.
const MOST_NOTES: usize = 20;

/// How many bytes of unknown pairs are kept.
const MOST_UNKNOWN: usize = 4000;

/// A fragment longer than this is no anchor of a page; what lost its `=` on the way is spoken of, not passed over.
const LONGEST_ANCHOR: usize = 200;

/// What a further scenario says where the baseline has a quantity and it has none.
const NONE: &str = "none";

/// Something about a link that a person should know: what was wrong, where, and what was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which scenario it belongs to; 0 is the baseline, or the link as a whole.
    pub scenario: usize,
    /// The field it belongs to, where it belongs to one.
    pub key: Option<Key>,
    /// The sentence.
    pub text: String,
}

/// Whether a fragment holds a plan; without `=` it is an ordinary anchor of the page.
#[must_use]
pub fn is_plan(fragment: &str) -> bool {
    let escaped = || fragment.as_bytes().windows(3).any(|three| three.eq_ignore_ascii_case(b"%3d"));
    fragment.contains('=') || fragment.len() > LONGEST_ANCHOR || escaped()
}

/// The pairs of a fragment: without `#`, and with the signs back that some programs escape in the address as a whole.
pub(crate) fn pairs_of(fragment: &str) -> Cow<'_, str> {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.contains('=') { Cow::Borrowed(fragment) } else { decode(fragment) }
}

impl PlanInput {
    /// Reads the fragment of an address, with or without `#`. It never fails: what could not be used is noted, and its
    /// default holds. Of several scenarios it reads the first, says so, and keeps the others for the link;
    /// [`crate::Scenarios::from_link`] reads all.
    #[must_use]
    pub fn from_link(fragment: &str) -> (Self, Vec<Note>) {
        let (mut reader, mut input, mut beside) = (Reader::default(), Self::default(), Beside::default());
        reader.pairs(fragment, &mut |reader, name, value| {
            if !beside.take(name, value) {
                reader.pair(&mut input, name, value);
            }
        });
        reader.settle(&mut input, None);
        let mut notes = reader.finish();
        beside.settle(&mut input, &mut notes);
        (input, notes)
    }

    /// Writes the plan as a fragment, without `#`. What could not be used is left out, as is what is the default
    /// anyway; worked example A is `v=1`.
    #[must_use]
    pub fn link(&self) -> String {
        let mut link = start();
        self.write(&mut link, "", &Self::default(), name_of(&self.beside));
        let further = self.beside.iter().filter(|(key, _)| key != "name");
        texts(&mut link, "", further.map(|(key, value)| (key.as_str(), value.as_str())));
        link
    }

    /// Adds to `link` what differs from `base`, each key with `prefix` in front of it. The name of a further scenario comes
    /// first of its pairs; that of the baseline does not part the version from the keys.
    pub(crate) fn write(&self, link: &mut String, prefix: &str, base: &Self, name: &str) {
        let name = (!name.is_empty()).then_some(("name", name));
        let (first, later) = if prefix.is_empty() { (None, name) } else { (name, None) };
        texts(link, prefix, first);
        for key in Key::all() {
            let marks = (key == Key::Measured && self.marks_its_own(base)).then(|| self.stands(key));
            let Some(stands) = self.difference(key, base).or(marks) else { continue };
            let row = key.row();
            pair(link, prefix, row.name);
            match stands {
                Stands::Number(value) => link.push_str(&row.unit.link(value)),
                Stands::Word(word) => link.push_str(word),
                Stands::Absent => link.push_str(NONE),
            }
        }
        let at = self.at.as_ref().map(|at| ("at", at.as_str()));
        let unknown = self.unknown.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let unknown = unknown.filter(|(key, _)| !values(&self.unknown, key).eq(values(&base.unknown, key)));
        texts(link, prefix, later.into_iter().chain(at).chain(unknown));
    }

    /// Takes from `base` what was not said here: what a further scenario leaves out is the baseline's.
    pub(crate) fn inherit(&mut self, base: &Self) {
        let own: Vec<Key> = Key::all().filter(|key| self.entry(*key).is_some()).collect();
        let marks_itself = own.contains(&Key::Measured);
        for key in Key::all() {
            match self.entry(key) {
                Some(entry) if entry.text.trim() == NONE => self.unsay(key),
                Some(_) => {}
                None => self.adopt(key, base),
            }
        }
        // What it states itself, the baseline's test did not measure.
        own.into_iter().filter(|_| !marks_itself).for_each(|key| self.unmark(key));
        self.inherit_unknown(&base.unknown);
    }

    /// What a link does not write of a further scenario stands where the baseline has it, or it would be read in another
    /// order than it was written.
    fn inherit_unknown(&mut self, base: &[(String, String)]) {
        let own = core::mem::take(&mut self.unknown);
        let states =
            |key: &str| values(&own, key).next().is_some() && !values(&own, key).eq(values(base, key));
        let theirs = base.iter().filter(|(key, _)| !states(key));
        self.unknown = theirs.chain(own.iter().filter(|(key, _)| states(key))).cloned().collect();
    }
}

/// How every link begins.
pub(crate) fn start() -> String {
    format!("v={VERSION}")
}

/// Adds pairs whose values are any text.
fn texts<'a>(link: &mut String, prefix: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) {
    for (key, value) in pairs {
        pair(link, prefix, key);
        encode(value, link);
    }
}

/// Adds a pair as far as its value.
fn pair(link: &mut String, prefix: &str, key: &str) {
    link.push('&');
    link.push_str(prefix);
    encode(key, link);
    link.push('=');
}

/// All values of one key among pairs.
fn values<'a>(pairs: &'a [(String, String)], key: &str) -> impl Iterator<Item = &'a str> {
    pairs.iter().filter(move |pair| pair.0 == key).map(|pair| pair.1.as_str())
}

/// Reads pairs, and keeps the notes on what was wrong with them.
#[derive(Default)]
pub(crate) struct Reader {
    notes: Vec<Note>,
    more: usize,
    kept: usize,
    /// Which scenario is read.
    pub(crate) scenario: usize,
}

impl Reader {
    pub(crate) fn note(&mut self, key: Option<Key>, text: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(Note { scenario: self.scenario, key, text });
        } else {
            self.more += 1;
        }
    }

    /// The notes, and how many there were beyond those.
    pub(crate) fn finish(self) -> Vec<Note> {
        let Self { mut notes, more, .. } = self;
        if more > 0 {
            let text = format!("The link has {more} more faults of this kind.");
            notes.push(Note { scenario: 0, key: None, text });
        }
        notes
    }

    /// A key as the link writes it for the scenario that is read.
    pub(crate) fn shown(&self, name: &str) -> String {
        let name = clip(name);
        if self.scenario == 0 { name } else { format!("{}.{name}", self.scenario + 1) }
    }

    /// Hands each pair of a fragment to `take`, but for the version.
    pub(crate) fn pairs(&mut self, fragment: &str, take: &mut dyn FnMut(&mut Self, &str, &str)) {
        if !is_plan(fragment) {
            return;
        }
        let fragment = pairs_of(fragment);
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
                Some((name, value)) => take(self, &decode(name), &decode(value)),
            }
        }
        self.scenario = 0;
    }

    fn version(&mut self, value: &str) {
        self.scenario = 0;
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
        self.scenario = 0;
        let bare = piece.rsplit('.').next().unwrap_or_default();
        let completions: Vec<&str> =
            Key::all().map(|k| k.row().name).filter(|name| name.starts_with(bare)).collect();
        let cut = if last { " The link may have been cut off there." } else { "" };
        let hint = match completions.as_slice() {
            [one] => format!(" It looks like “{}{one}”.", clip(piece.strip_suffix(bare).unwrap_or_default())),
            _ => String::new(),
        };
        self.note(Key::named(piece), format!("“{}” has no value and was left out.{hint}{cut}", clip(piece)));
    }

    /// Says `value` for the quantity called `name`, or keeps the pair.
    pub(crate) fn pair(&mut self, into: &mut PlanInput, name: &str, value: &str) {
        if name == "at" {
            return self.place(into, value);
        }
        let Some(key) = Key::named(name) else { return self.unknown(into, name, value) };
        if value.trim().is_empty() {
            let whose = if self.scenario == 0 { "Its default holds" } else { "The baseline’s holds" };
            self.note(Some(key), format!("“{}” has no value. {whose}.", self.shown(name)));
        } else if let Some(first) = into.entry(key) {
            let first = clip(&first.text);
            let text = format!("“{}” is given twice. The first, {first}, was used.", self.shown(name));
            self.note(Some(key), text);
        } else {
            into.say(key, value, Place::Link);
        }
    }

    /// The place on a page, of several the first.
    fn place(&mut self, into: &mut PlanInput, value: &str) {
        match &into.at {
            None => into.at = Some(value.to_owned()),
            Some(first) => {
                let text =
                    format!("“{}” is given twice. The first, {}, was used.", self.shown("at"), clip(first));
                self.note(None, text);
            }
        }
    }

    fn unknown(&mut self, into: &mut PlanInput, name: &str, value: &str) {
        let shown = self.shown(name);
        // With `=` and `&`, or a link of these alone would be kept whole.
        self.kept += name.len() + value.len() + 2;
        let text = if self.kept > MOST_UNKNOWN {
            format!("“{shown}” is not a key this version knows, and too long to keep. It was dropped.")
        } else if name == "z" {
            let form = clip(value.split('.').next().unwrap_or_default());
            format!(
                "“{shown}={form}.” is a packed plan, in a form that this page does not open or not at the start of \
                 the link. It was kept in the link and changes nothing."
            )
        } else {
            let bare = name.strip_prefix("1.").unwrap_or(name);
            let near = Key::all().map(|k| k.row().name).find(|known| known.eq_ignore_ascii_case(bare));
            let hint = near.map_or_else(String::new, |known| format!(" Did you mean “{known}”?"));
            format!(
                "“{shown}” is not a key this version knows. It was kept in the link and changes nothing.{hint}"
            )
        };
        if self.kept <= MOST_UNKNOWN {
            into.unknown.push((name.to_owned(), value.to_owned()));
        }
        self.note(None, text);
    }

    /// Takes out what cannot be used, and says what was used instead: a scenario's own baseline where it has one, else
    /// the default.
    pub(crate) fn settle(&mut self, input: &mut PlanInput, base: Option<&PlanInput>) {
        let mut checked = input.check();
        if let Some(base) = base
            && checked.issues.iter().any(|issue| issue.instead.is_none())
        {
            for issue in checked.issues.iter().filter(|issue| issue.instead.is_none()) {
                let used = format!("{}, as in the baseline", base.standing(issue.key));
                self.refused(input, issue, &used);
                input.adopt(issue.key, base);
            }
            checked = input.check();
        }
        for issue in &checked.issues {
            self.refused(input, issue, &issue.used);
            match &issue.instead {
                Some(text) => input.say(issue.key, text, Place::Link),
                None => input.unsay(issue.key),
            }
        }
        let own = |key| base.is_none_or(|base| base.entry(key) != input.entry(key));
        for echo in checked.readings.into_iter().filter(|echo| echo.assumed && own(echo.key)) {
            let end = if echo.text.ends_with('?') { "" } else { "." };
            self.note(Some(echo.key), format!("{}: {}{end}", self.shown(echo.key.row().name), echo.text));
        }
    }

    fn refused(&mut self, input: &PlanInput, issue: &Issue, used: &str) {
        let name = self.shown(issue.key.row().name);
        let given = input.entry(issue.key).map_or_else(String::new, |e| format!("={}", clip(&e.text)));
        self.note(Some(issue.key), format!("{name}{given}: {} Used: {used}.", issue.message));
    }
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
            ("#v=1&at=g-queue&at=g-load", "“at” is given twice. The first, g-queue, was used."),
            (
                "#v=1&Rate=10",
                "“Rate” is not a key this version knows. It was kept in the link and changes nothing. Did you mean “rate”?",
            ),
            (
                "#v=1&1.rate=10",
                "“1.rate” is not a key this version knows. It was kept in the link and changes nothing. Did you mean “rate”?",
            ),
            (
                "#v=1&z=1.eJwrs",
                "“z=1.” is a packed plan, in a form that this page does not open or not at the start of the link. It was kept in the link and changes nothing.",
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
    fn a_plan_that_lost_its_signs_is_no_anchor() {
        assert_eq!(
            PlanInput::from_link("#v%3D1%26rate%3D40%26cached%3D60%2525").0.link(),
            "v=1&rate=40&cached=0.6"
        );
        let lost = format!("zx1.{}", "A".repeat(300));
        assert!(is_plan(&lost) && texts(&lost)[0].starts_with("“zx1.AAAA"));
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
