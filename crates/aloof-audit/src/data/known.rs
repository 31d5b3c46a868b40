//! A hierarchy, or an order, must know the labels of its column, also where the audit could do without it: one that does
//! not is a mistake that would come to light later, and for somebody else.

use aloof_io::Input;
use aloof_table::{Column, Generalized, Hierarchy, Kind, LabelColumn};

use super::{Ladder, Original};
use crate::Error;
use crate::policy::{ColumnRule, HierarchyFrom, Policy, PolicyError, Role, bind};

/// Refuses a hierarchy file that lacks labels of the column. Hierarchies that are made from the data know them all.
pub(crate) fn check_hierarchy(rule: &ColumnRule, policy: &Policy, labels: &LabelColumn) -> Result<(), Error> {
    let Some(from) = &rule.hierarchy else { return Ok(()) };
    let HierarchyFrom::File(file) = &from.value else { return Ok(()) };
    let tree = bind::read_file_of_cells(rule, policy, file)?;
    refuse_lacking(rule, labels, |text| is_known(text, &tree))
}

/// The same for all quasi columns of a table as it is, before anything is sought: every label must be a leaf.
pub fn check_hierarchies(policy: &Policy, original: &Original) -> Result<(), Error> {
    for quasi in &original.quasi {
        let (Ladder::Tree(tree), Some(rule)) = (&quasi.ladder, policy.column(&quasi.name)) else { continue };
        let labels = original.column(&quasi.name).to_labels();
        refuse_lacking(rule, &labels, |text| tree.leaf(text).is_some())?;
    }
    Ok(())
}

/// Whether a quasi column has a hierarchy out of a file.
pub fn has_hierarchy_file(policy: &Policy) -> bool {
    let is_file =
        |rule: &ColumnRule| matches!(&rule.hierarchy, Some(from) if matches!(from.value, HierarchyFrom::File(_)));
    policy.columns().iter().any(|rule| rule.role() == Role::Quasi && is_file(rule))
}

fn refuse_lacking(rule: &ColumnRule, labels: &LabelColumn, is_known: impl Fn(&str) -> bool) -> Result<(), Error> {
    let Some(from) = &rule.hierarchy else { return Ok(()) };
    let HierarchyFrom::File(file) = &from.value else { return Ok(()) };
    let missing: Vec<&str> = labels.labels().iter().filter(|text| !is_known(text)).collect();
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

/// Refuses an order that lacks labels of the original column.
pub(super) fn check_order(input: &Input, rule: &ColumnRule, column: &Column) -> Result<(), Error> {
    let (Some(order), Column::Label(labels)) = (rule.order(), column) else { return Ok(()) };
    refuse_strangers(input, rule, labels, |text| order.iter().any(|label| label == text))
}

/// The same for a released column: what its cells cover must be in the order.
pub(super) fn check_released_order(input: &Input, rule: &ColumnRule, labels: &LabelColumn) -> Result<(), Error> {
    let Some(order) = rule.order() else { return Ok(()) };
    let knows = |label: &String| order.iter().any(|other| other == label);
    refuse_strangers(input, rule, labels, |text| match Generalized::parse(text, Kind::Label, None) {
        Ok(Generalized::Labels(members)) => knows(&text.to_owned()) || members.iter().all(knows),
        other => other.is_ok(),
    })
}

fn refuse_strangers(
    input: &Input,
    rule: &ColumnRule,
    labels: &LabelColumn,
    is_known: impl Fn(&str) -> bool,
) -> Result<(), Error> {
    let known: Vec<bool> = labels.labels().iter().map(is_known).collect();
    let is_stranger = |code: &u32| known.get(*code as usize) == Some(&false);
    let Some(row) = labels.codes().iter().position(is_stranger) else { return Ok(()) };
    let place = rule.order.as_ref().map_or(&rule.place, |order| &order.place);
    let message = format!(
        "column `{}`: `order` lacks {} of the column's {} labels; the first is `{}`, in {} of {}",
        rule.name(),
        known.iter().filter(|known| !**known).count(),
        known.len(),
        labels.get(row).unwrap_or_default(),
        input.place_of(row)?,
        input.name()
    );
    Err(PolicyError::new(place.clone(), message).into())
}
