//! What the page holds: what was set, what is shown for it, and the worker that reads files.

use crate::controls::Gesture;
use crate::state::decimal_of_reader;
use gloo_worker::{Spawnable, WorkerBridge};
use leptos::prelude::*;
use present::{DRAWN, JUDGED, StreamField, StreamsAnswer, StreamsShown};
use quantity::Decimal;
use std::sync::Arc;
use worker::{Ask, Draw, Judge, Tell};

/// The state of the page.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What is shown.
    pub shown: RwSignal<Arc<StreamsShown>>,
    /// What to know about the file that it is of.
    pub notes: RwSignal<Vec<String>>,
    /// What the worker is doing, in words; empty while it rests.
    pub busy: RwSignal<String>,
    /// What stands in each field, those of what is drawn first.
    texts: [RwSignal<String>; FIELDS],
    /// Which definition of ITL, and which of a quantile.
    pub choices: [RwSignal<String>; 2],
    /// The file whose slices are on their way; a new one leaves the old one's unread.
    run: StoredValue<u32>,
    decimal: Decimal,
    worker: StoredValue<Option<WorkerBridge<worker::Desk>>, LocalStorage>,
}

/// How many fields there are.
const FIELDS: usize = DRAWN.len() + JUDGED.len();

/// A field by its place.
pub fn field(place: usize) -> &'static StreamField {
    let judged = place.checked_sub(DRAWN.len()).and_then(|place| JUDGED.get(place));
    DRAWN.get(place).or(judged).unwrap_or(&DRAWN[0])
}

impl Desk {
    /// The page as it opens: the worked example.
    pub fn open() -> Self {
        let judge = Judge { itl: 2, ..judge(&|place| field(place).start) };
        let streams = drawn(&|place| field(place).start).synthetic().streams();
        let answer = StreamsAnswer::of(&streams, &judge.terms(), Vec::new());
        Self {
            shown: RwSignal::new(Arc::new(answer.shown())),
            notes: RwSignal::new(Vec::new()),
            busy: RwSignal::new(String::new()),
            texts: std::array::from_fn(|place| RwSignal::new(field(place).starting_text())),
            choices: [RwSignal::new("2".into()), RwSignal::new("linear".into())],
            run: StoredValue::new(0),
            decimal: if cfg!(feature = "csr") { decimal_of_reader() } else { Decimal::Point },
            worker: StoredValue::new_local(None),
        }
    }

    /// What stands in a field.
    pub fn text(self, place: usize) -> Signal<String> {
        self.texts[place].into()
    }

    /// What is wrong with it; empty where nothing is.
    pub fn problem(self, place: usize) -> Signal<String> {
        let text = self.texts[place];
        Signal::derive(move || field(place).read(&text.read(), self.decimal).err().unwrap_or_default())
    }

    /// Takes what the reader did in a field.
    pub fn take(self, place: usize, gesture: &Gesture) {
        let now = self.texts[place].get_untracked();
        let next = match gesture {
            Gesture::Entered(text) => text.clone(),
            Gesture::Stepped(steps) => field(place).stepped(&now, self.decimal, *steps),
            _ => return,
        };
        self.texts[place].set(next);
        if place < DRAWN.len() { self.draw() } else { self.judge() }
    }

    /// Takes another definition.
    pub fn choose(self, which: usize, word: String) {
        self.choices[which].set(word);
        self.judge();
    }

    /// Back to the worked example.
    pub fn reset(self) {
        for (place, text) in self.texts.into_iter().enumerate() {
            text.set(field(place).starting_text());
        }
        self.choices[0].set("2".into());
        self.choices[1].set("linear".into());
        self.judge();
        self.draw();
    }

    /// Draws what the fields say, where all of them can be read.
    fn draw(self) {
        if let Some(numbers) = self.numbers() {
            self.give_up();
            self.ask(Ask::Judge(self.judged(&numbers)));
            self.ask(Ask::Draw(drawn(&|place| numbers[place])));
        }
    }

