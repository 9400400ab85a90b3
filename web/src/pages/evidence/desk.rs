//! What the page holds: the sheet that the worker wrote, and the files on their way to it.

use crate::intake::{Intake, pour};
use crate::program;
use crate::state::{address, tested};
use gloo_worker::{Spawnable, WorkerBridge};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};
use worker::{AskEvidence, EvidenceDesk, Sheet, TellEvidence, WITHIN};

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
    /// The files on their way; new ones leave those before them unread.
    run: StoredValue<u32>,
    /// To be called when the worker has answered, or need not any more.
    heard: StoredValue<Option<js_sys::Function>, LocalStorage>,
    worker: StoredValue<Option<WorkerBridge<EvidenceDesk>>, LocalStorage>,
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
            run: StoredValue::new(0),
            heard: StoredValue::new_local(None),
            worker: StoredValue::new_local(None),
        };
        if cfg!(feature = "csr") {
            address::on_change(move |fragment| {
                if desk.worker.with_value(Option::is_some) {
                    desk.ask(AskEvidence::Against(fragment, WITHIN));
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
        self.give_up();
        let run = self.run.get_value();
        spawn_local(async move {
            for (place, (name, file)) in files.into_iter().enumerate() {
                self.begin(name, place == 0 && !further);
                if !pour(self, run, file).await {
                    return;
                }
            }
        });
    }

    fn begin(self, name: String, fresh: bool) {
        if self.worker.with_value(Option::is_none) {
            self.ask(AskEvidence::Against(address::fragment(), WITHIN));
        }
        self.busy.set(["Reading ", &name, " …"].concat());
        self.name.set(name.clone());
        self.ask(AskEvidence::Open { name, fresh });
    }

    /// Gives up what is being read; what was read before stands.
    pub fn give_up(self) {
        self.answered();
        self.run.update_value(|run| *run += 1);
        self.busy.set(String::new());
        if self.worker.with_value(Option::is_some) {
            self.ask(AskEvidence::Cancel);
        }
    }

    /// Whoever waits for the worker goes on.
    fn answered(self) {
        if let Some(done) = self.heard.try_update_value(Option::take).flatten() {
            let _ = done.call0(&wasm_bindgen::JsValue::NULL);
        }
    }

    /// Asks the worker, which is loaded when it is first wanted.
    fn ask(self, ask: AskEvidence) {
        self.worker.update_value(|worker| {
            worker.get_or_insert_with(|| self.spawned()).send(ask);
        });
    }

    fn spawned(self) -> WorkerBridge<EvidenceDesk> {
        EvidenceDesk::spawner()
            .callback(move |tell| self.hear(tell))
            .with_loader(true)
            .as_module(true)
            .spawn(&program::apart("reader_loader.js"))
    }

    fn hear(self, tell: TellEvidence) {
        match tell {
            TellEvidence::Progress { bytes, .. } => {
                self.answered();
                // What was given up has nothing more to tell.
                if !self.busy.with_untracked(String::is_empty) {
                    let read = quantity::Unit::Bytes.show(bytes as f64);
                    self.busy.set(["Reading ", &self.name.get_untracked(), ": ", &read, " so far."].concat());
                }
            }
            TellEvidence::Shown(sheet) => {
                let (before, now) = (self.sheet.with_untracked(|sheet| sheet.files.len()), sheet.files.len());
                if let Some(agreement) = &sheet.agreement {
                    self.is_kept.set(tested::keep(&agreement.kept));
                }
                self.sheet.set(*sheet);
                if now != before || self.chosen.get_untracked() >= now {
                    self.chosen.set(now.saturating_sub(1));
                }
                self.busy.set(String::new());
            }
        }
    }
}

impl Intake for Desk {
    fn wants(self, run: u32) -> bool {
        self.run.try_get_value() == Some(run)
    }

    fn send(self, slice: Vec<u8>) -> JsFuture {
        let answered = js_sys::Promise::new(&mut |done, _| self.heard.set_value(Some(done)));
        self.ask(AskEvidence::Slice(slice));
        JsFuture::from(answered)
    }

    fn close(self) {
        self.ask(AskEvidence::Close);
    }
}
