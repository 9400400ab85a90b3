//! How long it takes to size what the catalogue holds, beside how long it may.

#[path = "../../sizing/benches/timing/mod.rs"]
mod timing;

use plan::{PlanInput, choices, relief};
use quantity::{Key, Place};
use sizing::{Outcome, Plan, size};
use std::hint::black_box;
use std::time::Instant;
use timing::report;

fn main() {
    let (name, plan) = slowest("all");
    report(&format!("size, the slowest of the catalogue ({name})"), 20.0, || size(black_box(&plan)));
    let (name, plan) = slowest("touched");
    report(&format!("size, the slowest with moe=touched ({name})"), 60.0, || size(black_box(&plan)));
    let (name, plan) = catalogue("touched")
        .into_iter()
        .max_by_key(|(_, plan)| took(20, || relief(plan)))
        .expect("the catalogue is not empty");
    report(&format!("relief, every lever of the slowest ({name})"), 2000.0, || relief(black_box(&plan)));
}

/// A plan that can be carried out for each model, on enough H200 to hold it.
fn catalogue(moe: &str) -> Vec<(&'static str, Plan)> {
    let plan = |name: &'static str| {
        (0..7).find_map(|power| {
            let mut input = PlanInput::default();
            for (key, text) in [
                (Key::Model, name),
                (Key::Gpu, "h200"),
                (Key::Tp, &(1 << power).to_string()),
                (Key::Moe, moe),
            ] {
                input.say(key, text, Place::Link);
            }
            let plan = input.check().plan;
            matches!(size(&plan).outcome, Outcome::Planned(_)).then_some((name, plan))
        })
    };
    choices(Key::Model).into_iter().filter_map(|choice| plan(choice.name)).collect()
}

fn slowest(moe: &str) -> (&'static str, Plan) {
    catalogue(moe)
        .into_iter()
        .max_by_key(|(_, plan)| took(2000, || size(plan)))
        .expect("the catalogue is not empty")
}

fn took<T>(times: u32, call: impl Fn() -> T) -> u128 {
    let start = Instant::now();
    (0..times).for_each(|_| drop(black_box(call())));
    start.elapsed().as_nanos()
}
