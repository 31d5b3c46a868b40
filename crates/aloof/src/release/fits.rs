//! Whether a table can be written in the policy's format, asked before anybody has waited for it.

use aloof_io::{CELL_CHARACTERS, DTA_COLUMNS, SHEET_COLUMNS, SHEET_ROWS, fits_floats, is_stata_name};
use aloof_table::{Column, LabelColumn};

use crate::Error;
use crate::data::{Original, Quasi};
use crate::policy::{Algorithm, OutputFormat, Policy, Role};

/// Refuses what the format cannot hold, as far as the original tells: of a set of labels, which may become too long for a cell,
/// whoever writes it says so.
pub(super) fn refuse_unfit(policy: &Policy, original: &Original) -> Result<(), Error> {
    let unfit = match policy.output().format {
        OutputFormat::Xlsx => of_sheet(policy, original),
        OutputFormat::Dta => of_stata(policy, original),
        OutputFormat::Csv | OutputFormat::Parquet => None,
    };
    match unfit {
        None => Ok(()),
        Some(why) => Err(Error::Data(format!(
            "the release cannot be written as .{}: {why}; [output] format = \"csv\" and \"parquet\" can hold it",
            policy.output().format.name()
        ))),
    }
}

/// Ends of intervals are columns of their own, whose names nobody else may have.
pub(super) fn refuse_double_bounds(policy: &Policy, original: &Original) -> Result<(), Error> {
    let two_ends = |quasi: &&Quasi| quasi.ladder.has_two_ends();
    for quasi in original.quasi.iter().filter(|_| policy.output().bounds).filter(two_ends) {
        let ends = [format!("{}_lo", quasi.name), format!("{}_hi", quasi.name)];
        if let Some(end) = ends.iter().find(|end| original.table.column(end).is_some()) {
            return Err(Error::Data(format!(
                "the release cannot be written: intervals = \"bounds\" makes `{end}` of `{}`, and two columns would be named so; \
                 rename the column, or write other [output]",
                quasi.name
            )));
        }
    }
    Ok(())
}

/// Why a sheet cannot hold it.
fn of_sheet(policy: &Policy, original: &Original) -> Option<String> {
    let rows = (0..original.rows()).filter(|&row| original.is_published(row)).count();
    if rows > SHEET_ROWS {
        return Some(format!("it would have {rows} rows, and a sheet has room for {SHEET_ROWS} below the names"));
    }
    let names = names(policy, original);
    if names.len() > SHEET_COLUMNS {
        return Some(format!("it would have {} columns, and a sheet has room for {SHEET_COLUMNS}", names.len()));
    }
    if let Some(name) = names.iter().find(|name| name.trim() != *name) {
        return Some(format!("blanks around a name, as around `{name}`, are lost in a sheet; rename the column"));
    }
    let is_long = |text: &str| text.encode_utf16().count() > CELL_CHARACTERS;
    if names.iter().any(|name| is_long(name)) {
        return Some(format!("the name of a column has more than the {CELL_CHARACTERS} characters of a cell"));
    }
    let (name, _) = labels(original).find(|(_, labels)| labels.labels().iter().any(is_long))?;
    Some(format!("column `{name}` holds a text of more than the {CELL_CHARACTERS} characters of a cell"))
}

/// Why a data set of Stata cannot.
fn of_stata(policy: &Policy, original: &Original) -> Option<String> {
    let names = names(policy, original);
    if names.len() > DTA_COLUMNS {
        return Some(format!("it would have {} columns, and Stata reads {DTA_COLUMNS}", names.len()));
    }
    if let Some(name) = names.iter().find(|name| !is_stata_name(name)) {
        return Some(format!(
            "Stata has no name such as `{name}`: names there are up to 32 letters, digits and underscores, begin with no digit, \
             and are no word of its language; rename the column"
        ));
    }
    let columns = || original.table.names().iter().zip(original.table.columns());
    let numbers = columns().filter(|(name, _)| !is_text(policy, name));
    let is_long = |(_, column): &(_, &std::sync::Arc<Column>)| matches!(&***column, Column::Number(numbers) if !fits_floats(numbers));
    if let Some((name, _)) = numbers.into_iter().find(is_long) {
        return Some(format!("column `{name}` holds a number of more digits than Stata keeps, about 16"));
    }
    let (name, _) = labels(original).find(|(_, labels)| labels.labels().iter().any(|text| text.contains('\0')))?;
    Some(format!("column `{name}` holds a text with a zero character, which ends a text in Stata"))
}

fn labels(original: &Original) -> impl Iterator<Item = (&String, &LabelColumn)> {
    let columns = original.table.names().iter().zip(original.table.columns());
    columns.filter_map(|(name, column)| if let Column::Label(labels) = &**column { Some((name, labels)) } else { None })
}

/// The names of the release's columns, but for those that it adds.
fn names(policy: &Policy, original: &Original) -> Vec<String> {
    let line = |name: &str| !matches!(original.column(name), Column::Label(_)) && has_bounds(policy, name);
    let one = |name: &String| {
        if line(name) { vec![format!("{name}_lo"), format!("{name}_hi")] } else { vec![name.clone()] }
    };
    original.table.names().iter().flat_map(one).collect()
}

/// Whether the ends of a column's intervals are published.
fn has_bounds(policy: &Policy, name: &str) -> bool {
    let quasi = policy.column(name).is_some_and(|rule| rule.role() == Role::Quasi && rule.hierarchy().is_none());
    quasi && policy.output().bounds && makes_groups(policy)
}

/// Whether a column is generalized to texts.
fn is_text(policy: &Policy, name: &str) -> bool {
    let quasi = policy.column(name).is_some_and(|rule| rule.role() == Role::Quasi);
    quasi && makes_groups(policy) && !has_bounds(policy, name)
}

fn makes_groups(policy: &Policy) -> bool {
    matches!(policy.method().algorithm(), Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_))
}