    /// Judges what is held by what the fields say.
    fn judge(self) {
        if let Some(numbers) = self.numbers() {
            let fresh = self.worker.with_value(Option::is_none);
            self.ask(Ask::Judge(self.judged(&numbers)));
            if fresh {
                self.ask(Ask::Draw(drawn(&|place| numbers[place])));
            }
        }
    }

    fn judged(self, numbers: &[Option<f64>; FIELDS]) -> Judge {
        let itl = self.choices[0].with_untracked(|word| word.parse().unwrap_or(2));
        let nearest_rank = self.choices[1].with_untracked(|word| word == "nearest");
        Judge { itl, nearest_rank, ..judge(&|place| numbers[place]) }
    }

    /// The number of each field; nothing where one cannot be read.
    fn numbers(self) -> Option<[Option<f64>; FIELDS]> {
        let mut numbers = [None; FIELDS];
        for (place, number) in numbers.iter_mut().enumerate() {
            let text = self.texts[place].read_untracked();
            // An emptied target is off; an emptied field of what is drawn is the example's.
            let off = place >= DRAWN.len() && text.trim().is_empty();
            *number = if off { None } else { field(place).read(&text, self.decimal).ok()? };
        }
        Some(numbers)
    }

    /// Begins a file: what was being read is given up.
    pub fn begin(self) -> u32 {
        self.run.update_value(|run| *run += 1);
        if self.worker.with_value(Option::is_none)
            && let Some(numbers) = self.numbers()
        {
            self.ask(Ask::Judge(self.judged(&numbers)));
        }
        self.ask(Ask::Open);
        self.busy.set("Reading …".into());
        self.run.get_value()
    }

    /// Whether `run` is still wanted.
    pub fn wants(self, run: u32) -> bool {
        self.run.try_get_value() == Some(run)
    }

    /// Gives up the file that is being read; the last result stands.
    pub fn give_up(self) {
        self.run.update_value(|run| *run += 1);
        self.busy.set(String::new());
        if self.worker.with_value(Option::is_some) {
            self.ask(Ask::Cancel);
        }
    }

    /// Asks the worker, which is loaded when it is first wanted.
    pub fn ask(self, ask: Ask) {
        self.worker.update_value(|worker| {
            worker.get_or_insert_with(|| self.spawned()).send(ask);
        });
    }

    fn spawned(self) -> WorkerBridge<worker::Desk> {
        let folder = document().document_element().and_then(|html| html.get_attribute("data-worker"));
        let way = folder.unwrap_or_default() + "worker_loader.js";
        // Absolute: the browser would resolve it against the script that asks.
        let base = document().base_uri().ok().flatten().unwrap_or_default();
        let address = web_sys::Url::new_with_base(&way, &base).map(|url| url.href()).unwrap_or(way);
        worker::Desk::spawner()
            .callback(move |tell| self.hear(tell))
            .with_loader(true)
            .as_module(true)
            .spawn(&address)
    }

    fn hear(self, tell: Tell) {
        match tell {
            Tell::Progress { requests, .. } => {
                let words = quantity::Unit::Count.show(requests as f64);
                self.busy.set(["Reading: ", &words, " requests so far."].concat());
            }
            Tell::Shown(shown, notes) => {
                self.busy.set(String::new());
                self.notes.set(notes);
                self.shown.set(Arc::new(*shown));
            }
            Tell::Refused(notes) => {
                self.busy.set(String::new());
                self.notes.set(notes);
            }
        }
    }
}

/// What to draw, by the numbers of the first fields.
fn drawn(number: &dyn Fn(usize) -> Option<f64>) -> Draw {
    let of = |place: usize| number(place).or(field(place).start).unwrap_or_default();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole numbers from 0 on, which the field has checked"
    )]
    Draw { seed: of(0) as u64, count: of(1) as u32, spikes: of(2), stalls: of(3), stall: of(4) }
}

/// The targets, by the numbers of the others.
fn judge(number: &dyn Fn(usize) -> Option<f64>) -> Judge {
    let of = |place: usize| number(DRAWN.len() + place);
    Judge { ttft: of(0), tpot: of(1), longest_gap: of(2), e2e: of(3), ..Judge::default() }
}
