//! What the page holds: what was set, what is shown for it, and the worker that reads files.

use super::said::{Said, field, place};
use crate::controls::Gesture;
use crate::intake::{Intake, Way};
use crate::program;
use crate::state::{History, decimal_of_reader, draft, on_shortcut};
use gloo_worker::WorkerBridge;
use leptos::prelude::*;
use present::{StreamPreset, StreamsAnswer, StreamsShown};
use quantity::Decimal;
use std::sync::Arc;
use worker::{Ask, Tell};

/// The state of the page.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What is shown.
    pub shown: RwSignal<Arc<StreamsShown>>,
    /// What to know about the file that it is of.
    pub notes: RwSignal<Vec<String>>,
    /// What the worker is doing, in words; empty while it rests.
    pub busy: RwSignal<String>,
    said: RwSignal<Said>,
    history: StoredValue<History<Said, usize>>,
    /// Whether there is something to undo, and to do again.
    reach: [RwSignal<bool>; 2],
    reading: StoredValue<Reading>,
    way: Way,
    decimal: Decimal,
    worker: StoredValue<Option<WorkerBridge<worker::Desk>>, LocalStorage>,
}

/// How far the reading of a file is.
#[derive(Clone, Copy, PartialEq)]
enum Reading {
    /// There is none.
    None,
    /// Slices are on their way.
    Underway,
    /// All were sent.
    Closing,
}

impl Desk {
    /// The page as it opens: the worked example, with what this tab held before a reload.
    pub fn open() -> Self {
        let example = Said::default();
        let decimal = if cfg!(feature = "csr") { decimal_of_reader() } else { Decimal::Point };
        let start = example.numbers(decimal).unwrap_or_default();
        let answer = StreamsAnswer::of(
            &example.drawn(&start).synthetic().streams(),
            &example.judged(&start).terms(),
            Vec::new(),
        );
        let desk = Self {
            shown: RwSignal::new(Arc::new(answer.shown())),
            notes: RwSignal::new(Vec::new()),
            busy: RwSignal::new(String::new()),
            said: RwSignal::new(example),
            history: StoredValue::new(History::default()),
            reach: [RwSignal::new(false), RwSignal::new(false)],
            reading: StoredValue::new(Reading::None),
            way: Way::new(),
            decimal,
            worker: StoredValue::new_local(None),
        };
        if cfg!(feature = "csr") {
            on_shortcut(move |back| desk.travel(back));
            let kept = draft::kept(KEPT);
            if !kept.is_empty() {
                desk.change(|said| said.take_up(&kept));
            }
        }
        desk
    }

    /// What stands in a field.
    pub fn text(self, place: usize) -> Signal<String> {
        Signal::derive(move || self.said.with(|said| said.texts[place].clone()))
    }

    /// How it was read, where that is not plain.
    pub fn echo(self, place: usize) -> Signal<String> {
        // What the page wrote itself needs no reading out.
        let echo = move |said: &Said| {
            let typed = Some(&said.texts[place]).filter(|text| **text != field(place).starting_text())?;
            field(place).read(typed, self.decimal).ok()?.1
        };
        Signal::derive(move || self.said.with(echo).unwrap_or_default())
    }

    /// What is wrong with it; empty where nothing is.
    pub fn problem(self, place: usize) -> Signal<String> {
        let problem = move |said: &Said| field(place).read(&said.texts[place], self.decimal).err();
        Signal::derive(move || self.said.with(problem).unwrap_or_default())
    }

    /// Its label, where it differs from the example; else empty.
    pub fn reset_of(self, place: usize) -> Signal<String> {
        let differs = move |said: &Said| said.texts[place] != field(place).starting_text();
        Signal::derive(move || String::from(if self.said.with(differs) { field(place).label } else { "" }))
    }

    /// The definition that is chosen: of ITL, or of a quantile.
    pub fn choice(self, which: usize) -> Signal<String> {
        Signal::derive(move || self.said.with(|said| said.choices[which].clone()))
    }

    /// Takes what the reader did in the field of that id.
    pub fn take_in(self, id: &str, gesture: &Gesture) {
        if let Some(place) = place(id) {
            self.take(place, gesture);
        }
    }

    /// Takes what the reader did in a field.
    pub fn take(self, place: usize, gesture: &Gesture) {
        let now = self.said.with_untracked(|said| said.texts[place].clone());
        let next = match gesture {
            Gesture::Entered(text) => text.clone(),
            Gesture::Stepped(steps) => field(place).stepped(&now, self.decimal, *steps),
            Gesture::Reset => field(place).starting_text(),
            Gesture::Left => return self.history.update_value(History::rest),
        };
        self.put(place, next);
    }

    /// Moves the target of a field's id to a value, as on the chart.
    pub fn move_to(self, id: &str, value: f64) {
        if let Some(place) = place(id) {
            self.put(place, field(place).nearest(value));
        }
    }

