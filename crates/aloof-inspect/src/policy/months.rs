//! What a table that comes out month after month takes beside: two lines, commented out, since most tables come out once.

use super::toml_text::quoted;
use crate::{ColumnFacts, Inspection, Role};

/// The lines, where somebody's identifier is known and one column is protected; else nothing.
pub(super) fn months(inspection: &Inspection, protected: &[&ColumnFacts]) -> String {
    let identifier = inspection.columns.iter().find(|column| column.guess.role == Role::Identifier);
    let ([protected], Some(identifier)) = (protected, identifier) else { return String::new() };
    let promise = if protected.proximity.is_some() {
        ""
    } else {
        "# Of labels a series keeps principle = \"m-invariance\", with m in place of kind and l.\n"
    };
    format!(
        "
# Does a table of these people come out again, next month say? Then let this release begin a series: take the # away
# from the four lines, and keep its private directory. Without them no later release can continue this one.
{promise}# [input]
# person = {}  # who is who; never published
# [output]
# group_ids = true
",
        quoted(&identifier.name)
    )
}
