//! What brings an embed to life: gestures in, regions of the page out.

use super::parent::{self, Wish};
use super::said::{Said, Standing};
use super::{Embed, address, layout};
use crate::chart::{caption, table};
use crate::controls::{Gesture, pointer};
use crate::dom::{all, near, on};
use crate::state::decimal_of_reader;
use js_sys::{Function, Reflect};
use leptos::prelude::{TimeoutHandle, document, set_timeout_with_handle, window};
use present::chart::drawing;
use quantity::Key;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Element, Event, HtmlAnchorElement, HtmlElement, HtmlInputElement, HtmlSelectElement, ResizeObserver,
};

/// How long a change must rest before the address and the host hear of it.
const PAUSE: Duration = Duration::from_millis(250);
/// How long a result must rest before a screen reader speaks of it.
const SPOKEN_AFTER: Duration = Duration::from_millis(700);

/// The embed that is open.
struct Desk {
    embed: &'static Embed,
    said: RefCell<Said>,
    waiting: RefCell<Vec<TimeoutHandle>>,
    /// The headline that was spoken last, or stood there when the page was read.
    spoken: RefCell<String>,
    /// What the host was told last, in whole pixels.
    height: Cell<i32>,
    /// How wide the chart was drawn, in whole pixels.
    width: Cell<i32>,
}

/// Opens an embed with the plan of its address, and follows what is done with it for as long as the page is open.
///
/// It marks `html` when the page stands, before it is measured: what waited for the plan is then gone.
pub(super) fn open(embed: &'static Embed, html: &Element) {
    let said = Said::read(embed, &address::fragment(), decimal_of_reader());
    let spoken = RefCell::new(said.shown.headline.clone());
    let said = RefCell::new(said);
    let (height, width) = (Cell::default(), Cell::default());
    let desk = Rc::new(Desk { embed, said, waiting: RefCell::default(), spoken, height, width });
    desk.show_whole();
    let _ = html.set_attribute("data-ready", "");
    // At once, and not when the browser next lays out: a frame that its host does not show yet may wait for that.
    desk.tell_height();
    desk.tell();
    let this = Rc::clone(&desk);
    on(&["input", "keydown", "focusout", "click", "submit"], move |event| this.hear(&event));
    let this = Rc::clone(&desk);
    pointer::mind_fields(move |id, gesture| {
        if let Some(key) = Key::named(id) {
            this.take(key, gesture);
        }
    });
    let this = Rc::clone(&desk);
    listen("hashchange", move || this.follow(&address::fragment()));
    let this = Rc::clone(&desk);
    parent::hear(move |wish| match wish {
        Wish::Plan(fragment) => this.follow(&fragment),
        Wish::Theme(theme) => put_on(theme.as_deref()),
    });
    desk.follow_size();
}

fn listen(kind: &str, take: impl Fn() + 'static) {
    let take = Closure::<dyn Fn()>::new(take).into_js_value();
    let _ = window().add_event_listener_with_callback(kind, take.unchecked_ref());
}

fn put_on(theme: Option<&str>) {
    if let Some(html) = document().document_element() {
        let _ = match theme {
            Some(theme) => html.set_attribute("data-theme", theme),
            None => html.remove_attribute("data-theme"),
        };
    }
}

impl Desk {
    fn hear(self: &Rc<Self>, event: &Event) {
        let kind = event.type_();
        if kind == "submit" {
            return event.prevent_default();
        }
        if kind == "click" {
            if near(event, "[data-copy]").is_some() {
                self.copy();
            }
            return;
        }
        let Some(field) = near(event, ".asks :is(input, select)") else { return };
        let Some(key) = Key::named(&field.id()) else { return };
        match kind.as_str() {
            "input" => self.take(key, Gesture::Entered(entry(&field))),
            "keydown" if field.has_type::<HtmlInputElement>() => {
                if let Some(gesture) = Gesture::of_key(event.unchecked_ref()) {
                    event.prevent_default();
                    self.take(key, gesture);
                }
            }
            "focusout" => self.take(key, Gesture::Left),
            _ => {}
        }
    }

    fn take(self: &Rc<Self>, key: Key, gesture: Gesture) {
        let changed = {
            let mut said = self.said.borrow_mut();
            match gesture {
                Gesture::Entered(text) => said.say(key, &text),
                Gesture::Stepped(steps) => said.step(key, steps),
                Gesture::Left => said.leave(key),
                // There is no way back to the example here: a host that wants one sends the plan again.
                Gesture::Reset => false,
            }
        };
        if changed {
            self.show();
            self.settle_soon();
        }
    }

    /// Takes another plan; an ordinary anchor is none.
    fn follow(self: &Rc<Self>, fragment: &str) {
        if !plan::is_plan(fragment) && !fragment.is_empty() {
            return;
        }
        self.said.replace(Said::read(self.embed, fragment, decimal_of_reader()));
        self.show();
        self.settle_soon();
    }

    /// Writes every region, the fields too: they were served without what else can be chosen.
    fn show_whole(&self) {
        write(".asks", &layout::fields(&self.said.borrow()));
        self.show();
    }

    /// Writes what follows from what was said. The fields stay, so that the focus and the caret do.
    fn show(&self) {
        let said = self.said.borrow();
        said.standing().for_each(|standing| show_field(&standing));
        write(".about", &layout::about(&said));
        write(".answers", &layout::answers(&said));
        if let Some(answers) = find(".answers") {
            let _ = answers.class_list().toggle_with_force("stale", said.is_stale());
        }
        if let Some(link) = find(".open") {
            let _ = link.set_attribute("href", &[&self.embed.calculator(), "#", &said.link()].concat());
        }
        let _ = find(".address").map(|field| field.toggle_attribute_with_force("hidden", true));
        write(".copied", "");
        self.width.set(0);
        drop(said);
        self.draw();
    }

