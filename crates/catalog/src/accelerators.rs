//! Accelerators by name.

use crate::Sourced;
use quantity::{Bytes, BytesPerSecond, FlopsPerSecond};
use sizing::{Accelerator, Peaks};

/// An accelerator as it is bought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AcceleratorEntry {
    /// Its name in a link.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Nominal memory in bytes, as it is sold.
    pub memory: Sourced<f64>,
    /// Memory that the driver reports, in bytes, where it is known.
    pub driver_memory: Option<Sourced<f64>>,
    /// Memory bandwidth in bytes a second.
    pub bandwidth: Sourced<f64>,
    /// Dense BF16 peak in FLOP/s.
    pub bf16: Sourced<f64>,
    /// Dense FP8 peak in FLOP/s, where it has the arithmetic.
    pub fp8: Option<Sourced<f64>>,
    /// Dense INT8 peak in operations a second.
    pub int8: Option<Sourced<f64>>,
    /// Dense FP4 peak in FLOP/s, where it has the arithmetic.
    pub fp4: Option<Sourced<f64>>,
}

impl AcceleratorEntry {
    /// Its figures, for the equations.
    #[must_use]
    pub fn accelerator(&self) -> Accelerator {
        let peak = |figure: Option<Sourced<f64>>| figure.map(|f| FlopsPerSecond::new(f.value));
        Accelerator {
            memory: Bytes::new(self.memory.value),
            bandwidth: BytesPerSecond::new(self.bandwidth.value),
            peaks: Peaks {
                bf16: FlopsPerSecond::new(self.bf16.value),
                fp8: peak(self.fp8),
                int8: peak(self.int8),
                fp4: peak(self.fp4),
            },
        }
    }
}

const MIB: f64 = 1_048_576.0;

const fn sheet(value: f64, source: &'static str) -> Sourced<f64> {
    Sourced { value, source, date: "2026-11" }
}

const fn nvidia(value: f64) -> Sourced<f64> {
    sheet(value, "NVIDIA datasheet, dense, as restated in aiconfigurator's system descriptions")
}

const fn driver(mib: f64) -> Option<Sourced<f64>> {
    Some(sheet(mib * MIB, "nvidia-smi, as restated in aiconfigurator's system descriptions"))
}

/// All accelerators, oldest first.
pub static ACCELERATORS: [AcceleratorEntry; 5] = [
    AcceleratorEntry {
        name: "a100",
        label: "A100 SXM 80 GB",
        memory: nvidia(80e9),
        driver_memory: None,
        bandwidth: nvidia(2.039e12),
        bf16: nvidia(312e12),
        // No FP8 arithmetic: FP8 weights are widened and computed in BF16.
        fp8: None,
        int8: Some(nvidia(624e12)),
        fp4: None,
    },
    AcceleratorEntry {
        name: "l40s",
        label: "L40S 48 GB",
        memory: nvidia(48e9),
        driver_memory: driver(46_068.0),
        bandwidth: nvidia(0.864e12),
        bf16: nvidia(362.05e12),
        fp8: Some(nvidia(733e12)),
        int8: Some(nvidia(733e12)),
        fp4: None,
    },
    AcceleratorEntry {
        name: "h100",
        label: "H100 SXM 80 GB",
        memory: nvidia(80e9),
        driver_memory: None,
        bandwidth: nvidia(3.35e12),
        bf16: nvidia(989e12),
        fp8: Some(nvidia(1979e12)),
        int8: Some(nvidia(1979e12)),
        fp4: None,
    },
    AcceleratorEntry {
        name: "h200",
        label: "H200 SXM 141 GB",
        memory: nvidia(141e9),
        driver_memory: driver(143_771.0),
        bandwidth: nvidia(4.8e12),
        bf16: nvidia(989e12),
        fp8: Some(nvidia(1979e12)),
        int8: Some(nvidia(1979e12)),
        fp4: None,
    },
    AcceleratorEntry {
        name: "b200",
        label: "B200 SXM 180 GB",
        memory: nvidia(180e9),
        driver_memory: None,
        bandwidth: nvidia(7.7e12),
        bf16: nvidia(2250e12),
        fp8: Some(nvidia(4500e12)),
        int8: Some(nvidia(4500e12)),
        fp4: Some(nvidia(9000e12)),
    },
];
