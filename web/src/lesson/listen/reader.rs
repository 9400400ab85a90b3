//! What is read, and by which events: the machine of [`speech`], bound to the browser.

use super::bar::Bar;
use super::mark::Mark;
use super::passage::Passage;
use super::synthesiser::Synthesiser;
use super::{Offer, choice};
use js_sys::Function;
use leptos::prelude::*;
use speech::{Event, Machine, Millis, State, label};
use std::cell::{Cell, OnceCell, RefCell};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

/// Reads one passage of the page at a time.
pub(super) struct Reader {
    machine: RefCell<Machine>,
    synthesiser: Option<Synthesiser>,
    offers: &'static [Offer],
    /// Which offer was taken up last, and its text.
    read: RefCell<(usize, Passage)>,
    bar: Bar,
    mark: RefCell<Mark>,
    timer: Cell<Option<i32>>,
    /// Called with what the synthesiser tells, and with nothing when the time is up.
    hearing: OnceCell<Function>,
}

impl Reader {
    /// A reader who reads nothing yet, with the voice and the rate of the last time. It lasts as long as the page.
    pub(super) fn of(offers: &'static [Offer]) -> Option<&'static Self> {
        let synthesiser = Synthesiser::of_window();
        let reader: &Self = Box::leak(Box::new(Self {
            machine: RefCell::new(Machine::new(synthesiser.is_some(), LANGUAGE)),
            synthesiser,
            offers,
            read: RefCell::default(),
            bar: Bar::new(choice::rate())?,
            mark: RefCell::new(Mark::new()),
            timer: Cell::default(),
            hearing: OnceCell::new(),
        }));
        // Some synthesisers tell of what happens while they are asked, so it may be called from within.
        let hearing = Closure::<dyn Fn(JsValue)>::new(move |told| reader.hear(&told));
        let hearing = reader.hearing.get_or_init(|| hearing.into_js_value().unchecked_into());
        let _ = window().add_event_listener_with_callback("pagehide", hearing);
        reader.happen(Event::Paced(choice::rate()));
        reader.happen(Event::Chosen(choice::voice()));
        if let Some(synthesiser) = &reader.synthesiser {
            synthesiser.tell_of_voices(hearing);
            reader.list();
        }
        Some(reader)
    }

    /// The button of an offer was pressed.
    pub(super) fn press(&self, place: usize) {
        if self.read.borrow().0 == place && self.is_reading() {
            self.command("play");
        } else {
            self.play(place);
        }
    }

    /// A button of the bar was pressed.
    pub(super) fn command(&self, word: &str) {
        match word {
            "previous" => self.happen(Event::Previous),
            "next" => self.happen(Event::Next),
            "stop" => self.happen(Event::Stop),
            _ if !self.is_reading() => {
                let place = self.read.borrow().0;
                self.play(place);
            }
            _ if matches!(self.state(), State::Paused { .. }) => self.happen(Event::Resume),
            _ => self.happen(Event::Pause),
        }
    }

    /// Another voice or rate was chosen.
    pub(super) fn choose(&self, what: &str, value: String) {
        choice::keep(what, &value);
        if what == "rate" {
            self.happen(Event::Paced(choice::read_rate(&value)));
        } else {
            self.happen(Event::Chosen(Some(value).filter(|value| !value.is_empty())));
        }
    }

    /// What is read went out of sight.
    pub(super) fn hide(&self) {
        self.happen(Event::Hidden);
    }

    /// Whether what is read now stands inside `details`.
    pub(super) fn reads_in(&self, details: &Element) -> bool {
        let (block, _) = self.place().unwrap_or_default();
        let read = self.read.borrow();
        read.1.blocks.get(block).is_some_and(|block| details.contains(Some(&block.element)))
    }

    fn play(&self, place: usize) {
        let Some(offer) = self.offers.get(place) else { return };
        let passage = Passage::of(&offer.root);
        let texts = passage.blocks.iter().map(|block| block.text.clone()).collect();
        self.mark.borrow_mut().clear();
        self.read.replace((place, passage));
        self.bar.stand_behind(&offer.button, &offer.title);
        self.happen(Event::Play(texts));
    }

    /// Something was told, or the time is up.
    fn hear(&self, told: &JsValue) {
        if told.is_undefined() {
            // Not every browser says when it has listed its voices.
            if self.state() == State::Waiting {
                self.list();
            }
            return self.happen(Event::Tick);
        }
        let event = told.unchecked_ref::<web_sys::Event>();
        match event.type_().as_str() {
            "pagehide" => self.hide(),
            "voiceschanged" => self.list(),
            kind => {
                let id = self.synthesiser.as_ref().and_then(|synthesiser| synthesiser.asked(event));
                if let Some(id) = id {
                    self.happen(match kind {
                        "start" => Event::Started(id),
                        "end" => Event::Ended(id),
                        _ => Event::Errored(id),
                    });
                }
            }
        }
    }

    fn list(&self) {
        if let Some(synthesiser) = &self.synthesiser {
            let voices = synthesiser.voices();
            self.bar.list(&voices);
            self.happen(Event::Voices(voices));
        }
    }

    /// Tells the machine, does what it says, and shows how things stand then.
    fn happen(&self, event: Event) {
        let closes = matches!(event, Event::Stop | Event::Hidden);
        let plays = matches!(event, Event::Play(_));
        let ends = closes || matches!(event, Event::Ended(_) | Event::Next | Event::Tick);
        let commands = self.machine.borrow_mut().hear(event, now());
        if let Some((synthesiser, hearing)) = self.synthesiser.as_ref().zip(self.hearing.get()) {
            for command in commands {
                synthesiser.obey(command, LANGUAGE, hearing);
            }
        }
        let is_open = self.bar.is_open();
        self.show(match self.state() {
            // After another voice was chosen, people may want to try it.
            State::Idle => is_open && !ends && !plays,
            State::Unavailable(_) => (is_open || plays) && !closes,
            _ => true,
        });
        self.wait();
    }

    fn show(&self, is_open: bool) {
        let state = self.state();
        let read = self.read.borrow();
        for (place, offer) in self.offers.iter().enumerate() {
            let is_read = place == read.0 && self.is_reading();
            offer.show(label(if is_read { &state } else { &State::Idle }), is_read);
        }
        match self.place().and_then(|(block, sentence)| Some((read.1.blocks.get(block)?, sentence))) {
            Some((block, sentence)) => self.mark.borrow_mut().set(block, sentence),
            None => self.mark.borrow_mut().clear(),
        }
        self.bar.show(&state, self.machine.borrow().voice());
        if let Some(offer) = self.offers.get(read.0) {
            self.bar.open(is_open, &offer.button);
        }
    }

    /// Sets the one timer to when the machine wants to be asked again.
    fn wait(&self) {
        if let Some(timer) = self.timer.take() {
            window().clear_timeout_with_handle(timer);
        }
        let deadline = self.machine.borrow().deadline();
        self.timer.set(deadline.zip(self.hearing.get()).and_then(|(deadline, hearing)| {
            let left = i32::try_from(deadline.saturating_sub(now())).unwrap_or(i32::MAX);
            window().set_timeout_with_callback_and_timeout_and_arguments_0(hearing, left).ok()
        }));
    }

    fn state(&self) -> State {
        self.machine.borrow().state()
    }

    fn is_reading(&self) -> bool {
        !matches!(self.state(), State::Idle | State::Unavailable(_))
    }

    /// The block and the sentence at which reading stands.
    fn place(&self) -> Option<(usize, usize)> {
        match self.state() {
            State::Speaking { block, sentence } | State::Paused { block, sentence } => {
                Some((block, sentence))
            }
            _ => None,
        }
    }
}

/// The pages' language.
const LANGUAGE: &str = "en-GB";

/// Milliseconds since the page was opened, on a clock that nobody sets.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole milliseconds; never below 0, and a page is not open for as long as they would need to overflow"
)]
fn now() -> Millis {
    window().performance().map_or(0, |clock| clock.now() as Millis)
}
