//! What an embed shows of an answer.

use present::chart::Chart;
use present::{Answer, Reason, Tile, headline, reason, ttft_chart, value_text, verdict};
use sizing::{Figure, Value};

/// What is shown.
pub(super) struct Shown {
    /// The result in a sentence, for whoever does not see it change.
    pub(super) headline: String,
    /// The verdict.
    pub(super) tiles: [Tile; 4],
    /// What decides.
    pub(super) reason: Reason,
    /// The chart, where there is one for the plan.
    pub(super) chart: Option<Chart>,
    /// The figures that the host is told, each by its name in the command's JSON.
    pub(super) figures: Vec<(Figure, Value)>,
}

const FLEET: [Figure; 6] = [
    Figure::Replicas,
    Figure::Spare,
    Figure::GpusWithSpare,
    Figure::LargestRate,
    Figure::PerHourWithSpare,
    Figure::PerOutputWithSpare,
];

const TTFT: [Figure; 4] = [Figure::TtftP95, Figure::TtftP50, Figure::TtftP99, Figure::LanesBusy];

/// The size of the fleet.
pub(super) fn fleet(answer: &Answer) -> Shown {
    Shown {
        headline: headline(answer),
        tiles: verdict(answer),
        reason: reason(answer),
        chart: None,
        figures: FLEET.map(|figure| (figure, figure.of(&answer.plan, &answer.sizing))).into(),
    }
}

/// The wait for the first token. Where there is no queue to speak of, the fleet's verdict says why.
pub(super) fn ttft(answer: &Answer) -> Shown {
    let Some(page) = present::ttft(answer) else {
        let figures = TTFT.map(|figure| (figure, figure.of(&answer.plan, &answer.sizing))).into();
        return Shown { figures, ..fleet(answer) };
    };
    let fit = answer.sizing.replica.fit;
    Shown {
        headline: page.headline(answer),
        tiles: page.tiles(answer),
        reason: page.reason(answer),
        chart: Some(ttft_chart(answer, &page, false)),
        figures: TTFT.map(|figure| (figure, figure.of_running(&answer.plan, &page.running, fit))).into(),
    }
}

/// A figure as it is read.
pub(super) fn text((figure, value): (Figure, Value)) -> String {
    value_text(figure, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_is_told_what_the_tiles_say() {
        for link in ["v=1&rate=40&replicas=4", "v=1&rate=46&replicas=4", "v=1"] {
            let shown = ttft(&Answer::to_link(link));
            let told: Vec<String> = shown.figures.iter().copied().map(text).collect();
            assert_eq!(shown.tiles.map(|tile| tile.text).to_vec(), told, "{link}");
        }
    }

    #[test]
    fn the_fleets_tiles_hold_what_the_host_is_told() {
        let shown = fleet(&Answer::to_link("v=1"));
        let told: Vec<String> = shown.figures.iter().copied().map(text).collect();
        assert_eq!(told, ["4", "1", "20", "8.2 req/s", "$60/h", "$2.08"]);
        assert_eq!(shown.tiles.map(|tile| tile.text), ["4 + 1", "8.2 req/s", "$60/h", "$2.08"]);
    }

    #[test]
    fn a_model_that_does_not_fit_has_no_chart_and_no_figures() {
        let shown = ttft(&Answer::to_link("v=1&weights=bf16&tp=1"));
        assert!(shown.chart.is_none() && shown.reason.lead == "It does not fit into memory.");
        assert!(shown.figures.iter().all(|(_, value)| *value == Value::Absent), "{:?}", shown.figures);
    }
}
