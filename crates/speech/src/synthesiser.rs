//! A synthesiser that follows a script, with the faults of real ones, and a stage on which the machine meets it.

use crate::{Command, Event, Machine, Millis, State, Voice};
use alloc::string::String;
use alloc::vec::Vec;

/// What becomes of one utterance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// It is spoken, and told of.
    Speaks,
    /// Nothing is heard, and nothing told.
    Keeps,
    /// It is spoken; its end is not told.
    Forgets,
    /// It begins, and falls silent after 15 seconds without a word, as Chrome's remote voices do.
    Stops,
    /// It begins, and fails in the middle.
    Breaks,
}

/// What is told of an utterance that was cancelled, a little later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aftermath {
    Nothing,
    Ended,
    Errored,
}

/// The fake.
pub(crate) struct Synthesiser {
    /// What becomes of the utterances, in order; behind the last one all are spoken.
    pub(crate) script: Vec<Act>,
    pub(crate) aftermath: Aftermath,
    /// What it was asked to say, when, and with which voice.
    pub(crate) asked: Vec<(Millis, String, Option<String>)>,
    /// What was said to the end.
    pub(crate) said: Vec<String>,
    /// When it was cancelled.
    pub(crate) cancels: Vec<Millis>,
    /// The utterance under way, with what is said at its end.
    under_way: Option<(u32, Option<(Millis, String)>)>,
    /// What it will tell.
    tells: Vec<(Millis, Event)>,
}

impl Synthesiser {
    fn obey(&mut self, command: Command, now: Millis) {
        match command {
            Command::Speak { id, text, voice, rate } => {
                assert!(self.under_way.is_none(), "two at once: {text}");
                self.asked.push((now, text.clone(), voice));
                // Chrome drops what comes right behind a cancel.
                let dropped = self.cancels.last().is_some_and(|cancel| now < cancel + 50);
                let act = self.script.get(self.asked.len() - 1).copied().unwrap_or(Act::Speaks);
                // Some voices take no notice of a rate above their own.
                let rate = Millis::from(rate.in_percent().min(100));
                let length = text.len() as Millis * 65 * 100 / rate;
                self.speak(id, text, now + 20, length, if dropped { Act::Keeps } else { act });
            }
            Command::Cancel => {
                let (id, end) = self.under_way.take().expect("a cancel of what was asked");
                self.said.extend(end.filter(|(end, _)| *end <= now).map(|(_, text)| text));
                self.cancels.push(now);
                self.tells.clear();
                match self.aftermath {
                    Aftermath::Nothing => {}
                    Aftermath::Ended => self.tells.push((now + 90, Event::Ended(id))),
                    Aftermath::Errored => self.tells.push((now + 5, Event::Errored(id))),
                }
            }
        }
    }

    fn speak(&mut self, id: u32, text: String, begin: Millis, length: Millis, act: Act) {
        let end = begin + length;
        if act != Act::Keeps {
            self.tells.push((begin, Event::Started(id)));
        }
        let stops = act == Act::Stops && length > 15_000;
        match act {
            Act::Speaks | Act::Stops if !stops => self.tells.push((end, Event::Ended(id))),
            Act::Breaks => self.tells.push((begin + length / 2, Event::Errored(id))),
            _ => {}
        }
        let heard = matches!(act, Act::Speaks | Act::Forgets) || act == Act::Stops && !stops;
        self.under_way = Some((id, heard.then_some((end, text))));
    }

    /// The next thing that it tells, if it does so until `time`.
    fn tell(&mut self, time: Millis) -> Option<(Millis, Event)> {
        let next = (0..self.tells.len()).min_by_key(|place| self.tells[*place].0)?;
        (self.tells[next].0 <= time).then(|| self.tells.remove(next))
    }

    fn told(&mut self, event: &Event) {
        if let Event::Ended(id) | Event::Errored(id) = event
            && self.under_way.as_ref().is_some_and(|(under_way, _)| under_way == id)
        {
            let (_, end) = self.under_way.take().expect("it is under way");
            self.said.extend(end.map(|(_, text)| text));
        }
    }
}

/// A machine, a synthesiser and a clock.
pub(crate) struct Stage {
    pub(crate) machine: Machine,
    pub(crate) synthesiser: Synthesiser,
    pub(crate) now: Millis,
}

impl Stage {
    /// With a voice from the beginning.
    pub(crate) fn new(script: &[Act]) -> Self {
        let mut stage = Self::without_voices(script);
        stage.send(Event::Voices([kate()].into()));
        stage
    }

    /// Without any.
    pub(crate) fn without_voices(script: &[Act]) -> Self {
        let synthesiser = Synthesiser {
            script: script.into(),
            aftermath: Aftermath::Nothing,
            asked: Vec::new(),
            said: Vec::new(),
            cancels: Vec::new(),
            under_way: None,
            tells: Vec::new(),
        };
        Self { machine: Machine::new(true, "en-GB"), synthesiser, now: 0 }
    }

    pub(crate) fn send(&mut self, event: Event) {
        self.synthesiser.told(&event);
        for command in self.machine.hear(event, self.now) {
            self.synthesiser.obey(command, self.now);
        }
    }

    pub(crate) fn play(&mut self, blocks: &[&str]) {
        self.send(Event::Play(blocks.iter().map(|text| String::from(*text)).collect()));
    }

    /// Lets so much time pass.
    pub(crate) fn pass(&mut self, time: Millis) {
        let until = self.now + time;
        loop {
            let due = self.machine.deadline().filter(|deadline| *deadline <= until);
            if let Some((at, event)) = self.synthesiser.tell(due.unwrap_or(until)) {
                self.now = at;
                self.send(event);
            } else if let Some(due) = due {
                self.now = due;
                self.send(Event::Tick);
            } else {
                break;
            }
        }
        self.now = until;
    }

    /// Lets time pass until nothing is read any more, and says how much it was.
    pub(crate) fn finish(&mut self) -> Millis {
        let from = self.now;
        while self.machine.deadline().is_some() {
            self.pass(10);
            assert!(self.now < from + 600_000, "it never ends");
        }
        self.now - from
    }

    pub(crate) fn state(&self) -> State {
        self.machine.state()
    }

    /// The texts that were asked for.
    pub(crate) fn asked(&self) -> Vec<&str> {
        self.synthesiser.asked.iter().map(|(_, text, _)| text.as_str()).collect()
    }
}

/// A voice on this device.
pub(crate) fn kate() -> Voice {
    Voice { id: "kate".into(), name: "Kate".into(), language: "en-GB".into(), local: true }
}
