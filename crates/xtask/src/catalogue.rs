//! The page that lists the catalogue, written from its data.

use crate::call::Call;
use crate::fault::{Fault, Outcome, While};
use crate::project::Project;
use crate::telling::tell;
use std::fs;

const PAGE: &str = "docs/catalogue.md";

/// Writes the page, where it is not as it should be.
pub(crate) fn write(project: &Project) -> Outcome {
    let page = page()?;
    if written(project)? == page {
        tell(&format!("{PAGE} is as it should be."));
        return Ok(());
    }
    fs::write(project.root.join(PAGE), page).or_cannot(|| format!("write {PAGE}"))?;
    tell(&format!("Wrote {PAGE}."));
    Ok(())
}

/// Asks that the page is what the catalogue holds.
pub(crate) fn check(project: &Project) -> Outcome {
    if written(project)? == page()? {
        return Ok(());
    }
    Err(Fault::new(format!("{PAGE} is not what the catalogue holds: run `cargo xtask catalogue`.")))
}

/// What the page should be, asked from the crate that holds the data.
fn page() -> Outcome<String> {
    Call::cargo().with(["run", "--quiet", "--package", "catalog", "--example", "document"]).hear()
}

/// What the page is; empty where there is none.
fn written(project: &Project) -> Outcome<String> {
    let place = project.root.join(PAGE);
    if !place.exists() {
        return Ok(String::new());
    }
    fs::read_to_string(place).or_cannot(|| format!("read {PAGE}"))
}
