//! Configs through their link into a plan, and what is shown of them.

use super::*;
use plan::PlanInput;
use quantity::{Key, Place};
use std::path::PathBuf;

fn read(bytes: &[u8]) -> ModelReading {
    let mut config = evidence::Config::new();
    config.push(bytes).expect("a config");
    config.finish()
}

/// All configs of the data beside the repository; none, with a sentence, where it is not there.
fn configs() -> Vec<(String, ModelReading)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/hf-configs");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no shared data beside the repository");
        return Vec::new();
    };
    let names = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"));
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, read(&std::fs::read(path).expect("a file")))
    };
    names.map(read).collect()
}

/// The plan of a link with these pairs, over one that states a model of its own already.
fn plan_of(pairs: &[(String, String)]) -> sizing::Plan {
    let (mut input, _) =
        PlanInput::from_link("v=1&layers=3&kvrank=99&window=7&windowed=2&state=9MB&experts=5&topk=5");
    for (key, text) in pairs {
        input.say(Key::named(key).expect("a key"), text, Place::Link);
    }
    // Seventy-one heads can be dealt to no other number of GPUs.
    input.say(Key::Tp, "1", Place::Link);
    let link = input.link();
    let (again, notes) = PlanInput::from_link(&link);
    assert_eq!(notes, [], "{link}");
    again.check().plan
}

#[test]
fn a_config_taken_into_a_plan_has_the_figures_of_its_shape() {
    for (file, reading) in configs().iter().filter(|(_, reading)| reading.is_whole) {
        let found = reading.model().expect("a shape");
        let shown = model(reading, ModelTerms::default());
        let [take] = shown.takes.as_slice() else { panic!("{file}: {:?}", shown.takes) };
        let plan = plan_of(&take.pairs);
        let kv = |model: &Model, context: f64| {
            model.kv_per_sequence_per_gpu(Precision::Bf16, 1, context, KvLayout::Ideal).get()
        };
        assert!((plan.model.parameters / found.parameters - 1.0).abs() < 1e-9, "{file}");
        assert!((plan.model.active / found.active - 1.0).abs() < 1e-9, "{file}");
        for context in [0.0, 1.0, 500.0, 100_000.0] {
            let (theirs, ours) = (kv(&plan.model, context), kv(&found, context));
            assert!(
                (theirs - ours).abs() <= 1e-9 * ours.max(1.0),
                "{file} at {context}: {theirs} is not {ours}"
            );
        }
    }
}

/// As if the catalogue did not have it.
#[test]
fn a_model_of_ones_own_has_them_too_or_a_note_says_what_it_has_not() {
    for (file, reading) in configs().iter().filter(|(_, reading)| reading.is_whole) {
        let found = reading.model().expect("a shape");
        let pairs = link::own(&found);
        let plan = plan_of(&pairs);
        let kv = |model: &Model| model.kv_per_token_per_gpu(Precision::Bf16, 1).get();
        let same = (kv(&plan.model) - kv(&found)).abs() < 0.5;
        let said = link::lost(&found, Precision::Bf16, &pairs);
        assert!(
            same || said.iter().any(|note| note.starts_with("A link cannot state all kinds")),
            "{file}: {said:?}"
        );
        assert!(same, "{file}: every kind of layer that is met with can be stated");
        assert!((plan.model.parameters - found.parameters).abs() < 0.5, "{file}");
        assert!((plan.model.active - found.active).abs() < 0.5, "{file}");
    }
}

#[test]
fn models_of_the_catalogue_are_recognised_by_their_shape() {
    let all = configs();
    for (file, reading) in all.iter().filter(|(_, reading)| reading.is_whole) {
        let found = reading.model().expect("a shape");
        let known = catalogued(&found, None).map(|entry| entry.name);
        let expected = !matches!(file.as_str(), "gpt2.json" | "google--gemma-4-26B-A4B.json");
        assert_eq!(known.is_some(), expected, "{file}: {known:?}");
    }
    for (name, expected) in [
        ("meta-llama/Meta-Llama-3.1-70B-Instruct", Some("llama-3.1-70b")),
        ("meta-llama/Llama-3.3-70B-Instruct", Some("llama-3.3-70b")),
        ("Qwen/Qwen3-32B-FP8", Some("qwen3-32b")),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", Some("mixtral-8x7b")),
        ("openai/gpt-oss-120b", Some("gpt-oss-120b")),
        ("/models/Qwen3-8B/", Some("qwen3-8b")),
        ("microsoft/phi-4-mini-instruct", None),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", None),
        ("", None),
    ] {
        assert_eq!(named(name).map(|entry| entry.name), expected, "{name}");
    }
}

