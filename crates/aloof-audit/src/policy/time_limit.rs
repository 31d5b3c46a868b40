//! `time_limit`: how long making a release may take.
//!
//! A number with a unit: `"60s"`, `"2m"`, `"1.5h"`, `"500ms"`; without one, seconds. Kept in whole milliseconds.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use aloof_table::Decimal;

use super::fields::{Fields, wrong};
use super::{Item, PolicyError};

/// How long making a release may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(Duration);

/// Longer is no limit.
const LONGEST: Duration = Duration::from_hours(365 * 24);

const WANTED: &str = "a time such as \"60s\", \"2m\", \"1h\" or \"500ms\", at most a year";

impl TimeLimit {
    /// As the system's clocks take it.
    pub fn duration(self) -> Duration {
        self.0
    }
}

impl FromStr for TimeLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let text = text.trim();
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let thousandths: i128 = match text[digits.len()..].trim() {
            "ms" => 1,
            "s" | "" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return Err(WANTED),
        };
        let number: Decimal = digits.trim_end().parse().map_err(|_| WANTED)?;
        let scale = 10i128.checked_pow(number.scale().into()).ok_or(WANTED)?;
        let milliseconds = number.mantissa().checked_mul(thousandths).ok_or(WANTED)? / scale;
        let limit = u64::try_from(milliseconds).map(Duration::from_millis).map_err(|_| WANTED)?;
        if number.is_negative() || limit > LONGEST { Err(WANTED) } else { Ok(Self(limit)) }
    }
}

/// In seconds: `60s`, `0.5s`.
impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.as_secs(), self.0.subsec_millis());
        let rest = format!(".{rest:03}");
        write!(f, "{whole}{}s", rest.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Reads the key, if it is there.
pub(super) fn check_time_limit(fields: &Fields<'_>) -> Result<Option<TimeLimit>, PolicyError> {
    let Some(item) = fields.item("time_limit") else { return Ok(None) };
    let (Item::Text(text) | Item::Number(text)) = &item.value else { return Err(wrong("time_limit", item, WANTED)) };
    let refuse = |wanted| PolicyError::new(item.place.clone(), format!("`time_limit` must be {wanted}, not `{text}`"));
    text.parse().map(Some).map_err(refuse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_shown() {
        let shown = |text: &str| text.parse::<TimeLimit>().map(|limit| limit.to_string());
        for (text, seconds) in [
            ("60s", "60s"),
            ("2m", "120s"),
            ("90", "90s"),
            ("1h", "3600s"),
            ("1.5 m", "90s"),
            ("500ms", "0.5s"),
            ("0", "0s"),
            ("0.0001s", "0s"),
            ("1ms", "0.001s"),
            ("8760h", "31536000s"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(seconds), "{text}");
        }
        for text in
            ["", "s", "-1", "-0.0001", "abc", "1e99h", "1e99", "8761h", "1 day", "1ss", "60 s s", "1,5m", "∞", "NaN"]
        {
            assert_eq!(shown(text), Err(WANTED), "{text}");
        }
    }
}
