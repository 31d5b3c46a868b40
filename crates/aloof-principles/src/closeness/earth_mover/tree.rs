//! Values in a hierarchy of height `h`: the ground distance of two leaves is the level of the lowest node above both, over
//! `h`. What a subtree has too much must pass the edge above it, and each level climbed is half a way, so the work is
//! `Σ over all nodes but the root of |Q(node) − P(node)| / 2h`, for the shares `Q` of the group and `P` of the table.
//!
//! A node without a tuple of the group adds its share of the table, and the shares of a level add up to 1: starting from
//! `h` times 1, only the nodes above the group's values are visited, `O(d (h + log d))` for `d` of them.

use aloof_table::{Attribute, Domain, Hierarchy};

use crate::Unfit;
use crate::arithmetic::Fraction;

/// The table's values in the hierarchy's order.
#[derive(Debug)]
pub(crate) struct Tree {
    /// For each level below the root, for each code: the leaves below its node.
    spans: Vec<Vec<(u32, u32)>>,
    /// Rows of the table at leaves before this one.
    before: Vec<u64>,
    rows: u64,
}

impl Tree {
    /// Finds each value's leaf. Values of several columns have none.
    pub(crate) fn new(attribute: &Attribute, hierarchy: &Hierarchy) -> Result<Self, Unfit> {
        let domain = attribute.domain();
        if matches!(domain, Domain::Tuples { .. }) {
            return Err(Unfit("hierarchical t-closeness needs one column, not several together".to_owned()));
        }
        let codes = 0..domain.len() as u32;
        let leaves: Vec<_> = codes.filter_map(|code| hierarchy.leaf(&domain.text(code))).collect();
        let lost = domain.len() - leaves.len();
        if lost > 0 {
            return Err(Unfit(format!(
                "{lost} of the column's {} distinct values are no leaves of the hierarchy: add a line for each",
                domain.len()
            )));
        }
        let mut totals = vec![0u64; hierarchy.len()];
        for (leaf, &total) in leaves.iter().zip(attribute.totals()) {
            totals[hierarchy.leaves(*leaf).start as usize] += u64::from(total);
        }
        let mut before = vec![0];
        totals.iter().for_each(|total| before.push(before[before.len() - 1] + total));
        let mut nodes = leaves;
        let mut spans = Vec::new();
        for _ in 0..hierarchy.height() {
            spans.push(nodes.iter().map(|&node| hierarchy.leaves(node)).map(|span| (span.start, span.end)).collect());
            nodes.iter_mut().for_each(|node| *node = hierarchy.parent(*node).expect("below the root"));
        }
        Ok(Self { spans, before, rows: attribute.rows() as u64 })
    }

    /// The distance of the group with these values and counts, `size` tuples in all.
    pub(crate) fn distance(&self, runs: impl Iterator<Item = (u32, usize)>, size: usize) -> Fraction {
        let mut counts: Vec<(u32, usize)> = runs.collect();
        counts.sort_unstable_by_key(|&(code, _)| self.spans[0][code as usize].0);
        let levels = self.spans.len() as i128;
        let everything = i128::from(size as u64 * self.rows);
        let moved: i128 = self.spans.iter().map(|spans| self.excess(spans, &counts, size)).sum();
        Fraction::Small((moved + levels * everything) as u128, (2 * levels * everything) as u128)
    }

    /// `Σ (|rows · held − size · total| − size · total)` over the nodes of one level that hold tuples of the group.
    fn excess(&self, spans: &[(u32, u32)], counts: &[(u32, usize)], size: usize) -> i128 {
        let nodes = counts.chunk_by(|(a, _), (b, _)| spans[*a as usize] == spans[*b as usize]);
        let excess = |node: &[(u32, usize)]| {
            let (start, end) = spans[node[0].0 as usize];
            let held: usize = node.iter().map(|(_, count)| count).sum();
            let total = (self.before[end as usize] - self.before[start as usize]) * size as u64;
            let held = held as u64 * self.rows;
            i128::from(held.abs_diff(total)) - i128::from(total)
        };
        nodes.map(excess).sum()
    }
}
