//! Files on the desk: beside the plan, in their order, and read again.

use super::*;

const RESULT: &str = r#"{"completed": 100, "duration": 50, "request_rate": 2.0, "total_input_tokens": 200000,
    "total_output_tokens": 40000, "request_throughput": 2.0, "output_throughput": 800.0, "mean_ttft_ms": 90.0,
    "median_ttft_ms": 88.0, "p95_ttft_ms": 120.0, "mean_tpot_ms": 25.0}"#;

fn read(desk: &mut EvidenceDesk, name: &str, fresh: bool, text: &str) -> Sheet {
    desk.take(open(name, fresh));
    poured(desk, text)
}

fn open(name: &str, fresh: bool) -> AskEvidence {
    AskEvidence::Open { name: name.into(), fresh, instead: None, columns: Vec::new() }
}

fn poured(desk: &mut EvidenceDesk, text: &str) -> Sheet {
    for slice in text.as_bytes().chunks(7) {
        assert!(matches!(desk.take(AskEvidence::Slice(slice.to_vec())), Some(TellEvidence::Progress { .. })));
    }
    assert!(desk.take(AskEvidence::Close).is_none(), "more may follow");
    sheet(desk, AskEvidence::Show)
}

fn sheet(desk: &mut EvidenceDesk, ask: AskEvidence) -> Sheet {
    match desk.take(ask) {
        Some(TellEvidence::Shown(sheet)) => *sheet,
        other => panic!("a sheet, and not {other:?}"),
    }
}

#[test]
fn load_tests_stand_beside_the_plan_and_other_files_alone() {
    let mut desk = EvidenceDesk::default();
    let tested = read(&mut desk, "a.json", true, RESULT);
    assert_eq!((tested.files[0].name.as_str(), tested.agreement.is_some()), ("a.json", true));
    let config =
        r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}"#;
    let alone = read(&mut desk, "config.json", true, config);
    assert_eq!((alone.files.len(), alone.agreement), (1, None));
    assert_eq!(read(&mut desk, "a.json", false, RESULT).files.len(), 2);
}

#[test]
fn another_plan_is_another_verdict_and_what_was_cancelled_leaves_no_trace() {
    let mut desk = EvidenceDesk::default();
    assert!(desk.take(AskEvidence::Against("v=1".into(), WITHIN)).is_none());
    read(&mut desk, "a.json", true, RESULT);
    let mut table = |link: &str| {
        sheet(&mut desk, AskEvidence::Against(link.into(), WITHIN)).agreement.expect("a load test").table
    };
    assert_ne!(table("v=1"), table("v=1&mbu=0.3"));
    desk.take(open("b", false));
    desk.take(AskEvidence::Slice(b"0.1,0.2".to_vec()));
    assert!(desk.take(AskEvidence::Cancel).is_none() && desk.take(AskEvidence::Close).is_none());
    assert_eq!(sheet(&mut desk, AskEvidence::Show).files.len(), 1);
}

#[test]
fn files_that_came_before_one_is_cancelled_are_shown() {
    let mut desk = EvidenceDesk::default();
    desk.take(open("a.json", true));
    desk.take(AskEvidence::Slice(RESULT.into()));
    assert!(desk.take(AskEvidence::Close).is_none());
    desk.take(open("b.json", false));
    desk.take(AskEvidence::Slice(RESULT.into()));
    let names: Vec<String> =
        sheet(&mut desk, AskEvidence::Cancel).files.into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["a.json"]);
    assert!(desk.take(AskEvidence::Cancel).is_none(), "it is shown already");
}

#[test]
fn the_load_test_can_be_held_against_one_replica_and_the_verdict_kept() {
    let mut desk = EvidenceDesk::default();
    desk.take(AskEvidence::Against("v=1&gpu=h200".into(), WITHIN));
    let fleet = read(&mut desk, "a.json", true, RESULT);
    assert_eq!(fleet.instead.len(), 1);
    assert_eq!(fleet.instead[0].link, "v=1&gpu=h200&replicas=1");
    let one = sheet(&mut desk, AskEvidence::Against(fleet.instead[0].link.clone(), WITHIN));
    assert_eq!(one.instead[0].link, "v=1&gpu=h200");
    let kept = one.agreement.and_then(|agreement| present::Tested::read(&agreement.kept));
    assert_eq!(kept.map(|kept| (kept.plan, kept.replicas)), Some(("v=1&gpu=h200&replicas=1".into(), 1)));
}

