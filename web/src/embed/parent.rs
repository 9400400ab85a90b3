//! What an embed and the page around it tell each other. `docs/embed.md` publishes it.

use super::said::Said;
use super::shown::text;
use js_sys::{Array, Object, Reflect};
use leptos::prelude::window;
use plan::Note;
use sizing::{Figure, Value};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};

/// The version of the messages, in the field `headroom` of each.
const VERSION: i32 = 1;

/// What the parent asks for.
pub(super) enum Wish {
    /// Show the plan of this fragment.
    Plan(String),
    /// Take this theme; none is the reader's own.
    Theme(Option<String>),
}

/// Calls `take` with what the parent asks for, as long as the page is open. Messages of anybody else, and of any other shape,
/// are passed over.
pub(super) fn hear(take: impl Fn(Wish) + 'static) {
    let Some(parent) = parent() else { return };
    let hear = move |event: MessageEvent| {
        let is_parents = event.source().is_some_and(|source| Object::is(&source, &parent));
        if let Some(wish) = Some(event).filter(|_| is_parents).and_then(|event| wish(&event.data())) {
            take(wish);
        }
    };
    let hear = Closure::<dyn Fn(MessageEvent)>::new(hear).into_js_value();
    let _ = window().add_event_listener_with_callback("message", hear.unchecked_ref());
}

fn wish(message: &JsValue) -> Option<Wish> {
    if field(message, "headroom")? != VERSION {
        return None;
    }
    match field(message, "type")?.as_string()?.as_str() {
        "plan" => {
            let link = field(message, "link")?.as_string()?;
            // A whole address, or what stands behind its sign.
            Some(Wish::Plan(link.split_once('#').map_or(link.as_str(), |(_, plan)| plan).into()))
        }
        "theme" => match field(message, "theme")?.as_string()? {
            auto if auto == "auto" => Some(Wish::Theme(None)),
            theme if theme == "light" || theme == "dark" => Some(Wish::Theme(Some(theme))),
            _ => None,
        },
        _ => None,
    }
}

fn field(message: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(message, &name.into()).ok()
}

/// Tells the parent how high the content is, in whole CSS pixels.
pub(super) fn tell_height(height: i32) {
    tell("height", &[("height", height.into())]);
}

/// Tells the parent what is shown: the address of the whole calculator with the plan, the figures, and what was wrong with
/// the link.
pub(super) fn tell_change(address: &str, said: &Said) {
    let figures: Array = said.shown.figures.iter().copied().map(figure).collect();
    let notes: Array = said.notes.iter().map(|note| note_of(note, said)).collect();
    tell("change", &[("link", address.into()), ("figures", figures.into()), ("notes", notes.into())]);
}

fn figure((figure, value): (Figure, Value)) -> JsValue {
    let number = value.number().map_or(JsValue::NULL, JsValue::from);
    object(&[
        ("name", figure.name().into()),
        ("label", figure.label().into()),
        ("text", text((figure, value)).into()),
        ("value", number),
    ])
}

fn note_of(note: &Note, said: &Said) -> JsValue {
    let key = note.key.map_or(JsValue::NULL, |key| key.row().name.into());
    object(&[("key", key), ("text", note.text.as_str().into()), ("refused", said.is_refused(note).into())])
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Fails only for an object that is frozen.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

fn tell(kind: &str, fields: &[(&str, JsValue)]) {
    let Some(parent) = parent() else { return };
    let mut all = vec![("headroom", VERSION.into()), ("type", kind.into())];
    all.extend_from_slice(fields);
    // To whomever: a frame cannot know the address of its host, and the figures of a public calculator are no secret.
    let _ = parent.post_message(&object(&all), "*");
}

/// The page around the frame; none where the embed is opened by itself.
fn parent() -> Option<Window> {
    let parent = window().parent().ok().flatten()?;
    (!Object::is(&parent, &window())).then_some(parent)
}
