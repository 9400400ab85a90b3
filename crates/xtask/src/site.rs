//! The release build of the site, made again only when something it is made from has changed.

use crate::call::Call;
use crate::fault::{Fault, Outcome, While};
use crate::fingerprint::{Fingerprint, files};
use crate::node;
use crate::project::Project;
use crate::server::beside;
use crate::telling::{spell, tell, usually};
use crate::toolbox::Toolbox;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What ends up in the site, beside the crates.
const SOURCES: [&str; 6] =
    ["index.html", "Trunk.toml", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "web"];
/// What is text, or packs like it.
const PACKED_WELL: [&str; 7] = ["html", "css", "js", "wasm", "svg", "webmanifest", "txt"];
/// Crates that don't: the commands, the build tools and the command line.
const APART: [&str; 3] = ["xtask", "tools", "cli"];

/// Builds `dist/` unless it is fresh.
pub(crate) fn build(project: &Project) -> Outcome {
    if is_fresh(project)? {
        tell("The site in dist/ is fresh; nothing to build.");
        return Ok(());
    }
    let toolbox = Toolbox::ready(project)?;
    let begun = Instant::now();
    // Taken before, so that a file that is changed meanwhile makes the site stale again.
    let sources = sources(project)?;
    build_prerenderer(&toolbox)?;
    build_program(project, &toolbox)?;
    keep_note(project, sources, toolbox.optimises)?;
    tell(&format!("Built dist/ in {}.", spell(begun.elapsed())));
    Ok(())
}

/// Puts packed files beside those of the site that packing makes smaller, for hosts that send them as they lie.
pub(crate) fn press(project: &Project) -> Outcome {
    let bare: Vec<PathBuf> = own_files(project)?
        .into_iter()
        .filter(|file| PACKED_WELL.iter().any(|ending| file.extension().is_some_and(|own| own == *ending)))
        .filter(|file| !beside(file, "br").is_file())
        .collect();
    if bare.is_empty() {
        return Ok(());
    }
    tell(&format!("Packing {} files for hosts ({}).", bare.len(), usually("20 seconds")));
    tool(project, "press")?.with(&bare).run()
}

/// A call of one of the programs that carry a compressor.
pub(crate) fn tool(project: &Project, name: &str) -> Outcome<Call> {
    Call::cargo()
        .with(["build", "--release", "--package", "xtask", "--features", "weigh", "--bin", name])
        .run()?;
    Ok(Call::new(project.target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))))
}

/// The files of the site, without the packed ones beside them.
pub(crate) fn own_files(project: &Project) -> Outcome<Vec<PathBuf>> {
    let mut all = files(&project.dist)?;
    all.retain(|file| !file.extension().is_some_and(|ending| ending == "br" || ending == "gz"));
    Ok(all)
}

/// Copies the built site to a folder of the caller's, in place of an older copy.
pub(crate) fn copy_to(project: &Project, folder: &Path) -> Outcome {
    if folder.canonicalize().is_ok_and(|folder| folder == project.dist) {
        return Ok(());
    }
    clear(folder)?;
    for file in files(&project.dist)? {
        let name = file.strip_prefix(&project.dist).unwrap_or(&file);
        let copy = folder.join(name);
        let parent = copy.parent().unwrap_or(folder);
        fs::create_dir_all(parent).or_cannot(|| format!("make the folder {}", parent.display()))?;
        fs::copy(&file, &copy).or_cannot(|| format!("write {}", copy.display()))?;
    }
    tell(&format!("The site is in {}.", folder.display()));
    Ok(())
}

/// Empties the folder, but only if an earlier copy of the site is all it can hold.
fn clear(folder: &Path) -> Outcome {
    let holds_something = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if !holds_something {
        return Ok(());
    }
    if !folder.join("404.html").is_file() || !folder.join("sandbox").is_dir() {
        return Err(Fault::new(format!(
            "{} holds other things than an earlier copy of the site: name an empty folder.",
            folder.display()
        )));
    }
    fs::remove_dir_all(folder).or_cannot(|| format!("empty {}", folder.display()))
}

/// Native, and before Trunk, so that its progress shows: the hook then only runs it.
fn build_prerenderer(toolbox: &Toolbox) -> Outcome {
    tell(&format!("1 of 2: building the prerenderer ({} the first time).", usually("2 minutes")));
    Call::cargo().with(["build", "--package", "prerender"]).env("PATH", toolbox.path()).run()
}

