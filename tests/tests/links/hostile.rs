//! Links that were cut, changed, swollen or made up: never a wrong plan without a word.

use crate::vectors::{Vector, spelt_out, vectors};
use headroom_tests::{links, scenarios};
use plan::{Note, Scenarios, packed};
use proptest::prelude::*;
use quantity::{Key, Standard};
use serde_json::{Map, Value, json};

fn is_packed(link: &str) -> bool {
    link.starts_with("z=1.")
}

/// Links that a page might have written, of each form.
fn sound() -> Vec<String> {
    let behind = |link: &str| is_packed(link) && link.contains('&');
    let sound = |vector: &Vector| !behind(&vector.link) && packed::from_link(&vector.link).1.is_empty();
    vectors().into_iter().filter(sound).map(|vector| vector.link).collect()
}

/// Of a link that was damaged before, only that it is read: it has its note already.
#[test]
fn what_was_damaged_survives_being_damaged_again() {
    for Vector { link, .. } in vectors() {
        for at in 0..link.len() {
            scenarios::survive(&link[..at]);
            scenarios::survive(&[&link[..at], "~", &link[at + 1..]].concat());
            scenarios::survive(&[&link[..at], &link[at + 1..]].concat());
        }
    }
}

#[test]
fn a_link_cut_anywhere_says_so_or_means_what_is_left() {
    for link in sound() {
        for end in (0..link.len()).filter(|end| link.is_char_boundary(*end)) {
            is_explained(&link[..end], &link);
        }
    }
}

#[test]
fn a_link_with_one_sign_changed_says_so_or_means_what_it_says_now() {
    for link in sound() {
        for at in 0..link.len() {
            for sign in ["&", "=", "%", ".", "#", "0", "A", "x", "~", "é"] {
                let changed = format!("{}{sign}{}", &link[..at], &link[at + 1..]);
                is_explained(&changed, &link);
            }
        }
    }
}

/// Whether `damaged` reads with a note, or is what it says; of a packed link only the whole one is.
fn is_explained(damaged: &str, whole: &str) {
    scenarios::survive(damaged);
    if !plan::is_plan(damaged) || damaged == whole {
        return;
    }
    let (read, notes) = packed::from_link(damaged);
    if !notes.is_empty() {
        return;
    }
    if is_packed(whole) {
        assert_eq!(read, packed::from_link(whole).0, "{damaged} passes for {whole}");
        return;
    }
    let said = spelt_out(&split(damaged));
    assert_eq!(read.all().len(), said.len(), "{damaged}");
    for (scenario, (_, input)) in read.all().iter().zip(said) {
        assert_eq!(scenario.input.check().plan, input.check().plan, "{damaged}");
    }
}

/// The pairs of a plain link by scenario, read as simply as can be.
fn split(link: &str) -> Map<String, Value> {
    let mut all = json!({ "1": {} });
    for (key, value) in link.trim_start_matches('#').split('&').filter_map(|pair| pair.split_once('=')) {
        let (number, key) = key.split_once('.').unwrap_or(("1", key));
        all[number][key] = json!(value.replace("%25", "%"));
    }
    all.as_object().cloned().unwrap_or_default()
}

fn notes(link: &str) -> Vec<Note> {
    scenarios::survive(link);
    packed::from_link(link).1
}

#[test]
fn every_version_but_this_is_named() {
    for version in (0..200).filter(|version| *version != 1).map(|version| version.to_string()) {
        let noted = &notes(&format!("v={version}&rate=40"))[0].text;
        assert!(noted.contains(&version) && noted.contains("version"), "{noted}");
        let form = &notes(&format!("z={version}.eJwrs00EAAH"))[0].text;
        assert!(form.contains(&format!("“z={version}.” is a packed plan")), "{form}");
    }
    for version in ["", "-1", "1.0", "one", "4294967296", "%F0%9F"] {
        assert!(notes(&format!("v={version}&rate=40"))[0].text.contains("version"), "{version}");
        let packed = packed::from_link(&packed::pack(&format!("v={version}&rate=40"))).1;
        assert!(packed[0].text.contains("version"), "{version}, packed");
    }
    for form in ["", "1", "x.", "01.", "-1.", "1e0.", "%F0%9F", ".1."] {
        let link = format!("z={form}eJwrs00EAAH");
        assert!(
            notes(&link)[0].text.contains("is a packed plan, in a form that this page does not open"),
            "{link}"
        );
    }
}

