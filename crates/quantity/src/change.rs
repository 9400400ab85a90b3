//! How much more or less one value is than another, as a signed text.

use crate::float::parse;
use crate::number::grouped;
use crate::unit::{Scale, Unit};
use alloc::format;
use alloc::string::String;

impl Unit {
    /// How much more `to` is than `from` where both are [shown](Unit::show): what a person works out who has only the two
    /// texts, so that the three never disagree. `None` where the texts are the same.
    ///
    /// ```
    /// use quantity::Unit;
    /// assert_eq!(Unit::Seconds.show_change(0.0279, 0.0155).as_deref(), Some("−12.4 ms"));
    /// assert_eq!(Unit::Wait.show_change(9.99, 12.34).as_deref(), Some("+2.3 s"));
    /// assert_eq!(Unit::Fraction.show_change(0.44, 0.63).as_deref(), Some("+19 points"));
    /// assert_eq!(Unit::DollarsPerMillion.show_change(2.0833, 1.25).as_deref(), Some("−$0.83"));
    /// assert_eq!(Unit::Count.show_change(4.0, 4.0), None);
    /// ```
    #[must_use]
    pub fn show_change(self, from: f64, to: f64) -> Option<String> {
        if self.show(from) == self.show(to) {
            return None;
        }
        let [larger, smaller] = if from.abs() > to.abs() { [from, to] } else { [to, from] };
        let [shown, change] = [self.shown(to) - self.shown(from), to - from].map(f64::abs);
        // As coarse as the coarser text, unless that would make it nought. "1.0%" and "1%" say the same of two values, so
        // that there is only the change itself.
        for (value, change) in [(larger, shown), (smaller, shown), (change, change)] {
            let (scale, decimals) = (self.scale(value), self.decimals(value));
            if scale.rounded(change, decimals) > 0.0 {
                return Some(self.signed(&grouped(scale.number(change), decimals), scale, to > from));
            }
        }
        Some(self.signed(&self.exact_number(change), self.scale(change), to > from))
    }

    /// How much more `to` is than `from`, to the last digit: for what a person put in. `None` where they are the same.
    ///
    /// ```
    /// use quantity::Unit;
    /// assert_eq!(Unit::RequestsPerSecond.exact_change(20.0, 20.1).as_deref(), Some("+0.1 req/s"));
    /// assert_eq!(Unit::Fraction.exact_change(0.0, 0.925).as_deref(), Some("+92.5 points"));
    /// assert_eq!(Unit::DollarsPerGpuHour.exact_change(3.0, 2.5).as_deref(), Some("−$0.50 per GPU-hour"));
    /// ```
    #[must_use]
    pub fn exact_change(self, from: f64, to: f64) -> Option<String> {
        if self.exact(from) == self.exact(to) {
            return None;
        }
        let larger = if from.abs() > to.abs() { from } else { to };
        let scale = self.scale(larger);
        let decimals = |value: f64| scale.exact(value).split_once('.').map_or(0, |(_, behind)| behind.len());
        let change = (to - from).abs();
        // Without the last bits that a difference of binary numbers leaves behind.
        let tidy = scale.rounded(change, decimals(from).max(decimals(to)));
        let change = if tidy > 0.0 { tidy } else { change };
        Some(self.signed(&self.exact_number(change), self.scale(change), to > from))
    }

    /// The number that stands in the text of `value`.
    fn shown(self, value: f64) -> f64 {
        self.scale(value).rounded(value, self.decimals(value))
    }

    /// A change of so much. Of shares it is in points: "+50%" would be read as half as much again.
    fn signed(self, text: &str, scale: Scale, is_more: bool) -> String {
        let sign = if is_more { '+' } else { '−' };
        match self {
            Self::Fraction => format!("{sign}{text} {}", if text == "1" { "point" } else { "points" }),
            _ => format!("{sign}{}", self.dressed(text, scale)),
        }
    }
}

impl Scale {
    /// `value` base units to so many decimals in this scale, in base units.
    fn rounded(self, value: f64, decimals: usize) -> f64 {
        let digits: String = grouped(self.number(value), decimals).split(',').collect();
        parse(&format!("{digits}e{}", self.exponent)).unwrap_or(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const UNITS: [Unit; 18] = [
        Unit::Count,
        Unit::Number,
        Unit::Tokens,
        Unit::Sequences,
        Unit::RequestsPerSecond,
        Unit::TokensPerSecond,
        Unit::ReplicaSecondsPerSecond,
        Unit::Fraction,
        Unit::Seconds,
        Unit::Wait,
        Unit::Bytes,
        Unit::BytesPerSecond,
        Unit::Flops,
        Unit::FlopsPerSecond,
        Unit::Parameters,
        Unit::DollarsPerGpuHour,
        Unit::DollarsPerHour,
        Unit::DollarsPerMillion,
    ];

    #[test]
    fn a_change_is_as_coarse_as_the_coarser_text() {
        for (unit, from, to, text) in [
            (Unit::Count, 20.0, 12.0, "−8"),
            (Unit::Seconds, 0.049_94, 0.049_96, "+0.1 ms"),
            (Unit::Seconds, 71.3e-6, 0.0, "−71.3 µs"),
            (Unit::Wait, 0.124, 12.3, "+12.2 s"),
            (Unit::Bytes, 999_000.0, 1e6, "+1 kB"),
            (Unit::Fraction, 0.0099, 0.01, "+0.01 points"),
            (Unit::Fraction, -0.18, 0.31, "+49 points"),
            (Unit::Fraction, 0.45, 0.44, "−1 point"),
            (Unit::RequestsPerSecond, 0.042, 26.2, "+26.2 req/s"),
            (Unit::DollarsPerHour, 60.0, 9.0, "−$51/h"),
        ] {
            assert_eq!(unit.show_change(from, to).as_deref(), Some(text), "{unit:?} {from} to {to}");
        }
    }

    fn is_nought(text: &str) -> bool {
        !text.contains(|letter: char| ('1'..='9').contains(&letter))
    }

    fn pairs() -> impl Strategy<Value = (f64, f64)> {
        let size = (0.0..10.0_f64, -6..16_i32).prop_map(|(digits, power)| digits * 10f64.powi(power)).boxed();
        let near = (size.clone(), -1e-3..1e-3_f64).prop_map(|(value, part)| (value, value * (1.0 + part)));
        prop_oneof![(size.clone(), size), near]
    }

    proptest! {
        #[test]
        fn texts_that_differ_have_a_change_and_the_way_back_its_opposite((from, to) in pairs()) {
            for unit in UNITS {
                for (change, back, differ) in [
                    (unit.show_change(from, to), unit.show_change(to, from), unit.show(from) != unit.show(to)),
                    (unit.exact_change(from, to), unit.exact_change(to, from), unit.exact(from) != unit.exact(to)),
                ] {
                    prop_assert_eq!(change.is_some(), differ, "{:?}", unit);
                    let Some((change, back)) = change.zip(back) else { continue };
                    prop_assert!(!is_nought(&change), "{:?} from {} to {}: {}", unit, from, to, change);
                    let sign = if to > from { '+' } else { '−' };
                    prop_assert!(change.starts_with(sign) && !back.starts_with(sign), "{change} {back}");
                    prop_assert_eq!(&change[sign.len_utf8()..], back.trim_start_matches(['+', '−']));
                }
            }
        }
    }
}
