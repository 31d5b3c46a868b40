//! Columns that are called pseudonyms: whether rows share one, and what nobody can see.

use aloof_io::Ask;

use super::AuditRequest;
use super::report::Audit;
use crate::Error;
use crate::data::open_released;
use crate::policy::Role;

/// Tells of every such column; rows that share a pseudonym, and a role that is the release's own word, leave the audit open.
pub(super) fn look(request: &AuditRequest<'_>, audit: &mut Audit) -> Result<(), Error> {
    let names: Vec<&str> = request.policy.named(Role::Pseudonym).collect();
    if names.is_empty() {
        return Ok(());
    }
    let input = open_released(&request.data, request.policy)?;
    let ask = |name: &String| if names.contains(&name.as_str()) { Ask::Text } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    for name in names {
        let Some(column) = table.column(name) else { continue };
        let labels = column.to_labels();
        let shared = labels.len() - labels.count_missing() - labels.labels().len();
        if shared > 0 {
            audit.open.push(format!(
                "in `{name}`, which is called a pseudonym, {shared} rows have that of another row: what is known of one person by several \
                 rows was not judged"
            ));
        }
        if request.policy.is_stated_by_release() {
            audit.open.push(format!(
                "`{name}` is published and called a pseudonym, which nobody without the key can see, by the manifest alone; give a policy \
                 that says so"
            ));
        }
        audit.notes.push(format!(
            "`{name}` is called a pseudonym: whoever holds the key can tell who it is, and by it rows of several releases can be put together."
        ));
    }
    Ok(())
}
