//! What was published of the models, where their shapes were read, and what is odd about them.
//!
//! Nothing that runs in the browser refers to this file, so that it adds nothing to the download.

use crate::Origin;

/// What is known of a model besides what the equations take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelRecord {
    /// Its name in a link.
    pub name: &'static str,
    /// Its size as published.
    pub published: Published,
    /// Where its shape was read.
    pub shape: Origin,
    /// Why the count differs from what is published, and what to beware of; may be empty.
    pub note: &'static str,
}

/// A model's size as its publisher says it, mostly in round figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// Parameters.
    pub total: f64,
    /// Parameters that one token passes through. Publishers do not agree on what belongs to them.
    pub active: f64,
    /// Where it is said.
    pub basis: &'static str,
}

const CARD: &str = "model card, recalled";
const NAME: &str = "in the name";

const fn dense(total: f64, basis: &'static str) -> Published {
    Published { total, active: total, basis }
}

const fn routed(total: f64, active: f64, basis: &'static str) -> Published {
    Published { total, active, basis }
}

const fn read(source: &'static str) -> Origin {
    Origin { source, date: "2026-11" }
}

const AICONFIGURATOR: Origin = read("config.json, as vendored in aiconfigurator (095f58a)");
const INFERENCE_SIM: Origin = read("config.json, as vendored in inference-sim (f90a1e3)");
const TT_METAL: Origin = read("fields of config.json, as vendored in tt-metal");
const COPY: Origin = read("fields of config.json, from a copy in a public repository");
const RECALLED: Origin =
    read("recalled; the count agrees with the published checkpoint's to the last parameter");

const fn plain(name: &'static str, published: Published, shape: Origin) -> ModelRecord {
    ModelRecord { name, published, shape, note: "" }
}

