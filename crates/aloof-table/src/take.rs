//! Some rows of a column, in any order.

use std::sync::Arc;

use rayon::prelude::*;

use crate::{Bitmap, Column, DateColumn, LabelColumn, NumberColumn, Table};

impl Column {
    /// The values of `rows`, in that order. Labels are numbered anew, in the order in which they come, so that nothing of
    /// the order of the whole column is left.
    pub fn take(&self, rows: &[u32]) -> Self {
        match self {
            Self::Number(numbers) => Self::Number(numbers.take(rows)),
            Self::Date(dates) => {
                Self::Date(DateColumn::new(rows.iter().map(|&row| dates.days()[row as usize]).collect()))
            }
            Self::Label(labels) => Self::Label(labels.take(rows)),
        }
    }
}

impl LabelColumn {
    /// The labels of `rows`, in that order, numbered in the order in which they come.
    pub fn take(&self, rows: &[u32]) -> Self {
        let mut taken = Self::default();
        let mut code_of = vec![Self::MISSING; self.labels().len()];
        for &row in rows {
            let code = self.codes()[row as usize];
            if code == Self::MISSING {
                taken.push(None);
                continue;
            }
            let new = &mut code_of[code as usize];
            if *new == Self::MISSING {
                *new = taken.intern(self.labels().get(code));
            }
            taken.push_code(*new);
        }
        taken
    }
}

impl Table {
    /// These rows of every column, in that order.
    pub fn take(&self, rows: &[u32]) -> Self {
        self.with_columns(self.columns().par_iter().map(|column| Arc::new(column.take(rows))).collect(), rows.len())
    }
}

impl Bitmap {
    /// The bits of `rows`, in that order.
    pub fn take(&self, rows: &[u32]) -> Self {
        let mut taken = Self::off(rows.len());
        rows.iter().enumerate().filter(|(_, row)| self.get(**row as usize)).for_each(|(at, _)| taken.set(at));
        taken
    }
}

/// Which of `rows` are missing; `None` when no row of the whole column is.
pub(crate) fn take_missing(missing: Option<&Bitmap>, rows: &[u32]) -> Option<Bitmap> {
    missing.map(|missing| missing.take(rows))
}

impl NumberColumn {
    /// The values of `rows`, in that order.
    pub fn take(&self, rows: &[u32]) -> Self {
        self.with_rows(rows, take_missing(self.missing(), rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn takes_what_stands_there(
            cells in prop::collection::vec(prop::option::weighted(0.8, -5i64..5), 1..20),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        ) {
            let rows: Vec<u32> = picks.iter().map(|pick| pick.index(cells.len()) as u32).collect();
            let texts: Vec<Option<String>> = cells.iter().map(|cell| cell.map(|cell| format!("v{cell}"))).collect();
            let labels = Column::Label(LabelColumn::from_texts(texts.iter().map(Option::as_deref)));
            let numbers = NumberColumn::from_decimals(cells.iter().map(|cell| cell.map(Into::into))).unwrap();
            let mut dates = DateColumn::default();
            cells.iter().for_each(|cell| dates.push(cell.map(|days| crate::Date::from_days(days as i32))));
            for column in [labels, Column::Number(numbers), Column::Date(dates)] {
                let taken = column.take(&rows);
                prop_assert_eq!(taken.len(), rows.len());
                for (at, &row) in rows.iter().enumerate() {
                    prop_assert_eq!(taken.text(at), column.text(row as usize));
                }
            }
        }
    }
}
