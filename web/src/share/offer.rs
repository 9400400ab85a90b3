//! The offer to share and keep, in the page's own program.

use crate::dom::{all, near, on};
use crate::program;
use crate::state::address;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, Event};

/// Marks `<html>` when there is somebody to share and keep.
pub(super) const SHARES: &str = "data-shares";
/// Marks the button that was pressed before there was.
pub(super) const ASKED: &str = "data-asked";
/// What happens to the document when a packed link was opened.
pub(super) const PACKED: &str = "packed";

/// Whether a fragment is a packed plan.
pub(super) fn is_packed(fragment: &str) -> bool {
    ["z=1.", "z%3D1.", "z%3d1."].iter().any(|form| fragment.starts_with(form))
}

/// A program that is fetched when it is wanted.
struct Offer {
    /// What brings the page to life, while it waits for a plain link.
    start: RefCell<Option<Box<dyn FnOnce()>>>,
    is_fetched: Cell<bool>,
    is_lost: Cell<bool>,
}

/// Offers to share and keep, and brings the page to life by `start` once its address is plain: at once, or after what
/// unpacks links has come. As long as the page is open it sees plain links alone.
pub(crate) fn offer(start: impl FnOnce() + 'static) {
    let start = RefCell::new(Some(Box::new(start) as Box<dyn FnOnce()>));
    let offer = Rc::new(Offer { start, is_fetched: Cell::new(false), is_lost: Cell::new(false) });
    let own = Rc::clone(&offer);
    // Before the page's own listener, from which it keeps packed links. Unpacking changes the address once more while this
    // one is being heard, which a listener of the library's would not stand.
    let changes = Closure::<dyn Fn(Event)>::new(move |event| own.read(Some(&event))).into_js_value();
    let _ = window().add_event_listener_with_callback("hashchange", changes.unchecked_ref());
    let own = Rc::clone(&offer);
    on(&["pointerover", "pointerdown", "focusin", "keydown", "click"], move |event| own.hear(&event));
    offer.read(None);
}

impl Offer {
    fn read(self: &Rc<Self>, change: Option<&Event>) {
        if !is_packed(&address::fragment()) || self.is_lost.get() {
            return self.go_on();
        }
        if let Some(change) = change {
            change.stop_immediate_propagation();
        }
        if let Some(html) = document().document_element() {
            let _ = html.class_list().add_1("has-plan");
            let _ = html.remove_attribute("data-ready");
        }
        self.fetch();
        // Whoever has not come yet looks at the address by himself.
        if let Ok(packed) = Event::new(PACKED) {
            let _ = document().dispatch_event(&packed);
        }
    }

    fn go_on(&self) {
        let start = self.start.take();
        match (start, document().document_element()) {
            (Some(start), _) => start(),
            (None, Some(html)) => _ = html.set_attribute("data-ready", ""),
            (None, None) => {}
        }
    }

    fn hear(self: &Rc<Self>, event: &Event) {
        let Some(place) = near(event, "button.share, dialog.share") else { return };
        if event.type_() != "pointerover" {
            // All that the program knows of the plan is the address.
            address::write_now();
        }
        let is_here = document().document_element().is_some_and(|html| html.has_attribute(SHARES));
        if event.type_() == "click" && !is_here {
            let _ = place.set_attribute(ASKED, "");
        }
        self.fetch();
    }

    fn fetch(self: &Rc<Self>) {
        if self.is_fetched.replace(true) {
            return;
        }
        let own = Rc::clone(self);
        match program::fetch("data-share") {
            Some(script) => {
                let lost = Closure::<dyn Fn(Event)>::new(move |_| own.lose()).into_js_value();
                let _ = script.add_event_listener_with_callback("error", lost.unchecked_ref());
            }
            None => self.lose(),
        }
    }

    /// Goes on without the program.
    fn lose(&self) {
        self.is_lost.set(true);
        self.go_on();
        all("button.share").for_each(|button| _ = tell(&button));
    }
}

/// Says below the button that nobody answers it.
fn tell(button: &Element) -> Option<()> {
    let note = document().create_element("p").ok()?;
    note.set_class_name("notes");
    note.set_attribute("role", "alert").ok()?;
    note.set_text_content(Some(
        "What shares, keeps and unpacks plans could not be fetched. The address loses nothing: reload the page to try again.",
    ));
    button.after_with_node_1(&note).ok()
}
