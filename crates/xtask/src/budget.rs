//! What a first visit downloads, in the bytes that travel.

use crate::fault::{Fault, Outcome, While};
use crate::fingerprint::files;
use crate::machine;
use crate::project::Project;
use crate::site;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Program, scripts, styles and HTML together, compressed by brotli at its strongest.
const LIMIT: u64 = 185_000;
/// The same for an embed, which somebody else's page waits for.
const EMBED_LIMIT: u64 = 120_000;
/// The script that puts embeds into pages.
const EMBED_SCRIPT: (&str, u64) = ("embed.js", 3_000);

/// Programs that join a page's own when they are first wanted: no page's first load holds them.
const JOINING: [&str; 2] = ["listen", "share"];
/// Programs that run beside a page, in one folder, fetched as late.
const WORKERS: [&str; 3] = ["worker", "reader", "beside"];
/// The one of them that a person waits for with the first file in hand.
const READER: (&str, u64) = ("reader", 250_000);

fn limit(page: &str) -> u64 {
    if page.starts_with("embed/") { EMBED_LIMIT } else { LIMIT }
}

/// Weighs every page, prints the table, and fails where one is too heavy.
pub(crate) fn run(project: &Project, record: bool) -> Outcome {
    site::build(project)?;
    let weights = weigh(project)?;
    let pages = pages(project)?;
    let mut table = format!("{:<24}", "page");
    for kind in KINDS {
        table.push_str(&format!("{kind:>10}"));
    }
    table.push_str("       all\n");
    let mut heavy = Vec::new();
    for page in &pages {
        let load = Load::of(page, &weights)?;
        let name = page_name(project, page);
        table.push_str(&load.row(&name));
        if load.all() > limit(&name) {
            heavy.push(format!("{name} weighs {} of {}", load.all(), limit(&name)));
        }
    }
    table.push_str("\nwhen it is first wanted\n");
    for program in JOINING {
        table.push_str(&Load::of_folder(&project.dist, program, &weights, &|_| true).row(program));
    }
    for program in WORKERS {
        let of_it = |file: &str| file.strip_prefix(program).is_some_and(|rest| rest.starts_with(['_', '.']));
        let load = Load::of_folder(&project.dist, "worker", &weights, &of_it);
        table.push_str(&load.row(program));
        let (reader, most) = READER;
        if program == reader && (load.all() == 0 || load.all() > most) {
            heavy.push(format!("{program} weighs {} of {most}", load.all()));
        }
    }
    let (script, most) = EMBED_SCRIPT;
    let weight = weights.get(&project.dist.join(script)).copied().unwrap_or_default();
    table.push_str(&format!("{script:<24}{weight:>50}\n"));
    if weight == 0 || weight > most {
        heavy.push(format!("{script} weighs {weight} of {most}"));
    }
    table.push_str(&format!(
        "bytes after brotli -q 11; a page may weigh {LIMIT}, an embed {EMBED_LIMIT}, {script} {most}, {} {}\n",
        READER.0, READER.1
    ));
    print!("{table}");
    if record {
        keep(project, &table)?;
    }
    if heavy.is_empty() { Ok(()) } else { Err(Fault::new(format!("Too heavy: {}.", heavy.join(", ")))) }
}

const KINDS: [&str; 4] = ["html", "css", "js", "wasm"];

/// The bytes of one page's first load, by kind.
#[derive(Default)]
struct Load(BTreeMap<String, u64>);

impl Load {
    /// The page and every file it leads to by itself: links of its head, imports of its scripts.
    fn of(page: &Path, weights: &BTreeMap<PathBuf, u64>) -> Outcome<Self> {
        let mut load = Self::default();
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![page.to_owned()]);
        while let Some(file) = waiting.pop() {
            let Some(weight) = weights.get(&file) else { continue };
            if !seen.insert(file.clone()) {
                continue;
            }
            let kind = file.extension().unwrap_or_default().to_string_lossy().into_owned();
            if kind == "html" || kind == "js" {
                waiting.extend(leads(&file)?);
            }
            *load.0.entry(kind).or_default() += weight;
        }
        Ok(load)
    }

    /// What lies in a folder of programs, whose name has a mark behind it, under the names that are `wanted`.
    fn of_folder(
        dist: &Path,
        folder: &str,
        weights: &BTreeMap<PathBuf, u64>,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Self {
        let mut load = Self::default();
        for (file, weight) in weights {
            let first = file.strip_prefix(dist).ok().and_then(|file| file.components().next());
            let name =
                first.map(|first| first.as_os_str().to_string_lossy().into_owned()).unwrap_or_default();
            let own = file.file_name().unwrap_or_default().to_string_lossy();
            if name.strip_prefix(folder).is_some_and(|mark| mark.starts_with('-')) && wanted(&own) {
                let kind = file.extension().unwrap_or_default().to_string_lossy().into_owned();
                *load.0.entry(kind).or_default() += weight;
            }
        }
        load
    }

    fn all(&self) -> u64 {
        self.0.values().sum()
    }

    fn row(&self, name: &str) -> String {
        let cell = |kind: &&str| format!("{:>10}", self.0.get(*kind).copied().unwrap_or_default());
        let cells: String = KINDS.iter().map(cell).collect();
        format!("{name:<24}{cells}{:>10}\n", self.all())
    }
}

/// Every file that a page's head or a script names in quotes, whatever the name is used for: rather one too many.
fn leads(file: &Path) -> Outcome<Vec<PathBuf>> {
    let text = fs::read_to_string(file).or_cannot(|| format!("read {}", file.display()))?;
    let head = text.split("<body").next().unwrap_or_default();
    let folder = file.parent().unwrap_or(Path::new(""));
    let named = head.split('"').skip(1).step_by(2);
    let found = named.filter(|name| !name.is_empty() && name.len() < 200).map(|name| folder.join(name));
    Ok(found.filter(|file| file.is_file()).filter_map(|file| file.canonicalize().ok()).collect())
}

fn pages(project: &Project) -> Outcome<Vec<PathBuf>> {
    let all = files(&project.dist)?.into_iter();
    Ok(all.filter(|file| file.extension().is_some_and(|extension| extension == "html")).collect())
}

fn page_name(project: &Project, page: &Path) -> String {
    let name = page.strip_prefix(&project.dist).unwrap_or(page).to_string_lossy().replace('\\', "/");
    match name.strip_suffix("index.html") {
        Some("") => "/".into(),
        Some(folder) => folder.into(),
        None => name,
    }
}

/// The compressed size of every file, asked from the program that carries the compressor.
fn weigh(project: &Project) -> Outcome<BTreeMap<PathBuf, u64>> {
    let all = site::own_files(project)?;
    let answer = site::tool(project, "weigh")?.with(&all).hear()?;
    let sizes: Vec<u64> = answer.lines().filter_map(|line| line.parse().ok()).collect();
    if sizes.len() != all.len() {
        return Err(Fault::new("The weighing program did not answer for every file."));
    }
    Ok(all.into_iter().zip(sizes).collect())
}

fn keep(project: &Project, table: &str) -> Outcome {
    let place = project.tests.join("budget.txt");
    fs::write(&place, format!("{}\n\n{table}", machine::describe()))
        .or_cannot(|| format!("write {}", place.display()))
}
