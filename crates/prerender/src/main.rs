//! Writes every page of the site as a real HTML file, from the same components as the program.
//!
//! Trunk runs it as its last step, on the folder in which it has put the built program and the style sheet. The page
//! that Trunk wrote is the shell of them all; each page gets its own title, its own text, and addresses that are
//! relative to where it lies, so that the site works below any prefix and reads without the program.

mod boot;
mod headers;
mod icon;
mod listing;
mod offline;
mod programs;
mod shell;

use listing::Listing;
use shell::{Files, Shell};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use web::chart::Picture;
use web::embed::Embed;
use web::page::Page;

fn main() -> ExitCode {
    match write_site() {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("prerender: {fault}");
            ExitCode::FAILURE
        }
    }
}

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn write_site() -> Outcome {
    let faults = lesson::check();
    if !faults.is_empty() {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(format!("the lesson's text holds {} faults:\n{}", all.len(), all.join("\n")).into());
    }
    let staging = folder("TRUNK_STAGING_DIR")?;
    let sources = folder("TRUNK_SOURCE_DIR")?;
    let shell = Shell::read(&staging.join("index.html"))?;
    let boots = boots(&staging, &shell)?;
    let worker = programs::apart(&staging, "worker", &WORKERS)?;
    let listen = joining(&staging, "listen", &[])?;
    fs::copy(sources.join("web/assets/share.css"), staging.join("share.css"))?;
    let share = joining(&staging, "share", &["share.css"])?;
    let early = fs::read_to_string(sources.join("web/assets/early.js"))?;
    let early = write_hashed(&staging, "early.js", &early)?;
    let offline = offline::assets(&staging, &sources)?;
    for page in Page::ALL {
        let place = staging.join(page.path());
        fs::create_dir_all(&place)?;
        let boot = boots.get(page.program()).ok_or("a page without a program")?;
        let files =
            Files { boot, early: &early, worker: &worker, listen: &listen, share: &share, offline: &offline };
        let served = web::render(page);
        fs::write(place.join("index.html"), shell.page(page, &served.body, &files)?)?;
        write_pictures(&staging, &served.pictures)?;
    }
    write_embeds(&staging, &sources, &shell, &early)?;
    fs::write(staging.join("404.html"), shell::not_found(&web::not_found()))?;
    // Last, since they name every file.
    let listing = Listing::of(&staging)?;
    fs::write(staging.join("_headers"), headers::write(&listing))?;
    offline::keep(&staging, &sources, &listing)
}

/// The programs that run apart from a page, each with what loads it.
const WORKERS: [&str; 9] = [
    "worker_loader.js",
    "worker.js",
    "worker_bg.wasm",
    "reader_loader.js",
    "reader.js",
    "reader_bg.wasm",
    "beside_loader.js",
    "beside.js",
    "beside_bg.wasm",
];

/// Writes the module that starts each program, and returns their names by the program's.
fn boots(staging: &Path, shell: &Shell) -> Outcome<BTreeMap<&'static str, String>> {
    let mut boots = BTreeMap::new();
    for program in Page::ALL.map(Page::program) {
        if boots.contains_key(program) {
            continue;
        }
        let (glue, wasm) = match program {
            Page::MAIN => (shell.glue.clone(), shell.program.clone()),
            _ => programs::hashed(staging, program)?,
        };
        boots.insert(
            program,
            write_hashed(staging, &format!("boot-{program}.js"), &boot::module(&glue, &wasm))?,
        );
    }
    Ok(boots)
}

/// Puts a program that joins the page's own into its folder, with what starts it and what else it needs.
fn joining(staging: &Path, name: &str, more: &[&str]) -> Outcome<String> {
    let (glue, program) = (format!("{name}.js"), format!("{name}_bg.wasm"));
    fs::write(staging.join("boot.js"), boot::joining(&glue, &program))?;
    programs::apart(staging, name, &[&["boot.js", &glue, &program], more].concat())
}

/// Writes the pages that live in frames of other people's pages, and the script that puts them there. The script has a name
/// that never changes: hosts write it down.
fn write_embeds(staging: &Path, sources: &Path, shell: &Shell, early: &str) -> Outcome {
    let (glue, program) = programs::hashed(staging, "widget")?;
    let boot = write_hashed(staging, "boot-widget.js", &boot::module(&glue, &program))?;
    let sheet = fs::read_to_string(sources.join("web/assets/embed.css"))?;
    let sheet = write_hashed(staging, "embed.css", &sheet)?;
    for embed in Embed::ALL {
        let place = staging.join(embed.path);
        fs::create_dir_all(&place)?;
        fs::write(place.join("index.html"), shell.embed(embed, &sheet, &boot, early)?)?;
    }
    fs::copy(sources.join("web/assets/embed.js"), staging.join("embed.js"))?;
    Ok(())
}

/// Writes the charts of a page as files, for whoever reads it without the program.
fn write_pictures(staging: &Path, pictures: &[Picture]) -> Outcome {
    for Picture { place, svg } in pictures {
        let file = staging.join(place);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(file, svg)?;
    }
    Ok(())
}

/// A folder that Trunk names to its hooks.
fn folder(variable: &str) -> Outcome<PathBuf> {
    std::env::var_os(variable)
        .map(PathBuf::from)
        .ok_or_else(|| format!("{variable} is not set: Trunk runs this program, see Trunk.toml").into())
}

/// Writes a file under a name that changes with its content, so that browsers may keep it for ever.
fn write_hashed(folder: &Path, name: &str, text: &str) -> Outcome<String> {
    let (stem, kind) = name.split_once('.').ok_or("a file without a kind")?;
    let name = format!("{stem}-{}.{kind}", fingerprint(text.as_bytes()));
    fs::write(folder.join(&name), text)?;
    Ok(name)
}

/// What changes with the content.
fn fingerprint(bytes: &[u8]) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
