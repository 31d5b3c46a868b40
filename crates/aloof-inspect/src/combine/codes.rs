//! A column as small numbers: rows with equal values have equal codes.
//!
//! Labels have codes already. Dates, and numbers that lie within 2^31 of each other, are their distance from the
//! lowest; only numbers further apart are ranked, by a sort. Missing values share the highest code.

use aloof_table::{Column, DateColumn, LabelColumn, NumberColumn};

/// One code per row, each below `span`.
pub(super) struct Codes {
    pub codes: Vec<u32>,
    pub span: u64,
}

impl Codes {
    /// For every row.
    pub fn of_all(column: &Column) -> Self {
        Self::of(column, 0..column.len())
    }

    /// For the given rows.
    pub fn of_rows(column: &Column, rows: &[usize]) -> Self {
        Self::of(column, rows.iter().copied())
    }

    /// No rows, for a column that is not needed.
    pub fn none() -> Self {
        Self { codes: Vec::new(), span: 1 }
    }

    fn of(column: &Column, rows: impl Iterator<Item = usize> + Clone) -> Self {
        match column {
            Column::Label(labels) => of_labels(labels, rows),
            Column::Date(dates) => {
                let day = |row: usize| {
                    Some(i128::from(dates.days()[row])).filter(|_| dates.days()[row] != DateColumn::MISSING)
                };
                of_values(rows.map(day))
            }
            Column::Number(numbers) => of_numbers(numbers, rows),
        }
    }
}

fn of_labels(column: &LabelColumn, rows: impl Iterator<Item = usize>) -> Codes {
    let missing = column.labels().len() as u32;
    // The code of a missing label is the highest number there is.
    let codes = rows.map(|row| column.codes()[row].min(missing)).collect();
    Codes { codes, span: u64::from(missing) + 1 }
}

fn of_numbers(column: &NumberColumn, rows: impl Iterator<Item = usize> + Clone) -> Codes {
    match (column.narrow(), column.missing()) {
        (Some(values), None) => of_values(rows.map(|row| Some(i128::from(values.get(row))))),
        _ => of_values(rows.map(|row| column.scaled(row))),
    }
}

fn of_values(values: impl Iterator<Item = Option<i128>> + Clone) -> Codes {
    let ends = values.clone().flatten().fold(None, |ends: Option<(i128, i128)>, value| {
        Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
    });
    let (lowest, highest) = ends.unwrap_or((0, 0));
    match u32::try_from(highest.abs_diff(lowest)) {
        Ok(distance) if distance < 1 << 31 => {
            let missing = distance + 1;
            let code = |value: i128| value.abs_diff(lowest) as u32;
            Codes { codes: values.map(|value| value.map_or(missing, code)).collect(), span: u64::from(missing) + 1 }
        }
        _ => by_rank(values),
    }
}

fn by_rank(values: impl Iterator<Item = Option<i128>> + Clone) -> Codes {
    let mut distinct: Vec<i128> = values.clone().flatten().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let missing = distinct.len() as u32;
    // A value that is present is found: the list was made of them.
    let code = |value: i128| distinct.binary_search(&value).unwrap_or_default() as u32;
    Codes { codes: values.map(|value| value.map_or(missing, code)).collect(), span: u64::from(missing) + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: &[Option<i64>]) -> Column {
        let decimals = values.iter().map(|value| value.map(Into::into));
        Column::Number(NumberColumn::from_decimals(decimals).unwrap())
    }

    #[test]
    fn near_numbers_are_distances() {
        let codes = Codes::of_all(&numbers(&[Some(17), None, Some(20), Some(17)]));
        assert_eq!((codes.codes, codes.span), (vec![0, 4, 3, 0], 5));
    }

    #[test]
    fn far_numbers_are_ranks() {
        let codes = Codes::of_all(&numbers(&[Some(i64::MAX), None, Some(i64::MIN), Some(0), Some(0)]));
        assert_eq!((codes.codes, codes.span), (vec![2, 3, 0, 1, 1], 4));
    }

    #[test]
    fn labels_keep_theirs_and_missing_comes_last() {
        let column = Column::Label(LabelColumn::from_texts([Some("b"), None, Some("a")]));
        assert_eq!(Codes::of_all(&column).codes, [0, 2, 1]);
        assert_eq!(Codes::of_rows(&column, &[1, 2]).codes, [2, 1]);
    }

    #[test]
    fn nothing_but_missing_is_one_code() {
        assert_eq!(Codes::of_all(&numbers(&[None, None])).codes, [1, 1]);
    }
}
