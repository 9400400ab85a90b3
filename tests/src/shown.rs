//! What a page or the command would show: that it is fit to be shown.

use plan::PlanInput;
use present::chart::{Chart, Sheet, Table, layout};
use present::comparison::{Compared, overlaid, table};
use present::{
    Answer, batch_charts, batches, headline, implied, meters, one_formula, reason, report, single_requests,
    terms, tokens, tpot_chart, ttft, ttft_chart, verdict, warnings,
};
use quantity::Key;

/// Presents `answer` in every way, and looks at each text and each point.
///
/// # Panics
/// Where a text reads as no person would write it, or a point is no number.
pub fn survive(answer: &Answer) {
    is_text(&report(answer));
    is_text(&headline(answer));
    is_text(&reason(answer).text);
    warnings(answer).iter().for_each(|warning| is_text(warning));
    meters(answer).iter().for_each(|meter| is_text(&meter.words));
    Key::all().filter_map(|key| implied(answer, key)).for_each(|hint| is_text(&hint));
    verdict(answer).iter().chain(&tokens(answer)).for_each(|tile| {
        is_text(&tile.text);
        is_text(&tile.note);
    });
    tpot_chart(answer).iter().chain(&batch_charts(answer)).for_each(is_drawable);
    for passage in [batches(answer), single_requests(answer), one_formula(answer)].into_iter().flatten() {
        is_text(&passage.text);
        is_table(&passage.table);
    }
    for part in terms(answer).iter().flat_map(|terms| &terms.parts) {
        is_text(&part.words);
        assert!((0.0..=1.0).contains(&part.share), "{part:?}");
    }
    beside_the_example(answer);
    if let Some(page) = ttft(answer) {
        is_text(&page.headline(answer));
        is_table(&page.comparison(answer));
        is_drawable(&ttft_chart(answer, &page, true));
    }
}

fn beside_the_example(answer: &Answer) {
    let (input, example) = (PlanInput::default(), Answer::to(PlanInput::default().check().plan));
    let all = [("Example", &example), ("Other", answer)];
    let all = all.map(|(name, answer)| Compared { name, input: &input, answer });
    is_table(&table(&all, false));
    is_table(&table(&all, true));
    overlaid(&all).iter().flatten().for_each(is_drawable);
}

/// Whether a text says nothing that only a machine would.
///
/// # Panics
/// Where it does.
pub fn is_text(text: &str) {
    let machine = |word: &str| matches!(word, "NaN" | "inf" | "infinity" | "None" | "Some");
    let mut words = text.split(|c: char| !c.is_alphabetic());
    assert!(!text.is_empty() && !words.any(machine), "it reads “{text}”");
}

/// Whether a text says nothing that only a machine would, but for what it quotes of a file.
///
/// # Panics
/// Where it does.
pub fn is_text_around_quotes(text: &str) {
    assert!(!text.is_empty(), "nothing is said");
    let (first, rest) = text.split_once('“').unwrap_or((text, ""));
    let behind = rest.split('“').filter_map(|quote| quote.split_once('”')).map(|(_, behind)| behind);
    is_text(&[first, "“…”"].into_iter().chain(behind).collect::<String>());
}

fn is_drawable(chart: &Chart) {
    is_text(&chart.title);
    is_text(&chart.sentence);
    is_table(&chart.table);
    for axis in [&chart.x, &chart.y] {
        assert!(axis.min.is_finite() && axis.max.is_finite() && axis.min < axis.max, "{axis:?}");
    }
    for (x, y) in chart.series.iter().flat_map(|series| &series.points) {
        assert!(x.is_finite() && y.is_none_or(f64::is_finite), "{} {x} {y:?}", chart.id);
    }
    let drawn =
        layout(chart, Sheet { width: 640.0, height: 320.0, scale: 1.0 }, &|text| 7.0 * text.len() as f64);
    for text in &drawn.texts {
        is_text(&text.text);
        assert!(text.at.0.is_finite() && text.at.1.is_finite(), "{text:?}");
    }
    for (x, y) in drawn.strokes.iter().flat_map(|stroke| &stroke.pieces).flatten() {
        assert!(x.is_finite() && y.is_finite(), "{} {x} {y}", chart.id);
    }
}

pub(crate) fn is_table(table: &Table) {
    for row in &table.rows {
        assert_eq!(row.len(), table.head.len(), "{}: {row:?}", table.caption);
        row.iter().for_each(|cell| is_text(&cell.text));
    }
}
