//! Everybody gets one record, so that the sum of distances is least.
//!
//! # Source
//! Kuhn 1955, with shortest augmenting paths and potentials (Jonker and Volgenant 1987).
//!
//! # Cost
//! `O(n³)`. More than [`EXACT`] are put into order first and solved in blocks of [`BLOCK`] neighbours, then once more in blocks that
//! begin half a block later: `O(n · BLOCK²)`, and not quite the least.

use rayon::prelude::*;

/// So many are solved exactly.
pub const EXACT: usize = 400;

/// Neighbours that are solved together.
pub const BLOCK: usize = 200;

/// For each position of `people` its record, where both stand in an order that brings likely pairs to the same position.
pub(super) fn assign(people: &[usize], records: &[usize], cost: impl Fn(usize, usize) -> f64 + Sync) -> Vec<usize> {
    if people.len() <= EXACT {
        return block(people, records, &cost);
    }
    let mut assigned = records.to_vec();
    for from in [0, BLOCK / 2] {
        let solve = |(people, records): (&[usize], &[usize])| block(people, records, &cost);
        let solved: Vec<Vec<usize>> =
            people[from..].par_chunks(BLOCK).zip(assigned[from..].par_chunks(BLOCK)).map(solve).collect();
        assigned.truncate(from);
        assigned.extend(solved.into_iter().flatten());
    }
    assigned
}

fn block(people: &[usize], records: &[usize], cost: &impl Fn(usize, usize) -> f64) -> Vec<usize> {
    least(people.len(), |person, record| cost(people[person], records[record]))
        .into_iter()
        .map(|at| records[at])
        .collect()
}

/// For each of `n` rows its column.
fn least(n: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    const NOBODY: usize = usize::MAX;
    // Column n stands for the row that is being added.
    let (mut of_row, mut of_column, mut row_at) = (vec![0.0; n], vec![0.0; n + 1], vec![NOBODY; n + 1]);
    for row in 0..n {
        let (mut far, mut from, mut done) = (vec![f64::INFINITY; n], vec![n; n], vec![false; n + 1]);
        row_at[n] = row;
        let mut at = n;
        while row_at[at] != NOBODY {
            done[at] = true;
            let (mut step, mut next) = (f64::INFINITY, n);
            for column in (0..n).filter(|&column| !done[column]) {
                let reduced = cost(row_at[at], column) - of_row[row_at[at]] - of_column[column];
                if reduced < far[column] {
                    (far[column], from[column]) = (reduced, at);
                }
                if far[column] < step {
                    (step, next) = (far[column], column);
                }
            }
            for (column, is_done) in done.iter().enumerate() {
                if *is_done {
                    of_row[row_at[column]] += step;
                    of_column[column] -= step;
                } else {
                    far[column] -= step;
                }
            }
            at = next;
        }
        while at != n {
            row_at[at] = row_at[from[at]];
            at = from[at];
        }
    }
    let mut column_of = vec![0; n];
    (0..n).for_each(|column| column_of[row_at[column]] = column);
    column_of
}

#[cfg(test)]
mod tests {
    use super::super::draw::Draw;
    use super::*;

    fn cheapest(left: &[usize], row: usize, cost: &dyn Fn(usize, usize) -> f64) -> f64 {
        let one = |&column: &usize| {
            let rest: Vec<usize> = left.iter().copied().filter(|&other| other != column).collect();
            cost(row, column) + if rest.is_empty() { 0.0 } else { cheapest(&rest, row + 1, cost) }
        };
        left.iter().map(one).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn as_cheap_as_the_cheapest_of_all() {
        for seed in 0..60 {
            let mut draw = Draw::new(seed, 80);
            let n = 1 + draw.below(6);
            let costs: Vec<f64> = (0..n * n).map(|_| draw.below(20) as f64).collect();
            let cost = |row: usize, column: usize| costs[row * n + column];
            let all: Vec<usize> = (0..n).collect();
            let found = assign(&all, &all, cost);
            let sum: f64 = found.iter().enumerate().map(|(row, &column)| cost(row, column)).sum();
            assert!((sum - cheapest(&all, 0, &cost)).abs() < 1e-9, "{costs:?}");
            let mut seen = found.clone();
            seen.sort_unstable();
            assert_eq!(seen, all);
        }
    }

    /// Blocks keep everybody, and find pairs that lie at most half a block apart.
    #[test]
    fn blocks_find_near_pairs() {
        let people: Vec<usize> = (0..1_000).collect();
        let records: Vec<usize> = people.iter().map(|at| at ^ 7).collect();
        assert_eq!(assign(&people, &records, |person, record| person.abs_diff(record) as f64), people);
    }
}