/// One record for each of [`crate::MODELS`], in their order.
pub static MODEL_RECORDS: [ModelRecord; 39] = [
    ModelRecord {
        note: "Round figures for a class: the shape of Llama 3's 70B models, and 70 billion parameters whatever the \
               count.",
        ..plain("llama-70b-class", dense(70e9, "a round figure for the class"), AICONFIGURATOR)
    },
    plain("llama-3.3-70b", dense(70.6e9, CARD), RECALLED),
    plain("llama-3.1-8b", dense(8.03e9, CARD), AICONFIGURATOR),
    plain("llama-3.1-70b", dense(70.6e9, CARD), AICONFIGURATOR),
    plain("llama-3.1-405b", dense(405e9, NAME), AICONFIGURATOR),
    plain("llama-2-7b", dense(6.74e9, CARD), INFERENCE_SIM),
    ModelRecord {
        note: "The card's 109 billion include the vision tower, which is not counted here; both its figures are round. \
               Three layers of four attend within chunks of 8,192 tokens; an engine may keep everything all the same. \
               The card names ten million tokens.",
        ..plain("llama-4-scout", routed(109e9, 17e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The config prints a sliding window but turns it off. It says 32,768 tokens; the card goes to 131,072 \
               with YaRN.",
        ..plain("qwen2.5-7b", dense(7.61e9, CARD), INFERENCE_SIM)
    },
    ModelRecord {
        note: "The config says 32,768 tokens; the card goes to 131,072 with YaRN.",
        ..plain("qwen2.5-72b", dense(72.7e9, CARD), COPY)
    },
    ModelRecord {
        note: "The config says 40,960 tokens: 32,768 and room for an answer. The card goes to 131,072 with YaRN.",
        ..plain("qwen3-8b", dense(8.19e9, "a power study's list of models"), AICONFIGURATOR)
    },
    ModelRecord {
        note: "Heads of 128 elements, though 5,120 / 64 is 80. Context as for Qwen3 8B.",
        ..plain("qwen3-32b", dense(32.8e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The card rounds the active parameters down. Context as for Qwen3 8B.",
        ..plain("qwen3-30b-a3b", routed(30.5e9, 3.3e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "Context as for Qwen3 8B.",
        ..plain("qwen3-235b-a22b", routed(235e9, 22e9, NAME), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The name is rounded down: without embedding and head the active count is 3.25 billion. One layer in \
               four attends. The config says 262,144 tokens; the card goes to 1,010,000 with YaRN.",
        ..plain("qwen3-next-80b-a3b", routed(80e9, 3e9, NAME), RECALLED)
    },
    ModelRecord {
        note: "One layer in four attends. The vision tower is not counted. The config says 262,144 tokens; the card \
               goes to 1,010,000 with YaRN.",
        ..plain("qwen3.5-27b", dense(27e9, NAME), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The name rounds the active parameters down. One layer in four attends. Vision tower and context as for \
               Qwen3.5 27B.",
        ..plain("qwen3.5-397b-a17b", routed(397e9, 17e9, NAME), AICONFIGURATOR)
    },
    ModelRecord {
        note: "Without the input embedding the active count is 2.45 billion, which the card rounds down. The config \
               allows 163,840 tokens; the card names 32K.",
        ..plain("deepseek-v2-lite", routed(15.7e9, 2.4e9, CARD), INFERENCE_SIM)
    },
    ModelRecord {
        note: "Without the input embedding the active count is 36.6 billion, which the card rounds. The checkpoint has \
               14 billion more, a module that predicts a further token. The config prints 128 KV heads: what is kept \
               is one vector of 576 elements. It allows 163,840 tokens; the card names 128K.",
        ..plain("deepseek-v3", routed(671e9, 37e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "DeepSeek-V3's shape, and its notes.",
        ..plain("deepseek-r1", routed(671e9, 37e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "As DeepSeek-V3, with 0.85 billion more for the indexer of sparse attention, which every token passes \
               through. Its keys, 128 bytes a token and layer in FP8, and their scales are not in the KV figure. A \
               decode step is counted as if it read all tokens, not only the 2,048 chosen.",
        ..plain("deepseek-v3.2", routed(671e9, 37e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The name rounds the total down. Without the input embedding the active count is 31.7 billion, which the \
               card rounds. The vision tower is not counted. Its checkpoint holds the routed experts in INT4 in groups \
               of 32, 4.5 bits a number where 4.16 are usual, and all else in BF16.",
        ..plain("kimi-k2.5", routed(1000e9, 32e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "Without embedding and head the active count is 32.1 billion, which the card rounds. A module that \
               predicts a further token, 5.5 billion more, is in the checkpoint and not counted.",
        ..plain("glm-4.5", routed(355e9, 32e9, CARD), RECALLED)
    },
    ModelRecord {
        note: "Without embedding and head the active count is 39.9 billion, which the card rounds. The indexer of \
               sparse attention as for DeepSeek-V3.2. The config prints a head of 64 and 64 KV heads: what is kept is \
               one vector of 576 elements.",
        ..plain("glm-5", routed(744e9, 40e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "Without embedding and head the active count is 9.8 billion, which the card rounds. Modules that predict \
               further tokens are not counted.",
        ..plain("minimax-m2.7", routed(229e9, 10e9, "model card of M2, recalled"), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The card's active figure leaves out the input embedding, 0.58 billion. The biases of all experts are \
               counted as active here. Every second layer slides, over 128 tokens. Only the experts are in MXFP4.",
        ..plain("gpt-oss-20b", routed(20.9e9, 3.6e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The card's active figure leaves out the input embedding, 0.58 billion. The biases of all experts, 0.04 \
               billion, are counted as active here. Layers and experts as for gpt-oss 20B.",
        ..plain("gpt-oss-120b", routed(116.8e9, 5.1e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "The config does not list which layers slide: it is every second one. Heads of 128 elements, though \
               4,608 / 32 is 144.",
        ..plain("gemma-2-27b", dense(27.2e9, CARD), COPY)
    },
    ModelRecord {
        note: "The card's figure includes 0.4 billion of the vision tower. The config leaves out heads, their width \
               and the vocabulary: those are the defaults of the class. Five layers of six slide. The context is \
               recalled.",
        ..plain("gemma-3-4b", dense(4.3e9, CARD), COPY)
    },
    ModelRecord {
        note: "The card's figure includes 0.4 billion of the vision tower. Five layers of six slide.",
        ..plain("gemma-3-27b", dense(27.4e9, CARD), RECALLED)
    },
    plain("mixtral-8x7b", routed(46.7e9, 12.9e9, CARD), AICONFIGURATOR),
    ModelRecord {
        note: "Counted with an embedding and a head of its own it has 125.0 billion. The fields read do not say \
               whether the two are one; then it would have 123.4. Its checkpoint is FP8.",
        ..plain("devstral-2-123b", dense(123e9, NAME), TT_METAL)
    },
    plain("phi-4", dense(14.7e9, CARD), TT_METAL),
    ModelRecord {
        note: "49 layers of 80 attend. The feed-forward networks have widths of their own, layer by layer.",
        ..plain("nemotron-super-49b", dense(49.9e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "Six layers of 52 attend, 23 are Mamba-2 and 23 hold experts. The card goes beyond the config's 262,144 \
               tokens.",
        ..plain("nemotron-3-nano-30b-a3b", routed(31.6e9, 3.6e9, CARD), AICONFIGURATOR)
    },
    ModelRecord {
        note: "Without embedding and head the active count is 11.7 billion, which the name rounds. Eight layers of 88 \
               attend. Experts work on 1,024 of 4,096 elements. A module that predicts a further token is not counted. \
               The card goes beyond the config's 262,144 tokens.",
        ..plain("nemotron-3-super-120b-a12b", routed(120e9, 12e9, NAME), AICONFIGURATOR)
    },
    ModelRecord { note: "Four layers of 32 attend.", ..plain("jamba-v0.1", routed(52e9, 12e9, CARD), COPY) },
    ModelRecord {
        note: "The published figure counts the embedding twice, once as the head; they are one. The config prints 71 \
               KV heads, but there is one: queries alone have 71, so that the model splits over 71 GPUs or not at all.",
        ..plain("falcon-7b", dense(7.22e9, CARD), COPY)
    },
    plain("mpt-7b", dense(6.65e9, CARD), COPY),
    ModelRecord {
        note: "It was trained on 2,048 tokens; its positions have no limit of their own.",
        ..plain("bloom-176b", dense(176.2e9, CARD), RECALLED)
    },
];
