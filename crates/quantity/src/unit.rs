//! The one formatter: every figure that a person sees is written here.

use crate::number::{grouped, shortest};
use alloc::format;
use alloc::string::String;

/// What a number counts, and so how it is written and read.
///
/// Values are in base units (seconds, bytes, FLOP/s, a fraction of 1, dollars); the text may use a larger or smaller
/// one. [`Unit::show`] rounds for reading, [`Unit::exact`] keeps every digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unit {
    /// A bare number of things: replicas, GPUs, layers.
    Count,
    /// A bare real number, such as a squared coefficient of variation or a number of replicas before rounding up.
    Number,
    /// Tokens.
    Tokens,
    /// Sequences that decode or wait.
    Sequences,
    /// Requests a second.
    RequestsPerSecond,
    /// Tokens a second.
    TokensPerSecond,
    /// Replica-seconds a second: how many replicas are busy without a pause.
    ReplicaSecondsPerSecond,
    /// A part of a whole, shown in per cent.
    Fraction,
    /// A duration that the model gives to a tenth of a millisecond: a step, a prefill, a TPOT.
    Seconds,
    /// A duration that includes random waiting, shown in whole milliseconds: a TTFT.
    Wait,
    /// Bytes, in decimal multiples.
    Bytes,
    /// Bytes a second, in decimal multiples.
    BytesPerSecond,
    /// Floating-point operations.
    Flops,
    /// Floating-point operations a second.
    FlopsPerSecond,
    /// Model parameters.
    Parameters,
    /// Dollars for one GPU for one hour.
    DollarsPerGpuHour,
    /// Dollars an hour.
    DollarsPerHour,
    /// Dollars for a million tokens.
    DollarsPerMillion,
}

/// A way of writing a unit: the decimal exponent it stands for and its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// A number n in this scale stands for n × 10^exponent base units.
    pub exponent: i32,
    /// What stands behind the number, such as "ms"; empty for bare numbers.
    pub sign: &'static str,
}

pub(crate) const fn scale(exponent: i32, sign: &'static str) -> Scale {
    Scale { exponent, sign }
}

impl Scale {
    /// `value` base units in this scale, as few digits as say it exactly.
    ///
    /// ```
    /// use quantity::Unit;
    /// assert_eq!(Unit::Seconds.scale(0.06).exact(0.05), "50");
    /// ```
    #[must_use]
    pub fn exact(self, value: f64) -> String {
        shortest(value, self.exponent, true)
    }

    /// The number in this scale that stands for `value` base units.
    pub(crate) fn number(self, value: f64) -> f64 {
        // Dividing by a power of ten that is itself exact (10^0 … 10^15) rounds once; multiplying by 1e-3 would twice.
        let factor = power_of_ten(self.exponent.abs());
        if self.exponent < 0 { value * factor } else { value / factor }
    }

    fn fixed(self, value: f64, decimals: usize) -> String {
        grouped(self.number(value), decimals)
    }
}

fn power_of_ten(exponent: i32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}

impl Unit {
    /// `value` for reading: rounded to what the figure is good for, with its unit.
    ///
    /// ```
    /// use quantity::Unit;
    /// assert_eq!(Unit::RequestsPerSecond.show(8.196), "8.2 req/s");
    /// assert_eq!(Unit::Seconds.show(0.08843), "88.4 ms");
    /// assert_eq!(Unit::Wait.show(2.4655), "2,466 ms");
    /// assert_eq!(Unit::Fraction.show(0.4421), "44%");
    /// assert_eq!(Unit::Bytes.show(91.445e9), "91.4 GB");
    /// assert_eq!(Unit::DollarsPerHour.show(60.0), "$60/h");
    /// assert_eq!(Unit::DollarsPerMillion.show(2.0833), "$2.08");
    /// ```
    #[must_use]
    pub fn show(self, value: f64) -> String {
        let scale = self.scale(value);
        self.dressed(&scale.fixed(value, self.decimals(value)), scale)
    }

    /// `value` for reading without its unit, in the scale that [`Unit::show`] would choose.
    #[must_use]
    pub fn number(self, value: f64) -> String {
        self.scale(value).fixed(value, self.decimals(value))
    }

    /// `value` with its unit and every digit that it has: for what a person put in.
    ///
    /// ```
    /// use quantity::Unit;
    /// assert_eq!(Unit::Seconds.exact(0.05), "50 ms");
    /// assert_eq!(Unit::RequestsPerSecond.exact(20.0), "20 req/s");
    /// assert_eq!(Unit::Fraction.exact(0.925), "92.5%");
    /// assert_eq!(Unit::DollarsPerGpuHour.exact(3.5), "$3.50 per GPU-hour");
    /// ```
    #[must_use]
    pub fn exact(self, value: f64) -> String {
        self.dressed(&self.exact_number(value), self.scale(value))
    }

