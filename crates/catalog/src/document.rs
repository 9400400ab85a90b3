//! The catalogue as a page to read: `docs/catalogue.md`.

use crate::{
    ACCELERATOR_RECORDS, ACCELERATORS, AcceleratorEntry, AcceleratorRecord, MODEL_RECORDS, MODELS,
    ModelEntry, ModelRecord, Origin, Origins, PRICES, Price,
};
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use quantity::{FlopsPerSecond, Unit, float};
use sizing::{KvLayout, Precision};

const HEAD: &str = "\
# The catalogue

`cargo xtask catalogue` writes this page from `crates/catalog`; change the data there and run it again.

Everything here is a starting point, restated from public sources with where and when each was read. Where a source says
\"recalled\", the figure was written down from memory of a datasheet or a model card and not looked up again: check it
before money depends on it. Figures of published entries never change, because links name them.

## Accelerators

Peaks are **dense**. Many datasheets headline figures with sparsity, twice as high for most; no engine reaches those with
ordinary weights. Memory is nominal and decimal, as it is sold; the driver's figure stands beside it where it is known and is
what an engine can really allocate from. A dash under a format says that the hardware has no arithmetic for it: such weights
are widened and computed in BF16. Link speeds are **one way** and for all links of an accelerator together. A node is how many
of them such links join, or one server holds where there are none.

";

const PRICES_HEAD: &str = "
## Prices

Illustrations, not offers. Prices of one GPU differ fivefold between providers and move within a month, and these are of
different kinds: an owner's cost is no list price. No plan uses them; put in your own.

";

const MODELS_HEAD: &str = "
## Models

Parameters are counted from the shape: embedding, head, every matrix, norm and bias. They are compared with what was
published, mostly in round figures. Active are those that one token passes through, with embedding and head; publishers
differ on those. Vision towers and modules that predict further tokens are not counted. KV cache for each token is at two
bytes a number, on one GPU, while every sliding window still has room; recurrent layers keep their fixed state instead, which
does not grow.

";

/// The whole page.
#[must_use]
pub fn document() -> String {
    let accelerators = || ACCELERATORS.iter().zip(&ACCELERATOR_RECORDS);
    let models = || MODELS.iter().zip(&MODEL_RECORDS);
    let parts = [
        HEAD.into(),
        table(&ACCELERATOR_COLUMNS, accelerators().map(|(entry, record)| accelerator_row(entry, record))),
        "\nWhere they were read, and what to beware of:\n\n".into(),
        table(&["name", "source", "note"], ACCELERATOR_RECORDS.iter().map(accelerator_origin)),
        PRICES_HEAD.into(),
        table(&PRICE_COLUMNS, PRICES.iter().map(price_row)),
        MODELS_HEAD.into(),
        table(&MODEL_COLUMNS, models().map(|(entry, record)| model_row(entry, record))),
        "\nWhere they were read, and what to beware of:\n\n".into(),
        table(&["name", "published in", "shape", "note"], MODEL_RECORDS.iter().map(model_origin)),
    ];
    parts.concat()
}

const ACCELERATOR_COLUMNS: [&str; 12] = [
    "name",
    "accelerator",
    "memory",
    "by the driver",
    "bandwidth",
    "BF16, TFLOP/s",
    "FP8",
    "INT8",
    "FP4",
    "link, one way",
    "power",
    "node",
];

fn accelerator_row(entry: &AcceleratorEntry, record: &AcceleratorRecord) -> Vec<String> {
    let peaks = entry.peaks;
    vec![
        code(entry.name),
        format!("{} {}", entry.vendor.label(), entry.label),
        Unit::Bytes.exact(entry.memory),
        or_dash(entry.driver_memory.map(|bytes| Unit::Bytes.show(bytes))),
        Unit::BytesPerSecond.exact(entry.bandwidth),
        peak(Some(peaks.bf16)),
        peak(peaks.fp8),
        peak(peaks.int8),
        peak(peaks.fp4),
        format!("{}, {}", record.link.kind, Unit::BytesPerSecond.exact(record.link.one_way)),
        or_dash(record.power.map(|watts| format!("{} W", Unit::Count.exact(watts)))),
        Unit::Count.exact(f64::from(entry.node)),
    ]
}

fn peak(peak: Option<FlopsPerSecond>) -> String {
    or_dash(peak.map(|peak| Unit::FlopsPerSecond.field().exact(peak.get())))
}

fn accelerator_origin(record: &AcceleratorRecord) -> Vec<String> {
    vec![code(record.name), origins(record), record.note.into()]
}

/// The place of all figures where there is one, else the places with the groups that were read there.
fn origins(record: &AcceleratorRecord) -> String {
    let Origins { memory, speed, link, power } = record.origins;
    let mut groups = vec![("memory", memory), ("speed", speed), ("link", link)];
    groups.extend(record.power.map(|_| ("power", power)));
    let places: Vec<_> = groups.chunk_by(|(_, one), (_, next)| one == next).collect();
    let told: Vec<String> = places.iter().map(|place| told_place(place, places.len() == 1)).collect();
    told.join("; ")
}

fn told_place(place: &[(&str, Origin)], is_all: bool) -> String {
    let Origin { source, date } = place[0].1;
    let groups: Vec<&str> = place.iter().map(|(group, _)| *group).collect();
    if is_all { format!("{source}, {date}") } else { format!("{}: {source}, {date}", groups.join(", ")) }
}

const PRICE_COLUMNS: [&str; 6] = ["accelerator", "$ per GPU-hour", "kind", "provider", "when", "read in"];

fn price_row(price: &Price) -> Vec<String> {
    vec![
        code(price.accelerator),
        Unit::DollarsPerGpuHour.number(price.dollars),
        price.kind.label().into(),
        price.provider.into(),
        price.date.into(),
        price.source.into(),
    ]
}

const MODEL_COLUMNS: [&str; 10] = [
    "name",
    "model",
    "published",
    "counted",
    "counted / published",
    "active, published",
    "active, counted",
    "KV per token, BF16",
    "state per sequence",
    "longest sequence",
];

fn model_row(entry: &ModelEntry, record: &ModelRecord) -> Vec<String> {
    let model = entry.model();
    let state = model.kv_per_sequence_per_gpu(Precision::Bf16, 1, 0.0, KvLayout::Ideal).get();
    let ratio = float::round(1000.0 * model.parameters / record.published.total) / 1000.0;
    vec![
        code(entry.name),
        entry.label.into(),
        Unit::Parameters.exact(record.published.total),
        Unit::Parameters.exact(model.parameters),
        Unit::Fraction.exact(ratio),
        Unit::Parameters.exact(record.published.active),
        Unit::Parameters.show(model.active),
        Unit::Bytes.exact(model.kv_per_token_per_gpu(Precision::Bf16, 1).get()),
        or_dash((state > 0.0).then(|| Unit::Bytes.exact(state))),
        Unit::Tokens.exact(f64::from(entry.context)),
    ]
}

fn model_origin(record: &ModelRecord) -> Vec<String> {
    vec![
        code(record.name),
        record.published.basis.into(),
        format!("{}, {}", record.shape.source, record.shape.date),
        record.note.into(),
    ]
}

fn table(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = [line(columns), format!("|{}\n", "---|".repeat(columns.len()))];
    let body = rows.map(|cells| line(&cells.iter().map(String::as_str).collect::<Vec<_>>()));
    head.into_iter().chain(body).collect()
}

fn line(cells: &[&str]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn code(name: &str) -> String {
    format!("`{name}`")
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".into())
}