#[test]
fn no_number_that_is_none_gets_into_any_scenario() {
    for key in Key::all() {
        let name = key.row().name;
        for value in ["NaN", "inf", "-inf", "∞", "-1", "1e999", "-1e999", "1e-999x", "%00"] {
            let (read, notes) = packed::from_link(&format!("v=1&rate=40&tp=2&2.{name}={value}&2.spare=2"));
            let (sound, _) = packed::from_link("v=1&rate=40&tp=2&2.spare=2");
            if name != "spare" {
                assert!(notes.iter().any(|note| note.text.contains(&format!("2.{name}"))), "{name}={value}");
                assert_eq!(
                    read.all()[1].input.check().plan,
                    sound.all()[1].input.check().plan,
                    "{name}={value}"
                );
                assert_eq!((notes[0].scenario, notes[0].key), (1, Some(key)), "{name}={value}");
            }
            let alone = packed::from_link(&format!("v=1&{name}={value}"));
            assert!(!alone.1.is_empty() && alone.0.link() == "v=1", "{name}={value}");
            assert_eq!(packed::from_link(&packed::pack(&format!("v=1&{name}={value}"))), alone);
        }
    }
}

#[test]
fn the_first_of_a_double_key_holds_in_every_scenario() {
    for key in Key::all().filter(|key| !matches!(key.row().default, Standard::Absent)) {
        let name = key.row().name;
        let given = match key.row().default {
            Standard::Number(value) => key.row().unit.link(value),
            Standard::Word(word) => word.into(),
            Standard::Absent => continue,
        };
        for prefix in ["", "2."] {
            let link = format!("v=1&{prefix}{name}={given}&{prefix}{name}=1");
            let twice = notes(&link);
            let said = format!("“{prefix}{name}” is given twice. The first, {given}, was used.");
            assert_eq!(twice.iter().map(|note| note.text.as_str()).collect::<Vec<_>>(), [said]);
            assert_eq!(packed::from_link(&packed::pack(&link)).1, twice);
        }
    }
    assert_eq!(notes("v=1&2.name=A&2.name=B")[0].text, "“2.name” is given twice. The first, A, was used.");
}

#[test]
fn ten_megabytes_of_anything_are_read_and_not_kept() {
    const TEN: usize = 10_000_000;
    let zeros = vec![b'0'; TEN];
    let numbered: String = (2..900_000).map(|number| format!("&{number}.x=y")).collect();
    for link in [
        format!("v=1&rate=40&{}", "2.x=y&".repeat(TEN / 6)),
        format!("v=1&rate=40&{}", "3.rate=5&".repeat(TEN / 9)),
        format!("v=1&rate=40{numbered}"),
        format!("v=1&rate=40&2.name={}", "A".repeat(TEN)),
        format!("v=1&rate=40&2.name={}", "%E2%80%AE".repeat(TEN / 9)),
        format!("v=1&rate=40&{}", "=&".repeat(TEN / 2)),
        format!("v=1&rate=40&{}", "&".repeat(TEN)),
        format!("v=1&rate=40&2.cached={}", "%".repeat(TEN)),
        "A".repeat(TEN),
        "%3D".repeat(TEN / 3),
        format!("z=1.{}", "A".repeat(TEN)),
        format!("z=1.AAAA&{}", "x=y&".repeat(TEN / 4)),
        packed::pack(&String::from_utf8_lossy(&zeros)),
        packed::pack(&format!("v=1&rate=40&{}", "2.x=y&".repeat(TEN / 6))),
    ] {
        let (read, notes) = packed::from_link(&link);
        let shown = &link[..link.len().min(30)];
        assert!(!notes.is_empty() && notes.len() < 25, "{shown}: {notes:?}");
        assert!(read.link().len() < 20_000 && read.all().len() <= Scenarios::MOST, "{shown}");
        scenarios::survive(&read.link());
    }
}

