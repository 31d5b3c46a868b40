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
        self.dominant(rows)?;
        let with = if self.missing > 0 { " that have any" } else { "" };
        let near = self.kind != Kind::Label && self.coded.is_none();
        let so = if near { ", so that no m above 1 can be promised for any ε" } else { "" };
        let filled = rows.saturating_sub(self.missing);
        let share = percent(self.most_common, filled);
        Some(format!("{share} of the rows{with} have one and the same value{so}"))
    }
}

/// To a tenth of a percent, and never all where it is not all.
fn percent(part: usize, of: usize) -> String {
    let tenths = (2_000 * part + of) / (2 * of.max(1));
    match (tenths / 10, tenths % 10) {
        (100, 0) if part < of => "more than 99.9%".to_owned(),
        (whole, 0) => format!("{whole}%"),
        (whole, tenth) => format!("{whole}.{tenth}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percentages() {
        let told = [(533, 615), (3, 4), (7, 7), (99_999, 100_000), (697, 1000)].map(|(part, of)| percent(part, of));
        assert_eq!(told, ["86.7%", "75%", "100%", "more than 99.9%", "69.7%"]);
    }
}
