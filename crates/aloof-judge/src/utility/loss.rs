//! How much of a column was lost: the mean over rows of |generalized value| / |domain|.
//!
//! # Definition
//! An interval counts its length, (hi − lo) / (max − min), max and min being the original's. A label counts nothing by
//! itself; a node of a hierarchy counts the leaves below it over all leaves; a set of labels counts its labels over all
//! labels of the original. `*` counts 1, a missing value nothing.
//!
//! # Source
//! The measure of Li, Tao and Xiao, SIGMOD 2008, Section 6, with labels as is usual for hierarchies.
//!
//! # Cost
//! Every distinct cell is read once. The share of a cell is found exactly and only then rounded: of numbers near 10¹⁷
//! floats would lose the difference. Means are floats, for reports; nothing is decided on them.

use aloof_table::{Column, Decimal, Generalized, GeneralizedError, Hierarchy, Interval, LabelColumn, Ratio};

use super::Weights;

/// The mean over the rows of `released`; 0 if there are none.
pub fn loss(original: &Column, released: &LabelColumn, hierarchy: Option<&Hierarchy>) -> Result<f64, GeneralizedError> {
    weighted(original, released, hierarchy, None)
}

/// The same, a row counting as many as it stands for, where weights are given.
pub(super) fn weighted(
    original: &Column,
    released: &LabelColumn,
    hierarchy: Option<&Hierarchy>,
    weights: Option<&Weights>,
) -> Result<f64, GeneralizedError> {
    let domain = Domain::of(original, hierarchy);
    mean(released, weights, |text| domain.share(text, original, hierarchy))
}

/// The mean over rows of what each cell counts, every distinct cell being asked once; 0 if there are no rows.
pub(super) fn mean(
    released: &LabelColumn,
    weights: Option<&Weights>,
    share: impl Fn(&str) -> Result<f64, GeneralizedError>,
) -> Result<f64, GeneralizedError> {
    if released.is_empty() {
        return Ok(0.0);
    }
    let mut counts = vec![0u128; released.labels().len()];
    for (row, &code) in released.codes().iter().enumerate().filter(|(_, code)| **code != LabelColumn::MISSING) {
        counts[code as usize] += weights.map_or(1, |weights| weights.of(row));
    }
    let cells = released.labels().iter().zip(&counts);
    let lost = cells.map(|(text, &count)| Ok(share(text)? * weights.map_or(count as f64, |all| all.share(count))));
    let mut lost: Vec<f64> = lost.collect::<Result<_, GeneralizedError>>()?;
    // Added in the order of size, so that the order of rows does not show in the last digit.
    lost.sort_unstable_by(f64::total_cmp);
    // From 0, since nothing at all adds up to -0, which a manifest's 0 would be held against.
    let lost: f64 = lost.iter().fold(0.0, |all, one| all + one);
    Ok(if weights.is_some() { lost } else { lost / released.len() as f64 })
}

/// What all values together are.
enum Domain {
    Range(Ratio, Ratio),
    Labels(LabelColumn),
}

impl Domain {
    fn of(original: &Column, hierarchy: Option<&Hierarchy>) -> Self {
        let range = match (original, hierarchy) {
            (Column::Number(numbers), None) => {
                let scaled = || (0..numbers.len()).filter_map(|row| numbers.scaled(row));
                let end = |end: Option<i128>| end.map(|end| Decimal::new(end, numbers.scale()));
                end(scaled().min()).zip(end(scaled().max()))
            }
            (Column::Date(dates), None) => {
                let days = || (0..dates.len()).filter_map(|row| dates.get(row)).map(|date| i64::from(date.days()));
                days().min().map(Decimal::from).zip(days().max().map(Decimal::from))
            }
            _ => return Self::Labels(original.to_labels().into_owned()),
        };
        let (low, high) = range.unwrap_or((Decimal::from(0), Decimal::from(0)));
        Self::Range(low.to_ratio(), high.to_ratio())
    }

