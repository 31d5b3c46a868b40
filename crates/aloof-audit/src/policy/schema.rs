//! The JSON Schema of a policy, made from the same keys that checking uses.

use serde_json::{Map, Value, json};

use super::keys::{
    COLUMN, DISTANCE, HIERARCHY, INPUT, Key, METHOD, OUTPUT, POINT, PRESERVE, PRINCIPLES, PROTECT, PrincipleKeys,
    ValueType,
};

/// JSON Schema (2020-12) of a policy file read as TOML.
pub fn schema() -> Value {
    let protect: Vec<Value> = PRINCIPLES.iter().map(protection).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Aloof policy",
        "description": "What every column is, what must hold, and how to get there.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "columns": {
                "type": "object",
                "description": "Every column of the data by its name.",
                "properties": {
                    "undeclared": { "enum": ["error", "drop"], "description": "what happens to columns not named here" }
                },
                "additionalProperties": table(COLUMN, &["role"])
            },
            "protect": { "type": "array", "items": { "oneOf": protect } },
            "preserve": { "type": "array", "items": table(PRESERVE, &["property"]) },
            "method": table(METHOD, &[]),
            "output": table(OUTPUT, &[]),
            "input": table(INPUT, &[])
        }
    })
}

fn protection(principle: &PrincipleKeys) -> Value {
    let mut schema = table(PROTECT, &["principle"]);
    schema["description"] = json!(principle.doc);
    let properties = schema["properties"].as_object_mut().expect("a table has properties");
    properties.insert("principle".to_owned(), json!({ "const": principle.name }));
    properties.extend(properties_of(principle.keys));
    schema
}

fn table(keys: &[Key], required: &[&str]) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": properties_of(keys),
        "required": required,
    })
}

fn properties_of(keys: &[Key]) -> Map<String, Value> {
    let property = |key: &Key| {
        let mut schema = value_schema(key.value);
        schema["description"] = json!(key.doc);
        (key.name.to_owned(), schema)
    };
    keys.iter().map(property).collect()
}

fn value_schema(value: ValueType) -> Value {
    let decimal = json!({ "type": ["string", "number"] });
    match value {
        ValueType::Text => json!({ "type": "string" }),
        ValueType::Decimal => decimal,
        ValueType::Whole(least) => json!({ "type": "integer", "minimum": least }),
        ValueType::Steps => json!({ "oneOf": [{ "const": "auto" }, { "type": "integer", "minimum": 1 }] }),
        ValueType::Time => json!({ "type": ["string", "number"] }),
        ValueType::Truth => json!({ "type": "boolean" }),
        ValueType::Choice(choices) => json!({ "enum": choices }),
        ValueType::Texts => json!({ "type": ["string", "array"], "items": { "type": "string" } }),
        ValueType::List => {
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "uniqueItems": true })
        }
        ValueType::Decimals => json!({ "type": "array", "items": decimal }),
        ValueType::Range => json!({ "type": "array", "items": decimal, "minItems": 2, "maxItems": 2 }),
        ValueType::Table(keys) => table(keys, if std::ptr::eq(keys, DISTANCE) { &["kind"] } else { &[] }),
        ValueType::Tables(keys) => {
            let required: &[&str] = if std::ptr::eq(keys, POINT) { &["c"] } else { &["kind"] };
            json!({ "type": "array", "items": table(keys, required), "minItems": 1 })
        }
        ValueType::ChoiceOr(choices, keys) => {
            let texts = json!({ "type": "array", "items": { "type": "string" } });
            json!({ "oneOf": [{ "enum": choices }, texts, table(keys, &[])] })
        }
        ValueType::FileOr(keys) => {
            let required: &[&str] = if std::ptr::eq(keys, HIERARCHY) { &["kind"] } else { &[] };
            json!({ "oneOf": [{ "type": "string" }, table(keys, required)] })
        }
    }
}
