//! The hierarchy that a policy declares of a column: read from its file, or made from the labels that the column holds.

use std::path::Path;

use aloof_inspect::toml_key;
use aloof_io::{ReadError, read_hierarchy_below};
use aloof_table::{Column, Date, DateColumn, Hierarchy, LabelColumn};

use crate::Error;
use crate::policy::{ColumnRule, HierarchyFrom, Located, Place, Policy, PolicyError, Protect, Role};

/// The hierarchy of a sensitive column, complete; missing labels are counted, not shown.
pub(super) fn sensitive_hierarchy(
    name: &str,
    column: &Column,
    protect: &Protect,
    policy: &Policy,
) -> Result<Hierarchy, Error> {
    let declared = policy.column(name).expect("protected columns are declared");
    let tree = hierarchy(declared, policy, column)?.ok_or_else(|| {
        let message = format!(
            "this principle needs a hierarchy: {} = {{ role = \"sensitive\", hierarchy = \"file.csv\" }}",
            toml_key(name)
        );
        PolicyError::new(protect.place.clone(), message)
    })?;
    let labels = column.to_labels();
    let missing = tree.missing(labels.labels().iter()).len();
    if missing > 0 {
        let message =
            format!("the hierarchy of `{name}` lacks {missing} of the {} labels in the data", labels.labels().len());
        return Err(Error::Data(message));
    }
    Ok(tree)
}

/// The hierarchy that a column declares, over the labels it holds.
pub fn hierarchy(rule: &ColumnRule, policy: &Policy, column: &Column) -> Result<Option<Hierarchy>, Error> {
    let Some(Located { value: from, place }) = &rule.hierarchy else { return Ok(None) };
    let bad = |error: &dyn std::fmt::Display| wrong_hierarchy(rule, place, error);
    let tree = match from {
        HierarchyFrom::File(path) => read_file(rule, policy, path, &column.to_labels())?,
        HierarchyFrom::Prefix => Hierarchy::prefix(column.to_labels().labels().iter()).map_err(|error| bad(&error))?,
        HierarchyFrom::Suppress => {
            let labels = column.to_labels();
            if labels.labels().is_empty() {
                return Ok(None);
            }
            Hierarchy::suppress(labels.labels().iter()).map_err(|error| bad(&error))?
        }
        HierarchyFrom::Intervals { widths, origin } => {
            let made = match column {
                Column::Number(numbers) => {
                    Hierarchy::intervals((0..numbers.len()).filter_map(|row| numbers.get(row)), widths, *origin)
                }
                Column::Date(dates) => Hierarchy::day_intervals(days(dates), widths, *origin),
                Column::Label(_) => return Err(bad(&"interval hierarchies are for numbers and dates").into()),
            };
            made.map_err(|error| bad(&error))?
        }
        HierarchyFrom::Calendar { levels } => {
            let Column::Date(dates) = column else {
                return Err(
                    bad(&"a calendar is for dates; date = \"d.m.y\" and the like says how they are written").into()
                );
            };
            Hierarchy::calendar(days(dates), levels).map_err(|error| bad(&error))?
        }
    };
    Ok(Some(tree))
}

fn days(dates: &DateColumn) -> impl Iterator<Item = Date> {
    (0..dates.len()).filter_map(|row| dates.get(row))
}

/// Reads the hierarchy file of a column with these labels; a mistake is told with the line of the policy that names the file. A file
/// that begins with the names of its levels is refused, unless the column's name is one of its labels, too.
fn read_file(rule: &ColumnRule, policy: &Policy, file: &Path, labels: &LabelColumn) -> Result<Hierarchy, PolicyError> {
    let place = rule.hierarchy.as_ref().map_or(&rule.place, |from| &from.place);
    let is_label = labels.labels().iter().any(|label| label == rule.name());
    let header = (!is_label).then(|| rule.name());
    read_hierarchy_below(&policy.file(file), header).map_err(|error| wrong_hierarchy(rule, place, &error))
}

/// The same for cells of a release, which may not show every label: a first line with the column's name is a label wherever it can be
/// one.
pub fn read_file_of_cells(rule: &ColumnRule, policy: &Policy, file: &Path) -> Result<Hierarchy, PolicyError> {
    let place = rule.hierarchy.as_ref().map_or(&rule.place, |from| &from.place);
    let source = policy.file(file);
    let found = match read_hierarchy_below(&source, Some(rule.name())) {
        Err(header @ ReadError::HierarchyHeader { .. }) => read_hierarchy_below(&source, None).map_err(|_| header),
        other => other,
    };
    found.map_err(|error| wrong_hierarchy(rule, place, &error))
}

/// Whether the hierarchy file of a column can be read, before the column is known: then nothing tells whether a first line with the
/// column's name is a label.
pub fn check_file(rule: &ColumnRule, policy: &Policy, file: &Path, place: &Place) -> Result<(), PolicyError> {
    match read_hierarchy_below(&policy.file(file), Some(rule.name())) {
        Ok(_) | Err(ReadError::HierarchyHeader { .. }) => Ok(()),
        Err(error) => Err(wrong_hierarchy(rule, place, &error)),
    }
}

/// What is wrong with a hierarchy; of a sensitive column no label is shown, only the places of them.
fn wrong_hierarchy(rule: &ColumnRule, place: &Place, error: &dyn std::fmt::Display) -> PolicyError {
    let mut text = error.to_string();
    if rule.role() == Role::Sensitive {
        text = without_quotes(&text);
    }
    PolicyError::new(place.clone(), format!("column `{}`: {text}", rule.name()))
}

/// A sentence with everything that stands between grave accents left out.
fn without_quotes(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("a label")
}

#[cfg(test)]
mod tests {
    use super::without_quotes;

    #[test]
    fn labels_are_left_out() {
        let told = without_quotes("h.csv: line 4: `HIV` on level 0 and `flu` on level 1");
        assert_eq!(told, "h.csv: line 4: a label on level 0 and a label on level 1");
    }
}
