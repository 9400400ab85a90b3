//! The packed link: `z=1.` and the plain link's fragment, deflated, in letters that travel.
//!
//! The packed bytes are a zlib stream (RFC 1950): two bytes that say so, the deflated text, and at the end the checksum of
//! the text, Adler-32. Every language has a reader for that which checks it. `miniz_oxide` does both directions, so that
//! the page needs no asynchronous call to read its own address.

use crate::base64;
use crate::escape::written;
use crate::link::{Note, pairs_of};
use crate::scenarios::Scenarios;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The longest link that is written plainly. Chat programs, mail and old browsers cut what is longer.
pub const LONGEST_PLAIN: usize = 2000;

/// The longest text that is packed or unpacked, in bytes.
pub const LONGEST_TEXT: usize = 65_536;

/// How a packed link of this form begins.
const FORM: &str = "z=1.";

/// How hard to pack, of 9: little text, so that more finds nothing more.
const LEVEL: u8 = 6;

/// Writes `scenarios` as a fragment, without `#`: plainly, or packed where that would be too long to travel.
#[must_use]
pub fn link(scenarios: &Scenarios) -> String {
    let plain = scenarios.link();
    if (LONGEST_PLAIN + 1..=LONGEST_TEXT).contains(&plain.len()) { pack(&plain) } else { plain }
}

/// Reads the fragment of an address, with or without `#`, packed or plain. It never fails: of a damaged one it gives what
/// could be unpacked, and the first note says so.
#[must_use]
pub fn from_link(fragment: &str) -> (Scenarios, Vec<Note>) {
    let fragment = pairs_of(fragment);
    let Some(packed) = fragment.strip_prefix(FORM) else { return Scenarios::from_link(&fragment) };
    // What somebody put behind it is read as if it stood behind the plain link.
    let (packed, behind) = packed.split_once('&').unwrap_or((packed, ""));
    let (mut text, damage) = unpack(packed);
    if !behind.is_empty() {
        text.push('&');
        text.push_str(behind);
    }
    let (scenarios, mut notes) = Scenarios::from_link(&text);
    if let Some(damage) = damage {
        notes.insert(0, Note { scenario: 0, key: None, text: damage.sentence(text.is_empty()) });
    }
    (scenarios, notes)
}

/// Packs the fragment of a plain link.
#[must_use]
pub fn pack(plain: &str) -> String {
    let mut link = String::from(FORM);
    base64::encode(&compress_to_vec_zlib(plain.as_bytes(), LEVEL), &mut link);
    link
}

/// What happened to a packed link on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    /// The end is missing.
    Cut,
    /// Something in it is another.
    Changed,
    /// It is longer than any that a page writes.
    Long,
    /// It would unpack to more than any that a page writes.
    Swells,
    /// It is whole, and something else was joined to its end.
    Joined,
}

impl Damage {
    fn sentence(self, nothing: bool) -> String {
        let (what, read) = match self {
            Self::Cut => (
                "The packed link was cut off on its way.",
                "What stands before the cut was read. What came after it is lost, and has its default here.",
            ),
            Self::Changed => (
                "The packed link was changed on its way: its checksum does not fit.",
                "What could be unpacked was read. Any of it may be wrong, and what is lost has its default here.",
            ),
            Self::Long => {
                ("The packed link is longer than any that a page writes, and was not unpacked.", "")
            }
            Self::Swells => {
                ("The packed link would unpack to more than any that a page writes, and was refused.", "")
            }
            Self::Joined => (
                "Something was joined to the end of the packed link.",
                "It was left out; the link itself is whole.",
            ),
        };
        format!("{what} {}", if nothing { "This is the worked example." } else { read }).trim_end().into()
    }
}

