//! Files of other tools, read apart from the page, and the plan that they are held against.
//!
//! A program of its own: nobody who does not read such files loads it.

#[cfg(test)]
mod tests;

use crate::columns::{self, ColumnSaid, ColumnShown};
use agreement::{AgreementShown, Means};
use evidence::{File, Found, LoadTest};
use gloo_worker::{HandlerId, Worker, WorkerScope};
use plan::PlanInput;
use present::evidence::shown_beside;
use present::{Answer, EvidenceShown, Take, headline};
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
    /// Show what was read: once for all files that came together.
    Show,
    /// Give up what is being read. What was read before stands, and is shown if it was not yet.
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
        input.take(&take.pairs);
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
    /// What they say, whatever the plan.
    shown: Vec<EvidenceShown>,
    /// Whether some of them were not shown yet.
    unshown: bool,
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
                    self.shown.clear();
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
                self.unshown = true;
                None
            }
            AskEvidence::Show => Some(self.show()),
            AskEvidence::Cancel => {
                self.reading = None;
                self.unshown.then(|| self.show())
            }
            AskEvidence::Against(fragment, within) => {
                self.against = (PlanInput::from_link(&fragment).0, within);
                (!self.files.is_empty()).then(|| self.show())
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

    fn show(&mut self) -> TellEvidence {
        if core::mem::take(&mut self.unshown) {
            self.shown = shown_beside(&self.files);
        }
        let (input, within) = &self.against;
        let file = |((name, found), shown): ((&String, &Found), EvidenceShown)| FileShown {
            name: name.clone(),
            taken: shown.takes.iter().map(|take| Taken::of(input, take)).collect(),
            offered: columns::shown(found),
            shown,
        };
        let mut shown = self.shown.clone();
        for (shown, found) in shown.iter_mut().zip(&self.files) {
            Means::tell(input, found, shown);
        }
        let files = self.names.iter().zip(&self.files).zip(shown).map(file).collect();
        let tests = self.files.iter().filter_map(|found| match found {
            Found::LoadTest(reading) => Some(&reading.test),
            _ => None,
        });
        let tests: Vec<&LoadTest> = tests.collect();
        let agreement = (!tests.is_empty()).then(|| AgreementShown::of(input, &tests, *within));
        let taken = |of: fn(&AgreementShown) -> &[Take]| {
            agreement.iter().flat_map(of).map(|take| Taken::of(input, take)).collect()
        };
        TellEvidence::Shown(Box::new(Sheet {
            files,
            plan: headline(&Answer::to(input.check().plan)),
            link: input.clone().unplaced().link(),
            taken: taken(|agreement| &agreement.takes),
            instead: taken(|agreement| &agreement.asked.instead),
            agreement,
        }))
    }
}
