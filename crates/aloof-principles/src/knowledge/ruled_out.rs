//! What statements of the form *this person's value is not that one* leave possible in a group.
//!
//! # Definition
//! The values of a group of n are dealt to its people at random. `held(j)` is how many rows the j most frequent values hold
//! together (of numbers: the most rows that j intervals hold). Say of people one after the other that they have none of the
//! c₁ ≥ c₂ ≥ … most frequent values: all of it is true with probability `∏ₜ (n − t − held(cₜ)) / (n − t)`, t = 0, 1, …, since those
//! before took none of the values that the next is said not to have. `least(i)` is the least of these over all c with sum i.
//!
//! # Source
//! MINIMIZE1 of Martin, Kifer, Machanavajjhala, Gehrke and Halpern, ICDE 2007, where it is shown that nothing else makes it less.
//!
//! # Why intervals are on the safe side
//! The best j intervals need not lie in the best j + 1. Whatever the sets are that people are said to lie outside of, the values can
//! be dealt in at least as many ways as if the sets were nested (Rado's bound on systems of distinct representatives). So `least`
//! is never too large, and it is exact where every step only adds an interval ([`Held::is_nested`]).
//!
//! # Facts
//! `least(i + j) ≤ least(i) · least(j)`: each factor falls with t, and in the longer list every person stands at least as far behind.
//!
//! # Cost
//! `O(k² log k)` products of fractions for i up to k.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::values::runs;

/// How many rows so many values, or intervals, hold at most.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Held {
    size: usize,
    /// For 0, 1, … of them.
    rows: Vec<usize>,
}

impl Held {
    /// By up to `most` single values of a group.
    pub fn by_values(group: &[u32], most: usize) -> Self {
        let mut counts: Vec<usize> = runs(group).map(|(_, count)| count).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let mut rows = vec![0];
        for at in 0..most {
            rows.push(rows[at] + counts.get(at).copied().unwrap_or(0));
        }
        Self { size: group.len(), rows }
    }

    /// By up to `most` intervals; `reach` has for every code the last that one interval holds together with it.
    pub fn by_intervals(group: &[u32], reach: &[u32], most: usize) -> Self {
        let ends = ends(group, reach);
        let places = group.len();
        // From each place on: what the intervals so far hold there at most.
        let mut held = vec![0; places + 1];
        let mut rows = vec![0];
        for _ in 0..most {
            let mut more = vec![0; places + 1];
            for at in (0..places).rev() {
                more[at] = more[at + 1].max(ends[at] - at + held[ends[at]]);
            }
            held = more;
            rows.push(held[0]);
        }
        Self { size: places, rows }
    }

    /// Whether each step can keep the intervals before and add one.
    pub fn is_nested(&self, group: &[u32], reach: &[u32]) -> bool {
        let ends = ends(group, reach);
        let mut free = vec![true; group.len()];
        self.rows.windows(2).all(|step| {
            let gain = |at: usize| free[at..ends[at]].iter().filter(|free| **free).count();
            let best = (0..group.len()).max_by_key(|&at| (gain(at), std::cmp::Reverse(at)));
            let gained = best.map_or(0, gain);
            if let Some(at) = best {
                free[at..ends[at]].fill(false);
            }
            gained == step[1] - step[0]
        })
    }

    /// The share that one value holds at most.
    pub fn top(&self) -> BigRational {
        fraction(self.rows[1], self.size)
    }

    /// `least(0)`, `least(1)`, …, for as many as were asked for.
    pub fn least(&self) -> Vec<BigRational> {
        let most = self.rows.len() - 1;
        let people = most.min(self.size);
        // By people spoken of and statements made; `None`: no such list.
        let mut best: Vec<Vec<Option<BigRational>>> = vec![vec![None; most + 1]; people + 1];
        best[0][0] = Some(BigRational::one());
        for c in (1..=most).rev() {
            for t in 0..people {
                for made in t * c..=most - c.min(most) {
                    let Some(so_far) = &best[t][made] else { continue };
                    let likely = so_far * self.escapes(t, c);
                    let place = &mut best[t + 1][made + c];
                    if place.as_ref().is_none_or(|other| likely < *other) {
                        *place = Some(likely);
                    }
                }
            }
        }
        let mut least = vec![BigRational::one()];
        for made in 1..=most {
            let found = best.iter().filter_map(|by_made| by_made[made].as_ref()).min();
            // To say something twice adds nothing and takes nothing away.
            let before = &least[made - 1];
            least.push(found.map_or_else(|| before.clone(), |found| found.min(before).clone()));
        }
        least
    }

    /// How likely the next of them, after `t` others, has none of the `c` most frequent values.
    fn escapes(&self, t: usize, c: usize) -> BigRational {
        let left = self.size - t;
        fraction(left.saturating_sub(self.rows[c]), left)
    }
}

/// For each place of a sorted group the place behind the last that one interval holds together with it.
fn ends(group: &[u32], reach: &[u32]) -> Vec<usize> {
    group.iter().map(|&code| group.partition_point(|&other| other <= reach[code as usize])).collect()
}

pub(super) fn fraction(part: usize, of: usize) -> BigRational {
    if part == 0 {
        return BigRational::zero();
    }
    BigRational::new(BigInt::from(part), BigInt::from(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(counts: &[usize], most: usize) -> Vec<String> {
        let group: Vec<u32> =
            counts.iter().enumerate().flat_map(|(code, &count)| std::iter::repeat_n(code as u32, count)).collect();
        Held::by_values(&group, most).least().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn one_person_or_several() {
        // Flu, flu, lung cancer, lung cancer, mumps: of one person neither flu nor lung cancer.
        assert_eq!(least(&[2, 2, 1], 3), ["1", "3/5", "1/5", "0"]);
        // One value holds half of ten: better said of two people than two values of one.
        assert_eq!(least(&[5, 1, 1, 1, 1, 1], 2), ["1", "1/2", "2/9"]);
    }

    #[test]
    fn intervals_that_overlap_are_counted_once() {
        let group = [0, 1, 2, 3, 4];
        // Each interval holds two neighbours.
        let reach = [1, 2, 3, 4, 4];
        let held = Held::by_intervals(&group, &reach, 3);
        assert_eq!(held.rows, [0, 2, 4, 5]);
        assert!(held.is_nested(&group, &reach));
    }
}
