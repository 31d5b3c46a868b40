//! Which orders follow from others: `x_a ≤ x_b`, said by a row of its own or derived through a locality.
//!
//! # Idea
//! A locality whose right side is not longer, `x_i − 2x_j + x_k ≤ 0`, turns `x_j ≤ x_k` into `x_i ≤ x_j`; one whose left side
//! is not longer turns `x_i ≤ x_j` into `x_j ≤ x_k`. So of all order rows only those are needed that no other one leads to,
//! and a value above another one has no need of its own lower bound.
//!
//! # Cost
//! For each order row a search along localities.

use std::collections::{HashMap, HashSet};

/// `x_a ≤ x_b`.
type Pair = (u32, u32);

/// Orders that are said, and what localities make of them.
pub(crate) struct Orders {
    said: Vec<Option<Pair>>,
    leads_to: HashMap<Pair, Vec<Pair>>,
    comes_from: HashMap<Pair, Vec<Pair>>,
}

impl Orders {
    /// From rows: terms in the order of their variables, and the bound.
    pub fn new<'a>(rows: impl Iterator<Item = (&'a [(u32, i64)], i64)>) -> Self {
        let mut orders = Self { said: Vec::new(), leads_to: HashMap::new(), comes_from: HashMap::new() };
        for (terms, most) in rows {
            let mut said = None;
            match *terms {
                [(a, 1), (b, -1)] | [(b, -1), (a, 1)] if most == 0 => said = Some((a, b)),
                [(i, 1), (j, -2), (k, 1)] if most == 0 => orders.lead((j, k), (i, j)),
                [(i, -1), (j, 2), (k, -1)] if most == 0 => orders.lead((i, j), (j, k)),
                _ => {}
            }
            orders.said.push(said);
        }
        orders
    }

    fn lead(&mut self, from: Pair, to: Pair) {
        self.leads_to.entry(from).or_default().push(to);
        self.comes_from.entry(to).or_default().push(from);
    }

    /// For each row whether it is needed: all but orders that follow from others that are kept.
    pub fn needed(&self) -> Vec<bool> {
        let mut kept: HashSet<Pair> = self.said.iter().flatten().copied().collect();
        let mut needed = vec![true; self.said.len()];
        for (needed, pair) in needed.iter_mut().zip(&self.said) {
            let Some(pair) = *pair else { continue };
            let found = reach([pair], &self.comes_from);
            if found.iter().any(|other| *other != pair && kept.contains(other)) {
                *needed = false;
                kept.remove(&pair);
            }
        }
        needed
    }

    /// All orders, said or derived.
    pub fn all(&self) -> HashSet<Pair> {
        reach(self.said.iter().flatten().copied(), &self.leads_to)
    }
}

fn reach(from: impl IntoIterator<Item = Pair>, along: &HashMap<Pair, Vec<Pair>>) -> HashSet<Pair> {
    let mut open: Vec<Pair> = from.into_iter().collect();
    let mut seen: HashSet<Pair> = open.iter().copied().collect();
    while let Some(pair) = open.pop() {
        for &next in along.get(&pair).into_iter().flatten() {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_not_needed() {
        let rows: [&[(u32, i64)]; 4] =
            [&[(0, 1), (1, -1)], &[(0, -1), (1, 2), (2, -1)], &[(1, 1), (2, -1)], &[(1, -1), (3, 1)]];
        let orders = Orders::new(rows.into_iter().map(|terms| (terms, 0)));
        assert_eq!(orders.needed(), [true, true, false, true]);
        assert_eq!(orders.all(), HashSet::from([(0, 1), (1, 2), (3, 1)]));
    }
}
