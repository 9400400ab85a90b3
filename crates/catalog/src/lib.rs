//! Accelerators and models, every figure with its source and date.
//!
//! The catalogue is plain data in Rust: the compiler checks it, nothing parses it at run time, and it needs no std.
//! Dense peaks, never the figures "with sparsity"; nominal decimal memory, with the driver's beside it where known.
//!
//! | file | what it holds |
//! |---|---|
//! | `accelerators`, `models` | what the equations take, and no more: it is downloaded by every visitor |
//! | `accelerator_records`, `model_records`, `prices` | where each figure comes from and what is odd about it, joined by name |
//! | `document` | all of it as `docs/catalogue.md` |
//!
//! What the equations take and where it was read are apart because the program in the browser uses only the first: the
//! linker leaves out whatever nobody refers to.
#![no_std]
extern crate alloc;

mod accelerator_records;
mod accelerators;
mod document;
mod model_records;
mod models;
mod prices;

pub use accelerator_records::{ACCELERATOR_RECORDS, AcceleratorRecord, Link, Origins};
pub use accelerators::{ACCELERATORS, AcceleratorEntry, Vendor};
pub use document::document;
pub use model_records::{MODEL_RECORDS, ModelRecord, Published};
pub use models::{MODELS, ModelEntry};
pub use prices::{PRICES, Price, PriceKind};

/// Where and when a fact was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Where it was read. "Recalled" stands for a datasheet that nobody looked up again.
    pub source: &'static str,
    /// When, as year-month.
    pub date: &'static str,
}

/// The accelerator that a link calls `name`, in any case.
///
/// ```
/// let h100 = catalog::accelerator("H100").expect("in the catalogue").accelerator();
/// assert_eq!((h100.memory.get(), h100.peaks.bf16.get()), (80e9, 989e12));
/// ```
#[must_use]
pub fn accelerator(name: &str) -> Option<&'static AcceleratorEntry> {
    ACCELERATORS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// The model that a link calls `name`, in any case.
///
/// ```
/// let scout = catalog::model("llama-4-scout").expect("in the catalogue").model();
/// // 16 experts a layer of which one is used, and one that all tokens share.
/// assert_eq!(scout.parameters, 107_769_861_120.0);
/// assert_eq!(scout.active, 17_172_894_720.0);
/// ```
#[must_use]
pub fn model(name: &str) -> Option<&'static ModelEntry> {
    MODELS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// Where the figures of the accelerator that a link calls `name` come from.
#[must_use]
pub fn accelerator_record(name: &str) -> Option<&'static AcceleratorRecord> {
    ACCELERATOR_RECORDS.iter().find(|record| record.name.eq_ignore_ascii_case(name))
}

/// Where the shape of the model that a link calls `name` comes from.
#[must_use]
pub fn model_record(name: &str) -> Option<&'static ModelRecord> {
    MODEL_RECORDS.iter().find(|record| record.name.eq_ignore_ascii_case(name))
}

/// The prices seen for the accelerator that a link calls `name`, in any case.
pub fn prices(name: &str) -> impl Iterator<Item = &'static Price> {
    PRICES.iter().filter(move |price| price.accelerator.eq_ignore_ascii_case(name))
}
