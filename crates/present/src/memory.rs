//! One GPU's memory, part by part.

use crate::Answer;
use chart::{Cell, Table};
use quantity::{Bytes, Unit};
use sizing::Budget;

/// Who fills a GPU's memory: each part with its share, closing to the total.
#[must_use]
pub fn memory(answer: &Answer) -> Table {
    let budget = &answer.sizing.replica.budget;
    let total = budget.total;
    let rows = parts(budget)
        .into_iter()
        .filter(|(_, bytes, always)| *always || bytes.get() != 0.0)
        .map(|(name, bytes, _)| row(name, bytes, total))
        .chain([row("Nominal memory", total, total)])
        .chain(
            answer
                .plan
                .accelerator
                .driver_memory
                .map(|driver| row("As the driver reports it", driver, total)),
        )
        .collect();
    Table {
        caption: "The memory of one GPU.".into(),
        head: ["Part", "Bytes", "Share"].map(String::from).into(),
        rows,
    }
}

/// Each part, and whether it is shown when it is empty.
fn parts(budget: &Budget) -> [(&'static str, Bytes, bool); 7] {
    let rest = if budget.rest < Bytes::new(0.0) {
        "Missing for activations and the engine"
    } else {
        "Left to the engine"
    };
    [
        ("Weights", budget.weights, true),
        ("KV pool", budget.kv, true),
        ("Activations", budget.overheads.activations, false),
        ("Graphs", budget.overheads.graphs, false),
        ("Outside of torch", budget.overheads.non_torch, false),
        ("Reserve", budget.reserve, false),
        (rest, budget.rest, true),
    ]
}

fn row(name: &str, bytes: Bytes, total: Bytes) -> Vec<Cell> {
    let signed = |text: String| text.replace('-', "−");
    let cells = [signed(Unit::Bytes.show(bytes.get())), signed(Unit::Fraction.show(bytes / total))];
    let cell = |text| if bytes < Bytes::new(0.0) { Cell::failing(text) } else { Cell::from(text) };
    std::iter::once(Cell::from(String::from(name))).chain(cells.map(cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(link: &str) -> Vec<String> {
        let rows = memory(&Answer::to_link(link)).rows;
        rows.iter().map(|row| format!("{}: {}, {}", row[0].text, row[1].text, row[2].text)).collect()
    }

    #[test]
    fn the_parts_of_example_a() {
        assert_eq!(
            texts("v=1"),
            [
                "Weights: 17.5 GB, 22%",
                "KV pool: 54.5 GB, 68%",
                "Left to the engine: 8.00 GB, 10%",
                "Nominal memory: 80.0 GB, 100%"
            ]
        );
    }

    #[test]
    fn an_engines_log_closes_by_its_own_rule() {
        // Llama 3.1 8B in BF16 on one H100 under vLLM: 85.02 × 0.9 − 16.06 − 5.11 − 0.14.
        let link = "v=1&model=llama-3.1-8b&weights=bf16&tp=1&hbm=79.18GiB&engine=vllm&activations=4.76GiB&nontorch=0.13GiB";
        let texts = texts(link);
        assert!(texts.contains(&"KV pool: 55.2 GB, 65%".into()), "{texts:?}");
        assert!(texts.contains(&"Activations: 5.11 GB, 6%".into()), "{texts:?}");
    }
}