    /// Draws the chart as wide as it is shown, unless it is drawn so already.
    fn draw(&self) {
        let (Some(figure), Some(place)) = (find(".chart"), find(".drawing")) else { return };
        let said = self.said.borrow();
        let _ = figure.toggle_attribute_with_force("hidden", said.shown.chart.is_none());
        let width = place.client_width();
        let is_new = width > 0 && width != self.width.replace(width);
        if let Some(chart) = said.shown.chart.as_ref().filter(|_| is_new) {
            write(".drawing", &drawing(chart, (width.into(), layout::HEIGHT)));
            write(".chart figcaption", &caption(chart));
            write(".rows", &table(&chart.table));
        }
    }

    /// Lets the address, the host and, later, a screen reader know once nothing changes any more.
    fn settle_soon(self: &Rc<Self>) {
        self.waiting.take().iter().for_each(TimeoutHandle::clear);
        let (settling, speaking) = (Rc::clone(self), Rc::clone(self));
        let settle = move || {
            address::replace(&settling.said.borrow().link());
            settling.tell();
        };
        let settle = set_timeout_with_handle(settle, PAUSE);
        let speak = set_timeout_with_handle(move || speaking.speak(), SPOKEN_AFTER);
        self.waiting.replace([settle, speak].into_iter().flatten().collect());
    }

    /// Tells the host what is shown now.
    fn tell(&self) {
        parent::tell_change(&whole_address(), &self.said.borrow());
    }

    fn speak(&self) {
        let headline = self.said.borrow().shown.headline.clone();
        if *self.spoken.borrow() != headline {
            if let Some(region) = find("[role=status]") {
                region.set_text_content(Some(&headline));
            }
            self.spoken.replace(headline);
        }
    }

    /// Puts the link into the clipboard; where that is refused it stands there, selected.
    fn copy(&self) {
        let Some(field) = find(".address").and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) else {
            return;
        };
        field.set_value(&whole_address());
        field.set_hidden(false);
        let _ = field.focus();
        field.select();
        let copied = copy_selection().is_some_and(|copied| copied.is_truthy());
        if copied {
            field.set_hidden(true);
            if let Some(button) = find("[data-copy]") {
                let _ = button.unchecked_into::<HtmlElement>().focus();
            }
        }
        let words = if copied { "Link copied." } else { "Select it and copy it." };
        write(".copied", words);
        if let Some(region) = find("[role=status]") {
            region.set_text_content(Some(words));
        }
    }

    /// Tells the host how high the content is, where it was told otherwise. The content is measured, and not the page, whose
    /// height follows the frame.
    fn tell_height(&self) {
        let content = find("#app").map(|content| content.get_bounding_client_rect().height());
        let height = pixels(content.unwrap_or_default());
        if height > 0 && height != self.height.replace(height) {
            parent::tell_height(height);
        }
    }

    /// Draws anew when the chart's room changes, and tells the host when the content's height does.
    fn follow_size(self: &Rc<Self>) {
        let this = Rc::clone(self);
        let sized = Closure::<dyn Fn()>::new(move || {
            this.draw();
            this.tell_height();
        });
        let sized = sized.into_js_value();
        if let Ok(observer) = ResizeObserver::new(sized.unchecked_ref()) {
            all("#app, .drawing").for_each(|place| observer.observe(&place));
            // It lasts as long as the page.
            std::mem::forget(observer);
        }
    }
}

/// So many whole pixels that the length has room in them.
#[expect(clippy::cast_possible_truncation, reason = "a length on a screen; casts saturate")]
fn pixels(length: f64) -> i32 {
    length.ceil() as i32
}

/// Copies what is selected, by the old command: it asks for no permission that a frame of another origin does not have.
fn copy_selection() -> Option<JsValue> {
    let command = Reflect::get(&document(), &"execCommand".into()).ok()?.dyn_into::<Function>().ok()?;
    command.call1(&document(), &"copy".into()).ok()
}

fn show_field(standing: &Standing) {
    let Some(field) = document().get_element_by_id(standing.key.row().name) else { return };
    if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        if input.value() != standing.text {
            input.set_value(&standing.text);
        }
        let wrong = if standing.problem.is_empty() { "false" } else { "true" };
        let _ = input.set_attribute("aria-invalid", wrong);
        let _ = input.set_attribute("aria-describedby", &layout::described_by(standing));
    } else if let Some(choice) = field.dyn_ref::<HtmlSelectElement>() {
        choice.set_value(&standing.text);
    }
    let row = field.closest(".field").ok().flatten();
    if let Some(below) = row.and_then(|row| row.query_selector(".below").ok().flatten()) {
        below.set_inner_html(&layout::below_of(standing));
    }
}

fn entry(field: &Element) -> String {
    let choice = field.dyn_ref::<HtmlSelectElement>().map(HtmlSelectElement::value);
    choice.unwrap_or_else(|| field.unchecked_ref::<HtmlInputElement>().value())
}

/// The address of the calculator with the plan.
fn whole_address() -> String {
    find(".open").map(|link| link.unchecked_into::<HtmlAnchorElement>().href()).unwrap_or_default()
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// Writes a region.
fn write(selector: &str, markup: &str) {
    if let Some(region) = find(selector) {
        region.set_inner_html(markup);
    }
}
