//! Files on their way to a worker: dropped, chosen, and sent slice by slice.

use js_sys::{Function, Promise, Uint8Array};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DragEvent, FileList};

/// Whoever has files read.
pub(crate) trait Intake: Copy {
    /// Where the file is on its way.
    fn way(self) -> Way;

    /// Sends the next bytes.
    fn send(self, slice: Vec<u8>);

    /// The file is whole.
    fn close(self);
}

/// Which file is on its way, and who waits until its last slice was taken, so that a large one is never held whole.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// A new file leaves the old one's slices unread.
    run: StoredValue<u32>,
    /// To be called when the worker has answered, or need not any more.
    waits: StoredValue<Option<Function>, LocalStorage>,
}

impl Way {
    pub(crate) fn new() -> Self {
        Self { run: StoredValue::new(0), waits: StoredValue::new_local(None) }
    }

    /// Makes room for another file, and gives its run: what was on its way is not wanted any more.
    pub(crate) fn clear(self) -> u32 {
        self.taken();
        self.run.update_value(|run| *run += 1);
        self.run.get_value()
    }

    /// Whether the file of this run is still wanted.
    pub(crate) fn wants(self, run: u32) -> bool {
        self.run.try_get_value() == Some(run)
    }

    /// The last slice was taken, or need not be: whoever waits for that goes on.
    pub(crate) fn taken(self) {
        if let Some(done) = self.waits.try_update_value(Option::take).flatten() {
            let _ = done.call0(&JsValue::NULL);
        }
    }

    /// Waits until the next slice was taken.
    fn wait(self) -> JsFuture {
        JsFuture::from(Promise::new(&mut |done, _| self.waits.set_value(Some(done))))
    }
}

/// So many bytes of a file are sent to the worker at a time: each slice is an occasion to stop.
const SLICE: f64 = 1_048_576.0;

/// Sends a file to the worker, slice by slice, until it is whole or no longer wanted. Whether it is whole.
pub(crate) async fn pour(desk: impl Intake, run: u32, file: Blob) -> bool {
    let (mut at, mut taken) = (0.0, None::<JsFuture>);
    let way = desk.way();
    while at < file.size() && way.wants(run) {
        let end = if at + SLICE < file.size() { at + SLICE } else { file.size() };
        let Ok(slice) = file.slice_with_f64_and_f64(at, end) else { break };
        // The worker reads one slice while the next one comes from the disk.
        let Ok(buffer) = JsFuture::from(slice.array_buffer()).await else { break };
        if let Some(taken) = taken.take() {
            let _ = taken.await;
        }
        if way.wants(run) {
            taken = Some(way.wait());
            desk.send(Uint8Array::new(&buffer).to_vec());
        }
        at = end;
    }
    let whole = way.wants(run);
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
