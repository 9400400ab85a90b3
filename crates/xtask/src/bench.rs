//! Time measurements, beside the times to reach.
//!
//! Whoever measures writes one line a figure: `time`, the name, the microseconds measured and the microseconds to
//! reach, parted by tabs. The benches of the core print such lines; the browser's measurements go to a file.

use crate::browser;
use crate::call::Call;
use crate::checks;
use crate::fault::{Fault, Outcome, While};
use crate::machine;
use crate::node;
use crate::project::Project;
use crate::telling::{tell, usually};
use crate::toolbox::TARGET;
use std::fs;

/// How many times its goal a measurement may take before it fails: shared machines are slow and uneven.
const PATIENCE: f64 = 4.0;

/// Measures everything and prints the table, as it may stand in the README.
pub(crate) fn run(project: &Project) -> Outcome {
    measure(project).map(|_| ())
}

/// Measures everything, keeps the table in `target/`, and fails where a goal is missed by far.
pub(crate) fn check(project: &Project) -> Outcome {
    let missed: Vec<String> = measure(project)?
        .iter()
        .filter(|time| time.took > time.goal * PATIENCE)
        .map(|time| {
            format!(
                "{} took {}, more than {PATIENCE} times {}",
                time.name,
                spell(time.took),
                spell(time.goal)
            )
        })
        .collect();
    if missed.is_empty() { Ok(()) } else { Err(Fault::new(format!("{}.", missed.join("; ")))) }
}

fn measure(project: &Project) -> Outcome<Vec<Time>> {
    let mut times = Vec::new();
    tell(&format!("Timing the equations ({}).", usually("20 seconds after a build of 1 minute")));
    let heard = Call::cargo()
        .with([
            "bench",
            "--package",
            "sizing",
            "--package",
            "plan",
            "--package",
            "latency",
            "--package",
            "evidence",
            "--package",
            "present",
        ])
        .hear()?;
    times.extend(heard.lines().filter_map(Time::read));
    tell(&format!("Timing the equations in wasm ({}).", usually("2 seconds after a build of 10")));
    times.extend(in_wasm(project)?.lines().filter_map(Time::read));
    tell(&format!("Timing the pages in the browser ({}).", usually("1 minute")));
    times.extend(browser::times(project)?.lines().filter_map(Time::read));
    let table = table(&times);
    print!("\n{table}\n");
    let place = project.notes().join("times.md");
    fs::write(&place, table).or_cannot(|| format!("write {}", place.display()))?;
    Ok(times)
}

/// What the proof that the core needs no standard library takes, run by Node.
fn in_wasm(project: &Project) -> Outcome<String> {
    checks::no_std(project)?;
    let module = project.target.join(TARGET).join("release/no_std_proof.wasm");
    Call::new(node::program()?).with([&project.tests.join("wasm-times.mjs"), &module]).hear()
}

/// One measurement, in microseconds.
#[derive(Debug, PartialEq)]
struct Time {
    name: String,
    took: f64,
    goal: f64,
}

impl Time {
    fn read(line: &str) -> Option<Self> {
        let [word, name, took, goal] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        (word == "time").then_some(Self { name: name.into(), took: number(took)?, goal: number(goal)? })
    }
}

fn table(times: &[Time]) -> String {
    let mut table =
        format!("Measured on {}.\n\n| what | took | goal |\n|---|--:|--:|\n", machine::describe());
    for time in times {
        table.push_str(&format!("| {} | {} | ≤ {} |\n", time.name, spell(time.took), spell(time.goal)));
    }
    table
}

/// Microseconds as a person reads them.
fn spell(time: f64) -> String {
    match time {
        ..1e3 => format!("{time:.1} µs"),
        ..1e6 => format!("{:.1} ms", time / 1e3),
        _ => format!("{:.2} s", time / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::Time;

    #[test]
    fn only_whole_lines_are_taken_for_measurements() {
        let read = Time::read("time\tsize, example A\t3.25\t10");
        assert_eq!(read, Some(Time { name: "size, example A".into(), took: 3.25, goal: 10.0 }));
        for line in
            ["", "time\tx\t1", "time\tx\tNaN\t1", "time\tx\t1\tsoon", "test\tx\t1\t2", "running 0 tests"]
        {
            assert_eq!(Time::read(line), None, "{line}");
        }
    }
}
