//! The loss of a release of groups, found again: what a manifest says of it is a claim like any other.
//!
//! Shares are those of what is published. Where all of the original is, that is the original; where somebody is absent it cannot be
//! seen how far the values of the others reach, and the figure is held against nothing.

use aloof_judge::utility::Generalization;
use aloof_table::{Coding, Column};

use crate::data::{Ladder, Original, Released};

/// The mean over rows of the sum, over quasi columns, of the share of the domain that is covered. Cells are still one per row.
pub(super) fn found(original: &Original, released: &Released) -> Option<f64> {
    let people: Vec<u32> = (0..original.rows() as u32).filter(|&row| original.is_published(row as usize)).collect();
    if people.len() != released.rows || released.dropped > 0 || released.in_two_tables {
        return None;
    }
    let mut lost = 0.0;
    for quasi in &original.quasi {
        let (_, labels) = released.quasi.iter().find(|(name, _)| *name == quasi.name)?;
        let column = original.column(&quasi.name);
        let taken: Column = match &quasi.ladder {
            // How far values reach beyond the classes that are shown is nobody's to know.
            Ladder::Classes(_) => Coding::shown_range(column, labels),
            _ => column.take(&people),
        };
        let (hierarchy, order) = (quasi.ladder.tree(), quasi.ladder.order());
        lost += Generalization { original: &taken, released: labels, hierarchy, order }.loss().ok()?;
    }
    Some(lost)
}
