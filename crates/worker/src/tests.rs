//! Files on both desks: beside the plan, in their order, and read again.

use crate::*;

const RESULT: &str = r#"{"completed": 100, "duration": 50, "request_rate": 2.0, "total_input_tokens": 200000,
    "total_output_tokens": 40000, "request_throughput": 2.0, "output_throughput": 800.0, "mean_ttft_ms": 90.0,
    "median_ttft_ms": 88.0, "p95_ttft_ms": 120.0, "mean_tpot_ms": 25.0}"#;

/// The two programs with a page between them.
#[derive(Default)]
struct Desks {
    reader: EvidenceDesk,
    beside: BesideDesk,
    round: u32,
    read: Vec<FileRead>,
}

impl Desks {
    fn read(&mut self, name: &str, fresh: bool, text: &str) -> Sheet {
        self.reader.take(open(name, fresh));
        self.poured(text)
    }

    fn poured(&mut self, text: &str) -> Sheet {
        for slice in text.as_bytes().chunks(7) {
            let told = self.reader.take(AskEvidence::Slice(slice.to_vec()));
            assert!(matches!(told, Some(TellEvidence::Progress { .. })));
        }
        assert!(self.reader.take(AskEvidence::Close).is_none(), "more may follow");
        self.sheet(AskEvidence::Show)
    }

    fn sheet(&mut self, ask: AskEvidence) -> Sheet {
        let Some(TellEvidence::Shown(mut read)) = self.reader.take(ask) else { panic!("files") };
        self.round += 1;
        let held = read.iter_mut().map(FileHeld::of).collect();
        let beside = self.beside.take(AskBeside::Files(self.round, held));
        let beside = beside.expect("files are held");
        assert_eq!(beside.round, self.round);
        self.read = read;
        Sheet::of(&self.read, beside)
    }

    fn against(&mut self, link: &str) -> Option<Sheet> {
        let beside = self.beside.take(AskBeside::Against(link.into(), WITHIN))?;
        Some(Sheet::of(&self.read, beside))
    }
}

fn open(name: &str, fresh: bool) -> AskEvidence {
    AskEvidence::Open { name: name.into(), fresh, instead: None, columns: Vec::new() }
}

#[test]
fn load_tests_stand_beside_the_plan_and_other_files_alone() {
    let mut desks = Desks::default();
    let tested = desks.read("a.json", true, RESULT);
    assert_eq!((tested.files[0].name.as_str(), tested.beside.agreement.is_some()), ("a.json", true));
    let config =
        r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}"#;
    let alone = desks.read("config.json", true, config);
    assert_eq!((alone.files.len(), alone.beside.agreement), (1, None));
    assert_eq!(desks.read("a.json", false, RESULT).files.len(), 2);
}

#[test]
fn another_plan_is_another_verdict_and_what_was_cancelled_leaves_no_trace() {
    let mut desks = Desks::default();
    assert!(desks.against("v=1").is_none());
    desks.read("a.json", true, RESULT);
    let mut table =
        |link: &str| desks.against(link).and_then(|sheet| sheet.beside.agreement).expect("a load test").table;
    assert_ne!(table("v=1"), table("v=1&mbu=0.3"));
    desks.reader.take(open("b", false));
    desks.reader.take(AskEvidence::Slice(b"0.1,0.2".to_vec()));
    assert!(
        desks.reader.take(AskEvidence::Cancel).is_none() && desks.reader.take(AskEvidence::Close).is_none()
    );
    assert_eq!(desks.sheet(AskEvidence::Show).files.len(), 1);
}

#[test]
fn files_that_came_before_one_is_cancelled_are_shown() {
    let mut desks = Desks::default();
    desks.reader.take(open("a.json", true));
    desks.reader.take(AskEvidence::Slice(RESULT.into()));
    assert!(desks.reader.take(AskEvidence::Close).is_none());
    desks.reader.take(open("b.json", false));
    desks.reader.take(AskEvidence::Slice(RESULT.into()));
    let names: Vec<String> =
        desks.sheet(AskEvidence::Cancel).files.into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["a.json"]);
    assert!(desks.reader.take(AskEvidence::Cancel).is_none(), "it is shown already");
}

