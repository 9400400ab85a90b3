//! The comparison as a person reads it in a terminal.

use super::AgreementShown;
use present::written;

/// The whole comparison as plain text: what is not sound, the verdict, figure by level, likely causes, calibration.
#[must_use]
pub fn report(shown: &AgreementShown) -> String {
    let mut lines: Vec<String> = shown.doubts.iter().map(|doubt| format!("First: {doubt}")).collect();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push(shown.verdict.clone());
    lines.extend(shown.by_figure.iter().map(|text| format!("  {text}")));
    if !shown.table.rows.is_empty() {
        lines.extend(written(&shown.table));
    }
    if !shown.causes.is_empty() {
        lines.push("\nLikely causes, the one that explains most first".into());
    }
    let causes = shown.causes.iter().enumerate();
    lines.extend(causes.map(|(place, cause)| format!("  {}. {}. {}", place + 1, cause.what, cause.evidence)));
    if !shown.untold.is_empty() {
        lines.push(String::new());
        lines.extend(shown.untold.iter().cloned());
    }
    if !shown.calibration.rows.is_empty() {
        lines.extend(written(&shown.calibration));
    }
    if !shown.calibrated.is_empty() {
        lines.push(String::new());
        lines.extend(shown.calibrated.iter().cloned());
    }
    lines.push(String::new());
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}
