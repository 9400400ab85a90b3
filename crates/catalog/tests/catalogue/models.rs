//! Models: what was counted against what was published, and against counts of others.

use crate::reference;
use catalog::{MODEL_RECORDS, MODELS, model, model_record};
use quantity::{Key, Standard};
use sizing::{KvLayout, Model, Precision, WeightSize};

fn named(name: &str) -> Model {
    model(name).unwrap_or_else(|| panic!("{name} is not in the catalogue")).model()
}

fn kv_per_token(model: &Model) -> f64 {
    model.kv_per_token_per_gpu(Precision::Bf16, 1).get()
}

/// What a sequence keeps before its first token.
fn state(model: &Model) -> f64 {
    model.kv_per_sequence_per_gpu(Precision::Bf16, 1, 0.0, KvLayout::Ideal).get()
}

#[test]
fn each_has_its_record_and_a_name_of_its_own() {
    for (entry, record) in MODELS.iter().zip(&MODEL_RECORDS) {
        assert_eq!(entry.name, record.name);
        assert_eq!(model(&entry.name.to_uppercase()), Some(entry));
        assert_eq!(model_record(entry.name), Some(record));
    }
}

#[test]
fn the_default_is_here() {
    let Standard::Word(name) = Key::Model.row().default else { panic!("the default is a name") };
    assert!(model(name).is_some());
}

#[test]
fn no_shape_contradicts_itself() {
    for entry in &MODELS {
        let model = entry.model();
        assert_eq!(model.contradiction(), None, "{}", entry.name);
        assert_eq!(Key::Params.row().check(model.parameters), Ok(()), "{}", entry.name);
        assert!(model.splits_over(1) && model.active > 0.0 && entry.context >= 2048, "{}", entry.name);
    }
}

/// Links were published with these four: what the equations take of them may never change.
#[test]
fn the_first_four_keep_their_figures() {
    for (name, parameters, query_heads, kv) in [
        ("llama-70b-class", 70e9, 64, 327_680.0),
        ("llama-3.3-70b", 70_553_706_496.0, 64, 327_680.0),
        ("llama-3.1-8b", 8_030_261_248.0, 32, 131_072.0),
        ("qwen3-32b", 32_762_123_264.0, 64, 262_144.0),
    ] {
        let model = named(name);
        assert_eq!(
            (model.parameters, model.active, model.query_heads()),
            (parameters, parameters, query_heads)
        );
        assert_eq!((kv_per_token(&model), state(&model), model.routed), (kv, 0.0, None), "{name}");
    }
}

#[test]
fn a_count_that_is_off_by_more_than_1_percent_has_a_note() {
    for (entry, record) in MODELS.iter().zip(&MODEL_RECORDS) {
        let model = entry.model();
        let is_off = |counted: f64, published: f64| (counted / published - 1.0).abs() > 0.01;
        let off =
            is_off(model.parameters, record.published.total) || is_off(model.active, record.published.active);
        assert!(!off || !record.note.is_empty(), "{}", entry.name);
        // Further off than a vision tower or a rounded name can explain, it is wrong.
        assert!((0.9..1.03).contains(&(model.parameters / record.published.total)), "{}", entry.name);
    }
}

/// Parameters of published checkpoints, norms and biases with them: `total_size` of their index files over two bytes, or
/// the number of parameters that their hub pages and GGUF files say. Modules for further tokens are not among them.
#[test]
fn counts_are_those_of_the_checkpoints() {
    for (name, parameters) in [
        ("llama-3.1-70b", 70_553_706_496.0),
        ("qwen2.5-72b", 72_706_203_648.0),
        ("qwen3-8b", 8_190_735_360.0),
        ("qwen3-32b", 32_762_123_264.0),
        ("qwen3-next-80b-a3b", 79_674_391_296.0),
        ("deepseek-v3", 671_026_419_200.0),
        ("gpt-oss-20b", 20_914_757_184.0),
        ("gpt-oss-120b", 116_829_156_672.0),
        ("gemma-3-27b", 27_009_346_304.0),
        ("mixtral-8x7b", 46_702_792_704.0),
        ("phi-4", 14_659_507_200.0),
        ("jamba-v0.1", 51_570_323_328.0),
        ("bloom-176b", 176_247_271_424.0),
    ] {
        let counted = named(name).parameters;
        assert!((counted - parameters).abs() < 0.5, "{name} {counted}");
    }
}

/// Weights of gpt-oss as vLLM reports them on one H100, in GiB: what is not an expert in 16 bits, the experts padded.
#[test]
fn gpt_oss_takes_the_memory_that_vllm_reports() {
    for (name, gibibytes) in [("gpt-oss-20b", 13.47), ("gpt-oss-120b", 64.38)] {
        let bytes = named(name).weight_bytes(Precision::Fp4, WeightSize::Checkpoint).get();
        let ratio = bytes / 1_073_741_824.0 / gibibytes;
        assert!((ratio - 1.0).abs() < 0.005, "{name} {ratio}");
    }
}

