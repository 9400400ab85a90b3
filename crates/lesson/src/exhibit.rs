//! The charts and tables that the lesson shows, by the names that its text gives them.

use present::chart::{Chart, Markup, SIZE, Table, svg};
use present::{Answer, batch_charts, batches, levers, rates, single_requests, tpot_chart, ttft, ttft_chart};

/// The names of the tables.
pub const TABLES: [&str; 5] = ["rates", "batches", "ttft", "levers", "singles"];

/// The names of the charts.
pub const CHARTS: [&str; 3] = ["tpot", "ttft", "batches"];

/// The chart of a name; `None` where the plan has none, or where there is no such chart.
#[must_use]
pub fn chart(name: &str, answer: &Answer) -> Option<Chart> {
    match name {
        "tpot" => tpot_chart(answer),
        "ttft" => Some(ttft_chart(answer, &ttft(answer)?, true)),
        "batches" => batch_charts(answer).into_iter().next(),
        _ => None,
    }
}

/// The table of a name; `None` where the plan has none, or where there is no such table.
#[must_use]
pub fn table(name: &str, answer: &Answer) -> Option<Table> {
    let table = match name {
        "rates" => rates(answer),
        "batches" => batches(answer)?.table,
        "ttft" => ttft_chart(answer, &ttft(answer)?, true).table,
        "levers" => levers(answer),
        "singles" => single_requests(answer)?.table,
        _ => return None,
    };
    (!table.rows.is_empty()).then_some(table)
}

/// A table as markup.
#[must_use]
pub fn table_markup(table: &Table) -> String {
    table.write(Markup::new()).finish()
}

/// What stands inside a chart's figure: the title, what to see, the picture, and the same as a table.
#[must_use]
pub fn figure_markup(chart: &Chart) -> String {
    let caption = Markup::new().tags("<figcaption><strong>").text(&chart.title).tags(".</strong> ");
    let caption = caption.text(&chart.takeaway()).tags("</figcaption>").finish();
    let data = "<details class=\"data\"><summary>Show as a table</summary>";
    let region = Markup::new().tags("<div class=\"table-box\" tabindex=\"0\" role=\"region\" aria-label=\"");
    let region = chart.table.write(region.text(&chart.table.caption).tags("\">")).tags("</div>").finish();
    [&caption, &svg(chart, SIZE, ""), data, &region, "</details>"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_shows_something_of_both_examples_and_nothing_where_nothing_fits() {
        for preset in [plan::preset::A, plan::preset::B] {
            let answer = Answer::to_link(preset.link);
            assert!(TABLES.iter().all(|name| table(name, &answer).is_some()), "{}", preset.name);
            assert!(CHARTS.iter().all(|name| chart(name, &answer).is_some()), "{}", preset.name);
        }
        let none = Answer::to_link("v=1&weights=bf16&tp=1");
        assert!(TABLES.iter().all(|name| table(name, &none).is_none()));
        assert!(CHARTS.iter().all(|name| chart(name, &none).is_none()));
        assert!(table("prices", &none).is_none() && chart("prices", &none).is_none());
    }

    #[test]
    fn a_figure_holds_its_picture_and_its_table() {
        let answer = Answer::to_link("v=1&rate=40&replicas=4");
        let markup = figure_markup(&chart("ttft", &answer).expect("a chart"));
        for part in [
            "<figcaption><strong>TTFT against fleet load.</strong> Erlang C",
            "<svg ",
            "<th scope=\"row\">40</th>",
        ] {
            assert!(markup.contains(part), "{part} in {markup}");
        }
    }
}
