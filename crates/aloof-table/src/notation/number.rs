//! Numbers as people write them: `1.234,56`, `1 234,56`, `1'234.56`, `€ 1.200`, `12,5 %`.
//!
//! A number has one decimal sign, a point or a comma. Its whole part may stand in groups of three, between which one and the
//! same separator stands: the other of point and comma, a blank, or an apostrophe. A minus or a plus stands in front, and one
//! sign of [`units`](super::units) before or behind. Bookkeepers write what is owed as `1.200,50-` or `(1,200.50)`: so it is read where a
//! decimal sign or a separator shows an amount, and not a mark (`2-`) or a footnote (`(5)`). Everything is exact: the digits are
//! those of a [`Decimal`].

use super::{is_blank, trim, units};
use crate::Decimal;

/// What stands between the whole part of a number and the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DecimalSign {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

impl DecimalSign {
    /// Both, the one that this program writes first.
    pub const ALL: [Self; 2] = [Self::Point, Self::Comma];

    /// The character.
    pub fn character(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }

    /// For sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Comma => "comma",
        }
    }

    /// The other one, which may separate thousands.
    pub fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }

    /// What a person wrote: the character itself, or its name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sign| text == sign.word() || text.chars().eq([sign.character()]))
    }
}

/// A number, and how it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Its value.
    pub value: Decimal,
    /// The currency or percent sign that stands beside it.
    pub unit: Option<&'static str>,
    /// What stands between groups of three digits.
    pub grouped: Option<char>,
    /// A minus behind, or brackets around it: less than nothing, as bookkeepers write.
    pub owed: bool,
    /// Digits before the decimal sign.
    pub digits: usize,
    /// No decimal sign, no exponent.
    pub whole: bool,
    /// Begins with a zero that a number would lose, as codes do: `007`.
    pub padded: bool,
}

impl Amount {
    /// Reads a text by this decimal sign.
    pub fn read(text: &str, sign: DecimalSign) -> Option<Self> {
        let (outer, rest) = minus(trim(text));
        let (unit, rest) = unit(rest)?;
        let (inner, body) = match (unit, outer) {
            (Some(_), None) => minus(rest),
            _ => (None, rest),
        };
        let (owed, body) = owed(body);
        let parts = Parts::of(body, sign)?;
        if owed && (outer.or(inner).is_some() || (parts.is_whole && parts.separator.is_none())) {
            return None;
        }
        let negative = owed || outer.or(inner) == Some(true);
        let digits = parts.whole.chars().filter(char::is_ascii_digit);
        let mut plain = String::from(if negative { "-" } else { "" });
        plain.extend(digits.clone());
        plain.push('.');
        plain.push_str(parts.fraction);
        plain.push_str(parts.exponent);
        let count = digits.count();
        Some(Self {
            value: plain.parse().ok()?,
            unit,
            grouped: parts.separator,
            owed,
            digits: count,
            whole: parts.is_whole,
            padded: parts.is_whole && count > 1 && parts.whole.starts_with('0'),
        })
    }
}

/// Whether a minus (true) or a plus stands in front, and what follows.
fn minus(text: &str) -> (Option<bool>, &str) {
    let rest = |length: usize| text[length..].trim_start_matches(is_blank);
    match text.chars().next() {
        Some(sign @ ('-' | '−')) => (Some(true), rest(sign.len_utf8())),
        Some('+') => (Some(false), rest(1)),
        _ => (None, text),
    }
}

/// Whether a minus stands behind, or brackets around it, and what is left.
fn owed(text: &str) -> (bool, &str) {
    let within = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    match within.or_else(|| text.strip_suffix(['-', '−'])) {
        Some(amount) => (true, trim(amount)),
        None => (false, text),
    }
}

/// The sign beside a number, and the number; `None` when there are two.
fn unit(text: &str) -> Option<(Option<&'static str>, &str)> {
    let starts = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let front = if starts { None } else { units::in_front(text) };
    let (front, rest) = front.map_or((None, text), |(unit, rest)| (Some(unit), trim(rest)));
    let behind = if rest.ends_with(|c: char| c.is_ascii_digit()) { None } else { units::behind(rest) };
    match (front, behind) {
        (Some(_), Some(_)) => None,
        (front, None) => Some((front, rest)),
        (None, Some((unit, rest))) => Some((Some(unit), trim(rest))),
    }
}

