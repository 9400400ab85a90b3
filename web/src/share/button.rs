//! What opens the dialog.

use crate::markup::Markup;

/// Adds the button "Share and keep" of a page whose address is a plan; `example` is the link of what the page shows where
/// its address holds none.
#[must_use]
pub fn share_button(markup: Markup, example: &str) -> Markup {
    let button = "<button class=\"button share\" type=\"button\" aria-haspopup=\"dialog\" data-example=\"";
    markup.tags(button).text(example).tags("\">Share and keep</button>")
}
