//! Rows that stand for nobody, as a release that continues a series has them: the manifest says how many, and a table beside the rows in
//! which groups. Which rows they are nobody is told.
//!
//! Held against the original as many rows must stand for no one as are said to be counterfeits; one more or less, and the release is not
//! true. Of somebody in such a group the rules are judged as ever, counterfeits counted: nothing tells them from others, if they have
//! values that people have or had. That they do is seen with the series alone: a release can be padded with any rows, of values that
//! nobody could have, and call them counterfeits. So without the series nothing that holds by their help passes.

use aloof_io::{Ask, Input, Source};
use aloof_table::{Column, Means};

use super::AuditRequest;
use super::evidence::Evidence;
use super::report::Audit;
use crate::Error;
use crate::data::read_options;
use crate::words;

/// Holds what is said of counterfeits against the tables.
pub(super) fn hold(request: &AuditRequest<'_>, evidence: &Evidence, audit: &mut Audit) -> Result<(), Error> {
    let Some((said, table)) = evidence.counterfeits() else { return Ok(()) };
    let counted = match (table, &request.data) {
        (Some(name), Source::File(data)) => counted(request, Source::File(data.with_file_name(name)))?,
        _ => None,
    };
    if counted != Some(said) {
        let found = counted.map_or_else(
            || "nothing beside it says in which groups".to_owned(),
            |found| format!("the table beside it counts {}", words::count(found)),
        );
        audit.open.push(format!(
            "the manifest says that {} counterfeits, and {found}",
            words::several(said, "row is", "rows are")
        ));
    }
    if let Some(truth) = audit.truth.as_mut().filter(|truth| truth.untrue == said) {
        truth.untrue = 0;
        truth.counterfeits = Some(said);
    }
    if said > 0 && !evidence.is_of_series() {
        audit.leave_open(request.policy, &unshown(said, audit.tuples));
    }
    audit.notes.push(format!(
        "{} counterfeits, by the manifest: they stand for nobody, so that groups keep their values from release to release.",
        words::part(said, audit.tuples, "row", "rows") + if said == 1 { " is" } else { " are" }
    ));
    Ok(())
}

/// Why nothing is promised by the help of counterfeits.
fn unshown(said: usize, rows: usize) -> String {
    let are = words::part(said, rows, "row", "rows") + if said == 1 { " is" } else { " are" };
    format!(
        "{are} nobody's, by the manifest, and count among those that hide people. Whether anybody ever had the values of these \
         cannot be seen from one release; {}, and {} and {} for all earlier releases of the series, show it",
        Means::Private,
        Means::Previous,
        Means::PreviousPrivate
    )
}

/// How many the table counts; `None` where it is none.
fn counted(request: &AuditRequest<'_>, table: Source) -> Result<Option<usize>, Error> {
    let input = Input::open(table, read_options(request.policy))?;
    let table = input.read(&vec![Ask::Number; input.names().len()])?;
    let (true, Some(Column::Number(numbers))) = (table.column("group").is_some(), table.column("counterfeits")) else {
        return Ok(None);
    };
    let one = |row: usize| numbers.get(row)?.at_scale(0).and_then(|count| usize::try_from(count).ok());
    Ok((0..table.rows()).map(one).sum())
}
