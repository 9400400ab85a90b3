//! The run of all checks, and what it came to.

use crate::checks::{CHECKS, Check};
use crate::fault::{Fault, Outcome};
use crate::project::Project;
use crate::telling::{spell, tell, usually};
use std::time::{Duration, Instant};

/// Runs the named checks, or all, and those that a flag asks for. It goes on after a failure, so that one run shows everything there is to mend.
pub(crate) fn run(project: &Project, only: &[String], asked: &[&str]) -> Outcome<bool> {
    if only.iter().any(|name| name == "list") {
        print!("{}", list());
        return Ok(true);
    }
    let chosen = choose(only, asked)?;
    let mut verdicts: Vec<Verdict> = Vec::new();
    for (index, check) in chosen.iter().enumerate() {
        println!();
        let place = format!("[{} of {}]", index + 1, chosen.len());
        tell(&format!("{place} {}: {} ({}).", check.name, check.says, usually(check.usual)));
        let verdict = judge(project, check, &verdicts);
        tell(&verdict.sentence());
        verdicts.push(verdict);
    }
    print!("\n{}", table(&verdicts));
    Ok(verdicts.iter().all(|verdict| verdict.fault.is_none()))
}

/// What one check came to.
struct Verdict {
    name: &'static str,
    time: Duration,
    fault: Option<Fault>,
}

impl Verdict {
    fn sentence(&self) -> String {
        match &self.fault {
            None => format!("{} passed in {}.", self.name, spell(self.time)),
            Some(fault) => format!("{} FAILED after {}: {fault}", self.name, spell(self.time)),
        }
    }
}

fn choose(only: &[String], asked: &[&str]) -> Outcome<Vec<&'static Check>> {
    if let Some(unknown) = only.iter().find(|name| CHECKS.iter().all(|check| check.name != name.as_str())) {
        let names: Vec<_> = CHECKS.iter().map(|check| check.name).collect();
        return Err(Fault::new(format!("There is no step `{unknown}`; the steps are {}.", names.join(", "))));
    }
    let wanted = |check: &&Check| {
        let unasked = only.is_empty() && check.flag.is_none();
        unasked
            || only.iter().any(|name| name == check.name)
            || check.flag.is_some_and(|flag| asked.contains(&flag))
    };
    Ok(CHECKS.iter().filter(wanted).collect())
}

fn judge(project: &Project, check: &Check, before: &[Verdict]) -> Verdict {
    let begun = Instant::now();
    let missing =
        before.iter().find(|verdict| verdict.fault.is_some() && check.needs.contains(&verdict.name));
    let outcome = match missing {
        Some(missing) => Err(Fault::new(format!("not run, because `{}` failed.", missing.name))),
        None => (check.run)(project),
    };
    Verdict { name: check.name, time: begun.elapsed(), fault: outcome.err() }
}

fn list() -> String {
    CHECKS
        .iter()
        .map(|check| {
            let flag = check.flag.map(|flag| format!(", with {flag}")).unwrap_or_default();
            format!("{:<10} {} ({}{flag})\n", check.name, check.says, usually(check.usual))
        })
        .collect()
}

fn table(verdicts: &[Verdict]) -> String {
    let mut text = String::new();
    for verdict in verdicts {
        let word = if verdict.fault.is_none() { "passed" } else { "FAILED" };
        text.push_str(&format!("{:<10} {word} {:>14}\n", verdict.name, spell(verdict.time)));
        if let Some(fault) = &verdict.fault {
            text.push_str(&format!("           {fault}\n"));
        }
    }
    let total = verdicts.iter().map(|verdict| verdict.time).sum();
    let failed = verdicts.iter().filter(|verdict| verdict.fault.is_some()).count();
    text.push_str(&format!("{:<10} {:>21}\n\n", "in all", spell(total)));
    text.push_str(&format!("{} passed, {failed} failed\n", verdicts.len() - failed));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(name: &'static str, fault: Option<&str>) -> Verdict {
        Verdict { name, time: Duration::from_secs(61), fault: fault.map(Fault::new) }
    }

    #[test]
    fn the_last_line_counts_the_steps() {
        let text = table(&[
            verdict("format", None),
            verdict("tests", Some("`cargo test` failed.")),
            verdict("x", None),
        ]);
        assert_eq!(text.lines().last(), Some("2 passed, 1 failed"));
        assert!(text.contains("`cargo test` failed."));
    }

    #[test]
    fn a_step_that_is_not_there_is_named_with_those_that_are() {
        let fault = choose(&["fromat".into()], &[]).err().unwrap().to_string();
        assert!(fault.contains("`fromat`") && fault.contains("format"), "{fault}");
    }

    #[test]
    fn a_step_with_a_flag_is_run_only_when_asked_for() {
        let names = |only: &[String], asked: &[&str]| {
            choose(only, asked).unwrap().iter().map(|check| check.name).collect::<Vec<_>>()
        };
        assert!(!names(&[], &[]).contains(&"hosts"));
        assert_eq!(names(&[], &["--hosts", "--all-browsers"]).len(), CHECKS.len());
        assert_eq!(names(&["browsers".into()], &[]), ["browsers"]);
        assert_eq!(names(&["format".into()], &["--hosts"]), ["format", "hosts"]);
    }

    #[test]
    fn what_a_step_needs_comes_before_it() {
        for (index, check) in CHECKS.iter().enumerate() {
            for need in check.needs {
                assert!(
                    CHECKS[..index].iter().any(|before| before.name == *need),
                    "{} needs {need}",
                    check.name
                );
            }
        }
    }
}
