//! What would help: a table of levers, each of which can be pulled.

use crate::controls::Disclosure;
use crate::markup::Markup;
use crate::state::Store;
use leptos::prelude::*;
use present::Answer;
use present::chart::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, MouseEvent};

/// The levers that apply to the plan. Pulling one changes the plan; the change can be undone where it was made.
#[component]
pub fn Relief(
    /// The plan.
    store: Store,
) -> impl IntoView {
    let levers = store.text(|seen| table(seen.answer()));
    let on_click = move |event: MouseEvent| {
        let button = event_target::<Element>(&event).closest("button[data-lever]").ok().flatten();
        let place = button.and_then(|button| button.get_attribute("data-lever"));
        let Some(place) = place.and_then(|place| place.parse::<usize>().ok()) else { return };
        store.pull_lever(place);
        // The button has gone with its row: go on from the one that takes the change back.
        let undo = document().get_element_by_id("undo-lever").and_then(|e| e.dyn_into::<HtmlElement>().ok());
        if let Some(undo) = undo {
            let _ = undo.focus();
        }
    };
    view! {
        <div class="relief" on:click=on_click>
            <Disclosure class="aside" summary="What would help, and by how much" markup=levers/>
            <button
                class="button"
                id="undo-lever"
                type="button"
                aria-disabled=store.is_out_of_reach(true)
                on:click=move |_| store.travel(true)
            >
                "Undo the last change"
            </button>
        </div>
    }
}

fn table(answer: &Answer) -> String {
    let table = present::reliefs(answer);
    let mut markup = Markup::new()
        .tags("<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"What would help\"><table><caption>")
        .text(&table.caption)
        .tags("</caption><thead><tr>")
        .each(&table.head, |head, text| head.tags("<th scope=\"col\">").text(text).tags("</th>"))
        .tags("<th scope=\"col\">Apply</th></tr></thead><tbody>");
    for (place, cells) in table.rows.iter().enumerate() {
        markup = row(markup, place, cells);
    }
    markup.tags("</tbody></table></div>").finish()
}

/// The first row is the plan as it stands; the others can be applied.
fn row(markup: Markup, place: usize, cells: &[Cell]) -> Markup {
    let Some((name, figures)) = cells.split_first() else { return markup };
    let markup = markup
        .tags("<tr><th scope=\"row\">")
        .text(&name.text)
        .tags("</th>")
        .each(figures, |row, cell| row.tags("<td>").text(&cell.text).tags("</td>"));
    let Some(lever) = place.checked_sub(1) else { return markup.tags("<td>—</td></tr>") };
    markup
        .tags("<td><button class=\"button\" type=\"button\" data-lever=\"")
        .text(&lever.to_string())
        .tags("\" aria-label=\"Apply: ")
        .text(&name.text)
        .tags("\">Apply</button></td></tr>")
}
