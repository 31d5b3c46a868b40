//! Plain recoding, done to a table as it is read: sensitive values are coded before anything is judged or published of them, in the
//! original and, where that changes nothing any more, in a release alike.

use aloof_table::{Column, Kind, Table};

use crate::Error;
use crate::policy::{ColumnRule, Fitted};

/// Codes the sensitive columns of a table.
pub(super) fn code(file: &str, table: Table, fitted: &Fitted<'_>) -> Result<Table, Error> {
    let mut table = table;
    for (rule, _) in &fitted.sensitive {
        let (Some(coding), Some(column)) = (rule.coding(), table.column(rule.name())) else { continue };
        match column {
            Column::Number(numbers) => {
                let coded = coding.coded(numbers).map_err(|error| {
                    Error::Data(format!("{file}, column `{}`: {error}", rule.name()))
                })?;
                table = table.with_column(rule.name(), coded);
            }
            // What stands in classes is coded already, and a column of nothing but missing values is nothing to code.
            Column::Label(labels) if labels.labels().is_empty() || is_in_classes(rule, column) => {}
            _ => check_coded(file, rule, column)?,
        }
    }
    Ok(table)
}

/// Whether every label is one that coding would write.
fn is_in_classes(rule: &ColumnRule, column: &Column) -> bool {
    use aloof_table::{Generalized, Steps};
    let classes = matches!(rule.coding().map(|coding| &coding.steps), Some(Steps::Bounds(_)));
    let is_class = |text: &str| matches!(Generalized::parse(text, Kind::Number, None), Ok(Generalized::Numbers(_)));
    classes && column.to_labels().labels().iter().all(is_class)
}

/// Refuses to code what is no number, and sensitive days.
pub(super) fn check_coded(file: &str, rule: &ColumnRule, column: &Column) -> Result<(), Error> {
    let quasi = rule.role() == crate::policy::Role::Quasi;
    let fits = match column {
        Column::Number(_) => true,
        Column::Date(_) => quasi,
        Column::Label(labels) => labels.labels().is_empty(),
    };
    if rule.coding().is_none() || fits {
        return Ok(());
    }
    let of = if quasi { "numbers and dates" } else { "numbers" };
    Err(Error::Data(format!(
        "{file}, column `{}` holds {}, and is to be coded (top, bottom, round, classes), which is for {of}",
        rule.name(),
        column.kind().plural()
    )))
}
