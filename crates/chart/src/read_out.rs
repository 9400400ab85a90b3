//! The figures under the pointer.

use super::{Chart, Tone};

/// Every curve's value at one sampled x.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOut {
    /// The sampled x.
    pub x: f64,
    /// The x with its unit.
    pub head: String,
    /// One line a curve that has a sample there.
    pub lines: Vec<ReadLine>,
    /// The whole as one sentence, to be spoken.
    pub spoken: String,
}

/// One curve's value.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadLine {
    /// The curve's name.
    pub name: String,
    /// The curve's tone.
    pub tone: Tone,
    /// The height, where it is finite.
    pub y: Option<f64>,
    /// The value with its unit, or the word for having none.
    pub value: String,
}

impl Chart {
    /// What stands at the sampled x nearest to `x`. `None` for a chart without samples.
    #[must_use]
    pub fn read_out(&self, x: f64) -> Option<ReadOut> {
        let nearest = self.samples().into_iter().min_by(|a, b| (a - x).abs().total_cmp(&(b - x).abs()))?;
        Some(self.read_at(nearest))
    }

    /// The sampled x that lies `steps` further along (or back), stopping at the ends.
    #[must_use]
    pub fn step(&self, x: f64, steps: i32) -> Option<f64> {
        let samples = self.samples();
        let last = samples.len().checked_sub(1)?;
        let here = samples.partition_point(|sample| *sample < x);
        let far = usize::try_from(steps.unsigned_abs()).unwrap_or(usize::MAX);
        let there = if steps < 0 { here.saturating_sub(far) } else { here.saturating_add(far) };
        samples.get(there.min(last)).copied()
    }

    /// Every x in view at which some curve has a sample, rising, each once.
    fn samples(&self) -> Vec<f64> {
        let all = self.series.iter().flat_map(|series| series.points.iter().map(|point| point.0));
        let mut samples: Vec<f64> = Vec::new();
        for x in all.filter(|x| *x >= self.x.min && *x <= self.x.max) {
            // Curves mostly share their samples, so there is little to shift: no need for a sort.
            let place = samples.partition_point(|known| *known < x);
            if samples.get(place).is_none_or(|known| known.total_cmp(&x).is_ne()) {
                samples.insert(place, x);
            }
        }
        samples
    }

    fn read_at(&self, x: f64) -> ReadOut {
        let head = self.x.unit.show(x);
        let lines: Vec<_> = self.series.iter().filter_map(|series| self.read_line(series, x)).collect();
        let mut spoken = format!("At {head}");
        for (place, line) in lines.iter().enumerate() {
            spoken.push_str(if place == 0 { ": " } else { ", " });
            spoken.push_str(&line.name);
            spoken.push(' ');
            spoken.push_str(&line.value);
        }
        spoken.push('.');
        ReadOut { x, head, lines, spoken }
    }

    fn read_line(&self, series: &super::Series, x: f64) -> Option<ReadLine> {
        let (_, y) = series.points.iter().find(|point| point.0.total_cmp(&x).is_eq())?;
        let value = match (y, &self.unbounded) {
            (Some(y), _) => self.y.unit.show(*y),
            (None, Some(zone)) => zone.name.clone(),
            (None, None) => String::from("unbounded"),
        };
        Some(ReadLine { name: series.name.clone(), tone: series.tone, y: *y, value })
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;

    #[test]
    fn the_nearest_sample_is_read() {
        let read = example::tpot().read_out(3.2).expect("the example has samples");
        assert_eq!(read.spoken, "At 3.0 req/s: TPOT 10.8 ms.");
    }

    #[test]
    fn beyond_the_last_finite_value_the_word_stands() {
        let read = example::tpot().read_out(99.0).expect("the example has samples");
        assert_eq!(read.spoken, "At 12.0 req/s: TPOT no steady state.");
        assert_eq!(read.lines[0].y, None);
    }

    #[test]
    fn steps_go_along_the_samples_and_stop_at_the_ends() {
        let chart = example::tpot();
        assert_eq!(chart.step(3.0, 1), Some(3.5));
        assert_eq!(chart.step(3.0, -2), Some(2.0));
        assert_eq!(chart.step(3.0, -100), Some(0.5));
        assert_eq!(chart.step(3.0, 100), Some(12.0));
        assert_eq!(example::empty().step(3.0, 1), None);
    }
}
