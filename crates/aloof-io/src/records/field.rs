//! A column in a record: where its bytes lie, and what they mean.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use aloof_table::{Date, Decimal};
use encoding_rs::{Encoding, UTF_8};

use super::missing::MissingRule;
use super::scan::Order;
use crate::CellFault;
use crate::draft::Draft;
use crate::moment::{Moment, date};
use crate::nulls::Nulls;
use crate::sheet::clock;

/// A column.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Where in a record its bytes are; a long text lies in several pieces.
    pub(crate) pieces: Vec<Range<usize>>,
    pub(crate) raw: Raw,
    pub(crate) meaning: Meaning,
    pub(crate) missing: MissingRule,
}

/// What the bytes are.
#[derive(Clone, Debug)]
pub(crate) enum Raw {
    Byte,
    Half(Order),
    Word(Order),
    Single(Order),
    Double(Order),
    /// The first bytes of a float of eight, of which the others are 0.
    Cut(Order),
    Text(Encoded),
    /// A long text that lies elsewhere, under the number that stands here.
    Elsewhere(Arc<HashMap<u64, Arc<str>>>, Order),
}

/// How a text is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoded {
    pub(crate) encoding: &'static Encoding,
    /// Whether it ends at a zero byte; otherwise blanks at its end do not count.
    pub(crate) zero: bool,
}

/// What a number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Number,
    Text,
    /// Units of which so many make a day, since a day that is so many days after 1970-01-01.
    Since {
        day: i32,
        per_day: u32,
    },
    /// Seconds of a time of day, or of a stretch of time.
    Clock,
    /// So many to a year, since 1960; the first day of each.
    Periods(u32),
}

/// A number as the file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Exact {
    Whole(i64),
    Single(f32),
    Double(f64),
}

impl Exact {
    fn decimal(self) -> Result<Decimal, CellFault> {
        Ok(match self {
            Self::Whole(value) => Decimal::from(value),
            Self::Single(value) => Decimal::from_f32(value)?,
            Self::Double(value) => Decimal::from_f64(value)?,
        })
    }

    pub(crate) fn float(self) -> f64 {
        match self {
            Self::Whole(value) => value as f64,
            Self::Single(value) => value.into(),
            Self::Double(value) => value,
        }
    }
}

impl Field {
    /// Adds its value in a record to a column.
    pub(crate) fn push_into(&self, record: &[u8], draft: &mut Draft, nulls: &Nulls) -> Result<(), CellFault> {
        let Some(number) = self.number(record) else { return self.push_text(record, draft, nulls) };
        if self.missing.holds(number) {
            draft.push_missing();
            return Ok(());
        }
        match self.meaning {
            Meaning::Number | Meaning::Text => draft.push_decimal(number.decimal()?, nulls),
            Meaning::Since { day, per_day } => match moment(number.float(), day, per_day) {
                Some(moment) => draft.push_moment(moment, false, nulls),
                None => draft.push_decimal(number.decimal()?, nulls),
            },
            Meaning::Clock => match clock_text(number.float()) {
                Some(text) => draft.push_time(&text, nulls),
                None => draft.push_decimal(number.decimal()?, nulls),
            },
            Meaning::Periods(per_year) => match first_day(number.float(), per_year) {
                Some(day) => draft.push_date(day, nulls),
                None => draft.push_decimal(number.decimal()?, nulls),
            },
        }
    }

    /// The number in a record; `None` of a text.
    fn number(&self, record: &[u8]) -> Option<Exact> {
        let bytes = record.get(self.pieces[0].clone())?;
        Some(match self.raw {
            Raw::Byte => Exact::Whole(i64::from(bytes.first()?.cast_signed())),
            Raw::Half(order) => Exact::Whole(order.half(*bytes.first_chunk()?).cast_signed().into()),
            Raw::Word(order) => Exact::Whole(order.word(*bytes.first_chunk()?).cast_signed().into()),
            Raw::Single(order) => Exact::Single(f32::from_bits(order.word(*bytes.first_chunk()?))),
            Raw::Double(order) => Exact::Double(f64::from_bits(order.long(*bytes.first_chunk()?))),
            Raw::Cut(order) => Exact::Double(f64::from_bits(cut(bytes, order))),
            Raw::Text(_) | Raw::Elsewhere(..) => return None,
        })
    }

    fn push_text(&self, record: &[u8], draft: &mut Draft, nulls: &Nulls) -> Result<(), CellFault> {
        match &self.raw {
            Raw::Elsewhere(texts, order) => {
                let at = record.get(self.pieces[0].clone()).map_or(0, |bytes| order.long_of(bytes));
                // No number stands for no text.
                match texts.get(&at) {
                    Some(text) => draft.push(text, true, nulls),
                    None if at == 0 => draft.push("", true, nulls),
                    None => Err(CellFault::Dangling),
                }
            }
            Raw::Text(encoded) => {
                let bytes = self.joined(record);
                let text = encoded.text(&bytes).ok_or(CellFault::Encoding)?;
                if self.missing.holds_text(&text) {
                    draft.push_missing();
                    return Ok(());
                }
                draft.push(&text, true, nulls)
            }
            _ => Err(CellFault::OtherType),
        }
    }

    /// The bytes of all pieces.
    fn joined<'r>(&self, record: &'r [u8]) -> Cow<'r, [u8]> {
        let piece = |piece: &Range<usize>| record.get(piece.clone()).unwrap_or_default();
        match self.pieces.as_slice() {
            [one] => Cow::Borrowed(piece(one)),
            several => Cow::Owned(several.iter().flat_map(piece).copied().collect()),
        }
    }
}

