//! Days and times as spreadsheets keep them: numbers that a format shows as dates.
//!
//! # Definition
//!
//! A date is a count of days, a time the fraction of one. Day 1 is 1900-01-01, or day 0 is 1904-01-01 where the file says so. The
//! count from 1900 has a day too many: day 60 is 1900-02-29, which never was, so that all days behind it lie one further.
//!
//! # Source
//!
//! ECMA-376, part 1, 18.8.30 (number formats) and 18.17.4.1 (dates).

use aloof_table::Date;

use crate::moment::Moment;

/// From which day a file counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Epoch {
    #[default]
    From1900,
    From1904,
}

/// What a format shows a number as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shown {
    #[default]
    Number,
    /// A day, or a point in time.
    Date,
    /// A stretch of time, in hours or less, which may be longer than a day.
    Elapsed,
}

/// What a number shown so is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Told {
    Number(f64),
    Moment(Moment),
    /// A time without a day, or what no date is.
    Text(String),
}

const MILLIS_PER_DAY: i64 = 86_400_000;
/// The day behind 9999-12-31, the last one that spreadsheets show.
const END: f64 = 2_958_466.0;
/// So many days lie between the two counts.
const APART: f64 = 1462.0;

/// What a number means under its format.
pub(crate) fn told(value: f64, shown: Shown, epoch: Epoch) -> Told {
    match shown {
        Shown::Date if (0.0..end(epoch)).contains(&value) => moment(value, epoch),
        Shown::Elapsed if value.is_finite() && value.abs() < END => Told::Text(elapsed(value)),
        _ => Told::Number(value),
    }
}

fn end(epoch: Epoch) -> f64 {
    if epoch == Epoch::From1904 { END - APART } else { END }
}

/// Fractions of a day are not exact in binary; spreadsheets show milliseconds and no less.
fn moment(value: f64, epoch: Epoch) -> Told {
    let millis = (value * MILLIS_PER_DAY as f64).round() as i64;
    let (serial, rest) = (millis.div_euclid(MILLIS_PER_DAY), millis.rem_euclid(MILLIS_PER_DAY));
    let day = match (epoch, serial) {
        // No day at all: a time of day.
        (Epoch::From1900, 0) => return Told::Text(clock(rest)),
        (Epoch::From1904, 0) if value.fract() != 0.0 => return Told::Text(clock(rest)),
        (Epoch::From1900, 60) if rest == 0 => return Told::Text("1900-02-29".to_owned()),
        (Epoch::From1900, 60) => return Told::Text(format!("1900-02-29T{}", clock(rest))),
        (Epoch::From1900, 1..60) => serial - 25_568,
        (Epoch::From1900, _) => serial - 25_569,
        (Epoch::From1904, _) => serial - 24_107,
    };
    Told::Moment(Moment::at(Date::from_days(day as i32), rest * 1_000_000))
}

/// `08:30:00.5`; hours go on beyond 24.
pub(crate) fn clock(millis: i64) -> String {
    let (seconds, millis) = (millis / 1000, millis % 1000);
    let whole = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if millis == 0 {
        return whole;
    }
    let part = format!("{millis:03}");
    format!("{whole}.{}", part.trim_end_matches('0'))
}

fn elapsed(days: f64) -> String {
    let millis = (days * MILLIS_PER_DAY as f64).round() as i64;
    format!("{}{}", if millis < 0 { "-" } else { "" }, clock(millis.abs()))
}

/// What a built-in format shows: those that every program knows by number.
pub(crate) fn built_in(id: u32) -> Shown {
    match id {
        14..=22 | 27..=36 | 45 | 47 | 50..=58 => Shown::Date,
        46 => Shown::Elapsed,
        _ => Shown::Number,
    }
}

/// What a format code shows. Quoted texts, escaped characters and what stands in brackets are no part of it, except `[h]`, `[m]`
/// and `[s]`, which count on beyond a day. The first of several parts, that of positive numbers, decides.
pub(crate) fn by_code(code: &str) -> Shown {
    let mut rest = code.chars();
    let (mut bracket, mut dated) = (None::<String>, false);
    while let Some(character) = rest.next() {
        match (character, &mut bracket) {
            (']', Some(inside)) => {
                if is_elapsed(inside) {
                    return Shown::Elapsed;
                }
                bracket = None;
            }
            (other, Some(inside)) => inside.push(other),
            ('[', None) => bracket = Some(String::new()),
            ('"', None) => drop(rest.by_ref().find(|&character| character == '"')),
            ('\\' | '_' | '*', None) => drop(rest.next()),
            (';', None) => break,
            (other, None) => dated |= matches!(other.to_ascii_lowercase(), 'd' | 'm' | 'y' | 'h' | 's'),
        }
    }
    if dated { Shown::Date } else { Shown::Number }
}

fn is_elapsed(inside: &str) -> bool {
    let same = |letter: char| !inside.is_empty() && inside.chars().all(|other| other.eq_ignore_ascii_case(&letter));
    ['h', 'm', 's'].into_iter().any(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, epoch: Epoch) -> String {
        match told(value, Shown::Date, epoch) {
            Told::Moment(moment) if moment.is_midnight() => moment.day.to_string(),
            Told::Moment(moment) => moment.text(false),
            Told::Text(text) => text,
            Told::Number(number) => number.to_string(),
        }
    }

    #[test]
    fn days_of_both_counts() {
        for (value, from_1900, from_1904) in [
            (1.0, "1900-01-01", "1904-01-02"),
            (59.0, "1900-02-28", "1904-02-29"),
            (60.0, "1900-02-29", "1904-03-01"),
            (61.0, "1900-03-01", "1904-03-02"),
            (43861.0, "2020-01-31", "2024-02-01"),
            (43_861.354_166_666_664, "2020-01-31T08:30:00", "2024-02-01T08:30:00"),
            (0.354_166_666_666_666_7, "08:30:00", "08:30:00"),
            (2_957_003.0, "9995-12-30", "9999-12-31"),
            (2_958_465.0, "9999-12-31", "2958465"),
            (-1.0, "-1", "-1"),
            (2_958_466.0, "2958466", "2958466"),
        ] {
            assert_eq!(text(value, Epoch::From1900), from_1900);
            assert_eq!(text(value, Epoch::From1904), from_1904);
        }
        assert_eq!(text(0.0, Epoch::From1904), "1904-01-01");
        // The last instant of a day that rounds to the next.
        assert_eq!(text(43_860.999_999_999_99, Epoch::From1900), "2020-01-31");
    }

    #[test]
    fn stretches_of_time() {
        let text = |value| told(value, Shown::Elapsed, Epoch::From1900);
        assert_eq!(text(1.5625), Told::Text("37:30:00".to_owned()));
        assert_eq!(text(-0.25), Told::Text("-06:00:00".to_owned()));
    }

    #[test]
    fn formats_say_what_they_show() {
        for (code, shown) in [
            ("General", Shown::Number),
            ("0.00E+00", Shown::Number),
            ("#,##0.00\\ \"days\"", Shown::Number),
            ("[Red]-#,##0", Shown::Number),
            ("[$-407]d/\\ mmmm\\ yyyy;@", Shown::Date),
            ("dd.mm.yyyy", Shown::Date),
            ("h:mm AM/PM", Shown::Date),
            ("[h]:mm:ss", Shown::Elapsed),
            ("[$€-2] #,##0", Shown::Number),
            ("0;yyyy", Shown::Number),
            ("_-* #,##0_d", Shown::Number),
        ] {
            assert_eq!(by_code(code), shown, "{code}");
        }
    }
}
