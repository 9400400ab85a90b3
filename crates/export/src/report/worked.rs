//! The calculation step by step: each figure with its formula in words and in numbers, and where its numbers come from.

use crate::case::Case;
use chart::Markup;
use present::{Explained, explain, text_of};
use sizing::{Figure, Value};

/// The figures that lead to the answer, in the order in which they follow from each other.
const CHAIN: [Figure; 22] = [
    Figure::Weights,
    Figure::KvPerToken,
    Figure::Context,
    Figure::KvPerSequence,
    Figure::KvPool,
    Figure::Resident,
    Figure::Prefill,
    Figure::LargestRate,
    Figure::Batch,
    Figure::Step,
    Figure::Work,
    Figure::NeedWork,
    Figure::NeedSlo,
    Figure::NeedTtft,
    Figure::NeedKv,
    Figure::Needed,
    Figure::GpusWithSpare,
    Figure::RateEach,
    Figure::Tpot,
    Figure::TtftP95,
    Figure::PerHourWithSpare,
    Figure::PerOutputWithSpare,
];

/// The section on the case at `place`; of a further one only what is another figure than in the first, and that on a
/// screen only.
pub(super) fn worked(cases: &[Case], place: usize) -> String {
    let (Some(first), Some(case)) = (cases.first(), cases.get(place)) else { return String::new() };
    let is_new =
        |figure: &Figure| place == 0 || text_of(&first.answer, *figure) != text_of(&case.answer, *figure);
    let has = |figure: &Figure| figure.of(&case.answer.plan, &case.answer.sizing) != Value::Absent;
    let figures = CHAIN.into_iter().filter(|figure| has(figure) && is_new(figure));
    let steps: Vec<Step> = figures.map(|figure| Step::of(case, figure)).collect();
    if steps.is_empty() {
        return String::new();
    }
    let class = if place == 0 { "" } else { " class=\"screen\"" };
    let mut section = Markup::new().tags("<section").tags(class).tags("><h2>Worked out");
    if cases.len() > 1 {
        section = section.tags(": <bdi>").text(&case.title).tags("</bdi>");
    }
    section = section.tags("</h2>");
    if place > 0 {
        section = section.tags("<p>The steps whose figures differ from the first scenario’s.</p>");
    }
    section.tags("<dl class=\"steps\">").each(&steps, step).tags("</dl></section>").finish()
}

/// A figure with its formula.
struct Step {
    explained: Explained,
    /// What stands in place of a formula.
    itself: &'static str,
}

impl Step {
    fn of(case: &Case, figure: Figure) -> Self {
        let is_put_in = figure == Figure::Batch && case.answer.plan.batch.is_some();
        Self {
            explained: explain(&case.answer, figure),
            itself: if is_put_in { "put in" } else { "found by a search" },
        }
    }
}

fn step(list: Markup, Step { explained, itself }: &Step) -> Markup {
    let list = list.tags("<div><dt>").tags(explained.label).tags(" <strong>").text(&explained.text);
    let list = list.tags("</strong></dt><dd>");
    let Some(words) = &explained.in_words else { return list.tags(itself).tags("</dd></div>") };
    let list = list.tags("= ").text(words).tags("</dd><dd class=\"numbers\">= ").text(&explained.in_numbers);
    let list = list.tags("</dd>");
    if explained.sources.is_empty() {
        return list.tags("</div>");
    }
    list.tags("<dd class=\"source\">").text(&explained.sources.join(" · ")).tags("</dd></div>")
}
