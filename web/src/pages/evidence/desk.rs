//! What the page holds: the sheet that its two workers wrote, and the files on their way to the first of them.

use super::columns::SUMMARY;
use crate::intake::{Intake, Way, pour};
use crate::program;
use crate::state::{address, tested};
use gloo_worker::WorkerBridge;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Blob, File, HtmlElement};
use worker::{
    AskBeside, AskEvidence, Beside, BesideDesk, ColumnSaid, EvidenceDesk, FileHeld, FileRead, Sheet,
    TellEvidence, WITHIN,
};

/// The state of the page.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What is shown.
    pub sheet: RwSignal<Sheet>,
    /// Which of its files.
    pub chosen: RwSignal<usize>,
    /// What the worker is doing, in words; empty while it rests.
    pub busy: RwSignal<String>,
    /// Whether the browser kept the verdict that is shown.
    pub is_kept: RwSignal<bool>,
    /// The name of the file that is being read.
    name: RwSignal<String>,
    way: Way,
    /// The files that are shown, by place, to be read again.
    kept: StoredValue<Vec<(String, Blob)>, LocalStorage>,
    /// Whether what is being read was read before, with its columns said otherwise.
    again: StoredValue<bool>,
    /// Whether all files were sent, and what they say is waited for.
    closing: StoredValue<bool>,
    /// What the files say, and which round of files it is.
    read: StoredValue<(u32, Vec<FileRead>)>,
    reader: StoredValue<Option<WorkerBridge<EvidenceDesk>>, LocalStorage>,
    beside: StoredValue<Option<WorkerBridge<BesideDesk>>, LocalStorage>,
}

impl Desk {
    /// The page as it opens: no file, and the plan of the address.
    pub fn open() -> Self {
        let desk = Self {
            sheet: RwSignal::new(Sheet::default()),
            chosen: RwSignal::new(0),
            busy: RwSignal::new(String::new()),
            is_kept: RwSignal::new(false),
            name: RwSignal::new(String::new()),
            way: Way::new(),
            kept: StoredValue::new_local(Vec::new()),
            again: StoredValue::new(false),
            closing: StoredValue::new(false),
            read: StoredValue::new((0, Vec::new())),
            reader: StoredValue::new_local(None),
            beside: StoredValue::new_local(None),
        };
        if cfg!(feature = "csr") {
            address::on_change(move |fragment| {
                if desk.beside.with_value(Option::is_some) {
                    desk.hold(AskBeside::Against(fragment, WITHIN));
                }
            });
        }
        desk
    }

    /// Reads files, one after the other. Those before them stay where they are `further` ones.
    pub fn read(self, files: Vec<File>, further: bool) {
        let named = files.into_iter().map(|file| (file.name(), Blob::from(file))).collect();
        self.read_named(named, further);
    }

    /// The same for anything that has bytes and a name.
    pub fn read_named(self, files: Vec<(String, Blob)>, further: bool) {
        if files.is_empty() {
            return;
        }
        let run = self.give_up();
        spawn_local(async move {
            for (place, (name, file)) in files.into_iter().enumerate() {
                let fresh = place == 0 && !further;
                if fresh {
                    self.kept.update_value(Vec::clear);
                }
                self.begin(AskEvidence::Open {
                    name: name.clone(),
                    fresh,
                    instead: None,
                    columns: Vec::new(),
                });
                if !pour(self, run, file.clone()).await {
                    return;
                }
                self.kept.update_value(|kept| kept.push((name, file)));
            }
            self.show();
        });
    }

    /// Reads the file at `place` again, with what is said of its columns.
    pub fn read_again(self, place: usize, columns: Vec<ColumnSaid>) {
        let Some((name, file)) = self.kept.with_value(|kept| kept.get(place).cloned()) else { return };
        let run = self.give_up();
        self.again.set_value(true);
        spawn_local(async move {
            self.begin(AskEvidence::Open { name, fresh: false, instead: Some(place), columns });
            if pour(self, run, file).await {
                self.show();
            }
        });
    }

