//! The programs besides the site's own. Trunk writes them without a hash in their names; here they get one, so that
//! browsers may keep them for ever and never mix two versions.

use crate::{Outcome, fingerprint};
use std::fs;
use std::path::Path;

/// Gives the glue and the program of `stem` names that change with them, and returns the names.
pub(crate) fn hashed(folder: &Path, stem: &str) -> Outcome<(String, String)> {
    let old = (format!("{stem}.js"), format!("{stem}_bg.wasm"));
    let mut bytes = fs::read(folder.join(&old.0))?;
    bytes.extend(fs::read(folder.join(&old.1))?);
    let mark = fingerprint(&bytes);
    let new = (format!("{stem}-{mark}.js"), format!("{stem}-{mark}_bg.wasm"));
    fs::rename(folder.join(&old.0), folder.join(&new.0))?;
    fs::rename(folder.join(&old.1), folder.join(&new.1))?;
    Ok(new)
}

/// Puts files of one program into a folder of their own, where they find each other by their plain names, and returns the
/// way there.
pub(crate) fn apart(folder: &Path, name: &str, files: &[&str]) -> Outcome<String> {
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend(fs::read(folder.join(file))?);
    }
    let own = format!("{name}-{}", fingerprint(&bytes));
    fs::create_dir_all(folder.join(&own))?;
    for file in files {
        fs::rename(folder.join(file), folder.join(&own).join(file))?;
    }
    Ok(own + "/")
}
