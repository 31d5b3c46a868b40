//! Rank correlations: whether who is higher in one column is higher in the other.
//!
//! # Definition
//! Spearman's ρ is Pearson's r of ranks, equal values sharing the mean of theirs. Kendall's τ-b is (C − D) / √((N − T)(N − U)) for C
//! pairs of people in the same order in both columns and D in opposite orders, of N pairs, T and U of them tied in either. A release
//! is drawn inside of its cells [`DRAWS`] times (`spread.rs`), and the mean over draws is taken: middles would leave ties that the
//! people have not. A column that does not vary has 0. Pairs of values of which one is missing are left out.
//!
//! # Source
//! Spearman 1904; Kendall 1945; τ is counted as in Knight, JASA 1966.
//!
//! # Cost
//! `O(n log n)` per pair of columns and draw.

use super::spread::Spread;

/// How often a release is drawn.
pub const DRAWS: usize = 3;

/// Both correlations of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ranks {
    /// Spearman's ρ.
    pub spearman: f64,
    /// Kendall's τ-b.
    pub kendall: f64,
}

/// Of two columns on a line, with their numbers among those drawn together: in the original and in the release.
pub fn ranks(one: (usize, &Spread), other: (usize, &Spread), seed: u64) -> (Ranks, Ranks) {
    let before = of(&one.1.values(), &other.1.values());
    let mut after = Ranks::default();
    for number in 0..DRAWS {
        let found = of(&one.1.drawn(seed, one.0, number), &other.1.drawn(seed, other.0, number));
        after.spearman += found.spearman / DRAWS as f64;
        after.kendall += found.kendall / DRAWS as f64;
    }
    (before, after)
}

fn of(one: &[f64], other: &[f64]) -> Ranks {
    let pairs: Vec<(f64, f64)> =
        one.iter().zip(other).filter(|(a, b)| !a.is_nan() && !b.is_nan()).map(|(a, b)| (*a, *b)).collect();
    Ranks { spearman: spearman(&pairs), kendall: kendall(pairs) }
}

fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let (one, other) = (mean_ranks(pairs.iter().map(|pair| pair.0)), mean_ranks(pairs.iter().map(|pair| pair.1)));
    let middle = f64::midpoint(pairs.len() as f64, 1.0);
    let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
    for (a, b) in one.iter().zip(&other) {
        let (a, b) = (a - middle, b - middle);
        both += a * b;
        first += a * a;
        second += b * b;
    }
    if first > 0.0 && second > 0.0 { (both / (first.sqrt() * second.sqrt())).clamp(-1.0, 1.0) } else { 0.0 }
}

/// Ranks from 1 on; equal values share the mean of theirs.
fn mean_ranks(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for same in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let mean = before as f64 + f64::midpoint(same.len() as f64, 1.0);
        same.iter().for_each(|&row| ranks[row] = mean);
        before += same.len();
    }
    ranks
}

/// Kendall's τ-b; 0 where a column does not vary.
pub(super) fn kendall(mut pairs: Vec<(f64, f64)>) -> f64 {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let of = |many: usize| many as f64 * (many as f64 - 1.0) / 2.0;
    let all = of(pairs.len());
    let tied: f64 = pairs.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()).map(|same| of(same.len())).sum();
    let alike = |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0).is_eq() && a.1.total_cmp(&b.1).is_eq();
    let both: f64 = pairs.chunk_by(alike).map(|same| of(same.len())).sum();
    let mut other: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let opposite = swaps(&mut other) as f64;
    let tied_other: f64 = other.chunk_by(|a, b| a.total_cmp(b).is_eq()).map(|same| of(same.len())).sum();
    let below = ((all - tied) * (all - tied_other)).sqrt();
    if below > 0.0 { ((all - tied - tied_other + both - 2.0 * opposite) / below).clamp(-1.0, 1.0) } else { 0.0 }
}

/// Sorts, and counts how many pairs stood the wrong way round.
fn swaps(values: &mut [f64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let half = values.len() / 2;
    let (left, right) = values.split_at_mut(half);
    let mut count = swaps(left) + swaps(right);
    let mut merged = Vec::with_capacity(values.len());
    let (mut a, mut b) = (0, half);
    while a < half && b < values.len() {
        if values[b].total_cmp(&values[a]).is_lt() {
            count += (half - a) as u64;
            merged.push(values[b]);
            b += 1;
        } else {
            merged.push(values[a]);
            a += 1;
        }
    }
    merged.extend_from_slice(&values[a..half]);
    merged.extend_from_slice(&values[b..]);
    values.copy_from_slice(&merged);
    count
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::exact;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        // 1, 2, 3 with 1, 3, 2: ρ = 1/2; two pairs agree, one does not: τ = 1/3.
        let (before, after) = ranks((0, &exact(&[1, 2, 3], &[1, 2, 3])), (1, &exact(&[1, 3, 2], &[1, 1, 1])), 1);
        assert!((before.spearman - 0.5).abs() < 1e-12 && (before.kendall - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(after, Ranks::default());
    }

    proptest! {
        #[test]
        fn kendall_counts_all_pairs(pairs in prop::collection::vec((0i8..6, 0i8..6), 2..30)) {
            let pairs: Vec<(f64, f64)> = pairs.iter().map(|&(a, b)| (a.into(), b.into())).collect();
            let (mut score, mut first, mut second) = (0.0, 0.0, 0.0);
            for one in 0..pairs.len() {
                for other in 0..one {
                    let sign = |a: f64, b: f64| if a > b { 1.0 } else if a < b { -1.0 } else { 0.0 };
                    let (a, b) = (sign(pairs[one].0, pairs[other].0), sign(pairs[one].1, pairs[other].1));
                    score += a * b;
                    first += f64::abs(a);
                    second += f64::abs(b);
                }
            }
            let expected = if first * second > 0.0 { score / f64::sqrt(first * second) } else { 0.0 };
            prop_assert!((kendall(pairs) - expected).abs() < 1e-9);
        }
    }
}