impl Encoded {
    /// The text that stands in these bytes; `None` when they are not of its encoding.
    pub(crate) fn text<'b>(&self, bytes: &'b [u8]) -> Option<Cow<'b, str>> {
        let end = if self.zero {
            bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len())
        } else {
            bytes.iter().rposition(|byte| !matches!(byte, b' ' | 0)).map_or(0, |last| last + 1)
        };
        let bytes = &bytes[..end];
        if self.encoding == UTF_8 {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        self.encoding.decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// The same, where what cannot be told is no matter: labels.
    pub(crate) fn label(&self, bytes: &[u8]) -> String {
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        self.encoding.decode_without_bom_handling(&bytes[..end]).0.trim_end().to_owned()
    }
}

/// The float whose first bytes these are: where numbers are written from their last byte, those are the last.
fn cut(bytes: &[u8], order: Order) -> u64 {
    let mut whole = [0; 8];
    let count = bytes.len().min(8);
    match order {
        Order::Big => whole[..count].copy_from_slice(&bytes[..count]),
        Order::Little => whole[8 - count..].copy_from_slice(&bytes[..count]),
    }
    order.long(whole)
}

/// The point in time so many units after a day; `None` when no calendar has it. Units are exact to the millisecond.
fn moment(value: f64, day: i32, per_day: u32) -> Option<Moment> {
    const MILLIS_PER_DAY: i64 = 86_400_000;
    if !value.is_finite() || value.abs() > 1e16 {
        return None;
    }
    let (whole, part) = (value.floor(), value - value.floor());
    let millis_per_unit = MILLIS_PER_DAY / i64::from(per_day);
    let millis =
        i128::from(whole as i64) * i128::from(millis_per_unit) + (part * millis_per_unit as f64).round() as i128;
    let days = millis.div_euclid(MILLIS_PER_DAY.into()) + i128::from(day);
    let nanos = millis.rem_euclid(MILLIS_PER_DAY.into()) as i64 * 1_000_000;
    let year_is_known = (-719_528..=2_932_896).contains(&days);
    year_is_known.then(|| date(days as i32)).flatten().map(|day| Moment::at(day, nanos))
}

fn clock_text(seconds: f64) -> Option<String> {
    (seconds.is_finite() && seconds.abs() < 1e12).then(|| {
        let millis = (seconds * 1000.0).round() as i64;
        format!("{}{}", if millis < 0 { "-" } else { "" }, clock(millis.abs()))
    })
}

/// The first day of a period, of which so many make a year, counted from 1960; weeks are 52, and the last of a year is longer.
fn first_day(value: f64, per_year: u32) -> Option<Date> {
    if value.fract() != 0.0 || value.abs() > 1e6 {
        return None;
    }
    let (value, per_year) = (value as i32, per_year.cast_signed());
    let (year, period) = (1960 + value.div_euclid(per_year), value.rem_euclid(per_year));
    if !(0..=9999).contains(&year) {
        return None;
    }
    match per_year {
        52 => Date::new(year, 1, 1).map(|day| Date::from_days(day.days() + 7 * period)),
        _ => Date::new(year, (period * (12 / per_year)) as u32 + 1, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_since_a_day() {
        let text = |value, day, per_day| moment(value, day, per_day).map(|moment| moment.text(false));
        // Stata: days and milliseconds since 1960; SPSS: seconds since 1582-10-14.
        assert_eq!(text(21_945.0, -3653, 1).as_deref(), Some("2020-01-31T00:00:00"));
        assert_eq!(text(1_896_078_600_500.0, -3653, 86_400_000).as_deref(), Some("2020-01-31T08:30:00.5"));
        assert_eq!(text(13_799_808_000.0, -141_428, 86_400).as_deref(), Some("2020-01-31T00:00:00"));
        assert_eq!(text(-0.5, -3653, 1).as_deref(), Some("1959-12-31T12:00:00"));
        assert_eq!(text(1e18, -3653, 1), None);
        assert_eq!(text(f64::NAN, -3653, 1), None);
    }

    #[test]
    fn periods_begin() {
        let text = |value, per_year| first_day(value, per_year).map(|day| day.to_string());
        assert_eq!(text(720.0, 12).as_deref(), Some("2020-01-01"));
        assert_eq!(text(-1.0, 12).as_deref(), Some("1959-12-01"));
        assert_eq!(text(241.0, 4).as_deref(), Some("2020-04-01"));
        assert_eq!(text(121.0, 2).as_deref(), Some("2020-07-01"));
        assert_eq!(text(3121.0, 52).as_deref(), Some("2020-01-08"));
        assert_eq!(text(0.5, 12), None);
    }

    #[test]
    fn shortened_floats() {
        assert_eq!(cut(&[0x40, 0x59, 0], Order::Big), 100f64.to_bits());
        assert_eq!(cut(&[0, 0x59, 0x40], Order::Little), 100f64.to_bits());
    }

    #[test]
    fn texts_end_in_two_ways() {
        let spaces = Encoded { encoding: UTF_8, zero: false };
        let zero = Encoded { encoding: encoding_rs::WINDOWS_1252, zero: true };
        assert_eq!(spaces.text(b" a b  \0 ").as_deref(), Some(" a b"));
        assert_eq!(zero.text(b"a \xfc \0rest").as_deref(), Some("a ü "));
        assert_eq!(spaces.text(b"\xff"), None);
    }
}
