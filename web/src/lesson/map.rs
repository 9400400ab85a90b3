//! The maps: what is selected, and the way of the reader's plan.
//!
//! ```text
//! click, Enter, focus, arrow keys ─▶ Maps ─┬─▶ Spot    the box or arrow on the pictures, marked
//! address                         ─▶       ├─▶ Panel   its text, lent by the list
//!                                          └─▶ Trail   its id in the address
//! plan                            ─▶ way       lit, and told in a sentence
//! verdict that is kept            ─▶ tested    what a load test of the plan says, where it says it
//! ```

mod export;
mod panel;
mod spot;
mod tested;
mod trail;
mod way;

use super::book::{Book, CURRENT};
use super::page::{all, attribute, near, on, within};
use crate::links;
use crate::state::address;
use leptos::prelude::*;
use lesson::map::path;
use panel::Panel;
use plan::PlanInput;
use present::Answer;
use spot::{Spot, id_of};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;
use trail::Trail;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent};

/// Follows what a reader selects on the maps.
pub(super) fn mind(book: &Rc<Book>) {
    let panels: Vec<Panel> = all(".map[data-map]").filter_map(|map| Panel::beside(&map)).collect();
    let Some(first) = all(".map-tabs a").next() else { return };
    // The list of contents marks what is read from the first scroll on.
    let _ = first.set_attribute("aria-current", "true");
    way::offer();
    export::offer(book);
    let maps =
        Rc::new(Maps { book: Rc::clone(book), panels, chosen: Cell::new(None), trail: Trail::default() });
    maps.follow_plan();
    maps.open(&address::fragment());
    let (acting, opening, testing) = (Rc::clone(&maps), Rc::clone(&maps), Rc::clone(&maps));
    tested::on_change(move || testing.follow_test());
    on(&["click", "keydown", "focusin"], move |event| acting.act(&event));
    address::on_change(move |fragment| opening.open(&fragment));
    book.watch(move |_, word| {
        if word == CURRENT {
            maps.follow_plan();
        }
    });
}

struct Maps {
    book: Rc<Book>,
    panels: Vec<Panel>,
    chosen: Cell<Option<Spot>>,
    trail: Trail,
}

impl Maps {
    fn act(&self, event: &Event) {
        match event.type_().as_str() {
            "click" => self.click(event.unchecked_ref()),
            "keydown" => self.press(event.unchecked_ref()),
            _ => self.pass(event),
        }
    }

    fn click(&self, event: &MouseEvent) {
        if event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key() {
            return;
        }
        if near(event, ".map-panel .close").is_some() {
            return self.close();
        }
        let preset = near(event, "a[data-end]");
        let link = near(event, "[data-node], [data-edge]");
        let spot = link.as_ref().and_then(Spot::of);
        if preset.is_none() && spot.is_none() {
            return;
        }
        event.prevent_default();
        // Else the list would come into view, as it does where there is no program.
        event.stop_propagation();
        if let Some(preset) = preset {
            self.plan(&attribute(&preset, "data-link"), &attribute(&preset, "data-end"));
        }
        let Some((link, spot)) = link.zip(spot) else { return };
        self.choose(Some(spot));
        self.trail.settle(&self.address_of(Some(spot.id)));
        if event.detail() > 0 && spot::is_on_picture(&link) {
            spot.keep_in_view();
        } else {
            // By keyboard, or in the panel, which has just been written anew.
            spot.bring_into_view();
            self.panels.iter().for_each(|panel| panel.focus(spot));
        }
    }

    /// Arrow keys go along the edges, Home and End to the first box and the last; Escape leads from the panel back to the
    /// picture.
    fn press(&self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let key = event.key();
        if key == "Escape" && near(event, ".map-panel").is_some() {
            return go_to(self.chosen.get().and_then(Spot::seen));
        }
        let Some(link) = near(event, ".map svg a") else { return };
        let Ok(Some(picture)) = link.closest("svg") else { return };
        let mut boxes = within(&picture, "[data-node]");
        let to = match key.as_str() {
            "ArrowRight" | "ArrowDown" => first(&link, "data-next", "data-to"),
            "ArrowLeft" | "ArrowUp" => first(&link, "data-back", "data-from"),
            "Home" => boxes.next().map(|first| id_of(&first)),
            "End" => boxes.last().map(|last| id_of(&last)),
            _ => return,
        };
        event.prevent_default();
        go_to(to.and_then(|id| within(&picture, "[data-node]").find(|there| id_of(there) == id)));
    }

