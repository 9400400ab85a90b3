//! An axis and its ticks.

use super::AxisScale;
use quantity::Unit;
use quantity::float::within;

/// One axis: what it measures and the stretch it shows.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Axis {
    /// What is measured, without its unit: "Load on one replica".
    pub label: String,
    /// How values become text.
    pub unit: Unit,
    /// The value at the left or the bottom.
    pub min: f64,
    /// The value at the right or the top.
    pub max: f64,
    /// How the values between are laid out.
    pub scale: AxisScale,
}

/// A round value on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value, in the axis's base unit.
    pub at: f64,
    /// As written beside it.
    pub text: String,
}

impl Axis {
    /// What is measured and in what: "Load on one replica, req/s"; a log scale is named.
    #[must_use]
    pub fn title(&self) -> String {
        let sign = self.sign();
        let comma = if sign.is_empty() { "" } else { ", " };
        let scale = if self.scale == AxisScale::Log10 { ", log scale" } else { "" };
        [&self.label, comma, sign, scale].concat()
    }

    /// The unit alone: "req/s"; empty for bare numbers.
    #[must_use]
    pub fn sign(&self) -> &'static str {
        self.unit.scale(self.reach()).sign
    }

    /// Round values one, two or five times a power of ten apart: at most `room` of them, and at most twelve. On a log
    /// scale one, two and five of every decade, fewer where there is less room. None where the axis shows no finite stretch.
    #[must_use]
    pub fn ticks(&self, room: usize) -> Vec<Tick> {
        let span = self.max - self.min;
        if !span.is_finite() || span <= 0.0 {
            return Vec::new();
        }
        let room = room.min(12);
        match self.scale {
            AxisScale::Log10 if self.min > 0.0 => self.ticks_by_decade(room),
            AxisScale::Log10 => Vec::new(),
            AxisScale::Linear => self.even_ticks(span, room),
        }
    }

    /// The stretch that is `factor` times as long as the axis and in which `about` keeps its place.
    #[must_use]
    pub fn around(&self, about: f64, factor: f64) -> (f64, f64) {
        let centre = self.scale.place(within(about, self.min, self.max));
        let end = |edge| self.scale.value(centre + (self.scale.place(edge) - centre) * factor);
        (end(self.min), end(self.max))
    }

    fn even_ticks(&self, span: f64, room: usize) -> Vec<Tick> {
        let mut step = Step::below(span / 12.0);
        // Each round is two or two and a half times coarser, so six rounds leave a single tick; the rest is slack.
        for _ in 0..24 {
            let count = step.count(self.min, self.max);
            if count <= room {
                return self.ticks_every(step, count);
            }
            step = step.coarser();
        }
        Vec::new()
    }

    fn ticks_every(&self, step: Step, count: usize) -> Vec<Tick> {
        let scale = self.unit.scale(self.reach());
        let mut multiple = (self.min / step.size() - SLACK).ceil();
        let mut ticks = Vec::with_capacity(count);
        for _ in 0..count {
            let at = step.times(multiple);
            ticks.push(Tick { at, text: scale.exact(at) });
            multiple += 1.0;
        }
        ticks
    }

    /// The densest of: one, two and five of each decade; each decade; every second decade, third, and so on. A stretch
    /// that is shorter than these has even ticks, at their uneven places.
    fn ticks_by_decade(&self, room: usize) -> Vec<Tick> {
        let dense = self.ticks_of_decades(&[1.0, 2.0, 5.0], 1);
        if dense.len() < 2 {
            return self.even_ticks(self.max - self.min, room);
        }
        if dense.len() <= room {
            return dense;
        }
        let mut thinned = (1..60).map(|every| self.ticks_of_decades(&[1.0], every));
        thinned.find(|ticks| ticks.len() <= room).unwrap_or_default()
    }

    /// These digits of every so many decades, as far as they lie on the axis.
    fn ticks_of_decades(&self, digits: &[f64], every: i32) -> Vec<Tick> {
        let scale = self.unit.scale(self.reach());
        let mut ticks = Vec::new();
        for exponent in (-300..300).filter(|exponent| exponent % every == 0) {
            for digit in digits {
                let at = Step { digit: *digit, exponent }.size();
                if at >= self.min * (1.0 - SLACK) && at <= self.max * (1.0 + SLACK) {
                    ticks.push(Tick { at, text: scale.exact(at) });
                }
            }
        }
        ticks
    }

    /// The value whose scale the whole axis is written in.
    fn reach(&self) -> f64 {
        self.max.abs().max(self.min.abs())
    }
}

