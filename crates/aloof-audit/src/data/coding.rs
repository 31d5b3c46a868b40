//! Plain recoding, done to the original as it is read: values of sensitive and kept columns are coded before anything is judged or
//! published of them. A release is read as it stands.

use aloof_io::{Ask, Input, Progress, Reading};
use aloof_table::{Column, Table};

use super::released::read_sensitive;
use crate::Error;
use crate::policy::{ColumnRule, Fitted, Policy, Role};

/// Reads the original: with `ask` for all but the sensitive columns, and values coded.
pub fn read_coded(
    input: &Input,
    policy: &Policy,
    fitted: &Fitted<'_>,
    ask: Vec<Ask>,
    progress: Progress<'_>,
) -> Result<Reading, Error> {
    let Reading { table, notes } = read_sensitive(input, policy, fitted, ask, progress)?;
    Ok(Reading { table: code(input.name(), table, policy)?, notes })
}

/// Codes the values of a table. Quasi columns are coded group by group, when they are published.
fn code(file: &str, mut table: Table, policy: &Policy) -> Result<Table, Error> {
    for rule in policy.columns().iter().filter(|rule| rule.role() != Role::Quasi) {
        let (Some(coding), Some(column)) = (rule.coding(), table.column(rule.name())) else { continue };
        check_coded(file, rule, column)?;
        let Column::Number(numbers) = column else { continue };
        let wide = |error| Error::Data(format!("{file}, column `{}` cannot be rounded: {error}", rule.name()));
        let coded = coding.coded(numbers).map_err(wide)?;
        table = table.with_column(rule.name(), coded);
    }
    Ok(table)
}

/// Refuses to code what is no number; days only groups show in classes. A column of nothing but missing values is nothing to
/// code, and what stands in classes is coded already.
pub(super) fn check_coded(file: &str, rule: &ColumnRule, column: &Column) -> Result<(), Error> {
    let Some(coding) = rule.coding() else { return Ok(()) };
    let quasi = rule.role() == Role::Quasi;
    let fits = match column {
        Column::Number(_) => !coding.days,
        Column::Date(_) => quasi && coding.days,
        Column::Label(labels) => labels.labels().iter().all(|label| !quasi && coding.writes(label)),
    };
    if fits {
        return Ok(());
    }
    let at = if coding.days { "dates" } else { "numbers" };
    let written = if quasi { "; in a quasi column dates are coded at dates" } else { "" };
    Err(Error::Data(format!(
        "{file}, column `{}` holds {}, and the policy codes it at {at}: top, bottom, round and classes are for numbers{written}",
        rule.name(),
        column.kind().plural()
    )))
}
