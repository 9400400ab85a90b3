//! The verdict on a fleet: four tiles and a headline.

use crate::{Answer, reason, text_of};
use quantity::{Key, Unit};
use sizing::{Figure, Fleet, LimitedBy, Outcome, Source};

/// A result with its label and a note; opened, it explains its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tile {
    /// What it is.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub label: &'static str,
    /// The figure.
    pub text: String,
    /// What to know about it.
    pub note: String,
    /// The figures behind it, to be explained.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub figures: &'static [Figure],
}

const FLEET: &[Figure] = &[
    Figure::Needed,
    Figure::NeedWork,
    Figure::NeedSlo,
    Figure::NeedTtft,
    Figure::NeedKv,
    Figure::Margin,
    Figure::GpusWithSpare,
];
const PER_REPLICA: &[Figure] =
    &[Figure::LargestRate, Figure::Prefill, Figure::Batch, Figure::Step, Figure::Work, Figure::PoolFullRate];
const COST: &[Figure] = &[Figure::PerHourWithSpare, Figure::PerHour];
const PER_MILLION: &[Figure] = &[
    Figure::PerOutputWithSpare,
    Figure::PerOutput,
    Figure::PerInputWithSpare,
    Figure::PerTotalWithSpare,
    Figure::PrefillPerInput,
    Figure::DecodePerOutput,
];
const MEMORY: &[Figure] = &[Figure::Weights, Figure::KvPool, Figure::KvPerSequence, Figure::Prefill];

/// The four tiles: fleet, one replica's largest rate, cost, price of a million output tokens.
#[must_use]
pub fn verdict(answer: &Answer) -> [Tile; 4] {
    let Outcome::Planned(fleet) = &answer.sizing.outcome else { return without_a_fleet(answer) };
    [
        Tile { label: "Fleet", text: size_text(fleet), note: fleet_note(answer, fleet), figures: FLEET },
        Tile {
            label: "Per replica",
            text: text_of(answer, Figure::LargestRate),
            note: per_replica_note(answer, fleet),
            figures: PER_REPLICA,
        },
        Tile {
            label: "Cost",
            text: text_of(answer, Figure::PerHourWithSpare),
            note: cost_note(answer, fleet),
            figures: COST,
        },
        price_tile(answer, fleet),
    ]
}

fn price_tile(answer: &Answer, fleet: &Fleet) -> Tile {
    let label = "Per 1M output tokens";
    if fleet.state.steady.tpot().is_none() {
        let note = "this fleet does not carry the load".into();
        return Tile { label, text: "—".into(), note, figures: &[] };
    }
    let text = text_of(answer, Figure::PerOutputWithSpare);
    Tile { label, text, note: price_note(answer, fleet), figures: PER_MILLION }
}

/// One sentence for whoever does not see the tiles change.
#[must_use]
pub fn headline(answer: &Answer) -> String {
    let why = reason(answer);
    let Outcome::Planned(fleet) = &answer.sizing.outcome else { return format!("{} {}", why.lead, why.text) };
    let price = match fleet.state.steady.tpot() {
        Some(_) => format!(", {} per 1M output tokens", text_of(answer, Figure::PerOutputWithSpare)),
        None => String::new(),
    };
    format!(
        "{} replicas, {} GPUs, {}{price}. {}",
        size_text(fleet),
        text_of(answer, Figure::GpusWithSpare),
        text_of(answer, Figure::PerHourWithSpare),
        why.lead,
    )
}

/// "4 + 1", or "4" without a spare.
pub(crate) fn size_text(fleet: &Fleet) -> String {
    let count = |replicas: u32| Unit::Count.show(f64::from(replicas));
    if fleet.spare == 0 {
        count(fleet.replicas)
    } else {
        format!("{} + {}", count(fleet.replicas), count(fleet.spare))
    }
}

fn fleet_note(answer: &Answer, fleet: &Fleet) -> String {
    let gpus = text_of(answer, Figure::Gpus);
    let spare = fleet.bill_with_spare.gpus - fleet.bill.gpus;
    let each = if fleet.replicas == 1 && fleet.spare == 0 { "replica" } else { "replicas" };
    let gpu = if gpus == "1" { "GPU" } else { "GPUs" };
    let carried = match spare {
        0 => format!("{each}, {gpus} {gpu}, none spare"),
        1 => format!("{each}; {gpus} {gpu} for the peak, 1 spare"),
        spare => format!("{each}; {gpus} {gpu} for the peak, {} spare", Unit::Count.show(f64::from(spare))),
    };
    if answer.plan.replicas.is_some() {
        format!("{carried}; as you set it, the load needs {}", text_of(answer, Figure::Needed))
    } else {
        carried
    }
}

