//! Whether a table can be written in the policy's format, asked before anybody has waited for it.

use aloof_io::{SHEET_ROWS, fits_floats, is_stata_name};
use aloof_table::Column;

use crate::Error;
use crate::data::Original;
use crate::policy::{OutputFormat, Policy, Role};

/// Refuses what the format cannot hold, as far as the original tells.
pub(super) fn refuse_unfit(policy: &Policy, original: &Original) -> Result<(), Error> {
    match policy.output().format {
        OutputFormat::Xlsx => refuse_tall(original),
        OutputFormat::Dta => refuse_strange(policy, original),
        OutputFormat::Csv | OutputFormat::Parquet => Ok(()),
    }
}

fn refuse_tall(original: &Original) -> Result<(), Error> {
    let rows = (0..original.rows()).filter(|&row| original.is_published(row)).count();
    if rows <= SHEET_ROWS {
        return Ok(());
    }
    Err(Error::Data(format!(
        "the release cannot be written as .xlsx: it would have {rows} rows, and a sheet has room for {SHEET_ROWS} below the names; \
         write [output] format = \"csv\" or \"parquet\""
    )))
}

fn refuse_strange(policy: &Policy, original: &Original) -> Result<(), Error> {
    let cannot = |why: String| Err(Error::Data(format!("the release cannot be written as .dta: {why}")));
    for (name, column) in original.table.names().iter().zip(original.table.columns()) {
        if !is_stata_name(name) {
            return cannot(format!(
                "Stata has no name such as `{name}`: names there are up to 32 letters, digits and underscores, begin with no \
                 digit, and are no word of its language; rename the column"
            ));
        }
        let as_it_is = policy.column(name).is_some_and(|rule| matches!(rule.role(), Role::Sensitive | Role::Keep));
        if let Column::Number(numbers) = &**column
            && as_it_is
            && !fits_floats(numbers)
        {
            return cannot(format!(
                "column `{name}` holds a number of more digits than Stata keeps, about 16; write [output] format = \"csv\" or \
                 \"parquet\""
            ));
        }
    }
    Ok(())
}
