//! What a screen reader hears when results change.

use crate::reaction::react;
use leptos::html;
use leptos::prelude::*;
use std::time::Duration;

/// How long the result must rest before it is spoken: nobody wants every keystroke read out.
const PAUSE: Duration = Duration::from_millis(700);

/// Speaks `text` politely once it has stopped changing. The first one is not spoken: the page itself was just read.
#[component]
pub fn LiveRegion(
    /// The headline.
    text: Signal<String>,
) -> impl IntoView {
    let region = NodeRef::<html::P>::new();
    let mut before = None;
    let mut waiting = None::<TimeoutHandle>;
    react(move || {
        let now = text.get();
        let changed = before.as_ref().is_some_and(|before| *before != now);
        before = Some(now);
        if changed {
            if let Some(timer) = waiting.take() {
                timer.clear();
            }
            // By then the page may have gone, and its signals with it.
            let speak = move || {
                if let (Some(Some(region)), Some(text)) =
                    (region.try_get_untracked(), text.try_get_untracked())
                {
                    region.set_text_content(Some(&text));
                }
            };
            waiting = set_timeout_with_handle(speak, PAUSE).ok();
        }
    });
    view! { <p node_ref=region class="unseen" role="status" aria-live="polite"></p> }
}