#[test]
fn the_load_test_can_be_held_against_one_replica_and_the_verdict_kept() {
    let mut desks = Desks::default();
    desks.against("v=1&gpu=h200");
    let fleet = desks.read("a.json", true, RESULT);
    assert_eq!(fleet.beside.instead.len(), 1);
    assert_eq!(fleet.beside.instead[0].link, "v=1&gpu=h200&replicas=1");
    let one = desks.against(&fleet.beside.instead[0].link).expect("a file is held");
    assert_eq!(one.beside.instead[0].link, "v=1&gpu=h200");
    let kept = one.beside.agreement.and_then(|agreement| present::Tested::read(&agreement.kept));
    assert_eq!(kept.map(|kept| (kept.plan, kept.replicas)), Some(("v=1&gpu=h200&replicas=1".into(), 1)));
}

#[test]
fn a_trace_says_what_its_means_miss_and_no_other_file_does() {
    let mut desks = Desks::default();
    let lines: String =
        (0..300).map(|place| format!("{},{},200\n", f64::from(place) / 2.0, 500 + place)).collect();
    let trace = desks.read("t.csv", true, &["arrival_s,prompt,output\n", &lines].concat());
    let tables = |sheet: &Sheet| {
        let tables = &sheet.files[0].shown.tables;
        tables.iter().filter(|table| table.caption.ends_with("by its means alone and in full")).count()
    };
    assert_eq!((tables(&trace), trace.beside.instead.len()), (1, 0));
    assert_eq!(tables(&desks.read("a.json", true, RESULT)), 0);
}

#[test]
fn the_plan_keeps_what_the_file_does_not_say() {
    let mut desks = Desks::default();
    desks.against("v=1&gpu=h200&rate=7");
    let sheet = desks.read("a.json", true, RESULT);
    let link = &sheet.files[0].taken[0].link;
    for pair in ["gpu=h200", "rate=2"] {
        assert!(link.split('&').any(|part| part == pair), "{pair} in {link}");
    }
    assert!(!link.contains("rate=7"), "{link}");
}

#[test]
fn a_table_is_asked_about_and_read_again_in_its_place() {
    let table = "wait;words;all\n250;101;2250\n350;101;2350\n";
    let mut desks = Desks::default();
    desks.read("table.csv", true, table);
    let unknown = desks.read("a.json", false, RESULT);
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
    desks.reader.take(again);
    let known = desks.poured(table);
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
    desks.reader.take(AskEvidence::Open {
        name: "table.csv".into(),
        fresh: false,
        instead: Some(0),
        columns,
    });
    assert!(desks.reader.take(AskEvidence::Cancel).is_none());
    assert_eq!(desks.against("v=1").map(|sheet| sheet.files), Some(known.files));
}

/// What the one program packs, the other unpacks to the last bit, streams and all.
#[test]
fn what_was_measured_arrives_as_it_was_read() {
    use crate::measured::Held;
    let detail = r#"{"completed": 2, "duration": 2, "request_throughput": 1.0, "ttfts": [0.2, 0.6], "itls": [[0.01], [0.02, 0.03]],
        "output_lens": [2, 3], "mean_ttft_ms": 400.0}"#;
    for text in [RESULT, detail] {
        let mut file = ::evidence::File::new();
        file.push(text.as_bytes()).expect("a load test");
        let found = file.finish();
        let shown = present::evidence::shown(&found);
        let ::evidence::Found::LoadTest(reading) = &found else { panic!("a load test") };
        assert_eq!(reading.test.levels[0].streams.is_empty(), text == RESULT);
        let held = Measured::of(&found, &shown).held();
        assert_eq!(held, Some(Held::LoadTest(reading.test.clone())));
    }
    assert_eq!(Measured::default().held(), None);
}

/// A plan may change while a file is read: its answer is still of the files before.
#[test]
fn an_answer_names_its_round() {
    let mut desks = Desks::default();
    desks.read("a.json", true, RESULT);
    desks.reader.take(open("b.json", false));
    assert_eq!(
        desks.against("v=1&gpu=h200").map(|sheet| (sheet.beside.round, sheet.files.len())),
        Some((1, 1))
    );
    assert_eq!(desks.poured(RESULT).beside.round, 2);
}
