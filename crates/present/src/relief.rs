//! What would help: the levers that apply to a plan, with what each comes to.

use crate::Answer;
use crate::fleet::size_text;
use chart::{Cell, Table};
use quantity::{Key, Unit};
use sizing::{Bill, Figure, Fleet, Lever, Precision};

/// The plan as it is, then a row for each lever that applies to it, in the order of [`plan::relief`].
#[must_use]
pub fn reliefs(answer: &Answer) -> Table {
    let levers = plan::relief(&answer.plan);
    let head = ["Change", "Largest rate per replica", "Replicas", "GPUs", "GPUs saved", "Cost", "Margin"];
    let now = answer.fleet();
    let first = match now {
        Some(fleet) => row("As planned".into(), fleet, None),
        None => std::iter::once("As planned".to_owned().into())
            .chain((1..head.len()).map(|_| Cell::from("—".to_owned())))
            .collect(),
    };
    let changed = levers.iter().filter_map(|relief| {
        Some(row(words(relief.lever), relief.fleet()?, now.map(|fleet| &fleet.bill_with_spare)))
    });
    Table {
        caption: "One change at a time, each sized anew at the plan’s price per GPU-hour.".into(),
        head: head.map(String::from).into(),
        rows: std::iter::once(first).chain(changed).collect(),
    }
}

/// The next sentence after the reason: what would help most, and what it would save. `None` where nothing would.
#[must_use]
pub fn relief(answer: &Answer) -> Option<String> {
    let levers = plan::relief(&answer.plan);
    let Some(now) = answer.fleet() else {
        let best = levers.first()?;
        let fleet = best.fleet()?;
        let words = words(best.lever);
        return Some(format!("{words}: then {} replicas carry it.", size_text(fleet)));
    };
    let gpus = |fleet: &Fleet| fleet.bill_with_spare.gpus;
    let sized = || levers.iter().filter_map(|relief| Some((relief, relief.fleet()?)));
    match sized().find(|(_, fleet)| gpus(fleet) < gpus(now)) {
        Some((best, fleet)) => Some(format!(
            "{}: {} replicas, {} saved, {}.",
            words(best.lever),
            size_text(fleet),
            counted(gpus(now) - gpus(fleet)),
            Unit::DollarsPerHour.show(fleet.bill_with_spare.per_hour.get()),
        )),
        None => {
            let (best, fleet) = sized()
                .filter(|(_, fleet)| gpus(fleet) == gpus(now) && fleet.margin > now.margin)
                .max_by(|a, b| a.1.margin.total_cmp(&b.1.margin))?;
            let margin = Unit::Fraction.show(fleet.margin);
            Some(format!("{}: as many GPUs, with a margin of {margin}.", words(best.lever)))
        }
    }
}

fn counted(gpus: u32) -> String {
    format!("{} {}", Unit::Count.show(f64::from(gpus)), if gpus == 1 { "GPU" } else { "GPUs" })
}

fn row(words: String, fleet: &Fleet, before: Option<&Bill>) -> Vec<Cell> {
    let gpus = f64::from(fleet.bill_with_spare.gpus);
    let saved = before.map_or_else(
        || "—".into(),
        |before| Unit::Count.show(f64::from(before.gpus) - gpus).replace('-', "−"),
    );
    let text = |figure: Figure, value| figure.unit().show(value);
    [
        words,
        text(Figure::LargestRate, fleet.limit.rate.get()),
        size_text(fleet),
        text(Figure::Gpus, gpus),
        saved,
        text(Figure::PerHour, fleet.bill_with_spare.per_hour.get()),
        text(Figure::Margin, fleet.margin).replace('-', "−"),
    ]
    .map(Cell::from)
    .into()
}

/// What a lever changes, in words.
fn words(lever: Lever) -> String {
    let per_cent = |share: f64| Unit::Fraction.exact(share);
    let format = |format: Precision| format.label();
    match lever {
        Lever::Cached(to) => format!("{} of prompt tokens cached", per_cent(to.get())),
        Lever::Prompt(to) => format!("Prompts of {}, half as long", Unit::Tokens.exact(to.get())),
        Lever::Kv(to) => format!("KV cache in {}", format(to)),
        Lever::Weights(to) => format!("Weights in {}", format(to)),
        Lever::Tp(to) => format!("{} per replica", counted(to)),
        Lever::Accelerator(name, _) => {
            let choice = plan::choices(Key::Gpu).into_iter().find(|choice| choice.name == name);
            format!("{}, at the same price", choice.map_or(name, |choice| choice.label))
        }
        Lever::Batch(Some(to)) => format!("A decode batch of {}", Unit::Count.show(f64::from(to))),
        Lever::Batch(None) => "The batch left to follow".into(),
        Lever::Mbu(to) if to.get() < 1.0 => "Decode kernels 6% faster".into(),
        Lever::Mbu(_) => "All of the bandwidth (MBU 100%)".into(),
        Lever::Decode(_) => "Decode twice as fast".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_a_is_helped_most_by_the_prefix_cache() {
        assert_eq!(
            relief(&Answer::to_link("v=1")).as_deref(),
            Some("80% of prompt tokens cached: 1 + 1 replicas, 12 GPUs saved, $24/h.")
        );
        let table = reliefs(&Answer::to_link("v=1"));
        let find = |words: &str| {
            let row = table.rows.iter().find(|row| row[0].text == words).expect(words);
            row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(find("As planned"), ["As planned", "8.2 req/s", "4 + 1", "20", "—", "$60/h", "31%"]);
        assert_eq!(find("50% of prompt tokens cached")[1..5], ["14.3 req/s", "2 + 1", "12", "8"]);
        assert_eq!(find("Decode kernels 6% faster")[1..5], ["8.3 req/s", "3 + 1", "16", "4"]);
    }

    #[test]
    fn what_does_not_fit_is_told_what_would() {
        let said = relief(&Answer::to_link("v=1&weights=bf16&tp=1")).expect("a lever");
        assert!(said.ends_with("replicas carry it."), "{said}");
    }
}