    fn share(&self, text: &str, original: &Column, hierarchy: Option<&Hierarchy>) -> Result<f64, GeneralizedError> {
        if let (Self::Labels(labels), None) = (self, hierarchy)
            && labels.labels().code(text).is_some()
            && text.chars().any(|c| c != '*')
        {
            return Ok(0.0);
        }
        let cell = Generalized::parse(text, original.kind(), hierarchy)?;
        Ok(match (self, &cell) {
            (Self::Range(low, high), Generalized::Numbers(intervals)) => {
                let all = intervals.iter().fold(Ratio::zero(), |all, interval| &all + &length(interval, low, high));
                if high > low { (&all * &(high - low).inverse()).approximate().min(1.0) } else { 0.0 }
            }
            (_, Generalized::Any) | (Self::Range(..), _) => 1.0,
            (Self::Labels(_), Generalized::Nodes(nodes)) => {
                let tree = hierarchy.expect("nodes come from a hierarchy");
                several(nodes.iter().map(|&node| tree.leaves(node).len()).sum(), tree.len())
            }
            (Self::Labels(labels), Generalized::Labels(members)) => several(members.len(), labels.labels().len()),
            (Self::Labels(labels), other) => {
                let covered = labels.labels().iter().filter(|label| other.covers_label(label, hierarchy)).count();
                several(covered, labels.labels().len())
            }
        })
    }
}

/// A single label is itself.
fn several(covered: usize, all: usize) -> f64 {
    if covered <= 1 { 0.0 } else { (covered as f64 / all as f64).min(1.0) }
}

fn length(interval: &Interval, low: &Ratio, high: &Ratio) -> Ratio {
    let end =
        |end: Option<(Decimal, bool)>, open: &Ratio| end.map_or_else(|| open.clone(), |(value, _)| value.to_ratio());
    let (from, to) = (end(interval.low(), low), end(interval.high(), high));
    if to > from { &to - &from } else { Ratio::zero() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::NumberColumn;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn numbers_count_their_length() {
        let ages = Column::Number(NumberColumn::from_integers(vec![20, 30, 70]));
        let cells = LabelColumn::from_texts([Some("20..30"), Some("20..30"), Some("70"), Some("*"), None]);
        near(loss(&ages, &cells, None).unwrap(), (0.2 + 0.2 + 0.0 + 1.0 + 0.0) / 5.0);
        let same = Column::Number(NumberColumn::from_integers(vec![5, 5]));
        near(loss(&same, &LabelColumn::from_texts([Some("5")]), None).unwrap(), 0.0);
    }

    #[test]
    fn where_nobody_has_a_value_nothing_is_lost() {
        let ages = Column::Number(NumberColumn::from_integers(vec![20, 30]));
        let found = loss(&ages, &LabelColumn::from_texts([None, None]), None).unwrap();
        assert_eq!(found.to_string(), "0");
    }

    /// In floats these numbers are all the same.
    #[test]
    fn large_numbers_keep_their_differences() {
        let base = 100_000_000_000_000_000i64;
        let column = Column::Number(NumberColumn::from_integers(vec![base, base + 3, base + 10]));
        let texts = [format!("{base}..{}", base + 3), format!("{}", base + 10)];
        let cells = LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str())));
        near(loss(&column, &cells, None).unwrap(), 0.15);
    }

    #[test]
    fn labels_count_what_they_cover() {
        let towns = ["Rome", "Milan", "Lyon", "{a|b}"];
        let column = Column::Label(LabelColumn::from_texts(towns.map(Some)));
        let cells = LabelColumn::from_texts([Some("{Milan|Rome}"), Some("Lyon"), Some("{a|b}")]);
        near(loss(&column, &cells, None).unwrap(), 0.5 / 3.0);
        let tree = Hierarchy::from_paths([
            vec!["Rome", "Italy", "*"],
            vec!["Milan", "Italy", "*"],
            vec!["Lyon", "France", "*"],
            vec!["Nice", "France", "*"],
        ]);
        let column = Column::Label(LabelColumn::from_texts(["Rome", "Lyon"].map(Some)));
        let cells = LabelColumn::from_texts([Some("Italy"), Some("Lyon"), Some("*")]);
        near(loss(&column, &cells, tree.as_ref().ok()).unwrap(), 1.5 / 3.0);
    }
}
