//! The JSON Schema of evidence: what a program that reads it may rely on. More fields may stand beside those that are named.

use serde_json::{Value, json};

/// The schema, of version 2020-12: evidence of a release or an audit, or of attacks alone.
pub fn evidence_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Evidence of a release, an audit or attacks, as aloof writes it with --evidence",
        "description": "All that the page says, written from the same case. Fractions are exact text; measured numbers have three digits, rates of attacks four. It holds no sensitive value.",
        "oneOf": [of_release(), of_attacks()]
    })
}

fn of_release() -> Value {
    let digest = json!({ "type": "object", "required": ["name", "sha256"], "additionalProperties": false,
        "properties": { "name": text("The file's name."), "sha256": text("Its SHA-256, in hexadecimal.") } });
    json!({
        "type": "object",
        "required": [
            "evidence", "kind", "program", "date", "data", "table", "policy", "files", "trial", "sign", "title", "sentences", "against_whom",
            "good_for", "quasi", "left_out", "groups", "shares", "risks", "evaluation", "advice", "limits", "problems", "found", "manifest"
        ],
        "properties": {
            "evidence": { "const": 1, "description": "The version of this format." },
            "kind": { "enum": ["release", "audit"] },
            "program": program(),
            "date": text("The day on which it was written, year first."),
            "data": maybe("string", "The table that it was made of, or that was judged."),
            "table": maybe("string", "What was published."),
            "policy": nothing_or(&digest),
            "files": list(&digest),
            "trial": { "type": "boolean", "description": "Drawn from a seed that anybody can guess: not for publication." },
            "sign": { "enum": ["good", "bad", "warn"], "description": "The sign of the verdict." },
            "title": text("The verdict in words."),
            "sentences": words("What the verdict means: for each promise one sentence."),
            "against_whom": words("Is it safe, and against whom?"),
            "good_for": words("What it may be used for."),
            "quasi": words("Columns that others may know."),
            "left_out": words("Columns that were not published."),
            "groups": maybe("integer", "Groups that look different; null where there are none."),
            "shares": list(&shares()),
            "risks": list(&risks()),
            "evaluation": nothing_or(&evaluation()),
            "advice": maybe("object", "What could be promised: as `aloof advise --json` says it."),
            "limits": words("What is not promised."),
            "problems": words("What could not be told, and why."),
            "found": found(),
            "attacks": nothing_or(&attacks()),
            "manifest": maybe("object", "The release's manifest.json, as it stands there.")
        }
    })
}

