//! A hierarchy must know the labels of its column, also where the audit could do without it: one that does not is a
//! mistake that would come to light later, and for somebody else.

use aloof_table::{Generalized, Hierarchy, Kind, LabelColumn};

use super::rules;
use crate::Error;
use crate::policy::{ColumnRule, HierarchyFrom, Policy, PolicyError};

/// Refuses a hierarchy file that lacks labels of the column. Hierarchies that are made from the data know them all.
pub(super) fn check_hierarchy(rule: &ColumnRule, policy: &Policy, labels: &LabelColumn) -> Result<(), Error> {
    let Some(from) = &rule.hierarchy else { return Ok(()) };
    let HierarchyFrom::File(file) = &from.value else { return Ok(()) };
    let tree = rules::read_file(rule, policy, file, &from.place)?;
    let missing: Vec<&str> = labels.labels().iter().filter(|text| !is_known(text, &tree)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let shown: Vec<String> = missing.iter().take(10).map(|label| format!("`{label}`")).collect();
    let more = if missing.len() > shown.len() { ", …" } else { "" };
    let message = format!(
        "column `{}`: {} lacks {} of the column's {} labels: {}{more}",
        rule.name(),
        file.display(),
        missing.len(),
        labels.labels().len(),
        shown.join(", ")
    );
    Err(PolicyError::new(from.place.clone(), message).into())
}

/// A node, a set of nodes, a masked code, or a set of numbers among numbers.
fn is_known(text: &str, tree: &Hierarchy) -> bool {
    let masked = matches!(Generalized::parse(text, Kind::Label, None), Ok(Generalized::Prefix { .. }));
    let interval = |kind| Generalized::parse(text, kind, None).is_ok() && text.parse::<aloof_table::Decimal>().is_err();
    masked
        || Generalized::parse(text, Kind::Label, Some(tree)).is_ok()
        || interval(Kind::Number)
        || interval(Kind::Date) && text.parse::<aloof_table::Date>().is_err()
}
