//! Whether people still fall into the same clusters.
//!
//! # Definition
//! Both tables are clustered by k-means over their columns, each by its range in the original. Clusters have no names, so
//! those of one table are matched with those of the other in the way that most people agree; the error is the share of
//! people who do not: half of Σ |Cᵢ ∪ Cᵢ'| − |Cᵢ ∩ Cᵢ'| over n.
//!
//! # Source
//! The random-walk paper, Section 5.2, which compares cluster i with cluster i. k-means is Lloyd's, begun by k-means++
//! (Arthur and Vassilvitskii, 2007); the same seed begins both tables.
//!
//! # Cost
//! `O(n · k)` per step, at most fifty, beside sixteen beginnings on at most 4,000 points; the match costs `O(k² · 2^k)`.

use super::query::Draw;

/// The most clusters that are matched.
pub const MOST_CLUSTERS: usize = 12;

const STEPS: usize = 50;

/// Beginnings that are tried, and points they are tried on.
const TRIES: u64 = 16;
const TRIED_ON: usize = 4_000;

/// The share of people in other clusters than before; columns are of one length in both tables, row by row.
pub fn cluster_error(original: &[Vec<f64>], released: &[Vec<f64>], clusters: usize, seed: u64) -> f64 {
    let rows = original.first().map_or(0, Vec::len);
    if rows == 0 {
        return 0.0;
    }
    let clusters = clusters.clamp(1, MOST_CLUSTERS);
    let ranges: Vec<(f64, f64)> = original.iter().map(|column| range(column)).collect();
    let before = k_means(&points(original, &ranges), clusters, seed);
    let after = k_means(&points(released, &ranges), clusters, seed);
    let mut together = vec![vec![0usize; clusters]; clusters];
    before.iter().zip(&after).for_each(|(&one, &other)| together[one][other] += 1);
    1.0 - best_match(&together) as f64 / rows as f64
}

fn range(column: &[f64]) -> (f64, f64) {
    column.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
}

/// One point per row, every column by its range.
fn points(columns: &[Vec<f64>], ranges: &[(f64, f64)]) -> Vec<Vec<f64>> {
    let place = |value: f64, (low, high): (f64, f64)| if high > low { (value - low) / (high - low) } else { 0.0 };
    let point = |row: usize| columns.iter().zip(ranges).map(|(column, &range)| place(column[row], range)).collect();
    (0..columns[0].len()).map(point).collect()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The cluster of each point. Of several beginnings, tried on some of the points, the one goes on that leaves points nearest
/// to their centres: else where k-means happened to end would count as an error.
fn k_means(points: &[Vec<f64>], clusters: usize, seed: u64) -> Vec<usize> {
    let count = points.len().min(TRIED_ON);
    let some: Vec<Vec<f64>> = (0..count).map(|at| points[at * points.len() / count].clone()).collect();
    let tries = (0..TRIES).map(|turn| settle(&some, begin(&some, clusters, seed.wrapping_add(turn))));
    let best = tries.min_by(|a, b| spread(&some, a).total_cmp(&spread(&some, b)));
    let centres = settle(points, best.unwrap_or_default());
    points.iter().map(|point| nearest(point, &centres)).collect()
}

fn nearest(point: &[f64], centres: &[Vec<f64>]) -> usize {
    let by_distance = |a: &usize, b: &usize| distance(point, &centres[*a]).total_cmp(&distance(point, &centres[*b]));
    (0..centres.len()).min_by(by_distance).unwrap_or(0)
}

/// How far points lie from the nearest centre, squared, together.
fn spread(points: &[Vec<f64>], centres: &[Vec<f64>]) -> f64 {
    points.iter().map(|point| distance(point, &centres[nearest(point, centres)])).sum()
}

/// Every centre to the middle of the points nearest to it, until none moves.
fn settle(points: &[Vec<f64>], mut centres: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for _ in 0..STEPS {
        let mut sums = vec![(vec![0.0; points[0].len()], 0usize); centres.len()];
        for point in points {
            let (sum, count) = &mut sums[nearest(point, &centres)];
            sum.iter_mut().zip(point).for_each(|(sum, place)| *sum += place);
            *count += 1;
        }
        let mut moved = false;
        for (centre, (sum, count)) in centres.iter_mut().zip(sums).filter(|(_, (_, count))| *count > 0) {
            let middle: Vec<f64> = sum.iter().map(|sum| sum / count as f64).collect();
            moved |= *centre != middle;
            *centre = middle;
        }
        if !moved {
            break;
        }
    }
    centres
}

/// Centres far from each other: each is a point drawn by its squared distance from those before.
fn begin(points: &[Vec<f64>], clusters: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut draw = Draw::new([seed, clusters as u64, 0, 0]);
    let mut centres = vec![points[draw.below(points.len() as u64) as usize].clone()];
    while centres.len() < clusters {
        let far = |point: &Vec<f64>| centres.iter().map(|centre| distance(point, centre)).fold(f64::INFINITY, f64::min);
        let distances: Vec<f64> = points.iter().map(far).collect();
        let mut left = draw.below(1 << 53) as f64 / (1u64 << 53) as f64 * distances.iter().sum::<f64>();
        let chosen = distances.iter().position(|distance| {
            left -= distance;
            left < 0.0
        });
        centres.push(points[chosen.unwrap_or(points.len() - 1)].clone());
    }
    centres
}

/// The most people who stay together when every cluster is matched with one of the other table: over all sets of those that
/// are taken, cluster by cluster.
fn best_match(together: &[Vec<usize>]) -> usize {
    let clusters = together.len();
    let mut best = vec![None; 1 << clusters];
    best[0] = Some(0usize);
    for taken in 0..best.len() {
        let Some(people) = best[taken] else { continue };
        let Some(row) = together.get(taken.count_ones() as usize) else { continue };
        for (other, &agree) in row.iter().enumerate().filter(|(other, _)| taken & (1 << other) == 0) {
            let next = &mut best[taken | 1 << other];
            *next = (*next).max(Some(people + agree));
        }
    }
    best[(1 << clusters) - 1].unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_table_has_the_same_clusters() {
        let column =
            |step: usize| (0..90).map(|at| ((at / 30) * 100 + at % 30 * step % 7) as f64).collect::<Vec<f64>>();
        let table = [column(3), column(5)];
        assert!(cluster_error(&table, &table, 3, 1) < 1e-12);
        // Mirrored, people fall into the same clusters under other names.
        let mirrored = table.clone().map(|column| column.iter().map(|value| 230.0 - value).collect::<Vec<f64>>());
        assert!(cluster_error(&table, &mirrored, 3, 1) < 1e-12);
        // A third of them elsewhere.
        let mut moved = table.clone();
        moved.iter_mut().for_each(|column| column.rotate_left(10));
        assert!((cluster_error(&table, &moved, 3, 1) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn the_best_match_is_found() {
        assert_eq!(best_match(&[vec![5, 4], vec![4, 0]]), 8);
        assert_eq!(best_match(&[vec![1, 0, 0], vec![0, 0, 2], vec![0, 3, 0]]), 6);
    }
}
