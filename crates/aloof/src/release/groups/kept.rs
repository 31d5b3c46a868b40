//! The rows that will be published, and their columns.

use std::borrow::Cow;

use aloof_judge::views::QuasiPair;
use aloof_methods::Axis;
use aloof_table::{Column, LabelColumn, Partition};

use crate::data::{Ladder, Original};

/// Rows of the original that stay, in ascending order, and their values. Below, rows are counted among these.
pub(in crate::release) struct Kept<'a> {
    /// The original row of each.
    pub rows: Vec<u32>,
    pub quasi: Vec<Quasi<'a>>,
    pub sensitive: Vec<(&'a str, Cow<'a, Column>)>,
}

/// A quasi column.
pub(in crate::release) struct Quasi<'a> {
    pub name: &'a str,
    pub column: Cow<'a, Column>,
    /// Of all rows of the original.
    whole: &'a Column,
    pub ladder: &'a Ladder,
    pub weight: Option<f64>,
}

impl Quasi<'_> {
    /// As makers see it.
    pub fn axis(&self) -> Axis {
        let axis = match self.ladder {
            Ladder::Order(order) => Axis::ordered(&self.column.to_labels(), order),
            Ladder::Tree(tree) => Axis::new(&self.column, Some(tree)),
            Ladder::Classes(coding) => Axis::new(&coding.snapped(&self.column), None),
            Ladder::Line | Ladder::Set => Axis::new(&self.column, None),
        };
        axis.weighted(self.weight.unwrap_or(1.0))
    }

    /// As it is published.
    pub fn text(&self, partition: &Partition) -> LabelColumn {
        match self.ladder {
            Ladder::Order(order) => self.column.group_texts_ordered(partition, order),
            Ladder::Tree(tree) => self.column.group_texts(partition, Some(tree)),
            Ladder::Classes(coding) => coding.group_texts(&self.column, partition),
            Ladder::Line | Ladder::Set => self.column.group_texts_within(partition, self.whole),
        }
    }
}

impl<'a> Kept<'a> {
    /// All rows but those that the policy drops for a missing value.
    pub fn all(original: &'a Original) -> Self {
        let stays = |row: &u32| original.is_published(*row as usize);
        Self::new(original, (0..original.rows() as u32).filter(stays).collect())
    }

    /// These rows.
    pub fn new(original: &'a Original, rows: Vec<u32>) -> Self {
        let all = rows.len() == original.rows();
        let take = |column: &'a Column| if all { Cow::Borrowed(column) } else { Cow::Owned(column.take(&rows)) };
        let quasi = original.quasi.iter().map(|quasi| Quasi {
            name: &quasi.name,
            column: take(original.column(&quasi.name)),
            whole: original.column(&quasi.name),
            ladder: &quasi.ladder,
            weight: quasi.weight,
        });
        let quasi = quasi.collect();
        let sensitive = original.sensitive.iter().map(|(name, column)| (name.as_str(), take(column))).collect();
        Self { rows, quasi, sensitive }
    }

    /// All but some of these rows, which are counted among them and ascend.
    pub fn without(&self, original: &'a Original, out: &[u32]) -> Self {
        let stays = |at: &usize| out.binary_search(&(*at as u32)).is_err();
        Self::new(original, (0..self.rows.len()).filter(stays).map(|at| self.rows[at]).collect())
    }

    /// What everybody of the original has beside what groups show, as the judge reads it; `None` where it cannot be read.
    pub fn pairs<'t>(&self, original: &Original, texts: &'t [LabelColumn]) -> Option<Vec<QuasiPair<'t>>> {
        let pair = |(quasi, text): (&Quasi<'_>, &'t LabelColumn)| {
            QuasiPair::new(original.column(quasi.name), text, quasi.ladder.tree()).ok()
        };
        self.quasi.iter().zip(texts).map(pair).collect()
    }

    /// Which of these stands at each place, where `rows` tells which of the original does.
    pub fn order_of(&self, rows: &[u32]) -> Vec<u32> {
        let at = |row: &u32| self.rows.binary_search(row).expect("only kept rows are published") as u32;
        rows.iter().map(at).collect()
    }

    /// Sensitive columns by name.
    pub fn pick<'n>(&'n self, names: &'n [String]) -> Vec<(&'n str, &'n Column)> {
        let column = |name: &str| self.sensitive.iter().find(|(other, _)| *other == name).map(|(_, column)| &**column);
        names.iter().map(|name| (name.as_str(), column(name).expect("fitted to the policy"))).collect()
    }
}
