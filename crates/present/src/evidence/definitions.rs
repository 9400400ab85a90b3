//! What each tool means by TTFT, TPOT and ITL: in figures where there are streams, in words where there are none.

use super::load_tests::name;
use crate::passage::{row, table};
use crate::streams::Told;
use chart::{Cell, Table};
use evidence::{Level, Tool};
use latency::{Definition, Method, Metric, Quantile, Samples};

/// What is said of each: the metric, and which value of it.
const COLUMNS: [(Metric, Option<Quantile>); 8] = [
    (Metric::Ttft, None),
    (Metric::Ttft, Some(Quantile::P99)),
    (Metric::Tpot, None),
    (Metric::Tpot, Some(Quantile::P99)),
    (Metric::Itl, None),
    (Metric::Itl, Some(Quantile::P99)),
    (Metric::E2e, None),
    (Metric::E2e, Some(Quantile::P99)),
];

/// The same streams as each tool would state them, the file's own marked.
pub(super) fn side_by_side(level: &Level, tool: Option<Tool>) -> Table {
    let own = tool.map(Tool::definition);
    let head: Vec<String> = COLUMNS
        .iter()
        .map(|(metric, share)| [metric.label(), if share.is_some() { " p99" } else { " mean" }].concat())
        .collect();
    let head: Vec<&str> =
        std::iter::once("By the definitions of").chain(head.iter().map(String::as_str)).collect();
    let rows = Definition::ALL.into_iter().map(|whose| line(level, whose, own)).collect();
    table("The same requests by every tool's definitions.", &head, rows)
}

fn line(level: &Level, whose: Definition, own: Option<Definition>) -> Vec<Cell> {
    let label = if own == Some(whose) {
        [whose.name(), ", which wrote the file"].concat()
    } else {
        whose.name().into()
    };
    let mut cells = vec![label];
    for metric in Metric::ALL {
        let samples = whose.samples(metric, &level.streams);
        for (_, share) in COLUMNS.iter().filter(|column| column.0 == metric) {
            let value = samples.as_ref().and_then(|samples| value(samples, *share, whose.method()));
            cells.push(value.map_or_else(|| "—".into(), |value| metric.text(value)));
        }
    }
    row(cells)
}

fn value(samples: &Samples, share: Option<Quantile>, method: Option<Method>) -> Option<quantity::Seconds> {
    match share {
        None => samples.mean(),
        Some(share) => samples.quantile(share, method?),
    }
}

/// What each tool means, in words, the file's own marked.
pub(super) fn in_words(tool: Tool) -> Table {
    let own = tool.definition();
    let rows = Definition::ALL.into_iter().map(|whose| {
        let [tpot, itl, percentile] = words(whose);
        let label = if whose == own { [whose.name(), ": this file"].concat() } else { whose.name().into() };
        row(vec![label, tpot.into(), itl.into(), percentile.into()])
    });
    let caption =
        ["What tools mean by the same names; n tokens an answer. This is a ", name(tool), "."].concat();
    table(&caption, &["By", "TPOT of a request", "A sample of ITL", "Percentile"], rows.collect())
}

const fn words(whose: Definition) -> [&'static str; 3] {
    let per_request = "(E2E − TTFT) / (n − 1)";
    match whose {
        Definition::Plan => [per_request, "each token's share of a gap", "on the line between two values"],
        Definition::Vllm => [per_request, "each gap between chunks", "on the line between two values"],
        Definition::Sglang => [per_request, "each token's share of a gap", "on the line between two values"],
        Definition::Aiperf => {
            ["none", "(E2E − TTFT) / (n − 1), one a request", "on the line between two values"]
        }
        Definition::Guidellm03 => {
            ["(E2E − TTFT) / n", "(E2E − TTFT) / (n − 1), one a request", "nearest rank"]
        }
        Definition::Guidellm05 => {
            ["E2E / n, with TTFT, by tokens", "(E2E − TTFT) / (n − 1), by tokens", "nearest rank"]
        }
        Definition::InferencePerf => {
            [per_request, "each gap, and 0 inside a chunk", "on the line between two values"]
        }
        Definition::Llmperf => ["none", "E2E / n, with TTFT", "on the line between two values"],
        Definition::Mlperf => [per_request, "none", "a bound by early stopping"],
    }
}
