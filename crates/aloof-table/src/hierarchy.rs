//! A generalization hierarchy: a tree whose leaves are the labels of a column.
//!
//! Leaves are numbered so that every node covers a run of neighbouring leaves; then "does this node cover that
//! label" and "how many labels does it cover" are one subtraction. Every leaf lies equally deep, as in ARX's files.

use std::ops::Range;

use hashbrown::HashMap;

use crate::Decimal;

/// A node of a [`Hierarchy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

#[derive(Clone, Debug)]
struct NodeData {
    label: String,
    parent: Option<u32>,
    /// 0 for a leaf, [`Hierarchy::height`] for the root.
    level: u8,
    leaves: Range<u32>,
}

/// A tree over labels, all leaves at level 0.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    nodes: Vec<NodeData>,
    leaves: Vec<Node>,
    by_label: HashMap<String, Node>,
    height: u8,
}

/// Why lines make no hierarchy. Line numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HierarchyError {
    /// Nothing in it.
    #[error("the hierarchy is empty")]
    Empty,
    /// A line with another number of levels than the first.
    #[error("line {line} has {found} levels, the first line has {expected}")]
    Ragged {
        /// Where.
        line: usize,
        /// Levels found.
        found: usize,
        /// Levels of line 1.
        expected: usize,
    },
    /// A label that stands on two lines.
    #[error("line {line}: `{label}` stands on line {first} already")]
    Repeated {
        /// Where.
        line: usize,
        /// The label.
        label: String,
        /// Where it stood first.
        first: usize,
    },
    /// One node under two parents.
    #[error(
        "line {line}: `{child}` on level {level} lies under `{parent}` here and under `{other}` on an earlier line; \
         a hierarchy is a tree"
    )]
    TwoParents {
        /// Where.
        line: usize,
        /// The node.
        child: String,
        /// Its level, the labels themselves being level 0.
        level: usize,
        /// Its parent on this line.
        parent: String,
        /// Its parent before.
        other: String,
    },
    /// More than 250 levels.
    #[error("{0} levels are too many (250 at most)")]
    TooDeep(usize),
    /// Interval widths that do not nest.
    #[error("interval widths must be positive and each a multiple of the one before: `{0}` is not")]
    Widths(String),
}

impl Hierarchy {
    /// From lines `label, parent, grandparent, …, root`, as ARX writes them. A root `*` is added when the lines do not
    /// end in one common node.
    pub fn from_paths<P, S>(paths: P) -> Result<Self, HierarchyError>
    where
        P: IntoIterator<Item = Vec<S>>,
        S: Into<String>,
    {
        let mut paths: Vec<Vec<String>> =
            paths.into_iter().map(|path| path.into_iter().map(Into::into).collect()).collect();
        check_shape(&paths)?;
        let top = paths[0].last().cloned().unwrap_or_default();
        if paths[0].len() == 1 || paths.iter().any(|path| path.last() != Some(&top)) {
            paths.iter_mut().for_each(|path| path.push("*".to_owned()));
        }
        check_tree(&paths)?;
        Ok(Self::build(&paths))
    }

