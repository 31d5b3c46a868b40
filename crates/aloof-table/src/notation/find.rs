//! Which notation a column has, told by all of its cells.
//!
//! A column is in a notation if every cell is. If several notations read every cell and all give the same values, it does not
//! matter which is meant; if they give different values, nobody but a person can say: `1.234` everywhere may be 1234, and
//! `01/02/2020` everywhere may be in January. What is written as a number and is none stays text: codes such as `007`, and
//! digits in groups that all have the same length, as telephone numbers and addresses of computers have.

use std::fmt;

use super::{Amount, DatePattern, DecimalSign, Notation, Time};
use crate::{Dictionary, Means};

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// Decimal signs that may be meant.
    pub decimals: &'a [DecimalSign],
    /// Patterns of dates that may be meant.
    pub patterns: &'a [DatePattern],
    /// What decides between two decimal signs.
    pub decimal: Option<DecimalSign>,
    /// What decides between two patterns.
    pub pattern: Option<DatePattern>,
    /// Nobody said what the column is: codes and points in time stay text.
    pub open: bool,
}

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Numbers.
    Numbers(Numbers),
    /// Dates.
    Dates(Dates),
    /// Points in time, in a column of which nobody said that days are enough.
    Moments(Dates),
    /// Two ways of reading, two meanings.
    Ambiguous(Ambiguity),
    /// Anything else.
    Text,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Their decimal sign; where none has a fraction, either.
    pub decimal: DecimalSign,
    /// What separates thousands somewhere.
    pub grouped: Option<char>,
    /// The sign that stands beside every one of them.
    pub unit: Option<&'static str>,
    /// Some have their minus behind them, or brackets in its place.
    pub owed: bool,
    /// Some thousands are separated and some are not.
    mixed: bool,
}

/// How dates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The order of their parts.
    pub pattern: DatePattern,
    /// The most that any of them says of the time of day.
    pub time: Time,
}

/// Between what a person must decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ambiguity {
    /// Whether points are decimal signs and commas separate thousands, or the other way round.
    Decimal,
    /// In which order day and month stand.
    Order(DatePattern, DatePattern),
}

/// What is in doubt and what to write, without a cell of the table.
impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decimal => write!(
                f,
                "wherever a point or a comma stands in its values, exactly three digits follow, which may be a fraction or thousands \
                 (1.234 may be 1234): write decimal = \",\" or decimal = \".\" for this column, or give {}",
                Means::DecimalSign
            ),
            Self::Order(one, other) => write!(
                f,
                "every date can be read as {one} and as {other} (01/02/2020 may be in January or in February): write \
                 date = \"{one}\" or date = \"{other}\" for this column, or give {}",
                Means::DatePattern
            ),
        }
    }
}

impl Guide<'_> {
    /// A column of which nothing was said.
    pub const OPEN: Guide<'static> =
        Guide { decimals: &DecimalSign::ALL, patterns: &DatePattern::FOUND, decimal: None, pattern: None, open: true };
}

/// What `texts` are, the distinct cells of a column that are not missing.
pub fn find<'a>(texts: &(impl Iterator<Item = &'a str> + Clone), guide: &Guide<'_>) -> Verdict {
    if texts.clone().next().is_none() {
        return Verdict::Text;
    }
    numbers(texts, guide).or_else(|| dates(texts, guide)).unwrap_or(Verdict::Text)
}

fn numbers<'a>(texts: &(impl Iterator<Item = &'a str> + Clone), guide: &Guide<'_>) -> Option<Verdict> {
    let one = |&decimal: &DecimalSign| as_numbers(texts.clone(), decimal, guide.open);
    let found: Vec<Numbers> = guide.decimals.iter().filter_map(one).collect();
    let value = |text: &str, numbers: &Numbers| Amount::read(text, numbers.decimal).map(|amount| amount.value);
    match found.as_slice() {
        [] => None,
        [first, second] if texts.clone().any(|text| value(text, first) != value(text, second)) => {
            // Who separates thousands separates all of them: `1000` beside `1.234` speaks for decimals as we write them.
            let ours = Some(first).filter(|first| second.mixed && first.grouped.is_none());
            let meant = found.iter().find(|numbers| guide.decimal == Some(numbers.decimal)).or(ours);
            Some(meant.map_or(Verdict::Ambiguous(Ambiguity::Decimal), |numbers| Verdict::Numbers(*numbers)))
        }
        [first, ..] => Some(Verdict::Numbers(*first)),
    }
}

