//! The report of both worked examples: its figures, its size, and that nothing in it acts.

use export::Format;
use plan::{PlanInput, Scenario, Scenarios, preset};
use present::{Answer, text_of};
use sizing::Figure;

const PAGE: &str = "https://example.org/headroom/sandbox/fleet/";

fn scenario(name: &str, link: &str) -> Scenario {
    Scenario::new(name, PlanInput::from_link(link).0)
}

fn report(link: &str) -> String {
    Format::Report.write(&[scenario("", link)], PAGE)
}

/// The document's tags, each without its brackets, and its text.
fn taken_apart(document: &str) -> (Vec<&str>, String) {
    let (mut tags, mut text) = (Vec::new(), String::new());
    for piece in document.split('<').skip(1) {
        let (tag, behind) = piece.split_once('>').expect("each tag ends");
        tags.push(tag);
        if !tag.starts_with("style") {
            text.push_str(behind);
        }
    }
    (tags, text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
}

/// Fails on any tag or attribute that could act or fetch.
fn assert_inert(document: &str) {
    let known = [
        "!doctype",
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "main",
        "footer",
        "section",
        "div",
        "p",
        "h1",
        "h2",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "figure",
        "figcaption",
        "details",
        "summary",
        "a",
        "bdi",
        "em",
        "strong",
        "small",
        "code",
        "svg",
        "desc",
        "rect",
        "path",
        "line",
        "circle",
        "text",
    ];
    for tag in taken_apart(document).0 {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        assert!(known.contains(&name), "<{tag}>");
        let attributes: Vec<&str> = tag.split('"').step_by(2).collect();
        for attribute in attributes.iter().filter_map(|piece| piece.trim().strip_suffix('=')) {
            let attribute = attribute.rsplit(' ').next().unwrap_or_default();
            assert!(!attribute.starts_with("on") && attribute != "style" && attribute != "src", "<{tag}>");
            assert!(attribute != "href" || tag.contains(&format!("href=\"{PAGE}#v=1")), "<{tag}>");
        }
    }
    let style =
        document.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).expect("a style").0;
    assert!(!style.contains("url(") && !style.contains("@import"), "{style}");
}

#[test]
fn the_figures_are_presents() {
    for preset in preset::ALL {
        let (document, answer) = (report(preset.link), Answer::to_link(preset.link));
        let rows: Vec<&str> = document.split("data-figure=\"").skip(1).collect();
        assert!(rows.len() > 5, "{}", preset.name);
        for row in rows {
            let (name, rest) = row.split_once('"').expect("a name");
            let figure = Figure::named(name).expect(name);
            let text =
                rest.split_once("<td>").and_then(|(_, rest)| rest.split_once("</td>")).expect("a cell").0;
            assert_eq!(text, text_of(&answer, figure), "{name} of {}", preset.name);
        }
    }
}

#[test]
fn the_worked_examples_come_out() {
    for (link, published) in [
        ("v=1", ["4 + 1", "8.2 req/s", "$60/h", "$2.08", "124 ms", "Prefill compute runs out first."]),
        (
            preset::B.link,
            ["26", "3.0 req/s", "$182/h", "$2.53", "214 ms", "Worst-case TPOT at a batch of 64 is 53.3 ms"],
        ),
    ] {
        let (_, text) = taken_apart(&report(link));
        for part in published {
            assert!(text.contains(part), "{part} of {link}");
        }
    }
}

#[test]
fn formulas_stand_with_their_numbers_and_sources() {
    let (_, text) = taken_apart(&report(preset::B.link));
    let answer = Answer::to_link(preset::B.link);
    for figure in [Figure::Prefill, Figure::Step, Figure::NeedWork, Figure::PerOutputWithSpare] {
        let explained = present::explain(&answer, figure);
        let parts =
            [explained.in_words.unwrap_or_default(), explained.in_numbers, explained.sources.join(" · ")];
        assert!(parts.iter().all(|part| text.contains(part.as_str())), "{figure:?}");
    }
    assert!(text.contains("MFU 50%: yours") && text.contains("dense FP8 peak 1,979 TFLOP/s: datasheet"));
}

