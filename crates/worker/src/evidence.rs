//! Files of other tools, read apart from the page, and the plan that they are held against.
//!
//! A program of its own: nobody who does not read such files loads it.

use crate::columns::{self, ColumnSaid, ColumnShown};
use agreement::{AgreementShown, Means};
use evidence::{File, Found, LoadTest};
use gloo_worker::{HandlerId, Worker, WorkerScope};
use plan::PlanInput;
use present::evidence::shown_beside;
use present::{Answer, EvidenceShown, Take, headline};
use quantity::{Key, Place};
use serde::{Deserialize, Serialize};

/// What the page asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum AskEvidence {
    /// A file of this name follows; what was being read is given up. With `fresh` the files before it are forgotten.
    Open {
        /// The name.
        name: String,
        /// Whether it stands alone from now on.
        fresh: bool,
        /// The place of the file in whose stead it comes, where it is read again.
        instead: Option<usize>,
        /// What a person says of its columns; empty where nothing is said.
        columns: Vec<ColumnSaid>,
    },
    /// Its next bytes.
    // In one piece: byte by byte, which is the usual way of a list, the transfer would take longer than the reading.
    Slice(#[serde(with = "serde_bytes")] Vec<u8>),
    /// It is whole.
    Close,
    /// Give up what is being read; what was read before stands.
    Cancel,
    /// Hold load tests against the plan of this fragment, where figures may differ by a share.
    Against(String, f64),
}

/// What the worker tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum TellEvidence {
    /// How far the reading of a file got.
    Progress {
        /// Bytes that were pushed.
        bytes: u64,
        /// Requests, lines or values that were found in them.
        found: u64,
    },
    /// What there is to show now.
    Shown(Box<Sheet>),
}

/// What there is to show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Each file, in the order in which they came.
    pub files: Vec<FileShown>,
    /// The plan in a sentence.
    pub plan: String,
    /// Its link, without what stands before its sign, and without a place on a page.
    pub link: String,
    /// The load tests beside it, where there are any.
    pub agreement: Option<AgreementShown>,
    /// What the plan can take from that.
    pub taken: Vec<Taken>,
    /// The same plan with another number of replicas, to hold the load tests against: no file says how many were tested.
    pub instead: Vec<Taken>,
}

/// A file, as it reads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileShown {
    /// Its name.
    pub name: String,
    /// What it says.
    pub shown: EvidenceShown,
    /// Its columns, where it is a table whose names do not tell what they hold, or did not until somebody said it.
    pub offered: Vec<ColumnShown>,
    /// What the plan can take from it.
    pub taken: Vec<Taken>,
}

/// The plan with what it can take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Taken {
    /// What it takes.
    pub what: String,
    /// What it then has, in a sentence.
    pub sentence: String,
    /// Its link, without what stands before its sign.
    pub link: String,
}

impl Taken {
    /// `input` with what it can take. An empty text takes back what it said.
    fn of(input: &PlanInput, take: &Take) -> Self {
        let mut input = input.clone();
        for (key, text) in &take.pairs {
            if let Some(key) = Key::named(key) {
                input.say(key, text, Place::Link);
            }
        }
        Self { what: take.what.clone(), sentence: take.sentence.clone(), link: input.link() }
    }
}

/// What is on the desk.
#[derive(Default)]
pub struct EvidenceDesk {
    /// The file that is being read, and in whose stead.
    reading: Option<(String, File, Option<usize>)>,
    names: Vec<String>,
    files: Vec<Found>,
    against: (PlanInput, f64),
}

impl Worker for EvidenceDesk {
    type Message = ();
    type Input = AskEvidence;
    type Output = TellEvidence;

    fn create(_: &WorkerScope<Self>) -> Self {
        Self { against: (PlanInput::default(), WITHIN), ..Self::default() }
    }

    fn update(&mut self, _: &WorkerScope<Self>, (): ()) {}

    fn received(&mut self, scope: &WorkerScope<Self>, ask: AskEvidence, to: HandlerId) {
        if let Some(tell) = self.take(ask) {
            scope.respond(to, tell);
        }
    }
}

/// By how much model and test may differ, until somebody says otherwise.
pub const WITHIN: f64 = 0.2;