/// How `texts` are written, if all are numbers with this decimal sign.
fn as_numbers<'a>(texts: impl Iterator<Item = &'a str>, decimal: DecimalSign, open: bool) -> Option<Numbers> {
    let (mut unit, mut grouped, mut digits, mut count) = (None, None, None, 0);
    let (mut bare, mut owed) = (false, false);
    let mut code_like = open;
    for text in texts {
        let amount = Amount::read(text, decimal)?;
        // A sign stands beside every number or beside none: otherwise it means something.
        if (open && amount.padded) || *unit.get_or_insert(amount.unit) != amount.unit {
            return None;
        }
        let separators = if amount.grouped.is_some() { (amount.digits - 1) / 3 } else { 0 };
        code_like &= separators >= 2 && amount.whole && *digits.get_or_insert(amount.digits) == amount.digits;
        grouped = grouped.or(amount.grouped);
        owed |= amount.owed;
        bare |= amount.grouped.is_none() && amount.digits > 3;
        count += 1;
    }
    let unit = unit.flatten();
    let is_code = code_like && unit.is_none() && count > 1;
    (!is_code).then_some(Numbers { decimal, grouped, unit, owed, mixed: bare && grouped.is_some() })
}

fn dates<'a>(texts: &(impl Iterator<Item = &'a str> + Clone), guide: &Guide<'_>) -> Option<Verdict> {
    let one = |&pattern: &DatePattern| as_dates(texts.clone(), pattern);
    let found: Vec<Dates> = guide.patterns.iter().filter_map(one).collect();
    let first = found.first()?;
    let day = |text: &str, pattern: DatePattern| pattern.read(text).map(|moment| moment.day);
    let differs = |other: &&Dates| texts.clone().any(|text| day(text, first.pattern) != day(text, other.pattern));
    let meant = match found.iter().skip(1).find(differs) {
        None => first,
        Some(other) => match found.iter().find(|dates| guide.pattern == Some(dates.pattern)) {
            Some(meant) => meant,
            None => return Some(Verdict::Ambiguous(Ambiguity::Order(first.pattern, other.pattern))),
        },
    };
    let kept = guide.open && meant.time == Time::Within;
    Some(if kept { Verdict::Moments(*meant) } else { Verdict::Dates(*meant) })
}

fn as_dates<'a>(texts: impl Iterator<Item = &'a str>, pattern: DatePattern) -> Option<Dates> {
    let mut time = Time::None;
    for text in texts {
        time = time.max(pattern.read(text)?.time);
    }
    Some(Dates { pattern, time })
}

/// The notation that most rows of a column of text have, and the labels that have it not.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// That notation.
    pub notation: Notation,
    /// Numbers of the labels that are written otherwise, ascending.
    pub misfits: Vec<u32>,
}

/// Of so many labels a text shows whether it is worth to look at all.
const GLANCE: usize = 500;

