//! What is said about each file, read from the very list that goes with the site to a host.

use std::fs;
use std::path::Path;

/// The rules of a site's `_headers`.
pub(crate) struct Rules(Vec<Rule>);

struct Rule {
    /// A path below the root; with a star at its end, every path that begins so.
    path: String,
    lines: Vec<(String, String)>,
}

impl Rules {
    /// The rules that lie in this folder, or none.
    pub(crate) fn of(folder: &Path) -> Self {
        Self::read(&fs::read_to_string(folder.join("_headers")).unwrap_or_default())
    }

    /// Reads the form that the prerenderer writes.
    pub(crate) fn read(text: &str) -> Self {
        let mut rules: Vec<Rule> = Vec::new();
        for line in text.lines() {
            match (line.strip_prefix("  ").and_then(|line| line.split_once(": ")), rules.last_mut()) {
                (Some((name, value)), Some(rule)) => rule.lines.push((name.into(), value.into())),
                _ => rules.push(Rule { path: line.into(), lines: Vec::new() }),
            }
        }
        Self(rules)
    }

    /// The header lines for a path, which begins with a slash.
    pub(crate) fn lines<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let applies = move |rule: &&Rule| match rule.path.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == rule.path,
        };
        let lines = self.0.iter().filter(applies).flat_map(|rule| &rule.lines);
        lines.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::Rules;

    #[test]
    fn a_path_gets_the_lines_of_every_rule_that_it_matches() {
        let rules = Rules::read("/*\n  A: 1\n/\n  B: 2\n/app-*\n  C: 3; d: 4\n  E: 5\n");
        let said =
            |path| rules.lines(path).map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
        assert_eq!(said("/"), ["A=1", "B=2"]);
        assert_eq!(said("/app-1.js"), ["A=1", "C=3; d: 4", "E=5"]);
        assert_eq!(said("/gist/"), ["A=1"]);
    }
}
