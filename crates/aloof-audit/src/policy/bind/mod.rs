//! How a protection becomes a rule over the columns of a table, and the values that rule is asked about.
//!
//! Some rules need more than a policy says: hierarchies, matrices and domains are loaded here. Makers, audits and advice all
//! bind here, so that a protection means the same to each of them.

mod distance;
mod hierarchy;

use std::fmt::Display;

use aloof_principles::{Ground, MissingIs, ParamError, Reads, Rule, TCloseness};
use aloof_table::{Attribute, Column, LabelColumn};

pub use hierarchy::{check_file, hierarchy, read_file_of_cells};

use super::{Demand, Policy, PolicyError, Protect, View};
use crate::Error;
use hierarchy::sensitive_hierarchy;

/// The rule that `protect` asks for, over these columns.
pub fn rule(protect: &Protect, policy: &Policy, columns: &[(&str, &Column)]) -> Result<Rule, Error> {
    match &protect.demand {
        Demand::Ready(rule) => {
            let counting = rule.clone().counting_missing(protect.similar);
            Ok(counting.map_err(|error| PolicyError::new(protect.place.clone(), error.to_string()))?)
        }
        Demand::HierarchicalCloseness(t) => {
            let (name, column) = columns[0];
            let tree = sensitive_hierarchy(name, column, protect, policy)?;
            let rule = TCloseness::new(*t, Ground::Hierarchical(tree));
            Ok(Rule::TCloseness(rule.map_err(|error| PolicyError::new(protect.place.clone(), error.to_string()))?))
        }
        Demand::Dissimilarity { .. } => distance::rule(protect, policy, columns),
    }
}

/// The same, in the view that is asked for: what every group must keep.
pub fn rule_in_view(protect: &Protect, policy: &Policy, columns: &[(&str, &Column)]) -> Result<Rule, Error> {
    let rule = rule(protect, policy, columns)?;
    if protect.view() == View::Register { in_register(rule, protect) } else { Ok(rule) }
}

/// What every group must keep so that `rule` holds in the register view.
pub fn in_register(rule: Rule, protect: &Protect) -> Result<Rule, Error> {
    let wrong = |error: ParamError| PolicyError::new(protect.place.clone(), error.to_string()).into();
    rule.in_register().map_err(wrong)
}

/// The values that `protect` is about: those of these columns, missing ones among them where they count; or, where it only counts
/// people, one value for all `rows`.
pub fn attribute(
    protect: &Protect,
    columns: &[(&str, &Column)],
    rows: usize,
    is_left_out: impl Fn(usize) -> bool + Sync,
) -> Attribute {
    match protect.reads() {
        Reads::Nothing => Attribute::new(&[("", &constant_column(rows))], is_left_out),
        Reads::Values | Reads::Numbers if protect.similar != MissingIs::Nothing => {
            Attribute::counting_missing(columns, is_left_out)
        }
        Reads::Values | Reads::Numbers => Attribute::new(columns, is_left_out),
    }
}

/// A column that says the same of everyone.
pub fn constant_column(rows: usize) -> Column {
    Column::Label(LabelColumn::new(vec![0; rows], std::iter::once("").collect()))
}

/// The principle cannot be asked of these columns.
pub fn unfit(protect: &Protect, why: &dyn Display) -> Error {
    Error::Data(format!("{}: {} on {}: {why}", protect.place, protect.principle(), protect.sensitive().join(", ")))
}