fn per_replica_note(answer: &Answer, fleet: &Fleet) -> String {
    let planned = text_of(answer, Figure::RateEach);
    match fleet.limit.by {
        LimitedBy::Tpot => {
            format!("at TPOT {}; planned {planned}", Unit::Seconds.exact(answer.plan.tpot.get()))
        }
        LimitedBy::KvPool => format!("where the KV pool is full; planned {planned}"),
    }
}

fn cost_note(answer: &Answer, fleet: &Fleet) -> String {
    let price = Unit::DollarsPerGpuHour.exact(answer.plan.price.get());
    let source =
        if answer.plan.source(Key::Price) == Source::Yours { "your price" } else { "the example’s price" };
    if fleet.spare == 0 {
        format!("at {price}, {source}")
    } else {
        format!("{} without the spare; at {price}, {source}", text_of(answer, Figure::PerHour))
    }
}

fn price_note(answer: &Answer, fleet: &Fleet) -> String {
    let total = text_of(answer, Figure::PerTotalWithSpare);
    if fleet.spare == 0 {
        format!("{total} per 1M of all tokens")
    } else {
        format!("{} without the spare; {total} per 1M of all tokens", text_of(answer, Figure::PerOutput))
    }
}

/// The tiles where there is no fleet to speak of: they say so, and show nothing that does not follow.
fn without_a_fleet(answer: &Answer) -> [Tile; 4] {
    let (text, note) = match answer.sizing.outcome {
        Outcome::DoesNotFit(shortfall) => {
            ("does not fit", format!("{} missing on each replica", Unit::Bytes.show(shortfall.missing.get())))
        }
        Outcome::TooMany { .. } => ("too many", "more than a million replicas".into()),
        _ => ("none", "no number of replicas helps".into()),
    };
    let none = |label| Tile { label, text: "—".into(), note: "no fleet to price".into(), figures: &[] };
    [
        Tile { label: "Fleet", text: text.into(), note, figures: MEMORY },
        Tile { note: "no load is carried within the targets".into(), ..none("Per replica") },
        none("Cost"),
        none("Per 1M output tokens"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(link: &str) -> Vec<String> {
        verdict(&Answer::to_link(link))
            .into_iter()
            .map(|tile| format!("{}: {}", tile.text, tile.note))
            .collect()
    }

    #[test]
    fn worked_example_a() {
        assert_eq!(
            texts("v=1"),
            [
                "4 + 1: replicas; 16 GPUs for the peak, 4 spare",
                "8.2 req/s: at TPOT 50 ms; planned 5.0 req/s",
                "$60/h: $48/h without the spare; at $3.00 per GPU-hour, the example’s price",
                "$2.08: $1.67 without the spare; $0.35 per 1M of all tokens",
            ]
        );
        assert_eq!(
            headline(&Answer::to_link("v=1")),
            "4 + 1 replicas, 20 GPUs, $60/h, $2.08 per 1M output tokens. Prefill compute runs out first."
        );
    }

    #[test]
    fn worked_example_b() {
        assert_eq!(
            texts(crate::B),
            [
                "26: replicas, 52 GPUs, none spare",
                "3.0 req/s: at TPOT 50 ms; planned 1.9 req/s",
                "$182/h: at $3.50 per GPU-hour, your price",
                "$2.53: $0.30 per 1M of all tokens",
            ]
        );
    }

    #[test]
    fn a_fleet_that_does_not_carry_the_load_has_no_price_for_a_token() {
        let tiles = texts("v=1&rate=40&replicas=4");
        assert_eq!(tiles[2], "$60/h: $48/h without the spare; at $3.00 per GPU-hour, the example’s price");
        assert_eq!(tiles[3], "—: this fleet does not carry the load");
    }

    #[test]
    fn what_cannot_be_planned_shows_no_price() {
        for link in ["v=1&weights=bf16&tp=1", "v=1&in=20k", "v=1&tpot=5ms", "v=1&rate=1000000&out=1000000"] {
            let tiles = verdict(&Answer::to_link(link));
            assert!(tiles[1..].iter().all(|tile| tile.text == "—"), "{link} {tiles:?}");
        }
        assert_eq!(texts("v=1&weights=bf16&tp=1")[0], "does not fit: 68.0 GB missing on each replica");
    }
}
