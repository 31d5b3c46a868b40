//! Whether a word that a manifest repeats is one that a policy can say, in the one way in which this program writes it.

use aloof_table::Decimal;
use serde_json::Value;

use super::keys::{INPUT, Key, METHOD, MISSING, OUTPUT, PRESERVE, PRINCIPLES, ValueType};

/// A table of a policy whose words a manifest repeats.
#[derive(Clone, Copy)]
pub(crate) enum Table {
    /// `[method]`.
    Method,
    /// `[output]`.
    Output,
    /// `[input]`.
    Input,
    /// What is said of missing values of a column.
    Missing,
}

/// What became of equal values where a policy says nothing of them: a manifest says of each column which it was.
pub(crate) const BY_COLUMN: &str = "collapse, else relax";

/// Whether this stands under this key as it is written there.
pub(crate) fn is_said(table: Table, name: &str, value: &Value) -> bool {
    let keys = match table {
        // Where a walk is left to choose, or is as printed, its manifest says so; and it says what else was kept.
        Table::Method if name == "ties" && matches!(value.as_str(), Some("printed" | BY_COLUMN)) => return true,
        Table::Method if name == "preserve" => {
            return value.as_array().is_some_and(|all| all.iter().all(|one| fits(PRESERVE, "property", one)));
        }
        Table::Method => METHOD,
        Table::Output => OUTPUT,
        Table::Input => INPUT,
        Table::Missing => MISSING,
    };
    fits(keys, name, value)
}

/// Whether it is the name of a principle.
pub(crate) fn is_principle(name: &str) -> bool {
    PRINCIPLES.iter().any(|principle| principle.name == name)
}

/// Whether it is a decimal, written as this program writes it.
pub(crate) fn is_decimal(text: &str) -> bool {
    text.parse::<Decimal>().is_ok_and(|number| number.to_string() == text)
}

fn fits(keys: &[Key], name: &str, value: &Value) -> bool {
    let Some(key) = keys.iter().find(|key| key.name == name) else { return false };
    match (key.value, value) {
        (ValueType::Choice(words), Value::String(text)) => words.contains(&text.as_str()),
        (ValueType::Decimal, Value::String(text)) => is_decimal(text),
        (ValueType::Steps, Value::String(text)) => {
            text == "auto" || text.parse::<u64>().is_ok_and(|steps| steps.to_string() == *text)
        }
        (ValueType::Whole(_), Value::Number(number)) => number.is_u64(),
        (ValueType::Truth, Value::Bool(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_of_a_policy_and_others() {
        for (name, value) in [
            ("algorithm", json!("split")),
            ("suppress", json!("0.25")),
            ("ties", json!("printed")),
            ("ties", json!("collapse, else relax")),
            ("steps", json!("auto")),
            ("segment", json!(100)),
            ("preserve", json!(["order", "sum"])),
        ] {
            assert!(is_said(Table::Method, name, &value), "{name}");
        }
        for (name, value) in [
            ("algorithm", json!("Ada 1000")),
            ("suppress", json!("0.250")),
            ("steps", json!("007")),
            ("preserve", json!(["Ada"])),
            ("note", json!("split")),
            ("absence", json!(["known"])),
        ] {
            assert!(!is_said(Table::Method, name, &value), "{name}");
        }
    }
}
