//! Dates as people write them: `06.02.1969`, `2/6/1969`, `06-Feb-1969`, `19690206`, with or without a time of day.
//!
//! A pattern says in which order day, month and year stand and what stands between them. Patterns with two digits for the year
//! and without anything between are read only when asked for: `31.12.29` may be two years, and `19690206` may be a number. So are
//! months without a day, `03/1990`: they are read as their first day. A column may be written in several ways that cannot be
//! mistaken for each other, as `1969-02-06` and `06.02.1969`: that is a pattern, too.

use std::fmt;

use super::{months, trim};
use crate::Date;

/// In which order the parts stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Order {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
    /// No day.
    MonthYear,
    YearMonth,
    /// Any that cannot be mistaken.
    Mixed,
}

impl Order {
    fn has_day(self) -> bool {
        !matches!(self, Self::MonthYear | Self::YearMonth)
    }
}

/// The policy's word for several ways.
const MIXED: &str = "mixed";

/// What stands between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Between {
    /// This character.
    Sign(char),
    /// Anything: the month is a word.
    Word,
    /// Nothing.
    Nothing,
}

/// How dates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DatePattern {
    order: Order,
    between: Between,
    /// Two digits for the year: 30 to 99 are 1930 to 1999, 00 to 29 are 2000 to 2029, as spreadsheets take them.
    short: bool,
}

/// A day, and what else a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The day as it is written, in whatever zone that is.
    pub day: Date,
    /// The time of day.
    pub time: Time,
}

/// What a text says of the time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Time {
    /// Nothing.
    None,
    /// The start of the day.
    Midnight,
    /// Something else.
    Within,
}

/// Years of two digits from this one on lie in the century before.
const FIRST_SHORT_YEAR: u32 = 30;

impl DatePattern {
    /// How this program writes dates.
    pub const ISO: Self = Self { order: Order::YearMonthDay, between: Between::Sign('-'), short: false };

    /// Any of [`DatePattern::PLAIN`], each cell in its own.
    const MIXED: Self = Self { order: Order::Mixed, between: Between::Word, short: false };

    /// Those that no other pattern reads otherwise.
    const PLAIN: [Self; 7] = [
        Self::ISO,
        Self { order: Order::DayMonthYear, between: Between::Sign('.'), short: false },
        Self { order: Order::YearMonthDay, between: Between::Sign('.'), short: false },
        Self { order: Order::YearMonthDay, between: Between::Sign('/'), short: false },
        Self { order: Order::DayMonthYear, between: Between::Word, short: false },
        Self { order: Order::MonthDayYear, between: Between::Word, short: false },
        Self { order: Order::YearMonthDay, between: Between::Word, short: false },
    ];

    /// Those that are told apart by the cells of a column. Between points, the month never comes first anywhere.
    pub const FOUND: [Self; 12] = {
        const fn pattern(order: Order, between: Between) -> DatePattern {
            DatePattern { order, between, short: false }
        }
        [
            Self::ISO,
            pattern(Order::DayMonthYear, Between::Sign('.')),
            pattern(Order::YearMonthDay, Between::Sign('.')),
            pattern(Order::DayMonthYear, Between::Sign('/')),
            pattern(Order::MonthDayYear, Between::Sign('/')),
            pattern(Order::YearMonthDay, Between::Sign('/')),
            pattern(Order::DayMonthYear, Between::Sign('-')),
            pattern(Order::MonthDayYear, Between::Sign('-')),
            pattern(Order::DayMonthYear, Between::Word),
            pattern(Order::MonthDayYear, Between::Word),
            pattern(Order::YearMonthDay, Between::Word),
            Self::MIXED,
        ]
    };

    /// Those that are read only when asked for, the likelier first.
    pub const ASKED: [Self; 11] = {
        const fn pattern(order: Order, between: Between, short: bool) -> DatePattern {
            DatePattern { order, between, short }
        }
        [
            pattern(Order::YearMonthDay, Between::Nothing, false),
            pattern(Order::DayMonthYear, Between::Sign('.'), true),
            pattern(Order::MonthDayYear, Between::Sign('/'), true),
            pattern(Order::DayMonthYear, Between::Sign('/'), true),
            pattern(Order::DayMonthYear, Between::Word, true),
            pattern(Order::DayMonthYear, Between::Nothing, false),
            pattern(Order::MonthYear, Between::Sign('/'), false),
            pattern(Order::MonthYear, Between::Sign('.'), false),
            pattern(Order::MonthYear, Between::Sign('-'), false),
            pattern(Order::YearMonth, Between::Sign('-'), false),
            pattern(Order::MonthYear, Between::Word, false),
        ]
    };

