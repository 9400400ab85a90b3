//! Where the figures of the accelerators come from, and what is odd about them.
//!
//! Nothing that runs in the browser refers to this file, so that it adds nothing to the download.

use crate::Origin;

/// What is known of an accelerator besides what the equations take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AcceleratorRecord {
    /// Its name in a link.
    pub name: &'static str,
    /// How it is joined to others.
    pub link: Link,
    /// Its thermal design power in watts, where it is published.
    pub power: Option<f64>,
    /// Where its figures were read.
    pub origins: Origins,
    /// What to beware of, and why its node has the size it has; may be empty.
    pub note: &'static str,
}

/// A link to other accelerators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// What it is called.
    pub kind: &'static str,
    /// Bytes a second that one accelerator can send, all its links together. Datasheets often print both ways, twice this.
    pub one_way: f64,
}

/// Where each group of figures was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origins {
    /// Memory.
    pub memory: Origin,
    /// Bandwidth and peaks.
    pub speed: Origin,
    /// Link.
    pub link: Origin,
    /// Power.
    pub power: Origin,
}

impl Origins {
    const fn all(origin: Origin) -> Self {
        Self { memory: origin, speed: origin, link: origin, power: origin }
    }
}

const fn read(source: &'static str) -> Origin {
    Origin { source, date: "2026-11" }
}

const AICONFIGURATOR: Origin = read("aiconfigurator's system descriptions (095f58a)");
const INFERENCEX: Origin = read("InferenceX's page of GPU figures (77ca49a)");
const GOOGLE: Origin = read("Google Cloud's TPU documentation");
const NEURON: Origin = read("AWS Neuron documentation");
const PAGE: Origin = read("a public page");
const RECALLED: Origin = read("datasheet, recalled, not re-checked");

const PCIE_4: Link = Link { kind: "PCIe 4 x16", one_way: 32e9 };
const PCIE_5: Link = Link { kind: "PCIe 5 x16", one_way: 64e9 };
const NVLINK_3: Link = Link { kind: "NVLink 3", one_way: 300e9 };
const NVLINK_4: Link = Link { kind: "NVLink 4", one_way: 450e9 };
const NVLINK_5: Link = Link { kind: "NVLink 5", one_way: 900e9 };
const NVLINK_RACK: Link = Link { kind: "NVLink 5 through the rack", one_way: 900e9 };

const fn infinity_fabric(one_way: f64) -> Link {
    Link { kind: "Infinity Fabric", one_way }
}

const fn tpu_links(one_way: f64) -> Link {
    Link { kind: "ICI", one_way }
}

/// A record without a note, all from one place.
const fn plain(name: &'static str, link: Link, power: Option<f64>, origin: Origin) -> AcceleratorRecord {
    AcceleratorRecord { name, link, power, origins: Origins::all(origin), note: "" }
}