    /// For codes such as postcodes: each level hides one more character, counted from the right: `13053`, `1305*`,
    /// …, `*****`. Shorter codes are filled up with `*` first.
    pub fn prefix<'a>(labels: impl IntoIterator<Item = &'a str>) -> Result<Self, HierarchyError> {
        let labels: Vec<&str> = distinct(labels);
        let length = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let masked = |label: &str, hidden: usize| -> String {
            let shown = length - hidden;
            let mut text: String = label.chars().take(shown).collect();
            text.extend(std::iter::repeat_n('*', length - text.chars().count()));
            text
        };
        Self::from_paths(labels.iter().map(|label| {
            let mut path = vec![(*label).to_owned()];
            path.extend((1..=length).map(|hidden| masked(label, hidden)));
            path
        }))
    }

    /// For numbers: each level is a grid of intervals `lo..hi` (upper end excluded from the grid cell, written as the
    /// half-open `[lo, hi[`) of the given widths, each a multiple of the one before, counted from `origin`.
    pub fn intervals(
        values: impl IntoIterator<Item = Decimal>,
        widths: &[Decimal],
        origin: Decimal,
    ) -> Result<Self, HierarchyError> {
        check_widths(widths)?;
        let mut values: Vec<Decimal> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        let paths = values.iter().map(|&value| {
            let mut path = vec![value.to_string()];
            path.extend(widths.iter().map(|&width| cell(value, width, origin)));
            path.push("*".to_owned());
            path
        });
        Self::from_paths(paths)
    }

    /// Level of the root: how many steps of generalization there are.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Number of leaves.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Never: a hierarchy has at least one leaf.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The node with this label; of several, the one that covers most.
    pub fn node(&self, label: &str) -> Option<Node> {
        self.by_label.get(label).copied()
    }

    /// The leaf with this label.
    pub fn leaf(&self, label: &str) -> Option<Node> {
        // Leaves are few compared with lookups, which callers do once per distinct label.
        let found = self.node(label)?;
        if self.level(found) == 0 {
            return Some(found);
        }
        self.leaves[self.span(found)].iter().copied().find(|&leaf| self.label(leaf) == label)
    }

    /// The leaf at place `position` in leaf order.
    pub fn leaf_at(&self, position: usize) -> Node {
        self.leaves[position]
    }

    /// The node's label.
    pub fn label(&self, node: Node) -> &str {
        &self.nodes[node.0 as usize].label
    }

    /// 0 for a leaf, [`Hierarchy::height`] for the root.
    pub fn level(&self, node: Node) -> u8 {
        self.nodes[node.0 as usize].level
    }

    /// The node above, `None` for the root.
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.nodes[node.0 as usize].parent.map(Node)
    }

    /// The places, in leaf order, of the leaves below the node (of a leaf: its own).
    pub fn leaves(&self, node: Node) -> Range<u32> {
        self.nodes[node.0 as usize].leaves.clone()
    }

    /// Whether `node` is `leaf` or lies above it.
    pub fn covers(&self, node: Node, leaf: Node) -> bool {
        let (outer, inner) = (self.leaves(node), self.leaves(leaf));
        outer.start <= inner.start && inner.end <= outer.end
    }

    /// The lowest node above both.
    pub fn common(&self, a: Node, b: Node) -> Node {
        let mut node = a;
        while !self.covers(node, b) {
            node = self.parent(node).expect("the root covers everything");
        }
        node
    }

    /// The labels among `labels` that are no leaf here, in their order.
    pub fn missing<'a>(&self, labels: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        labels.into_iter().filter(|label| self.leaf(label).is_none()).collect()
    }

    fn span(&self, node: Node) -> Range<usize> {
        let leaves = self.leaves(node);
        leaves.start as usize..leaves.end as usize
    }

    /// Paths are sorted from the root down, which makes the leaves of every node neighbours.
    fn build(paths: &[Vec<String>]) -> Self {
        let height = paths[0].len() - 1;
        let mut order: Vec<&Vec<String>> = paths.iter().collect();
        let first_line: HashMap<&str, usize> = first_lines(paths);
        order.sort_by_key(|path| path.iter().rev().map(|label| first_line[label.as_str()]).collect::<Vec<_>>());
        let mut tree = Self { nodes: Vec::new(), leaves: Vec::new(), by_label: HashMap::new(), height: height as u8 };
        let mut open: Vec<u32> = Vec::new();
        for (position, path) in order.into_iter().enumerate() {
            let same = open
                .iter()
                .zip(path.iter().rev())
                .take_while(|(node, label)| tree.nodes[**node as usize].label == **label);
            let same = same.count().min(height);
            open.truncate(same);
            for label in path.iter().rev().skip(same) {
                let level = (height - open.len()) as u8;
                let node = tree.nodes.len() as u32;
                let leaves = position as u32..position as u32;
                tree.nodes.push(NodeData { label: label.clone(), parent: open.last().copied(), level, leaves });
                open.push(node);
            }
            open.iter().for_each(|&node| tree.nodes[node as usize].leaves.end += 1);
            tree.leaves.push(Node(*open.last().expect("a path has a leaf")));
        }
        tree.index();
        tree
    }

    fn index(&mut self) {
        // From the leaves up, so that of equal labels the one covering most stays.
        let mut nodes: Vec<u32> = (0..self.nodes.len() as u32).collect();
        nodes.sort_by_key(|&node| self.nodes[node as usize].level);
        for node in nodes {
            self.by_label.insert(self.nodes[node as usize].label.clone(), Node(node));
        }
    }
}

/// The line on which each label comes first: leaf order follows the file.
fn first_lines(paths: &[Vec<String>]) -> HashMap<&str, usize> {
    let mut first = HashMap::new();
    for (line, path) in paths.iter().enumerate() {
        for label in path {
            first.entry(label.as_str()).or_insert(line);
        }
    }
    first
}

