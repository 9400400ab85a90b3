//! All texts checked at once: figures, plans, links, ids.

use crate::fault::Fault;
use crate::items::{is_item, items};
use crate::link::{PAGES, Target};
use crate::section::Section;
use crate::{gist, maps_text, qa};
use std::collections::BTreeSet;

/// Every fault of every file.
#[must_use]
pub fn check() -> Vec<Fault> {
    let [gist, qa, maps] = [gist(), qa(), maps_text()];
    let known: BTreeSet<&str> = items().collect();
    let mut faults = Vec::new();
    for (page, sections) in PAGES.into_iter().zip([&gist, &qa]) {
        for section in sections {
            faults.extend(section.html("../").err().unwrap_or_default());
            faults.extend(section.strays(page, &known));
        }
        faults.extend(twice(sections));
    }
    for section in &maps {
        faults.extend(section.entries("../").err().unwrap_or_default());
        faults.extend(section.strays("maps", &known));
    }
    faults
}

impl Section {
    /// Links that lead to no item, and ids that are no item's.
    fn strays(&self, page: &'static str, known: &BTreeSet<&str>) -> Vec<Fault> {
        let fault = |line, mark: &str, wrong: &str| Fault {
            file: self.file.clone(),
            line,
            mark: mark.into(),
            wrong: wrong.into(),
        };
        let mut faults = Vec::new();
        for (to, line) in self.links() {
            if let Ok(Target::Item(of, id)) = Target::parse(to)
                && !known.contains(id.as_str())
            {
                let wrong = ["no item of ", of.unwrap_or(page), " has this id"].concat();
                faults.push(fault(line, to, &wrong));
            } else if let Ok(Target::Item(of, id)) = Target::parse(to)
                && !belongs(&id, of.unwrap_or(page))
            {
                faults.push(fault(line, to, "this item stands on another page"));
            }
        }
        for id in self.ids().into_iter().filter(|id| is_item(id) && !known.contains(id)) {
            faults.push(fault(1, id, "this id is not in the list of items"));
        }
        faults
    }
}

/// Whether an item's id is one of `page`, by its first letters.
fn belongs(id: &str, page: &str) -> bool {
    let of_maps = id.starts_with("m-");
    let of_qa = ["q-", "qi-", "qs-", "qw-"].iter().any(|prefix| id.starts_with(prefix));
    match page {
        "maps" => of_maps,
        "qa" => of_qa,
        _ => !of_maps && !of_qa,
    }
}

/// Ids that stand twice on one page.
fn twice(sections: &[Section]) -> Vec<Fault> {
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for section in sections {
        for id in section.ids().into_iter().filter(|id| !seen.insert(*id)) {
            let wrong = String::from("this id stands twice on its page");
            faults.push(Fault { file: section.file.clone(), line: 1, mark: id.into(), wrong });
        }
    }
    faults
}
