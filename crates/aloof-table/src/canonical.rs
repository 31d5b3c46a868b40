//! An order of rows that follows from their values alone.
//!
//! A table is a set of people; the order in which a file lists them is an accident, and whatever depends on it tells
//! something of it. So rows are sorted by their values, column by column, before anything is chosen: missing values first,
//! numbers and dates by size, labels by their text. Rows that are equal in every column are interchangeable.
//!
//! Cost: a number of up to 64 bits per row and column, several packed into one word where they are small; one sort by the
//! first word, and sorts by the others only where the first is equal. While it runs, 24 bytes per row and 8 for each word.

use rayon::prelude::*;

use crate::{Column, DateColumn, LabelColumn, NumberColumn, Table};

impl Table {
    /// For each place of the canonical order the row that stands there. Equal rows keep the order in which they came.
    pub fn canonical_order(&self) -> Vec<u32> {
        let words = pack(self.columns().iter().map(|column| Key::of(column)), self.rows());
        let Some((first, rest)) = words.split_first() else { return (0..self.rows() as u32).collect() };
        let mut order: Vec<(u64, u32)> = first.par_iter().copied().zip(0..self.rows() as u32).collect();
        order.par_sort_unstable();
        if !rest.is_empty() {
            sort_ties(&mut order, rest);
        }
        order.into_par_iter().map(|(_, row)| row).collect()
    }
}

/// Runs that are equal in the first word are sorted by the others.
fn sort_ties(order: &mut [(u64, u32)], rest: &[Vec<u64>]) {
    let of = |row: u32| rest.iter().map(move |word| word[row as usize]);
    order.par_chunk_by_mut(|a, b| a.0 == b.0).filter(|run| run.len() > 1).for_each(|run| {
        run.sort_unstable_by(|(_, a), (_, b)| of(*a).cmp(of(*b)).then(a.cmp(b)));
    });
}

/// A column as numbers that sort as its values do, and how many bits the largest has.
struct Key {
    ranks: Vec<u64>,
    bits: u32,
}

impl Key {
    fn of(column: &Column) -> Self {
        let ranks = match column {
            Column::Number(numbers) => of_numbers(numbers),
            Column::Date(dates) => of_dates(dates),
            Column::Label(labels) => of_labels(labels),
        };
        let bits = u64::BITS - ranks.par_iter().max().copied().unwrap_or(0).leading_zeros();
        Self { ranks, bits }
    }
}

/// Distance from the least, where it fits; else the place among the distinct values.
fn of_numbers(numbers: &NumberColumn) -> Vec<u64> {
    let present = || (0..numbers.len()).into_par_iter().filter_map(|row| numbers.scaled(row));
    let (Some(least), Some(most)) = (present().min(), present().max()) else { return vec![0; numbers.len()] };
    let narrow = most.checked_sub(least).is_some_and(|range| range < i128::from(u64::MAX));
    if narrow {
        let rank = |row: usize| numbers.scaled(row).map_or(0, |value| (value - least) as u64 + 1);
        return (0..numbers.len()).into_par_iter().map(rank).collect();
    }
    let mut distinct: Vec<i128> = present().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let rank = |value: i128| distinct.partition_point(|&other| other < value) as u64 + 1;
    (0..numbers.len()).map(|row| numbers.scaled(row).map_or(0, rank)).collect()
}

fn of_dates(dates: &DateColumn) -> Vec<u64> {
    let rank = |row: usize| dates.get(row).map_or(0, |date| (i64::from(date.days()) - i64::from(i32::MIN)) as u64 + 1);
    let least = (0..dates.len()).map(rank).filter(|&rank| rank > 0).min().unwrap_or(1);
    (0..dates.len()).map(|row| (rank(row) + 1).saturating_sub(least)).collect()
}

fn of_labels(labels: &LabelColumn) -> Vec<u64> {
    let texts: Vec<&str> = labels.labels().iter().collect();
    let mut by_text: Vec<u32> = (0..texts.len() as u32).collect();
    by_text.sort_unstable_by_key(|&code| texts[code as usize]);
    let mut rank_of = vec![0; texts.len()];
    by_text.iter().zip(1..).for_each(|(&code, rank)| rank_of[code as usize] = rank);
    labels.codes().par_iter().map(|&code| rank_of.get(code as usize).copied().unwrap_or(0)).collect()
}

/// Several columns in one word, from its upper end down, as long as they fit.
fn pack(keys: impl Iterator<Item = Key>, rows: usize) -> Vec<Vec<u64>> {
    let mut words: Vec<Vec<u64>> = Vec::new();
    let mut room = 0;
    for key in keys.filter(|key| key.bits > 0) {
        if key.bits > room {
            words.push(vec![0; rows]);
            room = u64::BITS;
        }
        room -= key.bits;
        let word = words.last_mut().expect("there is room");
        word.par_iter_mut().zip(&key.ranks).for_each(|(word, &rank)| *word |= rank << room);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Date, Decimal};
    use proptest::prelude::*;

    /// A row as the definition compares it: missing first, numbers and dates by size, labels by text.
    type Literal = (Option<i128>, Option<String>, Option<i32>, Option<i128>);

    fn cells() -> impl Strategy<Value = Vec<Literal>> {
        let wide = prop_oneof![Just(i128::from(i64::MIN) * 4), Just(i128::from(i64::MAX) * 4), -2i128..3];
        let row = (
            prop::option::weighted(0.8, -3i128..3),
            prop::option::weighted(0.8, "[a-c]{0,2}"),
            prop::option::weighted(0.8, prop_oneof![Just(-700_000), 0i32..3]),
            prop::option::weighted(0.8, wide),
        );
        prop::collection::vec(row, 0..30)
    }

    fn table(rows: &[Literal]) -> Table {
        let numbers = |of: &dyn Fn(&Literal) -> Option<i128>| {
            let decimals = rows.iter().map(|row| of(row).map(|value| Decimal::new(value, 0)));
            Column::Number(NumberColumn::from_decimals(decimals).unwrap())
        };
        let mut dates = DateColumn::default();
        rows.iter().for_each(|row| dates.push(row.2.map(Date::from_days)));
        let columns = vec![
            ("n".to_owned(), numbers(&|row| row.0)),
            ("l".to_owned(), Column::Label(LabelColumn::from_texts(rows.iter().map(|row| row.1.as_deref())))),
            ("d".to_owned(), Column::Date(dates)),
            ("w".to_owned(), numbers(&|row| row.3)),
        ];
        Table::new(columns, rows.len()).unwrap()
    }

    proptest! {
        #[test]
        fn is_the_literal_order(rows in cells()) {
            let mut literal: Vec<u32> = (0..rows.len() as u32).collect();
            literal.sort_by(|&a, &b| rows[a as usize].cmp(&rows[b as usize]));
            prop_assert_eq!(table(&rows).canonical_order(), literal);
        }

        #[test]
        fn forgets_the_order_of_the_input(rows in cells(), seed in any::<u64>()) {
            let mut shuffled = rows.clone();
            for at in (1..shuffled.len()).rev() {
                shuffled.swap(at, (seed.rotate_left(at as u32) % (at as u64 + 1)) as usize);
            }
            let sorted = |rows: &[Literal]| -> Vec<Literal> {
                table(rows).canonical_order().iter().map(|&row| rows[row as usize].clone()).collect()
            };
            prop_assert_eq!(sorted(&shuffled), sorted(&rows));
        }
    }
}
