//! Sites made by documentation tools, each with an embed in it: built by the tools themselves, and shown in the browser.

use crate::browser;
use crate::call::{Call, on_path};
use crate::fault::{Fault, Outcome, While};
use crate::fingerprint::{Fingerprint, files};
use crate::node;
use crate::project::Project;
use crate::telling::{tell, usually};
use crate::toolbox;
use std::fs;
use std::path::{Path, PathBuf};

/// Builds every site, unless it is fresh, and plays their tests.
pub(crate) fn test(project: &Project) -> Outcome {
    let built = project.notes().join("hosts");
    for (name, build) in HOSTS {
        Host { name, sources: project.tests.join("hosts").join(name), work: built.join(name) }
            .ready(build)?;
    }
    browser::test_hosts(project, &built)
}

type Build = fn(&Host) -> Outcome;

const HOSTS: [(&str, Build); 3] =
    [("mdbook", build_mdbook), ("mkdocs", build_mkdocs), ("docusaurus", build_docusaurus)];

struct Host {
    name: &'static str,
    /// The site as it is written.
    sources: PathBuf,
    /// Its copy, beside which the tool lies that builds it; the site itself goes to `site` in it.
    work: PathBuf,
}

impl Host {
    fn ready(&self, build: Build) -> Outcome {
        let sources = Fingerprint::EMPTY.and_files(&self.sources, "")?.to_string();
        let note = self.work.join("site/.headroom");
        if fs::read_to_string(&note).is_ok_and(|kept| kept == sources) {
            return Ok(());
        }
        for file in files(&self.sources)? {
            let copy = self.work.join(file.strip_prefix(&self.sources).unwrap_or(&file));
            let folder = copy.parent().unwrap_or(&self.work);
            fs::create_dir_all(folder).or_cannot(|| format!("make the folder {}", folder.display()))?;
            fs::copy(&file, &copy).or_cannot(|| format!("write {}", copy.display()))?;
        }
        build(self)?;
        fs::write(&note, sources).or_cannot(|| format!("write {}", note.display()))
    }

    /// Whether what is installed is what this file of the site asks for; if not, `install` is called.
    fn installed(&self, lock: &str, place: &str, install: impl FnOnce() -> Outcome) -> Outcome {
        let wanted = Fingerprint::EMPTY.and_files(&self.work, lock)?.to_string();
        let note = self.work.join(place).join(".headroom");
        if fs::read_to_string(&note).is_ok_and(|kept| kept == wanted) {
            return Ok(());
        }
        install()?;
        fs::write(&note, wanted).or_cannot(|| format!("write {}", note.display()))
    }

    fn site(&self) -> PathBuf {
        self.work.join("site")
    }
}

fn build_mdbook(host: &Host) -> Outcome {
    let mdbook = toolbox::mdbook()?;
    Call::new(mdbook)
        .with([Path::new("build"), Path::new("--dest-dir"), &host.site()])
        .within(&host.work)
        .run()
}

fn build_mkdocs(host: &Host) -> Outcome {
    let Some(python) = on_path(&["python3", "python"]) else {
        return Err(Fault::new("The site made by MkDocs needs Python 3."));
    };
    let programs = host.work.join(if cfg!(windows) { "venv/Scripts" } else { "venv/bin" });
    host.installed("requirements.txt", "venv", || {
        tell(&format!("Installing MkDocs Material with pip, beside its site ({}).", usually("20 seconds")));
        Call::new(python).with(["-m", "venv", "venv"]).within(&host.work).run()?;
        let install =
            ["install", "--quiet", "--disable-pip-version-check", "--requirement", "requirements.txt"];
        Call::new(programs.join("pip")).with(install).within(&host.work).run()
    })?;
    Call::new(programs.join("mkdocs"))
        .with(["build", "--quiet", "--strict", "--site-dir", "site"])
        // An advertisement of its makers for something else.
        .env("NO_MKDOCS_2_WARNING", "1")
        .within(&host.work)
        .run()
}

fn build_docusaurus(host: &Host) -> Outcome {
    host.installed("package-lock.json", "node_modules", || {
        tell(&format!("Installing Docusaurus with npm, beside its site ({}).", usually("1 minute")));
        node::npm().with(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).within(&host.work).run()
    })?;
    tell(&format!("Building the site made by {} ({}).", host.name, usually("30 seconds")));
    Call::new(node::program()?)
        .with(["node_modules/@docusaurus/core/bin/docusaurus.mjs", "build", "--out-dir", "site"])
        .env("DOCUSAURUS_UPDATE_CHECKER", "false")
        .within(&host.work)
        .run()
}
