//! The assignment problem: every row of a square table of costs gets a column of its own, at the least total cost.
//!
//! # Source
//! Kuhn, *The Hungarian method*, 1955, in the form with shortest augmenting paths and potentials (Jonker and
//! Volgenant, 1987).
//!
//! # Cost
//! `O(n³)` at worst; near `O(n²)` when most rows find their cheapest column free.

/// For each row its column. `costs` holds row after row, `n` of each.
pub(super) fn assign(costs: &[f32], n: usize) -> Vec<usize> {
    let mut row_of: Vec<usize> = vec![usize::MAX; n];
    let mut rows = vec![0.0f32; n];
    let mut columns = vec![0.0f32; n];
    let mut paths = Paths { distance: vec![0.0; n], from: vec![0; n], done: vec![false; n], reached: Vec::new() };
    for row in 0..n {
        augment(costs, n, row, &mut rows, &mut columns, &mut row_of, &mut paths);
    }
    let mut column_of = vec![0; n];
    row_of.iter().enumerate().for_each(|(column, &row)| column_of[row] = column);
    column_of
}

/// Room for the paths from one row to all columns, used again for every row.
struct Paths {
    distance: Vec<f32>,
    from: Vec<usize>,
    done: Vec<bool>,
    reached: Vec<usize>,
}

/// Gives `start` a column, moving others along the cheapest path if need be.
fn augment(
    costs: &[f32],
    n: usize,
    start: usize,
    rows: &mut [f32],
    columns: &mut [f32],
    row_of: &mut [usize],
    Paths { distance, from, done, reached }: &mut Paths,
) {
    distance.fill(f32::INFINITY);
    from.fill(usize::MAX);
    done.fill(false);
    reached.clear();
    let (mut row, mut column, mut length) = (start, usize::MAX, 0.0f32);
    loop {
        let mut next = usize::MAX;
        let line = &costs[row * n..(row + 1) * n];
        for at in 0..n {
            if done[at] {
                continue;
            }
            let reach = length + line[at] - rows[row] - columns[at];
            if reach < distance[at] {
                distance[at] = reach;
                from[at] = column;
            }
            if next == usize::MAX || distance[at] < distance[next] {
                next = at;
            }
        }
        length = distance[next];
        done[next] = true;
        column = next;
        if row_of[next] == usize::MAX {
            break;
        }
        reached.push(next);
        row = row_of[next];
    }
    rows[start] += length;
    for &at in &*reached {
        rows[row_of[at]] += length - distance[at];
        columns[at] -= length - distance[at];
    }
    while column != usize::MAX {
        let before = from[column];
        row_of[column] = if before == usize::MAX { start } else { row_of[before] };
        column = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn least(costs: &[f32], n: usize, row: usize, used: &mut Vec<bool>) -> f32 {
        if row == n {
            return 0.0;
        }
        let mut best = f32::INFINITY;
        for column in 0..n {
            if !used[column] {
                used[column] = true;
                best = best.min(costs[row * n + column] + least(costs, n, row + 1, used));
                used[column] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn finds_the_least_of_all(n in 1usize..6, costs in prop::collection::vec(0u8..20, 36)) {
            let costs: Vec<f32> = costs[..n * n].iter().map(|&cost| f32::from(cost)).collect();
            let columns = assign(&costs, n);
            let total: f32 = columns.iter().enumerate().map(|(row, &column)| costs[row * n + column]).sum();
            let mut sorted = columns.clone();
            sorted.sort_unstable();
            prop_assert!(sorted.into_iter().eq(0..n));
            prop_assert!((total - least(&costs, n, 0, &mut vec![false; n])).abs() < 1e-3);
        }
    }
}
