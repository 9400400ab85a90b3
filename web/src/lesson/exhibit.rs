//! The charts beside the worked examples: as they were served until they come near, then drawn and read like any other.

use super::book::{Book, of};
use super::page::{attribute, within};
use crate::chart::ChartFigure;
use leptos::prelude::*;
use lesson::chart;
use present::chart::Chart;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    Element, HtmlElement, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
};

/// A chart in a passage.
struct Exhibit {
    served: Element,
    name: String,
    of: Option<String>,
    passage: usize,
    shown: RwSignal<Option<Arc<Chart>>>,
}

/// Draws each chart when it comes near the window, and again when its plan changes.
pub(super) fn mount(book: &Rc<Book>) {
    let mut exhibits = Vec::new();
    for (place, passage) in book.passages().iter().enumerate() {
        exhibits.extend(within(&passage.element, "figure[data-chart]").map(|served| Exhibit {
            name: attribute(&served, "data-chart"),
            of: of(&served),
            served,
            passage: place,
            shown: RwSignal::new(None),
        }));
    }
    let exhibits = Rc::new(exhibits);
    let (near, showing) = (Rc::clone(&exhibits), Rc::clone(book));
    let seen = Closure::<dyn FnMut(js_sys::Array, IntersectionObserver)>::new(
        move |entries: js_sys::Array, observer: IntersectionObserver| {
            for entry in entries.iter().filter_map(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok())
            {
                let place =
                    near.iter().position(|exhibit| exhibit.served.is_same_node(Some(&entry.target())));
                if let Some((place, exhibit)) = place
                    .filter(|_| entry.is_intersecting())
                    .and_then(|place| Some((place, near.get(place)?)))
                {
                    observer.unobserve(&exhibit.served);
                    exhibit.show(&showing);
                    exhibit.take_place(place);
                }
            }
        },
    )
    .into_js_value();
    let ahead = IntersectionObserverInit::new();
    ahead.set_root_margin("600px");
    if let Ok(observer) = IntersectionObserver::new_with_options(seen.unchecked_ref(), &ahead) {
        exhibits.iter().for_each(|exhibit| observer.observe(&exhibit.served));
        // It lasts as long as the page.
        std::mem::forget(observer);
    }
    book.watch(move |book, word| {
        let of_word =
            |exhibit: &&Exhibit| book.passages().get(exhibit.passage).is_some_and(|it| it.base == word);
        exhibits.iter().filter(of_word).for_each(|exhibit| exhibit.show(book));
    });
}

impl Exhibit {
    fn show(&self, book: &Book) {
        let Some(passage) = book.passages().get(self.passage) else { return };
        let plans = book.plans(passage);
        let chart = plans.answer(self.of.as_deref()).and_then(|answer| chart(&self.name, answer));
        self.shown.set(chart.map(Arc::new));
    }

    /// Puts the drawn chart where the served one stood.
    fn take_place(&self, place: usize) {
        let Some(frame) =
            document().create_element("div").ok().and_then(|it| it.dyn_into::<HtmlElement>().ok())
        else {
            return;
        };
        frame.set_class_name("exhibit");
        if self.served.replace_with_with_node_1(&frame).is_ok() {
            let id = IDS.get(place).copied().unwrap_or("exhibit");
            let chart = self.shown;
            mount_to(frame, move || view! { <ChartFigure id chart=chart.into()/> }).forget();
        }
    }
}

/// The names of the charts on the page; there are fewer.
const IDS: [&str; 8] =
    ["exhibit-1", "exhibit-2", "exhibit-3", "exhibit-4", "exhibit-5", "exhibit-6", "exhibit-7", "exhibit-8"];
