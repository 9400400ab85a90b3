//! Number formats of weights and KV cache.

/// A number format, as a flat number of bytes for each parameter or element.
///
/// Scales and layers left unquantised are not in it; they belong to a checkpoint's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 16-bit brain float, 2 bytes.
    Bf16,
    /// 8-bit float, 1 byte.
    Fp8,
    /// 8-bit integer, 1 byte.
    Int8,
    /// 4-bit float, half a byte.
    Fp4,
    /// 4-bit integer, half a byte; always computed in BF16.
    Int4,
}

impl Precision {
    /// All formats, widest first.
    pub const ALL: [Self; 5] = [Self::Bf16, Self::Fp8, Self::Int8, Self::Fp4, Self::Int4];

    /// Bytes for one parameter or element.
    #[must_use]
    pub const fn bytes(self) -> f64 {
        match self {
            Self::Bf16 => 2.0,
            Self::Fp8 | Self::Int8 => 1.0,
            Self::Fp4 | Self::Int4 => 0.5,
        }
    }

    /// The name in a link.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::Fp8 => "fp8",
            Self::Int8 => "int8",
            Self::Fp4 => "fp4",
            Self::Int4 => "int4",
        }
    }

    /// The name as people write it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Bf16 => "BF16",
            Self::Fp8 => "FP8",
            Self::Int8 => "INT8",
            Self::Fp4 => "FP4",
            Self::Int4 => "INT4",
        }
    }

    /// The format that a link calls `name`, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name().eq_ignore_ascii_case(name))
    }
}
