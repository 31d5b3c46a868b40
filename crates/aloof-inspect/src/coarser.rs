//! How the codes of a column become coarser where others may know them.
//!
//! # Definition
//!
//! Codes *nest* when those that begin alike belong together: there are more than a dozen, the column's name or label speaks of a classification (places,
//! occupations, trades), and all codes have one length of 3 to 10 characters (`13053`, `11-1011`), or the parts before their first
//! separator have one of at least 2 (`01`, `01.1`, `01.11`). Many times of day nest, too: the hour stands first. Numbers of different lengths do not: their leading zeros are lost.
//!
//! Codes have an *order* when the file declares them ordinal and has a label for each that occurs.
//!
//! Dates become intervals of whole months: the ends of an interval of days are the days of two people.
//!
//! Others are published as sets.

use aloof_table::{Column, ColumnInfo, LabelColumn, Scale};

use crate::codes::{FEW, MANY};
use crate::guess::Signs;
use crate::header::Concept;
use crate::missing::means_missing;
use crate::{Clock, Range};

/// How codes become coarser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coarser {
    /// As sets: nothing says which belong together, or they are few.
    Sets,
    /// Those that begin alike belong together.
    Prefixes,
    /// They lie in this order.
    Order(Vec<String>),
    /// Dates: in whole months.
    Months,
    /// Dates within so few months that these would tell nothing: day by day.
    Days,
}

impl Coarser {
    /// Why, and what becomes of them, for the person who decides.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Sets => "codes become sets such as {1|3}; a hierarchy file would say which belong together",
            Self::Prefixes => "codes that begin alike belong together, so their ends are hidden first",
            Self::Order(_) => "the file says that its codes have an order, so they become ranges of it",
            Self::Months => {
                "dates become intervals of whole months, so that no interval ends on somebody's day; \"year\" is coarser"
            }
            Self::Days => {
                "all dates lie within three months, so they become intervals of days, whose ends are the days of people; \
                 \"month\" would hide these"
            }
        }
    }
}

/// Whole months of fewer days than this would tell nothing.
const THREE_MONTHS: i32 = 92;

/// How the dates of a column become coarser; those with a time of day, too, once they are read as dates.
pub(crate) fn of_dates(range: Option<&Range>, clock: Option<Clock>) -> Option<Coarser> {
    match (range, clock) {
        (Some(Range::Dates { lowest, highest }), _) if highest.days() - lowest.days() < THREE_MONTHS => {
            Some(Coarser::Days)
        }
        (Some(Range::Dates { .. }), _) | (_, Some(Clock::Moments)) => Some(Coarser::Months),
        _ => None,
    }
}

/// How the labels of a column become coarser, if they nest or have an order.
pub(crate) fn of_labels(column: &Column, signs: &Signs<'_>, info: &ColumnInfo) -> Option<Coarser> {
    let Column::Label(labels) = column else { return None };
    let known = signs.header.concept.is_some_and(Concept::is_coded);
    let times = signs.clock == Some(Clock::Times) && signs.distinct() > MANY;
    if signs.distinct() > FEW && (times || known && nest(labels)) {
        return Some(Coarser::Prefixes);
    }
    order(labels, info).map(Coarser::Order)
}

fn nest(labels: &LabelColumn) -> bool {
    let all = |holds: &dyn Fn(&str) -> bool| labels.labels().iter().all(holds);
    let first = labels.labels().iter().next().unwrap_or_default();
    let is_code = |text: &str| {
        let known = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_separator(byte));
        known && text.bytes().any(|byte| byte.is_ascii_digit()) && text.len() <= 10
    };
    let one_length = first.len() >= 3 && all(&|text| text.len() == first.len());
    let parted = labels.labels().iter().any(|text| head(text) < text.len());
    all(&is_code) && (one_length || parted && head(first) >= 2 && all(&|text| head(text) == head(first)))
}

/// How long the part before the first separator is.
fn head(text: &str) -> usize {
    text.bytes().position(is_separator).unwrap_or(text.len())
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'.' | b'/')
}

/// All codes that the file has labels for, from one end to the other.
fn order(labels: &LabelColumn, info: &ColumnInfo) -> Option<Vec<String>> {
    let is_missing = |one: &&aloof_table::ValueLabel| means_missing(&one.label);
    let codes = info.value_labels.iter().filter(|one| !is_missing(one)).map(|one| one.value.clone());
    let codes: Vec<String> = codes.filter(|_| info.scale == Some(Scale::Ordinal)).collect();
    let complete = labels.labels().iter().all(|text| codes.iter().any(|code| code == text));
    (codes.len() > 2 && complete).then_some(codes)
}

#[cfg(test)]
mod tests {
    use aloof_table::ValueLabel;

    use super::*;

    fn column(texts: &[&str]) -> LabelColumn {
        LabelColumn::from_texts(texts.iter().copied().map(Some))
    }

    #[test]
    fn classifications_nest() {
        assert!(nest(&column(&["13053", "13068", "14850"])));
        assert!(nest(&column(&["11-1011", "29-1141"])));
        assert!(nest(&column(&["01", "01.1", "01.11", "85.59"])));
        assert!(nest(&column(&["A01", "A01.1", "B20"])));
        assert!(!nest(&column(&["1", "10", "2"])));
        assert!(!nest(&column(&["110", "1111"])));
        assert!(!nest(&column(&["1-1", "1-10"])));
        assert!(!nest(&column(&["9.1", "10.1"])));
        assert!(!nest(&column(&["abc", "abd"])));
        assert!(!nest(&column(&["north west 1", "south east 2"])));
    }

    #[test]
    fn ordinal_codes_lie_on_a_line() {
        let label = |(value, label): (&str, &str)| ValueLabel { value: value.to_owned(), label: label.to_owned() };
        let said = [("1", "low"), ("2", "middle"), ("3", "high"), ("9", "Refused")];
        let info = ColumnInfo {
            value_labels: said.into_iter().map(label).collect(),
            scale: Some(Scale::Ordinal),
            ..ColumnInfo::default()
        };
        assert_eq!(order(&column(&["3", "1"]), &info).unwrap(), ["1", "2", "3"]);
        assert_eq!(order(&column(&["3", "4"]), &info), None);
        let nominal = ColumnInfo { scale: Some(Scale::Nominal), ..info };
        assert_eq!(order(&column(&["3", "1"]), &nominal), None);
    }
}
