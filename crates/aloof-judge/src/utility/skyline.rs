//! Whether the people of the skyline are still in it.
//!
//! # Definition
//! One person *dominates* another when they are at least as high in every column and higher in one. The *skyline* are those whom
//! nobody dominates. `recall` is the share of the skyline before that is in the skyline after, `precision` the share of the skyline
//! after that was in it before.
//!
//! # Source
//! Börzsönyi, Kossmann and Stocker, *The skyline operator*, ICDE 2001; the random-walk paper names skylines among the tasks that it is
//! for (Section 1) and never measures them.
//!
//! # Cost
//! Sorted by the sum of ranks, everyone is compared with those of the skyline so far: `O(n · s)` for a skyline of s.

/// How one skyline lies to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skyline {
    /// People of the skyline before.
    pub before: usize,
    /// People of the skyline after.
    pub after: usize,
    /// The share of those before who are still in it.
    pub recall: f64,
    /// The share of those after who were in it.
    pub precision: f64,
}

/// Of columns of one length in both tables, row by row; `None` without people.
pub fn skyline(before: &[Vec<f64>], after: &[Vec<f64>]) -> Option<Skyline> {
    let (first, second) = (members(before), members(after));
    let (many, more) = (first.iter().filter(|one| **one).count(), second.iter().filter(|one| **one).count());
    let both = first.iter().zip(&second).filter(|(a, b)| **a && **b).count() as f64;
    (many > 0 && more > 0).then(|| Skyline {
        before: many,
        after: more,
        recall: both / many as f64,
        precision: both / more as f64,
    })
}

/// For each row whether nobody dominates it.
fn members(columns: &[Vec<f64>]) -> Vec<bool> {
    let rows = columns.first().map_or(0, Vec::len);
    let point = |row: usize| columns.iter().map(|column| column[row]).collect::<Vec<f64>>();
    let points: Vec<Vec<f64>> = (0..rows).map(point).collect();
    // Whoever dominates somebody comes before them in this order: higher in the first column where they differ.
    let mut order: Vec<usize> = (0..rows).collect();
    let by_place = |a: &f64, b: &f64| b.total_cmp(a);
    order.sort_by(|&a, &b| {
        points[a]
            .iter()
            .zip(&points[b])
            .map(|(a, b)| by_place(a, b))
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let mut skyline: Vec<usize> = Vec::new();
    let mut inside = vec![false; rows];
    for row in order {
        if !skyline.iter().any(|&other| dominates(&points[other], &points[row])) {
            skyline.push(row);
            inside[row] = true;
        }
    }
    inside
}

fn dominates(one: &[f64], other: &[f64]) -> bool {
    one.iter().zip(other).all(|(a, b)| a >= b) && one.iter().zip(other).any(|(a, b)| a > b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        let before = [vec![1.0, 2.0, 3.0, 1.0], vec![3.0, 2.0, 1.0, 1.0]];
        let after = [vec![1.0, 2.0, 3.0, 4.0], vec![3.0, 2.0, 1.0, 1.0]];
        // Before all but the last; after the last one dominates the third.
        let found = skyline(&before, &after).unwrap();
        assert_eq!((found.before, found.after), (3, 3));
        assert!((found.recall - 2.0 / 3.0).abs() < 1e-12 && (found.precision - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(skyline(&[vec![]], &[vec![]]), None);
    }

    proptest! {
        #[test]
        fn everyone_is_compared_with_everyone(rows in prop::collection::vec((0u8..5, 0u8..5, 0u8..3), 1..25)) {
            let columns: Vec<Vec<f64>> = vec![
                rows.iter().map(|row| row.0.into()).collect(),
                rows.iter().map(|row| row.1.into()).collect(),
                rows.iter().map(|row| row.2.into()).collect(),
            ];
            let found = members(&columns);
            for (at, one) in rows.iter().enumerate() {
                let beaten = rows.iter().any(|other| other.0 >= one.0 && other.1 >= one.1 && other.2 >= one.2 && other != one);
                prop_assert_eq!(found[at], !beaten);
            }
        }
    }
}