/// From the same independent count as below, of the layers that attend to everything.
#[test]
fn past_its_windows_a_sequence_grows_by_its_full_layers() {
    for (name, bytes) in [
        ("llama-4-scout", 49_152.0),
        ("gpt-oss-20b", 24_576.0),
        ("gpt-oss-120b", 36_864.0),
        ("gemma-2-27b", 188_416.0),
        ("gemma-3-4b", 20_480.0),
        ("gemma-3-27b", 81_920.0),
    ] {
        let model = named(name);
        let kept =
            |context| model.kv_per_sequence_per_gpu(Precision::Bf16, 1, context, KvLayout::Ideal).get();
        assert_eq!(
            (kept(10_000.0) + bytes, kept(100.0) + kv_per_token(&model)),
            (kept(10_001.0), kept(101.0)),
            "{name}"
        );
    }
}

#[test]
fn a_hybrid_keeps_its_state_and_little_else() {
    let (hybrid, dense) = (named("nemotron-3-nano-30b-a3b"), named("qwen3-32b"));
    let kept = |model: &Model, context| {
        model.kv_per_sequence_per_gpu(Precision::Bf16, 1, context, KvLayout::Ideal).get()
    };
    assert!(kept(&hybrid, 1.0) > kept(&dense, 1.0));
    assert!(kept(&hybrid, 1e5) < kept(&dense, 1e5) / 10.0);
}

/// One row of an independent count of the same configs. It has the matrices and routers but no norm and no bias.
struct Counted {
    name: &'static str,
    matrices: f64,
    /// Parameters of experts that a token does not pass through, in billions.
    idle: f64,
    kv_per_token: f64,
    state: f64,
}

const fn counted(name: &'static str, matrices: f64, idle: f64, kv_per_token: f64, state: f64) -> Counted {
    Counted { name, matrices, idle, kv_per_token, state }
}

const INDEPENDENT: [Counted; 38] = [
    counted("llama-3.3-70b", 70_552_387_584.0, 0.0, 327_680.0, 0.0),
    counted("llama-3.1-8b", 8_029_995_008.0, 0.0, 131_072.0, 0.0),
    counted("llama-3.1-70b", 70_552_387_584.0, 0.0, 327_680.0, 0.0),
    counted("llama-3.1-405b", 405_849_243_648.0, 0.0, 516_096.0, 0.0),
    counted("llama-2-7b", 6_738_149_376.0, 0.0, 524_288.0, 0.0),
    counted("llama-4-scout", 107_769_364_480.0, 90.597, 196_608.0, 0.0),
    counted("qwen2.5-7b", 7_615_283_200.0, 0.0, 57_344.0, 0.0),
    counted("qwen2.5-72b", 72_704_065_536.0, 0.0, 327_680.0, 0.0),
    counted("qwen3-8b", 8_190_427_136.0, 0.0, 147_456.0, 0.0),
    counted("qwen3-32b", 32_761_446_400.0, 0.0, 262_144.0, 0.0),
    counted("qwen3-30b-a3b", 30_531_911_680.0, 27.179, 98_304.0, 0.0),
    counted("qwen3-235b-a22b", 235_092_836_352.0, 212.903, 192_512.0, 0.0),
    counted("qwen3-next-80b-a3b", 79_674_179_584.0, 75.799, 24_576.0, 77_266_944.0),
    counted("qwen3.5-27b", 26_895_319_040.0, 0.0, 65_536.0, 153_944_064.0),
    counted("qwen3.5-397b-a17b", 396_345_835_520.0, 378.997, 30_720.0, 192_061_440.0),
    counted("deepseek-v2-lite", 15_706_357_760.0, 13.045, 31_104.0, 0.0),
    counted("deepseek-v3", 671_025_397_760.0, 633.474, 70_272.0, 0.0),
    counted("deepseek-r1", 671_025_397_760.0, 633.474, 70_272.0, 0.0),
    counted("deepseek-v3.2", 671_876_907_008.0, 633.474, 70_272.0, 0.0),
    counted("kimi-k2.5", 1_026_407_202_816.0, 993.547, 70_272.0, 0.0),
    counted("glm-4.5", 352_795_525_120.0, 319.166, 376_832.0, 0.0),
    counted("glm-5", 743_910_014_976.0, 702.126, 89_856.0, 0.0),
    counted("minimax-m2.7", 228_688_920_576.0, 217.659, 253_952.0, 0.0),
    counted("gpt-oss-20b", 20_907_786_240.0, 16.722, 49_152.0, 0.0),
    counted("gpt-oss-120b", 116_788_838_400.0, 111.079, 73_728.0, 0.0),
    counted("gemma-2-27b", 27_226_275_840.0, 0.0, 376_832.0, 0.0),
    counted("gemma-3-4b", 3_879_895_040.0, 0.0, 139_264.0, 0.0),
    counted("gemma-3-27b", 27_007_991_808.0, 0.0, 507_904.0, 0.0),
    counted("mixtral-8x7b", 46_702_526_464.0, 33.823, 131_072.0, 0.0),
    counted("devstral-2-123b", 125_023_813_632.0, 0.0, 360_448.0, 0.0),
    counted("phi-4", 14_659_092_480.0, 0.0, 204_800.0, 0.0),
    counted("nemotron-super-49b", 49_866_080_256.0, 0.0, 200_704.0, 0.0),
    counted("nemotron-3-nano-30b-a3b", 31_577_554_944.0, 27.998, 6_144.0, 49_082_368.0),
    counted("nemotron-3-super-120b-a12b", 120_667_570_176.0, 107.899, 8_192.0, 170_229_760.0),
    counted("jamba-v0.1", 51_569_360_896.0, 39.46, 16_384.0, 16_056_320.0),
    counted("falcon-7b", 6_921_420_800.0, 0.0, 8_192.0, 0.0),
    counted("mpt-7b", 6_649_020_416.0, 0.0, 524_288.0, 0.0),
    counted("bloom-176b", 176_234_168_320.0, 0.0, 4_014_080.0, 0.0),
];

