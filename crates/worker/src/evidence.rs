//! Files of other tools, read apart from the page, and the plan that they are held against.
//!
//! A program of its own: nobody who does not read such files loads it.

use agreement::AgreementShown;
use evidence::{File, Found, LoadTest};
use gloo_worker::{HandlerId, Worker, WorkerScope};
use plan::PlanInput;
use present::EvidenceShown;
use present::evidence::shown_beside;
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
    },
    /// Its next bytes.
    Slice(Vec<u8>),
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
    /// What there is to show: each file by its name, and load tests beside the plan.
    Shown(Vec<(String, EvidenceShown)>, Option<Box<AgreementShown>>),
}

/// What is on the desk.
#[derive(Default)]
pub struct EvidenceDesk {
    /// The file that is being read.
    reading: Option<(String, File)>,
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
            AskEvidence::Open { name, fresh } => {
                if fresh {
                    self.names.clear();
                    self.files.clear();
                }
                self.reading = Some((name, File::new()));
                None
            }
            AskEvidence::Slice(bytes) => {
                let (_, file) = self.reading.as_mut()?;
                // Why nothing further is read is told at the end, with what was sound.
                let _ = file.push(&bytes);
                let progress = file.progress();
                Some(TellEvidence::Progress { bytes: progress.bytes, found: progress.found })
            }
            AskEvidence::Close => {
                let (name, file) = self.reading.take()?;
                self.names.push(name);
                self.files.push(file.finish());
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

    fn shown(&self) -> TellEvidence {
        let shown = self.names.iter().cloned().zip(shown_beside(&self.files)).collect();
        let tests = self.files.iter().filter_map(|found| match found {
            Found::LoadTest(reading) => Some(reading.test.clone()),
            _ => None,
        });
        let tests: Vec<LoadTest> = tests.collect();
        let (input, within) = &self.against;
        let agreement = (!tests.is_empty()).then(|| Box::new(AgreementShown::of(input, &tests, *within)));
        TellEvidence::Shown(shown, agreement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = r#"{"completed": 100, "duration": 50, "request_rate": 2.0, "total_input_tokens": 200000,
        "total_output_tokens": 40000, "request_throughput": 2.0, "output_throughput": 800.0, "mean_ttft_ms": 90.0,
        "median_ttft_ms": 88.0, "p95_ttft_ms": 120.0, "mean_tpot_ms": 25.0}"#;

    fn read(desk: &mut EvidenceDesk, name: &str, fresh: bool, text: &str) -> TellEvidence {
        desk.take(AskEvidence::Open { name: name.into(), fresh });
        for slice in text.as_bytes().chunks(7) {
            assert!(matches!(
                desk.take(AskEvidence::Slice(slice.to_vec())),
                Some(TellEvidence::Progress { .. })
            ));
        }
        desk.take(AskEvidence::Close).expect("a file that was opened is shown")
    }

    #[test]
    fn load_tests_stand_beside_the_plan_and_other_files_alone() {
        let mut desk = EvidenceDesk::default();
        let TellEvidence::Shown(files, agreement) = read(&mut desk, "a.json", true, RESULT) else {
            panic!("not shown")
        };
        assert_eq!(files[0].0, "a.json");
        assert!(agreement.is_some());
        let config = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}"#;
        let TellEvidence::Shown(files, agreement) = read(&mut desk, "config.json", true, config) else {
            panic!("not shown")
        };
        assert_eq!((files.len(), agreement.is_none()), (1, true));
        let TellEvidence::Shown(files, _) = read(&mut desk, "a.json", false, RESULT) else {
            panic!("not shown")
        };
        assert_eq!(files.len(), 2);
    }

    #[test]
    fn another_plan_is_another_verdict_and_what_was_cancelled_leaves_no_trace() {
        let mut desk = EvidenceDesk::default();
        assert!(desk.take(AskEvidence::Against("v=1".into(), WITHIN)).is_none());
        read(&mut desk, "a.json", true, RESULT);
        let verdict = |desk: &mut EvidenceDesk, link: &str| {
            let Some(TellEvidence::Shown(_, Some(shown))) =
                desk.take(AskEvidence::Against(link.into(), WITHIN))
            else {
                panic!("not shown")
            };
            shown.table
        };
        assert_ne!(verdict(&mut desk, "v=1"), verdict(&mut desk, "v=1&mbu=0.3"));
        desk.take(AskEvidence::Open { name: "b".into(), fresh: false });
        desk.take(AskEvidence::Slice(b"0.1,0.2".to_vec()));
        assert!(desk.take(AskEvidence::Cancel).is_none() && desk.take(AskEvidence::Close).is_none());
    }
}
