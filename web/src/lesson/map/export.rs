//! A map to take away: Mermaid text with the plan's figures, and pictures.

use super::super::book::{Book, CURRENT};
use super::super::page::{all, attribute, near, on};
use super::tested;
use crate::download::{SVG, data, hand_over};
use crate::markup::Markup;
use js_sys::{Array, Function, Promise, Reflect};
use leptos::prelude::*;
use lesson::map::{ALL, Form, Graph, LIMITS, file, mermaid, path, remarks};
use present::Answer;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlCanvasElement, HtmlTextAreaElement};

/// Puts the buttons below each picture.
pub(super) fn offer(book: &Rc<Book>) {
    for map in all(".map[data-map]") {
        let tools = Markup::new()
            .tags("<p class=\"map-tools\">")
            .tags(if attribute(&map, "data-map") == LIMITS.id { WALK } else { "" });
        let _ = map.insert_adjacent_html("beforeend", &tools.tags(TOOLS).finish());
    }
    let book = Rc::clone(book);
    on(&["click"], move |event| {
        let Some(button) = near(&event, "[data-export]") else { return };
        let Some(map) = button.closest(".map").ok().flatten() else { return };
        let id = attribute(&map, "data-map");
        let Some(graph) = ALL.into_iter().find(|graph| graph.id == id) else { return };
        match attribute(&button, "data-export").as_str() {
            "mermaid" => {
                let own = book.base(CURRENT);
                let answer = Answer::to(own.check().plan);
                let remarks = remarks(&own, &path(&answer), tested::last().as_ref());
                copy(button, map, mermaid(graph, Some(&answer), &remarks));
            }
            "svg" => hand_over(&drawing(graph), &[graph.id, ".svg"].concat()),
            _ => paint(graph),
        }
    });
}

const COPY: &str = "Copy Mermaid";
const WALK: &str =
    "<button class=\"button\" type=\"button\" data-node=\"m-limits-d1\">Walk it by hand</button>";
const TOOLS: &str = "<button class=\"button\" type=\"button\" data-export=\"mermaid\">Copy Mermaid</button>\
    <button class=\"button\" type=\"button\" data-export=\"svg\">SVG</button>\
    <button class=\"button\" type=\"button\" data-export=\"png\">PNG</button>\
    <span class=\"unseen\" role=\"status\"></span></p>";

/// Copies a text; where the browser does not let it, lays it out to be copied by hand.
fn copy(button: Element, map: Element, text: String) {
    let writing = clipboard_takes(&text);
    let answered = Rc::new(move |is_copied: bool| {
        if !is_copied {
            lay_out(&map, &text);
        }
        if let Ok(Some(status)) = map.query_selector("[role=status]") {
            status.set_text_content(Some(if is_copied {
                "Copied."
            } else {
                "Selected, to be copied by hand."
            }));
        }
        button.set_text_content(Some(if is_copied { "Copied" } else { COPY }));
        let button = button.clone();
        set_timeout(move || button.set_text_content(Some(COPY)), Duration::from_secs(2));
    });
    let Some(writing) = writing else { return answered(false) };
    let refused = Rc::clone(&answered);
    let (taken, refused) = (Closure::once(move |_| answered(true)), Closure::once(move |_| refused(false)));
    let _ = writing.then2(&taken, &refused);
    // One of them is still to be called.
    taken.forget();
    refused.forget();
}

/// The clipboard's promise; there is none where a page may not write to it.
fn clipboard_takes(text: &str) -> Option<Promise> {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
    let write: Function = Reflect::get(&clipboard, &"writeText".into()).ok()?.dyn_into().ok()?;
    write.call1(&clipboard, &text.into()).ok()?.dyn_into().ok()
}

/// Below the picture, selected.
fn lay_out(map: &Element, text: &str) -> Option<()> {
    let section = map.parent_element()?;
    let area = match section.query_selector(".copied").ok()? {
        Some(area) => area,
        None => {
            let area = document().create_element("textarea").ok()?;
            area.set_class_name("copied");
            let attributes = [("readonly", ""), ("rows", "8"), ("aria-label", "Mermaid text")];
            attributes.iter().for_each(|(name, value)| drop(area.set_attribute(name, value)));
            map.after_with_node_1(&area).ok()?;
            area
        }
    };
    let area: HtmlTextAreaElement = area.dyn_into().ok()?;
    area.set_value(text);
    area.focus().ok()?;
    area.select();
    Some(())
}

/// The picture as an address that holds the file itself.
fn drawing(graph: &Graph) -> String {
    let link = window().location().href().unwrap_or_default();
    data(SVG, &file(graph, Form::Wide, &link))
}

/// Lets the browser paint the picture, and hands it over when it has.
fn paint(graph: &'static Graph) {
    let Ok(image) = document().create_element("img") else { return };
    let painting = image.clone();
    let painted = Closure::once_into_js(move || {
        if let Some(png) = painted(&painting, graph.sheet) {
            hand_over(&png, &[graph.id, ".png"].concat());
        }
    });
    let _ = image.add_event_listener_with_callback("load", painted.unchecked_ref());
    let _ = image.set_attribute("src", &drawing(graph));
}

/// Device pixels in one CSS pixel of a picture.
const SHARPNESS: f64 = 2.0;

fn painted(image: &JsValue, (width, height): (f64, f64)) -> Option<String> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let (width, height) = (width * SHARPNESS, height * SHARPNESS);
    for (name, size) in [("width", width), ("height", height)] {
        Reflect::set(&canvas, &name.into(), &size.into()).ok()?;
    }
    let context = canvas.get_context("2d").ok()??;
    let draw: Function = Reflect::get(&context, &"drawImage".into()).ok()?.dyn_into().ok()?;
    let arguments: Array = [image.clone(), 0.into(), 0.into(), width.into(), height.into()].iter().collect();
    draw.apply(&context, &arguments).ok()?;
    canvas.to_data_url().ok()
}