/// The notation of at least half of the rows; `counts` says how many rows each label has. Of equals the first of
/// [`DecimalSign::ALL`] and [`DatePattern::FOUND`].
pub fn nearest(labels: &Dictionary, counts: &[u32]) -> Option<Nearest> {
    let numbers = DecimalSign::ALL.into_iter().map(Notation::Number);
    let all = numbers.chain(DatePattern::FOUND.into_iter().map(Notation::Date));
    let rows = |notation: Notation, most: usize| -> (u64, u64) {
        let one = |(text, &count): (&str, &u32)| (u64::from(count) * u64::from(notation.reads(text)), u64::from(count));
        let each = labels.iter().zip(counts).take(most).map(one);
        each.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    let promising = all.filter(|&notation| {
        let (read, of) = rows(notation, GLANCE);
        read * 4 >= of && read > 0
    });
    let counted = promising.map(|notation| (notation, rows(notation, usize::MAX)));
    let best = counted.reduce(|best, next| if next.1.0 > best.1.0 { next } else { best });
    let (notation, _) = best.filter(|(_, (read, of))| read * 2 >= *of)?;
    let misfits = labels.iter().zip(0..).filter(|(text, _)| !notation.reads(text)).map(|(_, code)| code).collect();
    Some(Nearest { notation, misfits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str]) -> Verdict {
        find(&texts.iter().copied(), &Guide::OPEN)
    }

    fn numbers(texts: &[&str]) -> Option<(DecimalSign, Option<char>, Option<&'static str>)> {
        match found(texts) {
            Verdict::Numbers(numbers) => Some((numbers.decimal, numbers.grouped, numbers.unit)),
            _ => None,
        }
    }

    #[test]
    fn one_cell_can_decide_for_all() {
        use DecimalSign::{Comma, Point};
        assert_eq!(numbers(&["1.234", "2,5"]), Some((Comma, Some('.'), None)));
        assert_eq!(numbers(&["1,234", "12.5"]), Some((Point, Some(','), None)));
        assert_eq!(numbers(&["1.234", "1.234.567"]), Some((Comma, Some('.'), None)));
        assert_eq!(numbers(&["12 345", "7"]), Some((Point, Some(' '), None)));
        assert_eq!(numbers(&["€ 1.200", "€ 950,50"]), Some((Comma, Some('.'), Some("€"))));
        assert_eq!(numbers(&["12,5 %", "3 %"]), Some((Comma, None, Some("%"))));
        assert_eq!(numbers(&["1e+05", "0,5"]), Some((Comma, None, None)));
    }

    #[test]
    fn what_can_be_both_is_asked_for() {
        let doubt = Verdict::Ambiguous(Ambiguity::Decimal);
        assert_eq!((found(&["1.234", "5.678"]), found(&["1,234", "999"]), found(&["$3,000"])), (doubt, doubt, doubt));
        assert_eq!(found(&["1,000", "1000"]), doubt);
        assert!(matches!(found(&["1.000", "1000"]), Verdict::Numbers(Numbers { decimal: DecimalSign::Point, .. })));
        let guide = Guide { decimal: Some(DecimalSign::Comma), ..Guide::OPEN };
        let meant = find(&["1.234", "5.678"].into_iter(), &guide);
        assert!(matches!(meant, Verdict::Numbers(Numbers { decimal: DecimalSign::Comma, .. })));
        let [day, month] = ["d/m/y", "m/d/y"].map(|text| DatePattern::parse(text).unwrap());
        assert_eq!(found(&["01/02/2020", "03/04/2020"]), Verdict::Ambiguous(Ambiguity::Order(day, month)));
    }

    #[test]
    fn what_is_no_number_stays_text() {
        for texts in [
            &["007", "12,5"][..],
            &["192.168.100.200", "192.168.101.201"],
            &["555 123 456", "555 987 654"],
            &["€ 5", "$ 5"],
            &["5 %", "0,5"],
            &["12,5", "12.5"],
            &["1,5", "x"],
            &["06.02.69"],
            &[],
        ] {
            assert_eq!(found(texts), Verdict::Text, "{texts:?}");
        }
    }

    #[test]
    fn dates_are_found_by_the_whole_column() {
        let pattern = |texts: &[&str]| match found(texts) {
            Verdict::Dates(dates) => Some((dates.pattern.to_string(), dates.time)),
            _ => None,
        };
        let plain = |text: &str| Some((text.to_owned(), Time::None));
        assert_eq!(pattern(&["06.02.1969", "01.03.1970"]), plain("d.m.y"));
        assert_eq!(pattern(&["2/6/1969", "12/31/1970"]), plain("m/d/y"));
        assert_eq!(pattern(&["2/6/1969", "31/12/1970"]), plain("d/m/y"));
        assert_eq!(pattern(&["06-Feb-1969"]), plain("d mon y"));
        // Whichever it is, it is the same day.
        assert_eq!(pattern(&["01/01/2020", "02/02/2020"]), plain("d/m/y"));
        assert_eq!(pattern(&["2020-01-31 00:00:00"]), Some(("y-m-d".to_owned(), Time::Midnight)));
        assert_eq!(pattern(&["1969-02-06", "07.02.1969"]), plain("mixed"));
        assert_eq!(pattern(&["1969-02-06", "07/02/1969"]), None);
        assert!(matches!(found(&["31.01.2020 08:30"]), Verdict::Moments(_)));
        let asked = Guide { decimals: &[], open: false, ..Guide::OPEN };
        assert!(matches!(find(&["31.01.2020 08:30"].into_iter(), &asked), Verdict::Dates(_)));
    }

    #[test]
    fn the_nearest_notation_names_what_does_not_fit() {
        let labels: Dictionary = ["12,5", "x", "3", "1.234,5"].into_iter().collect();
        let nearest = nearest(&labels, &[10, 1, 5, 4]).unwrap();
        assert_eq!((nearest.notation, nearest.misfits), (Notation::Number(DecimalSign::Comma), vec![1]));
        assert!(super::nearest(&["a", "b", "1"].into_iter().collect(), &[5, 5, 5]).is_none());
    }
}
