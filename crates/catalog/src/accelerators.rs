//! Accelerators by name.

use quantity::{Bytes, BytesPerSecond, FlopsPerSecond};
use sizing::{Accelerator, Peaks};

/// An accelerator as it is bought. Published links depend on the figures of an entry: they never change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AcceleratorEntry {
    /// Its name in a link.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Who makes it.
    pub vendor: Vendor,
    /// Nominal memory in bytes, as it is sold.
    pub memory: f64,
    /// Memory that its driver reports, in bytes, where it is known.
    pub driver_memory: Option<f64>,
    /// Memory bandwidth in bytes a second.
    pub bandwidth: f64,
    /// Dense peaks.
    pub peaks: Peaks,
    /// How many of them fast links join, or one server holds where there are no such links.
    pub node: u32,
}

/// Who makes an accelerator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vendor {
    /// NVIDIA.
    Nvidia,
    /// AMD.
    Amd,
    /// Intel.
    Intel,
    /// Google.
    Google,
    /// Amazon Web Services.
    Aws,
}

impl AcceleratorEntry {
    /// Its figures, for the equations.
    #[must_use]
    pub const fn accelerator(&self) -> Accelerator {
        Accelerator {
            memory: Bytes::new(self.memory),
            driver_memory: match self.driver_memory {
                Some(bytes) => Some(Bytes::new(bytes)),
                None => None,
            },
            bandwidth: BytesPerSecond::new(self.bandwidth),
            peaks: self.peaks,
            node: self.node,
        }
    }
}

impl Vendor {
    /// The name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Nvidia => "NVIDIA",
            Self::Amd => "AMD",
            Self::Intel => "Intel",
            Self::Google => "Google",
            Self::Aws => "AWS",
        }
    }
}

/// A server of eight, as most are built and rented.
const SERVER: u32 = 8;
/// A rack whose NVLink switches join 72.
const RACK: u32 = 72;

/// So many MiB, as a driver counts.
const fn driver(mib: f64) -> Option<f64> {
    Some(mib * 1_048_576.0)
}

const fn flops(peak: f64) -> Option<FlopsPerSecond> {
    Some(FlopsPerSecond::new(peak))
}

/// A chip that computes in 16 bits alone.
const fn bf16(peak: f64) -> Peaks {
    Peaks { bf16: FlopsPerSecond::new(peak), fp8: None, int8: None, fp4: None }
}

/// A chip whose 8-bit formats, floating and whole, share one peak.
const fn eight_bit(peak: f64, eight: f64) -> Peaks {
    Peaks { fp8: flops(eight), int8: flops(eight), ..bf16(peak) }
}

/// No FP8 arithmetic: FP8 weights are widened and computed in BF16.
const AMPERE: Peaks = Peaks { int8: flops(624e12), ..bf16(312e12) };
const HOPPER: Peaks = eight_bit(989e12, 1979e12);
const CDNA_3: Peaks = eight_bit(1307.4e12, 2614.9e12);

