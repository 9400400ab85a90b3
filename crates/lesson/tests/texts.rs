//! The lesson's own files: no fault in any, and every item in its place exactly once.

use lesson::{Section, check, gist, is_item, items, map, qa};
use std::collections::BTreeMap;

#[test]
fn no_file_has_a_fault() {
    let faults: Vec<String> = check().iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "\n\n{}\n", faults.join("\n"));
}

/// How often each id stands in some pages.
fn ids(pages: &[String]) -> BTreeMap<&str, usize> {
    let mut ids = BTreeMap::new();
    for page in pages {
        let starts = page.match_indices(" id=\"").map(|(place, start)| place + start.len());
        for id in starts.filter_map(|start| page.get(start..)?.split('"').next()) {
            *ids.entry(id).or_insert(0) += 1;
        }
    }
    ids
}

fn page(sections: Vec<Section>) -> String {
    sections.iter().map(|section| section.html("../").unwrap_or_default()).collect()
}

#[test]
fn every_item_stands_in_the_pages_exactly_once() {
    let maps = map::ALL.iter().map(|graph| map::section(graph, "../").unwrap_or_default()).collect();
    let pages = [page(gist()), page(qa()), maps];
    let ids = ids(&pages);
    let wanted: Vec<&str> = items().collect();
    let missing: Vec<&&str> = wanted.iter().filter(|id| ids.get(**id) != Some(&1)).collect();
    assert!(missing.is_empty(), "not there, or not once: {missing:?}");
    for page in &pages {
        let twice: Vec<_> =
            self::ids(std::slice::from_ref(page)).into_iter().filter(|(_, times)| *times > 1).collect();
        assert!(twice.is_empty(), "twice on one page: {twice:?}");
    }
    let stray: Vec<&&str> = ids.keys().filter(|id| is_item(id) && !wanted.contains(id)).collect();
    assert!(stray.is_empty(), "not in the list of items: {stray:?}");
}

/// The calculators' tiles lead to the rules that made their figures: each of these is a section of the Gist.
#[test]
fn every_rule_is_a_section() {
    let sections = gist();
    for figure in sizing::Figure::ALL {
        let rule = present::rule(figure);
        assert!(sections.iter().any(|section| section.id == rule), "{} of {}", rule, figure.name());
    }
}
