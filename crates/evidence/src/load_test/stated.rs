//! Figures as records state them: which statistic a name means, and in which unit.

use super::leaves::Leaves;
use crate::published::{Figure, Statistic, percentile};
use crate::time_unit::TimeUnit;
use latency::stream::is_duration;
use latency::{Metric, Quantile};
use quantity::{Seconds, float};

/// More figures than any tool states of a level.
const MOST: usize = 200;

/// Adds what stands under `prefix` to `figures`: a spread of this metric, in this unit.
pub(super) fn spread(
    figures: &mut Vec<Figure>,
    leaves: &Leaves,
    prefix: &str,
    metric: Metric,
    unit: TimeUnit,
) {
    for (path, _) in leaves.iter() {
        let Some(name) =
            path.strip_prefix(prefix.as_bytes()).and_then(|name| core::str::from_utf8(name).ok())
        else {
            continue;
        };
        let path = core::str::from_utf8(path).unwrap_or_default();
        let value = leaves.amount(path).map(|value| Seconds::new(unit.seconds(value)));
        if let (Some(statistic), Some(value)) = (statistic(name), value.filter(|value| is_duration(*value)))
            && figures.len() < MOST
        {
            figures.push(Figure { metric, statistic, value });
        }
    }
}

/// What a name such as `p99`, `quantiles_p99` or `std_dev` means.
pub(super) fn statistic(name: &str) -> Option<Statistic> {
    let quantile = |share| Quantile::new(share).map(Statistic::Quantile);
    match name {
        "mean" | "avg" => Some(Statistic::Mean),
        "median" => Some(Statistic::Median),
        "std" | "std_dev" | "stddev" => Some(Statistic::Deviation),
        "min" => quantile(0.0),
        "max" => quantile(1.0),
        // Where the point is left out, there are as many digits as it takes: p999 is 99.9 and p001 is 0.1.
        _ => match name.strip_prefix("percentiles.p") {
            Some(digits) => {
                let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                let digits = is_number.then_some(digits)?;
                quantile(float::parse(&["0.", digits].concat())?)
            }
            None => name
                .strip_prefix("quantiles_")
                .unwrap_or(name)
                .strip_prefix('p')
                .and_then(percentile)
                .map(Statistic::Quantile),
        },
    }
}

/// `figures` of one metric as those of another, where two tools mean the same by two names.
pub(super) fn renamed(figures: &[Figure], from: Metric, to: Metric) -> impl Iterator<Item = Figure> {
    figures
        .iter()
        .filter(move |figure| figure.metric == from)
        .map(move |figure| Figure { metric: to, ..*figure })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_statistics_are_understood_whoever_writes_them() {
        let share = |share| Some(Statistic::Quantile(Quantile::new(share).expect("a share")));
        for (name, expected) in [
            ("avg", Some(Statistic::Mean)),
            ("median", Some(Statistic::Median)),
            ("stddev", Some(Statistic::Deviation)),
            ("max", share(1.0)),
            ("p99", share(0.99)),
            ("p0.1", share(0.001)),
            ("p99.9", share(0.999)),
            ("quantiles_p95", share(0.95)),
            ("percentiles.p50", share(0.5)),
            ("percentiles.p001", share(0.001)),
            ("percentiles.p999", share(0.999)),
            ("percentiles.p", None),
            ("percentiles.p-1", None),
            ("p101", None),
            ("count", None),
            ("", None),
        ] {
            assert_eq!(statistic(name), expected, "{name}");
        }
    }
}
