//! A group's values as one text, in the notation of a release.
//!
//! Numbers and dates become `lo..hi`, both ends included; labels become the lowest node of their hierarchy that covers
//! them, or without one the set `{a|b}`. Labels that lie on a line become the set of all labels from the group's first to
//! its last. A single value stands as itself. A group with some values missing shows `*`; with all missing, a missing
//! value.

use rayon::prelude::*;

use crate::{Column, Date, Decimal, Hierarchy, LabelColumn, Node, Partition};

impl Column {
    /// For each row, the text of its group. Rows in no group become `*`.
    pub fn generalize(&self, partition: &Partition, hierarchy: Option<&Hierarchy>) -> LabelColumn {
        self.spread(partition, &self.group_texts(partition, hierarchy))
    }

    /// As [`Column::generalize`], for labels that lie on a line from the first of `order` to the last. A label that is not
    /// in it is covered by `*` alone.
    pub fn generalize_ordered(&self, partition: &Partition, order: &[String]) -> LabelColumn {
        self.spread(partition, &self.group_texts_ordered(partition, order))
    }

    /// The text of each row's group.
    fn spread(&self, partition: &Partition, texts: &LabelColumn) -> LabelColumn {
        let mut column = LabelColumn::new(Vec::with_capacity(self.len()), texts.labels().clone());
        let outside = if partition.rows() < self.len() { column.intern("*") } else { LabelColumn::MISSING };
        let mut code_of = vec![outside; self.len()];
        for (rows, &code) in partition.iter().zip(texts.codes()) {
            rows.iter().for_each(|&row| code_of[row as usize] = code);
        }
        code_of.into_iter().for_each(|code| column.push_code(code));
        column
    }

    /// The text of every group; `None` when all of its values are missing.
    pub fn generalize_groups(&self, partition: &Partition, hierarchy: Option<&Hierarchy>) -> Vec<Option<String>> {
        self.texts(partition, &Cover::new(self, hierarchy, self))
    }

    /// As [`Column::generalize`], but of every group only one cell.
    pub fn group_texts(&self, partition: &Partition, hierarchy: Option<&Hierarchy>) -> LabelColumn {
        LabelColumn::from_texts(self.generalize_groups(partition, hierarchy).iter().map(Option::as_deref))
    }

    /// As [`Column::group_texts`] without a hierarchy, for some rows of the column `whole`: no set is written like a label that
    /// stands there, since whoever has all of it would take the set for that label.
    pub fn group_texts_within(&self, partition: &Partition, whole: &Self) -> LabelColumn {
        LabelColumn::from_texts(self.texts(partition, &Cover::new(self, None, whole)).iter().map(Option::as_deref))
    }

    /// As [`Column::generalize_ordered`], but of every group only one cell.
    pub fn group_texts_ordered(&self, partition: &Partition, order: &[String]) -> LabelColumn {
        LabelColumn::from_texts(self.texts(partition, &Cover::ordered(self, order)).iter().map(Option::as_deref))
    }

    fn texts(&self, partition: &Partition, cover: &Cover<'_>) -> Vec<Option<String>> {
        let missing = self.count_missing() > 0;
        let text = |group: usize| {
            let rows = partition.group(group);
            let gone = if missing { rows.iter().filter(|&&row| self.is_missing(row as usize)).count() } else { 0 };
            match gone {
                0 => Some(cover.text(rows)),
                all if all == rows.len() => None,
                _ => Some("*".to_owned()),
            }
        };
        (0..partition.len()).into_par_iter().with_min_len(256).map(text).collect()
    }
}