#[test]
fn nothing_in_it_acts_and_it_is_small() {
    for preset in preset::ALL {
        let document = report(preset.link);
        assert_inert(&document);
        assert!(document.len() < 150_000, "{} bytes of {}", document.len(), preset.name);
    }
    let four: Vec<Scenario> =
        preset::ALL[..Scenarios::MOST].iter().map(|preset| scenario(preset.name, preset.link)).collect();
    let document = Format::Report.write(&four, PAGE);
    assert_inert(&document);
    assert!(document.len() < 300_000, "{} bytes of four plans", document.len());
}

#[test]
fn scenarios_share_their_charts_and_one_link() {
    let three = [
        scenario("Today", "v=1"),
        scenario("Half cached", "v=1&cached=0.5"),
        scenario("", "v=1&weights=bf16&tp=1"),
    ];
    let document = Format::Report.write(&three, PAGE);
    assert_inert(&document);
    let all = "#v=1&amp;name=Today&amp;2.name=Half%20cached&amp;2.cached=0.5&amp;3.weights=bf16&amp;3.tp=1";
    assert_eq!(document.matches(&format!("href=\"{PAGE}{all}\"")).count(), 1);
    assert_eq!(document.matches("The link as a code").count(), 1);
    let (_, text) = taken_apart(&document);
    for part in [
        "Within its target and its memory a replica carries 8.2 req/s (Today), ",
        "There is no fleet to draw for Scenario 3.",
        "A dot is where a scenario’s plan stands.",
    ] {
        assert!(text.contains(part), "{part}");
    }
    // Of all together three, and each one's own on a screen alone.
    let (before, own) = document.split_once("Each scenario’s own charts").expect("both");
    assert_eq!((before.matches("<figure>").count(), own.matches("<figure>").count()), (3, 8));
    for scenario in ["Today", "Half cached", "Scenario 3"] {
        assert!(document.contains(&format!("<h2>Answer: <bdi>{scenario}</bdi></h2>")), "{scenario}");
    }
    let five = Format::Report.write(&vec![scenario("", "v=1"); 5], PAGE);
    assert_inert(&five);
    assert!(!five.contains("All of them side by side"), "no link holds five");
}

#[test]
fn charts_are_not_cut_and_have_colours_for_the_dark() {
    let document = Format::Report
        .write(&preset::ALL[..4].iter().map(|one| scenario(one.name, one.link)).collect::<Vec<_>>(), PAGE);
    let (_, style) = document.split_once("<style>").expect("a style");
    let (style, _) = style.split_once("</style>").expect("its end");
    assert!(style.contains("figure{margin:0;break-inside:avoid}"));
    for figure in document.split("<figure>").skip(1) {
        let figure = figure.split("</figure>").next().unwrap_or_default();
        for property in ["fill", "stroke"] {
            for colour in
                figure.split(&format!(" {property}=\"")).skip(1).filter_map(|rest| rest.split('"').next())
            {
                let rule = format!(".charts [{property}=\"{colour}\"]");
                assert!(colour == "none" || style.contains(&rule), "{rule}");
            }
        }
    }
}

#[test]
fn what_differs_from_the_first_is_marked() {
    let both = [scenario("Today", "v=1"), scenario("Half cached", "v=1&cached=0.5")];
    let document = Format::Report.write(&both, PAGE);
    let row = "<th scope=\"row\">GPUs with the spare</th><td>20</td><td>≠ <strong>12</strong></td>";
    assert!(document.contains(row), "{document}");
    assert!(
        document.contains("<td>20 req/s <small>assumed</small></td><td>20 req/s <small>assumed</small></td>")
    );
    // The second one's weights are the first one's: they are not worked out again.
    assert_eq!(document.matches("<dt>Weights <strong>").count(), 1);
}

#[test]
fn a_plan_without_a_fleet_and_no_plan_at_all_have_a_report() {
    let document = report("v=1&weights=bf16&tp=1");
    assert_inert(&document);
    assert!(document.contains("does not fit") && !document.contains("<h2>Charts"));
    assert_inert(&Format::Report.write(&[], PAGE));
}

#[test]
fn without_an_address_there_is_no_link_to_follow() {
    for page in ["", "javascript:alert(1)", "//example.org/", "data:text/html,x"] {
        let document = Format::Report.write(&[scenario("", "v=1")], page);
        assert!(!document.contains("href=") && !document.contains("The link as a code"), "{page}");
        assert!(document.contains("#v=1</code>"), "{page}");
    }
    assert!(report("v=1").contains("<title>The link as a code</title>"));
}
