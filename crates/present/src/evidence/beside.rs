//! Files that are read together: what one of them says about another.

use super::{EvidenceShown, SignalTargets, engine_log, metrics_shown, shown};
use evidence::Found;
use evidence::metrics::MetricsReading;

/// What to show of each file, beside the others: a start-up log with the model of a config, and a snapshot of `/metrics` as the
/// window since the snapshot before it.
#[must_use]
pub fn shown_beside(all: &[Found]) -> Vec<EvidenceShown> {
    let model = all.iter().find_map(|found| match found {
        Found::Model(reading) => reading.model().filter(|_| reading.is_whole),
        _ => None,
    });
    let mut before: Option<&MetricsReading> = None;
    let mut each = Vec::with_capacity(all.len());
    for found in all {
        let shown = match found {
            Found::EngineLog(log) => engine_log(log, model.as_ref()),
            Found::Metrics(reading) => {
                let window = before.replace(reading).map(|before| reading.since(before));
                metrics_shown(window.as_ref().unwrap_or(reading), &SignalTargets::default())
            }
            other => shown(other),
        };
        each.push(shown.named());
    }
    each
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::File;

    fn read(text: &str) -> Found {
        let mut file = File::new();
        file.push(text.as_bytes()).expect("a sound file");
        file.finish()
    }

    #[test]
    fn a_second_snapshot_is_the_window_since_the_first() {
        let snapshot = |tokens| {
            read(&format!(
                "# TYPE vllm:generation_tokens_total counter\nvllm:generation_tokens_total {tokens}\n"
            ))
        };
        let texts = |shown: &EvidenceShown| {
            let tiles = shown.tiles.iter().map(|tile| tile.text.clone());
            tiles
                .chain(
                    shown
                        .tables
                        .iter()
                        .flat_map(|table| table.rows.iter().flatten().map(|cell| cell.text.clone())),
                )
                .collect::<Vec<_>>()
        };
        let both = shown_beside(&[snapshot(100), snapshot(160)]);
        let alone = shown_beside(&[snapshot(160)]);
        assert_ne!(texts(&both[1]), texts(&alone[0]));
        assert_eq!(texts(&both[0]), texts(&shown_beside(&[snapshot(100)])[0]));
    }

    /// TTFT and TPOT against load, first tokens, gaps and timelines: no file has more.
    #[test]
    fn a_sweep_with_its_detail_has_a_name_for_each_chart() {
        let run = |rate: u32| {
            format!(
                "{{\"completed\": 2, \"duration\": 2, \"request_rate\": {rate}, \"output_lens\": [4, 4], \"input_lens\": [9, 9], \
                 \"ttfts\": [0.1, 0.2], \"itls\": [[0.02, 0.5, 0.02], [0.03, 0.02, 0.02]]}}\n"
            )
        };
        let shown = shown_beside(&[read(&[run(1), run(2), run(3)].concat())]);
        let ids: Vec<&str> = shown[0].charts.iter().map(|chart| chart.id).collect();
        assert_eq!(ids, super::super::CHARTS);
    }

    #[test]
    fn charts_have_names_of_their_own() {
        let trace: String =
            (0..200).map(|second| format!("{second},{},{}\n", 100 + second, 10 + second % 7)).collect();
        let shown =
            shown_beside(&[read(&format!("arrived_at,num_prefill_tokens,num_decode_tokens\n{trace}"))]);
        let ids: Vec<&str> = shown[0].charts.iter().map(|chart| chart.id).collect();
        assert!(!ids.is_empty() && ids.iter().all(|id| !id.is_empty()), "{ids:?}");
        assert_eq!(ids, super::super::CHARTS[..ids.len()]);
    }
}
