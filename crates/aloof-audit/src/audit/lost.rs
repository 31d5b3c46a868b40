//! How much of the quasi columns a release lost: one answer for whoever makes, audits, evaluates or compares it.
//!
//! Shares are those of what the release shows (`aloof-judge/src/utility/shown.rs`), so that the same figure is found whether or not it
//! is known who is absent from it. What a manifest says of it is a claim like any other.

use aloof_judge::utility::{Generalization, Weights, shown};
use aloof_table::{Coding, Column, LabelColumn};
use rayon::prelude::*;

use crate::Error;
use crate::data::{Ladder, Original, Quasi, Released};

/// Of every quasi column the mean over rows of the share of the domain that is covered; a row counts as many as it stands for, where
/// weights of the released rows are given. Cells are still one per row.
pub fn losses(original: &Original, released: &Released, weights: Option<&Weights>) -> Result<Vec<f64>, Error> {
    by_column(original, released, weights, &shown)
}

/// The same where the domain is all that the original has, whatever is shown: of a sample, what it will be for the whole table.
pub fn losses_within(original: &Original, released: &Released) -> Result<Vec<f64>, Error> {
    by_column(original, released, None, &|_| None)
}

fn by_column(
    original: &Original,
    released: &Released,
    weights: Option<&Weights>,
    shown: &(dyn Fn(&Generalization<'_>) -> Option<Column> + Sync),
) -> Result<Vec<f64>, Error> {
    let pairs: Vec<(&Quasi, &(String, LabelColumn))> = original.quasi.iter().zip(&released.quasi).collect();
    let one = |(quasi, (_, cells)): &(&Quasi, &(String, LabelColumn))| {
        let column = generalization(original, quasi, cells);
        let domain = match &quasi.ladder {
            // How far values reach beyond the classes that are shown is nobody's to know.
            Ladder::Classes(_) => Some(Coding::shown_range(column.original, cells)),
            _ => shown(&column),
        };
        let column = Generalization { original: domain.as_ref().unwrap_or(column.original), ..column };
        let lost = weights.map_or_else(|| column.loss(), |weights| column.weighted_loss(weights));
        lost.map_err(|error| told(released, quasi, &error))
    };
    pairs.par_iter().map(one).collect()
}

fn told(released: &Released, quasi: &Quasi, error: &dyn std::fmt::Display) -> Error {
    Error::Data(format!("{}, column `{}`: {error}", released.name, quasi.name))
}

/// A quasi column before and after.
pub fn generalization<'a>(original: &'a Original, quasi: &'a Quasi, released: &'a LabelColumn) -> Generalization<'a> {
    Generalization {
        original: original.column(&quasi.name),
        released,
        hierarchy: quasi.ladder.tree(),
        order: quasi.ladder.order(),
    }
}

/// Of all columns together, where every row of the release is read.
pub(super) fn found(original: &Original, released: &Released) -> Option<f64> {
    if released.dropped > 0 || released.in_two_tables || released.quasi.len() != original.quasi.len() {
        return None;
    }
    Some(losses(original, released, None).ok()?.iter().fold(0.0, |all, one| all + one))
}
