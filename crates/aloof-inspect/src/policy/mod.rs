//! The guesses as a policy: TOML with a line per column and its reason behind it, for a person to correct.

mod protect;
mod toml_text;

use crate::{ColumnFacts, Combination, Guess, Inspection, Role};
use toml_text::{key, quoted};

/// Setting and column names share one table of the policy; this name is the setting's.
const UNDECLARED: &str = "undeclared";

/// A commented policy. Valid TOML whatever the columns are called; holds no value of the table, except that ε is a
/// round number near a twentieth of a column's interquartile range, or near twice the step that it is rounded to.
pub fn policy_text(inspection: &Inspection) -> String {
    [introduction(inspection), columns(inspection), combinations(inspection), protect::block(inspection)].concat()
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

",
        inspection.rows
    )
}

fn columns(inspection: &Inspection) -> String {
    let keys: Vec<String> = inspection.columns.iter().map(|column| key(&column.name)).collect();
    // Names of ordinary length line up; a few long ones do not push all others to the right.
    let lengths = keys.iter().map(|key| key.chars().count()).filter(|&length| length <= 24);
    let width = lengths.max().unwrap_or(0).max(UNDECLARED.len());
    let line = |(key, column): (&String, &ColumnFacts)| {
        let Guess { role, confidence, reason } = &column.guess;
        let kind = if column.coded { ", type = \"label\"" } else { "" };
        // Whoever did not answer is not lost for it.
        let lacks = *role == Role::Sensitive && column.missing > 0;
        let (publish, lacking) = if lacks {
            (", missing = \"publish\"", format!("; {} of {} are missing", column.missing, inspection.rows))
        } else {
            ("", String::new())
        };
        let entry = format!("{{ role = \"{role}\"{kind}{publish} }}");
        format!("{key:width$} = {entry:<25} # {reason} ({confidence} confidence){lacking}\n")
    };
    let mut lines: Vec<String> = keys.iter().zip(&inspection.columns).map(line).collect();
    let is_taken = inspection.columns.iter().any(|column| column.name == UNDECLARED);
    // A column of that name leaves no room for the setting, which has nothing to decide: every column is named.
    if !is_taken {
        let entry = "\"error\"";
        lines.push(format!("{UNDECLARED:width$} = {entry:<25} # every column of the data must be named above\n"));
    }
    if inspection.columns.iter().any(|column| column.guess.role == Role::Quasi) {
        lines.push(
            "# A quasi column of labels may have a hierarchy: { role = \"quasi\", hierarchy = \"file.csv\" }.\n".into(),
        );
    }
    format!("[columns]\n{}\n", lines.concat())
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
