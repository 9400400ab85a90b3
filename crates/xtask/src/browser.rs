//! The pages in a real browser.

use crate::call::{Call, on_path};
use crate::fault::{Fault, Outcome, While};
use crate::node;
use crate::project::Project;
use crate::server::Server;
use crate::site;
use crate::telling::{tell, usually};
use std::fs;
use std::path::{Path, PathBuf};

/// As deep as a site is likely to be put, and unlike the root: an address that is not relative breaks here.
const PREFIX: &str = "/a/b";
const DRIVERS: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// Makes sure that Node, the browser and its driver are here; installs them where that is ours to do.
pub(crate) fn ready() -> Outcome {
    let wanted = missing();
    if !wanted.is_empty() && may_install() {
        install(&wanted);
    }
    let still = missing();
    if still.is_empty() {
        return node::program().map(|_| ());
    }
    Err(Fault::new(format!(
        "The browser tests need {} (Node {} or later): install them and run the command again.",
        still.join(", "),
        node::OLDEST
    )))
}

/// Asks the distribution for packages. Whether that went well shows in what is missing afterwards.
pub(crate) fn install(packages: &[&str]) {
    tell(&format!("Installing {} from the distribution ({}).", packages.join(" "), usually("1 minute")));
    let apt = || Call::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive");
    let asked = apt().with(["update", "--quiet"]).run();
    let install = ["install", "--yes", "--quiet", "--no-install-recommends"];
    if let Err(fault) = asked.and_then(|()| apt().with(install).with(packages).run()) {
        tell(&fault.to_string());
    }
}

/// What is missing, by the names of the distribution's packages.
fn missing() -> Vec<&'static str> {
    let mut packages = Vec::new();
    if !node::is_within_reach() {
        packages.extend(["nodejs", "npm"]);
    }
    if chromium().is_none() {
        packages.push("chromium");
    }
    if on_path(&DRIVERS).is_none() {
        packages.push("chromium-driver");
    }
    packages
}

/// The distribution's packages are ours to install where we are root on a Debian or its kin.
pub(crate) fn may_install() -> bool {
    let root = Call::new("id").with(["-u"]).read().is_some_and(|id| id.trim() == "0");
    root && Path::new("/etc/debian_version").is_file() && on_path(&["apt-get"]).is_some()
}

/// The browser: the one named in CHROMIUM, or the first that is on the PATH.
fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from).filter(|file| file.is_file());
    let apple = PathBuf::from("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    named
        .or_else(|| on_path(&["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]))
        .or_else(|| Some(apple).filter(|file| file.is_file()))
}

/// Every browser test but the time measurements and the sites of documentation tools.
pub(crate) fn test(project: &Project) -> Outcome {
    play(project, &["--project", "pages"], &[])
}

/// The tests of the sites that documentation tools have built in this folder.
pub(crate) fn test_hosts(project: &Project, built: &Path) -> Outcome {
    play(project, &["--project", "hosts"], &[("HOSTS", built)])
}

/// The time measurements alone: what they wrote down, one a line.
pub(crate) fn times(project: &Project) -> Outcome<String> {
    let notes = project.notes().join("browser-times");
    fs::create_dir_all(project.notes()).or_cannot(|| "make a folder for the measurements".into())?;
    fs::write(&notes, "").or_cannot(|| format!("write {}", notes.display()))?;
    play(project, &["--project", "times"], &[("TIMES", &notes)])?;
    fs::read_to_string(&notes).or_cannot(|| format!("read {}", notes.display()))
}

fn play(project: &Project, arguments: &[&str], places: &[(&str, &Path)]) -> Outcome {
    site::build(project)?;
    node::install_packages(project)?;
    let browser = chromium().ok_or_else(|| Fault::new("There is no Chromium: run `cargo xtask test`."))?;
    Call::cargo().with(["build", "--quiet", "--package", "cli"]).run()?;
    let headroom = project.target.join("debug").join(format!("headroom{}", std::env::consts::EXE_SUFFIX));
    let server = Server::bind(&project.dist, 0, PREFIX)?;
    let address = server.address();
    let _serving = server.start();
    let call = Call::new(node::program()?)
        .with(["node_modules/@playwright/test/cli.js", "test"])
        .with(arguments)
        .env("BASE_URL", address)
        .env("DIST", &project.dist)
        .env("CHROMIUM", browser)
        .env("HEADROOM", headroom);
    let call = places.iter().fold(call, |call, (name, place)| call.env(name, place));
    call.within(&project.tests).run()
}
