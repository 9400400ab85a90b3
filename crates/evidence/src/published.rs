//! Figures that a load test states of itself.

use latency::{Metric, Quantile};
use quantity::{RequestsPerSecond, Seconds, float};

/// What the result of a load test states, beside the times of single requests. Whatever it leaves out is `None`.
///
/// A run in which no request succeeded states zeros for latencies and rates; they are no figures and are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Published {
    /// The model that was asked.
    pub model: Option<String>,
    /// Requests that were answered.
    pub completed: Option<u64>,
    /// Requests that failed.
    pub failed: Option<u64>,
    /// How fast requests were to be sent.
    pub rate: Option<Rate>,
    /// How regular the gaps between them were to be: the shape of their gamma distribution.
    pub burstiness: Option<f64>,
    /// How many requests were in flight at most.
    pub max_concurrency: Option<u64>,
    /// Tokens of all prompts.
    pub input_tokens: Option<u64>,
    /// Tokens of all answers.
    pub output_tokens: Option<u64>,
    /// Answered requests a second.
    pub requests_per_second: Option<RequestsPerSecond>,
    /// Requests a second that met every target of the load test's own.
    pub good_per_second: Option<RequestsPerSecond>,
    /// Tokens of answers a second.
    pub output_tokens_per_second: Option<f64>,
    /// Tokens of prompts and answers a second.
    pub total_tokens_per_second: Option<f64>,
    /// Latencies.
    pub figures: Vec<Figure>,
}

impl Published {
    /// The latency that is stated so.
    ///
    /// # Example
    /// ```
    /// use evidence::{Reader, Statistic};
    /// use latency::{Metric, Quantile};
    /// use quantity::Seconds;
    /// let mut reader = Reader::new();
    /// reader.push(br#"{"completed": 8, "median_ttft_ms": 55.5, "p99.9_itl_ms": 30.0}"#).unwrap();
    /// let published = reader.finish().published.unwrap();
    /// assert_eq!(published.figure(Metric::Ttft, Statistic::Median), Some(Seconds::new(0.0555)));
    /// let rare = Statistic::Quantile(Quantile::P99_9);
    /// assert_eq!(published.figure(Metric::Itl, rare), Some(Seconds::new(0.03)));
    /// ```
    #[must_use]
    pub fn figure(&self, metric: Metric, statistic: Statistic) -> Option<Seconds> {
        let stated = |figure: &&Figure| figure.metric == metric && figure.statistic == statistic;
        self.figures.iter().find(stated).map(|figure| figure.value)
    }
}

/// A rate at which requests are sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// So many a second.
    Limited(RequestsPerSecond),
    /// All at once, or as fast as a cap on concurrency lets through: "inf".
    Unlimited,
}

/// A latency that is stated.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Figure {
    /// Of what.
    pub metric: Metric,
    /// What of it.
    pub statistic: Statistic,
    /// How long.
    pub value: Seconds,
}

/// Which value stands for all.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Statistic {
    /// Their mean.
    Mean,
    /// Their median.
    Median,
    /// Their standard deviation.
    Deviation,
    /// The value that this share does not exceed.
    Quantile(Quantile),
}

impl Statistic {
    /// The same, with one name for the median.
    pub(crate) fn settled(self) -> Self {
        if self == Self::Median { Self::Quantile(Quantile::P50) } else { self }
    }
}

/// What a key such as `p99_ttft_ms` states.
pub(crate) fn stated(key: &[u8]) -> Option<(Metric, Statistic)> {
    let (statistic, metric) = core::str::from_utf8(key).ok()?.strip_suffix("_ms")?.split_once('_')?;
    let metric = match metric {
        "ttft" => Metric::Ttft,
        "tpot" => Metric::Tpot,
        "itl" => Metric::Itl,
        "e2el" | "e2e_latency" => Metric::E2e,
        _ => return None,
    };
    let statistic = match statistic {
        "mean" => Statistic::Mean,
        "median" => Statistic::Median,
        "std" => Statistic::Deviation,
        "max" => Statistic::Quantile(Quantile::new(1.0)?),
        _ => Statistic::Quantile(percentile(statistic.strip_prefix('p')?)?),
    };
    Some((metric, statistic))
}

/// The quantile of a percentile such as "99.9". The point is moved as text, so that it is 0.999 to the last bit.
pub(crate) fn percentile(text: &str) -> Option<Quantile> {
    Quantile::new(float::parse(&format!("{text}e-2"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_latencies_are_understood() {
        for (key, metric, statistic) in [
            ("mean_ttft_ms", Metric::Ttft, Statistic::Mean),
            ("median_tpot_ms", Metric::Tpot, Statistic::Median),
            ("std_itl_ms", Metric::Itl, Statistic::Deviation),
            ("p99_e2el_ms", Metric::E2e, Statistic::Quantile(Quantile::P99)),
            ("p50_itl_ms", Metric::Itl, Statistic::Quantile(Quantile::P50)),
            ("median_e2e_latency_ms", Metric::E2e, Statistic::Median),
            ("p99.9_itl_ms", Metric::Itl, Statistic::Quantile(Quantile::P99_9)),
        ] {
            assert_eq!(stated(key.as_bytes()), Some((metric, statistic)), "{key}");
        }
        for key in
            ["ttft_ms", "p_ttft_ms", "p101_ttft_ms", "px_ttft_ms", "p99_ttft", "p99_rtt_ms", "p9e9_ttft_ms"]
        {
            assert_eq!(stated(key.as_bytes()), None, "{key}");
        }
    }
}
