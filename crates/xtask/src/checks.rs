//! What has to hold, in the order in which it is checked: the quick ones first.

use crate::call::Call;
use crate::fault::{Fault, Outcome};
use crate::project::Project;
use crate::toolbox::{TARGET, Toolbox};
use crate::{bench, browser, budget, catalogue, hosts, others, site};

/// One step of the test command.
pub(crate) struct Check {
    /// Its name, for `--only` and for the table.
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) says: &'static str,
    /// How long it takes on two cores, the first time and later.
    pub(crate) usual: &'static str,
    /// The flag that asks for it, where it is not run unasked.
    pub(crate) flag: Option<&'static str>,
    /// Steps without which it means nothing.
    pub(crate) needs: &'static [&'static str],
    /// Does it.
    pub(crate) run: fn(&Project) -> Outcome,
}

/// Every step. A further one is a further row.
pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "set-up",
        says: "finding or making the build tools, Node and the browser",
        usual: "2 seconds, the very first time 12 minutes",
        flag: None,
        needs: &[],
        run: set_up,
    },
    Check {
        name: "lock",
        says: "fetching the crates that Cargo.lock names, and no others",
        usual: "1 second, on a fresh machine 1 minute",
        flag: None,
        needs: &[],
        run: lock,
    },
    Check {
        name: "format",
        says: "rustfmt has nothing to change",
        usual: "1 second",
        flag: None,
        needs: &[],
        run: format,
    },
    Check {
        name: "lints",
        says: "clippy without a warning, natively, for the browser and for the prerenderer",
        usual: "20 seconds, from nothing 5 minutes",
        flag: None,
        needs: &["lock"],
        run: lints,
    },
    Check {
        name: "tests",
        says: "the native tests",
        usual: "30 seconds, from nothing 5 minutes",
        flag: None,
        needs: &["lock"],
        run: tests,
    },
    Check {
        name: "fuzz",
        says: "each reader for 20 seconds with damaged files",
        usual: "2 minutes, the first time 3",
        flag: None,
        needs: &["lock"],
        run: fuzz,
    },
    Check {
        name: "doctests",
        says: "the examples in the documentation",
        usual: "10 seconds",
        flag: None,
        needs: &["lock"],
        run: doctests,
    },
    Check {
        name: "no-std",
        says: "the core links without the standard library",
        usual: "10 seconds",
        flag: None,
        needs: &["set-up", "lock"],
        run: no_std,
    },
    Check {
        name: "docs",
        says: "the documentation builds without a dead link",
        usual: "15 seconds",
        flag: None,
        needs: &["lock"],
        run: docs,
    },
    Check {
        name: "catalogue",
        says: "docs/catalogue.md is what the catalogue holds",
        usual: "1 second, from nothing 20 seconds",
        flag: None,
        needs: &["lock"],
        run: catalogue::check,
    },
    Check {
        name: "build",
        says: "the release build of the site",
        usual: "2 minutes after a change, from nothing 6",
        flag: None,
        needs: &["set-up", "lock"],
        run: |project| site::build(project).and_then(|()| site::press(project)),
    },
    Check {
        name: "browser",
        says: "the pages in a real browser, below a prefix",
        usual: "1 minute",
        flag: None,
        needs: &["build"],
        run: browser::test,
    },
    Check {
        name: "hosts",
        says: "embeds in sites made by mdBook, MkDocs and Docusaurus",
        usual: "1 minute, the very first time 5",
        flag: Some("--hosts"),
        needs: &["build"],
        run: hosts::test,
    },
    Check {
        name: "browsers",
        says: "a journey in Firefox and one in WebKit",
        usual: "30 seconds, the very first time 2 minutes",
        flag: Some("--all-browsers"),
        needs: &["build"],
        run: others::test,
    },
    Check {
        name: "budget",
        says: "what a first visit downloads",
        usual: "10 seconds",
        flag: None,
        needs: &["build"],
        run: |project| budget::run(project, false),
    },
    Check {
        name: "times",
        says: "time measurements beside their goals",
        usual: "1 minute",
        flag: None,
        needs: &["build"],
        run: bench::check,
    },
];

fn set_up(project: &Project) -> Outcome {
    browser::ready()?;
    let toolbox = Toolbox::ready(project)?;
    if toolbox.optimises {
        Ok(())
    } else {
        Err(Fault::new("wasm-opt is missing, and the budget counts on it."))
    }
}

fn lock(_: &Project) -> Outcome {
    let answer = Call::new("rustc").with(["--version", "--verbose"]).read().unwrap_or_default();
    let host = answer.lines().find_map(|line| line.strip_prefix("host: "));
    let targets = [Some(TARGET), host].into_iter().flatten().flat_map(|target| ["--target", target]);
    cargo(&["fetch", "--locked"]).with(targets).run()
}

fn format(_: &Project) -> Outcome {
    let tools = ["fmt", "--check", "--manifest-path", "crates/tools/Cargo.toml"];
    all([cargo(&["fmt", "--all", "--check"]), cargo(&tools)])
}

/// In separate calls, because the browser's and the prerenderer's features of `web` exclude each other.
fn lints(_: &Project) -> Outcome {
    let browser = ["clippy", "--package", "web", "--features", "csr", "--target", TARGET];
    let pages =
        ["clippy", "--package", "web", "--package", "prerender", "--features", "web/ssr", "--all-targets"];
    let core = ["clippy", "--package", "no-std-proof", "--target", TARGET];
    let calls = [cargo(&["clippy", "--all-targets"]), cargo(&browser), cargo(&pages), cargo(&core)];
    all(calls.map(|call| call.with(["--", "--deny", "warnings"])))
}

fn tests(_: &Project) -> Outcome {
    let pages = ["test", "--tests", "--no-fail-fast", "--package", "web", "--package", "prerender"];
    all([cargo(&["test", "--tests", "--no-fail-fast"]), cargo(&pages).with(["--features", "web/ssr"])])
}

/// As `cargo test` builds, with overflow checked and assertions held. Without naming the package: cargo then chooses features
/// as it does for the tests, and all but some crates that they use otherwise is built already.
///
/// Always from one seed: a step that fails is to fail for what was changed. Other inputs are drawn by hand, and without end.
fn fuzz(_: &Project) -> Outcome {
    cargo(&["run", "--bin", "fuzz", "--", "--seconds", "20", "--seed", "1"]).run()
}

fn doctests(_: &Project) -> Outcome {
    cargo(&["test", "--doc"]).run()
}

pub(crate) fn no_std(_: &Project) -> Outcome {
    cargo(&["build", "--release", "--package", "no-std-proof", "--target", TARGET]).run()
}

fn docs(_: &Project) -> Outcome {
    cargo(&["doc", "--no-deps", "--document-private-items"]).env("RUSTDOCFLAGS", "--deny warnings").run()
}

/// Runs every call even when one fails, so that nothing to mend stays hidden behind something else.
fn all<const N: usize>(calls: [Call; N]) -> Outcome {
    let outcomes = calls.map(Call::run);
    outcomes.into_iter().collect()
}

fn cargo(arguments: &[&str]) -> Call {
    Call::cargo().with(arguments)
}
