//! The other browsers: Firefox and WebKit make one journey each.

use crate::browser::{install, may_install};
use crate::call::{Call, on_path};
use crate::fault::{Fault, Outcome};
use crate::node;
use crate::project::Project;
use crate::server::Server;
use crate::site;
use crate::telling::tell;
use std::path::{Path, PathBuf};

/// Makes the journey in each browser. One that is not here is installed where that is ours to do; where it is not, it is
/// named and passed over, for not every system has them all.
pub(crate) fn test(project: &Project) -> Outcome {
    let missing: Vec<&str> =
        OTHERS.iter().filter(|other| !other.is_here()).flat_map(|other| other.packages).copied().collect();
    let ours = may_install();
    if !missing.is_empty() && ours {
        install(&missing);
    }
    site::build(project)?;
    node::install_packages(project)?;
    let server = Server::bind(&project.dist, 0, "/a/b")?;
    let address = server.address();
    let _serving = server.start();
    let mut faults = Vec::new();
    for other in &OTHERS {
        match other.command(&node::program()?) {
            Some(call) => faults.extend(call.env("BASE_URL", &address).within(&project.tests).run().err()),
            None if ours => faults.push(Fault::new(format!("{} could not be installed.", other.name))),
            None => tell(&format!("{} is not here and is passed over.", other.name)),
        }
    }
    match faults.as_slice() {
        [] => Ok(()),
        all => Err(Fault::new(all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))),
    }
}

/// A browser, and the script that drives it.
struct Other {
    name: &'static str,
    script: &'static str,
    /// The distribution's packages.
    packages: &'static [&'static str],
    /// The variables of the script, each with the programs that may stand for it.
    programs: &'static [(&'static str, &'static [&'static str])],
    /// Whether it wants a screen, if only a pretended one.
    on_screen: bool,
}

const OTHERS: [Other; 2] = [
    Other {
        name: "Firefox",
        script: "browsers/firefox.mjs",
        packages: &["firefox-esr"],
        programs: &[("FIREFOX", &["firefox-esr", "firefox"])],
        on_screen: false,
    },
    Other {
        name: "WebKit",
        script: "browsers/webkit.mjs",
        packages: &["webkit2gtk-driver", "xvfb", "xauth"],
        programs: &[("WEBKIT_DRIVER", &["WebKitWebDriver"]), ("WEBKIT", &MINI_BROWSERS)],
        on_screen: true,
    },
];

/// The small browser that comes with the driver; it is on no PATH.
const MINI_BROWSERS: [&str; 3] = [
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
];

impl Other {
    fn is_here(&self) -> bool {
        self.command(Path::new("node")).is_some()
    }

    /// The call of its script, where everything for it is here.
    fn command(&self, node: &Path) -> Option<Call> {
        let call = if self.on_screen {
            Call::new(on_path(&["xvfb-run"])?).with(["-a"]).with([node])
        } else {
            Call::new(node)
        };
        let call = call.with([self.script]);
        self.programs.iter().try_fold(call, |call, (variable, names)| Some(call.env(variable, find(names)?)))
    }
}

/// The first of these that is here, by its name or by its path.
fn find(names: &[&str]) -> Option<PathBuf> {
    let placed = names.iter().map(PathBuf::from).find(|file| file.is_absolute() && file.is_file());
    placed.or_else(|| on_path(names))
}
