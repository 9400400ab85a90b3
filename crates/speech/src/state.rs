//! What the reader of a page sees of reading aloud: a state, the button's label, and a sentence where there is no voice.

/// Where reading aloud stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing is read.
    Idle,
    /// Reading was asked for, and the browser has not listed its voices yet.
    Waiting,
    /// A sentence is read.
    Speaking {
        /// Which block, from 0.
        block: usize,
        /// Which of the block's [`sentences`](crate::sentences), from 0.
        sentence: usize,
    },
    /// Reading goes on with this sentence when asked.
    Paused {
        /// Which block, from 0.
        block: usize,
        /// Which of the block's [`sentences`](crate::sentences), from 0.
        sentence: usize,
    },
    /// Nothing can be read, or the last attempt was not heard.
    Unavailable(Reason),
}

/// Why nothing is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The browser has no speech.
    NoSynthesiser,
    /// The browser lists no voices, and does not speak without one.
    NoVoices,
    /// The voice gives no answer, or breaks off.
    NoAnswer,
}

/// What the button says.
///
/// ```
/// use speech::{State, label};
/// assert_eq!(label(&State::Paused { block: 0, sentence: 2 }), "Continue");
/// ```
#[must_use]
pub const fn label(state: &State) -> &'static str {
    match state {
        State::Idle | State::Unavailable(_) => "Listen",
        State::Waiting | State::Speaking { .. } => "Pause",
        State::Paused { .. } => "Continue",
    }
}

/// What to tell people where nothing is read.
#[must_use]
pub const fn notice(state: &State) -> Option<&'static str> {
    match state {
        State::Unavailable(Reason::NoSynthesiser) => {
            Some("This browser cannot read aloud. Everything stands in the text.")
        }
        State::Unavailable(Reason::NoVoices) => {
            Some("This browser has no voice to read with. Everything stands in the text.")
        }
        State::Unavailable(Reason::NoAnswer) => {
            Some("The voice gives no answer. Choose another one, or try again.")
        }
        _ => None,
    }
}
