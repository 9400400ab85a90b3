//! Files on their way to a worker: dropped, chosen, and sent slice by slice.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DragEvent, FileList};

/// Whoever has files read.
pub(crate) trait Intake: Copy {
    /// Whether the file of this run is still wanted.
    fn wants(self, run: u32) -> bool;

    /// Sends the next bytes; what is returned waits until they were taken, so that a large file is never held whole.
    fn send(self, slice: Vec<u8>) -> JsFuture;

    /// The file is whole.
    fn close(self);
}

/// So many bytes of a file are sent to the worker at a time: each slice is an occasion to stop.
const SLICE: f64 = 1_048_576.0;

/// Sends a file to the worker, slice by slice, until it is whole or no longer wanted. Whether it is whole.
pub(crate) async fn pour(desk: impl Intake, run: u32, file: Blob) -> bool {
    let (mut at, mut taken) = (0.0, None::<JsFuture>);
    while at < file.size() && desk.wants(run) {
        let end = if at + SLICE < file.size() { at + SLICE } else { file.size() };
        let Ok(slice) = file.slice_with_f64_and_f64(at, end) else { break };
        // The worker reads one slice while the next one comes from the disk.
        let Ok(buffer) = JsFuture::from(slice.array_buffer()).await else { break };
        if let Some(taken) = taken.take() {
            let _ = taken.await;
        }
        if desk.wants(run) {
            taken = Some(desk.send(js_sys::Uint8Array::new(&buffer).to_vec()));
        }
        at = end;
    }
    let whole = desk.wants(run);
    if whole {
        desk.close();
    }
    whole
}

/// Takes files wherever on the page they are dropped: the browser would leave the page for them. Lasts as long as the page.
pub(crate) fn mind_drops(take: impl Fn(FileList) + 'static) {
    std::mem::forget(window_event_listener(ev::dragover, |event: DragEvent| event.prevent_default()));
    std::mem::forget(window_event_listener(ev::drop, move |event: DragEvent| {
        event.prevent_default();
        if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
            take(files);
        }
    }));
}
