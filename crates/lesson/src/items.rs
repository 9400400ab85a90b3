//! The list of what the lesson must hold: one id a line.

const LIST: &str = include_str!("../items.txt");

/// The ids of all items.
pub fn items() -> impl Iterator<Item = &'static str> {
    LIST.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What ids of items begin with; other ids of a page belong to its controls.
const PREFIXES: [&str; 17] = [
    "g-", "q-", "qi-", "qs-", "qw-", "m-", "w-", "mt-", "h-", "sg-", "nb-", "rd-", "fm-", "mc-", "tr-",
    "pf-", "br-",
];

/// Whether an id is that of an item by its first letters. A worked answer's id is that of its question with an ending.
#[must_use]
pub fn is_item(id: &str) -> bool {
    !id.ends_with("-worked") && PREFIXES.iter().any(|prefix| id.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_id_is_listed_once_and_is_one_of_an_item() {
        let all: Vec<&str> = items().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert_eq!(all.iter().find(|id| !is_item(id)), None);
    }
}
