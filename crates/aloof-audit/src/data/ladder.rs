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
    /// Of a column with what the policy declares of it, of which it is at most one. An order makes a column one of labels.
    pub fn of(column: &Column, tree: Option<Hierarchy>, order: Option<&[String]>, coding: Option<&Coding>) -> Self {
        if let Some(coding) = coding {
            return Self::Classes(coding.clone());
        }
        match (tree, order, column) {
            (Some(tree), _, _) => Self::Tree(tree),
            (None, Some(order), _) => Self::Order(order.to_vec()),
            (None, None, Column::Label(_)) => Self::Set,
            (None, None, Column::Number(_) | Column::Date(_)) => Self::Line,
        }
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
