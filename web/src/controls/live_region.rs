//! What a screen reader hears when results change.

use leptos::html;
use leptos::prelude::*;
use std::time::Duration;

/// How long the result must rest before it is spoken: nobody wants every keystroke read out.
const PAUSE: Duration = Duration::from_millis(700);

/// Speaks `text` politely once it has stopped changing. The first one is not spoken: the page itself was just read.
#[component]
pub fn LiveRegion(
    /// The headline.
    #[prop(into)]
    text: Signal<String>,
) -> impl IntoView {
    let region = NodeRef::<html::P>::new();
    let waiting = StoredValue::new_local(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(timer) = waiting.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    Effect::new(move |before: Option<String>| {
        let now = text.get();
        if before.is_some_and(|before| before != now) {
            stop();
            let speak = move || {
                if let (Some(region), Some(text)) = (region.get_untracked(), text.try_get_untracked()) {
                    region.set_text_content(Some(&text));
                }
            };
            waiting.set_value(set_timeout_with_handle(speak, PAUSE).ok());
        }
        now
    });
    on_cleanup(stop);
    view! { <p node_ref=region class="unseen" role="status" aria-live="polite"></p> }.into_any()
}
