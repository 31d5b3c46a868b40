//! Numbers that are codes: the file says what they stand for.
//!
//! # Definition
//!
//! A column of numbers is coded when at least nine tenths of its distinct values have a label. A few labels alone make no codes:
//! of an income only `-9`, *refused*, may have one, of a scale from 0 to 10 only both ends.

use std::collections::HashSet;

use aloof_table::{Column, ColumnInfo, LabelColumn, NumberColumn};

/// The column as labels, if its numbers are codes.
pub(crate) fn as_codes(column: &Column, info: &ColumnInfo) -> Option<Column> {
    let Column::Number(numbers) = column else { return None };
    is_coded(numbers, info).then(|| {
        let texts: Vec<Option<String>> = (0..numbers.len()).map(|row| column.text(row)).collect();
        Column::Label(LabelColumn::from_texts(texts.iter().map(Option::as_deref)))
    })
}

fn is_coded(numbers: &NumberColumn, info: &ColumnInfo) -> bool {
    let labelled: HashSet<&str> = info.value_labels.iter().map(|one| one.value.as_str()).collect();
    if labelled.is_empty() {
        return false;
    }
    // So many distinct values at most can be coded: looking further would decide nothing.
    let most = labelled.len() * 10 / 9;
    let mut distinct = HashSet::new();
    for value in (0..numbers.len()).filter_map(|row| numbers.get(row)) {
        distinct.insert(value);
        if distinct.len() > most {
            return false;
        }
    }
    let with_label = distinct.iter().filter(|value| labelled.contains(value.to_string().as_str())).count();
    with_label > 0 && with_label * 10 >= distinct.len() * 9
}

#[cfg(test)]
mod tests {
    use aloof_table::ValueLabel;

    use super::*;

    fn coded(values: &[i64], labels: &[&str]) -> bool {
        let label = |value: &&str| ValueLabel { value: (*value).to_owned(), label: format!("code {value}") };
        let info = ColumnInfo { value_labels: labels.iter().map(label).collect(), ..ColumnInfo::default() };
        let column = Column::Number(NumberColumn::from_integers(values.to_vec()));
        as_codes(&column, &info).is_some_and(|codes| codes.text(0) == column.text(0))
    }

    #[test]
    fn most_values_need_a_label() {
        assert!(coded(&[1, 2, 2, 1], &["1", "2", "3"]));
        assert!(coded(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], &["1", "2", "3", "4", "5", "6", "7", "8", "9"]));
        assert!(!coded(&[1, 2, 3], &["1", "2"]));
        assert!(!coded(&[1200, 900, -9], &["-9"]));
        assert!(!coded(&[1, 2], &[]));
        assert!(!coded(&[5, 6], &["1", "2"]));
    }
}
