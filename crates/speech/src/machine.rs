//! Reading aloud as a state machine, which asks a voice for one sentence after another and believes none of its events.
//!
//! Browsers drop what is spoken right behind a cancel, stop in the middle without a word, give their voices late or
//! never, and tell of an utterance that was cancelled long ago. So each state in which something is awaited has a time at
//! which it is no longer awaited, and each utterance a number of its own.

use crate::state::{Reason, State};
use crate::voice::{Rate, Voice, choose};
use crate::{sentences, spoken};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Milliseconds on the caller's clock.
pub type Millis = u64;

/// How long the browser may take to list its voices; then its own default is tried. Some Linux builds never list any.
const VOICES_WITHIN: Millis = 3_000;

/// What Chrome needs between a cancel and the next sentence, lest it drop it.
const GAP: Millis = 50;

/// How long a voice may take to begin. Asked a second time, it gets longer: it may be waking up.
const START_WITHIN: [Millis; 2] = [500, 2_000];

/// A voice on a server takes this many times as long to begin.
const SERVER: Millis = 4;

/// After so many sentences in a row that were not heard, reading stops and says so.
const UNHEARD: u8 = 2;

/// What happens to the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Read these blocks of text from the beginning.
    Play(Vec<String>),
    /// Fall silent and remember the sentence.
    Pause,
    /// Say the remembered sentence again and go on.
    Resume,
    /// Fall silent and forget the text.
    Stop,
    /// On to the next sentence; behind the last one is the end.
    Next,
    /// Back to the sentence before, or to the beginning of the first.
    Previous,
    /// The browser's list of voices, as often as it changes.
    Voices(Vec<Voice>),
    /// The reader chose a voice by its id, or none; heard from the next sentence on.
    Chosen(Option<String>),
    /// The reader chose a rate; heard from the next sentence on.
    Paced(Rate),
    /// The browser says that an utterance began.
    Started(u32),
    /// The browser says that an utterance ended.
    Ended(u32),
    /// The browser says that an utterance failed.
    Errored(u32),
    /// Time has passed; due at [`Machine::deadline`].
    Tick,
    /// The page was hidden, left, or what is read was closed.
    Hidden,
}

/// What the browser is told to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Speak an utterance.
    Speak {
        /// Its number, by which its events are told apart from those of others.
        id: u32,
        /// What to say.
        text: String,
        /// The id of the voice; without one the browser's own choice for the page's language.
        voice: Option<String>,
        /// How fast.
        rate: Rate,
    },
    /// Silence the one utterance that was asked for last.
    Cancel,
}

/// What the machine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Idle,
    Paused,
    Unavailable(Reason),
    /// The list of voices.
    Voices {
        until: Millis,
    },
    /// The moment from which a sentence may be asked for.
    Gap {
        until: Millis,
    },
    /// The beginning of an utterance.
    Start {
        until: Millis,
    },
    /// Its end.
    End {
        until: Millis,
    },
}

/// A sentence of the text.
#[derive(Clone, Debug)]
struct Place {
    block: usize,
    sentence: usize,
    range: Range<usize>,
}

/// Reads a text aloud with a browser's voice, but holds neither browser nor clock: events and the time go in, commands
/// come out.
///
/// ```
/// use speech::{Command, Event, Machine, State, label};
/// let mut machine = Machine::new(true, "en-GB");
/// assert_eq!(machine.hear(Event::Play(vec!["One. Two.".into()]), 0), []);
/// assert_eq!(machine.state(), State::Waiting);
/// let voices = vec![speech::Voice { id: "kate".into(), name: "Kate".into(), language: "en-GB".into(), local: true }];
/// let commands = machine.hear(Event::Voices(voices), 40);
/// assert!(matches!(&commands[..], [Command::Speak { id: 1, text, .. }] if text == "One."));
/// machine.hear(Event::Started(1), 60);
/// machine.hear(Event::Ended(1), 900);
/// assert_eq!(machine.state(), State::Speaking { block: 0, sentence: 1 });
/// assert_eq!(label(&machine.state()), "Pause");
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    language: &'static str,
    voices: Vec<Voice>,
    chosen: Option<String>,
    rate: Rate,
    /// Whether the voices were waited for in vain.
    waited: bool,

    blocks: Vec<String>,
    places: Vec<Place>,
    at: usize,
    /// Whether the sentence was asked for before and not heard.
    again: bool,
    /// Sentences in a row that were not heard.
    unheard: u8,

    phase: Phase,
    /// The number of the last utterance.
    id: u32,
    /// From when a sentence may be asked for.
    free: Millis,
}

