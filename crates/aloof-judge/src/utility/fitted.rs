//! Cells spread as the cells of all rows together make it likely.
//!
//! # Definition
//! The line is cut at all ends of cells; p gives each cut piece its share of all people, evenly at first. A round lets every row go
//! over the pieces of its cell in proportion to p, and takes what has come to each piece as the new p: iterative proportional
//! spreading. A cell that reaches from 20 to 60 then lies mostly where other cells say that people are. Inside of a piece, which no
//! cell's end divides, positions stay equally likely.
//!
//! # Source
//! Turnbull 1976, whose estimate these rounds approach. There it heaps people on the pieces that most cells share, so only a few
//! rounds are made: [`ROUNDS`].
//!
//! # Cost
//! `O(n + c log c)` and `O(c)` per round for c distinct cells: sums over runs of pieces are differences of running sums.

use super::spread::{Piece, Spread};

/// More of them fit the cells and no longer the people.
const ROUNDS: usize = 5;

impl Spread {
    /// The same column, its cells spread by what all of them say.
    #[must_use]
    pub fn fitted(mut self) -> Self {
        let mut cuts: Vec<u64> = self.cells.iter().flatten().flat_map(|piece| [piece.start, piece.end]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        if cuts.len() < 2 {
            return self;
        }
        let counts = self.counts();
        let place = |cut: u64| cuts.partition_point(|&other| other < cut);
        let runs: Vec<Vec<(usize, usize)>> = self
            .cells
            .iter()
            .map(|pieces| pieces.iter().map(|piece| (place(piece.start), place(piece.end))).collect())
            .collect();
        let lengths: Vec<f64> = cuts.windows(2).map(|ends| (ends[1] - ends[0]) as f64).collect();
        let mut likely = lengths.clone();
        for _ in 0..ROUNDS {
            likely = round(&likely, &runs, &counts);
        }
        for (pieces, runs) in self.cells.iter_mut().zip(&runs) {
            let all: f64 = runs.iter().map(|&(start, end)| likely[start..end].iter().sum::<f64>()).sum();
            if all > 0.0 {
                let piece = |at: usize| Piece { start: cuts[at], end: cuts[at + 1], share: likely[at] / all };
                *pieces = runs.iter().flat_map(|&(start, end)| (start..end).map(piece)).collect();
            }
        }
        self
    }

    /// Rows of each cell.
    fn counts(&self) -> Vec<f64> {
        let mut counts = vec![0.0; self.cells.len() + 1];
        self.after.iter().for_each(|&cell| counts[cell as usize] += 1.0);
        counts.pop();
        counts
    }
}

/// What comes to each piece when every row goes over its cell in proportion to `likely`.
fn round(likely: &[f64], runs: &[Vec<(usize, usize)>], counts: &[f64]) -> Vec<f64> {
    let mut below = vec![0.0; likely.len() + 1];
    likely.iter().enumerate().for_each(|(at, share)| below[at + 1] = below[at] + share);
    let mut change = vec![0.0; likely.len() + 1];
    for (runs, count) in runs.iter().zip(counts).filter(|(_, count)| **count > 0.0) {
        let all: f64 = runs.iter().map(|&(start, end)| below[end] - below[start]).sum();
        if all > 0.0 {
            for &(start, end) in runs {
                change[start] += count / all;
                change[end] -= count / all;
            }
        }
    }
    let mut rate = 0.0;
    let come = |(share, change): (&f64, &f64)| {
        rate += change;
        // Rounding may leave a little less than nothing where no cell reaches.
        share * f64::max(rate, 0.0)
    };
    likely.iter().zip(&change).map(come).collect()
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::numbers;

    /// Three at 0 and one anywhere from 0 to 9: each round, that one goes to 0 by what is there already.
    #[test]
    fn by_hand() {
        let column = numbers(&[0, 9], &["0", "0", "0", "0..9"]).fitted();
        let mut likely = [1.0, 9.0];
        for _ in 0..super::ROUNDS {
            let all = likely[0] + likely[1];
            likely = [3.0 + likely[0] / all, likely[1] / all];
        }
        let share = likely[1] / (likely[0] + likely[1]);
        // The rest of the cell has 5 as its middle.
        assert!((column.expected()[3] - 5.0 * share).abs() < 1e-12 && share < 0.05, "{:?}", column.expected());
        assert_eq!(column.expected()[..3], [0.0; 3]);
        assert!(
            (column.cells[column.after[3] as usize].iter().map(|piece| piece.share).sum::<f64>() - 1.0).abs() < 1e-12
        );
    }

    #[test]
    fn one_cell_stays_even() {
        let column = numbers(&[0, 9], &["0..9", "0..9"]).fitted();
        assert!((column.expected()[0] - 4.5).abs() < 1e-12);
    }
}
