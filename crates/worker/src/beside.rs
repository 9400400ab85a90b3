//! The plan beside what was read of files, and what it can take from them.
//!
//! A program of its own: it is asked again at each change of the plan, also while a long file is being read.

use crate::measured::{Held, Measured};
use crate::{ColumnShown, FileRead};
use agreement::{AgreementShown, Means};
use evidence::LoadTest;
use gloo_worker::{HandlerId, Worker, WorkerScope};
use plan::PlanInput;
use present::{Answer, EvidenceShown, Take, headline};
use serde::{Deserialize, Serialize};

/// What the page asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum AskBeside {
    /// Hold these files against the plan from now on, and answer as of this round.
    Files(u32, Vec<FileHeld>),
    /// Hold what there is against the plan of this fragment, where figures may differ by a share.
    Against(String, f64),
}

/// Of a file, what concerns a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileHeld {
    /// What a plan can take from it.
    pub takes: Vec<Take>,
    /// What a plan can be held against.
    pub measured: Measured,
}

impl FileHeld {
    /// That of a file that was read. Its measurements go over into it: a page that only hands them on need not keep them.
    #[must_use]
    pub fn of(read: &mut FileRead) -> Self {
        Self { takes: read.shown.takes.clone(), measured: core::mem::take(&mut read.measured) }
    }
}

/// The plan beside the files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// Of which round of files it is.
    pub round: u32,
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
    /// What there is to say of each file, in the order in which they came.
    pub files: Vec<FileBeside>,
}

/// The plan beside one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileBeside {
    /// What the plan can take from it.
    pub taken: Vec<Taken>,
    /// What the means of a trace would have missed.
    pub means: Option<Means>,
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

/// What there is to show: the files, and the plan beside them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Each file, in the order in which they came.
    pub files: Vec<FileShown>,
    /// The plan beside them.
    pub beside: Beside,
}

/// A file as it is shown.
#[derive(Clone, Debug, Default, PartialEq)]
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

impl Sheet {
    /// The files of `read`, and the plan `beside` them.
    #[must_use]
    pub fn of(read: &[FileRead], mut beside: Beside) -> Self {
        let file = |(read, beside): (&FileRead, FileBeside)| {
            let mut shown = read.shown.clone();
            if let Some(means) = beside.means {
                means.tell(&mut shown);
            }
            FileShown { name: read.name.clone(), shown, offered: read.offered.clone(), taken: beside.taken }
        };
        let files = read.iter().zip(core::mem::take(&mut beside.files)).map(file).collect();
        Self { files, beside }
    }
}

/// A plan, and what is held against it.
pub struct BesideDesk {
    round: u32,
    files: Vec<(Vec<Take>, Option<Held>)>,
    input: PlanInput,
    within: f64,
}

/// By how much model and test may differ, until somebody says otherwise.
pub const WITHIN: f64 = 0.2;

impl Default for BesideDesk {
    /// Nothing beside the worked example.
    fn default() -> Self {
        Self { round: 0, files: Vec::new(), input: PlanInput::default(), within: WITHIN }
    }
}

impl Worker for BesideDesk {
    type Message = ();
    type Input = AskBeside;
    type Output = Box<Beside>;

    fn create(_: &WorkerScope<Self>) -> Self {
        Self::default()
    }

    fn update(&mut self, _: &WorkerScope<Self>, (): ()) {}

    fn received(&mut self, scope: &WorkerScope<Self>, ask: AskBeside, to: HandlerId) {
        if let Some(beside) = self.take(ask) {
            scope.respond(to, Box::new(beside));
        }
    }
}

impl BesideDesk {
    /// What there is to say to a question; nothing as long as there is no file.
    pub fn take(&mut self, ask: AskBeside) -> Option<Beside> {
        match ask {
            AskBeside::Files(round, files) => {
                self.round = round;
                self.files = files.into_iter().map(|file| (file.takes, file.measured.held())).collect();
            }
            AskBeside::Against(fragment, within) => {
                (self.input, self.within) = (PlanInput::from_link(&fragment).0, within);
            }
        }
        (!self.files.is_empty()).then(|| self.beside())
    }

    fn beside(&self) -> Beside {
        let input = &self.input;
        let tests = self.files.iter().filter_map(|(_, held)| match held {
            Some(Held::LoadTest(test)) => Some(test),
            _ => None,
        });
        let tests: Vec<&LoadTest> = tests.collect();
        let agreement = (!tests.is_empty()).then(|| AgreementShown::of(input, &tests, self.within));
        let taken = |takes: &[Take]| takes.iter().map(|take| Taken::of(input, take)).collect::<Vec<_>>();
        let of = |takes: fn(&AgreementShown) -> &[Take]| {
            agreement.as_ref().map(takes).map(taken).unwrap_or_default()
        };
        let file = |(takes, held): &(Vec<Take>, Option<Held>)| FileBeside {
            taken: taken(takes),
            means: match held {
                Some(Held::Trace(load)) => Means::of(input, load),
                _ => None,
            },
        };
        Beside {
            round: self.round,
            plan: headline(&Answer::to(input.check().plan)),
            link: input.clone().unplaced().link(),
            taken: of(|agreement| &agreement.takes),
            instead: of(|agreement| &agreement.asked.instead),
            files: self.files.iter().map(file).collect(),
            agreement,
        }
    }
}
