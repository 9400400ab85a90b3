//! All samples of one name, over all label sets.

use super::sample::{self, Sample};
use latency::Buckets;

/// The samples of a name, summed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Family {
    pub(crate) name: Box<[u8]>,
    /// How many label sets there are; of buckets, how many bear the bound that most of them bear.
    pub(crate) sets: u64,
    pub(crate) sum: f64,
    pub(crate) max: f64,
    /// The same by the value of the label that parts them, such as why requests ended.
    pub(crate) by: Vec<(Box<[u8]>, f64)>,
    buckets: Vec<Bucket>,
    hint: usize,
    /// Values that cannot be: a count below 0 or no number.
    pub(crate) odd: u64,
}

/// What is counted up to a bound, over all label sets.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bucket {
    bound: f64,
    count: f64,
    sets: u64,
}

/// Labels whose values are kept apart.
const PARTING: [&[u8]; 4] = [b"finished_reason", b"request_type", b"kv_cache_block_type", b"memory_type"];

/// So many of them, and so many bounds of buckets, are kept of a name.
const MOST_PARTS: usize = 64;
const MOST_BOUNDS: usize = 2000;

/// Why buckets make no histogram, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoHistogram {
    /// Label sets have other bounds than each other.
    Bounds,
    /// Counts fall, are no whole numbers, or there is no +Inf.
    Counts,
}

impl Family {
    pub(crate) fn new(name: &[u8]) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The name without a suffix, as text. It holds letters, digits, `_` and `:` alone.
    pub(crate) fn text(&self, suffix: &str) -> String {
        const LONGEST_NAME: usize = 200;
        let name = self.name.strip_suffix(suffix.as_bytes()).unwrap_or(&self.name);
        String::from_utf8_lossy(name.get(..LONGEST_NAME).unwrap_or(name)).into_owned()
    }

    /// Adds a sample of this name. A share may well be no number, where nothing was counted yet.
    pub(crate) fn add(&mut self, sample: &Sample<'_>) {
        if !sample.value.is_finite() {
            self.odd += 1;
            return;
        }
        let mut bound = None;
        for (name, value) in sample::labels(sample.labels) {
            if name == b"le" {
                // What stands behind it parts nothing.
                bound = sample::number(value);
                break;
            }
            if PARTING.contains(&name) {
                self.part(value, sample.value);
            }
        }
        match bound {
            Some(bound) => self.bucket(bound, sample.value),
            None => {
                self.sets += 1;
                self.sum += sample.value;
                self.max = if self.sets == 1 { sample.value } else { self.max.max(sample.value) };
            }
        }
    }

    fn part(&mut self, label: &[u8], value: f64) {
        if let Some((_, sum)) = self.by.iter_mut().find(|(name, _)| **name == *label) {
            *sum += value;
        } else if self.by.len() < MOST_PARTS {
            self.by.push((label.into(), value));
        }
    }

    /// The sum of the samples whose parting label has this value.
    pub(crate) fn of(&self, label: &str) -> Option<f64> {
        self.by.iter().find(|(name, _)| **name == *label.as_bytes()).map(|(_, sum)| *sum)
    }

    /// Counts in the bucket of a bound; bounds mostly follow each other as they did before.
    fn bucket(&mut self, bound: f64, count: f64) {
        let same = |bucket: &Bucket| bucket.bound.total_cmp(&bound).is_eq();
        let hinted = self.buckets.get(self.hint).is_some_and(same);
        let place =
            if hinted { self.hint } else { self.buckets.partition_point(|bucket| bucket.bound < bound) };
        if !self.buckets.get(place).is_some_and(same) {
            if bound.is_nan() || self.buckets.len() >= MOST_BOUNDS {
                self.odd += 1;
                return;
            }
            self.buckets.insert(place, Bucket { bound, count: 0.0, sets: 0 });
        }
        if let Some(bucket) = self.buckets.get_mut(place) {
            bucket.count += count;
            bucket.sets += 1;
            self.sets = self.sets.max(bucket.sets);
        }
        self.hint = if place + 1 < self.buckets.len() { place + 1 } else { 0 };
    }

    pub(crate) const fn has_buckets(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// The histogram of all label sets together.
    pub(crate) fn histogram(&self) -> Result<Buckets, NoHistogram> {
        if self.buckets.iter().any(|bucket| bucket.sets != self.sets) {
            return Err(NoHistogram::Bounds);
        }
        let whole = |bucket: &Bucket| Some((bucket.bound, whole(bucket.count)?));
        let pairs: Option<Vec<(f64, u64)>> = self.buckets.iter().map(whole).collect();
        Buckets::new(pairs.ok_or(NoHistogram::Counts)?).map_err(|_| NoHistogram::Counts)
    }
}

/// A count that is whole and that a float holds exactly.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 2 to the 53rd")]
pub(crate) fn whole(count: f64) -> Option<u64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let rounded = quantity::float::round(count);
    ((0.0..=EXACT).contains(&count) && (count - rounded).abs() < 1e-9).then_some(rounded as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use latency::{Quantile, Reading};

    fn family(lines: &[&str]) -> Family {
        let mut family = Family::new(b"x");
        lines.iter().for_each(|line| family.add(&Sample::of(line.as_bytes()).expect("a sample")));
        family
    }

    /// AGG-01: buckets are added, percentiles are not.
    #[test]
    fn label_sets_are_added_bucket_by_bucket() {
        let bucket =
            |replica: &str, le: &str, count: u32| format!("x{{replica=\"{replica}\",le=\"{le}\"}} {count}");
        let lines: Vec<String> = [("a", [990, 1000, 1000, 1000]), ("b", [0, 50, 100, 100])]
            .iter()
            .flat_map(|(replica, counts)| {
                ["0.1", "0.5", "1", "+Inf"].iter().zip(counts).map(|(le, count)| bucket(replica, le, *count))
            })
            .collect();
        let family = family(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let p99 = family.histogram().expect("a histogram").quantile(Quantile::P99);
        assert!(matches!(p99, Some(Reading::At(value)) if (value - 0.89).abs() < 1e-9), "{p99:?}");
        assert_eq!(family.sets, 2);
    }

    #[test]
    fn what_makes_no_histogram_says_why() {
        let other = family(&[
            "x{r=\"a\",le=\"1\"} 1",
            "x{r=\"a\",le=\"+Inf\"} 1",
            "x{r=\"b\",le=\"2\"} 1",
            "x{r=\"b\",le=\"+Inf\"} 1",
        ]);
        assert_eq!(other.histogram(), Err(NoHistogram::Bounds));
        for lines in [
            ["x{le=\"1\"} 5", "x{le=\"+Inf\"} 4"],
            ["x{le=\"1\"} 5", "x{le=\"2\"} 5"],
            ["x{le=\"1\"} 0.5", "x{le=\"+Inf\"} 4"],
        ] {
            assert_eq!(family(&lines).histogram(), Err(NoHistogram::Counts), "{lines:?}");
        }
    }
}