fn build_program(project: &Project, toolbox: &Toolbox) -> Outcome {
    tell(&format!(
        "2 of 2: building the program for the browser and the pages ({} the first time, 1 to 2 after a change).",
        usually("3 minutes")
    ));
    if toolbox.optimises {
        trunk(toolbox, Path::new("index.html"))?;
        scripts(project)?.iter().try_for_each(|script| node::shrink(project, script))?;
        return sheets(project)?.iter().try_for_each(|sheet| node::shrink_sheet(project, sheet));
    }
    let page = unoptimised_page(project)?;
    let built = trunk(toolbox, &page);
    // Left behind it would only be one more file that git does not know.
    let _ = fs::remove_file(&page);
    built
}

fn trunk(toolbox: &Toolbox, page: &Path) -> Outcome {
    Call::new("trunk")
        .with([Path::new("build"), page, Path::new("--release")])
        .env("PATH", toolbox.path())
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", short_paths())
        // Trunk reads this variable as a setting of its own and stops at the usual value, "1".
        .without("NO_COLOR")
        .run()
}

/// Flags by which the words of a panic name a crate's file without the folder that this machine keeps crates in: the
/// program is then the same wherever it is built, and smaller.
fn short_paths() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo"))).unwrap_or_default();
    let folders = fs::read_dir(cargo.join("registry/src")).into_iter().flatten().flatten();
    let mut flags: Vec<String> =
        folders.map(|folder| format!("--remap-path-prefix={}=crates", folder.path().display())).collect();
    flags.sort();
    flags.join(" ")
}

/// The scripts that wasm-bindgen wrote, which hold many comments and long names: each lies beside its program. And those that
/// start a page or an embed, which are written to be read.
fn scripts(project: &Project) -> Outcome<Vec<PathBuf>> {
    let all = files(&project.dist)?;
    let is_glue = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if ["boot-", "early-", "embed."].iter().any(|start| name.starts_with(start)) {
            return true;
        }
        let program = name.strip_suffix(".js").map(|stem| file.with_file_name(format!("{stem}_bg.wasm")));
        program.is_some_and(|program| all.contains(&program))
    };
    Ok(all.iter().filter(|file| is_glue(file)).cloned().collect())
}

/// The style sheets, which are written to be read.
fn sheets(project: &Project) -> Outcome<Vec<PathBuf>> {
    let mut all = files(&project.dist)?;
    all.retain(|file| file.extension().is_some_and(|extension| extension == "css"));
    Ok(all)
}

/// The page with the optimiser switched off, which Trunk can be told in no other place.
fn unoptimised_page(project: &Project) -> Outcome<PathBuf> {
    let page = project.root.join("index.html");
    let text = fs::read_to_string(&page).or_cannot(|| "read index.html".into())?;
    let plain = text.replace(r#"data-wasm-opt="z""#, r#"data-wasm-opt="0""#);
    let other = project.root.join(".index.unoptimised.html");
    fs::write(&other, plain).or_cannot(|| format!("write {}", other.display()))?;
    Ok(other)
}

/// Whether what the last build noted still holds: the same sources, the same `dist/`, and no better tools since.
fn is_fresh(project: &Project) -> Outcome<bool> {
    let Ok(kept) = fs::read_to_string(note(project)) else { return Ok(false) };
    let sources = sources(project)?;
    if kept == state(project, sources, true)? {
        return Ok(true);
    }
    Ok(kept == state(project, sources, false)? && !node::runs_wasm_opt())
}

fn keep_note(project: &Project, sources: Fingerprint, optimised: bool) -> Outcome {
    let note = note(project);
    let cannot = || format!("write {}", note.display());
    fs::create_dir_all(project.notes()).or_cannot(cannot)?;
    fs::write(&note, state(project, sources, optimised)?).or_cannot(cannot)
}

fn note(project: &Project) -> PathBuf {
    project.notes().join("site")
}

fn sources(project: &Project) -> Outcome<Fingerprint> {
    let mut state = Fingerprint::EMPTY;
    for place in SOURCES {
        state = state.and_files(&project.root, place)?;
    }
    for part in crates(project)? {
        state = state.and_files(&project.root, &part)?;
    }
    Ok(state)
}

/// The folders of the crates that end up in the site, in one order.
fn crates(project: &Project) -> Outcome<Vec<String>> {
    let cannot = || "read the folder of the crates".into();
    let mut names = Vec::new();
    for entry in fs::read_dir(project.root.join("crates")).or_cannot(cannot)? {
        let name = entry.or_cannot(cannot)?.file_name().to_string_lossy().into_owned();
        if !APART.contains(&name.as_str()) {
            names.push(format!("crates/{name}"));
        }
    }
    names.sort();
    Ok(names)
}

fn state(project: &Project, sources: Fingerprint, optimised: bool) -> Outcome<String> {
    let site = Fingerprint::EMPTY.and_each(&project.dist, &own_files(project)?)?;
    let how = if optimised { "optimised" } else { "unoptimised" };
    Ok(format!("{sources} {site} {how}\n"))
}
