//! Labels that tell the time: points in time, and times of day.
//!
//! A date with a time of day is read as text, since nothing of it may be lost in silence; nobody wants sets of such texts published.
//! Where others may know it, the day is as much as they need to be denied.

use aloof_table::Column;
use aloof_table::notation::{Guide, Verdict, find};

/// What labels tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Days with a time of day.
    Moments,
    /// Times of day, all written alike.
    Times,
}

/// What the labels of a column tell of the time, if all do.
pub(crate) fn of(column: &Column) -> Option<Clock> {
    let Column::Label(labels) = column else { return None };
    let first = labels.labels().iter().next().filter(|text| text.contains(':'))?;
    if labels.labels().iter().all(|text| text.len() == first.len() && is_time(text)) {
        return Some(Clock::Times);
    }
    matches!(find(&labels.labels().iter(), &Guide::OPEN), Verdict::Moments(_)).then_some(Clock::Moments)
}

/// `08:30` or `08:30:00`.
fn is_time(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let below = |part: &str, limit: u32| {
        part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit()) && part.parse().is_ok_and(|n: u32| n < limit)
    };
    match parts.as_slice() {
        [hour, rest @ ..] => {
            (1..=2).contains(&rest.len()) && below(hour, 24) && rest.iter().all(|part| below(part, 60))
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use aloof_table::LabelColumn;

    use super::*;

    fn told(texts: &[&str]) -> Option<Clock> {
        of(&Column::Label(LabelColumn::from_texts(texts.iter().copied().map(Some))))
    }

    #[test]
    fn days_and_times_are_told_apart() {
        assert_eq!(told(&["08:30", "23:59"]), Some(Clock::Times));
        assert_eq!(told(&["08:30:00", "00:00:59"]), Some(Clock::Times));
        assert_eq!(told(&["2024-05-10T09:30:00", "2024-05-11T17:00:00"]), Some(Clock::Moments));
        for texts in [&["08:30", "24:00"][..], &["08:30", "8:30:00"], &["a:b", "08:30"], &["x"], &[]] {
            assert_eq!(told(texts), None, "{texts:?}");
        }
    }
}
