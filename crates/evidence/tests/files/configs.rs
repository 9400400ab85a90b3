//! Configs of models: against figures that others computed of the real ones, and what is said of odd ones.

use crate::read::shared;
use evidence::{Config, ModelReading, Quantisation};
use proptest::prelude::*;
use sizing::{Attention, KvLayout, Precision, WeightSize};
use std::collections::HashMap;

fn read(text: &str) -> ModelReading {
    in_slices(text.as_bytes(), usize::MAX)
}

fn in_slices(bytes: &[u8], slice: usize) -> ModelReading {
    let mut config = Config::new();
    let _told = bytes.chunks(slice.max(1)).try_for_each(|slice| config.push(slice));
    config.finish()
}

fn notes(reading: &ModelReading) -> Vec<&str> {
    reading.notes.iter().map(|note| note.text.as_str()).collect()
}

/// Bytes that one more token takes in 16 bits, of layers that keep all and of those that slide.
fn kv_per_token(reading: &ModelReading) -> (f64, f64) {
    let of = |slides: bool| {
        let runs =
            reading.layers.iter().filter(|run| matches!(run.attention, Attention::Sliding(..)) == slides);
        runs.map(|run| 2.0 * f64::from(run.count) * run.attention.kept(1).per_token).sum()
    };
    (of(false), of(true))
}

/// The cells of a line. In quotes a comma is part of a cell.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for sign in line.chars() {
        match sign {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("one at least").push(sign),
        }
    }
    cells
}

/// Files whose count is further than 0.05% from the table's, and why.
const APART: [(&str, &str); 4] = [
    ("google--gemma-4-26B-A4B.json", "values of full layers are keys, which a shape counts apart"),
    ("gpt2.json", "the table leaves biases out"),
    ("openai--gpt-oss-120b.json", "the table leaves the biases of experts out"),
    ("openai--gpt-oss-20b.json", "the table leaves the biases of experts out"),
];

/// `models.csv` was computed by other people's code from the same files.
#[test]
fn each_real_config_has_the_figures_that_others_computed() {
    let Some(table) = shared("data/hf-configs/models.csv") else { return };
    let table = String::from_utf8(table).expect("a text");
    let mut lines = table.lines().map(cells);
    let head = lines.next().expect("a head");
    let mut checked = 0;
    for line in lines {
        let cells = line.iter().map(String::as_str);
        let row: HashMap<&str, &str> = head.iter().map(String::as_str).zip(cells).collect();
        let file = row["file"].rsplit('/').next().expect("a name");
        let Some(bytes) = shared(&format!("data/hf-configs/{file}")) else { continue };
        assert!(Config::is(&bytes[..bytes.len().min(4096)]), "{file} is a config");
        has_the_figures(file, &in_slices(&bytes, usize::MAX), &|column| row[column].parse().ok());
        checked += 1;
    }
    assert_eq!(checked, 45, "every file of the table");
}

fn has_the_figures(file: &str, reading: &ModelReading, number: &dyn Fn(&str) -> Option<f64>) {
    let model = reading.model().expect("a shape");
    if let (Some(total), Some(active)) = (number("computed_total_B"), number("computed_active_B")) {
        let within = if APART.iter().any(|(name, _)| *name == file) { 0.01 } else { 0.0005 };
        for (ours, theirs) in [(model.parameters, total), (model.active, active)] {
            assert!((ours / theirs / 1e9 - 1.0).abs() < within, "{file}: {ours} is not {theirs}B");
        }
        assert!(reading.is_whole, "{file}");
    }
    if let Some(full) = number("kv_bytes_per_token_full_2B") {
        let (ours, sliding) = kv_per_token(reading);
        // The table counts keys that are values once.
        let once = if file == "google--gemma-4-26B-A4B.json" { 2.0 } else { 1.0 };
        let theirs = (full * once, number("kv_bytes_per_token_sliding_2B").unwrap_or(0.0));
        assert_eq!(
            (ours.to_bits(), sliding.abs().to_bits()),
            (theirs.0.to_bits(), theirs.1.to_bits()),
            "{file}"
        );
        let state = model.kv_per_sequence_per_gpu(Precision::Bf16, 1, 0.0, KvLayout::Ideal).get();
        let theirs = number("fixed_state_bytes_per_seq").unwrap_or(0.0);
        assert!((state - theirs).abs() < 0.5, "{file}: a state of {state} is not {theirs}");
    }
}

