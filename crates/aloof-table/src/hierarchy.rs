//! A generalization hierarchy: a tree whose leaves are the labels of a column.
//!
//! Leaves are numbered so that every node covers a run of neighbouring leaves; then "does this node cover that
//! label" and "how many labels does it cover" are one subtraction. Every leaf lies equally deep, as in ARX's files.
//!
//! # One label, one meaning
//! A node is told by its level and its label. A release publishes the label alone, so a label must stand for one set of
//! leaves wherever it stands: `Monaco;Monaco;Europe;*` fills a short branch up and is harmless, `Monaco;Europe;Europe;*` makes
//! `Europe` mean Monaco on one level and all of Europe on the next, and is refused. So are stars for less than everything
//! and an empty label above a leaf, which a reader of the release would take for "anything" and for a missing value. What a
//! label means, and whether a file is refused, depends on its lines but not on their order.
//!
//! # Cost
//! `O(cells · log lines)` for a file, one look into a hash table for a label.

use std::fmt;
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
        "line {line}: `{child}` on level {level} lies under `{parent}` here and under `{other}` on line {first}; \
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
        /// The line of that.
        first: usize,
    },
    /// One label for two sets of leaves.
    #[error(
        "line {line}: `{label}` on level {level} stands for {leaves}, and on level {other_level} (line {other_line}) for \
         {other_leaves}; a release that shows `{label}` would not say which is meant. Give one of the two another name; a \
         branch with fewer levels is filled up with its lower label, as in `Monaco;Monaco;Europe;*`"
    )]
    TwoMeanings {
        /// The label.
        label: String,
        /// Where it stands first on the lower level.
        line: usize,
        /// The lower level, the labels themselves being level 0.
        level: usize,
        /// How many labels it stands for there.
        leaves: Leaves,
        /// Where it stands first on the higher level.
        other_line: usize,
        /// The higher level.
        other_level: usize,
        /// How many labels it stands for there.
        other_leaves: Leaves,
    },
    /// Stars that do not stand for everything.
    #[error(
        "line {line}: `{label}` on level {level} stands for {leaves}, but a release that shows `{label}` means anything at \
         all; give it another name"
    )]
    Stars {
        /// The label.
        label: String,
        /// Where it stands first.
        line: usize,
        /// Its level.
        level: usize,
        /// How many labels it stands for.
        leaves: Leaves,
    },
    /// A node without a label.
    #[error(
        "line {line}: no label on level {level}, and a release that shows an empty cell means a missing value; name it, or \
         fill the branch up with its lower label, as in `Monaco;Monaco;Europe;*`"
    )]
    Unnamed {
        /// Where.
        line: usize,
        /// The level, the labels themselves being level 0.
        level: usize,
    },
    /// Codes that end in what masks hide characters with.
    #[error(
        "{count} of the codes end in `*`, which in a mask such as `130**` means a hidden character; take the stars off, \
         or give the hierarchy as a file"
    )]
    MaskedCodes {
        /// How many.
        count: usize,
    },
    /// More than 250 levels.
    #[error("{0} levels are too many (250 at most)")]
    TooDeep(usize),
    /// Parts of the calendar that do not nest.
    #[error(
        "levels of a calendar go from the smallest to the largest: month, quarter, year, decade; `{0}` stands too late"
    )]
    Levels(String),
    /// A number of days that is none.
    #[error("intervals of dates are whole days, fewer than 16 million: `{0}` is not")]
    Days(String),
    /// Interval widths that do not nest.
    #[error("interval widths must be positive and each a multiple of the one before: `{0}` is not")]
    Widths(String),
}

/// A number of leaves, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves(pub usize);

