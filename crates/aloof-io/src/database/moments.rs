//! Points in time as PostgreSQL and SQLite write them: `2020-01-31 08:30:00.5`, perhaps with `+00` or `Z` behind.

use aloof_table::Date;

use crate::moment::Moment;

/// The point in time, without its zone; `None` when it is none, or one before the year 0 or after 9999.
pub(crate) fn moment(text: &str) -> Option<Moment> {
    let day = Date::parse(text.as_bytes().get(..10)?)?;
    let rest = text.get(10..)?;
    let rest = rest.strip_suffix("+00").or_else(|| rest.strip_suffix('Z')).unwrap_or(rest);
    if rest.is_empty() {
        return Some(Moment::at(day, 0));
    }
    let time = rest.strip_prefix([' ', 'T'])?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut parts = clock.split(':').map(|part| Some(part).filter(|part| part.len() == 2).and_then(digits));
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    if parts.next().is_some() || hours > 23 || minutes > 59 || seconds > 59 || fraction.len() > 9 {
        return None;
    }
    let nanos = if fraction.is_empty() { 0 } else { digits(fraction)? * 10i64.pow(9 - fraction.len() as u32) };
    Some(Moment::at(day, ((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000 + nanos))
}

fn digits(text: &str) -> Option<i64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_databases_write_them() {
        let text = |text: &str| moment(text).map(|moment| moment.text(false));
        assert_eq!(text("2020-01-31 08:30:00.5").as_deref(), Some("2020-01-31T08:30:00.5"));
        assert_eq!(text("2020-01-31 08:30:00.000001+00").as_deref(), Some("2020-01-31T08:30:00.000001"));
        assert_eq!(text("2020-01-31 08:30").as_deref(), Some("2020-01-31T08:30:00"));
        assert!(moment("2020-01-31 00:00:00").unwrap().is_midnight());
        for none in [
            "infinity",
            "0044-03-15 00:00:00 BC",
            "2020-01-31 24:00:00",
            "2020-01-31 8:30",
            "12020-01-31 00:00:00",
            "é",
        ] {
            assert_eq!(moment(none), None, "{none}");
        }
    }
}