#[test]
fn what_was_readable_of_a_damaged_packed_link_is_offered() {
    let plain = "v=1&tp=8&rate=40&cached=0.5&name=Today&2.name=Other&2.gpu=h200&2.tp=2&2.rate=17.25";
    let link = packed::pack(plain);
    let mut lengths = Vec::new();
    for end in (5..link.len()).rev() {
        let (read, notes) = packed::from_link(&link[..end]);
        assert!(notes[0].text.starts_with("The packed link was cut off on its way."), "{end}: {notes:?}");
        // Never half a pair: what is offered was said.
        let pairs = read.link();
        assert!(pairs.split('&').all(|pair| plain.split('&').any(|said| said == pair)), "{pairs}");
        lengths.push(pairs.len());
    }
    assert!(lengths[0] > 60 && lengths.is_sorted_by(|longer, shorter| longer >= shorter), "{lengths:?}");
    let swapped = link.replace("z=1.e", "z=1.f");
    let (read, notes) = packed::from_link(&swapped);
    assert!(notes[0].text.starts_with("The packed link was changed on its way"), "{notes:?}");
    assert_eq!(read.link(), plain, "what follows the two bytes in front is sound");
}

#[test]
fn a_name_is_text_and_nothing_else() {
    for (value, name, noted) in [
        ("%3Cimg%20src=x%20onerror=alert(1)%3E", "<img src=x onerror=alert(1)>", false),
        ("%E2%80%AEevil%E2%80%AC", "evil", true),
        ("a%00b%0Ac%1B[31m", "abc[31m", true),
        ("%20%20padded%20", "padded", false),
        ("%F0%9F%91%A9%E2%80%8D%F0%9F%94%AC", "👩\u{200D}🔬", false),
        ("50%25%20%26%20more", "50% & more", false),
    ] {
        let link = format!("v=1&2.name={value}&2.rate=30");
        let (read, notes) = Scenarios::from_link(&link);
        assert_eq!((read.all()[1].name(), !notes.is_empty()), (name, noted), "{value}");
        scenarios::survive(&link);
    }
    let (read, notes) = Scenarios::from_link(&format!("v=1&name={}", "ü".repeat(61)));
    assert_eq!(read.all()[0].name(), "ü".repeat(60));
    assert_eq!(notes[0].text, "“name” is longer than 60 characters and was cut there.");
}

#[test]
fn a_fifth_scenario_is_named_and_left_out() {
    let (read, notes) = Scenarios::from_link("v=1&2.rate=1&3.rate=2&4.rate=3&5.rate=4&5.name=Peak&12.tp=2");
    assert_eq!(read.all().len(), 4);
    let texts: Vec<&str> = notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Scenario 5, “Peak”, was left out: a link holds at most 4.",
            "Scenario 12 was left out: a link holds at most 4."
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_scenarios_survive(drawn in scenarios::drawn(), damage in links::damaged(), at in any::<prop::sample::Index>()) {
        let link = drawn.link();
        let at = at.index(link.len() + 1);
        let text = String::from_utf8_lossy(&damage.0);
        scenarios::survive(&[&link[..at], &text, &link[at..]].concat());
        scenarios::survive(&link.replace("2.", &text));
    }

    #[test]
    fn any_bytes_packed_survive(bytes in proptest::collection::vec(any::<u8>(), 0..200), letters in "[A-Za-z0-9_-]{0,120}") {
        scenarios::survive(&packed::pack(&String::from_utf8_lossy(&bytes)));
        scenarios::survive(&format!("z=1.{letters}"));
    }
}