const SMALL: &str = r#"{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 10, "num_attention_heads": 32,
    "num_key_value_heads": 4, "intermediate_size": 10000, "vocab_size": 32000"#;

fn small(more: &str) -> ModelReading {
    read(format!("{SMALL}{more}}}").as_bytes())
}

#[test]
fn figures_are_shown_for_a_sequence_and_a_number_of_gpus() {
    let shown = model(&small(""), ModelTerms { context: 1000.0, tp: 8 });
    // 262M for embedding and head, and 37.7M + 122.9M for each of ten layers.
    // 2 × 10 layers × 4 heads × 128 elements × 2 bytes; on each of 8 GPUs one head of 4.
    assert_eq!(shown.headline, "llama: 1.87B parameters, and 20.48 kB of KV cache for each token.");
    let tiles: Vec<String> =
        shown.tiles.iter().map(|tile| format!("{}: {}, {}", tile.label, tile.text, tile.note)).collect();
    assert_eq!(
        tiles,
        [
            "Parameters: 1.87B, all of them active",
            "Weights: 3.74 GB, in BF16; 467 MB on each of 8 GPUs",
            "KV cache, a token: 20.48 kB, in BF16, one copy",
            "KV cache, a sequence: 5.12 MB, of 1,000 tokens, on each of 8 GPUs"
        ]
    );
    assert_eq!(
        shown.notes,
        ["A head or a latent vector cannot be divided: 8 GPUs keep 2 copies of the cache together."]
    );
    let last = |table: &Table| {
        table.rows.last().expect("rows").iter().map(|cell| cell.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(last(&shown.tables[0]), ["All", "1.87B", "1.87B"]);
    assert_eq!(last(&shown.tables[1]), ["Full: 4 KV heads of 128", "10", "20.48 kB", "5.12 kB", "—"]);
    assert_eq!(last(&shown.tables[2]), ["Pages of one size for all", "20.5 MB", "5.12 MB"]);
}

#[test]
fn layers_of_other_heads_are_written_as_so_many_of_the_full_ones() {
    let reading = small(
        r#", "sliding_window": 64, "swa_num_key_value_heads": 8, "hybrid_layer_pattern": [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]"#,
    );
    let shown = model(&reading, ModelTerms::default());
    let pair =
        |name: &str| shown.takes[0].pairs.iter().find(|(key, _)| key == name).map(|(_, text)| text.as_str());
    assert_eq!((pair("layers"), pair("windowed"), pair("kvheads")), (Some("19"), Some("18"), Some("4")));
    assert!(shown.notes.iter().any(|note| note.contains("the 9 layers with a window")), "{:?}", shown.notes);
}

#[test]
fn what_cannot_be_taken_is_not_offered() {
    for config in
        [r#"{"model_type": "llama", "hidden_size": 64}"#, r#"{"quantization": {"quant_algo": "FP8"}}"#, "{}"]
    {
        let shown = model(&read(config.as_bytes()), ModelTerms::default());
        assert!(shown.takes.is_empty() && shown.tiles.is_empty() && !shown.notes.is_empty(), "{config}");
    }
}

#[test]
fn experts_that_alone_are_quantised_are_said_where_a_link_counts_all_alike() {
    let reading = small(
        r#", "num_experts": 8, "num_experts_per_tok": 2, "quantization_config": {"quant_method": "mxfp4"}"#,
    );
    let shown = model(&reading, ModelTerms::default());
    assert_eq!(shown.tiles[1].note, "experts in FP4");
    assert!(
        shown.notes.iter().any(|note| note.starts_with("A link counts all weights")),
        "{:?}",
        shown.notes
    );
}