impl fmt::Display for Leaves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} label{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
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
        let places = places(&paths)?;
        let tree = Self::build(&paths, &places);
        tree.check_meanings(&places)?;
        Ok(tree)
    }

    /// For codes such as postcodes: each level hides one more character, counted from the right: `13053`, `1305*`,
    /// …, `*****`. A shorter code stands for itself as long as more characters are shown than it has: `130` lies under
    /// `130`, then `130**`.
    pub fn prefix<'a>(labels: impl IntoIterator<Item = &'a str>) -> Result<Self, HierarchyError> {
        let labels: Vec<&str> = distinct(labels);
        let masked = labels.iter().filter(|label| label.ends_with('*')).count();
        if masked > 0 {
            return Err(HierarchyError::MaskedCodes { count: masked });
        }
        let length = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        Self::from_paths(labels.iter().map(|label| (0..=length).map(|hidden| mask(label, length, hidden)).collect()))
    }

    /// For labels that are shown or hidden, and nothing between: `a`, then `*`.
    pub fn suppress<'a>(labels: impl IntoIterator<Item = &'a str>) -> Result<Self, HierarchyError> {
        Self::from_paths(distinct(labels).into_iter().map(|label| vec![label.to_owned(), "*".to_owned()]))
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

    /// The node with this label; of several, which then cover the same leaves, the lowest.
    pub fn node(&self, label: &str) -> Option<Node> {
        self.by_label.get(label).copied()
    }

    /// The leaf with this label.
    pub fn leaf(&self, label: &str) -> Option<Node> {
        self.node(label).filter(|&node| self.level(node) == 0)
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

    /// Paths are sorted from the root down, nodes of a level in the order in which they come first, which makes the leaves
    /// of every node neighbours.
    fn build(paths: &[Vec<String>], places: &Places<'_>) -> Self {
        let height = paths[0].len() - 1;
        let mut order: Vec<&Vec<String>> = paths.iter().collect();
        let line = |(level, label): (usize, &String)| places[&(level, label.as_str())].line;
        order.sort_by_cached_key(|path| path.iter().enumerate().rev().map(line).collect::<Vec<_>>());
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
        for node in tree.upwards() {
            tree.by_label.entry(tree.nodes[node.0 as usize].label.clone()).or_insert(node);
        }
        tree
    }

    /// All nodes, level after level from the leaves to the root.
    fn upwards(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = (0..self.nodes.len() as u32).map(Node).collect();
        nodes.sort_by_key(|&node| self.level(node));
        nodes
    }

    /// Refuses a label that a release could not show without meaning two things.
    fn check_meanings(&self, places: &Places<'_>) -> Result<(), HierarchyError> {
        let line = |node: Node| places[&(usize::from(self.level(node)), self.label(node))].line;
        let count = |node: Node| Leaves(self.leaves(node).len());
        for node in self.upwards() {
            let (label, level) = (self.label(node).to_owned(), usize::from(self.level(node)));
            if label.trim().is_empty() && level > 0 {
                return Err(HierarchyError::Unnamed { line: line(node), level });
            }
            let lowest = self.by_label[&label];
            if self.leaves(lowest) != self.leaves(node) {
                return Err(HierarchyError::TwoMeanings {
                    label,
                    line: line(lowest),
                    level: usize::from(self.level(lowest)),
                    leaves: count(lowest),
                    other_line: line(node),
                    other_level: level,
                    other_leaves: count(node),
                });
            }
            if is_star(&label) && self.leaves(node).len() < self.len() {
                return Err(HierarchyError::Stars { label, line: line(node), level, leaves: count(node) });
            }
        }
        Ok(())
    }
}

/// Whether the text is nothing but stars, blanks around them aside: in a release it stands for anything.
pub(crate) fn is_star(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte == b'*')
}

/// Where a node comes first, and what it lies under there.
struct Place<'a> {
    line: usize,
    parent: Option<&'a str>,
}

/// Nodes by level and label.
type Places<'a> = HashMap<(usize, &'a str), Place<'a>>;

/// Where every node comes first; refuses a node with two parents.
fn places(paths: &[Vec<String>]) -> Result<Places<'_>, HierarchyError> {
    let mut places: Places<'_> = HashMap::new();
    for (index, path) in paths.iter().enumerate() {
        for (level, label) in path.iter().enumerate() {
            let (line, parent) = (index + 1, path.get(level + 1).map(String::as_str));
            let place = places.entry((level, label)).or_insert(Place { line, parent });
            if let (Some(other), Some(parent)) = (place.parent, parent)
                && other != parent
            {
                let [child, parent, other] = [label, parent, other].map(str::to_owned);
                return Err(HierarchyError::TwoParents { line, child, level, parent, other, first: place.line });
            }
        }
    }
    Ok(places)
}

