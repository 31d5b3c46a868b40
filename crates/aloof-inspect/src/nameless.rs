//! A first row that is a person: files without names of columns.
//!
//! Columns of numbers and dates that are all named by numbers and dates have most likely none. Tables with a column per year, or per number
//! of an answer, have such names beside others; and where all names are numbers it is said and not refused.

use aloof_table::notation::{Amount, DatePattern, DecimalSign};
use aloof_table::{Column, Decimal, Table};

/// What is said where names seem to be somebody's values.
pub(crate) fn note(table: &Table) -> Option<String> {
    if all_are_numbers(table.names()) {
        return Some(
            "the columns are named by numbers, so the first line seems to be a person and no header; put a line with names above it if so"
                .to_owned(),
        );
    }
    are_values(table).then(|| {
        "columns of numbers and dates are named by numbers and dates, so the first line seems to be a person and no header; put a line with \
         names above it if so"
            .to_owned()
    })
}

fn all_are_numbers(names: &[String]) -> bool {
    !names.is_empty() && names.iter().all(|name| name.parse::<Decimal>().is_ok())
}

/// Whether columns of numbers and dates, at least two of them or one beside labels that occur below their names, are all named by such.
fn are_values(table: &Table) -> bool {
    let columns = || table.names().iter().zip(table.columns());
    let measured: Vec<&str> =
        columns().filter(|(_, column)| !is_label(column)).map(|(name, _)| name.as_str()).collect();
    let occurs = columns().any(|(name, column)| is_label(column) && occurs(name, column));
    measured.len() + usize::from(occurs) > 1
        && !measured.is_empty()
        && measured.iter().all(|name| is_value(name))
        && !are_counted(&measured)
}

fn is_label(column: &Column) -> bool {
    matches!(column, Column::Label(_))
}

fn occurs(name: &str, column: &Column) -> bool {
    matches!(column, Column::Label(labels) if labels.labels().code(name).is_some())
}

/// Whether it reads as a number or a date, in any writing.
fn is_value(name: &str) -> bool {
    DecimalSign::ALL.into_iter().any(|sign| Amount::read(name, sign).is_some())
        || DatePattern::FOUND.into_iter().any(|pattern| pattern.read(name).is_some())
}

/// Whether these are years, or one number behind the other: what tables are named by that have a column for each.
fn are_counted(names: &[&str]) -> bool {
    let whole: Option<Vec<u32>> = names.iter().map(|name| name.trim().parse().ok()).collect();
    let Some(whole) = whole else { return false };
    let rising = whole.len() > 1 && whole.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    rising || whole.iter().all(|year| (1900..2100).contains(year))
}

#[cfg(test)]
mod tests {
    use aloof_table::{LabelColumn, NumberColumn};

    use super::*;

    /// Columns of numbers, but those with a label, which is all that stands in them.
    fn told(columns: &[(&str, Option<&str>)]) -> bool {
        let column = |(name, label): &(&str, Option<&str>)| {
            let column = match label {
                Some(label) => Column::Label(LabelColumn::from_texts([Some(*label); 2])),
                None => Column::Number(NumberColumn::from_counts([7, 9].into_iter())),
            };
            ((*name).to_owned(), column)
        };
        note(&Table::new(columns.iter().map(column).collect(), 2).unwrap()).is_some()
    }

    #[test]
    fn numbers_are_no_names() {
        assert!(told(&[("20", None), ("1", None), ("40000.5", None)]) && told(&[("1", None)]));
        assert!(!told(&[("20", None), ("zip", None)]) && !told(&[("20", None), ("zip", Some("x"))]));
        assert!(told(&[("18", None), ("1200", None), ("m", Some("m"))]), "a person");
        assert!(told(&[("Anna", Some("Bert")), ("06.02.1969", None), ("1.200,50", None)]), "a person with a name");
        assert!(told(&[("m", Some("m")), ("1200", None)]), "a label that somebody else has, too");
    }

    #[test]
    fn a_column_for_each_year_or_answer_is_named_so() {
        assert!(!told(&[("land", Some("x")), ("2019", None), ("2021", None)]));
        assert!(!told(&[("id", Some("x")), ("1", None), ("2", None), ("3", None)]));
        assert!(!told(&[("town", Some("Rome")), ("1200", None)]) && !told(&[("name", Some("x"))]));
    }
}
