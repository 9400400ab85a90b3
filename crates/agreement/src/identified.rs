//! Which model and GPU a file names, and whether they are the plan's.

use crate::subject::Subject;
use quantity::float;

/// By how much two counts of parameters may differ and still be one model: published names are rounded.
const SAME_SIZE: f64 = 1.25;

/// Families of models by the word that their names have.
const FAMILIES: [&str; 16] = [
    "llama", "qwen", "deepseek", "mixtral", "mistral", "gemma", "gpt-oss", "phi", "nemotron", "jamba",
    "falcon", "mpt", "bloom", "kimi", "glm", "minimax",
];

/// Whether `name` is another model than the plan's. What cannot be told is not another.
///
/// # Example of what is told
/// "meta-llama/Llama-3.1-8B-Instruct" has 8 billion parameters, `llama-70b-class` 70: another. "my-model" may be any.
pub(crate) fn is_other_model(name: &str, subject: &Subject) -> bool {
    let Some(planned) = subject.model else { return false };
    let name = name.to_ascii_lowercase();
    let family = |text: &str| FAMILIES.iter().position(|family| text.contains(family));
    let other_family = matches!((family(&name), family(planned)), (Some(a), Some(b)) if a != b);
    let other_size = parameters(&name).is_some_and(|said| {
        let ratio = said / subject.plan.model.parameters;
        !(1.0 / SAME_SIZE..=SAME_SIZE).contains(&ratio)
    });
    // Nemotron's are made of Llama's and keep the word.
    (other_family && !name.contains(planned)) || other_size
}

/// Parameters as a name says them: the first number with a "b" behind it that begins a part of the name. Of "8x7b" it is
/// not told how many are shared, so nothing is.
fn parameters(name: &str) -> Option<f64> {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
    parts.filter_map(|part| float::parse(part.strip_suffix('b')?)).find(|n| *n > 0.0).map(|n| n * 1e9)
}

/// The catalogue's GPU that `text` names, and whether it is another than the plan's. `None` where it names none or the plan's
/// is of the reader's own.
pub(crate) fn other_gpu(text: &str, subject: &Subject) -> Option<&'static str> {
    let planned = subject.gpu?;
    let found = gpu(text)?;
    // "H100" alone does not say which of its kinds.
    let (short, long) = if found.len() < planned.len() { (found, planned) } else { (planned, found) };
    let kin = long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    (!kin).then_some(found)
}

/// The catalogue's GPU that `text` names: the longest name whose parts all stand in it.
fn gpu(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
    let stands = |name: &&str| {
        name.split('-')
            .all(|part| words.iter().any(|word| *word == part || word.strip_suffix("gb") == Some(part)))
    };
    catalog::ACCELERATORS.iter().map(|entry| entry.name).filter(stands).max_by_key(|name| name.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::subject;

    #[test]
    fn a_model_is_told_by_family_and_size() {
        for (link, name, other) in [
            ("v=1", "meta-llama/Llama-3.1-8B-Instruct", true),
            ("v=1", "meta-llama/Llama-3.3-70B-Instruct", false),
            ("v=1", "Qwen/Qwen2.5-72B-Instruct", true),
            ("v=1", "my-model", false),
            ("v=1&model=qwen3-8b", "Qwen/Qwen3-8B", false),
            ("v=1&model=mixtral-8x7b", "mistralai/Mixtral-8x7B-Instruct-v0.1", false),
            ("v=1&model=qwen3-30b-a3b", "Qwen/Qwen3-30B-A3B-FP8", false),
            ("v=1&params=8B", "meta-llama/Llama-3.1-70B", false),
        ] {
            assert_eq!(is_other_model(name, &subject(link)), other, "{link} {name}");
        }
    }

    #[test]
    fn a_gpu_is_told_by_its_name() {
        for (link, text, other) in [
            ("v=1", "NVIDIA H100 80GB HBM3", None),
            ("v=1", "NVIDIA A100-SXM4-80GB", Some("a100")),
            ("v=1", "8x MI300X", Some("mi300x")),
            ("v=1", "a card", None),
            ("v=1&gpu=a100", "NVIDIA A100-SXM4-40GB", None),
            ("v=1&gpu=h200", "NVIDIA H100 80GB HBM3", Some("h100")),
            ("v=1&gpu=l4", "NVIDIA L40S", Some("l40s")),
            ("v=1&bw=5TB/s", "NVIDIA A100-SXM4-80GB", None),
        ] {
            assert_eq!(other_gpu(text, &subject(link)), other, "{link} {text}");
        }
    }
}