impl Machine {
    /// A machine for a page in `language`; without a `synthesiser` it only says so.
    #[must_use]
    pub const fn new(synthesiser: bool, language: &'static str) -> Self {
        let phase = if synthesiser { Phase::Idle } else { Phase::Unavailable(Reason::NoSynthesiser) };
        Self {
            language,
            voices: Vec::new(),
            chosen: None,
            rate: Rate::NORMAL,
            waited: false,
            blocks: Vec::new(),
            places: Vec::new(),
            at: 0,
            again: false,
            unheard: 0,
            phase,
            id: 0,
            free: 0,
        }
    }

    /// What people see.
    #[must_use]
    pub fn state(&self) -> State {
        let (block, sentence) =
            self.places.get(self.at).map_or((0, 0), |place| (place.block, place.sentence));
        match self.phase {
            Phase::Idle => State::Idle,
            Phase::Voices { .. } => State::Waiting,
            Phase::Gap { .. } | Phase::Start { .. } | Phase::End { .. } => {
                State::Speaking { block, sentence }
            }
            Phase::Paused => State::Paused { block, sentence },
            Phase::Unavailable(reason) => State::Unavailable(reason),
        }
    }

    /// When it wants to hear a [`Event::Tick`], if nothing else comes before. Never `None` while it reads or waits.
    #[must_use]
    pub const fn deadline(&self) -> Option<Millis> {
        match self.phase {
            Phase::Voices { until }
            | Phase::Gap { until }
            | Phase::Start { until }
            | Phase::End { until } => Some(until),
            Phase::Idle | Phase::Paused | Phase::Unavailable(_) => None,
        }
    }

    /// The voice that the next sentence is read with; `None` for the browser's own choice.
    #[must_use]
    pub fn voice(&self) -> Option<&Voice> {
        choose(&self.voices, self.chosen.as_deref(), self.language)
    }

    /// Takes in what happened, and says what to do about it, in this order.
    #[must_use]
    pub fn hear(&mut self, event: Event, now: Millis) -> Vec<Command> {
        let mut commands = Vec::new();
        match event {
            Event::Play(blocks) => self.play(blocks, now, &mut commands),
            Event::Pause if self.deadline().is_some() => {
                self.silence(now, &mut commands);
                self.phase = Phase::Paused;
            }
            Event::Resume if self.phase == Phase::Paused => self.begin(now, &mut commands),
            Event::Stop | Event::Hidden => self.stop(now, &mut commands),
            Event::Next => self.go(self.at + 1, now, &mut commands),
            Event::Previous => self.go(self.at.saturating_sub(1), now, &mut commands),
            Event::Voices(voices) => self.list(voices, now, &mut commands),
            Event::Chosen(voice) => self.choose(voice),
            Event::Paced(rate) => self.rate = rate,
            Event::Started(id) => self.started(id, now),
            Event::Ended(id) if self.is_asked(id) => self.advance(true, now, &mut commands),
            Event::Errored(id) if self.is_asked(id) => self.fail(now, &mut commands),
            Event::Tick if self.deadline().is_some_and(|deadline| deadline <= now) => {
                self.expire(now, &mut commands);
            }
            _ => {}
        }
        commands
    }

    fn play(&mut self, blocks: Vec<String>, now: Millis, commands: &mut Vec<Command>) {
        if self.phase == Phase::Unavailable(Reason::NoSynthesiser) {
            return;
        }
        self.stop(now, commands);
        self.places = places(&blocks);
        self.blocks = blocks;
        self.at = 0;
        if self.places.is_empty() {
            self.phase = Phase::Idle;
        } else {
            self.begin(now, commands);
        }
    }

    fn stop(&mut self, now: Millis, commands: &mut Vec<Command>) {
        self.silence(now, commands);
        self.unheard = 0;
        if !matches!(self.phase, Phase::Unavailable(_)) {
            self.phase = Phase::Idle;
        }
    }

    /// Cancels the utterance that is under way, if there is one: all tabs share one synthesiser, and another's voice must
    /// not be cut off.
    fn silence(&mut self, now: Millis, commands: &mut Vec<Command>) {
        if matches!(self.phase, Phase::Start { .. } | Phase::End { .. }) {
            commands.push(Command::Cancel);
            self.free = now.saturating_add(GAP);
        }
    }

    /// Reads the sentence at which it stands, for the first time.
    fn begin(&mut self, now: Millis, commands: &mut Vec<Command>) {
        self.again = false;
        if self.voices.is_empty() && !self.waited {
            self.phase = Phase::Voices { until: now.saturating_add(VOICES_WITHIN) };
        } else {
            self.ask(now, commands);
        }
    }

