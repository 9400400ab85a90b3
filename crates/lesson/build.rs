//! Lists the files of text, so that a new one needs no second entry.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=text");
    let root = env::current_dir()?.join("text");
    let mut list = String::new();
    for folder in ["gist", "qa", "maps"] {
        let mut files = markdown(&root.join(folder))?;
        files.sort();
        let _ = writeln!(list, "pub(crate) const {}: &[(&str, &str)] = &[", folder.to_uppercase());
        for name in files {
            let path = root.join(folder).join(&name);
            let _ = writeln!(list, "    ({:?}, include_str!({path:?})),", format!("{folder}/{name}"));
        }
        list.push_str("];\n");
    }
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("files.rs"), list)
}

/// The names of the Markdown files in a folder; none where there is no folder.
fn markdown(folder: &Path) -> io::Result<Vec<String>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            names.push(name);
        }
    }
    Ok(names)
}
