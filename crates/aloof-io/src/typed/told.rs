//! What Arrow columns say of themselves besides their values: as metadata of their fields, in Parquet and Arrow IPC files and in
//! memory.
//!
//! | key | holds |
//! |---|---|
//! | `aloof.label` | what the column is about |
//! | `aloof.value_labels` | JSON: pairs of a code and what it stands for, `[["1", "male"], ["2", "female"]]` |
//! | `aloof.missing` | JSON: values that mean missing, as texts, and ranges, `["-9", {"low": "90", "high": null}]` |
//! | `aloof.format` | how another program shows the values |
//! | `aloof.scale` | `nominal`, `ordinal` or `metric` |
//!
//! What cannot be understood there says nothing: it is about the column and changes no value.

use aloof_table::{ColumnInfo, Decimal, DeclaredMissing, Scale, ValueLabel};
use arrow_schema::Field;
use serde_json::Value;

/// What a field says.
pub(crate) fn of(field: &Field) -> ColumnInfo {
    let said = |key: &str| field.metadata().get(key).cloned().filter(|text| !text.is_empty());
    let listed =
        |key: &str| said(key).and_then(|text| serde_json::from_str::<Vec<Value>>(&text).ok()).unwrap_or_default();
    ColumnInfo {
        label: said("aloof.label"),
        value_labels: listed("aloof.value_labels").iter().filter_map(value_label).collect(),
        missing: listed("aloof.missing").iter().filter_map(missing).collect(),
        format: said("aloof.format"),
        scale: said("aloof.scale").and_then(|name| scale(&name)),
    }
}

fn value_label(pair: &Value) -> Option<ValueLabel> {
    let text = |at: usize| Some(pair.get(at)?.as_str()?.to_owned());
    Some(ValueLabel { value: text(0)?, label: text(1)? })
}

fn missing(one: &Value) -> Option<DeclaredMissing> {
    if let Some(text) = one.as_str() {
        return Some(DeclaredMissing::Value(text.to_owned()));
    }
    let end = |key: &str| match one.get(key) {
        None | Some(Value::Null) => Some(None),
        Some(end) => end.as_str()?.parse::<Decimal>().ok().map(Some),
    };
    let (low, high) = (end("low")?, end("high")?);
    (low.is_some() || high.is_some()).then_some(DeclaredMissing::Range { low, high })
}

fn scale(name: &str) -> Option<Scale> {
    match name {
        "nominal" => Some(Scale::Nominal),
        "ordinal" => Some(Scale::Ordinal),
        "metric" => Some(Scale::Metric),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use arrow_schema::DataType;

    use super::*;

    fn told(pairs: &[(&str, &str)]) -> ColumnInfo {
        let metadata =
            pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect::<HashMap<_, _>>();
        of(&Field::new("x", DataType::Float64, true).with_metadata(metadata))
    }

    #[test]
    fn fields_say_what_files_say() {
        let info = told(&[
            ("aloof.label", "Sex of the person"),
            ("aloof.value_labels", r#"[["1", "male"], ["2", "female"]]"#),
            ("aloof.missing", r#"["-9", {"low": "90", "high": null}, {"low": null, "high": "-5"}]"#),
            ("aloof.scale", "nominal"),
            ("aloof.format", "F8.2"),
        ]);
        assert_eq!((info.label.as_deref(), info.label_of("2")), (Some("Sex of the person"), Some("female")));
        let missing: Vec<String> = info.missing.iter().map(ToString::to_string).collect();
        assert_eq!(missing, ["-9", ">=90", "<=-5"]);
        assert_eq!((info.scale, info.format.as_deref()), (Some(Scale::Nominal), Some("F8.2")));
    }

    #[test]
    fn what_is_not_understood_says_nothing() {
        assert!(told(&[]).is_empty());
        let text = r#"[1, {}, {"low": 3}, {"low": "x"}, [["a"]], {"low": null, "high": null}]"#;
        assert!(told(&[("aloof.missing", text), ("aloof.value_labels", text), ("aloof.scale", "?")]).is_empty());
        assert!(told(&[("aloof.missing", "{"), ("aloof.value_labels", "7"), ("aloof.label", "")]).is_empty());
    }
}
