//! The charts of a report: all scenarios on top of each other, and each one's own.

use crate::case::{Case, compared, link_of_all};
use crate::pictures::charts;
use chart::{Chart, Markup, svg};
use present::comparison::overlaid;

/// How charts stand beside each other, on paper with letters that can be read.
struct Row {
    /// What begins it.
    head: &'static str,
    /// The size of a chart, in CSS pixels.
    size: (f64, f64),
}

const OF_TWO: Row = Row { head: "<div class=\"charts\">", size: (440.0, 210.0) };
const OF_THREE: Row = Row { head: "<div class=\"charts thirds\">", size: (320.0, 220.0) };

/// The charts of all scenarios, a curve for each.
pub(super) fn of_all(cases: &[Case]) -> String {
    let charts: Vec<Chart> = overlaid(&compared(cases)).into_iter().flatten().collect();
    if charts.is_empty() {
        return String::new();
    }
    let link = link_of_all(cases).unwrap_or_default();
    let head = "<section class=\"drawings\"><h2>Charts</h2><p class=\"sources\">A dot is where a scenario’s plan stands.</p>";
    [head, &figures(&charts, &OF_THREE, &link), "</section>"].concat()
}

/// The charts of one plan that stands alone.
pub(super) fn of_one(case: &Case) -> String {
    let charts = charts(&case.answer);
    if charts.is_empty() {
        return String::new();
    }
    [
        "<section class=\"drawings\"><h2>Charts</h2>",
        &figures(&charts, &OF_TWO, &case.short_link),
        "</section>",
    ]
    .concat()
}

/// Each scenario's own charts, on a screen only: on paper they would be as many pages as scenarios.
pub(super) fn of_each(cases: &[Case]) -> String {
    let mut parts =
        vec![String::from("<section class=\"drawings screen\"><h2>Each scenario’s own charts</h2>")];
    for case in cases {
        let charts = charts(&case.answer);
        if !charts.is_empty() {
            let head =
                Markup::new().tags("<details><summary><bdi>").text(&case.title).tags("</bdi></summary>");
            parts.extend([head.finish(), figures(&charts, &OF_TWO, &case.short_link), "</details>".into()]);
        }
    }
    if parts.len() == 1 {
        return String::new();
    }
    parts.push("</section>".into());
    parts.concat()
}

fn figures(charts: &[Chart], row: &Row, link: &str) -> String {
    let mut parts = vec![String::from(row.head)];
    for chart in charts {
        let caption =
            Markup::new().tags("<figure><figcaption><strong>").text(&chart.title).tags("</strong> ");
        parts.push(caption.text(&chart.takeaway()).tags("</figcaption>").finish());
        parts.push(svg(chart, row.size, link));
        parts.push("</figure>".into());
    }
    parts.push("</div>".into());
    parts.concat()
}
