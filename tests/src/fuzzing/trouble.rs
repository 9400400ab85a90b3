//! What a target did not survive, as small as can be had, and what it said.

use super::targets::KNOWN_TROUBLE;
use super::{Input, Target};
use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};

/// A target, what it did not survive, and what it said.
#[derive(Debug)]
pub struct Trouble {
    /// The target's name.
    pub target: &'static str,
    /// The input that fails.
    pub input: Vec<u8>,
    /// Where it failed and what was said there.
    pub message: String,
}

thread_local! {
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what a panic says, in place of printing it: shrinking panics some thousand times, and a backtrace each would
/// bury what was found.
pub fn listen() {
    panic::set_hook(Box::new(|words| LAST_WORDS.with(|last| *last.borrow_mut() = words.to_string())));
}

impl Trouble {
    /// The smallest input that can be cut out of `input` and still fails, with what is said of it.
    pub(super) fn of(target: &Target, input: &[u8]) -> Self {
        let input = smallest(input, &|part| said(target, part).is_some());
        let message = said(target, &input).unwrap_or_else(|| "It failed once and did not fail again.".into());
        Self { target: target.name, input, message }
    }
}

/// What is said where `target` does not survive `input`.
fn said(target: &Target, input: &[u8]) -> Option<String> {
    let fault = panic::catch_unwind(AssertUnwindSafe(|| (target.survive)(input))).err()?;
    let heard = LAST_WORDS.with(RefCell::take);
    let payload = fault.downcast_ref::<String>().cloned();
    let payload = payload.or_else(|| fault.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    Some(if heard.is_empty() { payload.unwrap_or_default() } else { heard })
}

/// So often is an input tried again in cutting it.
const MOST_CUTS: u32 = 4000;

/// Cuts parts out of `input`, large ones first, while what is left fails: a change that is taken back leaves the whole
/// sample, and most of it has nothing to do with the failure.
fn smallest(input: &[u8], fails: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let (mut best, mut cuts) = (input.to_vec(), 0);
    let mut size = best.len() / 2;
    while size > 0 && cuts < MOST_CUTS {
        let before = best.len();
        let mut at = 0;
        while at < best.len() && cuts < MOST_CUTS {
            cuts += 1;
            let end = (at + size).min(best.len());
            let rest = [&best[..at], &best[end..]].concat();
            if fails(&rest) {
                best = rest;
            } else {
                at = end;
            }
        }
        size = if size == 1 && best.len() < before { 1 } else { size / 2 };
    }
    best
}

impl fmt::Display for Trouble {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { target, input, message } = self;
        writeln!(to, "{target} does not survive {} bytes:\n", input.len())?;
        message.lines().try_for_each(|line| writeln!(to, "    {line}"))?;
        writeln!(to, "\nMend what is wrong, and add a row to {KNOWN_TROUBLE}:\n")?;
        write!(to, "    (\"{target}\", {:?}),", Input(input.clone()))
    }
}
