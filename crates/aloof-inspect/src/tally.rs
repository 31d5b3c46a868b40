//! How often each value occurs.
//!
//! Cost: for numbers and dates one counting pass when the values lie close together, else one sort; for labels one
//! pass over the codes.

use aloof_table::{Column, DateColumn, NumberColumn};
use rayon::slice::ParallelSliceMut;

/// Distinct values, values that occur once, rows of the most common value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frequencies {
    pub distinct: usize,
    pub unique: usize,
    pub most_common: usize,
}

impl Frequencies {
    /// From how often each value occurs; zeros are values that do not occur.
    pub fn of(counts: &[u32]) -> Self {
        Self {
            distinct: counts.iter().filter(|&&count| count > 0).count(),
            unique: counts.iter().filter(|&&count| count == 1).count(),
            most_common: counts.iter().copied().max().unwrap_or(0) as usize,
        }
    }
}

/// Distinct numbers in ascending order, scaled as in their column, and how often each occurs. Dates are day numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub values: Vec<i128>,
    pub counts: Vec<u32>,
    rows: u64,
}

impl Tally {
    /// Of the values of a column that are not missing; labels have no order and no tally.
    pub fn of(column: &Column) -> Option<Self> {
        match column {
            Column::Number(numbers) => Some(Self::of_numbers(numbers)),
            Column::Date(dates) => {
                let present = dates.days().iter().filter(|&&day| day != DateColumn::MISSING);
                Some(Self::of_narrow(present.map(|&day| i64::from(day)).collect()))
            }
            Column::Label(_) => None,
        }
    }

    fn of_numbers(column: &NumberColumn) -> Self {
        match (column.narrow(), column.missing()) {
            (Some(values), None) => Self::of_narrow(values.iter().collect()),
            (Some(values), Some(missing)) => {
                let present = values.iter().enumerate().filter(|&(row, _)| !missing.get(row));
                Self::of_narrow(present.map(|(_, value)| value).collect())
            }
            (None, _) => Self::by_sorting((0..column.len()).filter_map(|row| column.scaled(row)).collect()),
        }
    }

    fn of_narrow(values: Vec<i64>) -> Self {
        let (Some(&lowest), Some(&highest)) = (values.iter().min(), values.iter().max()) else {
            return Self::default();
        };
        let span = highest.abs_diff(lowest);
        if span < (4 * values.len() as u64).max(1 << 16) {
            Self::by_counting(&values, lowest, span)
        } else {
            Self::by_sorting(values)
        }
    }

    fn by_counting(values: &[i64], lowest: i64, span: u64) -> Self {
        let mut all = vec![0u32; span as usize + 1];
        for value in values {
            all[value.abs_diff(lowest) as usize] += 1;
        }
        let occurring = all.into_iter().zip(i128::from(lowest)..).filter(|&(count, _)| count > 0);
        let (counts, distinct) = occurring.unzip();
        Self { values: distinct, counts, rows: values.len() as u64 }
    }

    fn by_sorting<T: Copy + Ord + Send + Into<i128>>(mut values: Vec<T>) -> Self {
        values.par_sort_unstable();
        let runs = values.chunk_by(|a, b| a == b);
        let (distinct, counts) = runs.map(|run| (run[0].into(), run.len() as u32)).unzip();
        Self { values: distinct, counts, rows: values.len() as u64 }
    }

    /// Rows counted.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The lowest and the highest value.
    pub fn ends(&self) -> Option<(i128, i128)> {
        Some((*self.values.first()?, *self.values.last()?))
    }

    /// The values at a quarter, half and three quarters of the rows in order.
    pub fn quartiles(&self) -> Option<[i128; 3]> {
        let at = |quarter: u64| self.at((quarter * self.rows).div_ceil(4));
        Some([at(1)?, at(2)?, at(3)?])
    }

    /// The value of row number `place` in order, counted from 1.
    fn at(&self, place: u64) -> Option<i128> {
        let mut passed = 0;
        let found = self.counts.iter().position(|&count| {
            passed += u64::from(count);
            passed >= place
        });
        found.map(|index| self.values[index])
    }

    /// The most rows inside any closed interval of this length.
    pub fn window(&self, length: u128) -> u64 {
        let (mut most, mut inside, mut start) = (0u64, 0u64, 0);
        for (index, &count) in self.counts.iter().enumerate() {
            inside += u64::from(count);
            while self.values[index].abs_diff(self.values[start]) > length {
                inside -= u64::from(self.counts[start]);
                start += 1;
            }
            most = most.max(inside);
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use aloof_table::Decimal;
    use proptest::prelude::*;

    use super::*;

    fn numbers(values: &[&str]) -> Column {
        let parse = |text: &&str| (!text.is_empty()).then(|| text.parse::<Decimal>().unwrap());
        Column::Number(NumberColumn::from_decimals(values.iter().map(parse)).unwrap())
    }

    #[test]
    fn missing_values_do_not_count() {
        let tally = Tally::of(&numbers(&["3", "", "1.5", "3"])).unwrap();
        assert_eq!((tally.values, tally.counts, tally.rows), (vec![15, 30], vec![1, 2], 3));
    }

    #[test]
    fn nothing_has_no_ends() {
        let tally = Tally::of(&numbers(&["", ""])).unwrap();
        assert_eq!((tally.ends(), tally.quartiles(), tally.window(3)), (None, None, 0));
    }

    #[test]
    fn wide_values_are_counted_too() {
        let tally = Tally::of(&numbers(&["1e30", "-1e30", "1e30"])).unwrap();
        assert_eq!(tally.counts, [1, 2]);
        assert_eq!(tally.window(1), 2);
    }

    #[test]
    fn extreme_narrow_values_do_not_overflow() {
        let column = Column::Number(NumberColumn::from_integers(vec![i64::MIN, i64::MAX, 0]));
        assert_eq!(Tally::of(&column).unwrap().counts, [1, 1, 1]);
    }

    proptest! {
        #[test]
        fn both_ways_of_counting_agree(values in prop::collection::vec(-50i64..50, 1..60)) {
            let lowest = *values.iter().min().unwrap();
            let span = values.iter().max().unwrap().abs_diff(lowest);
            let (a, b) = (Tally::by_counting(&values, lowest, span), Tally::by_sorting(values));
            prop_assert_eq!((a.values, a.counts, a.rows), (b.values, b.counts, b.rows));
        }

        #[test]
        fn window_and_quartiles_agree_with_their_definition(
            mut values in prop::collection::vec(-50i64..50, 1..60),
            length in 0u128..30,
        ) {
            let tally = Tally::of_narrow(values.clone());
            let within = |low: i64, value: i64| value >= low && u128::from(value.abs_diff(low)) <= length;
            let inside = |&low: &i64| values.iter().filter(|&&value| within(low, value)).count();
            prop_assert_eq!(tally.window(length) as usize, values.iter().map(inside).max().unwrap());
            values.sort_unstable();
            let median = values[values.len().div_ceil(2) - 1];
            prop_assert_eq!(tally.quartiles().unwrap()[1], i128::from(median));
        }
    }
}
