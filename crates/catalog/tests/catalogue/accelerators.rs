//! Accelerators, their records and prices.

use crate::reference;
use catalog::{
    ACCELERATOR_RECORDS, ACCELERATORS, PRICES, PriceKind, accelerator, accelerator_record, prices,
};
use quantity::{FlopsPerSecond, Key, Standard, Unit};
use sizing::Peaks;

#[test]
fn each_has_its_record_and_a_name_of_its_own() {
    for (entry, record) in ACCELERATORS.iter().zip(&ACCELERATOR_RECORDS) {
        assert_eq!(entry.name, record.name);
        assert_eq!(accelerator(&entry.name.to_uppercase()), Some(entry));
        assert_eq!(accelerator_record(entry.name), Some(record));
    }
    for price in &PRICES {
        assert!(accelerator(price.accelerator).is_some(), "{}", price.accelerator);
        assert!(price.dollars > 0.0 && price.date.starts_with("2026"), "{price:?}");
    }
}

#[test]
fn the_default_is_here() {
    let Standard::Word(name) = Key::Gpu.row().default else { panic!("the default is a name") };
    assert!(accelerator(name).is_some());
}

/// Links were published with these five: their figures may never change.
#[test]
fn the_first_five_keep_their_figures() {
    for (name, memory, bandwidth, bf16, fp8, int8, fp4) in [
        ("a100", 80e9, 2.039e12, 312e12, None, Some(624e12), None),
        ("l40s", 48e9, 0.864e12, 362.05e12, Some(733e12), Some(733e12), None),
        ("h100", 80e9, 3.35e12, 989e12, Some(1979e12), Some(1979e12), None),
        ("h200", 141e9, 4.8e12, 989e12, Some(1979e12), Some(1979e12), None),
        ("b200", 180e9, 7.7e12, 2250e12, Some(4500e12), Some(4500e12), Some(9000e12)),
    ] {
        let found = accelerator(name).expect("in the catalogue").accelerator();
        let peak = |figure: Option<f64>| figure.map(FlopsPerSecond::new);
        let peaks =
            Peaks { bf16: FlopsPerSecond::new(bf16), fp8: peak(fp8), int8: peak(int8), fp4: peak(fp4) };
        assert_eq!(
            (found.memory.get(), found.bandwidth.get(), found.peaks),
            (memory, bandwidth, peaks),
            "{name}"
        );
    }
}

#[test]
fn every_figure_lies_in_the_range_of_its_row() {
    for entry in &ACCELERATORS {
        let gpu = entry.accelerator();
        for (key, value) in [
            (Key::Hbm, gpu.memory.get()),
            (Key::Bw, gpu.bandwidth.get()),
            (Key::Flops, gpu.peaks.bf16.get()),
            (Key::Tp, f64::from(gpu.node)),
        ] {
            assert_eq!(key.row().check(value), Ok(()), "{} {}", entry.name, key.row().name);
        }
    }
}

/// Dense tensor cores do 8-bit arithmetic at about twice the 16-bit rate and 4-bit at about four times: a figure with
/// sparsity would stand at twice that. What stands elsewhere is named, with the ratio that it has.
#[test]
fn peaks_are_dense() {
    let known = |name, format| match (name, format) {
        // One matrix engine for both.
        ("gaudi-3", "fp8") | ("mi250x", "int8") => 1.0,
        // Cut to next to nothing.
        ("b300", "int8") => 0.068,
        ("gb300", "int8") => 0.066,
        // Widened for FP4.
        ("b300", "fp4") => 6.22,
        ("gb300", "fp4") => 6.0,
        // Sums in FP32 halve the floating-point formats of consumer cards down to FP8, but not INT8 and FP4.
        ("rtx-4090" | "rtx-5090", "int8") => 4.0,
        ("rtx-5090", "fp4") => 8.0,
        // One engine for the microscaling formats.
        ("trainium3", "fp8" | "fp4") => 3.75,
        (_, "fp4") => 4.0,
        _ => 2.0,
    };
    for entry in &ACCELERATORS {
        let Peaks { bf16, fp8, int8, fp4 } = entry.peaks;
        for (format, peak) in [("fp8", fp8), ("int8", int8), ("fp4", fp4)] {
            let Some(peak) = peak else { continue };
            let (ratio, known) = (peak / bf16, known(entry.name, format));
            assert!((ratio / known - 1.0).abs() < 0.03, "{} {format}: {ratio}", entry.name);
        }
    }
}

/// Datasheets of these headline both ways, twice as much.
#[test]
fn links_are_counted_one_way() {
    for (name, gigabytes) in [
        ("a100", 300.0),
        ("h100", 450.0),
        ("b200", 900.0),
        ("mi300x", 448.0),
        ("tpu-v5p", 600.0),
        ("l4", 32.0),
    ] {
        let link = accelerator_record(name).expect("in the catalogue").link;
        assert!((link.one_way / 1e9 - gigabytes).abs() < 1e-9, "{name}");
    }
}

