//! Whether the model holds, in words.

use super::words::{difference, levels, of};
use crate::comparison::{Compared, LevelCompared};
use crate::{Comparison, Measure, Subject, Verdict};
use quantity::Unit;

/// The verdict in a sentence or two: what is judged, and what is furthest off.
pub(super) fn sentence(subject: &Subject, comparison: &Comparison) -> String {
    let share = Unit::Fraction.exact(comparison.within);
    let sound = comparison.levels.iter().filter(|level| level.is_sound()).count();
    let replicas = of(usize::try_from(subject.replicas).unwrap_or(usize::MAX), "replica", "replicas");
    match comparison.verdict() {
        Verdict::Nothing if comparison.levels.is_empty() => {
            "Nothing can be judged: the files hold no level of load.".into()
        }
        Verdict::Nothing => {
            "Nothing can be judged: no level has a figure that is sound and that the model predicts.".into()
        }
        Verdict::Holds => format!(
            "Model and test agree: all {} at {} are within {share} of what the model predicts for {replicas}.",
            of(comparison.judged().count(), "figure", "figures"),
            levels(sound)
        ),
        Verdict::Differs { out, of: all } => format!(
            "Model and test differ: {} of {} are more than {share} off what the model predicts for {replicas}.{}",
            Unit::Count.show(out as f64),
            of(all, "figure", "figures"),
            furthest(comparison).unwrap_or_default()
        ),
    }
}

/// What is furthest off.
fn furthest(comparison: &Comparison) -> Option<String> {
    let sound = |level: &LevelCompared| -> Vec<(String, Compared)> {
        let sound = level.figures.iter().filter(|figure| figure.sound);
        sound.map(|figure| (level.name.clone(), *figure)).collect()
    };
    let all = comparison.levels.iter().flat_map(sound);
    let (level, figure) = all.max_by(|a, b| a.1.error().total_cmp(&b.1.error()))?;
    let unit = figure.measure.unit();
    Some(format!(
        " Furthest off is {} at {level}: {} measured, {} predicted ({}).",
        figure.measure.label(),
        unit.show(figure.measured),
        unit.show(figure.predicted),
        difference(figure)
    ))
}

/// A sentence for each figure that is judged at any level.
pub(super) fn by_figure(comparison: &Comparison) -> Vec<String> {
    let of_measure = |measure: Measure| {
        let all: Vec<Compared> = comparison.judged().filter(|figure| figure.measure == measure).collect();
        let out: Vec<Compared> =
            all.iter().copied().filter(|figure| !figure.is_within(comparison.within)).collect();
        let (label, share) = (measure.label(), Unit::Fraction.exact(comparison.within));
        match (all.len(), out.len()) {
            (0, _) => None,
            (1, 0) => Some(format!("{label} is within {share}.")),
            (count, 0) => Some(format!("{label} is within {share} at all {}.", levels(count))),
            (1, _) => Some(format!("{label} is {} the predicted.", range(&out))),
            (count, far) => {
                let times = range(&out);
                Some(format!(
                    "{label} is {times} the predicted at {} of {}.",
                    Unit::Count.show(far as f64),
                    levels(count)
                ))
            }
        }
    };
    Measure::ALL.into_iter().filter_map(of_measure).collect()
}

/// "1.4 to 2.3 times", or one of them.
fn range(figures: &[Compared]) -> String {
    let ratios = || figures.iter().filter(|figure| figure.predicted > 0.0).map(|figure| figure.ratio());
    let (least, most) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
    let show = |ratio: f64| Unit::Number.show(ratio);
    match (show(least), show(most)) {
        _ if !least.is_finite() => "more than nothing,".into(),
        (least, most) if least == most => format!("{least} times"),
        (least, most) => format!("{least} to {most} times"),
    }
}
