//! The guesses as a policy: TOML with a line per column and its reason behind it, for a person to correct.

mod columns;
mod months;
mod protect;
mod toml_text;

use crate::{ColumnFacts, Combination, Inspection, RowsQuestion};
use toml_text::quoted;

pub use toml_text::{key as toml_key, quoted as toml_text};

/// A commented policy. Valid TOML whatever the columns are called; holds no value of the table, except that ε is a
/// round number near what a column's values span, are rounded to, or are heaped at.
pub fn policy_text(inspection: &Inspection) -> String {
    let protect = protect::blocks(inspection);
    let columns = columns::table(inspection, &protect.left);
    let rows = inspection.of_rows.as_ref().map_or_else(String::new, RowsQuestion::block);
    let months = months::months(inspection, &protect.chosen);
    [
        introduction(inspection),
        columns,
        rows,
        open_questions(inspection),
        combinations(inspection),
        protect.text,
        months,
    ]
    .concat()
}

fn introduction(inspection: &Inspection) -> String {
    format!(
        "\
# A first policy for a table of {} rows, guessed from the names and the statistics of its columns.
# Nobody has checked it: read every line, correct the roles, then choose what must hold below.
#
#   identifier  says who it is; never published
#   quasi       others may know it; becomes an interval, a hierarchy node or a set of labels
#   sensitive   must not be learnt about anyone; published as it is, protected by [[protect]]
#   keep        published as it is, not protected
#   drop        left out
#   weight, household, stratum  how the sample was drawn; not published unless publish = true is written there

",
        inspection.rows
    )
}

/// What a person must still say before the data can be read with certainty.
fn open_questions(inspection: &Inspection) -> String {
    let line = |column: &ColumnFacts| Some(format!("#   {}: {}\n", quoted(&column.name), column.open.as_ref()?));
    let lines: Vec<String> = inspection.columns.iter().filter_map(line).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("# These columns can be read in two ways. Say in their lines above which is meant:\n{}\n", lines.concat())
}

/// The sets that are reason enough to protect anything.
fn combinations(inspection: &Inspection) -> String {
    let telling: Vec<&Combination> = inspection.combinations.iter().filter(|set| set.unique > 0).take(3).collect();
    if telling.is_empty() {
        return String::new();
    }
    let line = |set: &&Combination| {
        let names: Vec<String> = set.columns.iter().map(|name| quoted(name)).collect();
        let single = if names.len() == 1 { "singles" } else { "single" };
        let rows = if set.rows == 1 { "row" } else { "rows" };
        format!("#   {} {single} out {} of {} {rows}\n", names.join(", "), set.unique, set.rows)
    };
    let lines: Vec<String> = telling.iter().map(line).collect();
    format!("# What others may know makes people unique:\n{}\n", lines.concat())
}
