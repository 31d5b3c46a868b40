//! A policy's words: as the page has them (JSON), as files have them (TOML), as the library checks them.
//!
//! The page changes words and knows no rule about them. What it sends is written down as TOML, and that text is what is checked, run
//! and kept, so that nothing runs which a file does not say.

use std::fmt::Write as _;

use aloof::policy::{Item, Section};
use serde_json::{Map, Value};

/// The words of a policy file.
pub(crate) fn from_toml(text: &str, file: &str) -> Result<Value, aloof::policy::PolicyError> {
    Ok(Value::Object(of_section(&Section::from_toml(text, file)?)))
}

fn of_section(section: &Section) -> Map<String, Value> {
    section.entries().iter().map(|(key, item)| (key.clone(), of_item(&item.value))).collect()
}

fn of_item(item: &Item) -> Value {
    match item {
        Item::Text(text) => Value::String(text.clone()),
        // Numbers that are no whole ones stay texts: 0.1 is no float anywhere.
        Item::Number(digits) => digits.parse::<i64>().map_or_else(|_| Value::String(digits.clone()), Value::from),
        Item::Truth(truth) => Value::Bool(*truth),
        Item::List(items) => items.iter().map(|item| of_item(&item.value)).collect(),
        Item::Section(section) => Value::Object(of_section(section)),
    }
}

/// Keys as people write them: what a thing is before what it is asked for. Others follow, by the alphabet.
const FIRST: [&str; 14] = [
    "input",
    "columns",
    "role",
    "principle",
    "protect",
    "sensitive",
    "kind",
    "distance",
    "absolute",
    "relative",
    "epsilon",
    "m",
    "method",
    "output",
];

/// The words as a policy file. `columns` are those of the table, in its order.
pub(crate) fn to_toml(words: &Value, columns: &[String]) -> String {
    let mut out = String::new();
    let Value::Object(tables) = words else { return out };
    for (name, value) in in_order(tables, &[]) {
        match value {
            Value::Object(table) => {
                let lines: Vec<String> = in_order(table, columns).into_iter().filter_map(line).collect();
                if !lines.is_empty() {
                    let _ = writeln!(out, "[{}]\n{}", key_text(name), lines.concat());
                }
            }
            Value::Array(tables) => {
                for table in tables.iter().filter_map(Value::as_object) {
                    let lines: Vec<String> = in_order(table, &[]).into_iter().filter_map(line).collect();
                    let _ = writeln!(out, "[[{}]]\n{}", key_text(name), lines.concat());
                }
            }
            other => out.extend(line((name, other))),
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn in_order<'a>(table: &'a Map<String, Value>, columns: &[String]) -> Vec<(&'a String, &'a Value)> {
    let place = |key: &String| {
        let column = columns.iter().position(|column| column == key);
        let first = FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len());
        (column.unwrap_or(columns.len()), first)
    };
    let mut entries: Vec<(&String, &Value)> = table.iter().collect();
    entries.sort_by_key(|(key, _)| (place(key), *key));
    entries
}

fn line((key, value): (&String, &Value)) -> Option<String> {
    (!value.is_null()).then(|| format!("{} = {}\n", key_text(key), inline(value)))
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let pair = |(key, value): (&String, &Value)| format!("{} = {}", key_text(key), inline(value));
            let said = in_order(table, &[]).into_iter().filter(|(_, value)| !value.is_null());
            let pairs: Vec<String> = said.map(pair).collect();
            if pairs.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", pairs.join(", ")) }
        }
        other => other.to_string(),
    }
}

/// Bare where it can be.
fn key_text(key: &str) -> String {
    let bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{:04X}", letter as u32);
            }
            letter => out.push(letter),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_as_they_were() {
        let text = "[input]\nmissing = [\"-9\"]\n\n[columns]\nage = { role = \"quasi\", round = 5 }\n\"a \\\"b\\\"\\u0001\" = { role = \"drop\" }\n\
                    undeclared = \"error\"\n\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"0.1\"\nm = 5\n\n[[protect]]\n\
                    principle = \"skyline\"\npoints = [{ c = \"0.5\", l = 1 }]\n\n[method]\neffort = \"quick\"\n";
        let words = from_toml(text, "a.toml").unwrap();
        let columns = ["age".to_owned(), "a \"b\"\u{1}".to_owned()];
        assert_eq!(to_toml(&words, &columns), text);
        assert_eq!(from_toml(&to_toml(&words, &[]), "b.toml").unwrap(), words);
    }

    #[test]
    fn what_is_null_is_not_said() {
        let words = serde_json::json!({ "columns": { "a": { "role": "quasi", "hierarchy": null } }, "method": {}, "output": { "format": null } });
        assert_eq!(to_toml(&words, &[]), "[columns]\na = { role = \"quasi\" }\n");
    }

    #[test]
    fn numbers_that_are_no_whole_ones_stay_digits() {
        let words = from_toml("[method]\nsuppress = 0.10\n", "a.toml").unwrap();
        assert_eq!(words["method"]["suppress"], "0.10");
    }
}
