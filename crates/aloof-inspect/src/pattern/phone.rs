//! Telephone numbers as people write them: `+49 30 123456`, `(410) 555-0123`, `01 23 45 67 89`, `030/123456`.
//!
//! Plain digits are never one: they are as well an amount or a key, and the column's name has to tell. Dates are
//! never one either: a national number needs nine digits, and a date has eight.

/// Whether `text` is a telephone number, an extension behind it allowed.
pub(super) fn matches(text: &str) -> bool {
    let Some(number) = Written::read(without_extension(text)) else {
        return false;
    };
    number.is_international() || (!number.plus && (number.is_north_american() || number.is_national()))
}

/// `555-0123 x12`, `555-0123 ext. 12`.
fn without_extension(text: &str) -> &str {
    let Some(at) = text.find(['x', 'e', 'X', 'E']) else {
        return text;
    };
    let mark = text[at..].trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let is_mark = ["x", "ext", "ext."].iter().any(|word| mark.eq_ignore_ascii_case(word));
    if is_mark && text.ends_with(|c: char| c.is_ascii_digit()) { text[..at].trim_end() } else { text }
}

/// The digits of a number and how they were grouped.
struct Written {
    plus: bool,
    digits: Vec<u8>,
    groups: Vec<usize>,
}

impl Written {
    fn read(text: &str) -> Option<Self> {
        let (plus, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
        let allowed = |byte: u8| byte.is_ascii_digit() || b" -./()".contains(&byte);
        if !rest.bytes().all(allowed) || !rest.ends_with(|c: char| c.is_ascii_digit()) || !brackets_close(rest) {
            return None;
        }
        let groups: Vec<usize> =
            rest.split(|c: char| !c.is_ascii_digit()).map(str::len).filter(|&len| len > 0).collect();
        if is_something_else(&groups) {
            return None;
        }
        Some(Self { plus, digits: rest.bytes().filter(u8::is_ascii_digit).collect(), groups })
    }

    /// `+` or `00`, a country code, 8 to 15 digits in all; `00` only when grouped, else it is a padded number.
    fn is_international(&self) -> bool {
        let zeros = self.digits.starts_with(b"00") && self.groups.len() > 1;
        let country = if self.plus { self.digits.first() } else { self.digits.get(2) };
        let length = self.digits.len() - if self.plus { 0 } else { 2.min(self.digits.len()) };
        (self.plus || zeros) && (8..=15).contains(&length) && country.is_some_and(|&digit| digit != b'0')
    }

    /// Three, three and four digits, area and exchange starting with 2 to 9, a 1 in front allowed.
    fn is_north_american(&self) -> bool {
        let (digits, groups) = match (self.digits.as_slice(), self.groups.as_slice()) {
            ([b'1', digits @ ..], [1, groups @ ..]) => (digits, groups),
            whole => whole,
        };
        let starts = |at: usize| digits.get(at).is_some_and(|digit| (b'2'..=b'9').contains(digit));
        groups == [3, 3, 4] && starts(0) && starts(3)
    }

    /// A trunk zero, groups and 9 to 12 digits; or the Spanish `912 345 678` and the Chinese `138 1234 5678`.
    fn is_national(&self) -> bool {
        let first = self.digits.first().copied().unwrap_or(b'0');
        match self.groups.as_slice() {
            [3, 3, 3] => matches!(first, b'0' | b'6'..=b'9'),
            [3, 4, 4] => matches!(first, b'0' | b'1'),
            groups => first == b'0' && groups.len() > 1 && (9..=12).contains(&self.digits.len()),
        }
    }
}

/// A network address with its zeros, a long zip code or a range of five digits, a date with a time behind it.
fn is_something_else(groups: &[usize]) -> bool {
    matches!(groups, [3, 3, 3, 3] | [5, 4 | 5] | [2, 2, 4, ..])
}

/// At most one pair of brackets, the right way round.
fn brackets_close(text: &str) -> bool {
    match (text.find('('), text.find(')')) {
        (None, None) => true,
        (Some(open), Some(close)) => open < close && text.matches(['(', ')']).count() == 2,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn accepts_international_numbers() {
        for text in [
            "+49 30 123456",
            "+14105550123",
            "+44 (0)20 7946 0958",
            "0049 30 1234567",
            "+86 138 1234 5678",
            "+33-1-23-45-67-89",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn accepts_north_american_numbers() {
        for text in [
            "(410) 555-0123",
            "410-555-0123",
            "410.555.0123",
            "410 555 0123",
            "1-410-555-0123",
            "410-555-0123 x12",
            "410-555-0123 ext. 7",
            "(410)555-0123",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn accepts_national_numbers() {
        for text in [
            "01 23 45 67 89",
            "030 1234567",
            "089/1234567",
            "020 7946 0958",
            "912 345 678",
            "138 1234 5678",
            "(030) 1234567",
        ] {
            assert!(matches(text), "{text}");
        }
    }

    #[test]
    fn refuses_plain_integers_dates_and_other_numbers() {
        for text in [
            "4105550123",
            "5551234",
            "0301234567",
            "2020-01-02",
            "01.02.2020",
            "01/02/2020",
            "12-31-1999",
            "123-45-6789",
            "1.5",
            "12 500",
            "1 234 567",
            "192.168.100.200",
            "001.002.003.004",
            "110-555-0123",
            "410-155-0123",
            "+1",
            "+0 123 456 789",
            "",
            "x12",
            "410-555-012a",
            ")410( 555-0123",
            "((410)) 555-0123",
            "00000000000000",
            "-",
            "65000-70000",
            "00000-09999",
            "02139-4307",
            "01.02.2020 10.30",
        ] {
            assert!(!matches(text), "{text}");
        }
    }
}
