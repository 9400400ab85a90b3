//! Files: plans written to be taken away, and read back.

use crate::download::hand_over;
use export::Format;
use js_sys::Array;
use leptos::prelude::*;
use std::time::Duration;
use web_sys::{Blob, BlobPropertyBag, Url};

/// Larger files and texts are not read, in bytes.
pub(super) const LARGEST: f64 = 5_000_000.0;

/// Why they are not.
pub(super) const TOO_LARGE: &str = "More than 5 MB is not read: no file of plans is that large.";

/// Hands a text over as a file of this format.
pub(super) fn save(format: Format, text: &str, name: &str) -> Option<()> {
    let kind = match format {
        Format::Json => "application/json",
        Format::Csv => "text/csv;charset=utf-8",
        Format::Markdown => "text/markdown;charset=utf-8",
        Format::Text => "text/plain;charset=utf-8",
        Format::Report => "text/html;charset=utf-8",
    };
    save_as(kind, text, &[name, ".", format.extension()].concat())
}

/// Hands a text over as a file of this kind and name.
pub(super) fn save_as(kind: &str, text: &str, name: &str) -> Option<()> {
    let bag = BlobPropertyBag::new();
    bag.set_type(kind);
    // Not an address that holds the file itself: browsers refuse those of some megabytes.
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &bag).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    hand_over(&address, name);
    // The browser has begun to save it by then.
    set_timeout(move || _ = Url::revoke_object_url(&address), Duration::from_secs(60));
    Some(())
}
