//! Reading aloud, without a browser: sentences, what is said for them, and the order in which a voice is asked.
//!
//! The page gives the [`Machine`] its blocks of text, its clicks, the browser's events and the time, and does what the
//! machine commands. Nothing here knows a browser, so every fault that browsers are known for can be played through.
#![no_std]
extern crate alloc;

mod machine;
mod number;
mod sentence;
mod spoken;
mod state;
mod term;
mod voice;

pub use machine::{Command, Event, Machine, Millis};
pub use sentence::{LONGEST, sentences};
pub use spoken::spoken;
pub use state::{Reason, State, label, notice};
pub use voice::{Rate, Voice, choose};

#[cfg(test)]
mod faults;
#[cfg(test)]
mod synthesiser;
