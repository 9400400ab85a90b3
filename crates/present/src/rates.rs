//! The table of rates: the state of one replica, load by load.

use crate::Answer;
use crate::lost::state_words;
use chart::{Cell, Table};
use quantity::{RequestsPerSecond, Unit, float};
use sizing::{Figure, Fit, SteadyState};

/// At most this many rows.
pub(crate) const ROWS: f64 = 12.0;

/// One replica at rates from calm to beyond what it carries; empty where the model does not fit.
#[must_use]
pub fn rates(answer: &Answer) -> Table {
    let head =
        ["req/s per replica", "Prefill share", "Sequences decoding", "Effective TPOT", "KV pool in use"];
    let Fit::Fits { resident, .. } = answer.sizing.replica.fit else { return Table::default() };
    let step = nice_step(wall(answer) * 1.2 / ROWS);
    let rows = (1..=12).map(|k| row(answer, float::tidy(step * f64::from(k)), f64::from(resident))).collect();
    Table {
        caption: "One replica by load: prompts take decode’s time, so TPOT rises with every request.".into(),
        head: head.map(String::from).into(),
        rows,
    }
}

/// The rate from which on a replica finds no steady state, whatever its memory.
pub(crate) fn wall(answer: &Answer) -> f64 {
    let replica = &answer.sizing.replica;
    1.0 / (replica.prefill.get() + answer.plan.answer.get() * replica.step.per_sequence.get())
}

/// How a replica settles at a rate.
pub(crate) fn state_at(answer: &Answer, rate: f64) -> SteadyState {
    SteadyState::of(&answer.sizing.replica, RequestsPerSecond::new(rate), answer.plan.answer)
}

fn row(answer: &Answer, rate: f64, resident: f64) -> Vec<Cell> {
    let state = state_at(answer, rate);
    let name = Cell::from(Unit::RequestsPerSecond.scale(rate).exact(rate));
    let share = Cell::from(Unit::Fraction.show(state.prefill_share()));
    let tpot = tpot_cell(answer, state);
    let SteadyState::Steady { sequences, .. } = state else {
        let dash = || Cell::from(String::from("—"));
        return vec![name, share, dash(), tpot, dash()];
    };
    let bare = Unit::Sequences.number(sequences);
    vec![name, share, Cell::from(bare), tpot, Cell::from(Unit::Fraction.show(sequences / resident))]
}

/// TPOT in a state, or the word for having none.
pub(crate) fn tpot_cell(answer: &Answer, state: SteadyState) -> Cell {
    let SteadyState::Steady { tpot, .. } = state else { return Cell::failing(state_words(answer, state)) };
    let shown = Figure::Tpot.unit().show(tpot.get());
    if tpot > answer.plan.tpot { Cell::failing(format!("{shown}, over target")) } else { shown.into() }
}

/// The smallest of 1, 2, 5 × 10ⁿ that is not below `least`; rounding of the last bits is forgiven.
pub(crate) fn nice_step(least: f64) -> f64 {
    let mut power = 1.0;
    while power > least {
        power /= 10.0;
    }
    while power * 10.0 <= least {
        power *= 10.0;
    }
    let nice =
        [1.0, 2.0, 5.0, 10.0].into_iter().find(|m| power * m >= least * (1.0 - 1e-9)).unwrap_or(10.0) * power;
    float::tidy(nice)
}

/// Where a curve from nought to `end` is sampled: at least every four pixels of the usual width, which no eye tells from a
/// curve. Every whole step is among them, so that a chart can be read where its table has a row; so is the end.
pub(crate) fn samples(step: f64, end: f64) -> Vec<f64> {
    let parts = float::ceil(120.0 * step / end);
    let places = (0..400u32).map(|part| float::tidy(f64::from(part) * step / parts));
    places.take_while(|place| *place < end).chain([end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_dense_and_hold_every_step() {
        for (step, end) in [(1.0, 9.23), (5.0, 50.9), (0.0002, 0.0011), (2.0, 24.0), (0.1, 0.5)] {
            let samples = samples(step, end);
            assert!((120..=260).contains(&samples.len()), "{} for {step} up to {end}", samples.len());
            assert!(samples.windows(2).all(|pair| pair[0] < pair[1]), "{samples:?}");
            for row in (1..=12).map(|k| float::tidy(step * f64::from(k))).filter(|row| *row <= end) {
                assert!(samples.iter().any(|sample| sample.total_cmp(&row).is_eq()), "{row} in {samples:?}");
            }
        }
    }

    #[test]
    fn the_published_rows_of_example_a() {
        let table = rates(&Answer::to_link("v=1"));
        let find = |rate: &str| {
            let row = table.rows.iter().find(|row| row[0].text == rate).expect(rate);
            row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(find("2"), ["2", "18%", "7.5", "9.4 ms", "1%"]);
        assert_eq!(find("8"), ["8", "71%", "141", "44.0 ms", "23%"]);
        assert_eq!(find("9"), ["9", "80%", "408", "113.4 ms, over target", "68%"]);
        assert_eq!(find("10"), ["10", "88%", "—", "no steady state", "—"]);
        assert_eq!(find("12"), ["12", "106%", "—", "prompts alone overflow", "—"]);
    }

    #[test]
    fn steps_are_nice() {
        for (least, nice) in
            [(0.94, 1.0), (0.37, 0.5), (1.01, 2.0), (4.0, 5.0), (5.1, 10.0), (0.002, 0.002), (0.003, 0.005)]
        {
            assert!((nice_step(least) - nice).abs() < 1e-15, "{least}: {}", nice_step(least));
        }
    }
}
