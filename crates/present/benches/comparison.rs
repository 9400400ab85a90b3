//! How long it takes to compare scenarios, beside how long it may.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use plan::{PlanInput, preset};
use present::comparison::{Compared, judged, overlaid, said};
use present::{Answer, text_of};
use sizing::Figure;
use std::hint::black_box;
use timing::report;

fn main() {
    let four = [
        "v=1&rate=20&in=3k&cached=0.4",
        "v=1&rate=20&in=3k&cached=0.4&gpu=h200&tp=2",
        preset::B.link,
        preset::DEEPSEEK_B200.link,
    ];
    let four = four.map(|link| {
        let input = PlanInput::from_link(link).0;
        (Answer::to(input.check().plan), input)
    });
    let all = four.each_ref().map(|(answer, input)| Compared { name: "A scenario", input, answer });
    assert!(all.iter().all(|one| text_of(one.answer, Figure::Replicas) != "none"));
    report("four scenarios side by side, their rows", 300.0, || (said(black_box(&all)), judged(&all)));
    report("four scenarios on top of each other, their charts", 700.0, || overlaid(black_box(&all)));
}