    /// The number of [`Unit::exact`] without its unit.
    pub(crate) fn exact_number(self, value: f64) -> String {
        let mut text = self.scale(value).exact(value);
        if self.is_money() && !text.contains('.') {
            text.push_str(".00");
        } else if self.is_money() && text.len() - text.find('.').unwrap_or(0) == 2 {
            text.push('0');
        }
        text
    }

    /// `value` as a link writes it: exact, no grouping, no space, and a sign that reads back on its own.
    ///
    /// ```
    /// use quantity::Unit;
    /// assert_eq!(Unit::Seconds.link(0.05), "50ms");
    /// assert_eq!(Unit::Fraction.link(0.6), "0.6");
    /// assert_eq!(Unit::Bytes.link(3e9), "3GB");
    /// assert_eq!(Unit::Tokens.link(3000.0), "3000");
    /// ```
    #[must_use]
    pub fn link(self, value: f64) -> String {
        let scale = match self {
            Self::Seconds
            | Self::Wait
            | Self::Bytes
            | Self::BytesPerSecond
            | Self::Flops
            | Self::FlopsPerSecond
            | Self::Parameters => self.scale(value),
            _ => scale(0, ""),
        };
        let sign = if scale.sign == "µs" { "us" } else { scale.sign };
        format!("{}{sign}", shortest(value, scale.exponent, false))
    }

    /// `value` as a form field holds it: exact, in the field's own scale ([`Unit::field`]), no sign; but a share below
    /// 1% has one, because "0.3" alone would be asked about.
    #[must_use]
    pub fn field_text(self, value: f64) -> String {
        let text = shortest(value, self.field().exponent, true);
        if self == Self::Fraction && 0.0 < value && value < 0.01 { text + "%" } else { text }
    }

    /// The scale that a form field of this unit stands in, and the sign printed beside it.
    #[must_use]
    pub const fn field(self) -> Scale {
        match self {
            Self::Count | Self::Number => scale(0, ""),
            Self::Tokens => scale(0, "tokens"),
            Self::Sequences => scale(0, "sequences"),
            Self::RequestsPerSecond => scale(0, "req/s"),
            Self::TokensPerSecond => scale(0, "tok/s"),
            Self::ReplicaSecondsPerSecond => scale(0, "replica-s/s"),
            Self::Fraction => scale(-2, "%"),
            Self::Seconds | Self::Wait => scale(-3, "ms"),
            Self::Bytes => scale(9, "GB"),
            Self::BytesPerSecond => scale(12, "TB/s"),
            Self::Flops => scale(12, "TFLOP"),
            Self::FlopsPerSecond => scale(12, "TFLOP/s"),
            Self::Parameters => scale(9, "B"),
            Self::DollarsPerGpuHour => scale(0, "$/GPU-h"),
            Self::DollarsPerHour => scale(0, "$/h"),
            Self::DollarsPerMillion => scale(0, "$/1M"),
        }
    }

    /// The scale that suits `value`: for one figure its own, for an axis that of the axis's end.
    #[must_use]
    pub fn scale(self, value: f64) -> Scale {
        let size = value.abs();
        let ladder: &[Scale] = match self {
            Self::Seconds => &[scale(0, "s"), scale(-3, "ms"), scale(-6, "µs")],
            Self::Wait => &[scale(0, "s"), scale(-3, "ms")],
            Self::Bytes => &[
                scale(15, "PB"),
                scale(12, "TB"),
                scale(9, "GB"),
                scale(6, "MB"),
                scale(3, "kB"),
                scale(0, "B"),
            ],
            Self::BytesPerSecond => &[scale(12, "TB/s"), scale(9, "GB/s"), scale(0, "B/s")],
            Self::Flops => &[scale(12, "TFLOP"), scale(9, "GFLOP"), scale(0, "FLOP")],
            Self::FlopsPerSecond => {
                &[scale(15, "PFLOP/s"), scale(12, "TFLOP/s"), scale(9, "GFLOP/s"), scale(0, "FLOP/s")]
            }
            Self::Parameters => &[scale(12, "T"), scale(9, "B"), scale(6, "M"), scale(0, "")],
            other => return other.field(),
        };
        if size == 0.0 {
            return self.field();
        }
        let reach = |candidate: &&Scale| size >= self.least(**candidate);
        ladder.iter().find(reach).or(ladder.last()).copied().unwrap_or(self.field())
    }

    /// The smallest value that is written in `scale`. Durations stay in milliseconds for longer than the others.
    fn least(self, scale: Scale) -> f64 {
        let one = if scale.exponent < 0 {
            1.0 / power_of_ten(-scale.exponent)
        } else {
            power_of_ten(scale.exponent)
        };
        match (self, scale.exponent) {
            (Self::Seconds | Self::Wait, 0) => 10.0,
            // TFLOP/s up to 10 PFLOP/s, as datasheets print them.
            (Self::FlopsPerSecond, 15) => 1e16,
            _ => one,
        }
    }

