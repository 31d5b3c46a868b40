//! What judging a group yields.

use std::cmp::Ordering;

use aloof_table::Ratio;

/// Which side of the bound is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A risk: smaller is safer.
    AtMost,
    /// A spread: larger is safer.
    AtLeast,
}

impl Direction {
    /// Orders measures from safe to unsafe.
    pub fn compare(self, a: &Ratio, b: &Ratio) -> Ordering {
        match self {
            Self::AtMost => a.cmp(b),
            Self::AtLeast => b.cmp(a),
        }
    }
}

/// The outcome for one group, or for one member of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The group's measure: the worst of its members'.
    pub measure: Ratio,
    /// Whether the principle holds. Mostly `measure` against the bound, but also what a bound cannot say (a size).
    pub holds: bool,
    /// How many tuples violate: those whose own measure is beyond the bound, or all where the rule is about the group.
    pub violating: usize,
}

/// For sentences: `among these 4`, or that there is nobody else.
pub(crate) fn among(size: usize) -> String {
    if size == 1 { "alone with a value".to_owned() } else { format!("among these {size}") }
}

/// For conditions: `groups of at least 3 rows`.
pub(crate) fn at_least(rows: u32) -> String {
    format!("groups of at least {rows} row{}", if rows == 1 { "" } else { "s" })
}

impl Finding {
    /// For rules about the group as a whole: all of its `size` tuples violate, or none.
    pub fn of_group(measure: Ratio, holds: bool, size: usize) -> Self {
        Self { measure, holds, violating: if holds { 0 } else { size } }
    }
}
