//! How many groups some columns make, and how many rows stand alone in theirs.
//!
//! A row's codes become one number. Where few numbers are possible a table of them is filled in one pass; else the
//! numbers are sorted and runs counted, which on millions of rows is faster than hashing and needs no more memory.

use std::collections::HashMap;

use aloof_table::Column;

use super::codes::Codes;

/// Groups, and rows that are alone in theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub groups: usize,
    pub unique: usize,
    pub rows: usize,
}

impl Count {
    /// At least `percent` of the rows are unique.
    pub fn reaches(&self, percent: u8) -> bool {
        self.rows > 0 && self.unique as u64 * 100 >= self.rows as u64 * u64::from(percent)
    }
}

/// Counts the rows of `parts` (at most three columns), which have the same number of rows.
pub(super) fn count(parts: &[&Codes]) -> Count {
    let rows = parts.first().map_or(0, |part| part.codes.len());
    let possible = parts.iter().try_fold(1u64, |product, part| product.checked_mul(part.span));
    match possible {
        Some(possible) if possible <= (8 * rows as u64).max(1 << 16) => by_table(parts, rows, possible as usize),
        Some(_) => by_sorting((0..rows).map(|row| key::<u64>(parts, row)).collect()),
        // Three spans of 32 bits fit 128.
        None => by_sorting((0..rows).map(|row| key::<u128>(parts, row)).collect()),
    }
}

/// Counts the rows of any number of columns: rows that are alike so far are told apart by the next column.
///
/// # Cost
/// One look into a hash table per row and column, and 8 bytes per row.
pub(super) fn count_all(columns: &[&Column]) -> Count {
    let rows = columns.first().map_or(0, |column| column.len());
    let mut groups = vec![0u32; rows];
    for column in columns {
        let codes = Codes::of_all(column);
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        for (group, &code) in groups.iter_mut().zip(&codes.codes) {
            let next = known.len() as u32;
            *group = *known.entry((*group, code)).or_insert(next);
        }
    }
    by_sorting(groups)
}

fn key<T: From<u64> + From<u32> + std::ops::Mul<Output = T> + std::ops::Add<Output = T>>(
    parts: &[&Codes],
    row: usize,
) -> T {
    parts.iter().fold(T::from(0u64), |key, part| key * T::from(part.span) + T::from(part.codes[row]))
}

/// One byte per possible number says none, one or more.
fn by_table(parts: &[&Codes], rows: usize, possible: usize) -> Count {
    let mut seen = vec![0u8; possible];
    for row in 0..rows {
        let seen = &mut seen[key::<u64>(parts, row) as usize];
        *seen = (*seen + 1).min(2);
    }
    let how_many = |wanted: fn(&&u8) -> bool| seen.iter().filter(wanted).count();
    Count { groups: how_many(|&&seen| seen > 0), unique: how_many(|&&seen| seen == 1), rows }
}

fn by_sorting<T: Ord>(mut keys: Vec<T>) -> Count {
    keys.sort_unstable();
    let (mut groups, mut unique) = (0, 0);
    for run in keys.chunk_by(|a, b| a == b) {
        groups += 1;
        unique += usize::from(run.len() == 1);
    }
    Count { groups, unique, rows: keys.len() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_way_of_counting_agrees_with_the_definition(
            rows in prop::collection::vec((0u32..4, 0u32..5, 0u32..3), 0..60),
        ) {
            let mut groups = BTreeMap::new();
            rows.iter().for_each(|row| *groups.entry(*row).or_insert(0) += 1);
            let unique = groups.values().filter(|&&n| n == 1).count();
            let expected = Count { groups: groups.len(), unique, rows: rows.len() };
            for span in [5, 1 << 20, u64::from(u32::MAX)] {
                let column = |pick: fn(&(u32, u32, u32)) -> u32| Codes { codes: rows.iter().map(pick).collect(), span };
                let columns = [column(|r| r.0), column(|r| r.1), column(|r| r.2)];
                prop_assert_eq!(count(&columns.iter().collect::<Vec<_>>()), expected);
            }
        }
    }

    #[test]
    fn many_columns_are_counted_together() {
        let column = |values: [i64; 5]| Column::Number(aloof_table::NumberColumn::from_integers(values.to_vec()));
        let columns = [column([1, 1, 1, 2, 2]), column([7, 7, 8, 8, 8]), column([0, 0, 0, 0, 1]), column([3; 5])];
        assert_eq!(count_all(&columns.iter().collect::<Vec<_>>()), Count { groups: 4, unique: 3, rows: 5 });
        assert_eq!(count_all(&[]), Count::default());
    }

    #[test]
    fn reaching_is_exact() {
        let count = Count { groups: 9, unique: 2, rows: 10 };
        assert!(count.reaches(20) && !count.reaches(21));
        assert!(!Count::default().reaches(0));
    }
}