#[test]
fn the_drivers_memory_is_near_the_nominal() {
    for entry in &ACCELERATORS {
        if let Some(driver) = entry.driver_memory {
            // A GB that was meant as GiB makes 1.074 of it.
            assert!((0.99..1.075).contains(&(driver / entry.memory)), "{}", entry.name);
        }
    }
}

#[test]
fn an_owners_cost_is_no_price() {
    let asked = |name: &str| prices(name).filter(|price| price.kind.is_asked()).count();
    assert!(asked("h100") > 5 && asked("a100-pcie") == 1);
    assert_eq!(asked("gb300"), 0);
    assert!(prices("GB300").any(|price| price.kind == PriceKind::NeocloudCost));
}

/// The reference's name for each of ours, in our order.
const REFERENCE: [&str; 33] = [
    "A100-40GB SXM",
    "A100-80GB PCIe",
    "A100-80GB SXM",
    "H100 PCIe",
    "H100 NVL",
    "H100 SXM",
    "GH200 96GB",
    "H200 SXM",
    "B200 SXM",
    "GB200 (per GPU)",
    "B300 SXM",
    "GB300 (per GPU)",
    "A30",
    "A10G",
    "L4",
    "L40S",
    "RTX 6000 Ada",
    "RTX PRO 6000 Blackwell Server",
    "RTX 4090",
    "RTX 5090",
    "MI250X",
    "MI300X",
    "MI325X",
    "MI355X",
    "Gaudi 2",
    "Gaudi 3",
    "Arc Pro B60",
    "TPU v5e",
    "TPU v5p",
    "TPU v6e (Trillium)",
    "TPU7x (Ironwood)",
    "Trainium2",
    "Trainium3",
];

#[test]
fn every_figure_is_the_references() {
    let Some(rows) = reference::rows("gpus/gpus.csv") else { return };
    assert_eq!(rows.len(), ACCELERATORS.len());
    for ((entry, record), name) in ACCELERATORS.iter().zip(&ACCELERATOR_RECORDS).zip(REFERENCE) {
        let row = rows.iter().find(|row| row["name"] == name).expect(name);
        let peak = |figure: Option<FlopsPerSecond>| figure.map(|figure| figure.get() / 1e12);
        let peaks = entry.peaks;
        let mut figures = vec![
            ("memory_gb", Some(entry.memory / 1e9)),
            ("mem_bw_tb_s", Some(entry.bandwidth / 1e12)),
            ("bf16_dense_tflops", peak(Some(peaks.bf16))),
            ("fp8_dense_tflops", peak(peaks.fp8)),
            ("int8_dense_tops", peak(peaks.int8)),
            ("fp4_dense_tflops", peak(peaks.fp4)),
            ("link_gb_s_one_way_per_gpu", Some(record.link.one_way / 1e9)),
            ("tdp_w", record.power),
        ];
        // The reference repeats BF16 where there is no FP8 arithmetic, and leaves out one FP4 that the vendor documents.
        figures.retain(|(column, _)| {
            !matches!(
                (entry.name, *column),
                ("arc-b60", "fp8_dense_tflops") | ("trainium3", "fp4_dense_tflops")
            )
        });
        for (column, figure) in figures {
            let (figure, expected) = (figure.unwrap_or(-1.0), reference::number(row, column).unwrap_or(-1.0));
            assert!((figure - expected).abs() < 1e-9 * expected.abs(), "{} {column}: {figure}", entry.name);
        }
        if let Some(driver) = entry.driver_memory {
            let mebibytes = format!("{} MiB", Unit::Count.exact(driver / 1_048_576.0));
            assert!(row["memory_gb_reported_by_tool"].contains(&mebibytes), "{}", entry.name);
        }
        assert_eq!(
            record.origins.speed.source.contains("recalled"),
            row["value_sources"].contains("all: vendor datasheet, RECALLED") || entry.name == "gaudi-2",
            "{}",
            entry.name
        );
    }
}

#[test]
fn every_price_is_the_references() {
    let Some(rows) = reference::rows("gpus/prices.csv") else { return };
    for price in &PRICES {
        let first = |text: &'static str| text.split([',', ' ', '-']).next().unwrap_or("");
        let (gpu, provider) = (first(price.accelerator), first(price.provider));
        let found = rows.iter().any(|row| {
            row["gpu"].to_lowercase().starts_with(gpu)
                && row["provider"].contains(provider)
                && row["kind"].contains(word(price.kind))
                && row["as_of"] == price.date
                && reference::number(row, "usd_per_gpu_hour") == Some(price.dollars)
        });
        assert!(found, "{price:?}");
    }
}

/// How the reference says this kind.
const fn word(kind: PriceKind) -> &'static str {
    match kind {
        PriceKind::OnDemand => "on-demand",
        PriceKind::Community => "community",
        PriceKind::Marketplace => "marketplace",
        PriceKind::Dedicated => "dedicated",
        PriceKind::PlannerDefault => "planner default",
        PriceKind::HyperscalerCost => "hyperscaler TCO (owner cost",
        PriceKind::NeocloudCost => "neocloud TCO (owner cost",
        PriceKind::ThreeYearCost => "3-year rental (owner cost",
    }
}
