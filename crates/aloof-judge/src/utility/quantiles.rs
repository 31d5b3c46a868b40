//! Quantiles of a column: what a tenth, a quarter, half of the people have less than.
//!
//! # Definition
//! The q-quantile is the smallest position at or below which at least a share q of the people stand. Those of a release are spread
//! over their cells (`spread.rs`). The error of a quantile is |Q' − Q|, of which the share of the distance between the first and the
//! last of the original's [`SHARES`] is told: 0.1 is a tenth of the room that the middle 80% take.
//!
//! # Cost
//! `O(n + c log c)` for c distinct cells.

use super::spread::{NOWHERE, Piece, Spread};

/// Which quantiles are looked at.
pub const SHARES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.9];

/// What was found of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantileError {
    /// Those of the original, as numbers, days or positions.
    pub before: [f64; 5],
    /// Those of the release.
    pub after: [f64; 5],
    /// The mean of |Q' − Q| as a share of the distance between the outer two; `None` where that is 0.
    pub mean: Option<f64>,
    /// The largest.
    pub largest: Option<f64>,
}

/// Of a column on a line; `None` of others, and when all is missing in one of the tables.
pub fn quantiles(column: &Spread) -> Option<QuantileError> {
    if !column.is_line() {
        return None;
    }
    let (before, after) = (of_points(column)?, of_cells(column)?);
    let room = before[4] - before[0];
    let errors = || before.iter().zip(&after).map(|(one, other)| (one - other).abs() / room);
    let some = room > 0.0;
    Some(QuantileError {
        before: before.map(|at| column.value(at)),
        after: after.map(|at| column.value(at)),
        mean: some.then(|| errors().sum::<f64>() / SHARES.len() as f64),
        largest: some.then(|| errors().fold(0.0, f64::max)),
    })
}

fn of_points(column: &Spread) -> Option<[f64; 5]> {
    let mut sorted: Vec<u64> = column.before.iter().copied().filter(|&at| at != NOWHERE).collect();
    sorted.sort_unstable();
    let count = sorted.len();
    (count > 0).then(|| SHARES.map(|share| sorted[(needed(share, count as f64) as usize).max(1) - 1] as f64))
}

/// The least whole number that is a share of so many; a product that should be whole must not rise above it by a rounding error.
fn needed(share: f64, count: f64) -> f64 {
    (share * count - 1e-9).ceil()
}

fn of_cells(column: &Spread) -> Option<[f64; 5]> {
    let mut counts = vec![0.0; column.cells.len() + 1];
    column.after.iter().for_each(|&cell| counts[cell as usize] += 1.0);
    counts.pop();
    let mut changes: Vec<(u64, f64)> = Vec::new();
    let mut people = 0.0;
    for (pieces, count) in
        column.cells.iter().zip(&counts).filter(|(pieces, count)| !pieces.is_empty() && **count > 0.0)
    {
        people += count;
        let rate = |piece: &Piece| count * piece.share / piece.length();
        changes.extend(pieces.iter().flat_map(|piece| [(piece.start, rate(piece)), (piece.end, -rate(piece))]));
    }
    changes.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let last = changes.last()?.0 - 1;
    let mut found = [last as f64; 5];
    let (mut next, mut below, mut rate) = (0, 0.0, 0.0);
    for pair in changes.windows(2) {
        rate += pair[0].1;
        let length = (pair[1].0 - pair[0].0) as f64;
        while next < SHARES.len() && length > 0.0 && below + rate * length >= SHARES[next] * people - 1e-9 {
            let steps = ((SHARES[next] * people - 1e-9 - below) / rate).ceil().clamp(1.0, length);
            found[next] = pair[0].0 as f64 + steps - 1.0;
            next += 1;
        }
        below += rate * length;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::{exact, numbers};
    use super::*;

    #[test]
    fn by_hand() {
        let ages: Vec<i64> = (1..=10).collect();
        let same = quantiles(&exact(&ages, &ages)).unwrap();
        assert_eq!((same.before, same.mean), ([1.0, 3.0, 5.0, 8.0, 9.0], Some(0.0)));
        let whole = |found: [f64; 5]| found.map(|at| at as i64);
        assert_eq!(whole(same.after), whole(same.before));
        // Ten people over 1..10 stand where ten people at 1, …, 10 stand.
        let grouped = quantiles(&numbers(&ages, &["1..10"; 10])).unwrap();
        assert_eq!(whole(grouped.after), whole(same.before));
        // All at 5: off by 4, 2, 0, 3 and 4 of 8.
        let five = quantiles(&exact(&ages, &[5; 10])).unwrap();
        assert!((five.mean.unwrap() - 13.0 / 40.0).abs() < 1e-12 && (five.largest.unwrap() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn what_has_none() {
        assert_eq!(quantiles(&exact(&[3, 3], &[3, 4])).unwrap().mean, None);
        assert!(quantiles(&numbers(&[], &["3"])).is_none());
    }
}