/// A column with what all its groups share.
enum Cover<'a> {
    Numbers(&'a crate::NumberColumn),
    Dates(&'a crate::DateColumn),
    /// With the labels that are written like a set themselves.
    Labels(&'a LabelColumn, Vec<&'a str>),
    /// The leaf of every distinct label, by code.
    Nodes {
        labels: std::borrow::Cow<'a, LabelColumn>,
        leaves: Vec<Option<Node>>,
        tree: &'a Hierarchy,
    },
    /// The rank of every distinct label in `order`, by code.
    Ordered {
        labels: std::borrow::Cow<'a, LabelColumn>,
        ranks: Vec<Option<usize>>,
        order: &'a [String],
    },
}

impl<'a> Cover<'a> {
    /// No set is written like a label of `whole`.
    fn new(column: &'a Column, hierarchy: Option<&'a Hierarchy>, whole: &'a Column) -> Self {
        match (column, hierarchy) {
            (_, Some(tree)) => {
                let labels = column.to_labels();
                let leaves = labels.labels().iter().map(|label| tree.leaf(label)).collect();
                Self::Nodes { labels, leaves, tree }
            }
            (Column::Number(numbers), None) => Self::Numbers(numbers),
            (Column::Date(dates), None) => Self::Dates(dates),
            (Column::Label(labels), None) => {
                let known = if let Column::Label(known) = whole { known } else { labels };
                Self::Labels(labels, known.labels().iter().filter(|label| label.starts_with('{')).collect())
            }
        }
    }

    fn ordered(column: &'a Column, order: &'a [String]) -> Self {
        let labels = column.to_labels();
        let ranks = labels.labels().iter().map(|label| order.iter().position(|other| other == label)).collect();
        Self::Ordered { labels, ranks, order }
    }

    /// The text of a group without missing values.
    fn text(&self, rows: &[u32]) -> String {
        match self {
            Self::Numbers(numbers) => {
                let scaled = rows.iter().filter_map(|&row| numbers.scaled(row as usize));
                interval(scaled, |value| Decimal::new(value, numbers.scale()).to_string())
            }
            Self::Dates(dates) => {
                interval(rows.iter().map(|&row| dates.days()[row as usize]), |day| Date::from_days(day).to_string())
            }
            Self::Labels(labels, sets) => set(labels, rows, sets),
            Self::Nodes { labels, leaves, tree } => node(labels, leaves, rows, tree),
            Self::Ordered { labels, ranks, order } => range(labels, ranks, rows, order),
        }
    }
}

fn interval<T: Ord + Copy>(values: impl Iterator<Item = T> + Clone, text: impl Fn(T) -> String) -> String {
    match (values.clone().min(), values.max()) {
        (Some(low), Some(high)) if low == high => text(low),
        (Some(low), Some(high)) => format!("{}..{}", text(low), text(high)),
        _ => "*".to_owned(),
    }
}

fn distinct(labels: &LabelColumn, rows: &[u32]) -> Vec<u32> {
    let mut codes: Vec<u32> = rows.iter().map(|&row| labels.codes()[row as usize]).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn set(labels: &LabelColumn, rows: &[u32], sets: &[&str]) -> String {
    let mut members: Vec<&str> = distinct(labels, rows).into_iter().map(|code| labels.labels().get(code)).collect();
    members.sort_unstable();
    // Bars and blanks at an end would not survive being read back.
    let lost = |label: &&str| label.contains('|') || label.trim() != *label;
    match members.as_slice() {
        [one] => (*one).to_owned(),
        many if many.iter().any(lost) => "*".to_owned(),
        many => set_of(many, |text| sets.contains(&text)),
    }
}

/// `{a|b}`, or a star where a label is written just so: a reader could not tell the two apart.
fn set_of(members: &[impl std::borrow::Borrow<str>], is_label: impl Fn(&str) -> bool) -> String {
    let set = format!("{{{}}}", members.join("|"));
    if is_label(&set) { "*".to_owned() } else { set }
}

/// The lowest node above all; a label the hierarchy does not know is covered by nothing but the root.
fn node(labels: &LabelColumn, leaves: &[Option<Node>], rows: &[u32], tree: &Hierarchy) -> String {
    let leaves = distinct(labels, rows).into_iter().map(|code| leaves[code as usize].ok_or(()));
    match leaves.reduce(|a, b| Ok(tree.common(a?, b?))) {
        Some(Ok(node)) => tree.label(node).to_owned(),
        _ => "*".to_owned(),
    }
}

/// All labels from the first of the group to its last.
fn range(labels: &LabelColumn, ranks: &[Option<usize>], rows: &[u32], order: &[String]) -> String {
    let ranks = distinct(labels, rows).into_iter().map(|code| ranks[code as usize]);
    let ends = ranks.map(|rank| rank.map(|rank| (rank, rank))).reduce(|a, b| {
        let ((low, high), (rank, _)) = (a?, b?);
        Some((low.min(rank), high.max(rank)))
    });
    match ends.flatten() {
        Some((low, high)) if low == high => order[low].clone(),
        Some((low, high)) => set_of(&order[low..=high], |text| order.iter().any(|label| label == text)),
        None => "*".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NumberColumn;

    #[test]
    fn labels_on_a_line_become_ranges() {
        let order = ["none", "primary", "secondary", "tertiary"].map(str::to_owned);
        let texts = ["secondary", "none", "primary", "tertiary", "none"];
        let column = Column::Label(LabelColumn::from_texts(texts.map(Some).into_iter().chain([None])));
        let partition = Partition::from_group_of(&[0, 0, 1, 2, 2, 1], 3);
        let found = column.generalize_ordered(&partition, &order);
        let found: Vec<Option<&str>> = (0..6).map(|row| found.get(row)).collect();
        let (part, all) = (Some("{none|primary|secondary}"), Some("{none|primary|secondary|tertiary}"));
        assert_eq!(found, [part, part, Some("*"), all, all, Some("*")]);
        let alone = Partition::from_group_of(&[0, 1, 2, 3, 1, 4], 5);
        let found = column.generalize_ordered(&alone, &order[..3]);
        assert_eq!((found.get(1), found.get(3), found.get(5)), (Some("none"), Some("*"), None));
    }

    #[test]
    fn groups_become_text() {
        let partition = Partition::from_group_of(&[0, 0, 1, crate::NO_GROUP], 2);
        let ages = Column::Number(NumberColumn::from_integers(vec![24, 17, 30, 99]));
        let text = |column: &Column, tree: Option<&Hierarchy>| -> Vec<Option<String>> {
            let labels = column.generalize(&partition, tree);
            (0..4).map(|row| labels.get(row).map(str::to_owned)).collect()
        };
        assert_eq!(text(&ages, None), ["17..24", "17..24", "30", "*"].map(|t| Some(t.to_owned())));
        let places = Column::Label(LabelColumn::from_texts(["Rome", "Milan", "Lyon", "Oslo"].map(Some)));
        assert_eq!(text(&places, None), ["{Milan|Rome}", "{Milan|Rome}", "Lyon", "*"].map(|t| Some(t.to_owned())));
        let tree = Hierarchy::from_paths([
            vec!["Rome", "Italy", "*"],
            vec!["Milan", "Italy", "*"],
            vec!["Lyon", "France", "*"],
        ]);
        assert_eq!(text(&places, tree.as_ref().ok()), ["Italy", "Italy", "Lyon", "*"].map(|t| Some(t.to_owned())));
    }

    /// A set that is written like another label of the column would be taken for that label.
    #[test]
    fn a_set_that_reads_as_a_label_becomes_a_star() {
        let partition = Partition::from_group_of(&[0, 0, 1, 2, 2], 3);
        let texts = ["a", "b", "{a|b}", "a", "c"];
        let column = Column::Label(LabelColumn::from_texts(texts.map(Some)));
        let expected = ["*", "*", "{a|b}", "{a|c}", "{a|c}"].map(Some);
        let found = column.generalize(&partition, None);
        assert_eq!((0..5).map(|row| found.get(row)).collect::<Vec<_>>(), expected);
        let order = ["a", "b", "{a|b}", "c"].map(str::to_owned);
        let found = column.generalize_ordered(&partition, &order);
        assert_eq!((found.get(0), found.get(2)), (Some("*"), Some("{a|b}")));
    }
}