    /// What the keyboard comes by is selected; a pointer's focus is followed by its click.
    fn pass(&self, event: &Event) {
        if let Some(spot) = near(event, ".map svg a:focus-visible").as_ref().and_then(Spot::of) {
            self.choose(Some(spot));
            spot.keep_in_view();
            self.trail.pass(self.address_of(Some(spot.id)));
        }
    }

    /// Shows what an address leads to.
    fn open(&self, fragment: &str) {
        self.trail.rest();
        let place = if plan::is_plan(fragment) {
            PlanInput::from_link(fragment).0.at.unwrap_or_default()
        } else {
            fragment.into()
        };
        let spot = Spot::named(&place);
        self.choose(spot);
        if let Some(spot) = spot {
            spot.bring_into_view();
            // The browser may still bring the list into view; then the picture is brought back.
            set_timeout(move || spot.bring_into_view(), Duration::ZERO);
        }
    }

    /// Makes a preset the reader's own plan, and selects where its way ends.
    fn plan(&self, link: &str, end: &str) {
        if !plan::is_plan(&address::fragment()) {
            // So that the way back leads to the plan that was shown there.
            trail::replace(&self.book.base(CURRENT).link());
        }
        let fragment = [link, "&at=", end].concat();
        self.trail.settle(&fragment);
        self.book.take_up(&fragment);
        links::carry(&fragment);
        let spot = Spot::named(end);
        self.choose(spot);
        if let Some(spot) = spot {
            spot.bring_into_view();
        }
    }

    /// Back to where nothing is selected.
    fn close(&self) {
        // First, since the focus selects.
        go_to(self.chosen.get().and_then(Spot::seen));
        self.choose(None);
        self.trail.settle(&self.address_of(None));
    }

    fn choose(&self, spot: Option<Spot>) {
        if self.chosen.get() == spot {
            return;
        }
        if let Some(before) = self.chosen.replace(spot) {
            before.mark(false);
        }
        if let Some(now) = spot {
            now.mark(true);
        }
        self.panels.iter().for_each(|panel| panel.show(spot));
        self.lead();
    }

    /// An id, with the reader's plan where there is one.
    fn address_of(&self, id: Option<&str>) -> String {
        let mut own = self.own();
        if !plan::is_plan(&address::fragment()) && own.link() == PlanInput::default().link() {
            return id.unwrap_or_default().into();
        }
        own.at = id.map(String::from);
        own.link()
    }

    /// The reader's plan, wherever on the page it was shown.
    fn own(&self) -> PlanInput {
        self.book.base(CURRENT).unplaced()
    }

    fn follow_plan(&self) {
        self.follow_test();
        self.lead();
    }

    /// The way of the plan, with what a load test of it says.
    fn follow_test(&self) {
        let (own, kept) = (self.own(), tested::last());
        let way = path(&Answer::to(own.check().plan));
        way::light(&own, &way, kept.as_ref());
        tested::tell(&own, &way, kept.as_ref());
    }

    /// Leads from the panels to the calculator with the plan as it is now.
    fn lead(&self) {
        let link = self.own().link();
        self.panels.iter().for_each(|panel| panel.lead(&link));
    }
}

/// The first of the ids that a box names, or the id that an arrow names.
fn first(link: &Element, of_box: &str, of_arrow: &str) -> Option<String> {
    let ids = link.get_attribute(of_box).or_else(|| link.get_attribute(of_arrow))?;
    ids.split(' ').next().map(String::from)
}

fn go_to(place: Option<Element>) {
    if let Some(place) = place {
        // Boxes and arrows take the focus like any link.
        let _ = place.unchecked_ref::<HtmlElement>().focus();
    }
}