/// Share of a step by which a tick may miss the axis's end, so that rounding does not lose it.
const SLACK: f64 = 1e-9;

/// A distance of `digit` × 10^`exponent`, with 1, 2 or 5 as digit.
#[derive(Clone, Copy)]
struct Step {
    digit: f64,
    exponent: i32,
}

impl Step {
    /// The largest step not above `size`, or the smallest that is represented.
    fn below(size: f64) -> Self {
        let mut step = Self { digit: 1.0, exponent: -300 };
        // By whole powers first: a plan's axes lie between 1e-9 and 1e15, a linear search is short enough and exact.
        let mut exponent = 300;
        while exponent > -300 {
            if power_of_ten(exponent) <= size {
                step.exponent = exponent;
                break;
            }
            exponent -= 1;
        }
        for digit in [5.0, 2.0] {
            let larger = Self { digit, ..step };
            if larger.size() <= size {
                return larger;
            }
        }
        step
    }

    fn coarser(self) -> Self {
        if self.digit < 1.5 {
            Self { digit: 2.0, ..self }
        } else if self.digit < 4.0 {
            Self { digit: 5.0, ..self }
        } else {
            Self { digit: 1.0, exponent: self.exponent + 1 }
        }
    }

    fn size(self) -> f64 {
        self.times(1.0)
    }

    /// `multiple` steps, rounded once: three steps of 0.1 are the number nearest to 0.3.
    fn times(self, multiple: f64) -> f64 {
        let whole = self.digit * multiple;
        if self.exponent < 0 {
            whole / power_of_ten(-self.exponent)
        } else {
            whole * power_of_ten(self.exponent)
        }
    }

    /// How many multiples lie on the stretch; a large number where there are more than anyone would draw.
    fn count(self, min: f64, max: f64) -> usize {
        let size = self.size();
        let (first, last) = ((min / size - SLACK).ceil(), (max / size + SLACK).floor());
        let mut count = 0;
        let mut multiple = first;
        while multiple <= last && count < 100 {
            count += 1;
            multiple += 1.0;
        }
        count
    }
}

