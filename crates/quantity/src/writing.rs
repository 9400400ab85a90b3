//! How a figure is written where that is not left to its unit: in a scale of one's choosing, with so many decimals, bare.

use crate::number::grouped;
use crate::unit::{Scale, Unit, scale};
use alloc::format;
use alloc::string::String;

/// A scale by its sign, decimal or binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    name: &'static str,
    unit: Unit,
    scale: Scale,
    /// A number in this scale stands for as many times 2 to this power, on top of the decimal exponent.
    doublings: i32,
}

const fn measure(name: &'static str, unit: Unit, scale: Scale) -> Measure {
    Measure { name, unit, scale, doublings: 0 }
}

const fn binary(name: &'static str, doublings: i32) -> Measure {
    Measure { name, unit: Unit::Bytes, scale: scale(0, name), doublings }
}

impl Measure {
    /// Every measure.
    pub const ALL: [Self; 11] = [
        binary("KiB", 10),
        binary("MiB", 20),
        binary("GiB", 30),
        measure("kB", Unit::Bytes, scale(3, "kB")),
        measure("MB", Unit::Bytes, scale(6, "MB")),
        measure("GB", Unit::Bytes, scale(9, "GB")),
        measure("s", Unit::Seconds, scale(0, "s")),
        measure("ms", Unit::Seconds, scale(-3, "ms")),
        measure("us", Unit::Seconds, scale(-6, "µs")),
        measure("%", Unit::Fraction, scale(-2, "%")),
        measure("tok/s", Unit::TokensPerSecond, scale(0, "tok/s")),
    ];

    /// The measure that is named so.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name == name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Whether figures of `unit` can be written in it. A bare number can be written in any: it is then taken to be in
    /// base units.
    #[must_use]
    pub fn fits(self, unit: Unit) -> bool {
        let unit = if unit == Unit::Wait { Unit::Seconds } else { unit };
        unit == self.unit || unit == Unit::Number
    }

    fn number(self, value: f64) -> f64 {
        // A power of two divides exactly.
        self.scale.number(value / f64::from(1_u32 << self.doublings))
    }

    /// The decimals that `unit` itself would show, if this is its own scale for `value`; otherwise three digits.
    fn decimals(self, unit: Unit, value: f64) -> usize {
        let unit = if unit == Unit::Number { self.unit } else { unit };
        let own = self.doublings == 0 && unit.scale(value) == self.scale;
        match self.number(value).abs() {
            _ if own => unit.decimals(value),
            0.0 => 0,
            shown if shown < 9.995 => 2,
            shown if shown < 99.95 => 1,
            _ => 0,
        }
    }
}

/// How a figure is written; by default as its unit shows it.
///
/// ```
/// use quantity::{Measure, Unit, Writing};
/// let kib = Writing { measure: Measure::named("KiB"), ..Writing::default() };
/// assert_eq!(kib.text(Unit::Bytes, 163_840.0), "160 KiB");
/// let finely = Writing { decimals: Some(3), ..Writing::default() };
/// assert_eq!(finely.text(Unit::RequestsPerSecond, 8.19606), "8.196 req/s");
/// let bare = Writing { bare: true, ..Writing::default() };
/// assert_eq!(bare.text(Unit::Seconds, 0.08843), "88.4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// The scale; without one that which suits the value.
    pub measure: Option<Measure>,
    /// Digits behind the point; without them as many as the figure is good for.
    pub decimals: Option<u8>,
    /// Without the unit.
    pub bare: bool,
}

impl Writing {
    /// `value`, which counts `unit`, as text.
    #[must_use]
    pub fn text(self, unit: Unit, value: f64) -> String {
        let decimals = |own: usize| self.decimals.map_or(own, usize::from);
        if let Some(measure) = self.measure {
            let number = grouped(measure.number(value), decimals(measure.decimals(unit, value)));
            let space = if self.bare || measure.unit == Unit::Fraction { "" } else { " " };
            let sign = if self.bare { "" } else { measure.scale.sign };
            return format!("{number}{space}{sign}");
        }
        let scale = unit.scale(value);
        let number = grouped(scale.number(value), decimals(unit.decimals(value)));
        if self.bare { number } else { unit.dressed(&number, scale) }
    }

    /// The number that stands in the text, not rounded: 160 for 163,840 bytes in KiB.
    #[must_use]
    pub fn number(self, unit: Unit, value: f64) -> f64 {
        match self.measure {
            Some(measure) => measure.number(value),
            None => unit.scale(value).number(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn in_(name: &str) -> Writing {
        Writing { measure: Measure::named(name), ..Writing::default() }
    }

    #[test]
    fn a_scale_of_ones_choosing() {
        for (writing, unit, value, text) in [
            (in_("KiB"), Unit::Bytes, 327_680.0, "320 KiB"),
            (in_("GiB"), Unit::Bytes, 80e9, "74.5 GiB"),
            (in_("GB"), Unit::Bytes, 360_448_000.0, "0.36 GB"),
            (in_("GB"), Unit::Bytes, 91.445e9, "91.4 GB"),
            (in_("s"), Unit::Seconds, 2.1538, "2.15 s"),
            (in_("s"), Unit::Wait, 2.4655, "2.47 s"),
            (in_("us"), Unit::Seconds, 71.3e-6, "71.3 µs"),
            (in_("ms"), Unit::Seconds, 0.08843, "88.4 ms"),
            (in_("%"), Unit::Number, 0.742, "74%"),
            (in_("%"), Unit::Fraction, 0.004, "0.4%"),
            (in_("tok/s"), Unit::Number, 22.7, "23 tok/s"),
            (in_("KiB"), Unit::Bytes, 0.0, "0 KiB"),
            (Writing { decimals: Some(4), ..in_("s") }, Unit::Seconds, 0.122_009, "0.1220 s"),
            (Writing { bare: true, ..in_("%") }, Unit::Fraction, 0.707, "71"),
            (Writing { decimals: Some(0), ..Writing::default() }, Unit::DollarsPerMillion, 2.53, "$3"),
        ] {
            assert_eq!(writing.text(unit, value), text, "{writing:?} {unit:?} {value}");
        }
    }

    #[test]
    fn bytes_are_not_written_as_seconds() {
        let ms = Measure::named("ms").expect("a measure");
        assert!(ms.fits(Unit::Seconds) && ms.fits(Unit::Wait) && ms.fits(Unit::Number));
        assert!(!ms.fits(Unit::Bytes) && !ms.fits(Unit::Fraction));
        assert_eq!(Measure::named("MiB/s"), None);
    }

    proptest! {
        #[test]
        fn with_nothing_asked_it_is_what_the_unit_shows(value in 0.0_f64..1e16) {
            for unit in [Unit::Bytes, Unit::Seconds, Unit::Wait, Unit::Fraction, Unit::DollarsPerHour, Unit::Parameters] {
                prop_assert_eq!(Writing::default().text(unit, value), unit.show(value));
            }
        }

        #[test]
        fn in_the_scale_that_suits_anyway_nothing_changes(ms in 1.0_f64..10_000.0) {
            prop_assert_eq!(in_("ms").text(Unit::Seconds, ms / 1e3), Unit::Seconds.show(ms / 1e3));
        }
    }
}