    fn put(self, place: usize, text: String) {
        self.remember(Some(place));
        self.change(|said| said.texts[place] = text);
    }

    /// Takes another definition.
    pub fn choose(self, which: usize, word: String) {
        self.remember(None);
        self.change(|said| said.choices[which] = word);
    }

    /// Takes a set to start from; the targets and the definitions are its own too.
    pub fn take_preset(self, preset: &StreamPreset) {
        self.remember(None);
        self.change(|said| *said = Said::of(preset));
        // It may be what stands already, while a file is shown.
        self.draw();
    }

    /// Goes back to what was said before the last change, or forward again.
    pub fn travel(self, back: bool) {
        let now = self.said.get_untracked();
        let there = self.history.try_update_value(|history| history.travel(back, now)).flatten();
        if let Some(there) = there {
            self.change(|said| *said = there);
        }
        self.show_reach();
    }

    fn remember(self, place: Option<usize>) {
        self.history.update_value(|history| history.remember(place, || self.said.get_untracked()));
        self.show_reach();
    }

    fn show_reach(self) {
        let now = self.history.with_value(History::reach);
        for (signal, now) in self.reach.into_iter().zip(now) {
            signal.set(now);
        }
    }

    /// Whether there is something to undo (`back`) or to do again, as an attribute's value.
    pub fn is_out_of_reach(self, back: bool) -> Signal<String> {
        let reach = self.reach[usize::from(!back)];
        Signal::derive(move || String::from(if reach.get() { "false" } else { "true" }))
    }

    /// Changes what was said, keeps it for a reload, and has it drawn or judged.
    fn change(self, change: impl FnOnce(&mut Said)) {
        let before = self.said.get_untracked();
        self.said.update(change);
        let now = self.said.get_untracked();
        draft::keep_as(KEPT, &now.kept());
        if now.draws_like(&before) { self.judge() } else { self.draw() }
    }

    /// Draws what the fields say, where all of them can be read.
    fn draw(self) {
        let said = self.said.get_untracked();
        if let Some(numbers) = said.numbers(self.decimal) {
            self.give_up();
            self.ask(Ask::Judge(said.judged(&numbers)));
            self.ask(Ask::Draw(said.drawn(&numbers)));
        }
    }

    /// Judges what is held by what the fields say.
    fn judge(self) {
        let said = self.said.get_untracked();
        if let Some(numbers) = said.numbers(self.decimal) {
            let fresh = self.worker.with_value(Option::is_none);
            self.ask(Ask::Judge(said.judged(&numbers)));
            if fresh {
                self.ask(Ask::Draw(said.drawn(&numbers)));
            }
        }
    }

    /// Begins a file: what was being read is given up.
    pub fn begin(self) -> u32 {
        if self.worker.with_value(Option::is_none) {
            // What stands on the page stands for the worker too, should the file be refused or given up.
            self.draw();
        }
        let run = self.way.clear();
        self.ask(Ask::Open);
        self.reading.set_value(Reading::Underway);
        self.busy.set("Reading …".into());
        run
    }

    fn rest(self) {
        self.reading.set_value(Reading::None);
        self.busy.set(String::new());
    }

    /// Gives up the file that is being read; the last result stands.
    pub fn give_up(self) {
        self.way.clear();
        self.rest();
        if self.worker.with_value(Option::is_some) {
            self.ask(Ask::Cancel);
        }
    }

    /// Asks the worker, which is loaded when it is first wanted.
    pub fn ask(self, ask: Ask) {
        let spawned = || worker::spawned(&program::apart("worker_loader.js"), move |tell| self.hear(tell));
        self.worker.update_value(|bridge| {
            bridge.get_or_insert_with(spawned).send(ask);
        });
    }

    fn hear(self, tell: Tell) {
        match tell {
            Tell::Progress { requests, .. } => {
                self.way.taken();
                // What was given up has nothing more to tell.
                if self.reading.get_value() == Reading::Underway {
                    let words = quantity::Unit::Count.show(requests as f64);
                    self.busy.set(["Reading: ", &words, " requests so far."].concat());
                }
            }
            Tell::Shown(shown, notes) => {
                self.notes.set(notes);
                self.shown.set(Arc::new(*shown));
                // Before the file is whole it is what was held before, judged anew.
                if self.reading.get_value() != Reading::Underway {
                    self.rest();
                }
            }
            Tell::Refused(notes) => {
                self.rest();
                self.notes.set(notes);
            }
        }
    }
}

impl Intake for Desk {
    fn way(self) -> Way {
        self.way
    }

    fn send(self, slice: Vec<u8>) {
        self.ask(Ask::Slice(slice));
    }

    fn close(self) {
        self.reading.set_value(Reading::Closing);
        self.ask(Ask::Close);
    }
}

/// The name under which the fields are kept.
const KEPT: &str = "headroom.streams";