#[test]
fn an_independent_count_comes_to_the_same() {
    assert_eq!(INDEPENDENT.len() + 1, MODELS.len());
    for count in &INDEPENDENT {
        agrees(&named(count.name), count);
    }
}

fn agrees(model: &Model, count: &Counted) {
    let name = count.name;
    // Norms and biases are all that it lacks: 0.035% of gpt-oss 120B, which has a bias in every expert, and less elsewhere.
    let vectors = model.parameters / count.matrices - 1.0;
    assert!((0.0..0.0004).contains(&vectors), "{name} {vectors}");
    let idle = (model.parameters - model.active) / 1e9;
    assert!((idle - count.idle).abs() < 0.001_01, "{name} {idle}");
    assert_eq!((kv_per_token(model), state(model)), (count.kv_per_token, count.state), "{name}");
}

/// The reference's name for each of ours that has another.
fn reference_name(name: &str) -> &str {
    match name {
        "llama-2-7b" => "llama-2-7b-hf",
        "llama-3.1-8b" => "Meta-Llama-3.1-8B",
        "llama-3.1-70b" => "Meta-Llama-3.1-70B",
        "llama-3.1-405b" => "Meta-Llama-3.1-405B",
        "llama-4-scout" => "Llama-4-Scout-17B-16E-Instruct",
        "qwen2.5-7b" => "qwen2.5-7b-instruct",
        "qwen2.5-72b" => "Qwen2.5-72B-Instruct",
        "gemma-2-27b" => "gemma-2-27b-it",
        "gemma-3-4b" => "gemma-3-4b-it",
        "gemma-3-27b" => "gemma-3-27b-it",
        "mixtral-8x7b" => "Mixtral-8x7B-v0.1",
        "nemotron-super-49b" => "Llama-3_3-Nemotron-Super-49B-v1",
        "nemotron-3-nano-30b-a3b" => "NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
        "nemotron-3-super-120b-a12b" => "NVIDIA-Nemotron-3-Super-120B-A12B-FP8",
        "bloom-176b" => "bloom",
        same => same,
    }
}

#[test]
fn every_model_agrees_with_the_reference() {
    let Some(rows) = reference::rows("hf-configs/models.csv") else { return };
    for (entry, record) in MODELS.iter().zip(&MODEL_RECORDS).filter(|(entry, _)| !entry.is_class) {
        let name = reference_name(entry.name);
        let row = rows.iter().find(|row| row["model"].eq_ignore_ascii_case(name)).expect(name);
        let number = |column| reference::number(row, column).unwrap_or(0.0);
        let count = Counted {
            name: entry.name,
            matrices: number("bf16_weight_bytes_computed") / 2.0,
            idle: number("computed_total_B") - number("computed_active_B"),
            kv_per_token: number("kv_bytes_per_token_all_2B"),
            state: number("fixed_state_bytes_per_seq"),
        };
        agrees(&entry.model(), &count);
        for (published, column) in
            [(record.published.total, "published_total_B"), (record.published.active, "published_active_B")]
        {
            assert!((published / 1e9 - number(column)).abs() < 1e-6, "{} {column}", entry.name);
        }
    }
}
