//! Labels that are dates in a notation that is read only when it is asked for: `06.02.69`, `03/1990`; and `20.08.2019` in a file that
//! says itself that the column holds texts.
//!
//! A policy may ask for it without a person where nothing else can be meant: all are months of years from 1850 to 2150, or all years of
//! two digits lie from 30 to 99, which spreadsheets, too, take for those from 1930 to 1999.

use aloof_table::notation::{DatePattern, Guide, Verdict, find};
use aloof_table::{Column, LabelColumn};

/// A notation that all labels have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedDates {
    /// The notation.
    pub pattern: DatePattern,
    /// Nothing else can be meant.
    pub certain: bool,
}

impl AskedDates {
    /// What is said of the column.
    pub fn note(&self, read: bool) -> String {
        let pattern = self.pattern;
        let what = if pattern.is_of_months() {
            format!("months written {pattern}, each of which becomes its first day")
        } else if !pattern.is_short() {
            format!("dates written {pattern}, which the file keeps as texts")
        } else if self.certain {
            format!("dates written {pattern}, whose years of two digits are taken for those from 1930 to 1999")
        } else {
            return format!(
                "labels: dates with two digits for the year, which may be of two centuries; date = \"{pattern}\" takes 30 to 99 as 1930 \
                 to 1999 and 00 to 29 as 2000 to 2029"
            );
        };
        if read {
            format!("{what}, once date = \"{pattern}\" is said")
        } else {
            format!("labels: {what} where date = \"{pattern}\" is said")
        }
    }
}

/// The notation of the labels of a column, if all of them have one that must be asked for.
pub fn asked_dates(column: &Column) -> Option<AskedDates> {
    let Column::Label(labels) = column else { return None };
    let possible = DatePattern::ASKED.into_iter().filter(|pattern| pattern.is_short() || pattern.is_of_months());
    let asked =
        possible.into_iter().find_map(|pattern| years(labels, pattern).map(|(first, last)| told(pattern, first, last)));
    asked.or_else(|| unmistakable(labels))
}

/// Texts of a typed file, which are no dates to whoever reads it, though nothing else can be meant.
fn unmistakable(labels: &LabelColumn) -> Option<AskedDates> {
    match find(&labels.labels().iter(), &Guide::OPEN) {
        Verdict::Dates(dates) if !labels.labels().is_empty() => {
            Some(AskedDates { pattern: dates.pattern, certain: true })
        }
        _ => None,
    }
}

fn told(pattern: DatePattern, first: i32, last: i32) -> AskedDates {
    let certain = if pattern.is_of_months() { first >= 1850 && last <= 2150 } else { last < 2000 };
    AskedDates { pattern, certain }
}

/// The first and the last year, if every label is read so.
fn years(labels: &LabelColumn, pattern: DatePattern) -> Option<(i32, i32)> {
    let mut range = None;
    for text in labels.labels().iter() {
        let year = pattern.read(text)?.day.civil().0;
        let (first, last) = range.unwrap_or((year, year));
        range = Some((year.min(first), year.max(last)));
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str]) -> Option<(String, bool)> {
        let column = Column::Label(LabelColumn::from_texts(texts.iter().copied().map(Some)));
        asked_dates(&column).map(|asked| (asked.pattern.to_string(), asked.certain))
    }

    #[test]
    fn years_of_two_digits_and_months() {
        let told = |pattern: &str, certain| Some((pattern.to_owned(), certain));
        assert_eq!(found(&["06.02.69", "31.12.41"]), told("d.m.yy", true));
        assert_eq!(found(&["06.02.69", "31.12.05"]), told("d.m.yy", false));
        assert_eq!(found(&["03/1990", "12/2001"]), told("m/y", true));
        assert_eq!(found(&["1990-03", "2001-12"]), told("y-m", true));
        assert_eq!(found(&["Mar 1990", "December 2001"]), told("mon y", true));
        assert_eq!(found(&["03/1990", "13/2001"]), None);
        assert_eq!(found(&["03/0190"]), told("m/y", false));
        assert_eq!(found(&["20.08.2019", "01.02.1990"]), told("d.m.y", true));
        assert_eq!(found(&["01/02/2019", "03/04/1990"]), None);
        assert_eq!(found(&["a"]), None);
        assert_eq!(found(&[]), None);
    }
}
