//! Where a column is cut.
//!
//! # Definition
//! *By rows*: runs of rows as they come, as in the paper. *Sorted*: runs of neighbouring values, each run bounded by where
//! the next begins, so that the order between segments is kept as well. Sizes differ by at most one.
//!
//! # Source
//! RW, Section 4.2: cutting helps to define properties and to compute; it protects nobody.

use super::recipe::Ties;

/// Rows that are walked together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The rows.
    pub rows: Vec<u32>,
    /// The smallest value they may have, if the segment itself sets one.
    pub low: Option<i64>,
    /// The largest.
    pub high: Option<i64>,
}

/// Runs of about `size` of these rows.
pub fn by_rows(rows: &[u32], size: usize) -> Vec<Cut> {
    runs(rows, size).map(|rows| Cut { rows: rows.to_vec(), low: None, high: None }).collect()
}

/// Runs of about `size` neighbouring values: distinct ones when ties are collapsed, rows when they are relaxed.
pub fn by_value(rows: &[u32], values: &[i64], size: usize, ties: Ties) -> Vec<Cut> {
    let value = |row: u32| values[row as usize];
    let mut sorted = rows.to_vec();
    sorted.sort_by_key(|&row| (value(row), row));
    let units: Vec<&[u32]> = match ties {
        Ties::Collapse => sorted.chunk_by(|&a, &b| value(a) == value(b)).collect(),
        Ties::Relax | Ties::Printed => sorted.chunks(1).collect(),
    };
    let mut cuts: Vec<Cut> = runs(&units, size)
        .map(|units| Cut { rows: units.iter().copied().flatten().copied().collect(), low: None, high: None })
        .collect();
    for at in 1..cuts.len() {
        let (first, last) = (value(cuts[at].rows[0]), cuts[at - 1].rows.last().map_or(0, |&row| value(row)));
        cuts[at].low = Some(first);
        cuts[at - 1].high = Some(last.max(first - 1));
    }
    cuts
}

fn runs<T>(all: &[T], size: usize) -> impl Iterator<Item = &[T]> {
    let count = all.len().div_ceil(size.max(1)).max(1);
    (0..count).map(move |at| &all[at * all.len() / count..(at + 1) * all.len() / count]).filter(|run| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_even() {
        let rows: Vec<u32> = (0..250).collect();
        assert_eq!(by_rows(&rows, 100).iter().map(|cut| cut.rows.len()).collect::<Vec<_>>(), [83, 83, 84]);
        assert!(by_rows(&[], 100).is_empty());
    }

    #[test]
    fn sorted_segments_meet_and_do_not_overlap() {
        let values = [5, 1, 9, 1, 7, 20, 5];
        let rows: Vec<u32> = (0..7).collect();
        let cuts = by_value(&rows, &values, 3, Ties::Collapse);
        assert_eq!(cuts.iter().map(|cut| cut.rows.clone()).collect::<Vec<_>>(), [vec![1, 3, 0, 6], vec![4, 2, 5]]);
        assert_eq!((cuts[0].low, cuts[0].high, cuts[1].low, cuts[1].high), (None, Some(6), Some(7), None));
        let relaxed = by_value(&rows, &[4; 7], 3, Ties::Relax);
        assert!(relaxed.len() == 3 && relaxed[0].high == Some(4) && relaxed[1].low == Some(4));
    }
}
