//! Columns that are published as they are, of a release and of its original: a row is true only if these are, too.

use aloof_io::Ask;
use aloof_table::Column;

use super::AuditRequest;
use crate::Error;
use crate::data::{Original, open_released};
use crate::policy::ColumnRule;

/// A kept column after and before.
pub(super) struct Kept {
    pub after: Column,
    pub before: Column,
}

/// The kept columns that the original has, as the release shows them: of the original's kind or, where they do not read so,
/// as text.
pub(super) fn columns(request: &AuditRequest<'_>, original: &Original) -> Result<Vec<Kept>, Error> {
    let names: Vec<&str> = request
        .policy
        .columns()
        .iter()
        .filter(|rule| rule.is_kept())
        .map(ColumnRule::name)
        .filter(|name| original.table.column(name).is_some())
        .collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let input = open_released(&request.data, request.policy)?;
    let asked = |as_text: bool| -> Vec<Ask> {
        let one = |name: &String| match original.table.column(name).filter(|_| names.contains(&name.as_str())) {
            None => Ask::Skip,
            Some(Column::Number(_)) if !as_text => Ask::Number,
            Some(Column::Date(_)) if !as_text => Ask::Date,
            Some(_) => Ask::Text,
        };
        input.names().iter().map(one).collect()
    };
    let table = match input.read(&asked(false)) {
        Ok(table) => table,
        Err(_) => input.read(&asked(true))?,
    };
    let pair =
        |name: &&str| Some(Kept { after: table.column(name)?.clone(), before: original.table.column(name)?.clone() });
    Ok(names.iter().filter_map(pair).collect())
}
