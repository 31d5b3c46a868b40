//! Words of a policy as JSON and back: the same keys, the same values, checked in the same way.

use std::collections::BTreeMap;
use std::path::Path;

use aloof_table::Decimal;
use serde_json::{Map, Value};

use crate::policy::{Item, Located, Place, PolicyError, Protect, Section};

/// A table of a policy.
pub type Words = BTreeMap<String, Value>;

/// A `[[protect]]` with what was left out said: which columns, and against whom.
pub(super) fn of_protect(protect: &Protect) -> Words {
    let mut words: Words = object(protect.words()).into_iter().collect();
    if !protect.sensitive().is_empty() {
        words.insert("sensitive".to_owned(), protect.sensitive().to_vec().into());
    }
    words.insert("view".to_owned(), protect.view().name().into());
    words
}

fn object(section: &Section) -> Map<String, Value> {
    section.entries().iter().map(|(key, item)| (key.clone(), value(key, &item.value))).collect()
}

fn value(key: &str, item: &Item) -> Value {
    match item {
        // Where a file lies on somebody's machine is nobody's business.
        Item::Text(text) if key == "matrix" => {
            Path::new(text).file_name().map_or("", |name| name.to_str().unwrap_or("")).into()
        }
        // Counts are numbers and all else is text, however it was typed.
        Item::Text(text) | Item::Number(text) if matches!(key, "m" | "k" | "l") => {
            text.parse::<u64>().map_or_else(|_| text.as_str().into(), Value::from)
        }
        Item::Text(text) if NAMES.contains(&key) => text.as_str().into(),
        Item::Text(text) | Item::Number(text) => plain(text).into(),
        Item::Truth(truth) => (*truth).into(),
        Item::List(items) => items.iter().map(|item| value(key, &item.value)).collect(),
        Item::Section(section) => Value::Object(object(section)),
    }
}

/// Keys of names, which may look like numbers and are none.
const NAMES: [&str; 5] = ["principle", "sensitive", "columns", "matrix", "population"];

/// A number in the one way in which it is written; else the text.
fn plain(text: &str) -> String {
    text.parse::<Decimal>().map_or_else(|_| text.to_owned(), |number| number.to_string())
}

/// Back to what a policy is checked from; `way` says where it stands.
pub(super) fn to_section(words: &Words, way: &str) -> Result<Section, PolicyError> {
    let mut section = Section::new(Place::Key(way.to_owned()));
    for (key, value) in words {
        let inside = format!("{way}.{key}");
        let item = to_item(value, &inside)?;
        section.set(key, Place::Key(inside), item);
    }
    Ok(section)
}

pub(super) fn to_item(value: &Value, way: &str) -> Result<Item, PolicyError> {
    Ok(match value {
        Value::String(text) => Item::Text(text.clone()),
        Value::Number(number) => Item::Number(number.to_string()),
        Value::Bool(truth) => Item::Truth(*truth),
        Value::Array(values) => {
            let one = |(at, value): (usize, &Value)| {
                let inside = format!("{way}[{at}]");
                Ok(Located { value: to_item(value, &inside)?, place: Place::Key(inside) })
            };
            Item::List(values.iter().enumerate().map(one).collect::<Result<_, PolicyError>>()?)
        }
        Value::Object(entries) => {
            let words: Words = entries.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            Item::Section(to_section(&words, way)?)
        }
        Value::Null => return Err(PolicyError::new(Place::Key(way.to_owned()), "nothing stands here")),
    })
}
