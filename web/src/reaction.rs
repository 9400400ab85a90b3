//! Effects, of whose machinery the program then holds one copy.

use leptos::prelude::*;

/// Runs `run` once the page stands, and again whenever a signal that it reads has changed. Never in the prerenderer.
pub fn react(run: impl FnMut() + 'static) {
    let run: Box<dyn FnMut()> = Box::new(run);
    Effect::new(run);
}