/// What `aloof attack --evidence` writes.
fn of_attacks() -> Value {
    json!({
        "type": "object",
        "required": ["evidence", "kind", "program", "date", "table", "attacks"],
        "properties": {
            "evidence": { "const": 1, "description": "The version of this format." },
            "kind": { "const": "attack" },
            "program": program(),
            "date": maybe("string", "The day on which it was written, year first."),
            "table": text("What was attacked."),
            "attacks": attacks()
        }
    })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn maybe(kind: &str, description: &str) -> Value {
    json!({ "type": [kind, "null"], "description": description })
}

fn list(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn words(description: &str) -> Value {
    json!({ "type": "array", "description": description, "items": { "type": "string" } })
}

fn nothing_or(value: &Value) -> Value {
    json!({ "oneOf": [{ "type": "null" }, value] })
}

fn counted() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn program() -> Value {
    json!({ "type": "object", "required": ["name", "version"],
        "properties": { "name": { "const": "aloof" }, "version": { "type": "string" } } })
}

/// The worst and the allowed share of a check.
fn shares() -> Value {
    let share = json!({ "type": "object", "required": ["exact", "decimal", "said"], "properties": {
        "exact": text("A fraction in lowest terms."),
        "decimal": { "type": ["number", "null"] },
        "said": text("The same for people.")
    } });
    json!({ "type": "object", "required": ["check", "worst", "bound"], "additionalProperties": false,
        "properties": { "check": text("principle/columns/view"), "worst": share.clone(), "bound": share } })
}

/// How many people could be told, before and now.
fn risks() -> Value {
    let people = json!({ "type": "object", "required": ["classes", "beyond"],
        "properties": { "classes": list(&counted()), "beyond": counted() } });
    json!({ "type": "object", "required": ["title", "sensitive", "bound", "before", "after"], "properties": {
        "title": { "type": "string" },
        "sensitive": words("Protected columns."),
        "bound": { "type": ["number", "null"] },
        "before": people.clone(),
        "after": { "type": "object", "description": "By view.", "additionalProperties": people }
    } })
}

fn evaluation() -> Value {
    let error = json!({ "type": ["number", "null"], "minimum": 0 });
    let query = json!({ "type": "object", "required": ["dimensions", "selectivity", "queries", "empty", "mean_relative_error"], "properties": {
        "dimensions": counted(), "selectivity": { "type": "string" }, "queries": counted(), "empty": counted(), "mean_relative_error": error
    } });
    json!({ "type": "object", "required": ["loss", "ncp", "tuples", "count_query"], "properties": {
        "loss": { "type": "number", "minimum": 0 },
        "ncp": { "type": "number", "minimum": 0 },
        "tuples": counted(),
        "count_query": list(&query)
    } })
}

/// What attackers get out of a release.
fn attacks() -> Value {
    json!({ "type": "object",
        "required": ["tuples", "people", "absent", "control", "interval", "seed", "attacks", "not_run", "told", "notes"],
        "properties": {
            "tuples": counted(),
            "people": counted(),
            "absent": counted(),
            "control": counted(),
            "interval": { "const": "wilson", "description": "At 95%." },
            "seed": counted(),
            "attacks": list(&attack()),
            "not_run": list(&json!({ "type": "object", "required": ["attack", "asked", "reason"], "properties": {
                "attack": { "type": "string" }, "variant": { "type": "string" }, "asked": { "type": "string" }, "sensitive": words("Of which columns."), "reason": { "type": "string" }
            } })),
            "told": words("The strongest attacks in plain sentences: about each column, about quasi values, and about whose record is whose."),
            "notes": words("What the reader should know.")
        } })
}

/// One attack, with its rates.
fn attack() -> Value {
    let share = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let fields = json!({
        "people": counted(), "right": counted(), "share": share.clone(), "interval": { "type": "array", "items": share.clone() }
    });
    let rate =
        json!({ "type": "object", "required": ["people", "right", "share", "interval"], "properties": fields.clone() });
    let mut claim = rate.clone();
    claim["required"] = json!(["confidence", "people", "right", "share", "interval"]);
    claim["properties"]["confidence"] = share.clone();
    claim["properties"]["certainty"] = share.clone();
    let fact = json!({ "type": "object", "required": ["name", "value"], "properties": {
        "name": { "type": "string" }, "value": { "type": "number" }
    } });
    json!({ "type": "object",
        "required": ["attack", "asked", "sensitive", "adversary", "success", "blind", "blind_is", "excess", "beyond_blind", "claims", "facts"],
        "properties": {
            "attack": { "type": "string" },
            "variant": text("In which view, or with what knowledge."),
            "asked": text("What is promised of the values guessed."),
            "sensitive": words("The columns guessed; none where it is a record or quasi values."),
            "adversary": text("What the adversary knows."),
            "success": rate.clone(),
            "control": rate.clone(),
            "without_control": text("Why there are no control people."),
            "blind": rate,
            "blind_is": text("What the blind guess is."),
            "promised": share,
            "excess": { "type": "number" },
            "excess_over_control": { "type": "number" },
            "beyond_blind": { "type": "boolean" },
            "beyond_promise": { "type": "boolean" },
            "beyond_control": { "type": "boolean" },
            "claims": list(&claim),
            "facts": list(&fact)
        } })
}

/// What was judged: fields of the audit, or of the release.
fn found() -> Value {
    json!({ "type": "object", "required": ["verdict", "tuples", "checks"], "properties": {
        "verdict": { "enum": ["pass", "fail", "measured"] },
        "tuples": counted(),
        "checks": list(&check())
    } })
}

fn check() -> Value {
    json!({ "type": "object",
        "required": [
            "principle", "title", "sensitive", "view", "verdict", "required", "groups", "violating_groups", "violating_tuples",
            "worst_risk", "bound", "bound_is"
        ],
        "properties": {
            "principle": { "type": "string" },
            "title": { "type": "string" },
            "sensitive": words("Protected columns."),
            "view": { "type": "string" },
            "verdict": { "enum": ["pass", "fail", "measured"] },
            "required": { "type": "boolean", "description": "Whether it was asked for." },
            "groups": counted(),
            "violating_groups": counted(),
            "violating_tuples": counted(),
            "worst_risk": text("A fraction in lowest terms."),
            "bound": text("A fraction in lowest terms."),
            "bound_is": { "enum": ["at most", "at least"] }
        } })
}
