//! The file format as JSON Schema, from the table of quantities.

use crate::{MOST_IN_FILE, VERSION, base_unit};
use plan::{Scenario, choices};
use quantity::{Key, Kind, Quantity, Standard};
use serde_json::{Map, Value, json};
use sizing::Figure;

/// `docs/plan.schema.json`, for JSON Schema 2020-12.
///
/// It is narrower than what [`crate::import()`] reads: that forgives what a link forgives.
#[must_use]
pub fn schema() -> String {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("urn:headroom:plan:{VERSION}"),
        "title": "Headroom plan",
        "description": "Scenarios of a capacity plan for serving a language model.",
        "type": "object",
        "required": ["headroom", "scenarios"],
        "additionalProperties": false,
        "properties": {
            "headroom": { "const": VERSION, "description": "The version of this format." },
            "scenarios": {
                "type": "array", "minItems": 1, "maxItems": MOST_IN_FILE,
                "description": "The baseline first, then what is compared with it.",
                "items": { "$ref": "#/$defs/scenario" }
            }
        },
        "$defs": { "scenario": scenario(), "plan": plan(), "figures": figures(), "figure": figure() }
    });
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

fn scenario() -> Value {
    json!({
        "type": "object",
        "required": ["plan"],
        "additionalProperties": false,
        "properties": {
            "name": { "type": "string", "maxLength": Scenario::LONGEST_NAME },
            "plan": { "$ref": "#/$defs/plan" },
            "link": { "type": "string", "description": "What opens the plan. Where there is a plan it is only compared with it." },
            "headline": { "type": "string", "description": "The answer in a sentence. Written, never read." },
            "figures": { "$ref": "#/$defs/figures" }
        }
    })
}

fn plan() -> Value {
    let mut keys: Map<String, Value> =
        Key::all().map(Key::row).map(|row| (row.name.into(), quantity(row))).collect();
    keys.insert("at".into(), json!({ "type": "string", "description": "The place on the page." }));
    json!({
        "type": "object",
        "description": "What was said, each value as a link writes it. What is left out has its default.",
        "properties": keys,
        "additionalProperties": {
            "description": "A key of a later version, kept as it stands.",
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
        }
    })
}

fn quantity(row: &Quantity) -> Value {
    let names: Vec<&str> = choices(row.key).iter().map(|choice| choice.name).collect();
    let mut schema = match row.kind {
        Kind::Word => json!({ "enum": names, "description": row.meaning }),
        Kind::Real { min, max } | Kind::Whole { min, max } => {
            let text = json!({ "type": "string", "pattern": "[0-9]" });
            let kind = if matches!(row.kind, Kind::Whole { .. }) { "integer" } else { "number" };
            let number = json!({ "type": kind, "minimum": min, "maximum": max });
            // A number without its sign is read in the field's unit, and that is asked about.
            let any = if needs_sign(row, max) { json!([text]) } else { json!([text, number]) };
            json!({ "anyOf": any, "description": format!("{} It may be {}.", row.meaning, row.allowed()) })
        }
    };
    let default = match row.default {
        Standard::Number(value) => json!(row.unit.link(value)),
        Standard::Word(name) => json!(name),
        Standard::Absent => Value::Null,
    };
    schema["title"] = json!(row.label);
    if !default.is_null() {
        schema["default"] = default;
    }
    schema
}

/// Whether a link writes the quantity with a sign such as "ms".
fn needs_sign(row: &Quantity, max: f64) -> bool {
    !row.unit.link(max).ends_with(|letter: char| letter.is_ascii_digit())
}

fn figures() -> Value {
    let describe = |figure: Figure| {
        let description = format!("{}, in {}.", figure.label(), base_unit(figure.unit()));
        (figure.name().into(), json!({ "$ref": "#/$defs/figure", "description": description }))
    };
    json!({
        "type": "object",
        "description": "What came out, by name. Written, never read; names are only ever added.",
        "properties": Figure::ALL.into_iter().map(describe).collect::<Map<String, Value>>()
    })
}

fn figure() -> Value {
    json!({
        "type": "object",
        "required": ["label", "value", "unit", "text"],
        "properties": {
            "label": { "type": "string" },
            "value": { "type": ["number", "null"], "description": "In base units; null where unbounded or none." },
            "unit": { "type": "string" },
            "text": { "type": "string", "description": "As the pages write it." }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_schema_is_this_one() {
        let published = include_str!("../../../docs/plan.schema.json");
        assert_eq!(
            published,
            schema(),
            "`cargo run -p export --example schema > docs/plan.schema.json` writes it"
        );
    }

    #[test]
    fn durations_are_texts_and_counts_may_be_numbers() {
        let schema: Value = serde_json::from_str(&schema()).expect("JSON");
        let keys = &schema["$defs"]["plan"]["properties"];
        assert_eq!(keys["ttft"]["anyOf"].as_array().map(Vec::len), Some(1));
        assert_eq!(keys["tp"]["anyOf"][1], json!({ "type": "integer", "minimum": 1.0, "maximum": 1024.0 }));
        assert_eq!(keys["kv"]["enum"], json!(["bf16", "fp8", "int8", "fp4", "int4"]));
        assert_eq!((&keys["tpot"]["default"], keys["batch"].get("default")), (&json!("50ms"), None));
    }
}
