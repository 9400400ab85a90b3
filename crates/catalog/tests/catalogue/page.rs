//! The page that lists the catalogue.

use catalog::{ACCELERATORS, MODELS, PRICES, document};

#[test]
fn every_table_is_whole() {
    let page = document();
    let tables: Vec<Vec<&str>> =
        page.split("\n\n").filter(|part| part.starts_with('|')).map(|part| part.lines().collect()).collect();
    let rows: Vec<usize> = tables.iter().map(|lines| lines.len() - 2).collect();
    let (gpus, models) = (ACCELERATORS.len(), MODELS.len());
    assert_eq!(rows, [gpus, gpus, PRICES.len(), models, models]);
    // A bar or a line break in a note would tear its row.
    for lines in &tables {
        let bars = |line: &str| line.matches('|').count();
        assert!(lines.iter().all(|line| bars(line) == bars(lines[0])), "{}", lines[0]);
    }
}
