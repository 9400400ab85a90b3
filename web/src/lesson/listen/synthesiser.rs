//! The browser's synthesiser.

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use speech::{Command, Voice};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Event, SpeechSynthesis, SpeechSynthesisUtterance, SpeechSynthesisVoice};

/// The synthesiser, and what it was asked for last.
pub(super) struct Synthesiser {
    browser: SpeechSynthesis,
    /// Held, since browsers forget to tell of an utterance that nobody holds.
    asked: RefCell<Option<(u32, SpeechSynthesisUtterance)>>,
}

impl Synthesiser {
    /// The one of this window, if it has any.
    pub(super) fn of_window() -> Option<Self> {
        let browser = window().speech_synthesis().ok().filter(|it| it.is_object())?;
        let can_utter = Reflect::has(&window(), &"SpeechSynthesisUtterance".into()) == Ok(true);
        can_utter.then(|| Self { browser, asked: RefCell::default() })
    }

    /// Calls `hearing` when the list of voices changes; older browsers never do.
    pub(super) fn tell_of_voices(&self, hearing: &Function) {
        self.browser.set_onvoiceschanged(Some(hearing));
    }

    /// The voices that are listed now.
    pub(super) fn voices(&self) -> Vec<Voice> {
        let voice = |voice: SpeechSynthesisVoice| Voice {
            id: voice.voice_uri(),
            name: voice.name(),
            language: voice.lang(),
            local: voice.local_service(),
        };
        self.listed().map(voice).collect()
    }

    fn listed(&self) -> impl Iterator<Item = SpeechSynthesisVoice> {
        self.browser.get_voices().into_iter().map(JsCast::unchecked_into)
    }

    /// The number of the utterance that an event is about, if that is the last one.
    pub(super) fn asked(&self, event: &Event) -> Option<u32> {
        let target = event.target()?;
        let asked = self.asked.borrow();
        asked.as_ref().filter(|(_, utterance)| **utterance == target).map(|(id, _)| *id)
    }

    /// Does what the machine says; `hearing` is told what becomes of it.
    pub(super) fn obey(&self, command: Command, language: &str, hearing: &Function) {
        let Command::Speak { id, text, voice, rate } = command else { return self.browser.cancel() };
        // A failure to make one is as good as an utterance that never starts.
        let Ok(utterance) = SpeechSynthesisUtterance::new_with_text(&text) else { return };
        utterance.set_lang(language);
        utterance.set_rate(rate.factor());
        let voice = voice.and_then(|id| self.listed().find(|voice| voice.voice_uri() == id));
        if voice.is_some() {
            utterance.set_voice(voice.as_ref());
        }
        utterance.set_onstart(Some(hearing));
        utterance.set_onend(Some(hearing));
        utterance.set_onerror(Some(hearing));
        self.asked.replace(Some((id, utterance.clone())));
        self.browser.speak(&utterance);
    }
}
