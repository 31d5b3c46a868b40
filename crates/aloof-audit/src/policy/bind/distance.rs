//! (ε, δ)^k-dissimilarity with what its distance needs from the data: hierarchies, domains, a matrix.

use std::sync::Arc;

use aloof_io::read_matrix;
use aloof_principles::similarity::{DistanceSpec, Matrix};
use aloof_principles::{Dissimilarity, Rule};
use aloof_table::{Column, Hierarchy};

use super::hierarchy::{hierarchy, sensitive_hierarchy};
use crate::Error;
use crate::policy::{Demand, DistanceWords, Policy, PolicyError, Protect};

/// The rule over these columns.
pub(super) fn rule(protect: &Protect, policy: &Policy, columns: &[(&str, &Column)]) -> Result<Rule, Error> {
    let Demand::Dissimilarity { distance: words, epsilon, delta, k, shape } = &protect.demand else {
        return Err(Error::Bug("a distance was asked of another principle".to_owned()));
    };
    let wrong = |problem: String| PolicyError::new(protect.place.clone(), problem);
    let distance = spec(words, protect, policy, columns)?.check().map_err(|error| wrong(error.to_string()))?;
    let rule = Dissimilarity::new(distance, *epsilon, *delta, *k).map_err(|error| wrong(error.to_string()))?;
    Ok(Rule::Dissimilarity(rule.with_shape(*shape)))
}

/// The distance over these columns, with what the data add to it.
fn spec(
    words: &DistanceWords,
    protect: &Protect,
    policy: &Policy,
    columns: &[(&str, &Column)],
) -> Result<DistanceSpec, Error> {
    let mut made = words.spec();
    if words.is_composite() {
        for (part, share) in words.parts.iter().zip(&mut made.parts) {
            let theirs: Vec<(&str, &Column)> = part.columns.iter().map(|&column| columns[column]).collect();
            share.distance = spec(&part.words, protect, policy, &theirs)?;
        }
        return Ok(made);
    }
    made.domains = columns.iter().map(|(name, _)| policy.column(name).and_then(|column| column.domain)).collect();
    made.hierarchies = hierarchies(words, protect, policy, columns)?;
    made.matrix = matrix(words, policy)?;
    Ok(made)
}

fn hierarchies(
    words: &DistanceWords,
    protect: &Protect,
    policy: &Policy,
    columns: &[(&str, &Column)],
) -> Result<Vec<Option<Arc<Hierarchy>>>, Error> {
    let one = |(name, column): &(&str, &Column)| {
        let tree = if words.kind == "hierarchy" {
            Some(sensitive_hierarchy(name, column, protect, policy)?)
        } else {
            let declared = policy.column(name).expect("protected columns are declared");
            hierarchy(declared, policy, column)?
        };
        Ok(tree.map(Arc::new))
    };
    columns.iter().map(one).collect()
}

fn matrix(words: &DistanceWords, policy: &Policy) -> Result<Option<Matrix>, Error> {
    let Some(file) = &words.matrix else { return Ok(None) };
    let wrong = |error: &dyn std::fmt::Display| PolicyError::new(file.place.clone(), error.to_string());
    let read = read_matrix(&policy.file(&file.value)).map_err(|error| wrong(&error))?;
    let rows = read.values.chunks(read.labels.len().max(1)).map(<[_]>::to_vec).collect();
    Ok(Some(Matrix::new(read.labels, rows).map_err(|error| wrong(&error))?))
}
