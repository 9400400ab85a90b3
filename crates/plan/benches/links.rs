//! How long it takes to write a link and to read it again, beside how long it may.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use plan::{PlanInput, Scenario, Scenarios, packed, preset};
use std::hint::black_box;
use timing::report;

fn main() {
    let example = PlanInput::from_link(preset::B.link).0;
    report("link of worked example B, written and read", 50.0, || {
        PlanInput::from_link(&black_box(&example).link())
    });
    let four = four();
    report("link of four scenarios, written and read", 50.0, || {
        Scenarios::from_link(&black_box(&four).link())
    });
    report("link of four scenarios, packed and unpacked", 50.0, || {
        packed::from_link(&packed::pack(&black_box(&four).link()))
    });
}

fn four() -> Scenarios {
    let link = "v=1&rate=20&in=3k&cached=0.4&name=Today&2.name=Half%20cached&2.cached=0.5&3.name=H200&3.gpu=h200&3.tp=2\
                &4.name=A%20smaller%20model&4.model=llama-3.1-8b&4.tp=1&4.price=2.5";
    let (four, notes) = Scenarios::from_link(link);
    assert!(notes.is_empty() && four.all().iter().map(Scenario::name).all(|name| !name.is_empty()));
    four
}