#[test]
fn compressed_layers_are_said_and_their_experts_counted() {
    let Some(bytes) = shared("data/hf-configs/deepseek-ai--DeepSeek-V4-Flash.json") else { return };
    let reading = in_slices(&bytes, 100);
    // 43 layers of 256 experts and a shared one, 3 × 4,096 × 2,048 each, are most of the 284B that are published.
    assert!(!reading.is_whole);
    let experts = 43.0 * 257.0 * 3.0 * 4096.0 * 2048.0;
    assert!((reading.model().expect("experts").parameters / experts - 1.0).abs() < 0.005);
    assert!(notes(&reading).iter().any(|note| note.contains("5.536 kB per token")), "{:?}", notes(&reading));
}

#[test]
fn the_quantisation_of_real_files_is_read() {
    let nothing = (None, None, false);
    for (file, expected) in [
        ("Qwen--Qwen3-32B-FP8.json", (Some(Precision::Fp8), None, false)),
        ("Qwen--Qwen3-32B.json", (Some(Precision::Bf16), None, false)),
        ("moonshotai--Kimi-K2.5.json", (Some(Precision::Int4), None, true)),
        ("openai--gpt-oss-20b.json", (Some(Precision::Fp4), None, true)),
        (
            "nvidia--Llama-3.1-70B-Instruct-FP8.hf_quant_config.json",
            (Some(Precision::Fp8), Some(Precision::Fp8), false),
        ),
        (
            "nvidia--Qwen3-235B-A22B-NVFP4.hf_quant_config.json",
            (Some(Precision::Fp4), Some(Precision::Fp8), false),
        ),
        ("bigscience--bloom.json", nothing),
    ] {
        let Some(bytes) = shared(&format!("data/hf-configs/{file}")) else { continue };
        assert!(Config::is(&bytes[..bytes.len().min(4096)]), "{file}");
        let Quantisation { weights, kv, experts_only, .. } = in_slices(&bytes, 7).quantisation;
        assert_eq!((weights, kv, experts_only), expected, "{file}");
    }
}

/// As vLLM reports it on one H100, in GiB: what is no expert in 16 bits, the experts padded.
#[test]
fn weights_of_gpt_oss_take_the_memory_that_vllm_reports() {
    for (file, gibibytes) in [("openai--gpt-oss-20b.json", 13.47), ("openai--gpt-oss-120b.json", 64.38)] {
        let Some(bytes) = shared(&format!("data/hf-configs/{file}")) else { return };
        let model = in_slices(&bytes, usize::MAX).model().expect("a shape");
        let ratio =
            model.weight_bytes(Precision::Fp4, WeightSize::Checkpoint).get() / 1_073_741_824.0 / gibibytes;
        assert!((ratio - 1.0).abs() < 0.005, "{file} {ratio}");
    }
}

const SMALL: &str = r#"{"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 100, "vocab_size": 1000"#;

/// A small model with these members besides.
fn small(more: &str) -> ModelReading {
    read(&format!("{SMALL}{more}}}"))
}

#[test]
fn a_small_model_counted_by_hand() {
    let reading = small("");
    // Embedding and head 2 × 64,000; a norm of 64; each layer 2 × 64 × 16 × (4 + 2) + 3 × 64 × 100 + 2 × 64.
    let by_hand = 128_000.0 + 64.0 + 3.0 * (12_288.0 + 19_200.0 + 128.0);
    assert!((reading.count().total() - by_hand).abs() < 0.5 && reading.is_whole && reading.notes.is_empty());
    // 2 × 3 layers × 2 heads × 16 elements × 2 bytes.
    assert!((kv_per_token(&reading).0 - 384.0).abs() < 1e-9);
}