/// All accelerators, by vendor; each vendor's by line and age.
pub static ACCELERATORS: [AcceleratorEntry; 33] = [
    AcceleratorEntry {
        name: "a100-40",
        label: "A100 SXM 40 GB",
        vendor: Vendor::Nvidia,
        memory: 40e9,
        driver_memory: None,
        bandwidth: 1.555e12,
        peaks: AMPERE,
        node: SERVER,
    },
    AcceleratorEntry {
        name: "a100-pcie",
        label: "A100 PCIe 80 GB",
        vendor: Vendor::Nvidia,
        memory: 80e9,
        driver_memory: None,
        bandwidth: 1.935e12,
        peaks: AMPERE,
        node: SERVER,
    },
    AcceleratorEntry {
        name: "a100",
        label: "A100 SXM 80 GB",
        vendor: Vendor::Nvidia,
        memory: 80e9,
        driver_memory: None,
        bandwidth: 2.039e12,
        peaks: AMPERE,
        node: SERVER,
    },
    AcceleratorEntry {
        name: "h100-pcie",
        label: "H100 PCIe 80 GB",
        vendor: Vendor::Nvidia,
        memory: 80e9,
        driver_memory: None,
        bandwidth: 2e12,
        peaks: eight_bit(756.5e12, 1513e12),
        node: SERVER,
    },
    AcceleratorEntry {
        name: "h100-nvl",
        label: "H100 NVL 94 GB",
        vendor: Vendor::Nvidia,
        memory: 94e9,
        driver_memory: None,
        bandwidth: 3.938e12,
        peaks: eight_bit(835e12, 1671e12),
        node: SERVER,
    },
    AcceleratorEntry {
        name: "h100",
        label: "H100 SXM 80 GB",
        vendor: Vendor::Nvidia,
        memory: 80e9,
        driver_memory: None,
        bandwidth: 3.35e12,
        peaks: HOPPER,
        node: SERVER,
    },
    AcceleratorEntry {
        name: "gh200",
        label: "GH200 96 GB",
        vendor: Vendor::Nvidia,
        memory: 96e9,
        driver_memory: None,
        bandwidth: 4e12,
        peaks: eight_bit(990e12, 1979e12),
        node: 1,
    },
    AcceleratorEntry {
        name: "h200",
        label: "H200 SXM 141 GB",
        vendor: Vendor::Nvidia,
        memory: 141e9,
        driver_memory: driver(143_771.0),
        bandwidth: 4.8e12,
        peaks: HOPPER,
        node: SERVER,
    },
    AcceleratorEntry {
        name: "b200",
        label: "B200 SXM 180 GB",
        vendor: Vendor::Nvidia,
        memory: 180e9,
        driver_memory: None,
        bandwidth: 7.7e12,
        peaks: Peaks { fp4: flops(9000e12), ..eight_bit(2250e12, 4500e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "gb200",
        label: "GB200 NVL72 192 GB",
        vendor: Vendor::Nvidia,
        memory: 192e9,
        driver_memory: driver(189_471.0),
        bandwidth: 8e12,
        peaks: Peaks { fp4: flops(10_000e12), ..eight_bit(2500e12, 5000e12) },
        node: RACK,
    },
    AcceleratorEntry {
        name: "b300",
        label: "B300 SXM 288 GB",
        vendor: Vendor::Nvidia,
        memory: 288e9,
        driver_memory: driver(275_040.0),
        bandwidth: 7.75e12,
        peaks: Peaks { fp8: flops(4500e12), int8: flops(153.5e12), fp4: flops(14_000e12), ..bf16(2250e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "gb300",
        label: "GB300 NVL72 288 GB",
        vendor: Vendor::Nvidia,
        memory: 288e9,
        driver_memory: driver(284_208.0),
        bandwidth: 8e12,
        peaks: Peaks { fp8: flops(5000e12), int8: flops(165e12), fp4: flops(15_000e12), ..bf16(2500e12) },
        node: RACK,
    },
    AcceleratorEntry {
        name: "a30",
        label: "A30 24 GB",
        vendor: Vendor::Nvidia,
        memory: 24e9,
        driver_memory: None,
        bandwidth: 0.933e12,
        peaks: Peaks { int8: flops(330e12), ..bf16(165e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "a10g",
        label: "A10G 24 GB",
        vendor: Vendor::Nvidia,
        memory: 24e9,
        driver_memory: None,
        bandwidth: 0.6e12,
        peaks: Peaks { int8: flops(140e12), ..bf16(70e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "l4",
        label: "L4 24 GB",
        vendor: Vendor::Nvidia,
        memory: 24e9,
        driver_memory: None,
        bandwidth: 0.3e12,
        peaks: eight_bit(121e12, 242e12),
        node: SERVER,
    },
    AcceleratorEntry {
        name: "l40s",
        label: "L40S 48 GB",
        vendor: Vendor::Nvidia,
        memory: 48e9,
        driver_memory: driver(46_068.0),
        bandwidth: 0.864e12,
        peaks: eight_bit(362.05e12, 733e12),
        node: SERVER,
    },
    AcceleratorEntry {
        name: "rtx-6000-ada",
        label: "RTX 6000 Ada 48 GB",
        vendor: Vendor::Nvidia,
        memory: 48e9,
        driver_memory: None,
        bandwidth: 0.96e12,
        peaks: eight_bit(364.2e12, 728.5e12),
        node: SERVER,
    },
    AcceleratorEntry {
        name: "rtx-pro-6000",
        label: "RTX PRO 6000 Blackwell 96 GB",
        vendor: Vendor::Nvidia,
        memory: 96e9,
        driver_memory: driver(97_887.0),
        bandwidth: 1.792e12,
        peaks: Peaks { fp4: flops(1871.2e12), ..eight_bit(467.8e12, 935.6e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "rtx-4090",
        label: "RTX 4090 24 GB",
        vendor: Vendor::Nvidia,
        memory: 24e9,
        driver_memory: None,
        bandwidth: 1.008e12,
        peaks: Peaks { fp8: flops(330.3e12), int8: flops(660.6e12), ..bf16(165.2e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "rtx-5090",
        label: "RTX 5090 32 GB",
        vendor: Vendor::Nvidia,
        memory: 32e9,
        driver_memory: None,
        bandwidth: 1.792e12,
        peaks: Peaks { fp8: flops(419e12), int8: flops(838e12), fp4: flops(1676e12), ..bf16(209.5e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "mi250x",
        label: "MI250X 128 GB",
        vendor: Vendor::Amd,
        memory: 128e9,
        driver_memory: None,
        bandwidth: 3.277e12,
        peaks: Peaks { int8: flops(383e12), ..bf16(383e12) },
        node: 4,
    },
    AcceleratorEntry {
        name: "mi300x",
        label: "MI300X 192 GB",
        vendor: Vendor::Amd,
        memory: 192e9,
        driver_memory: None,
        bandwidth: 5.3e12,
        peaks: CDNA_3,
        node: SERVER,
    },
    AcceleratorEntry {
        name: "mi325x",
        label: "MI325X 256 GB",
        vendor: Vendor::Amd,
        memory: 256e9,
        driver_memory: None,
        bandwidth: 6e12,
        peaks: CDNA_3,
        node: SERVER,
    },
    AcceleratorEntry {
        name: "mi355x",
        label: "MI355X 288 GB",
        vendor: Vendor::Amd,
        memory: 288e9,
        driver_memory: None,
        bandwidth: 8e12,
        peaks: Peaks { fp4: flops(10_066e12), ..eight_bit(2516e12, 5033e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "gaudi-2",
        label: "Gaudi 2 96 GB",
        vendor: Vendor::Intel,
        memory: 96e9,
        driver_memory: None,
        bandwidth: 2.45e12,
        peaks: Peaks { fp8: flops(865e12), ..bf16(432e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "gaudi-3",
        label: "Gaudi 3 128 GB",
        vendor: Vendor::Intel,
        memory: 128e9,
        driver_memory: None,
        bandwidth: 3.7e12,
        peaks: Peaks { fp8: flops(1835e12), ..bf16(1835e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "arc-b60",
        label: "Arc Pro B60 24 GB",
        vendor: Vendor::Intel,
        memory: 24e9,
        driver_memory: None,
        bandwidth: 0.456e12,
        peaks: Peaks { int8: flops(197e12), ..bf16(98.3e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "tpu-v5e",
        label: "TPU v5e 16 GB",
        vendor: Vendor::Google,
        memory: 16e9,
        driver_memory: None,
        bandwidth: 0.819e12,
        peaks: Peaks { int8: flops(393e12), ..bf16(197e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "tpu-v5p",
        label: "TPU v5p 95 GB",
        vendor: Vendor::Google,
        memory: 95e9,
        driver_memory: None,
        bandwidth: 2.765e12,
        peaks: bf16(459e12),
        node: 64,
    },
    AcceleratorEntry {
        name: "tpu-v6e",
        label: "TPU v6e 32 GB",
        vendor: Vendor::Google,
        memory: 32e9,
        driver_memory: None,
        bandwidth: 1.638e12,
        peaks: Peaks { int8: flops(1836e12), ..bf16(918e12) },
        node: SERVER,
    },
    AcceleratorEntry {
        name: "tpu7x",
        label: "TPU7x 192 GB",
        vendor: Vendor::Google,
        memory: 192e9,
        driver_memory: None,
        bandwidth: 7.37e12,
        peaks: Peaks { fp8: flops(4614e12), ..bf16(2307e12) },
        node: 64,
    },
    AcceleratorEntry {
        name: "trainium2",
        label: "Trainium2 96 GB",
        vendor: Vendor::Aws,
        memory: 96e9,
        driver_memory: None,
        bandwidth: 2.9e12,
        peaks: Peaks { fp8: flops(1299e12), ..bf16(667e12) },
        node: 16,
    },
    AcceleratorEntry {
        name: "trainium3",
        label: "Trainium3 144 GB",
        vendor: Vendor::Aws,
        memory: 144e9,
        driver_memory: None,
        bandwidth: 4.9e12,
        peaks: Peaks { fp8: flops(2517e12), fp4: flops(2517e12), ..bf16(671e12) },
        node: 16,
    },
];
