//! The project on this machine: its folders, and the folder where its tools are kept.

use crate::fault::{Fault, Outcome};
use std::env;
use std::path::{Path, PathBuf};

/// The project's folders.
pub(crate) struct Project {
    /// The top of the work tree.
    pub(crate) root: PathBuf,
    /// What cargo builds, and our own notes on what is fresh.
    pub(crate) target: PathBuf,
    /// The built site.
    pub(crate) dist: PathBuf,
    /// The browser tests and everything that npm installs.
    pub(crate) tests: PathBuf,
}

impl Project {
    /// The project that this program was built from, with its root as the working folder from here on.
    pub(crate) fn here() -> Outcome<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().map_err(|_| {
            Fault::new(
                "The project has moved since this command was built: run `cargo clean --package xtask` once.",
            )
        })?;
        env::set_current_dir(&root)
            .map_err(|error| Fault::new(format!("Cannot enter {}: {error}.", root.display())))?;
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        Ok(Self { target, dist: root.join("dist"), tests: root.join("tests"), root })
    }

    /// Where our own notes lie, out of cargo's way.
    pub(crate) fn notes(&self) -> PathBuf {
        self.target.join("headroom")
    }
}

/// Where built tools are kept, so that a second clone finds them: `$HEADROOM_TOOLS`, else the user's cache folder.
pub(crate) fn shelf() -> Outcome<PathBuf> {
    if let Some(own) = env::var_os("HEADROOM_TOOLS").filter(|own| !own.is_empty()) {
        return Ok(own.into());
    }
    let cache = env::var_os("XDG_CACHE_HOME").filter(|cache| !cache.is_empty()).map(PathBuf::from);
    let home = || env::home_dir().map(|home| home.join(".cache"));
    cache.or_else(home).map(|cache| cache.join("headroom")).ok_or_else(|| {
        Fault::new("No home folder is set: name a folder for the build tools in HEADROOM_TOOLS.")
    })
}
