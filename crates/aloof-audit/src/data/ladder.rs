//! How the values of a quasi column lie to each other: this decides what a group of them shows, and what that costs.

use aloof_table::{Coding, Column, Hierarchy};

/// What generalizing climbs on. A policy declares a tree or an order, never both.
#[derive(Clone)]
pub enum Ladder {
    /// Numbers or dates on their own line: a group shows `17..24`.
    Line,
    /// Numbers or dates in classes: a group shows those from its least value to its greatest.
    Classes(Coding),
    /// Labels on a line, from the first of these to the last.
    Order(Vec<String>),
    /// Labels, or intervals of numbers, below common nodes.
    Tree(Hierarchy),
    /// Labels that lie anyhow: a group shows the set of them.
    Set,
}

impl Ladder {
    /// Of a column with what the policy declares of it, of which it is at most one. An order makes a column one of labels. Dates
    /// of which nothing is said are shown in whole months.
    pub fn of(column: &Column, tree: Option<Hierarchy>, order: Option<&[String]>, coding: Option<&Coding>) -> Self {
        match (tree, order, coding, column) {
            (Some(tree), ..) => Self::Tree(tree),
            (None, Some(order), ..) => Self::Order(order.to_vec()),
            (None, None, Some(coding), _) if !coding.is_none() => Self::Classes(coding.clone()),
            (None, None, None, Column::Date(_)) => Self::Classes(Coding::months()),
            (None, None, _, Column::Label(_)) => Self::Set,
            (None, None, _, Column::Number(_) | Column::Date(_)) => Self::Line,
        }
    }

    /// Whether every cell that is not `*` has a lower and an upper end.
    pub fn has_two_ends(&self) -> bool {
        matches!(self, Self::Line) || matches!(self, Self::Classes(coding) if coding.is_calendar())
    }

    /// The hierarchy, if there is one.
    pub fn tree(&self) -> Option<&Hierarchy> {
        if let Self::Tree(tree) = self { Some(tree) } else { None }
    }

    /// The labels from one end to the other, if they lie on a line.
    pub fn order(&self) -> Option<&[String]> {
        if let Self::Order(order) = self { Some(order) } else { None }
    }
}