    /// Asks for the sentence at which it stands, as soon as that may be done.
    fn ask(&mut self, now: Millis, commands: &mut Vec<Command>) {
        if now < self.free {
            self.phase = Phase::Gap { until: self.free };
            return;
        }
        let voice = self.voice();
        let patience = voice.map_or(1, |voice| if voice.local { 1 } else { SERVER });
        let voice = voice.map(|voice| voice.id.clone());
        self.id = self.id.wrapping_add(1);
        self.phase =
            Phase::Start { until: now.saturating_add(START_WITHIN[usize::from(self.again)] * patience) };
        commands.push(Command::Speak { id: self.id, text: self.words(), voice, rate: self.rate });
    }

    fn words(&self) -> String {
        let place = self.places.get(self.at);
        let text = place.and_then(|place| self.blocks.get(place.block)?.get(place.range.clone()));
        spoken(text.unwrap_or(""))
    }

    fn is_asked(&self, id: u32) -> bool {
        id == self.id && matches!(self.phase, Phase::Start { .. } | Phase::End { .. })
    }

    fn started(&mut self, id: u32, now: Millis) {
        if self.is_asked(id) && matches!(self.phase, Phase::Start { .. }) {
            self.phase = Phase::End { until: now.saturating_add(longest(&self.words(), self.rate)) };
        }
    }

    /// Nothing came in time.
    fn expire(&mut self, now: Millis, commands: &mut Vec<Command>) {
        self.silence(now, commands);
        match self.phase {
            Phase::Voices { .. } => {
                self.waited = true;
                self.ask(now, commands);
            }
            Phase::Gap { .. } => self.ask(now, commands),
            Phase::Start { .. } => self.fail(now, commands),
            // It was heard, as far as anybody knows, and its end was lost.
            Phase::End { .. } => self.advance(true, now, commands),
            Phase::Idle | Phase::Paused | Phase::Unavailable(_) => {}
        }
    }

    /// The sentence was not heard, or not to its end: once more, then on.
    fn fail(&mut self, now: Millis, commands: &mut Vec<Command>) {
        if self.again {
            self.advance(false, now, commands);
        } else {
            self.again = true;
            self.ask(now, commands);
        }
    }

    /// On to the next sentence, of itself.
    fn advance(&mut self, heard: bool, now: Millis, commands: &mut Vec<Command>) {
        self.unheard = if heard { 0 } else { self.unheard + 1 };
        let is_last = self.at + 1 >= self.places.len();
        if self.unheard >= UNHEARD || is_last && self.unheard > 0 {
            let reason = if self.voices.is_empty() { Reason::NoVoices } else { Reason::NoAnswer };
            self.phase = Phase::Unavailable(reason);
        } else if is_last {
            self.phase = Phase::Idle;
        } else {
            self.at += 1;
            self.begin(now, commands);
        }
    }

    /// To another sentence, because the reader asked.
    fn go(&mut self, to: usize, now: Millis, commands: &mut Vec<Command>) {
        match self.phase {
            Phase::Voices { .. } | Phase::Paused => self.at = to.min(self.places.len().saturating_sub(1)),
            Phase::Gap { .. } | Phase::Start { .. } | Phase::End { .. } if to >= self.places.len() => {
                self.stop(now, commands);
            }
            Phase::Gap { .. } | Phase::Start { .. } | Phase::End { .. } => {
                self.silence(now, commands);
                self.at = to;
                self.begin(now, commands);
            }
            Phase::Idle | Phase::Unavailable(_) => {}
        }
    }

    fn choose(&mut self, voice: Option<String>) {
        self.chosen = voice;
        if self.phase == Phase::Unavailable(Reason::NoAnswer) {
            self.phase = Phase::Idle;
        }
    }

    fn list(&mut self, voices: Vec<Voice>, now: Millis, commands: &mut Vec<Command>) {
        self.voices = voices;
        if self.voices.is_empty() {
            return;
        }
        match self.phase {
            Phase::Voices { .. } => self.ask(now, commands),
            Phase::Unavailable(Reason::NoVoices) => self.phase = Phase::Idle,
            _ => {}
        }
    }
}

/// The sentences of all blocks, without those in which there is nothing to say.
fn places(blocks: &[String]) -> Vec<Place> {
    let mut places = Vec::new();
    for (block, text) in blocks.iter().enumerate() {
        for (sentence, range) in sentences(text).into_iter().enumerate() {
            let said = spoken(text.get(range.clone()).unwrap_or(""));
            if said.contains(|c: char| c.is_ascii_alphanumeric() || !c.is_ascii()) {
                places.push(Place { block, sentence, range });
            }
        }
    }
    places
}

/// The longest that a voice may take for `words`: a slow one says ten letters a second, and a digit is a word.
///
/// A rate above normal shortens nothing, since some voices take no notice of it.
fn longest(words: &str, rate: Rate) -> Millis {
    let letters: Millis = words.chars().map(|c| if c.is_ascii_digit() { 8 } else { 1 }).sum();
    2_000 + letters * 100 * 100 / Millis::from(rate.in_percent().min(100))
}