    /// What a person wrote: `d.m.y`, `m/d/y`, `dd-mm-yyyy`, `d mon y`, `ymd`, `d.m.yy`, `m/y`, `mixed`.
    pub fn parse(text: &str) -> Option<Self> {
        let (mut parts, mut signs) = (Vec::new(), Vec::new());
        let text = text.trim().to_ascii_lowercase();
        if text == MIXED {
            return Some(Self::MIXED);
        }
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let length = if rest.starts_with("mon") {
                3
            } else {
                rest.chars().take_while(|&c| c == first).map(char::len_utf8).sum()
            };
            let (part, behind) = rest.split_at(length);
            rest = behind;
            match part {
                "d" | "dd" => parts.push('d'),
                "m" | "mm" => parts.push('m'),
                "mon" | "mmm" => parts.push('w'),
                "y" | "yyyy" => parts.push('y'),
                "yy" => parts.push('s'),
                "." | "/" | "-" | " " => signs.push(first),
                _ => return None,
            }
        }
        Self::of(parts.iter().collect::<String>().as_str(), &signs)
    }

    fn of(parts: &str, signs: &[char]) -> Option<Self> {
        let short = parts.contains('s');
        let word = parts.contains('w');
        let order = match parts.replace('s', "y").replace('w', "m").as_str() {
            "dmy" => Order::DayMonthYear,
            "mdy" => Order::MonthDayYear,
            "ymd" => Order::YearMonthDay,
            "my" => Order::MonthYear,
            "ym" => Order::YearMonth,
            _ => return None,
        };
        let between = match signs {
            _ if word => Between::Word,
            [] if order.has_day() => Between::Nothing,
            [one] if !order.has_day() => Between::Sign(*one),
            [one, other] if one == other => Between::Sign(*one),
            _ => return None,
        };
        Some(Self { order, between, short })
    }

    /// What its word leaves open, for sentences.
    pub fn explained(self) -> &'static str {
        if self.order == Order::Mixed { ": in several ways that cannot be mistaken for each other" } else { "" }
    }

    /// Whether every text may be written in a way of its own.
    pub fn is_mixed(self) -> bool {
        self.order == Order::Mixed
    }

    /// Whether years have two digits.
    pub fn is_short(self) -> bool {
        self.short
    }

    /// Whether it says months and no days.
    pub fn is_of_months(self) -> bool {
        !self.order.has_day()
    }

    /// Reads a text; a month as its first day.
    pub fn read(self, text: &str) -> Option<Moment> {
        if self.order == Order::Mixed {
            return Self::PLAIN.iter().find_map(|pattern| pattern.read(text));
        }
        let (date, time) = parted(trim(text))?;
        let [first, second, third] = self.parts(date)?;
        let (day, month, year) = match self.order {
            Order::DayMonthYear => (first, second, third),
            Order::MonthDayYear => (second, first, third),
            Order::YearMonthDay => (third, second, first),
            Order::MonthYear => ("1", first, second),
            Order::YearMonth | Order::Mixed => ("1", second, first),
        };
        let month = if self.between == Between::Word { months::month(month)? } else { number(month, 1..=2)? };
        let day = Date::new(self.year(year)?, month, number(day, 1..=2)?)?;
        Some(Moment { day, time })
    }

    /// The three parts in the order in which they stand.
    fn parts(self, text: &str) -> Option<[&str; 3]> {
        if self.is_of_months() {
            let is_between = |c: char| match self.between {
                Between::Sign(sign) => c == sign,
                _ => !c.is_alphanumeric(),
            };
            let mut parts = text.split(is_between).map(str::trim).filter(|part| !part.is_empty());
            let two = [parts.next()?, parts.next()?, ""];
            return parts.next().is_none().then_some(two);
        }
        match self.between {
            Between::Sign(sign) => exactly_three(text.split(sign).map(str::trim)),
            Between::Word => exactly_three(text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty())),
            Between::Nothing => {
                let year = if self.short { 2 } else { 4 };
                let lengths = if self.order == Order::YearMonthDay { [year, 2, 2] } else { [2, 2, year] };
                let (first, rest) = text.split_at_checked(lengths[0])?;
                let (second, third) = rest.split_at_checked(lengths[1])?;
                (third.len() == lengths[2]).then_some([first, second, third])
            }
        }
    }

    fn year(self, text: &str) -> Option<i32> {
        if !self.short {
            return number(text, 4..=4).map(|year| year as i32);
        }
        let year = number(text, 2..=2)?;
        Some((year + if year < FIRST_SHORT_YEAR { 2000 } else { 1900 }) as i32)
    }
}