#[test]
fn a_trace_says_what_its_means_miss_and_no_other_file_does() {
    let mut desk = EvidenceDesk::default();
    let lines: String =
        (0..300).map(|place| format!("{},{},200\n", f64::from(place) / 2.0, 500 + place)).collect();
    let trace = read(&mut desk, "t.csv", true, &["arrival_s,prompt,output\n", &lines].concat());
    let tables = |sheet: &Sheet| {
        let tables = &sheet.files[0].shown.tables;
        tables.iter().filter(|table| table.caption.ends_with("by its means alone and in full")).count()
    };
    assert_eq!((tables(&trace), trace.instead.len()), (1, 0));
    assert_eq!(tables(&read(&mut desk, "a.json", true, RESULT)), 0);
}

#[test]
fn the_plan_keeps_what_the_file_does_not_say() {
    let mut desk = EvidenceDesk::default();
    desk.take(AskEvidence::Against("v=1&gpu=h200&rate=7".into(), WITHIN));
    let sheet = read(&mut desk, "a.json", true, RESULT);
    let link = &sheet.files[0].taken[0].link;
    for pair in ["gpu=h200", "rate=2"] {
        assert!(link.split('&').any(|part| part == pair), "{pair} in {link}");
    }
    assert!(!link.contains("rate=7"), "{link}");
}

#[test]
fn a_table_is_asked_about_and_read_again_in_its_place() {
    let table = "wait;words;all\n250;101;2250\n350;101;2350\n";
    let mut desk = EvidenceDesk::default();
    read(&mut desk, "table.csv", true, table);
    let unknown = read(&mut desk, "a.json", false, RESULT);
    let column = |place: usize, name: &str, example: &str| ColumnShown {
        place,
        name: name.into(),
        example: example.into(),
        ..ColumnShown::default()
    };
    let expected = [column(0, "wait", "250"), column(1, "words", "101"), column(2, "all", "2250")];
    assert_eq!(unknown.files[0].offered, expected);
    assert!(unknown.files[1].offered.is_empty());

    let said =
        |place: usize, holds: &str, unit: &str| ColumnSaid { place, holds: holds.into(), unit: unit.into() };
    let columns = vec![said(0, "ttft", "ms"), said(1, "output", ""), said(2, "e2e", "ms")];
    let again = AskEvidence::Open { name: "table.csv".into(), fresh: false, instead: Some(0), columns };
    desk.take(again);
    let known = poured(&mut desk, table);
    let names: Vec<&str> = known.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["table.csv", "a.json"]);
    let tile = |label: &str| {
        let tiles = &known.files[0].shown.tiles;
        tiles.iter().find(|tile| tile.label.contains(label)).map(|tile| tile.text.clone())
    };
    // (250 + 350) / 2 ms.
    assert_eq!(tile("TTFT").as_deref(), Some("300 ms"));
    let holds: Vec<(&str, &str)> =
        known.files[0].offered.iter().map(|column| (column.holds.as_str(), column.unit.as_str())).collect();
    assert_eq!(holds, [("ttft", "ms"), ("output", ""), ("e2e", "ms")], "it may be said otherwise");

    // What is said of no column is asked again; what is cancelled leaves the file as it was.
    let columns = vec![said(1, "output", "")];
    desk.take(AskEvidence::Open { name: "table.csv".into(), fresh: false, instead: Some(0), columns });
    assert!(desk.take(AskEvidence::Cancel).is_none());
    assert_eq!(sheet(&mut desk, AskEvidence::Against("v=1".into(), WITHIN)).files, known.files);
}
