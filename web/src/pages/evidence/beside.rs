//! The plan beside load tests, and what a plan can take.

use crate::chart::table;
use crate::markup::Markup;
use crate::page::Page;
use crate::results::list;
use worker::{Sheet, Taken};

/// Model against test: what may not be judged first, then the verdict, causes, and what the test teaches the plan.
pub fn beside(sheet: &Sheet) -> String {
    let Some(shown) = &sheet.agreement else { return String::new() };
    let tone = match shown.holds {
        Some(true) => "ok",
        Some(false) => "queue",
        None => "attention",
    };
    let head = Markup::new()
        .tags("<h2>Model against test</h2><p class=\"calm\">The plan: ")
        .text(&sheet.plan)
        .tags(" <a href=\"")
        .text(&Page::Evidence.href_from(Page::Fleet))
        .tags("\" data-carries=\"")
        .text(&Page::Evidence.href_from(Page::Fleet))
        .tags("\">Change it</a></p>");
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
    text + &offers(&sheet.taken)
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
