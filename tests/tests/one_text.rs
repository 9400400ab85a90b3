//! One figure, one text: wherever it stands, on a page, in a table, beside other scenarios or in a file.

use export::{Format, Shown};
use headroom_tests::links;
use plan::{PlanInput, Scenario, preset};
use present::comparison::{Compared, figures, judged, overlaid};
use present::{Answer, explain, facts, meters, report, text_of, tpot_chart, ttft, verdict};
use proptest::prelude::*;
use sizing::{Figure, Value};

/// A place, a figure, and what is read of it there.
type Said = (&'static str, Figure, String);

/// The figure of every place, each of which should be its one text.
fn said(input: &PlanInput) -> Vec<Said> {
    let answer = Answer::to(input.check().plan);
    let mut said = on_the_page(&answer);
    said.extend(in_charts(&answer));
    said.extend(in_a_terminal(&answer));
    let scenario = Scenario::new("Peak", input.clone());
    said.extend(beside_others(&scenario, &answer));
    let file = |format: Format| format.write(std::slice::from_ref(&scenario), "https://example.org/");
    said.extend(in_json(&file(Format::Json)));
    said.extend(in_csv(&file(Format::Csv)));
    let one = [Compared { name: "Peak", input: &scenario.input, answer: &answer }];
    let judged: Vec<Figure> = judged(&one).into_iter().filter_map(|row| row.figure).collect();
    said.extend(in_markdown(&file(Format::Markdown), &judged));
    said.extend(in_the_report(&file(Format::Report)));
    said
}

fn on_the_page(answer: &Answer) -> Vec<Said> {
    let mut said: Vec<Said> = Figure::ALL
        .into_iter()
        .flat_map(|figure| {
            let shown = Shown::of(figure, answer).text;
            [("an explanation", figure, explain(answer, figure).text), ("data", figure, shown)]
        })
        .collect();
    said.extend(facts(answer).into_iter().map(|fact| ("a fact", fact.figure, fact.text)));
    let Some(fleet) = answer.fleet() else { return said };
    let [size, largest, cost, price] = verdict(answer).map(|tile| tile.text);
    let (replicas, spare) = size.split_once(" + ").unwrap_or((&size, "0"));
    said.push(("the tile of the fleet", Figure::Replicas, replicas.into()));
    said.push(("the tile of the fleet", Figure::Spare, spare.into()));
    said.push(("the tile of a replica", Figure::LargestRate, largest));
    said.push(("the tile of the cost", Figure::PerHourWithSpare, cost));
    if fleet.state.steady.tpot().is_some() {
        said.push(("the tile of the price", Figure::PerOutputWithSpare, price));
    }
    let gauged = [Figure::PrefillShare, Figure::TpotOfTarget, Figure::KvInUse, Figure::TtftOfTarget];
    said.extend(
        gauged.into_iter().zip(meters(answer)).map(|(figure, meter)| ("a meter", figure, meter.words)),
    );
    let page = ttft(answer).expect("a fleet has lanes");
    let waits = [Figure::TtftP95, Figure::TtftP50, Figure::TtftP99, Figure::LanesBusy];
    let tiles = waits.into_iter().zip(page.tiles(answer));
    said.extend(tiles.map(|(figure, tile)| ("a tile of the TTFT page", figure, tile.text)));
    said
}

fn in_charts(answer: &Answer) -> Vec<Said> {
    let dot =
        |figure: Figure, y: Option<f64>| y.map(|y| ("the dot of the plan", figure, figure.unit().show(y)));
    let tpot = tpot_chart(answer).and_then(|chart| dot(Figure::Tpot, chart.plan?.y));
    let wait = ttft(answer).filter(|_| answer.fleet().is_some());
    let wait = wait.and_then(|page| dot(Figure::TtftP95, present::ttft_chart(answer, &page, true).plan?.y));
    tpot.into_iter().chain(wait).collect()
}

fn in_a_terminal(answer: &Answer) -> Vec<Said> {
    let text = report(answer);
    let (_, list) = text.split_once("\nFigures, and where each comes from\n").expect("a list");
    let figure = |(fact, line): (present::Fact, &str)| {
        let value =
            line.trim_start().strip_prefix(fact.label).expect("in the order of the facts").trim_start();
        ("a line in a terminal", fact.figure, value.split("  ").next().unwrap_or_default().to_owned())
    };
    facts(answer).into_iter().zip(list.lines()).map(figure).collect()
}

fn beside_others(scenario: &Scenario, answer: &Answer) -> Vec<Said> {
    let one = Compared { name: "Peak", input: &scenario.input, answer };
    let example = (PlanInput::default(), Answer::to_link("v=1"));
    let all = [Compared { name: "Today", input: &example.0, answer: &example.1 }, one];
    let rows = judged(&all).into_iter().chain(figures(&all, &Figure::ALL));
    let mut said: Vec<Said> =
        rows.map(|row| ("a row", row.figure.expect("of figures alone"), row.cells[1].text.clone())).collect();
    let charts = overlaid(&all).map(|chart| chart.expect("the example has a fleet"));
    for (chart, figure) in charts.into_iter().zip([Figure::Tpot, Figure::TtftP95, Figure::PerOutputWithSpare])
    {
        if let Some((text, _)) = chart.table.rows[0][2].text.split_once(" at ") {
            said.push(("the table of the overlay", figure, text.into()));
        }
        let x = if figure == Figure::Tpot {
            Figure::RateEach.of(&answer.plan, &answer.sizing).number()
        } else {
            Some(answer.plan.rate.get())
        };
        let point =
            chart.series.get(1).and_then(|series| series.points.iter().find(|point| Some(point.0) == x));
        said.extend(point.and_then(|point| Some(("a curve", figure, figure.unit().show(point.1?)))));
    }
    said
}

fn in_json(file: &str) -> Vec<Said> {
    let document: serde_json::Value = serde_json::from_str(file).expect("JSON");
    let figures = &document["scenarios"][0]["figures"];
    let of = |figure: Figure| {
        let shown = &figures[figure.name()];
        let text = shown["text"].as_str().expect("a text");
        let number = shown["value"].as_f64().map_or_else(|| text.into(), |number| figure.unit().show(number));
        [("a text in JSON", figure, text.into()), ("a number in JSON", figure, number)]
    };
    Figure::ALL.into_iter().flat_map(of).collect()
}

fn in_csv(file: &str) -> Vec<Said> {
    let lines = file.lines().filter_map(|line| line.strip_prefix("figure,"));
    let of = |line: &str| {
        let figure = Figure::named(line.split(',').next().expect("a name")).expect("a figure");
        let value = line.rsplit(',').next().expect("a value");
        let number = quantity::float::parse(value);
        ("CSV", figure, number.map_or_else(|| value.into(), |number| figure.unit().show(number)))
    };
    lines.map(of).collect()
}

/// The last rows of the table, since a quantity may be called as a figure is.
fn in_markdown(file: &str, judged: &[Figure]) -> Vec<Said> {
    let table: Vec<&str> = file.lines().filter(|line| line.starts_with("| ")).collect();
    let of = |(figure, line): (&Figure, &&str)| {
        let plain = line.replace(['\\', '*'], "");
        let (_, text) =
            plain.trim_end_matches(" |").split_once(&format!("| {} | ", figure.label())).expect("its row");
        ("Markdown", *figure, text.to_owned())
    };
    judged.iter().rev().zip(table.iter().rev()).map(of).collect()
}

fn in_the_report(file: &str) -> Vec<Said> {
    let of = |row: &str| {
        let (name, rest) = row.split_once('"').expect("a name");
        let (_, rest) = rest.split_once("<td>").expect("a cell");
        let text = rest.split_once("</td>").expect("its end").0;
        ("the report", Figure::named(name).expect("a figure"), text.into())
    };
    file.split("data-figure=\"").skip(1).map(of).collect()
}

fn assert_one_text(input: &PlanInput) {
    let answer = Answer::to(input.check().plan);
    let mut places = 0;
    for (place, figure, text) in said(input) {
        assert_eq!(text, text_of(&answer, figure), "{place}, {}: {}", figure.name(), input.link());
        places += 1;
    }
    let figures = Figure::ALL.into_iter();
    let valued = figures.filter(|figure| figure.of(&answer.plan, &answer.sizing) != Value::Absent).count();
    assert!(places > 6 * valued, "{places} places of {valued} figures");
}

#[test]
fn of_every_preset_and_outcome() {
    let outcomes = [
        "v=1&rate=40&replicas=4",
        "v=1&rate=46&replicas=4",
        "v=1&weights=bf16&tp=1",
        "v=1&in=20k",
        "v=1&replicas=3&in=20k",
    ];
    for link in preset::ALL.iter().map(|preset| preset.link).chain(outcomes) {
        assert_one_text(&PlanInput::from_link(link).0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_any_plan(input in prop_oneof![links::inputs(), links::realistic()]) {
        // What contradicts itself is settled once.
        assert_one_text(&PlanInput::from_link(&input.link()).0);
    }
}
