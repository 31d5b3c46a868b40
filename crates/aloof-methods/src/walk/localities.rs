//! Localities: which of two values is nearer to a third that lies between them.
//!
//! # Definition
//! For values `d_i < d_j < d_k` the locality of `i` and `k` with respect to `j` is whichever of
//! `d_j − d_i ≥ d_k − d_j` and `d_j − d_i ≤ d_k − d_j` is true.
//!
//! # Source
//! The pattern-preserving walk of RW, Algorithm 1, with two mends. The printed search returns `k ≤ j` when values repeat,
//! which is no locality: here `k > j`, and values that are equal form none. And the printed search sorts the right
//! end out by bisection; here a pointer follows the mirror image `µ = 2·d_j − d_i`, which only grows as `i` falls.
//!
//! # Idea
//! For each `j` and `i < j`, of all `k` on the near side of `µ` only the farthest is kept (`≥`, it implies the nearer ones),
//! and of all on the far side only the nearest (`≤`, it implies the farther ones). When `d_k = µ` both are true; the
//! printed choice, `≤`, is kept, and the locality is called a *tie*.
//!
//! # Cost
//! `O(n²)` for `n` values, and at most `n(n − 1)` localities.

/// Which side is longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Longer {
    /// `x_j − x_i ≥ x_k − x_j`.
    Left,
    /// `x_j − x_i ≤ x_k − x_j`.
    Right,
}

/// One locality: places in the sorted values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Locality {
    /// The smallest.
    pub i: u32,
    /// The one between.
    pub j: u32,
    /// The largest.
    pub k: u32,
    /// Which side is at least as long as the other.
    pub longer: Longer,
    /// Both sides are equally long.
    pub tie: bool,
}

/// All localities of `values`, which stand in ascending order, that do not follow from others by the two pruning rules.
pub fn localities(values: &[i64]) -> Vec<Locality> {
    let n = values.len();
    let mut found = Vec::new();
    for j in 1..n {
        crate::stop::check();
        // The first place whose value is above d_j; then the first at or beyond the mirror image.
        let above = j + values[j..].partition_point(|&value| value == values[j]);
        let mut far = above;
        for i in (0..j).rev().filter(|&i| values[i] < values[j]) {
            let left = gap(values, i, j);
            while far < n && gap(values, j, far) < left {
                far += 1;
            }
            let one = |k: usize, longer, tie| Locality { i: i as u32, j: j as u32, k: k as u32, longer, tie };
            if far > above {
                found.push(one(far - 1, Longer::Left, false));
            }
            if far < n {
                found.push(one(far, Longer::Right, gap(values, j, far) == left));
            }
        }
    }
    found
}

fn gap(values: &[i64], low: usize, high: usize) -> u64 {
    values[high].abs_diff(values[low])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// Every triple in turn, as the definition has it.
    fn enumerate(values: &[i64]) -> Vec<(usize, usize, usize, bool, bool)> {
        let n = values.len();
        let mut all = Vec::new();
        for i in 0..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    if values[i] < values[j] && values[j] < values[k] {
                        let (left, right) = (values[j] - values[i], values[k] - values[j]);
                        all.push((i, j, k, left >= right, left <= right));
                    }
                }
            }
        }
        all
    }

    proptest! {
        /// Each found one is true, and each triple of the enumeration follows from one found by rule 1 or rule 2.
        #[test]
        fn complete_and_true(mut values in prop::collection::vec(-30i64..30, 0..24)) {
            values.sort_unstable();
            let found = localities(&values);
            let distinct: HashSet<_> = found.iter().collect();
            prop_assert_eq!(distinct.len(), found.len());
            prop_assert!(found.len() <= values.len() * values.len());
            let triples = enumerate(&values);
            for locality in &found {
                let at = (locality.i as usize, locality.j as usize, locality.k as usize);
                let triple = triples.iter().find(|t| (t.0, t.1, t.2) == at).expect("it is a triple");
                let holds = if locality.longer == Longer::Left { triple.3 } else { triple.4 };
                prop_assert!(holds);
                prop_assert_eq!(locality.tie, triple.3 && triple.4);
            }
            for (i, j, k, left, right) in triples {
                let follows = found.iter().any(|l| {
                    (l.i as usize, l.j as usize) == (i, j)
                        && match l.longer {
                            Longer::Left => left && k <= l.k as usize,
                            Longer::Right => right && k >= l.k as usize,
                        }
                });
                prop_assert!(follows, "({}, {}, {})", i, j, k);
            }
        }
    }

    #[test]
    fn the_figure_of_the_paper() {
        // i = 2, j = 3 of Figure 2: d4 on the near side of µ, d5 on the far side.
        let values = [0, 10, 18, 24, 29, 40];
        let of: Vec<Locality> = localities(&values).into_iter().filter(|l| (l.i, l.j) == (1, 2)).collect();
        assert_eq!(of.len(), 2);
        assert_eq!((of[0].k, of[0].longer), (3, Longer::Left));
        assert_eq!((of[1].k, of[1].longer), (4, Longer::Right));
    }

    #[test]
    fn few_values_have_none() {
        assert!(localities(&[]).is_empty() && localities(&[1, 2]).is_empty() && localities(&[3, 3, 3, 3]).is_empty());
        assert_eq!(localities(&[i64::MIN, 0, i64::MAX]).len(), 1);
    }
}
