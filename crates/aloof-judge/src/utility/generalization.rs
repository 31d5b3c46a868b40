//! A quasi column before and after: what every measure of utility looks at.

use aloof_table::{Column, GeneralizedError, Hierarchy, LabelColumn};

use super::{Weights, loss, ordered};

/// An original column, the released cells, and how its labels lie to one another.
#[derive(Clone, Copy, Debug)]
pub struct Generalization<'a> {
    /// Before.
    pub original: &'a Column,
    /// After, as text.
    pub released: &'a LabelColumn,
    /// The tree its labels lie in.
    pub hierarchy: Option<&'a Hierarchy>,
    /// Its labels from one end of a line to the other.
    pub order: Option<&'a [String]>,
}

impl Generalization<'_> {
    /// The mean over released rows of the share of the domain covered. Fails on a cell that is not understood.
    pub fn loss(&self) -> Result<f64, GeneralizedError> {
        self.loss_of(None)
    }

    /// The same, a row counting as many as it stands for.
    pub fn weighted_loss(&self, weights: &Weights) -> Result<f64, GeneralizedError> {
        self.loss_of(Some(weights))
    }

    fn loss_of(&self, weights: Option<&Weights>) -> Result<f64, GeneralizedError> {
        match self.order {
            Some(order) => ordered::weighted(self.released, order, weights),
            None => loss::weighted(self.original, self.released, self.hierarchy, weights),
        }
    }
}
