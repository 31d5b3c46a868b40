//! A quasi column as an axis: every row has a place, close places are close values.
//!
//! Numbers and dates are placed by size, labels by the leaves of their hierarchy or, without one, by their bytes. A
//! missing value comes first.

use aloof_table::{Column, Decimal, Hierarchy};

/// One place per row. 4 bytes per row.
#[derive(Clone, Debug)]
pub struct Axis {
    places: Vec<u32>,
    count: u32,
}

impl Axis {
    /// Places the values of `column`.
    pub fn new(column: &Column, hierarchy: Option<&Hierarchy>) -> Self {
        match (column, hierarchy) {
            (Column::Number(numbers), None) => ranked(column.len(), |row| numbers.get(row)),
            (Column::Date(dates), None) => {
                ranked(column.len(), |row| dates.get(row).map(|date| Decimal::from(i64::from(date.days()))))
            }
            (_, Some(tree)) => {
                let labels = column.to_labels();
                ranked(column.len(), |row| {
                    labels.get(row).map(|label| tree.leaf(label).map(|leaf| tree.leaves(leaf).start))
                })
            }
            (Column::Label(labels), None) => ranked(column.len(), |row| labels.get(row)),
        }
    }

    /// The place of `row`.
    pub fn place(&self, row: u32) -> u32 {
        self.places[row as usize]
    }

    /// Number of places.
    pub fn count(&self) -> u32 {
        self.count
    }
}

fn ranked<K: Ord>(rows: usize, key: impl Fn(usize) -> K) -> Axis {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.sort_by_cached_key(|&row| key(row as usize));
    let mut places = vec![0u32; rows];
    let mut count = 0;
    for (at, &row) in order.iter().enumerate() {
        let new = at == 0 || key(order[at - 1] as usize) != key(row as usize);
        count += u32::from(new);
        places[row as usize] = count - 1;
    }
    Axis { places, count }
}
