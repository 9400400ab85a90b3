//! Tables whose columns a person is asked about, and then explains.

use crate::read::packed;
use evidence::load_test::{Holds, Offered, TimeUnit};
use evidence::{Columns, File, Found, Statistic};
use latency::Metric;
use proptest::prelude::*;
use proptest::sample::select;
use quantity::Seconds;

const TESTED: &str = "wait;words;all\n250;101;2250\n350;101;2350\n";
const TRACED: &str = "when,asked,told\n0,50,7\n100,60,8\n300,70,9\n";
const LINES: &str = "{\"id\": \"#1\", \"wait\": 0.25, \"size\": {\"out\": 101}, \"all\": 2.25}\n\
    {\"id\": \"#2\", \"wait\": 0.35, \"size\": {\"out\": 101}, \"all\": 2.35}\n";

fn read(bytes: &[u8], columns: &Columns, slice: usize) -> Found {
    let mut file = File::mapped(columns.clone());
    // What stops it is told by the reading.
    let _told = bytes.chunks(slice.max(1)).try_for_each(|slice| file.push(slice));
    file.finish()
}

fn whole(text: &str, columns: &Columns) -> Found {
    read(text.as_bytes(), columns, usize::MAX)
}

fn unasked(text: &str) -> Found {
    whole(text, &Columns::default())
}

fn asked(found: &Found) -> &[Offered] {
    match found {
        Found::Table { columns, .. } => columns,
        other => panic!("a table of unknown columns, and not {}: {:?}", other.name(), other.notes()),
    }
}

fn wait_and_all() -> Columns {
    Columns::default().with(0, Holds::Ttft, Some(TimeUnit::Milliseconds)).with(1, Holds::Output, None).with(
        2,
        Holds::E2e,
        Some(TimeUnit::Milliseconds),
    )
}

fn sent_asked_told() -> Columns {
    let sent = Columns::default().with(0, Holds::Sent, Some(TimeUnit::Milliseconds));
    sent.with(1, Holds::Prompt, None).with(2, Holds::Output, None)
}

/// The means of a load test of one level: TTFT, TPOT.
fn means(found: &Found) -> [Seconds; 2] {
    let Found::LoadTest(reading) = found else { panic!("a load test: {:?}", found.notes()) };
    [Metric::Ttft, Metric::Tpot]
        .map(|metric| reading.test.levels[0].figure(metric, Statistic::Mean).expect("its mean"))
}

#[test]
fn a_table_of_a_load_test_is_asked_about_and_read() {
    let found = unasked(TESTED);
    let texts: Vec<_> =
        asked(&found).iter().map(|column| (column.name.as_str(), column.example.as_str())).collect();
    assert_eq!(texts, [("wait", "250"), ("words", "101"), ("all", "2250")]);
    assert!(found.notes()[0].text.contains("Say which column holds what."));
    assert!(!found.is_sound());
    let found = whole(TESTED, &wait_and_all());
    // (250 + 350) / 2 ms, and 2,000 ms for 100 tokens after the first.
    assert_eq!(means(&found), [0.3, 0.02].map(Seconds::new));
    let held: Vec<_> = found.offered().iter().map(|column| column.holds).collect();
    assert_eq!(held, [Some(Holds::Ttft), Some(Holds::Output), Some(Holds::E2e)], "it may be said otherwise");
    let bare = TESTED.strip_prefix("wait;words;all\n").expect("a header");
    assert_eq!(means(&whole(bare, &wait_and_all())), [0.3, 0.02].map(Seconds::new));
}

#[test]
fn a_table_of_a_trace_is_asked_about_and_read() {
    assert_eq!(asked(&unasked(TRACED)).len(), 3);
    let bare = TRACED.strip_prefix("when,asked,told\n").expect("a header");
    for text in [TRACED, bare] {
        let Found::Trace(trace) = whole(text, &sent_asked_told()) else { panic!("a trace") };
        assert_eq!((trace.requests, trace.prompts.mean(), trace.answers.mean()), (3, Some(60.0), Some(8.0)));
        // Two gaps in 0.3 s.
        assert!((trace.rate.expect("a rate").get() - 2.0 / 0.3).abs() < 1e-9);
        assert_eq!(trace.offered.len(), 3);
    }
    let without = Columns::default().with(1, Holds::Prompt, None).with(2, Holds::Output, None);
    let Found::Trace(trace) = whole(TRACED, &without) else { panic!("lengths alone") };
    assert_eq!((trace.requests, trace.rate), (3, None));
}

#[test]
fn lines_of_json_are_asked_about_and_read() {
    let found = unasked(LINES);
    let names: Vec<_> = asked(&found).iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["id", "wait", "size.out", "all"]);
    let seconds = Some(TimeUnit::Seconds);
    let columns = Columns::default()
        .with_named("wait", Holds::Ttft, seconds)
        .with_named("size.out", Holds::Output, None)
        .with(3, Holds::E2e, seconds);
    for text in [LINES.to_owned(), format!("[{}]", LINES.trim_end().replace('\n', ",\n"))] {
        assert_eq!(means(&whole(&text, &columns)), [0.3, 0.02].map(Seconds::new), "{text}");
    }
    // A first record that failed is one all the same, and a broken line keeps its number.
    let text =
        format!("{{\"wait\": null, \"size\": {{\"out\": 1}}, \"no\": 1, \"all\": null}}\nnonsense\n{LINES}");
    let found = whole(&text, &columns);
    assert_eq!(means(&found), [0.3, 0.02].map(Seconds::new));
    let notes: Vec<_> = found.notes().iter().map(|note| note.text.as_str()).collect();
    assert!(notes.contains(&"1 line was skipped: line 2 is not JSON."), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("line 1 ")), "{notes:?}");
}

