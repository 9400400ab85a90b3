//! The plan beside load tests, and what a plan can take.

use crate::chart::table;
use crate::markup::Markup;
use crate::page::Page;
use crate::results::list;
use worker::{AgreementShown, Sheet, Taken};

/// Model against test: what may not be judged first, then the verdict, causes, and what the test teaches the plan.
pub fn beside(Sheet { beside, .. }: &Sheet) -> String {
    let Some(shown) = &beside.agreement else { return String::new() };
    let tone = match shown.holds {
        Some(true) => "ok",
        Some(false) => "queue",
        None => "attention",
    };
    let fleet = Page::Evidence.href_from(Page::Fleet);
    let head =
        Markup::new().tags("<h2>Model against test</h2><p class=\"calm\">The plan: ").text(&beside.plan);
    let head = head.tags(" <a href=\"").text(&fleet).tags("#").text(&beside.link);
    let head = head.tags("\" data-carries=\"").text(&fleet).tags("\">Change it</a></p>");
    let head = asked(head, shown, &beside.instead);
    let verdict =
        Markup::new().tags("<p class=\"reason ").tags(tone).tags("\"><strong>").text(&shown.verdict);
    let mut text = head.finish() + &list("Before any verdict", &shown.doubts);
    text += &verdict.tags("</strong></p>").finish();
    text += &list("By figure", &shown.by_figure);
    if !shown.causes.is_empty() || !shown.untold.is_empty() {
        let mut causes = Markup::new().tags("<h3>What most likely explains it</h3><ol class=\"causes\">");
        for cause in &shown.causes {
            causes = causes
                .tags("<li><strong>")
                .text(&cause.what)
                .tags("</strong> ")
                .text(&cause.evidence)
                .tags("</li>");
        }
        text += &causes.tags("</ol>").finish();
        text += &list("What is left open", &shown.untold);
    }
    text += &table(&shown.table);
    if !shown.calibration.rows.is_empty() {
        text += &table(&shown.calibration);
    }
    text += &list("Calibration", &shown.calibrated);
    text + &offers(&beside.taken)
}

/// For how many replicas the plan was asked, and the way to another number of them.
fn asked(head: Markup, shown: &AgreementShown, instead: &[Taken]) -> Markup {
    let head = head.tags("<p class=\"calm asked\">").text(&shown.asked.sentence);
    let ways = instead.iter().fold(head, |head, other| {
        let head = head.tags(" <a href=\"#").text(&other.link).tags("\">Hold the files against ");
        head.text(&other.what).tags("</a>")
    });
    ways.tags("</p>")
}

/// Where else the verdict stands: on the maps, if the browser keeps it.
pub fn kept(Sheet { beside, .. }: &Sheet, is_kept: bool) -> String {
    if beside.agreement.is_none() {
        return String::new();
    }
    if !is_kept {
        return String::from(
            "<p class=\"calm kept\">This browser keeps nothing, so the maps cannot show this verdict.</p>",
        );
    }
    let maps = Page::Evidence.href_from(Page::Maps);
    let text = Markup::new()
        .tags("<p class=\"calm kept\">The maps show this verdict, kept in this browser alone. <a href=\"");
    text.text(&maps)
        .tags("#")
        .text(&beside.link)
        .tags("&amp;at=m-loop-s7\">See it on the maps</a></p>")
        .finish()
}

/// What the plan can take, each as a link that opens the plan with it. On a calculator it stands beside the reader's own.
pub fn offers(taken: &[Taken]) -> String {
    if taken.is_empty() {
        return String::new();
    }
    let fleet = Page::Evidence.href_from(Page::Fleet);
    let mut offers = Markup::new().tags("<ul class=\"takes\">");
    for take in taken {
        offers = offers.tags("<li><a class=\"button\" href=\"").text(&fleet).tags("#").text(&take.link);
        offers = offers.tags("\">Take ").text(&take.what).tags("</a> <span>").text(&take.sentence);
        offers = offers
            .tags(" <a href=\"#")
            .text(&take.link)
            .tags("\">Hold the files against it here</a></span></li>");
    }
    offers.tags("</ul>").finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use worker::Beside;

    fn sheet() -> Sheet {
        let agreement = AgreementShown::of(&plan::PlanInput::default(), &[], 0.2);
        let one = Taken { what: "one replica".into(), link: "v=1&replicas=1".into(), ..Taken::default() };
        let beside = Beside {
            agreement: Some(agreement),
            link: "v=1&rate=7".into(),
            instead: vec![one],
            ..Beside::default()
        };
        Sheet { beside, ..Sheet::default() }
    }

    #[test]
    fn the_plan_goes_along_to_the_calculator_and_to_the_maps() {
        let text = beside(&sheet());
        assert!(text.contains("sandbox/fleet/#v=1&amp;rate=7\""), "{text}");
        assert!(text.contains("asked for 4 replicas, as many as its own load needs."), "{text}");
        assert!(
            text.contains("<a href=\"#v=1&amp;replicas=1\">Hold the files against one replica</a>"),
            "{text}"
        );
        let maps = kept(&sheet(), true);
        assert!(maps.contains("maps/#v=1&amp;rate=7&amp;at=m-loop-s7\">See it on the maps</a>"), "{maps}");
    }

    #[test]
    fn a_browser_that_keeps_nothing_is_told_of_and_without_a_test_nothing_is_said() {
        assert!(kept(&sheet(), false).contains("This browser keeps nothing"));
        assert_eq!(
            (kept(&Sheet::default(), true), beside(&Sheet::default())),
            (String::new(), String::new())
        );
    }
}
