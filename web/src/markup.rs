//! Boxes for the parts of a page that are only read, and the markup that fills them.

use leptos::prelude::*;

pub use present::chart::Markup;

/// A box whose content follows `markup`; it takes no room while that is empty.
#[component]
pub fn Live(
    /// The content, made with [`Markup`].
    #[prop(into)]
    markup: Signal<String>,
    /// The box's class, besides `live`.
    #[prop(default = "live")]
    class: &'static str,
) -> impl IntoView {
    view! { <div class=class inner_html=markup></div> }
}
