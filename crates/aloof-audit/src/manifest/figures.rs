//! Figures to three significant digits: enough to weigh a release by, too few to work back from to a person.

use serde_json::{Number, Value};

/// A figure to three digits.
pub(crate) fn three_digits(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

/// A count to three digits.
pub(crate) fn three_digits_of(count: usize) -> usize {
    let unit = 10usize.pow(count.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (count + unit / 2) / unit * unit
}

/// Whether a count that was written to three digits may have been another.
pub(crate) fn is_rounded(count: usize) -> bool {
    count > 999
}

/// A fraction as it stands if that takes no more than three digits above and below, else a decimal.
pub(super) fn short_fraction(text: &str) -> String {
    let part = |part: &str| part.parse::<f64>().ok();
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    match (part(above), part(below)) {
        (Some(above), Some(below)) if above.abs() > 999.0 || below > 999.0 => three_digits(above / below).to_string(),
        _ => text.to_owned(),
    }
}

/// Every number below this value, to three digits.
pub(super) fn all_to_three_digits(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(rounded(&number)),
        Value::Array(items) => items.into_iter().map(all_to_three_digits).collect(),
        Value::Object(entries) => entries.into_iter().map(|(key, value)| (key, all_to_three_digits(value))).collect(),
        other => other,
    }
}

fn rounded(number: &Number) -> Number {
    if let Some(count) = number.as_u64().and_then(|count| usize::try_from(count).ok()) {
        return Number::from(three_digits_of(count));
    }
    number.as_f64().map(three_digits).and_then(Number::from_f64).unwrap_or_else(|| number.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_left() {
        assert_eq!(
            [0.083_271_9, 12_345.6, 0.0].map(|figure| three_digits(figure).to_string()),
            ["0.0833", "12300", "0"]
        );
        assert_eq!([0, 7, 999, 1604, 99_999].map(three_digits_of), [0, 7, 999, 1600, 100_000]);
        assert_eq!(["3/14", "1283/7345", "1", "12345"].map(short_fraction), ["3/14", "0.175", "1", "12300"]);
        let figures = serde_json::json!({ "one": [0.123_456, 1604], "text": "0.123456" });
        assert_eq!(all_to_three_digits(figures), serde_json::json!({ "one": [0.123, 1600], "text": "0.123456" }));
    }
}