/// One record for each of [`crate::ACCELERATORS`], in their order.
pub static ACCELERATOR_RECORDS: [AcceleratorRecord; 33] = [
    AcceleratorRecord {
        note: "The same chip as with 80 GB, with slower memory. No FP8 arithmetic.",
        ..plain("a100-40", NVLINK_3, Some(400.0), RECALLED)
    },
    AcceleratorRecord {
        note: "Taken without an NVLink bridge, so that a node of eight talks over PCIe.",
        ..plain("a100-pcie", PCIE_4, Some(300.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "The sheet prints 624 and 1,248 beside it: those are with sparsity. No FP8 arithmetic, so FP8 weights are \
               widened and computed in BF16.",
        ..plain("a100", NVLINK_3, Some(400.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "The sheet's headline, 1,513 in BF16 and 3,026 in FP8, is with sparsity. An NVLink bridge may join two, at \
               300 GB/s one way; the link given is without.",
        ..plain("h100-pcie", PCIE_5, Some(350.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "The bridge joins pairs; the others of a server of eight are reached over PCIe at 64 GB/s. The sheet prints \
               1,671 and 3,341, which is with sparsity. Power may be set from 350 to 400 W.",
        ..plain("h100-nvl", Link { kind: "NVLink bridge", one_way: 300e9 }, Some(400.0), RECALLED)
    },
    AcceleratorRecord {
        note: "The headline of 1,979 in BF16 and 3,958 in FP8 is with sparsity.",
        ..plain("h100", NVLINK_4, Some(700.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "A node of one: on the usual board it is alone with its processor, and its NVLink joins others only in \
               special systems. Power is that of processor, GPU and memory together and may be set from 450 to 1,000 W. \
               Another version has 144 GB at 4.9 TB/s.",
        ..plain("gh200", NVLINK_4, Some(1000.0), RECALLED)
    },
    AcceleratorRecord {
        note: "It computes as an H100 does; only the memory is larger and faster.",
        ..plain("h200", NVLINK_4, Some(700.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "The stacks hold 192 GB, of which 180 GB are sold. Another page prints 8.0 TB/s. The 18 PFLOP/s in FP4 are \
               with sparsity.",
        ..plain("b200", NVLINK_5, Some(1000.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "Figures of one GPU. The rack's NVLink joins all 72 at full speed.",
        ..plain("gb200", NVLINK_RACK, Some(1200.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "INT8 is cut to 153.5 TOP/s: weights and activations in INT8 are slow here. FP4 with sparsity is only 1.29 \
               times the dense peak. Another page prints 8.0 TB/s, 268 GB and 13.5 PFLOP/s in FP4.",
        ..plain("b300", NVLINK_5, Some(1100.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "Figures of one GPU. The rack's NVLink joins all 72 at full speed. INT8 is cut as on the B300.",
        ..plain("gb300", NVLINK_RACK, Some(1400.0), AICONFIGURATOR)
    },
    plain("a30", PCIE_4, Some(165.0), AICONFIGURATOR),
    AcceleratorRecord {
        note: "Not the A10, which computes 125 TFLOP/s dense.",
        ..plain("a10g", PCIE_4, Some(300.0), RECALLED)
    },
    AcceleratorRecord {
        note: "The sheet prints 242 and 485, which is with sparsity.",
        ..plain("l4", PCIE_4, Some(72.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "Some tools carry 1,466 TFLOP/s in FP8: that is with sparsity, twice too high.",
        ..plain("l40s", PCIE_4, Some(350.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "The sheet prints 1,457 in FP8, which is with sparsity.",
        ..plain("rtx-6000-ada", PCIE_4, Some(300.0), RECALLED)
    },
    AcceleratorRecord {
        note: "The server edition, its peaks taken at 2,430 MHz. The headline of 4,000 is FP4 with sparsity at boost clock.",
        ..plain("rtx-pro-6000", PCIE_5, Some(600.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "Sums kept in FP32, as kernels for language models do; with sums in FP16 the 16-bit and FP8 peaks double, to \
               330 and 661. INT8 is not halved, so it stands at four times BF16. Cards talk to one another through the \
               host alone.",
        ..plain("rtx-4090", PCIE_4, Some(450.0), RECALLED)
    },
    AcceleratorRecord {
        note: "Sums kept in FP32, as for the RTX 4090, so that INT8 stands at four times BF16 and FP4 at eight. The headline \
               of 3,352 is FP4 with sparsity.",
        ..plain("rtx-5090", PCIE_5, Some(575.0), RECALLED)
    },
    AcceleratorRecord {
        note: "Two dies, which programs see as two devices of 64 GB; the figures are those of both. INT8 is no faster than \
               BF16. Four of them make the usual node.",
        ..plain("mi250x", infinity_fabric(400e9), Some(560.0), RECALLED)
    },
    AcceleratorRecord {
        origins: Origins { power: PAGE, ..Origins::all(INFERENCEX) },
        note: "Seven links of 64 GB/s, one to each other GPU of the node: a single pair gets 64 GB/s. The decimals of the \
               peaks are recalled.",
        ..plain("mi300x", infinity_fabric(448e9), Some(750.0), INFERENCEX)
    },
    AcceleratorRecord {
        origins: Origins { power: RECALLED, ..Origins::all(INFERENCEX) },
        note: "It computes as an MI300X does. A single pair of GPUs gets 64 GB/s.",
        ..plain("mi325x", infinity_fabric(448e9), Some(1000.0), INFERENCEX)
    },
    AcceleratorRecord {
        origins: Origins { power: RECALLED, ..Origins::all(INFERENCEX) },
        note: "INT8 is recalled. Seven links of 76.8 GB/s would be 537.6; the sheet says 576. FP6 runs as fast as FP4.",
        ..plain("mi355x", infinity_fabric(576e9), Some(1400.0), INFERENCEX)
    },
    AcceleratorRecord {
        origins: Origins { memory: PAGE, ..Origins::all(RECALLED) },
        note: "Of 24 Ethernet ports 21 are used inside the box.",
        ..plain("gaudi-2", Link { kind: "RoCE, 24 × 100 Gbit/s", one_way: 300e9 }, Some(600.0), RECALLED)
    },
    AcceleratorRecord {
        origins: Origins { memory: PAGE, speed: PAGE, ..Origins::all(RECALLED) },
        note: "BF16 and FP8 have the same peak.",
        ..plain("gaudi-3", Link { kind: "RoCE, 24 × 200 Gbit/s", one_way: 600e9 }, Some(900.0), RECALLED)
    },
    AcceleratorRecord {
        note: "No FP8 arithmetic: tables that give it 98.3 repeat BF16. Measured bandwidth was 48% of the peak.",
        ..plain("arc-b60", Link { kind: "PCIe 5 x8", one_way: 28.4e9 }, Some(200.0), AICONFIGURATOR)
    },
    AcceleratorRecord {
        note: "A node is one host of eight chips, what serving runs on; the links go on into a pod of 256. An older page \
               prints 800 GiB/s.",
        ..plain("tpu-v5e", tpu_links(200e9), None, GOOGLE)
    },
    AcceleratorRecord {
        note: "A node is a cube of 4 × 4 × 4 chips, joined by copper over sixteen hosts; optical switches join cubes into a \
               pod of 8,960.",
        ..plain("tpu-v5p", tpu_links(600e9), None, GOOGLE)
    },
    AcceleratorRecord {
        note: "Also called Trillium. A node is one host of eight chips; the links go on into a pod of 256. Pages print \
               1,600, 1,638 or 1,640 GB/s.",
        ..plain("tpu-v6e", tpu_links(400e9), None, GOOGLE)
    },
    AcceleratorRecord {
        origins: Origins { link: RECALLED, ..Origins::all(GOOGLE) },
        note: "Also called Ironwood. A node is a cube of 4 × 4 × 4 chips, as for the v5p.",
        ..plain("tpu7x", tpu_links(600e9), None, GOOGLE)
    },
    AcceleratorRecord {
        origins: Origins { link: RECALLED, power: RECALLED, ..Origins::all(NEURON) },
        note: "One chip, which programs see as eight cores, or four in pairs. AWS prints 96 GiB, 7% more than is counted \
               here. 2,563 TFLOP/s in FP8 are with sparsity. A node is an instance of sixteen; an UltraServer joins four.",
        ..plain("trainium2", Link { kind: "NeuronLink 3", one_way: 640e9 }, Some(500.0), NEURON)
    },
    AcceleratorRecord {
        note: "FP8 and FP4 are the microscaling formats, at one peak, 3.75 times that of BF16. AWS prints 144 GiB, 7% more \
               than is counted here. A node of sixteen as for Trainium2; UltraServers join 64 or 144.",
        ..plain("trainium3", Link { kind: "NeuronLink 4", one_way: 1280e9 }, None, NEURON)
    },
];
