//! How much of a column of ordered labels was lost: the mean over rows of the length covered.
//!
//! # Definition
//! Labels lie on a line, evenly, from the first of the policy's `order` to the last. A cell counts the distance from its
//! first label to its last over the length of the line, as an interval of numbers does. A single label counts nothing, `*`
//! counts 1, a missing value nothing.
//!
//! # Source
//! The measure of Li, Tao and Xiao, SIGMOD 2008, Section 6, each label's rank being its number.
//!
//! # Cost
//! Every distinct cell is read once.

use aloof_table::{Generalized, GeneralizedError, Kind, LabelColumn};

use super::Weights;
use super::loss::mean;

/// The mean over the rows of `released`; 0 if there are none.
pub fn ordered_loss(released: &LabelColumn, order: &[String]) -> Result<f64, GeneralizedError> {
    weighted(released, order, None)
}

/// The same, a row counting as many as it stands for, where weights are given.
pub(super) fn weighted(
    released: &LabelColumn,
    order: &[String],
    weights: Option<&Weights>,
) -> Result<f64, GeneralizedError> {
    mean(released, weights, |text| share(text, order))
}

fn share(text: &str, order: &[String]) -> Result<f64, GeneralizedError> {
    if order.iter().any(|label| label == text) {
        return Ok(0.0);
    }
    let cell = Generalized::parse(text, Kind::Label, None)?;
    if cell == Generalized::Any {
        return Ok(1.0);
    }
    let covers = |label: &String| cell.covers_label(label, None);
    let ends = order.iter().position(covers).zip(order.iter().rposition(covers));
    Ok(ends.map_or(0.0, |(low, high)| (high - low) as f64 / (order.len().max(2) - 1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_counts_its_length() {
        let order = ["none", "primary", "secondary", "tertiary"].map(str::to_owned);
        let cells = ["none", "{none|primary|secondary}", "{primary|secondary}", "{none|tertiary}", "*"];
        let cells = LabelColumn::from_texts(cells.map(Some).into_iter().chain([None]));
        let found = ordered_loss(&cells, &order).unwrap();
        assert!((found - (0.0 + 2.0 / 3.0 + 1.0 / 3.0 + 1.0 + 1.0 + 0.0) / 6.0).abs() < 1e-12, "{found}");
    }
}
