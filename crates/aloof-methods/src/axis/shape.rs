//! What a set of places on one axis loses, as a share of the whole axis.

use aloof_table::{Hierarchy, Node};

/// How places lie to one another.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A coordinate in 0..=1 per place, ascending; −1 for missing, so that any mixture with it spans 1 or more.
    Line(Vec<f64>),
    /// Leaves of a hierarchy.
    Tree(Tree),
    /// Labels without any order: how many there are, and whether place 0 means missing.
    Set {
        /// Different labels.
        all: u32,
        /// Whether place 0 means missing.
        missing: bool,
    },
}

impl Shape {
    /// What a group with these places loses: 0 to 1.
    pub fn share(&self, places: impl Iterator<Item = u32> + Clone) -> f64 {
        let low = places.clone().min().unwrap_or(0);
        let high = places.clone().max().unwrap_or(0);
        match self {
            Self::Line(at) => (at[high as usize] - at[low as usize]).min(1.0),
            Self::Tree(tree) => tree.share(low, high),
            Self::Set { .. } if low == high => 0.0,
            Self::Set { missing: true, .. } if low == 0 => 1.0,
            Self::Set { all, .. } => {
                let mut places: Vec<u32> = places.collect();
                places.sort_unstable();
                places.dedup();
                places.len() as f64 / f64::from(*all)
            }
        }
    }
}

impl Shape {
    /// Behind which places those from `low` to `high` are cut if what is shown of the parts is to be disjoint; `None`: behind any.
    /// Who has no value is shown with nobody who has one, and below a node there are its children.
    pub fn only_cut(&self, low: u32, high: u32) -> Option<Vec<u32>> {
        match self {
            Self::Line(at) => (at[low as usize] < 0.0).then(|| vec![low]),
            Self::Set { missing, .. } => (*missing && low == 0).then(|| vec![low]),
            Self::Tree(tree) => Some(tree.children(low, high)),
        }
    }
}

/// For every place and level, how far the node above reaches and what it loses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    levels: usize,
    first: Vec<u32>,
    last: Vec<u32>,
    share: Vec<f64>,
}

impl Tree {
    /// `leaves` are the leaf of each place, ascending in leaf order; `None` for what no node covers (missing, unknown).
    pub fn new(tree: &Hierarchy, leaves: &[Option<Node>], unknown: impl Fn(usize) -> bool) -> Self {
        let levels = usize::from(tree.height()) + 1;
        let mut table = Self { levels, ..Self::default() };
        let nowhere = leaves.iter().take_while(|leaf| leaf.is_none()).count();
        let starts: Vec<u32> = leaves.iter().map(|leaf| leaf.map_or(0, |leaf| tree.leaves(leaf).start)).collect();
        let ends: Vec<u32> = leaves.iter().map(|leaf| leaf.map_or(0, |leaf| tree.leaves(leaf).end)).collect();
        for (place, leaf) in leaves.iter().enumerate() {
            let Some(leaf) = *leaf else {
                table.first.extend(std::iter::repeat_n(place as u32, levels));
                table.last.extend(std::iter::repeat_n(place as u32, levels));
                table.share.extend(std::iter::repeat_n(if unknown(place) { 1.0 } else { 0.0 }, levels));
                continue;
            };
            let mut node = leaf;
            for level in 0..levels {
                let covered = tree.leaves(node);
                // A node that reads `*` covers missing values, too.
                let before = starts[nowhere..].partition_point(|&start| start < covered.start);
                let first = if tree.label(node) == "*" { 0 } else { nowhere + before };
                table.first.push(first as u32);
                table.last.push((ends.partition_point(|&end| end <= covered.end) - 1) as u32);
                let share = f64::from(covered.end - covered.start) / tree.len() as f64;
                table.share.push(if level == 0 { 0.0 } else { share });
                node = tree.parent(node).unwrap_or(node);
            }
        }
        table
    }

    /// What the lowest node above both loses.
    pub fn share(&self, low: u32, high: u32) -> f64 {
        let start = low as usize * self.levels;
        let last = &self.last[start..start + self.levels];
        last.iter().position(|&last| last >= high).map_or(1.0, |level| self.share[start + level])
    }

    /// The last places of the children of the lowest node above both, but for that of the last child.
    fn children(&self, low: u32, high: u32) -> Vec<u32> {
        let last = |place: u32, level: usize| self.last[place as usize * self.levels + level];
        let level = (0..self.levels).find(|&level| last(low, level) >= high).unwrap_or(self.levels);
        let Some(below) = level.checked_sub(1) else { return Vec::new() };
        let mut ends = vec![last(low, below)];
        while let Some(&end) = ends.last().filter(|&&end| end < high) {
            ends.push(last(end + 1, below));
        }
        ends.pop();
        ends
    }

    /// The first and the last place below the lowest node above both; `None`: only everything covers both.
    pub fn below(&self, low: u32, high: u32) -> Option<(u32, u32)> {
        let start = low as usize * self.levels;
        let level = self.last[start..start + self.levels].iter().position(|&last| last >= high)?;
        let unknown = level == 0 && self.share[start] > 0.0;
        (!unknown).then(|| (self.first[start + level], self.last[start + level]))
    }
}