impl EvidenceDesk {
    /// What there is to say to a question, if anything.
    pub fn take(&mut self, ask: AskEvidence) -> Option<TellEvidence> {
        match ask {
            AskEvidence::Open { name, fresh, instead, columns } => {
                if fresh {
                    self.names.clear();
                    self.files.clear();
                }
                self.reading = Some((name, File::mapped(columns::said(&columns)), instead));
                None
            }
            AskEvidence::Slice(bytes) => {
                let (_, file, _) = self.reading.as_mut()?;
                // Why nothing further is read is told at the end, with what was sound.
                let _ = file.push(&bytes);
                let progress = file.progress();
                Some(TellEvidence::Progress { bytes: progress.bytes, found: progress.found })
            }
            AskEvidence::Close => {
                let (name, file, instead) = self.reading.take()?;
                self.keep(name, file.finish(), instead);
                Some(self.shown())
            }
            AskEvidence::Cancel => {
                self.reading = None;
                None
            }
            AskEvidence::Against(fragment, within) => {
                self.against = (PlanInput::from_link(&fragment).0, within);
                (!self.files.is_empty()).then(|| self.shown())
            }
        }
    }

    /// Puts a file behind the others, or in the stead of one.
    fn keep(&mut self, name: String, found: Found, instead: Option<usize>) {
        match instead.and_then(|place| Some((self.names.get_mut(place)?, self.files.get_mut(place)?))) {
            Some((old, file)) => (*old, *file) = (name, found),
            None => {
                self.names.push(name);
                self.files.push(found);
            }
        }
    }

    fn shown(&self) -> TellEvidence {
        let (input, within) = &self.against;
        let file = |((name, found), shown): ((&String, &Found), EvidenceShown)| FileShown {
            name: name.clone(),
            taken: shown.takes.iter().map(|take| Taken::of(input, take)).collect(),
            offered: columns::shown(found),
            shown,
        };
        let mut shown = shown_beside(&self.files);
        for (shown, found) in shown.iter_mut().zip(&self.files) {
            Means::tell(input, found, shown);
        }
        let files = self.names.iter().zip(&self.files).zip(shown).map(file).collect();
        let tests = self.files.iter().filter_map(|found| match found {
            Found::LoadTest(reading) => Some(reading.test.clone()),
            _ => None,
        });
        let tests: Vec<LoadTest> = tests.collect();
        let agreement = (!tests.is_empty()).then(|| AgreementShown::of(input, &tests, *within));
        let taken = |of: fn(&AgreementShown) -> &[Take]| {
            agreement.iter().flat_map(of).map(|take| Taken::of(input, take)).collect()
        };
        TellEvidence::Shown(Box::new(Sheet {
            files,
            plan: headline(&Answer::to(input.check().plan)),
            link: without_place(input).link(),
            taken: taken(|agreement| &agreement.takes),
            instead: taken(|agreement| &agreement.asked.instead),
            agreement,
        }))
    }
}

fn without_place(input: &PlanInput) -> PlanInput {
    let mut input = input.clone();
    input.at = None;
    input
}

#[cfg(test)]
mod tests {
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
            assert!(matches!(
                desk.take(AskEvidence::Slice(slice.to_vec())),
                Some(TellEvidence::Progress { .. })
            ));
        }
        sheet(desk, AskEvidence::Close)
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
        let config = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}"#;
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

        let said = |place: usize, holds: &str, unit: &str| ColumnSaid {
            place,
            holds: holds.into(),
            unit: unit.into(),
        };
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
        let holds: Vec<(&str, &str)> = known.files[0]
            .offered
            .iter()
            .map(|column| (column.holds.as_str(), column.unit.as_str()))
            .collect();
        assert_eq!(holds, [("ttft", "ms"), ("output", ""), ("e2e", "ms")], "it may be said otherwise");

        // What is said of no column is asked again; what is cancelled leaves the file as it was.
        let columns = vec![said(1, "output", "")];
        desk.take(AskEvidence::Open { name: "table.csv".into(), fresh: false, instead: Some(0), columns });
        assert!(desk.take(AskEvidence::Cancel).is_none());
        assert_eq!(sheet(&mut desk, AskEvidence::Against("v=1".into(), WITHIN)).files, known.files);
    }
}