#[test]
fn keys_that_change_the_shape_change_it() {
    let parameters = |more: &str| small(more).count().total() - small("").count().total();
    for (more, expected) in [
        (r#", "tie_word_embeddings": true"#, -64_000.0),
        // (4 + 2 × 2) × 16 and an output as wide as the model, in each layer.
        (r#", "attention_bias": true"#, 3.0 * (128.0 + 64.0)),
        (r#", "head_dim": 32"#, 3.0 * 12_288.0),
        (r#", "time_step_limit": [0.0, Infinity], "x": NaN"#, 0.0),
        // A router of 8 × 64; eight networks in place of one.
        (r#", "num_local_experts": 8, "num_experts_per_tok": 2"#, 3.0 * (512.0 + 7.0 * 19_200.0)),
        (
            r#", "n_routed_experts": 8, "num_experts_per_tok": 2, "first_k_dense_replace": 2"#,
            512.0 + 7.0 * 19_200.0,
        ),
        (
            r#", "num_experts": 8, "num_experts_per_tok": 2, "moe_layer_freq": [0, 1, 0]"#,
            512.0 + 7.0 * 19_200.0,
        ),
        (
            r#", "num_experts": 8, "num_experts_per_tok": 2, "mlp_only_layers": [0, 2]"#,
            512.0 + 7.0 * 19_200.0,
        ),
        (
            r#", "num_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1"#,
            3.0 * (512.0 + 8.0 * 19_200.0),
        ),
        (r#", "vision_config": {"hidden_size": 9}"#, 0.0),
    ] {
        let ours = parameters(more);
        assert!((ours - expected).abs() < 0.5, "{more}: {ours} is not {expected}");
    }
}

#[test]
fn windows_are_taken_where_they_are_used() {
    let slides = |more: &str| {
        let reading = small(&format!(r#", "sliding_window": 8{more}"#));
        let sliding = |run: &&sizing::Layers| matches!(run.attention, Attention::Sliding(..));
        reading.layers.iter().filter(sliding).map(|run| run.count).sum::<u32>()
    };
    for (more, expected) in [
        (r#", "use_sliding_window": false"#, 0),
        (r#", "use_sliding_window": true, "max_window_layers": 1"#, 2),
        (r#", "layer_types": ["sliding_attention", "full_attention", "sliding_attention"]"#, 2),
        (r#", "hybrid_layer_pattern": [1, 0, 0]"#, 1),
        (r#", "sliding_window_pattern": 3"#, 2),
        (r#", "model_type": "mistral""#, 3),
        ("", 0),
    ] {
        assert_eq!(slides(more), expected, "{more}");
    }
    // MiMo's form: four KV heads where all is kept and eight that slide; keys of 24 elements and values of 16.
    let mimo = small(
        r#", "sliding_window": 8, "hybrid_layer_pattern": [1, 0, 1], "head_dim": 24, "v_head_dim": 16,
        "swa_num_key_value_heads": 4, "swa_head_dim": 24, "swa_v_head_dim": 16"#,
    );
    assert_eq!(kv_per_token(&mimo), (2.0 * 2.0 * 40.0, 2.0 * 2.0 * 4.0 * 40.0));
}

#[test]
fn layers_that_borrow_keys_and_values_keep_none() {
    let reading = small(r#", "num_kv_shared_layers": 2"#);
    assert!((kv_per_token(&reading).0 - 128.0).abs() < 1e-9, "one layer of three keeps");
}

#[test]
fn what_is_wrong_or_missing_is_a_sentence() {
    let without = |key: &str| SMALL.replace(key, "nothing") + "}";
    for (text, sentence) in [
        (String::new(), "The file breaks off before its end."),
        (SMALL.into(), "The file breaks off before its end."),
        ("{\n\n\"a\": b}".into(), "Line 3 is not JSON. What stands before it was read."),
        (format!("{SMALL}}}\n{SMALL}}}"), "Something follows the config in the same file; it was not read."),
        (format!("{SMALL}}}\nhello"), "Something follows the config in the same file; it was not read."),
        (without("hidden_size"), "The width of the model, hidden_size, is not stated, so there is no shape."),
        (
            without("num_hidden_layers"),
            "The number of layers, num_hidden_layers, is not stated, so there is no shape.",
        ),
        (
            without("num_attention_heads"),
            "What the layers attend with is not stated, such as num_attention_heads, so there is no shape.",
        ),
        (
            without("vocab_size"),
            "The size of the vocabulary is not stated, so that its embedding is not counted.",
        ),
        (
            without("intermediate_size"),
            "The width of the feed-forward networks, intermediate_size, is not stated: they are not counted.",
        ),
        (
            SMALL.replace("llama", "foo") + "}",
            "“foo” is no architecture that is known here: it was read as a decoder of the usual kind, and small parts may differ.",
        ),
        (
            SMALL.replace("\"num_key_value_heads\": 2", "\"num_key_value_heads\": 2.5") + "}",
            "“num_key_value_heads” is no whole number that a model can have, and was left out.",
        ),
        (
            SMALL.replace("\"num_key_value_heads\": 2", "\"num_key_value_heads\": 3") + "}",
            "Query heads cannot share KV heads evenly: the second must divide the first.",
        ),
        (
            SMALL.replace("\"hidden_size\": 64", "\"hidden_size\": 1e300") + "}",
            "“hidden_size” is no whole number that a model can have, and was left out.",
        ),
    ] {
        let reading = read(&text);
        assert!(notes(&reading).contains(&sentence), "{text}: {:?}", notes(&reading));
    }
}

#[test]
fn a_document_of_any_size_is_held_up_to_an_end() {
    let list = vec!["1"; 100_000].join(",");
    let reading = read(&format!("{{\"id2label\": [{list}], {}}}", &SMALL[1..]));
    assert!(
        notes(&reading)[0].starts_with("The file holds more than 65,536 values"),
        "{:?}",
        notes(&reading)
    );
}

proptest! {
    #[test]
    fn where_slices_end_changes_nothing(
        slice in 1_usize..40,
        at in 0_usize..200,
        byte in proptest::option::of(any::<u8>()),
    ) {
        let mut bytes = format!("{SMALL}, \"layer_types\": [\"full_attention\"]}}\n").into_bytes();
        if let Some(byte) = byte {
            bytes[at] = byte;
        }
        prop_assert_eq!(in_slices(&bytes, slice), in_slices(&bytes, usize::MAX));
    }

    #[test]
    fn figures_of_any_size_give_finite_ones(
        sizes in proptest::collection::vec(prop_oneof![Just(0_u64), 1_u64..10_000, any::<u64>()], 8),
        more in "(, \"(kv_lora_rank|num_experts|num_experts_per_tok|sliding_window|full_attention_interval|linear_num_value_heads|linear_num_key_heads|moe_layer_freq|attn_layer_period|num_kv_shared_layers|expert_layer_period|q_lora_rank)\": [0-9]{1,9}){0,6}",
    ) {
        let keys = ["hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
            "intermediate_size", "vocab_size", "head_dim", "moe_intermediate_size"];
        let members: Vec<String> = keys.iter().zip(&sizes).map(|(key, size)| format!("\"{key}\": {size}")).collect();
        let reading = read(&format!("{{{}{more}}}", members.join(", ")));
        if let Some(model) = reading.model() {
            let kv = model.kv_per_sequence_per_gpu(Precision::Bf16, 8, 1e6, KvLayout::Reserved).get();
            prop_assert!(model.parameters.is_finite() && model.active.is_finite() && kv.is_finite());
        }
        prop_assert!(!reading.notes.is_empty(), "no architecture is named");
    }
}
