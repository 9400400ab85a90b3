//! Files of other tools, read apart from the page.
//!
//! A program of its own: nobody who does not read such files loads it. What they mean for a plan, [`crate::beside`] says.

use crate::columns::{self, ColumnSaid, ColumnShown};
use crate::measured::Measured;
use evidence::{File, Found};
use gloo_worker::{HandlerId, Worker, WorkerScope};
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
    /// What the files say, in the order in which they came.
    Shown(Vec<FileRead>),
}

/// A file, as it reads, whatever the plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileRead {
    /// Its name.
    pub name: String,
    /// What it says.
    pub shown: EvidenceShown,
    /// Its columns, where it is a table whose names do not tell what they hold, or did not until somebody said it.
    pub offered: Vec<ColumnShown>,
    /// What a plan can be held against.
    pub measured: Measured,
}

/// What is on the desk.
#[derive(Default)]
pub struct EvidenceDesk {
    /// The file that is being read, and in whose stead.
    reading: Option<(String, File, Option<usize>)>,
    names: Vec<String>,
    files: Vec<Found>,
    /// Whether some of them were not shown yet.
    unshown: bool,
}

impl Worker for EvidenceDesk {
    type Message = ();
    type Input = AskEvidence;
    type Output = TellEvidence;

    fn create(_: &WorkerScope<Self>) -> Self {
        Self::default()
    }

    fn update(&mut self, _: &WorkerScope<Self>, (): ()) {}

    fn received(&mut self, scope: &WorkerScope<Self>, ask: AskEvidence, to: HandlerId) {
        if let Some(tell) = self.take(ask) {
            scope.respond(to, tell);
        }
    }
}

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
                self.unshown = true;
                None
            }
            AskEvidence::Show => Some(self.show()),
            AskEvidence::Cancel => {
                self.reading = None;
                self.unshown.then(|| self.show())
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
        self.unshown = false;
        let files = self.names.iter().zip(&self.files).zip(shown_beside(&self.files));
        let file = |((name, found), shown): ((&String, &Found), EvidenceShown)| FileRead {
            name: name.clone(),
            offered: columns::shown(found),
            measured: Measured::of(found, &shown),
            shown,
        };
        TellEvidence::Shown(files.map(file).collect())
    }
}
