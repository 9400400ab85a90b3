//! Check yourself: a service of the reader's own, three guesses about it, and what the core says.

use super::guess::guessed;
use super::page::{all, attribute, lead, near, on, within};
use crate::markup::Markup;
use crate::state::decimal_of_reader;
use lesson::{Expression, Plans};
use plan::PlanInput;
use quantity::{Decimal, Key, Place};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

/// Lets the form be filled in, and answers it.
pub(super) fn mind() {
    for control in all("[data-check] :is(input, select, button)") {
        let _ = control.remove_attribute("disabled");
    }
    on(&["submit", "change"], |event| {
        let Some(form) = near(&event, "form[data-check]") else { return };
        if event.type_() == "submit" {
            event.prevent_default();
            answer(&form);
        } else if let Ok(Some(link)) = form.query_selector("a[data-open]") {
            lead(&link, &said(&form, decimal_of_reader()));
        }
    });
}

/// What the form says of the service.
fn said(form: &Element, decimal: Decimal) -> PlanInput {
    let mut input = PlanInput::default();
    for control in within(form, "[data-key]") {
        let Some(key) = Key::named(&attribute(&control, "data-key")) else { continue };
        match control.dyn_into::<HtmlSelectElement>() {
            Ok(choice) => input.say(key, &choice.value(), Place::Link),
            Err(field) => {
                let text = field.unchecked_into::<HtmlInputElement>().value();
                input.say(key, &text, Place::Field(decimal));
            }
        }
    }
    input
}

fn answer(form: &Element) {
    let decimal = decimal_of_reader();
    let input = said(form, decimal);
    let issues = input.check().issues;
    let output = form.query_selector("output").ok().flatten();
    let markup = if issues.is_empty() {
        compared(form, &input, decimal)
    } else {
        let told = |list: Markup, issue: &plan::Issue| {
            let list = list.tags("<li>").tags(issue.key.row().label).tags(": ");
            list.text(&issue.message).tags("</li>")
        };
        Markup::new().tags("<ul class=\"problem\">").each(&issues, told).tags("</ul>").finish()
    };
    if let Some(output) = output {
        output.set_inner_html(&markup);
    }
    if let Ok(Some(link)) = form.query_selector("a[data-open]") {
        lead(&link, &input);
    }
}

/// Each guess beside what the core says.
fn compared(form: &Element, input: &PlanInput, decimal: Decimal) -> String {
    let plans = Plans::new(input.clone(), &[]);
    let mut rows = Markup::new().tags(HEAD);
    for field in within(form, "[data-guess-of]") {
        let label = field.closest("label").ok().flatten().and_then(|label| label.first_child());
        let name = label.and_then(|text| text.text_content()).unwrap_or_default();
        let Ok(expression) = Expression::parse(&attribute(&field, "data-guess-of")) else { continue };
        let field = field.unchecked_into::<HtmlInputElement>();
        let guess = if guessed(&field, decimal).is_some() { field.value() } else { String::from("—") };
        rows = rows.tags("<tr><th scope=\"row\">").text(name.trim()).tags("</th><td>").text(&guess);
        rows = rows.tags("</td><td>").text(&expression.text(&plans)).tags("</td></tr>");
    }
    rows.tags("</tbody></table></div>").finish()
}

const HEAD: &str = "<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"Your guesses\"><table><caption>Your guesses and the core.</caption>\
    <thead><tr><th scope=\"col\">What</th><th scope=\"col\">You said</th><th scope=\"col\">The core says</th></tr></thead><tbody>";