/// A number without signs, in its parts.
struct Parts<'a> {
    whole: &'a str,
    separator: Option<char>,
    fraction: &'a str,
    exponent: &'a str,
    is_whole: bool,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str, sign: DecimalSign) -> Option<Self> {
        let (mantissa, exponent) = text.split_at(text.find(['e', 'E']).unwrap_or(text.len()));
        let (whole, fraction) = match mantissa.split_once(sign.character()) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        let digits = fraction.unwrap_or_default();
        if !are_digits(digits)
            || (whole.is_empty() && digits.is_empty())
            || (!exponent.is_empty() && !is_exponent(exponent))
        {
            return None;
        }
        let separator = whole.chars().find(|letter| !letter.is_ascii_digit());
        if separator.is_some_and(|between| !exponent.is_empty() || !are_groups(whole, between, sign)) {
            return None;
        }
        let is_whole = fraction.is_none() && exponent.is_empty();
        Some(Self { whole, separator, fraction: digits, exponent, is_whole })
    }
}

/// Whether a whole part stands in groups of three with this separator between them.
fn are_groups(whole: &str, separator: char, sign: DecimalSign) -> bool {
    if separator != sign.other().character() && !is_blank(separator) && !matches!(separator, '\'' | '’') {
        return false;
    }
    let mut groups = whole.split(separator);
    let first = groups.next().unwrap_or_default();
    // A number in groups begins with a digit that counts: `0.123` is no hundred and twenty-three.
    let starts = (1..=3).contains(&first.len()) && are_digits(first) && !first.starts_with('0');
    starts && groups.all(|group| group.len() == 3 && are_digits(group))
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_exponent(text: &str) -> bool {
    let digits = text[1..].strip_prefix(['+', '-']).unwrap_or(&text[1..]);
    (1..=4).contains(&digits.len()) && are_digits(digits)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str, sign: DecimalSign) -> Option<String> {
        Amount::read(text, sign).map(|amount| amount.value.to_string())
    }

    #[test]
    fn thousands_and_decimals_in_every_writing() {
        for text in
            ["1.234,56", "1 234,56", "1\u{a0}234,56", "1\u{202f}234,56", "1'234,56", "1234,56", " 1234,560\u{a0}"]
        {
            assert_eq!(read(text, DecimalSign::Comma).as_deref(), Some("1234.56"), "{text}");
        }
        for text in ["1,234.56", "1'234.56", "1’234.56", "1 234.56", "1234.56", "1.23456e3"] {
            assert_eq!(read(text, DecimalSign::Point).as_deref(), Some("1234.56"), "{text}");
        }
        assert_eq!(read("1.234.567", DecimalSign::Comma).as_deref(), Some("1234567"));
        assert_eq!(read("1.234", DecimalSign::Comma).as_deref(), Some("1234"));
        assert_eq!(read("1.234", DecimalSign::Point).as_deref(), Some("1.234"));
        assert_eq!(read("-,5", DecimalSign::Comma).as_deref(), Some("-0.5"));
        assert_eq!(read("1,5e-07", DecimalSign::Comma).as_deref(), Some("0.00000015"));
    }

    #[test]
    fn groups_are_groups_of_three() {
        for text in [
            "1.23",
            "12.34.567",
            "1.2345",
            "0.123",
            ".123",
            "1.",
            "1..234",
            "1.234 567",
            "12 34",
            "1. 234",
            "1.234.",
            "06.02.1969",
        ] {
            assert_eq!(read(text, DecimalSign::Comma), None, "{text}");
        }
        for text in ["1,23", "1,2,3", "x", "", "-", "+-1", "--1", "1e", "1,234e5", "١٢", "5kg", "1-2"] {
            assert_eq!(read(text, DecimalSign::Point), None, "{text}");
        }
    }

    #[test]
    fn signs_stand_before_or_behind() {
        let unit =
            |text: &str| Amount::read(text, DecimalSign::Comma).map(|amount| (amount.value.to_string(), amount.unit));
        let euros = |value: &str| Some((value.to_owned(), Some("€")));
        assert_eq!(unit("€ 1.200"), euros("1200"));
        assert_eq!(unit("-1.200,50€"), euros("-1200.5"));
        assert_eq!((unit("€ -5"), unit("-€5"), unit("− 5 €")), (euros("-5"), euros("-5"), euros("-5")));
        assert_eq!(unit("1200 EUR"), Some(("1200".to_owned(), Some("EUR"))));
        assert_eq!(unit("500kr"), Some(("500".to_owned(), Some("kr"))));
        assert_eq!(unit("12,5 %"), Some(("12.5".to_owned(), Some("%"))));
        assert_eq!(unit("82,5 kg"), Some(("82.5".to_owned(), Some("kg"))));
        assert_eq!((unit("82,5kg"), unit("kg 5"), unit("12m"), unit("5 kg m")), (None, None, None, None));
        assert_eq!((unit("€ 5 €"), unit("CHF12"), unit("€"), unit("€ x")), (None, None, None, None));
        assert_eq!(Amount::read("$3,000", DecimalSign::Point).map(|amount| amount.digits), Some(4));
    }

    #[test]
    fn what_is_owed_stands_before_a_minus_or_in_brackets() {
        let point = |text: &str| read(text, DecimalSign::Point);
        for text in ["(1,200.50)", "1,200.50-", "$(1,200.50)", "$ ( 1,200.50 )", "1,200.50−", "-1,200.50"] {
            assert_eq!(point(text).as_deref(), Some("-1200.5"), "{text}");
        }
        assert_eq!(read("1.200,50- EUR", DecimalSign::Comma).as_deref(), Some("-1200.5"));
        assert_eq!((point("(0.50)").as_deref(), point("(1,200)").as_deref()), (Some("-0.5"), Some("-1200")));
        // Marks, footnotes, two signs, half a bracket.
        for text in ["2-", "(5)", "(1200)", "-(1.5)", "(-1.5)", "-1.5-", "((1.5))", "(1.5", "1.5)", "()", "-", "(.)"] {
            assert_eq!(point(text), None, "{text}");
        }
    }

    #[test]
    fn zeros_in_front_are_told() {
        let padded = |text: &str| Amount::read(text, DecimalSign::Point).map(|amount| amount.padded);
        assert_eq!(
            (padded("007"), padded("0"), padded("00.5"), padded("10")),
            (Some(true), Some(false), Some(false), Some(false))
        );
    }

    proptest! {
        /// What this program writes is read as it is, whatever the decimal comma may make of it.
        #[test]
        fn plain_numbers_are_read_as_ever(mantissa in any::<i64>(), scale in 0u8..12) {
            let text = Decimal::new(i128::from(mantissa), scale).to_string();
            prop_assert_eq!(read(&text, DecimalSign::Point), Some(text.clone()));
            prop_assert_eq!(read(&text.replace('.', ","), DecimalSign::Comma), Some(text));
        }

        /// The definition of groups: taking every separator out leaves the same number.
        #[test]
        fn separators_say_nothing(whole in 1u64..1_000_000_000_000, cents in 0u8..100, at in 0usize..5) {
            let separator = ['.', ' ', '\u{a0}', '\u{202f}', '\''][at];
            let digits = whole.to_string();
            let mut grouped = String::new();
            for (place, digit) in digits.chars().enumerate() {
                if place > 0 && (digits.len() - place) % 3 == 0 {
                    grouped.push(separator);
                }
                grouped.push(digit);
            }
            let (grouped, plain) = (format!("{grouped},{cents:02}"), format!("{whole},{cents:02}"));
            prop_assert_eq!(read(&grouped, DecimalSign::Comma), read(&plain, DecimalSign::Comma));
            prop_assert!(read(&plain, DecimalSign::Comma).is_some());
        }

        #[test]
        fn never_panics(text in "\\PC{0,20}|[-+€%.,' 0-9eE\u{a0}]{0,12}") {
            DecimalSign::ALL.iter().for_each(|&sign| { let _ = Amount::read(&text, sign); });
        }
    }
}
