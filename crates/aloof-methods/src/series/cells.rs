//! What the cells of a thread must reach: the ends of numbers and dates, all labels, and whether a value was ever missing.

use aloof_table::{Column, Date};

/// Values that a cell over these rows must reach; `None` is a missing one.
pub fn ends(column: &Column, rows: &[u32]) -> Vec<Option<String>> {
    let missing = rows.iter().any(|&row| column.is_missing(row as usize)).then_some(None);
    let there = rows.iter().copied().filter(|&row| !column.is_missing(row as usize));
    let mut found: Vec<u32> = match column {
        Column::Number(numbers) => low_and_high(there, |row| numbers.scaled(row as usize)),
        Column::Date(dates) => low_and_high(there, |row| dates.get(row as usize).map(Date::days)),
        Column::Label(labels) => {
            let mut rows: Vec<u32> = there.collect();
            rows.sort_unstable_by_key(|&row| labels.codes()[row as usize]);
            rows.dedup_by_key(|row| labels.codes()[*row as usize]);
            rows
        }
    };
    found.dedup();
    let mut texts: Vec<Option<String>> =
        found.into_iter().map(|row| column.text(row as usize)).chain(missing).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

fn low_and_high<T: Ord>(rows: impl Iterator<Item = u32> + Clone, of: impl Fn(u32) -> T) -> Vec<u32> {
    let low = rows.clone().min_by_key(|&row| of(row));
    low.into_iter().chain(rows.max_by_key(|&row| of(row))).collect()
}
