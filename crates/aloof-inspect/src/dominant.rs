//! A value that more than half of a column's rows have: whoever guesses it is right more often than not, whatever is published.

use aloof_table::{Kind, Ratio};

use crate::ColumnFacts;

impl ColumnFacts {
    /// The share of one value, where more than half of the rows that have any have it; of `rows` rows of the table.
    pub fn dominant(&self, rows: usize) -> Option<Ratio> {
        let filled = rows.saturating_sub(self.missing);
        (2 * self.most_common > filled && filled > 0).then(|| Ratio::of(self.most_common as u64, filled as u64))
    }

    /// The same in words that name no value.
    pub fn told_of_dominant(&self, rows: usize) -> Option<String> {
        let share = self.dominant(rows)?;
        let with = if self.missing > 0 { " that have any" } else { "" };
        let near = self.kind != Kind::Label && self.coded.is_none();
        let so = if near { ", so that no m above 1 can be promised for any ε" } else { "" };
        Some(format!("{} of the rows{with} have one and the same value{so}", share.percent()))
    }
}
