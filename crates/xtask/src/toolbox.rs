//! The tools that the build needs, each in the one version that is known to work.
//!
//! A tool in the right version on the PATH is used as it is. Otherwise Trunk and wasm-bindgen are built from source
//! once and kept in a per-user folder, and wasm-opt comes from npm. Wrong versions are never used: the library and
//! the command wasm-bindgen must match to the digit, and old versions of wasm-opt break the program without a word.

use crate::call::{Call, path_with};
use crate::fault::{Fault, Outcome, While};
use crate::fingerprint::Fingerprint;
use crate::node;
use crate::project::{Project, shelf};
use crate::telling::{tell, usually};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

const TRUNK: &str = "0.21.14";
const WASM_BINDGEN: &str = "0.2.130";
const WASM_OPT: &str = "132";
const MDBOOK: &str = "0.5.4";
/// What the program is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The tools, found or made.
pub(crate) struct Toolbox {
    folders: Vec<PathBuf>,
    /// Whether there is a wasm-opt; without it the program is some 8% larger to download and works all the same.
    pub(crate) optimises: bool,
}

impl Toolbox {
    /// Finds every tool and makes what is missing.
    pub(crate) fn ready(project: &Project) -> Outcome<Self> {
        wasm_target()?;
        let mut toolbox = Self { folders: Vec::new(), optimises: true };
        toolbox.take("trunk", TRUNK, &format!("trunk-{TRUNK}"), build_trunk)?;
        let tools = Fingerprint::EMPTY.and_files(&project.root, "crates/tools")?;
        let shim = format!("wasm-bindgen-{WASM_BINDGEN}-{tools}");
        toolbox.take("wasm-bindgen", WASM_BINDGEN, &shim, build_wasm_bindgen)?;
        toolbox.take_wasm_opt(project)?;
        Ok(toolbox)
    }

    /// The PATH on which these tools come first.
    pub(crate) fn path(&self) -> OsString {
        path_with(&self.folders)
    }

    fn take(&mut self, program: &str, version: &str, kept: &str, build: fn(&Path) -> Outcome) -> Outcome {
        if !has_version(program, version) {
            let tool = on_shelf(program, version, kept, build)?;
            self.folders.extend(tool.parent().map(Path::to_owned));
        }
        Ok(())
    }

    fn take_wasm_opt(&mut self, project: &Project) -> Outcome {
        if has_version("wasm-opt", WASM_OPT) {
            return Ok(());
        }
        if !node::runs_wasm_opt() {
            tell(&format!(
                "Node {} or later is not here, so wasm-opt is left out: the download grows by about 8%.",
                node::OLDEST
            ));
            self.optimises = false;
            return Ok(());
        }
        node::install_packages(project)?;
        self.folders.push(project.tests.join("node_modules/.bin"));
        Ok(())
    }
}

/// mdBook, for a site that shows an embed; the build itself needs none.
pub(crate) fn mdbook() -> Outcome<PathBuf> {
    // It answers with a letter in front.
    let version = format!("v{MDBOOK}");
    if has_version("mdbook", &version) {
        return Ok("mdbook".into());
    }
    on_shelf("mdbook", &version, &format!("mdbook-{MDBOOK}"), build_mdbook)
}

/// The tool as it is kept, built if it is not there yet.
fn on_shelf(program: &str, version: &str, kept: &str, build: fn(&Path) -> Outcome) -> Outcome<PathBuf> {
    let shelf = shelf()?;
    let tool = shelf.join(kept).join("bin").join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    if !has_version(&tool, version) {
        put_on_shelf(&shelf, kept, build)?;
    }
    if has_version(&tool, version) {
        return Ok(tool);
    }
    Err(Fault::new(format!(
        "{} was built but does not answer as {program} {version}: delete it and try again.",
        tool.display()
    )))
}

/// The target's standard library, added through rustup where it is missing.
fn wasm_target() -> Outcome {
    let folder = Call::new("rustc").with(["--print", "target-libdir", "--target", TARGET]).read();
    if folder.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    tell(&format!("Adding the compiler's target {TARGET} ({}).", usually("10 seconds")));
    Call::new("rustup").with(["target", "add", TARGET]).run().map_err(|fault| {
        Fault::new(format!("{fault} Install the Rust target {TARGET} and run the command again."))
    })
}

/// Builds into a folder beside the shelf's, so that a half-built tool is never found and two clones don't collide.
fn put_on_shelf(shelf: &Path, kept: &str, build: fn(&Path) -> Outcome) -> Outcome {
    let place = shelf.join(kept);
    let growing = shelf.join(format!("{kept}.part-{}", std::process::id()));
    fs::create_dir_all(&growing).or_cannot(|| format!("make the folder {}", growing.display()))?;
    let built = build(&growing);
    // Hundreds of megabytes that nobody needs again.
    let _ = fs::remove_dir_all(growing.join("target"));
    built?;
    let _ = fs::remove_dir_all(&place);
    fs::rename(&growing, &place).or_cannot(|| format!("keep the tool as {}", place.display()))
}

// The builds get their own folder on the PATH: otherwise cargo advises the person to put it there.

/// No TLS, since it has nothing to download: a third less to compile.
fn build_trunk(place: &Path) -> Outcome {
    tell(&format!(
        "Building Trunk {TRUNK}, once for this user: some 460 crates, {}.",
        usually("4 to 8 minutes on two cores")
    ));
    install_lean(place, &format!("trunk@{TRUNK}"))
}

/// Without its server, its search and its watch, which a test has no use for.
fn build_mdbook(place: &Path) -> Outcome {
    tell(&format!(
        "Building mdBook {MDBOOK}, once for this user: some 180 crates, {}.",
        usually("1 to 2 minutes on two cores")
    ));
    install_lean(place, &format!("mdbook@{MDBOOK}"))
}

/// Lightly optimised: these run for seconds.
fn install_lean(place: &Path, package: &str) -> Outcome {
    Call::cargo()
        .with(["install", "--locked", "--no-default-features", "--root"])
        .with([place, Path::new("--target-dir"), &place.join("target")])
        .with([package])
        .env("PATH", path_with(&[place.join("bin")]))
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
        .run()
}

fn build_wasm_bindgen(place: &Path) -> Outcome {
    tell(&format!(
        "Building wasm-bindgen {WASM_BINDGEN}, once for this user: some 180 crates, {}.",
        usually("2 to 4 minutes on two cores")
    ));
    Call::cargo()
        .with(["install", "--locked", "--path", "crates/tools", "--root"])
        .with([place, Path::new("--target-dir"), &place.join("target")])
        .env("PATH", path_with(&[place.join("bin")]))
        .run()
}

/// Whether the program, asked for its version, names this one as a word of its own.
fn has_version(program: impl AsRef<std::ffi::OsStr>, version: &str) -> bool {
    let answer = Call::new(program).with(["--version"]).read();
    answer.is_some_and(|answer| answer.split_whitespace().any(|word| word == version))
}
