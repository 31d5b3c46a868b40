//! A table as nothing but its values.
//!
//! A column can remember what it was taken from: places behind the point that no value of it has any more, labels that nobody
//! shows, an order of labels. Formats with types would write some of it, and it would tell of rows that are not there. So
//! before a table is written it is reduced to what a reader of it can know: the same values give the same bytes, and a file that
//! is read and written anew is itself.
//!
//! # Cost
//! One pass over the codes of labels, and one over numbers that are not whole; columns that are plain are not copied.

use std::borrow::Cow;

use aloof_table::{Column, LabelColumn, NumberColumn, Table};

/// The same values; labels in the order in which they come, numbers with the fewest places.
pub(super) fn plain(table: &Table) -> Cow<'_, Table> {
    let mut all = Cow::Borrowed(table);
    for (name, column) in table.names().iter().zip(table.columns()) {
        if let Some(column) = reduced(column) {
            all = Cow::Owned(all.into_owned().with_column(name, column));
        }
    }
    all
}

/// `None` where there is nothing to leave out.
fn reduced(column: &Column) -> Option<Column> {
    match column {
        Column::Label(labels) => (!comes_in_order(labels)).then(|| {
            let texts = (0..labels.len()).map(|row| labels.get(row));
            Column::Label(LabelColumn::from_texts(texts))
        }),
        Column::Number(numbers) if numbers.scale() == 0 && numbers.narrow().is_some() => None,
        Column::Number(numbers) => {
            let least = NumberColumn::from_decimals((0..numbers.len()).map(|row| numbers.get(row))).ok()?;
            Some(Column::Number(least))
        }
        Column::Date(_) => None,
    }
}

fn comes_in_order(labels: &LabelColumn) -> bool {
    let mut next = 0;
    for &code in labels.codes().iter().filter(|&&code| code != LabelColumn::MISSING) {
        if code > next {
            return false;
        }
        next = next.max(code + 1);
    }
    next as usize == labels.labels().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_parquet;

    /// Whatever a column was taken from, its bytes are those of its values.
    #[test]
    fn nothing_is_left_of_what_was_taken_away() {
        let table = |rows: [&str; 4]| {
            let numbers = rows.iter().map(|row| row.split_once(' ').map(|(number, _)| number.parse().unwrap()));
            let labels = rows.iter().map(|row| row.split_once(' ').map(|(_, label)| label));
            let numbers = NumberColumn::from_decimals(numbers).unwrap();
            let labels = LabelColumn::from_texts(labels);
            let columns = vec![("n".to_owned(), Column::Number(numbers)), ("t".to_owned(), Column::Label(labels))];
            Table::new(columns, 4).unwrap()
        };
        let bytes = |table: &Table| {
            let mut bytes = Vec::new();
            write_parquet(table, &mut bytes).unwrap();
            bytes
        };
        let whole = table(["1 b", "2 a", "3 b", "4 a"]).take(&[1, 2]);
        for other in ["0.125 c", "170141183460469231731687303715884105 a"] {
            let taken = table([other, "2 a", "3 b", "4 a"]).take(&[1, 2]);
            assert_eq!(bytes(&taken), bytes(&whole), "{other}");
        }
        let unordered = LabelColumn::new(
            vec![1, 0, 1, 0],
            table(["1 a", "1 b", "1 c", "1 c"])
                .column("t")
                .map(|column| {
                    let Column::Label(labels) = column else { unreachable!("labels") };
                    labels.labels().clone()
                })
                .unwrap(),
        );
        let found = table(["1 b", "2 a", "3 b", "4 a"]);
        assert_eq!(bytes(&found.clone().with_column("t", Column::Label(unordered))), bytes(&found));
    }
}
