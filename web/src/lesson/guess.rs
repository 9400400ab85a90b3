//! Guess before you look: what a guess is worth, and the mistake behind it where it is a usual one.

use super::book::Book;
use super::page::{attribute, near, on, within};
use lesson::Expression;
use lesson::guess::{Mistake, Verdict, judge, number};
use quantity::{Decimal, Place, Unit, read};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDetailsElement, HtmlInputElement};

/// Judges the guesses of the page.
pub(super) fn mind(book: &Rc<Book>) {
    let book = Rc::clone(book);
    on(&["submit"], move |event| {
        if let Some(form) = near(&event, "form[data-guess]") {
            event.prevent_default();
            let words = words(&book, &form);
            if let Ok(Some(output)) = form.query_selector("output") {
                output.set_text_content(words);
            }
        }
    });
}

/// What there is to say to the guess in a form; the answer is opened, unless there was no guess.
fn words(book: &Book, form: &Element) -> Option<&'static str> {
    let input: HtmlInputElement = form.query_selector("input").ok()??.dyn_into().ok()?;
    let Some(guess) = number(&input.value(), book.decimal) else { return Some(NO_NUMBER) };
    let plans = book.plans(book.passage(form)?);
    let expression = Expression::parse(&attribute(form, "data-get")).ok()?;
    let answer = expression.number(&plans)?;
    let within_share = share(&attribute(form, "data-within"));
    let usual: Vec<Element> = within(form, "[data-wrong]").collect();
    let gives = |mistake: &Element| {
        let mistake = Mistake::parse(&attribute(mistake, "data-wrong"))?;
        Some(mistake.shown(&expression, &plans)?.1)
    };
    let mistakes: Vec<Option<f64>> = usual.iter().map(gives).collect();
    let verdict = judge(guess, answer, within_share, &mistakes);
    for (place, mistake) in usual.iter().enumerate() {
        let _ = mistake.class_list().toggle_with_force("yours", verdict == Verdict::Usual(place));
    }
    if let Some(details) = form.query_selector("details").ok().flatten() {
        details.unchecked_into::<HtmlDetailsElement>().set_open(true);
    }
    Some(match verdict {
        Verdict::Right => "Right. How it is found stands below.",
        Verdict::Usual(_) => "That number has a reason: the mistake that gives it is marked below.",
        Verdict::High => "Higher than it is. The answer stands below.",
        Verdict::Low => "Lower than it is. The answer stands below.",
    })
}

const NO_NUMBER: &str = "That is not a number. Write one, for example 120.";

fn share(text: &str) -> f64 {
    read(text, Unit::Number, Place::Link).map_or(0.0, |reading| reading.value)
}

/// The number in a field for guesses.
pub(super) fn guessed(input: &HtmlInputElement, decimal: Decimal) -> Option<f64> {
    number(&input.value(), decimal)
}
