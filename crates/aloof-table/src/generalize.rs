//! A group's values as one text, in the notation of a release.
//!
//! Numbers and dates become `lo..hi`, both ends included; labels become the lowest node of their hierarchy that covers
//! them, or without one the set `{a|b}`. A single value stands as itself. A group with some values missing shows `*`;
//! with all missing, a missing value.

use crate::{Column, Hierarchy, LabelColumn, Partition};

impl Column {
    /// For each row, the text of its group. Rows in no group become `*`.
    pub fn generalize(&self, partition: &Partition, hierarchy: Option<&Hierarchy>) -> LabelColumn {
        let mut text_of: Vec<Option<String>> = vec![Some("*".to_owned()); self.len()];
        for rows in partition.iter() {
            let text = self.cover(rows, hierarchy);
            rows.iter().for_each(|&row| text_of[row as usize].clone_from(&text));
        }
        LabelColumn::from_texts(text_of.iter().map(Option::as_deref))
    }

    fn cover(&self, rows: &[u32], hierarchy: Option<&Hierarchy>) -> Option<String> {
        let missing = rows.iter().filter(|&&row| self.is_missing(row as usize)).count();
        match (missing, self, hierarchy) {
            (0, _, Some(tree)) => Some(node(&self.to_labels(), rows, tree)),
            (0, Self::Number(numbers), None) => {
                Some(interval(rows.iter().filter_map(|&row| numbers.get(row as usize))))
            }
            (0, Self::Date(dates), None) => Some(interval(rows.iter().filter_map(|&row| dates.get(row as usize)))),
            (0, Self::Label(labels), None) => Some(set(labels, rows)),
            (all, _, _) if all == rows.len() => None,
            _ => Some("*".to_owned()),
        }
    }
}

fn interval<T: Ord + Copy + ToString>(values: impl Iterator<Item = T> + Clone) -> String {
    match (values.clone().min(), values.max()) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (Some(low), Some(high)) => format!("{}..{}", low.to_string(), high.to_string()),
        _ => "*".to_owned(),
    }
}

fn set(labels: &LabelColumn, rows: &[u32]) -> String {
    let mut members: Vec<&str> = rows.iter().filter_map(|&row| labels.get(row as usize)).collect();
    members.sort_unstable();
    members.dedup();
    match members.as_slice() {
        [one] => (*one).to_owned(),
        // A set of labels with bars in them could not be read back.
        many if many.iter().any(|label| label.contains('|')) => "*".to_owned(),
        _ => format!("{{{}}}", members.join("|")),
    }
}

/// The lowest node above all; a label the hierarchy does not know is covered by nothing but the root.
fn node(labels: &LabelColumn, rows: &[u32], tree: &Hierarchy) -> String {
    let leaves = rows.iter().filter_map(|&row| labels.get(row as usize)).map(|label| tree.leaf(label));
    let common = leaves.map(|leaf| leaf.ok_or(())).reduce(|a, b| Ok(tree.common(a?, b?)));
    match common {
        Some(Ok(node)) => tree.label(node).to_owned(),
        _ => "*".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NumberColumn;

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
}
