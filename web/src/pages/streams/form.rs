//! Where the streams come from, and what they are judged by.

use super::desk::Desk;
use super::said::{FIELDS, field};
use crate::controls::{Choice, Gesture, NumberField, below, pointer};
use crate::intake::{self, Intake};
use crate::markup::Markup;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use present::{DRAWN, STREAM_PRESETS};
use web_sys::{Element, Event, FileList, HtmlInputElement, MouseEvent};

/// The form.
#[component]
pub fn StreamsForm(
    /// What it changes.
    desk: Desk,
) -> impl IntoView {
    if cfg!(feature = "csr") {
        pointer::mind_fields(move |id, gesture| desk.take_in(id, &gesture));
        intake::mind_drops(move |files| take_first(desk, Some(files)));
    }
    let paste = NodeRef::<html::Textarea>::new();
    let on_paste = move |_| {
        if let Some(area) = paste.get_untracked() {
            desk.begin();
            desk.send(area.value().into_bytes());
            desk.close();
        }
    };
    let on_file = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        take_first(desk, input.files());
        // The same file may be chosen again.
        input.set_value("");
    };
    let drawn: Vec<_> = (0..DRAWN.len()).map(|place| number(desk, place)).collect();
    let judged: Vec<_> = (DRAWN.len()..FIELDS).map(|place| number(desk, place)).collect();
    let itl = "<option value=\"0\">each chunk</option><option value=\"1\">each chunk, over its tokens</option>\
               <option value=\"2\">each token</option>";
    let rank = "<option value=\"linear\">on the line between two</option>\
                <option value=\"nearest\">nearest rank</option>";
    view! {
        <form class="form served" autocomplete="off" on:submit=|event| event.prevent_default()>
            <fieldset>
                <legend>"A file of your own"</legend>
                <p class="drop">
                    <label for="file">"Token times as CSV or JSON lines, or what vllm bench serve saved; packed or not. Choose one, or drop it anywhere on the page."</label>
                    <input id="file" type="file" on:change=on_file/>
                </p>
                <label for="paste">"Or paste token times, one request a line"</label>
                <textarea id="paste" rows="3" spellcheck="false" node_ref=paste></textarea>
                <p class="tools"><button class="button" type="button" on:click=on_paste>"Read this text"</button></p>
            </fieldset>
            <fieldset><legend>"Targets"</legend>{judged}</fieldset>
            <fieldset>
                <legend>"Definitions"</legend>
                <Choice id="itl-sample" label="A sample of ITL" options=itl.into() chosen=desk.choice(0) below=nothing() on_gesture=chosen(desk, 0)/>
                <Choice id="quantile" label="A quantile" options=rank.into() chosen=desk.choice(1) below=nothing() on_gesture=chosen(desk, 1)/>
            </fieldset>
            <fieldset><legend>"A synthetic set"</legend>{drawn}</fieldset>
            <p class="tools">
                <button class="button" type="button" aria-disabled=desk.is_out_of_reach(true) on:click=move |_| desk.travel(true)>"Undo"</button>
                <button class="button" type="button" aria-disabled=desk.is_out_of_reach(false) on:click=move |_| desk.travel(false)>"Redo"</button>
                <button class="button" type="button" on:click=move |_| desk.take_preset(&STREAM_PRESETS[0])>"Reset to the example"</button>
            </p>
            <div inner_html=presets() on:click=move |event| take_preset(desk, &event)></div>
        </form>
    }
}

fn take_first(desk: Desk, files: Option<FileList>) {
    if let Some(file) = files.and_then(|files| files.item(0)) {
        let run = desk.begin();
        spawn_local(async move {
            intake::pour(desk, run, file.into()).await;
        });
    }
}

fn chosen(desk: Desk, which: usize) -> Callback<Gesture> {
    Callback::new(move |gesture| {
        if let Gesture::Entered(word) = gesture {
            desk.choose(which, word);
        }
    })
}

fn number(desk: Desk, place: usize) -> impl IntoView {
    let field = field(place);
    let (echo, problem, reset) = (desk.echo(place), desk.problem(place), desk.reset_of(place));
    view! {
        <NumberField
            id=field.id
            label=field.label
            unit=field.unit.field().sign
            letters=false
            text=desk.text(place)
            echo
            problem
            below=Signal::derive(move || below(field.id, &reset.read(), &echo.read(), &problem.read()))
            on_gesture=Callback::new(move |gesture| desk.take(place, &gesture))
        />
    }
}

fn presets() -> String {
    Markup::new()
        .tags("<h2>Sets to start from</h2><ul class=\"examples\">")
        .each(&STREAM_PRESETS, |list, preset| {
            let list = list.tags("<li><button class=\"link\" type=\"button\">").tags(preset.name);
            list.tags("</button> ").tags(preset.sentence).tags("</li>")
        })
        .tags("</ul>")
        .finish()
}

fn take_preset(desk: Desk, event: &MouseEvent) {
    let button = event_target::<Element>(event).closest("button").ok().flatten();
    let name = button.and_then(|button| button.text_content()).unwrap_or_default();
    if let Some(preset) = STREAM_PRESETS.iter().find(|preset| preset.name == name) {
        desk.take_preset(preset);
    }
}

/// A choice says all there is to say of it.
fn nothing() -> Signal<String> {
    Signal::derive(String::new)
}