/// The plain link of a packed one, as far as it can be had.
fn unpack(packed: &str) -> (String, Option<Damage>) {
    // A letter carries six bits of eight, and what cannot be deflated grows a little.
    if packed.len() > 2 * LONGEST_TEXT {
        return (String::new(), Some(Damage::Long));
    }
    let (bytes, whole) = base64::decode(packed);
    let (status, mut text, used) = inflate(&bytes, TINFL_FLAG_PARSE_ZLIB_HEADER);
    if status == TINFLStatus::Done {
        let joined = (!whole || used < bytes.len()).then_some(Damage::Joined);
        return (String::from_utf8_lossy(&text).into_owned(), joined);
    }
    let mut ends = status == TINFLStatus::Adler32Mismatch;
    if status == TINFLStatus::Failed && text.is_empty() {
        // Where the two bytes in front are damaged, what follows them may be sound.
        let (without, rest, _) = inflate(bytes.get(2..).unwrap_or_default(), 0);
        (ends, text) = (without == TINFLStatus::Done, rest);
    }
    match status {
        _ if text.len() >= LONGEST_TEXT => (String::new(), Some(Damage::Swells)),
        TINFLStatus::FailedCannotMakeProgress if whole => (readable(&text, false), Some(Damage::Cut)),
        _ => (readable(&text, ends), Some(Damage::Changed)),
    }
}

/// Inflates at most [`LONGEST_TEXT`] bytes, as far as it goes, and says how many it took for that.
fn inflate(bytes: &[u8], flags: u32) -> (TINFLStatus, Vec<u8>, usize) {
    let mut text = vec![0; LONGEST_TEXT];
    let mut inflater = Box::<DecompressorOxide>::default();
    let flags = flags | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, used, length) = decompress(&mut inflater, bytes, &mut text, 0, flags);
    text.truncate(length);
    (status, text, used)
}

/// The pairs of a damaged text up to where it can no longer be a link. The last pair may be half of one, unless the text
/// is known to end there.
fn readable(text: &[u8], ends: bool) -> String {
    let link = written(text);
    let whole = ends && link.len() == text.len();
    let sound = if whole { link } else { link.rsplit_once('&').map_or("", |(before, _)| before) };
    sound.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlanInput, Scenario, preset};

    /// Four presets side by side, which is still short enough to be written plainly.
    fn four() -> Scenarios {
        let mut four = Scenarios::default();
        for preset in [preset::B, preset::QWEN_H200, preset::DEEPSEEK_B200] {
            assert!(four.push(Scenario::new(preset.name, PlanInput::from_link(preset.link).0)));
        }
        Scenarios::from_link(&four.link()).0
    }

    #[test]
    fn a_short_link_stays_plain() {
        assert_eq!(link(&four()), four().link());
    }

    #[test]
    fn a_packed_link_is_the_plain_one() {
        let packed = pack(&four().link());
        assert!(packed.len() < four().link().len(), "{packed}");
        assert_eq!(from_link(&packed), (four(), Vec::new()));
        assert_eq!(from_link(&format!("#{packed}")), (four(), Vec::new()));
        assert_eq!(from_link(&packed.replace('=', "%3D")), (four(), Vec::new()), "escaped as a whole");
    }

    #[test]
    fn what_stands_behind_is_read_with_it() {
        let (scenarios, notes) = from_link(&format!("{}&cached=0.5&in=1k", pack("v=1&in=3k")));
        assert_eq!(scenarios.link(), "v=1&in=3000&cached=0.5");
        assert_eq!(notes[0].text, "“in” is given twice. The first, 3k, was used.");
    }

    #[test]
    fn what_is_joined_to_the_end_is_said() {
        for end in [".", ")", "AAAA", "=tp=8", "%26tp%3D8"] {
            let (scenarios, notes) = from_link(&format!("{}{end}", pack("v=1&in=3k&rate=40")));
            assert_eq!(scenarios.link(), "v=1&rate=40&in=3000", "{end}");
            assert!(notes[0].text.starts_with("Something was joined"), "{end}: {notes:?}");
        }
    }

    #[test]
    fn a_longest_text_is_unpacked_and_a_longer_one_refused() {
        let text = |length: usize| format!("v=1&rate=40&x={}", "y".repeat(length - 14));
        assert_eq!(from_link(&pack(&text(LONGEST_TEXT))).0.link(), "v=1&rate=40");
        for longer in [LONGEST_TEXT + 1, 10_000_000] {
            let (scenarios, notes) = from_link(&pack(&text(longer)));
            assert_eq!(scenarios, Scenarios::default());
            assert!(notes[0].text.starts_with("The packed link would unpack to more"), "{notes:?}");
        }
        let (scenarios, notes) = from_link(&format!("z=1.{}", "A".repeat(10_000_000)));
        assert_eq!((scenarios, notes.len()), (Scenarios::default(), 1));
        assert!(notes[0].text.starts_with("The packed link is longer"), "{notes:?}");
    }
}
