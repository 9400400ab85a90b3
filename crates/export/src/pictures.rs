//! The charts of plans as pictures.

use crate::case::{Case, cases, compared, link_of_all};
use chart::{Chart, SIZE, svg};
use plan::Scenario;
use present::comparison::overlaid;
use present::{Answer, batch_charts, tpot_chart, ttft, ttft_chart};

/// A chart as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the file.
    pub name: String,
    /// What stands in it, with the link to its plan.
    pub svg: String,
}

/// Every chart of `scenarios`, whose links open `page`: where there are several, those of all on top of each other first.
#[must_use]
pub fn pictures(scenarios: &[Scenario], page: &str) -> Vec<Picture> {
    let cases = cases(scenarios, page);
    let number = |place: usize| if cases.len() > 1 { format!("{}-", place + 1) } else { String::new() };
    let picture = |place: usize, case: &Case, chart: &Chart| Picture {
        name: format!("{}{}.svg", number(place), chart.id),
        svg: svg(chart, SIZE, &case.short_link),
    };
    let of_case = |(place, case): (usize, &Case)| {
        charts(&case.answer).iter().map(|chart| picture(place, case, chart)).collect::<Vec<_>>()
    };
    let link = link_of_all(&cases).unwrap_or_default();
    let of_all = if cases.len() > 1 { overlaid(&compared(&cases)) } else { [None, None, None] };
    let of_all = of_all.into_iter().flatten();
    let of_all =
        of_all.map(|chart| Picture { name: format!("{}.svg", chart.id), svg: svg(&chart, SIZE, &link) });
    of_all.chain(cases.iter().enumerate().flat_map(of_case)).collect()
}

/// The charts of `answer`: TPOT and TTFT against load, TPOT and price against the batch.
pub(crate) fn charts(answer: &Answer) -> Vec<Chart> {
    let waiting = ttft(answer).map(|page| ttft_chart(answer, &page, true));
    tpot_chart(answer).into_iter().chain(waiting).chain(batch_charts(answer)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plan::PlanInput;

    #[test]
    fn every_picture_holds_its_link_and_has_a_name_of_its_own() {
        let scenario = |link| Scenario::new("", PlanInput::from_link(link).0);
        let mut all = pictures(&[scenario("v=1"), scenario("v=1&rate=40")], "https://example.org/");
        assert_eq!(
            all.iter().filter(|picture| picture.svg.contains("org/#v=1&amp;rate=40</desc>")).count(),
            4
        );
        assert_eq!(all.iter().filter(|picture| picture.svg.contains("org/#v=1</desc>")).count(), 4);
        let both = "org/#v=1&amp;2.rate=40</desc>";
        assert_eq!(all.iter().filter(|picture| picture.svg.contains(both)).count(), 3);
        all.dedup_by(|a, b| a.name == b.name);
        assert_eq!(all.len(), 11);
        assert_eq!(pictures(&[scenario("v=1&weights=bf16&tp=1")], ""), []);
    }
}