    fn begin(self, open: AskEvidence) {
        let AskEvidence::Open { name, .. } = &open else { return };
        if self.beside.with_value(Option::is_none) {
            self.hold(AskBeside::Against(address::fragment(), WITHIN));
        }
        self.busy.set(["Reading ", name, " …"].concat());
        self.name.set(name.clone());
        self.ask(open);
    }

    /// All files are whole: what they say is shown once.
    fn show(self) {
        self.closing.set_value(true);
        self.ask(AskEvidence::Show);
    }

    /// Gives up what is being read; what was read before stands. The run of what comes next.
    pub fn give_up(self) -> u32 {
        let run = self.way.clear();
        self.again.set_value(false);
        self.closing.set_value(false);
        self.busy.set(String::new());
        if self.reader.with_value(Option::is_some) {
            self.ask(AskEvidence::Cancel);
        }
        run
    }

    /// Asks the worker that reads, which is loaded when it is first wanted.
    fn ask(self, ask: AskEvidence) {
        let spawned = || worker::spawned(&program::apart("reader_loader.js"), move |tell| self.hear(tell));
        self.reader.update_value(|reader| reader.get_or_insert_with(spawned).send(ask));
    }

    /// Asks the worker that holds what was read against the plan. It is loaded while the first file is read.
    fn hold(self, ask: AskBeside) {
        let stand = move |beside: Box<Beside>| self.stand(*beside);
        let spawned = || worker::spawned(&program::apart("beside_loader.js"), stand);
        self.beside.update_value(|beside| beside.get_or_insert_with(spawned).send(ask));
    }

    fn hear(self, tell: TellEvidence) {
        match tell {
            TellEvidence::Progress { bytes, .. } => {
                self.way.taken();
                // What was given up has nothing more to tell.
                if !self.busy.with_untracked(String::is_empty) {
                    let read = quantity::Unit::Bytes.show(bytes as f64);
                    self.busy.set(["Reading ", &self.name.get_untracked(), ": ", &read, " so far."].concat());
                }
            }
            TellEvidence::Shown(mut files) => {
                let held = files.iter_mut().map(FileHeld::of).collect();
                let round = self.read.with_value(|(round, _)| round + 1);
                self.read.set_value((round, files));
                self.hold(AskBeside::Files(round, held));
            }
        }
    }

    /// Shows the files with the plan beside them, once both are there.
    fn stand(self, beside: Beside) {
        // What is still of the files before will be followed by an answer for those that came.
        if self.read.with_value(|(round, _)| *round != beside.round) {
            return;
        }
        if let Some(agreement) = &beside.agreement {
            self.is_kept.set(tested::keep(&agreement.kept));
        }
        let sheet = self.read.with_value(|(_, files)| Sheet::of(files, beside));
        let (before, was) = self.sheet.with_untracked(|sheet| (sheet.files.len(), sheet.beside.round));
        let (now, is) = (sheet.files.len(), sheet.beside.round);
        self.sheet.set(sheet);
        if now != before || self.chosen.get_untracked() >= now {
            self.chosen.set(now.saturating_sub(1));
        }
        // Else it is what was there before, held against another plan while files come.
        if is != was && self.closing.try_update_value(core::mem::take) == Some(true) {
            self.busy.set(String::new());
            if self.again.try_update_value(core::mem::take) == Some(true) {
                // The form is drawn anew, and whoever was in it is led back.
                request_animation_frame(lead_back);
            }
        }
    }
}

/// Leads the focus to what opens the questions about columns, unless it is somewhere already.
fn lead_back() {
    let summary =
        document().get_element_by_id(SUMMARY).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    let nowhere = document().active_element().is_none_or(|element| element.tag_name() == "BODY");
    if let Some(summary) = summary.filter(|_| nowhere) {
        let _ = summary.focus();
    }
}

impl Intake for Desk {
    fn way(self) -> Way {
        self.way
    }

    fn send(self, slice: Vec<u8>) {
        self.ask(AskEvidence::Slice(slice));
    }

    fn close(self) {
        self.ask(AskEvidence::Close);
    }
}