fn check_shape(paths: &[Vec<String>]) -> Result<(), HierarchyError> {
    let expected = paths.first().map_or(0, Vec::len);
    if expected == 0 {
        return Err(HierarchyError::Empty);
    }
    if expected > 250 {
        return Err(HierarchyError::TooDeep(expected));
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (index, path) in paths.iter().enumerate() {
        if path.len() != expected {
            return Err(HierarchyError::Ragged { line: index + 1, found: path.len(), expected });
        }
        if let Some(first) = seen.insert(&path[0], index + 1) {
            return Err(HierarchyError::Repeated { line: index + 1, label: path[0].clone(), first });
        }
    }
    Ok(())
}

fn check_tree(paths: &[Vec<String>]) -> Result<(), HierarchyError> {
    let mut parents: HashMap<(usize, &str), &str> = HashMap::new();
    for (index, path) in paths.iter().enumerate() {
        for (level, pair) in path.windows(2).enumerate() {
            let before = parents.insert((level, &pair[0]), &pair[1]);
            if let Some(other) = before.filter(|other| *other != pair[1]) {
                return Err(HierarchyError::TwoParents {
                    line: index + 1,
                    child: pair[0].clone(),
                    level,
                    parent: pair[1].clone(),
                    other: other.to_owned(),
                });
            }
        }
    }
    Ok(())
}

fn check_widths(widths: &[Decimal]) -> Result<(), HierarchyError> {
    let mut before: Option<Decimal> = None;
    for &width in widths {
        let positive = width > Decimal::ZERO;
        let nests = before.is_none_or(|b| (width.to_ratio().to_big() / b.to_ratio().to_big()).is_integer());
        if !positive || !nests {
            return Err(HierarchyError::Widths(width.to_string()));
        }
        before = Some(width);
    }
    Ok(())
}

/// The grid cell of `value`, as text.
fn cell(value: Decimal, width: Decimal, origin: Decimal) -> String {
    let [value, width, origin] = [value, width, origin].map(|d| d.to_ratio().to_big());
    let low = ((value - &origin) / &width).floor() * &width + &origin;
    let high = &low + &width;
    let show = |bound: num_rational::BigRational| {
        let ratio = crate::Ratio::from(bound);
        let text = ratio.floor_decimal(crate::MAX_SCALE);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    format!("[{}, {}[", show(low), show(high))
}

fn distinct<'a>(labels: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut labels: Vec<&str> = labels.into_iter().collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Hierarchy {
        Hierarchy::from_paths([
            vec!["Rome", "Italy", "*"],
            vec!["Lyon", "France", "*"],
            vec!["Milan", "Italy", "*"],
            vec!["Paris", "France", "*"],
        ])
        .unwrap()
    }

    #[test]
    fn nodes_cover_runs_of_leaves() {
        let tree = places();
        assert_eq!((tree.height(), tree.len()), (2, 4));
        let italy = tree.node("Italy").unwrap();
        assert_eq!(tree.leaves(italy), 0..2);
        assert!(tree.covers(italy, tree.leaf("Milan").unwrap()));
        assert!(!tree.covers(italy, tree.leaf("Paris").unwrap()));
        let common = tree.common(tree.leaf("Rome").unwrap(), tree.leaf("Milan").unwrap());
        assert_eq!(tree.label(common), "Italy");
        let root = tree.common(tree.leaf("Rome").unwrap(), tree.leaf("Paris").unwrap());
        assert_eq!((tree.label(root), tree.level(root)), ("*", 2));
        assert_eq!(tree.missing(["Rome", "Oslo"]), ["Oslo"]);
    }

    #[test]
    fn refuses_what_is_no_tree() {
        assert_eq!(Hierarchy::from_paths(Vec::<Vec<String>>::new()).unwrap_err(), HierarchyError::Empty);
        let two = Hierarchy::from_paths([vec!["a", "x", "*"], vec!["b", "x", "+"]]);
        assert!(matches!(two, Err(HierarchyError::TwoParents { line: 2, .. })), "{two:?}");
        let ragged = Hierarchy::from_paths([vec!["a", "*"], vec!["b", "x", "*"]]);
        assert!(matches!(ragged, Err(HierarchyError::Ragged { line: 2, .. })));
        let repeated = Hierarchy::from_paths([vec!["a", "*"], vec!["a", "*"]]);
        assert!(matches!(repeated, Err(HierarchyError::Repeated { line: 2, first: 1, .. })));
    }

    #[test]
    fn prefixes_hide_from_the_right() {
        let tree = Hierarchy::prefix(["13053", "13068", "14850", "130"]).unwrap();
        let node = tree.node("130**").unwrap();
        assert_eq!(tree.leaves(node).len(), 3);
        assert_eq!(tree.label(tree.parent(tree.node("13***").unwrap()).unwrap()), "1****");
        assert_eq!(tree.leaves(tree.node("*****").unwrap()).len(), 4);
    }

    #[test]
    fn intervals_nest() {
        let values = (0..100).map(|v| Decimal::from(i64::from(v)));
        let widths = ["5", "10", "20"].map(|w| w.parse().unwrap());
        let tree = Hierarchy::intervals(values, &widths, Decimal::ZERO).unwrap();
        assert_eq!(tree.leaves(tree.node("[20, 40[").unwrap()).len(), 20);
        assert_eq!(tree.leaves(tree.node("[35, 40[").unwrap()).len(), 5);
        let odd = ["5", "12"].map(|w| w.parse().unwrap());
        assert!(Hierarchy::intervals([Decimal::ONE], &odd, Decimal::ZERO).is_err());
    }

    #[test]
    fn a_group_may_bear_the_name_of_its_leaf() {
        let tree = Hierarchy::from_paths([vec!["x", "x", "*"], vec!["y", "x", "*"]]).unwrap();
        assert_eq!(tree.leaves(tree.node("x").unwrap()).len(), 2);
        assert_eq!(tree.leaves(tree.leaf("x").unwrap()).len(), 1);
    }
}