fn power_of_ten(exponent: i32) -> f64 {
    10f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn axis(min: f64, max: f64) -> Axis {
        Axis {
            label: String::from("Load"),
            unit: Unit::RequestsPerSecond,
            min,
            max,
            scale: AxisScale::Linear,
        }
    }

    fn values(axis: &Axis, room: usize) -> Vec<f64> {
        axis.ticks(room).iter().map(|tick| tick.at).collect()
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(values(&axis(0.0, 10.0), 6), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(values(&axis(0.0, 12.0), 4), [0.0, 5.0, 10.0]);
        assert_eq!(values(&axis(0.0, 0.3), 4), [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(values(&axis(17.0, 61.0), 5), [20.0, 30.0, 40.0, 50.0, 60.0]);
    }

    #[test]
    fn the_whole_axis_is_written_in_one_scale() {
        let wait = Axis {
            label: String::from("TTFT p95"),
            unit: Unit::Wait,
            min: 0.0,
            max: 0.8,
            scale: AxisScale::Linear,
        };
        let texts: Vec<_> = wait.ticks(5).into_iter().map(|tick| tick.text).collect();
        assert_eq!(
            (wait.title().as_str(), texts),
            ("TTFT p95, ms", ["0", "200", "400", "600", "800"].map(String::from).to_vec())
        );
    }

    #[test]
    fn an_empty_axis_has_no_ticks() {
        for (min, max) in [(1.0, 1.0), (2.0, 1.0), (0.0, f64::INFINITY), (f64::NAN, 1.0)] {
            assert!(axis(min, max).ticks(5).is_empty(), "{min} to {max}");
        }
    }

    fn by_decade(min: f64, max: f64) -> Axis {
        Axis { scale: AxisScale::Log10, ..axis(min, max) }
    }

    #[test]
    fn a_log_axis_is_ruled_by_decades_and_says_so() {
        assert_eq!(values(&by_decade(0.5, 20.0), 12), [0.5, 1.0, 2.0, 5.0, 10.0, 20.0]);
        assert_eq!(values(&by_decade(0.5, 2000.0), 6), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(values(&by_decade(0.5, 2000.0), 3), [1.0, 100.0]);
        assert_eq!(values(&by_decade(2.1, 4.1), 4), [2.5, 3.0, 3.5, 4.0]);
        assert_eq!(by_decade(0.5, 20.0).title(), "Load, req/s, log scale");
        assert!(by_decade(0.0, 20.0).ticks(9).is_empty());
    }

    proptest! {
        #[test]
        fn ticks_of_a_log_axis_are_round_and_in_order(min in 1e-9..1e9f64, reach in 1.1..1e9f64, room in 0..12usize) {
            let axis = by_decade(min, min * reach);
            let ticks = axis.ticks(room);
            prop_assert!(ticks.len() <= room);
            for tick in &ticks {
                prop_assert!(tick.at >= axis.min * (1.0 - 1e-6) && tick.at <= axis.max * (1.0 + 1e-6));
                // From a factor of ten on there are at least three of one, two and five in sight.
                let digit = format!("{:e}", tick.at);
                prop_assert!(reach < 10.0 || matches!(digit.split('e').next(), Some("1" | "2" | "5")), "{digit}");
            }
            for pair in ticks.windows(2) {
                prop_assert!(pair[0].at < pair[1].at && pair[0].text != pair[1].text);
            }
        }

        #[test]
        fn zooming_in_and_out_again_leads_back(
            min in 1e-3..1e3f64, reach in 1.5..1e3f64, share in 0.0..1.0f64, log in any::<bool>()
        ) {
            let whole = if log { by_decade(min, min * reach) } else { axis(min, min * reach) };
            let about = min + share * (whole.max - min);
            let (from, to) = whole.around(about, 0.5);
            prop_assert!(from >= min * (1.0 - 1e-9) && to <= whole.max * (1.0 + 1e-9) && from < to);
            let (back, end) = Axis { min: from, max: to, ..whole.clone() }.around(about, 2.0);
            prop_assert!((back / min - 1.0).abs() < 1e-6 && (end / whole.max - 1.0).abs() < 1e-6);
        }

        #[test]
        fn ticks_lie_on_the_axis_in_order(min in -1e6..1e6f64, span in 1e-3..1e9f64, room in 0..12usize) {
            let axis = axis(min, min + span);
            let ticks = axis.ticks(room);
            prop_assert!(ticks.len() <= room);
            for tick in &ticks {
                prop_assert!(tick.at >= axis.min - span * 1e-6 && tick.at <= axis.max + span * 1e-6);
            }
            for pair in ticks.windows(2) {
                prop_assert!(pair[0].at < pair[1].at && pair[0].text != pair[1].text);
            }
        }

        #[test]
        fn an_axis_from_zero_starts_at_zero(max in 1e-3..1e12f64, room in 2..12usize) {
            let ticks = axis(0.0, max).ticks(room);
            prop_assert!(ticks.first().is_some_and(|tick| tick.at == 0.0));
        }
    }
}
