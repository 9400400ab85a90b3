//! What holds of scenarios side by side, whatever they are.

use super::*;
use chart::{Chart, Rect, Sheet, estimated_width, layout};
use proptest::prelude::*;

/// Plans of every outcome, and pairs of them that differ in little and in much.
const LINKS: [&str; 9] = [
    "v=1",
    "v=1&cached=0.5",
    crate::B,
    "v=1&rate=40&replicas=4",
    "v=1&rate=46&replicas=4",
    "v=1&weights=bf16&tp=1",
    "v=1&in=20k",
    "v=1&rate=0.01&spare=0&price=0",
    "v=1&gpu=h200&tp=2&ttft=1s&tpot=20ms&moe=touched&model=deepseek-v3",
];

/// Sized plans, to be named.
struct Set(Vec<(String, PlanInput, Answer)>);

impl Set {
    fn of(links: &[&str]) -> Self {
        let one = |(place, link): (usize, &&str)| {
            let input = PlanInput::from_link(link).0;
            let answer = Answer::to(input.check().plan);
            (format!("Plan {place}"), input, answer)
        };
        Self(links.iter().enumerate().map(one).collect())
    }

    fn named(mut self, names: &[&str]) -> Self {
        self.0.iter_mut().zip(names).for_each(|(one, name)| one.0 = (*name).into());
        self
    }

    fn all(&self) -> Vec<Compared<'_>> {
        self.0.iter().map(|(name, input, answer)| Compared { name, input, answer }).collect()
    }
}

/// Every row that there is.
fn rows(all: &[Compared]) -> Vec<Row> {
    let mut rows = stated(all);
    rows.append(&mut figures(all, &Figure::ALL));
    rows
}

/// A difference without how many times it is.
fn change(cell: &Cell) -> &str {
    cell.difference.split(" (×").next().unwrap_or_default()
}

fn links() -> impl Strategy<Value = [&'static str; 2]> {
    let one = || proptest::sample::select(LINKS.to_vec());
    [one(), one()]
}

#[test]
fn the_differences_of_a_plan_with_half_of_its_prompts_cached() {
    let set = Set::of(&["v=1", "v=1&cached=0.5&gpu=h200&ttft=1s&batch=64"]);
    let rows = rows(&set.all());
    let cell = |label: &str| &rows.iter().find(|row| row.label == label).expect(label).cells[1];
    for (label, difference) in [
        ("Prefix-cache hit", "+50 points"),
        ("GPU", "H200 SXM 141 GB in place of H100 SXM 80 GB"),
        ("TTFT target, p95", "+500 ms (×2.00)"),
        ("Arrival rate", "same"),
        ("Decode batch", "64 sequences in place of not set"),
        ("GPUs with the spare", "−4 (×0.80)"),
        ("Cost", "−$12/h (×0.80)"),
    ] {
        assert_eq!(cell(label).difference, difference, "{label}");
    }
    let set = Set::of(&["v=1&rate=40&replicas=4", "v=1&rate=46&replicas=4"]);
    let rows = figures(&set.all(), &[Figure::TtftP95, Figure::PerOutputWithSpare]);
    assert_eq!(rows[0].cells[1].difference, "unbounded in place of 607 ms");
    assert_eq!(rows.len(), 1, "a fleet that does not carry the load has no price of a token");
}

#[test]
fn a_scenario_beside_itself_is_the_same_everywhere() {
    for link in LINKS {
        let set = Set::of(&[link, link, link]);
        for row in rows(&set.all()) {
            assert!(
                row.cells.iter().all(|cell| cell.difference == "same" && !cell.differs),
                "{link} {row:?}"
            );
        }
    }
}