    pub(crate) fn decimals(self, value: f64) -> usize {
        let size = value.abs();
        let three_digits = |shown: f64| match shown {
            s if s < 9.995 => 2,
            s if s < 99.95 => 1,
            _ => 0,
        };
        match self {
            Self::DollarsPerGpuHour | Self::DollarsPerMillion => 2,
            _ if size == 0.0 => 0,
            Self::Count | Self::Tokens | Self::TokensPerSecond => 0,
            Self::Number => three_digits(size),
            Self::Sequences => usize::from(size < 9.95),
            Self::RequestsPerSecond | Self::ReplicaSecondsPerSecond => match size {
                s if s < 0.0995 => 3,
                s if s < 0.995 => 2,
                s if s < 99.95 => 1,
                _ => 0,
            },
            Self::Fraction => usize::from(size < 0.00995) + usize::from(size < 0.000_995),
            Self::Seconds => usize::from(!(0.999_95..10.0).contains(&size)),
            Self::Wait => usize::from(size >= 10.0),
            Self::Bytes | Self::BytesPerSecond | Self::Flops | Self::FlopsPerSecond | Self::Parameters => {
                let scale = self.scale(value);
                if scale.exponent == 0 { 0 } else { three_digits(size / power_of_ten(scale.exponent)).min(2) }
            }
            Self::DollarsPerHour => 2 * usize::from(size < 9.995),
        }
    }

    const fn is_money(self) -> bool {
        matches!(self, Self::DollarsPerGpuHour | Self::DollarsPerHour | Self::DollarsPerMillion)
    }

    /// A number's text with what this unit puts before and behind it.
    pub(crate) fn dressed(self, text: &str, scale: Scale) -> String {
        match self {
            Self::Fraction => format!("{text}%"),
            Self::DollarsPerGpuHour => format!("${text} per GPU-hour"),
            Self::DollarsPerHour => format!("${text}/h"),
            Self::DollarsPerMillion => format!("${text}"),
            Self::Parameters => format!("{text}{}", scale.sign),
            _ if scale.sign.is_empty() => text.into(),
            _ => format!("{text} {}", scale.sign),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_print_as_the_worked_examples_do() {
        for (unit, value, text) in [
            (Unit::RequestsPerSecond, 5.0, "5.0 req/s"),
            (Unit::RequestsPerSecond, 26.23, "26.2 req/s"),
            (Unit::RequestsPerSecond, 0.0417, "0.042 req/s"),
            (Unit::RequestsPerSecond, 1234.5, "1,235 req/s"),
            (Unit::ReplicaSecondsPerSecond, 10.694_8, "10.7 replica-s/s"),
            (Unit::ReplicaSecondsPerSecond, 5.974_8, "6.0 replica-s/s"),
            (Unit::Seconds, 0.044, "44.0 ms"),
            (Unit::Seconds, 0.113_405, "113.4 ms"),
            (Unit::Seconds, 71.3e-6, "71.3 µs"),
            (Unit::Seconds, 2.138_9, "2,139 ms"),
            (Unit::Seconds, 12.34, "12.3 s"),
            (Unit::Wait, 0.607_378, "607 ms"),
            (Unit::Wait, 0.038_383, "38 ms"),
            (Unit::Wait, 61.23, "61.2 s"),
            (Unit::Fraction, 0.884_28, "88%"),
            (Unit::Fraction, 0.005, "0.5%"),
            (Unit::Fraction, 0.0, "0%"),
            (Unit::Bytes, 360_448_000.0, "360 MB"),
            (Unit::Bytes, 163_840.0, "164 kB"),
            (Unit::Bytes, 0.0, "0 GB"),
            (Unit::FlopsPerSecond, 1979e12, "1,979 TFLOP/s"),
            (Unit::BytesPerSecond, 3.35e12, "3.35 TB/s"),
            (Unit::Parameters, 70e9, "70.0B"),
            (Unit::DollarsPerMillion, 5.0 / 3.0, "$1.67"),
            (Unit::DollarsPerHour, 48.0, "$48/h"),
            (Unit::DollarsPerGpuHour, 3.0, "$3.00 per GPU-hour"),
            (Unit::Number, 3.050_246, "3.05"),
            (Unit::Number, 25.6455, "25.6"),
            (Unit::Sequences, 408.26, "408 sequences"),
            (Unit::Sequences, 7.53, "7.5 sequences"),
        ] {
            assert_eq!(unit.show(value), text, "{unit:?} {value}");
        }
    }

    #[test]
    fn an_axis_keeps_one_scale() {
        let scale = Unit::Wait.scale(0.6);
        assert_eq!((scale.sign, scale.exact(0.0), scale.exact(0.2)), ("ms", "0".into(), "200".into()));
    }
}