/// The file's beginning comes at once, and its first record in a later slice.
#[test]
fn lines_before_the_first_record_keep_their_numbers() {
    let lines =
        ["{what is this\n".repeat(400), LINES.into(), "{\"id\": 3, \"wait\": \"x\"}\n".into()].concat();
    let columns = Columns::default().with(1, Holds::Ttft, Some(TimeUnit::Seconds));
    for slice in [1, 100, usize::MAX] {
        let found = read(lines.as_bytes(), &columns, slice);
        let notes: Vec<&str> = found.notes().iter().map(|note| note.text.as_str()).collect();
        assert!(notes.iter().any(|note| note.contains("line 403 has “x”")), "{slice}: {notes:?}");
    }
}

#[test]
fn names_that_say_something_are_chosen_already() {
    let found = unasked("asked at (ms);prompt;spoken\n0;50;7\n9;60;8\n");
    let said: Vec<_> = asked(&found).iter().map(|column| (column.holds, column.unit)).collect();
    assert_eq!(said, [(None, None), (Some(Holds::Prompt), None), (None, None)]);
}

#[test]
fn nobody_is_asked_about_what_is_no_table_or_is_known() {
    for text in [
        "wait;words\n",
        "Dear reader, all is well\nand so, good night\n",
        "{\"wait\": 0.25, \"words\": 101}",
        "{\"note\": \"x\", \"more\": \"y\"}\n{\"note\": \"x\", \"more\": \"y\"}\n",
        "<html>1,2\n3,4\n",
        "",
        "\u{0}1,2\n3,4\n",
        "%PDF-1.7 a,b\n1,2\n",
    ] {
        let found = unasked(text);
        assert!(matches!(found, Found::Unknown(_)) && found.offered().is_empty(), "{text}: {found:?}");
    }
    // A column alone may be times, and says nothing else.
    assert!(unasked("wait\n250\n350\n").offered().is_empty());
    for text in ["0.2,0.25,0.3\n0.4,0.45\n", "id,sent,t1_ms,t2_ms\na,0,200,250\n", "t1,t2,t3\n0.2,0.3,0.4\n"]
    {
        assert!(matches!(unasked(text), Found::Streams(_)), "{text}");
    }
    // Whatever is said of its columns, an archive is none.
    assert!(matches!(whole("PK\u{3}\u{4}a,b\n1,2\n", &wait_and_all()), Found::Unknown(_)));
}

#[test]
fn what_is_missing_is_said_and_asked_again() {
    let sentence = |columns: &Columns| {
        let found = whole(TESTED, columns);
        assert_eq!(asked(&found).len(), 3);
        found.notes()[0].text.clone()
    };
    let prompt = Columns::default().with(0, Holds::Prompt, None);
    assert!(sentence(&prompt).starts_with("Which column holds the tokens of the answer?"));
    let unknown = Columns::default().with_named("waiting", Holds::Ttft, None);
    assert_eq!(sentence(&unknown), "The table has no column “waiting”.");
    assert!(sentence(&wait_and_all().with(1, Holds::Ttft, None)).starts_with("Two columns are said to hold"));
    // Words where times should be: nothing is read, and the person is asked once more.
    let found = whole("who;what;n\nAnn;told;1\nBob;said;2\n", &Columns::default().with(0, Holds::Ttft, None));
    assert_eq!(asked(&found)[0].holds, Some(Holds::Ttft));
}

#[test]
fn of_many_columns_the_first_are_asked_about() {
    for count in [300, 100_000] {
        let line = |word: &str| vec![word; count].join(",");
        let found = unasked(&format!("{}\n{}\n", line("x"), line("7")));
        assert_eq!(asked(&found).len(), 200);
        let said: Vec<_> = found.notes().iter().map(|note| note.text.as_str()).collect();
        assert!(said[1].starts_with("The table has more than 200 columns."), "{said:?}");
    }
    let record: String = (0..300).map(|key| format!("\"k{key}\": 1,")).collect();
    let record = format!("{{{}}}\n", record.trim_end_matches(','));
    assert_eq!(asked(&unasked(&record.repeat(2))).len(), 200);
}

#[test]
fn a_unit_that_nobody_knows_is_said() {
    let columns = Columns::default().with(0, Holds::Ttft, None).with(2, Holds::E2e, None);
    let Found::LoadTest(reading) = whole(TESTED, &columns) else { panic!("a load test") };
    let level = &reading.test.levels[0];
    assert_eq!(level.figure(Metric::Ttft, Statistic::Mean).expect("its mean"), Seconds::new(300.0));
    assert!(level.notes.iter().any(|note| note.contains("unit")), "{:?}", level.notes);
}

proptest! {
    #[test]
    fn where_slices_end_changes_nothing(
        text in select(vec![TESTED, TRACED, LINES]),
        given in 0_u8..4,
        pack in any::<bool>(),
        slice in 1_usize..50,
        damage in proptest::option::of((any::<prop::sample::Index>(), any::<u8>())),
    ) {
        let columns = match given {
            0 => Columns::default(),
            1 => wait_and_all(),
            2 => sent_asked_told(),
            _ => Columns::default().with_named("wait", Holds::E2e, None),
        };
        let mut bytes = if pack { packed(text.as_bytes()) } else { text.as_bytes().to_vec() };
        if let Some((at, byte)) = damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        prop_assert_eq!(read(&bytes, &columns, slice), read(&bytes, &columns, usize::MAX));
    }
}
