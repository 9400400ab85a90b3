//! Plans as files: out of a link in one form or another, and back from JSON.

use crate::request::{NO_PLAN, fragment};
use crate::say;
use crate::source::pour;
use export::{Format, import};
use plan::{Scenarios, is_plan};
use std::ffi::OsStr;
use std::io;

/// Prints the plans of `link` in a form. Gives what was wrong with the link.
pub(crate) fn exported(link: &str, format: Format) -> io::Result<Vec<String>> {
    let link = link.trim();
    let (scenarios, notes) = Scenarios::from_link(fragment(link));
    let page = if link.contains("://") { link } else { "" };
    say(&format.write(scenarios.all(), page))?;
    let none = (!is_plan(fragment(link))).then(|| NO_PLAN.into());
    Ok(notes.into_iter().map(|note| note.text).chain(none).collect())
}

/// Prints the link of the plans in a file; nothing where there are none. Gives what was wrong with the file.
pub(crate) fn imported(file: &OsStr) -> io::Result<Vec<String>> {
    let bytes = match read(file) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(vec![format!("{} could not be read: {error}.", file.to_string_lossy())]),
    };
    let imported = import(&String::from_utf8_lossy(&bytes));
    let mut faults: Vec<String> = imported.faults.iter().map(ToString::to_string).collect();
    let mut read = imported.scenarios.into_iter();
    if let Some(baseline) = read.next() {
        let mut scenarios = Scenarios::from(baseline);
        let more = read.map(|one| scenarios.push(one)).filter(|has_room| !has_room).count();
        if more > 0 {
            let most = Scenarios::MOST;
            faults.push(format!(
                "A link holds at most {most} scenarios. The other {more} of the file were left out."
            ));
        }
        say(&(scenarios.link() + "\n"))?;
    }
    Ok(faults)
}

fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pour(file, |slice| {
        bytes.extend_from_slice(slice);
        true
    })?;
    Ok(bytes)
}