/// A code of which the last `hidden` of `length` characters are hidden; one that has fewer to show stands as it is.
fn mask(label: &str, length: usize, hidden: usize) -> String {
    let shown = length - hidden;
    if hidden == 0 || label.chars().count() < shown {
        return label.to_owned();
    }
    label.chars().take(shown).chain(std::iter::repeat_n('*', hidden)).collect()
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

pub(crate) fn check_widths(widths: &[Decimal]) -> Result<(), HierarchyError> {
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

/// Every label once, by its text: in which order a table has them is an accident, and nothing of a hierarchy may follow from it.
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
        assert!(matches!(two, Err(HierarchyError::TwoParents { line: 2, first: 1, .. })), "{two:?}");
        let ragged = Hierarchy::from_paths([vec!["a", "*"], vec!["b", "x", "*"]]);
        assert!(matches!(ragged, Err(HierarchyError::Ragged { line: 2, .. })));
        let repeated = Hierarchy::from_paths([vec!["a", "*"], vec!["a", "*"]]);
        assert!(matches!(repeated, Err(HierarchyError::Repeated { line: 2, first: 1, .. })));
    }

    fn refused<const N: usize>(paths: [&str; N]) -> String {
        let paths = paths.map(|path| path.split(';').collect::<Vec<_>>());
        Hierarchy::from_paths(paths).unwrap_err().to_string()
    }

    #[test]
    fn refuses_a_label_that_means_two_things() {
        let error = refused(["Rome;Italy;Europe;*", "Monaco;Europe;Europe;*"]);
        let begins = "line 2: `Europe` on level 1 stands for 1 label, and on level 2 (line 1) for 2 labels;";
        assert!(error.starts_with(begins), "{error}");
        let leaf = refused(["Rome;Italy;*", "Lyon;France;*", "Italy;Other;*"]);
        assert!(leaf.starts_with("line 3: `Italy` on level 0 stands for 1 label, and on level 1 (line 1)"), "{leaf}");
        let stars = refused(["Rome;**;Any", "Lyon;France;Any"]);
        assert!(stars.starts_with("line 1: `**` on level 1 stands for 1 label, but"), "{stars}");
        let own = refused(["y;x;*", "x;x;*"]);
        assert!(own.starts_with("line 2: `x` on level 0 stands for 1 label, and on level 1 (line 1) for 2"), "{own}");
        assert!(refused(["*;x;Any", "b;x;Any"]).starts_with("line 1: `*` on level 0"));
        assert!(refused(["a;*", "b;x"]).contains("`*` on level 1"), "a root `*` is added above");
        assert!(refused(["Rome;;*", "Lyon;;*"]).starts_with("line 1: no label on level 1"));
    }

    /// The short branch of one label may repeat the label all the way up.
    #[test]
    fn a_label_repeated_for_the_same_leaves_is_harmless() {
        let lines = ["Rome;Italy;Italy;*", "unknown;unknown;unknown;*", "Milan;Italy;Italy;*"];
        let tree = Hierarchy::from_paths(lines.map(|line| line.split(';').collect())).unwrap();
        assert_eq!(tree.level(tree.leaf("unknown").unwrap()), 0);
        assert_eq!(tree.leaves(tree.node("unknown").unwrap()).len(), 1);
        assert_eq!(tree.leaves(tree.node("Italy").unwrap()).len(), 2);
        assert!(tree.leaf("Italy").is_none());
        let common = tree.common(tree.leaf("Rome").unwrap(), tree.leaf("Milan").unwrap());
        assert_eq!((tree.label(common), tree.level(common)), ("Italy", 1));
    }

    #[test]
    fn prefixes_hide_from_the_right() {
        let tree = Hierarchy::prefix(["13053", "13068", "14850", "130"]).unwrap();
        let node = tree.node("130**").unwrap();
        assert_eq!((tree.leaves(node).len(), tree.level(node)), (3, 2));
        assert_eq!(tree.label(tree.parent(tree.leaf("130").unwrap()).unwrap()), "130");
        assert_eq!(tree.label(tree.parent(tree.node("13***").unwrap()).unwrap()), "1****");
        assert_eq!(tree.leaves(tree.node("*****").unwrap()).len(), 4);
        let masked = Hierarchy::prefix(["13*", "139"]);
        assert!(matches!(masked, Err(HierarchyError::MaskedCodes { count: 1 })), "{masked:?}");
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
}