/// As a policy writes it: `d.m.y`.
impl fmt::Display for DatePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.order == Order::Mixed {
            return f.write_str(MIXED);
        }
        let year = if self.short { "yy" } else { "y" };
        let (month, between) = match self.between {
            Between::Sign(sign) => ("m", sign.to_string()),
            Between::Word => ("mon", " ".to_owned()),
            Between::Nothing => ("m", String::new()),
        };
        let parts: &[&str] = match self.order {
            Order::DayMonthYear => &["d", month, year],
            Order::MonthDayYear => &[month, "d", year],
            Order::YearMonthDay => &[year, month, "d"],
            Order::MonthYear => &[month, year],
            Order::YearMonth | Order::Mixed => &[year, month],
        };
        f.write_str(&parts.join(&between))
    }
}

fn exactly_three<'a>(mut parts: impl Iterator<Item = &'a str>) -> Option<[&'a str; 3]> {
    let three = [parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(three)
}

/// Plain digits, so many of them.
fn number(text: &str, length: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let plain = length.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// A text before its time of day, and what that says; `None` when what follows is no time.
fn parted(text: &str) -> Option<(&str, Time)> {
    let Some(colon) = text.find(':') else { return Some((text, Time::None)) };
    let cut = text[..colon].rfind([' ', 'T', 't', '\u{a0}', '\u{202f}'])?;
    let separator = text[cut..].chars().next().map_or(1, char::len_utf8);
    let time = time(&text[cut + separator..])?;
    Some((text[..cut].trim_end().trim_end_matches(','), time))
}

/// `08:30`, `8:30:00.5 PM`, `08:30:00+02:00`, `08:30Z`.
fn time(text: &str) -> Option<Time> {
    let upper = text.to_ascii_uppercase();
    let clock = without_zone(&upper)?.trim_end();
    let (clock, half) = ["AM", "PM"]
        .iter()
        .find_map(|half| Some((clock.strip_suffix(half)?.trim_end(), Some(*half))))
        .unwrap_or((clock, None));
    let mut parts = clock.splitn(3, ':');
    let (hour, minute) = (number(parts.next()?, 1..=2)?, number(parts.next()?, 2..=2)?);
    let (second, rest) = parts.next().map_or(("00", ""), |part| part.split_at_checked(2).unwrap_or((part, "")));
    let fraction = rest.strip_prefix(['.', ',']).unwrap_or(rest);
    if (!rest.is_empty() && fraction.len() == rest.len()) || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let second = number(second, 2..=2)?;
    let hour = match half {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(half) => hour % 12 + if half == "PM" { 12 } else { 0 },
        None => hour,
    };
    // A leap second is one, and 24:00 is the start of another day.
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let midnight = hour == 0 && minute == 0 && second == 0 && fraction.bytes().all(|byte| byte == b'0');
    Some(if midnight { Time::Midnight } else { Time::Within })
}

/// A time of day before its zone: `Z`, `UTC`, `+02`, `+0200`, `-05:30`.
fn without_zone(text: &str) -> Option<&str> {
    if let Some(clock) = ["Z", "UTC", "GMT"].iter().find_map(|zone| text.strip_suffix(zone)) {
        return Some(clock);
    }
    let Some(at) = text.find(['+', '-']) else { return Some(text) };
    let offset = text[at + 1..].replace(':', "");
    let valid = matches!(offset.len(), 2 | 4) && offset.bytes().all(|byte| byte.is_ascii_digit());
    valid.then(|| &text[..at])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(pattern: &str, text: &str) -> Option<String> {
        DatePattern::parse(pattern).unwrap().read(text).map(|moment| moment.day.to_string())
    }

    #[test]
    fn one_day_in_many_writings() {
        for (pattern, text) in [
            ("d.m.y", "06.02.1969"),
            ("d.m.y", "6.2.1969"),
            ("dd.mm.yyyy", "6. 2. 1969"),
            ("m/d/y", "2/6/1969"),
            ("d/m/y", "06/02/1969"),
            ("d-m-y", "06-02-1969"),
            ("y-m-d", "1969-2-6"),
            ("y/m/d", "1969/02/06"),
            ("d mon y", "06-Feb-1969"),
            ("d-mon-y", "6. Februar 1969"),
            ("mon d y", "Feb 6, 1969"),
            ("ymd", "19690206"),
            ("dmy", "06021969"),
            ("d.m.yy", "06.02.69"),
            ("d mon yy", "6-févr-69"),
            ("y-m-d", "1969-02-06T08:30:00+02:00"),
            ("d.m.y", "06.02.1969 08:30"),
            ("mon d y", "Feb 6, 1969 12:00 AM"),
        ] {
            assert_eq!(read(pattern, text).as_deref(), Some("1969-02-06"), "{pattern} {text}");
        }
        assert_eq!(read("d.m.yy", "01.01.29").as_deref(), Some("2029-01-01"));
        assert_eq!(read("d.m.yy", "01.01.30").as_deref(), Some("1930-01-01"));
    }

    #[test]
    fn what_is_no_such_date_is_none() {
        for (pattern, text) in [
            ("d.m.y", "31.02.2020"),
            ("m/d/y", "13/12/2020"),
            ("d.m.y", "06.02.69"),
            ("d.m.yy", "06.02.1969"),
            ("d.m.y", "06/02/1969"),
            ("d.m.y", "06.02.1969.1"),
            ("d mon y", "06.02.1969"),
            ("ymd", "1969020"),
            ("ymd", "+1690206"),
            ("ymd", "1969é06"),
            ("d.m.y", "06.02.1969 25:00"),
            ("d.m.y", "06.02.1969 08:3"),
            ("d.m.y", "06.02.1969 08:30:00+2"),
            ("d.m.y", "08:30"),
            ("d.m.y", ""),
        ] {
            assert_eq!(read(pattern, text), None, "{pattern} {text}");
        }
    }

    #[test]
    fn times_are_told() {
        let time = |text: &str| DatePattern::ISO.read(text).map(|moment| moment.time);
        assert_eq!(time("2020-01-31"), Some(Time::None));
        for text in ["2020-01-31 00:00:00", "2020-01-31T00:00:00.000Z", "2020-01-31 12:00 am", "2020-01-31T00:00+01:00"]
        {
            assert_eq!(time(text), Some(Time::Midnight), "{text}");
        }
        for text in ["2020-01-31 00:00:01", "2020-01-31T00:00:00.001", "2020-01-31 12:00 pm", "2020-01-31 12:00"] {
            assert_eq!(time(text), Some(Time::Within), "{text}");
        }
    }

    #[test]
    fn months_and_several_ways() {
        for (pattern, text) in [("m/y", "03/1990"), ("m.y", "3.1990"), ("y-m", "1990-03"), ("mon y", "März 1990")] {
            assert_eq!(read(pattern, text), Some("1990-03-01".to_owned()), "{text}");
        }
        assert_eq!((read("m/y", "13/1990"), read("m/y", "1/3/1990"), read("y-m", "1990")), (None, None, None));
        for text in ["1969-02-06", "06.02.1969", "1969/2/6", "6 Feb 1969", "February 6, 1969"] {
            assert_eq!(read("mixed", text), Some("1969-02-06".to_owned()), "{text}");
        }
        assert_eq!((read("mixed", "06/02/1969"), read("mixed", "06-02-1969")), (None, None));
    }

    #[test]
    fn patterns_are_written_as_they_are_read() {
        for pattern in DatePattern::FOUND.into_iter().chain(DatePattern::ASKED) {
            assert_eq!(DatePattern::parse(&pattern.to_string()), Some(pattern), "{pattern}");
        }
        for text in ["", "d.m", "d.m.y.", "d.m/y", "y.d.m", "x.m.y", "ddd.m.y", "d.m.y.d"] {
            assert_eq!(DatePattern::parse(text), None, "{text}");
        }
    }

    proptest! {
        /// A date that this program writes is read by no other order of its sign.
        #[test]
        fn iso_is_read_as_ever(days in -700_000i32..2_900_000) {
            let day = Date::from_days(days);
            prop_assert_eq!(DatePattern::ISO.read(&day.to_string()), Some(Moment { day, time: Time::None }));
        }

        #[test]
        fn never_panics(text in "\\PC{0,24}|[-./: TZ0-9Febé+,]{0,24}") {
            for pattern in DatePattern::FOUND.into_iter().chain(DatePattern::ASKED) {
                let _ = pattern.read(&text);
            }
            let _ = DatePattern::parse(&text);
        }
    }
}
