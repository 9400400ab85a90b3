//! Where the files come from.

use super::desk::Desk;
use crate::intake;
use leptos::html;
use leptos::prelude::*;
use web_sys::{Blob, Event, File, FileList, HtmlInputElement};

/// The form.
#[component]
pub fn EvidenceForm(
    /// What it has read.
    desk: Desk,
) -> impl IntoView {
    let further = NodeRef::<html::Input>::new();
    let is_further =
        move || further.get_untracked().is_some_and(|further: HtmlInputElement| further.checked());
    if cfg!(feature = "csr") {
        intake::mind_drops(move |files| desk.read(all(Some(files)), is_further()));
    }
    let paste = NodeRef::<html::Textarea>::new();
    let on_paste = move |_| {
        let text = paste.get_untracked().map(|area| area.value()).unwrap_or_default();
        if let Ok(blob) = Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into())) {
            desk.read_named(vec![("what was pasted".into(), blob)], is_further());
        }
    };
    let on_file = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        desk.read(all(input.files()), is_further());
        // The same file may be chosen again.
        input.set_value("");
    };
    view! {
        <form class="form served" autocomplete="off" on:submit=|event| event.prevent_default()>
            <fieldset>
                <legend>"Files"</legend>
                <p class="drop">
                    <label for="file">"Choose one or several, or drop them anywhere on the page; packed by gzip or not. What a file is, its content tells. Nothing leaves this browser."</label>
                    <input id="file" type="file" multiple on:change=on_file/>
                </p>
                <p class="switch"><label><input type="checkbox" node_ref=further/>"Add to the files that are shown"</label></p>
                <label for="paste">"Or paste what stands in one"</label>
                <textarea id="paste" rows="4" spellcheck="false" node_ref=paste></textarea>
                <p class="tools"><button class="button" type="button" on:click=on_paste>"Read this text"</button></p>
            </fieldset>
            <fieldset>
                <legend>"What is read"</legend>
                <ul class="kinds">
                    <li><strong>"Load tests"</strong>" of vllm bench serve, SGLang, AIPerf, GenAI-Perf, guidellm, llmperf, inference-perf and MLPerf, or a table with a column for each latency"</li>
                    <li><strong>"Traces"</strong>" of Azure, BurstGPT, Mooncake, Bailian and Vidur, or any table of arrivals and lengths"</li>
                    <li><strong>"/metrics"</strong>" of vLLM, SGLang, TGI, Triton and Dynamo; of two snapshots the second is the window between them"</li>
                    <li><strong>"Start-up logs"</strong>" of vLLM, SGLang and TensorRT-LLM"</li>
                    <li><strong>"config.json"</strong>" of a model, also beside its log"</li>
                </ul>
            </fieldset>
        </form>
    }
}

fn all(files: Option<FileList>) -> Vec<File> {
    let length = files.as_ref().map_or(0, FileList::length);
    (0..length).filter_map(|place| files.as_ref()?.item(place)).collect()
}