#[test]
fn a_table_has_a_column_for_each_and_the_baseline_as_it_is() {
    let set = Set::of(&LINKS[..4]);
    let (shown, apart) = (table(&set.all(), false), table(&set.all(), true));
    assert_eq!(shown.head, ["Quantity", "Plan 0", "Plan 1", "Plan 2", "Plan 3"]);
    assert_eq!(shown.rows.len(), said(&set.all()).len() + judged(&set.all()).len());
    for (shown, apart) in shown.rows.iter().zip(&apart.rows) {
        assert!(shown.len() == 5 && shown[..2] == apart[..2], "{shown:?} {apart:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_that_change_places_change_signs([first, second] in links()) {
        let (there, back) = (Set::of(&[first, second]), Set::of(&[second, first]));
        for (there, back) in rows(&there.all()).iter().zip(rows(&back.all())) {
            prop_assert_eq!(there.label, back.label);
            let (cell, opposite) = (&there.cells[1], &back.cells[1]);
            prop_assert_eq!((&cell.text, &there.cells[0].text), (&back.cells[0].text, &opposite.text));
            let turned = match change(cell).chars().next() {
                Some('+') => change(cell).replacen('+', "−", 1),
                Some('−') => change(cell).replacen('−', "+", 1),
                _ if !cell.differs => "same".into(),
                _ => format!("{} in place of {}", opposite.text, cell.text),
            };
            prop_assert_eq!(change(opposite), turned, "{}", there.label);
        }
    }

    #[test]
    fn what_differs_is_never_nought([first, second] in links()) {
        let set = Set::of(&[first, second]);
        for row in rows(&set.all()) {
            let cell = &row.cells[1];
            prop_assert_eq!(cell.differs, cell.text != row.cells[0].text);
            prop_assert_eq!(cell.differs, cell.difference != "same", "{:?}", row);
            prop_assert!(!cell.difference.contains("NaN") && !cell.difference.contains("inf"));
            if cell.difference.starts_with(['+', '−']) {
                prop_assert!(change(cell).contains(|letter: char| ('1'..='9').contains(&letter)), "{:?}", row);
                prop_assert!(!cell.difference.contains("(×0.00)") && !cell.difference.contains("(×1.00)"));
            }
        }
    }

    #[test]
    fn labels_are_short_and_each_its_own(names in proptest::collection::vec("[ab]{0,3}|[a-c]{17,60}|1? ?a", 1..5)) {
        let set = Set::of(&LINKS[..names.len()]).named(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let labels = labels(&set.all());
        for (place, label) in labels.iter().enumerate() {
            prop_assert!(label.chars().count() <= 20 && !labels[..place].contains(label), "{labels:?}");
        }
    }
}

#[test]
fn the_middle_of_a_long_name_is_left_out() {
    let set = Set::of(&LINKS[..2]).named(&["Half of the prompts cached, on H200", "Today"]);
    assert_eq!(labels(&set.all()), ["Half of t…on H200", "Today"]);
    let set = Set::of(&LINKS[..2]).named(&["Today", "Today"]);
    assert_eq!(labels(&set.all()), ["1 Today", "2 Today"]);
}

/// The curves alone are those of the scenario's own charts, and so are its points.
#[test]
fn each_curve_is_the_one_of_its_own_chart() {
    let set = Set::of(&["v=1", crate::B, "v=1&rate=40&replicas=4"]);
    let [tpot, ttft, price] = overlaid(&set.all()).map(|chart| chart.expect("fleets"));
    for (place, (.., answer)) in set.0.iter().enumerate() {
        let page = crate::ttft(answer).expect("lanes");
        let own = [crate::tpot_chart(answer).expect("a fleet"), crate::ttft_chart(answer, &page, false)];
        for (own, overlaid) in own.iter().zip([&tpot, &ttft]) {
            let mut shared = 0;
            for (x, y) in &overlaid.series[place].points {
                if let Some(point) = own.series[0].points.iter().find(|point| point.0.total_cmp(x).is_eq()) {
                    assert_eq!(point.1.map(f64::to_bits), y.map(f64::to_bits), "{} at {x}", own.title);
                    shared += 1;
                }
            }
            assert!(shared > 5, "{shared} of {}", own.title);
            let plan = own.plan.as_ref().expect("a plan");
            let mark = |mark: &chart::Mark| Some(mark.y) == plan.y && mark.x.total_cmp(&plan.x).is_eq();
            let is_first = overlaid.plan.as_ref().is_some_and(|first| (first.x, first.y) == (plan.x, plan.y));
            assert!(is_first || plan.y.is_none() || overlaid.marks.iter().any(mark), "{}", own.title);
        }
        let own = text_of(answer, Figure::PerOutputWithSpare);
        let read = price.series[place]
            .points
            .iter()
            .find(|point| point.0.total_cmp(&answer.plan.rate.get()).is_eq());
        let read =
            read.expect("a sample at the plan's load").1.map(|price| Unit::DollarsPerMillion.show(price));
        assert_eq!(read.unwrap_or_else(|| "none".into()), own);
    }
}

/// A table of the overlay says what the scenario's own table says at the same load.
#[test]
fn the_tables_say_what_the_scenarios_own_say() {
    for link in ["v=1", crate::B, "v=1&rate=46&replicas=4"] {
        let set = Set::of(&[link]);
        let [tpot, ttft, _] = overlaid(&set.all()).map(|chart| chart.expect("a fleet"));
        let answer = &set.0[0].2;
        let page = crate::ttft(answer).expect("lanes");
        let mut shared = 0;
        for (table, own, column) in [
            (tpot.table, crate::rates(answer), 3),
            (ttft.table, crate::ttft_chart(answer, &page, false).table, 3),
        ] {
            for row in &table.rows {
                if let Some(own) = own.rows.iter().find(|own| own[0] == row[0]) {
                    assert_eq!(row[1], own[column], "{link}");
                    shared += 1;
                }
            }
        }
        assert!(shared > 8, "{shared} rows of {link}");
    }
}

#[test]
fn everything_is_in_sight_and_finite() {
    for links in LINKS.windows(4) {
        let set = Set::of(links);
        let fleets = set.0.iter().filter(|one| one.2.fleet().is_some()).count();
        for chart in overlaid(&set.all()).into_iter().flatten() {
            assert_eq!((chart.series.len(), chart.table.head.len()), (fleets, 5), "{links:?}");
            let xs = |series: &chart::Series| {
                series.points.iter().map(|point| point.0.to_bits()).collect::<Vec<_>>()
            };
            assert!(chart.series.iter().all(|series| xs(series) == xs(&chart.series[0])), "one grid for all");
            for (place, series) in chart.series.iter().enumerate() {
                assert!(chart.series[..place].iter().all(|other| other.dash != series.dash));
                assert!(series.points.iter().any(|point| point.1.is_some()), "{links:?} {}", chart.id);
                assert!(series.points.iter().all(|point| point.1.is_none_or(f64::is_finite)));
                assert!(series.points.windows(2).all(|pair| pair[0].0 < pair[1].0));
            }
            let plans = chart.plan.iter().map(|plan| (plan.x, plan.y));
            for (x, _) in plans.chain(chart.marks.iter().map(|mark| (mark.x, Some(mark.y)))) {
                assert!(x > 0.0 && x <= chart.x.max, "{links:?} {}", chart.id);
            }
            let zone = chart.unbounded.as_ref().expect("a word for what has no value").from;
            let ends = |series: &chart::Series| {
                series.points.iter().all(|point| point.0 <= zone || point.1.is_none())
            };
            assert!(chart.series.iter().all(ends), "{links:?} {}", chart.id);
        }
    }
    assert_eq!(overlaid(&Set::of(&LINKS[5..7]).all()), [None, None, None]);
    assert_eq!(overlaid(&Set::of(&["v=1"; 5]).all()), [None, None, None]);
}

/// The names at the curves and all other words, on a telephone and on paper.
fn assert_legible(chart: &Chart, (width, height): (f64, f64)) {
    let layout = layout(chart, Sheet { width, height, scale: 1.0 }, &estimated_width);
    let texts: Vec<&str> = layout.texts.iter().map(|text| text.text.as_str()).collect();
    assert!(layout.complete, "{texts:?}");
    for series in &chart.series {
        assert!(texts.contains(&series.name.as_str()), "{} in {texts:?}", series.name);
    }
    let covered = |text: &chart::Text| {
        let width = estimated_width(&text.text);
        let left = match text.align {
            chart::Align::Left => text.at.0,
            chart::Align::Centre => text.at.0 - width / 2.0,
            chart::Align::Right => text.at.0 - width,
        };
        Rect::at(left, text.at.1 - 6.0, width, 12.0)
    };
    let upright: Vec<_> = layout.texts.iter().filter(|text| !text.turned).collect();
    for (place, text) in upright.iter().enumerate() {
        for other in &upright[..place] {
            assert!(!covered(text).overlaps(&covered(other)), "{} and {}", text.text, other.text);
        }
    }
}

#[test]
fn four_alike_and_four_that_are_near_can_be_read_on_a_telephone() {
    let alike = Set::of(&["v=1"; 4]).named(&["Today"; 4]);
    let near = Set::of(&["v=1", "v=1&in=2010", "v=1&in=1990", "v=1&tpot=51ms&ttft=505ms"]);
    let near =
        near.named(&["Today as it is measured", "Ten tokens more than today", "Ten fewer", "Softer targets"]);
    let far = Set::of(&["v=1", crate::B, "v=1&rate=40&replicas=4", "v=1&model=llama-3.1-8b&tp=1"]);
    let far = far.named(&["Today", "Dense on H200", "Forty on four replicas", "A smaller model"]);
    for set in [alike, near, far] {
        for chart in overlaid(&set.all()).into_iter().flatten() {
            for size in [(320.0, 230.0), (390.0, 260.0), (440.0, 210.0), (720.0, 320.0)] {
                assert_legible(&chart, size);
            }
        }
    }
}

#[test]
fn equal_targets_are_one_line_and_others_name_whose_they_are() {
    let names = |links: &[&str]| {
        let set = Set::of(links).named(&["Today", "Softer", "Like today"]);
        let [tpot, ..] = overlaid(&set.all());
        tpot.expect("fleets").targets.into_iter().map(|target| target.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&["v=1", "v=1&rate=40"]), ["Target 50 ms"]);
    assert_eq!(
        names(&["v=1", "v=1&tpot=60ms", "v=1&rate=40"]),
        ["Target 50 ms, Today +1", "Target 60 ms, Softer"]
    );
}

#[test]
fn the_sentence_has_the_takeaway_of_each() {
    let set =
        Set::of(&["v=1", "v=1&cached=0.5", "v=1&weights=bf16&tp=1"]).named(&["Today", "Half", "16 bits"]);
    let [tpot, ttft, price] = overlaid(&set.all()).map(|chart| chart.expect("fleets").sentence);
    let end = "There is no fleet to draw for 16 bits.";
    let largest = text_of(&set.0[1].2, Figure::LargestRate);
    let within = format!(
        "Within its target and its memory a replica carries 8.2 req/s (Today), {largest} (Half). {end}"
    );
    assert_eq!(tpot, within);
    assert!(ttft.starts_with("TTFT p95 is within its target up to 38.8 req/s (Today), "), "{ttft}");
    assert!(
        price.starts_with("At its planned load a million output tokens costs $2.08 (Today), "),
        "{price}"
    );
}
