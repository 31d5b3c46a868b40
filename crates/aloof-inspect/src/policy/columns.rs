//! The `[columns]` of a first policy: a line per column, its reason behind it.

use aloof_table::Kind;

use super::toml_text::{key, quoted};
use crate::{Clock, Coarser, ColumnFacts, Inspection, MissingCode, Role};

/// Setting and column names share one table of the policy; this name is the setting's.
const UNDECLARED: &str = "undeclared";

/// The table. `left` are sensitive columns that nothing below protects: they are left out until somebody says what must hold.
pub(super) fn table(inspection: &Inspection, left: &[&str]) -> String {
    let keys: Vec<String> = inspection.columns.iter().map(|column| key(&column.name)).collect();
    // Names of ordinary length line up; a few long ones do not push all others to the right.
    let lengths = keys.iter().map(|key| key.chars().count()).filter(|&length| length <= 24);
    let width = lengths.max().unwrap_or(0).max(UNDECLARED.len());
    let line = |(key, column): (&String, &ColumnFacts)| {
        let left = left.contains(&column.name.as_str());
        let (entry, reason) = (entry(column, left), reason(column, left));
        format!("{key:width$} = {entry:<25} # {reason}\n")
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

/// `{ role = "sensitive", decimal = ",", missing = ["-9"] }`.
fn entry(column: &ColumnFacts, left: bool) -> String {
    let role = if left { Role::Drop } else { column.guess.role };
    let mut keys = vec![format!("role = \"{role}\"")];
    let read = matches!(role, Role::Quasi | Role::Sensitive | Role::Keep);
    if read {
        keys.extend(reading(column));
        keys.extend(missing(column));
    }
    format!("{{ {} }}", keys.join(", "))
}

fn reading(column: &ColumnFacts) -> Vec<String> {
    let label = column.coded.map(|_| "type = \"label\"".to_owned());
    // What a typed file keeps as texts is read as dates only where that is said.
    let days = |date: &String| date.contains('d') && !date.contains("yy");
    let texts = column.kind == Kind::Label && column.written.date.as_ref().is_some_and(days);
    let kind = label.or_else(|| texts.then(|| "type = \"date\"".to_owned()));
    // What is rounded to months is read as dates.
    let coarser = column.coarser.as_ref().and_then(|coarser| match coarser {
        Coarser::Sets => None,
        Coarser::Months => Some("round = \"month\"".to_owned()),
        Coarser::Days => Some("round = \"day\"".to_owned()),
        Coarser::Prefixes => Some("hierarchy = { kind = \"prefix\" }".to_owned()),
        Coarser::Order(codes) => {
            Some(format!("order = [{}]", codes.iter().map(|code| quoted(code)).collect::<Vec<_>>().join(", ")))
        }
    });
    // A column that is read as labels has no decimal sign.
    let decimal = column.written.decimal.filter(|_| column.coded.is_none()).map(|sign| format!("decimal = \"{sign}\""));
    let date = column.written.date.as_ref().map(|pattern| format!("date = {}", quoted(pattern)));
    [kind, coarser, decimal, date].into_iter().flatten().collect()
}

/// Points in time that others may know are published as intervals of days.
fn drops_time(column: &ColumnFacts) -> bool {
    column.guess.role == Role::Quasi && column.clock == Some(Clock::Moments)
}

/// Which texts mean that there is no value, and that whoever has none of a sensitive column is not lost for it.
fn missing(column: &ColumnFacts) -> Option<String> {
    let codes: Vec<String> = column.codes.iter().map(|code| quoted(&code.text)).collect();
    let then = (column.guess.role == Role::Sensitive && column.missing > 0).then_some("\"publish\"");
    match (codes.as_slice(), then) {
        ([], None) => None,
        ([], Some(then)) => Some(format!("missing = {then}")),
        (codes, None) => Some(format!("missing = [{}]", codes.join(", "))),
        (codes, Some(then)) => Some(format!("missing = {{ codes = [{}], then = {then} }}", codes.join(", "))),
    }
}

/// Why the line is as it is, in one line.
fn reason(column: &ColumnFacts, left: bool) -> String {
    let guess = format!("{} ({} confidence)", column.guess.reason, column.guess.confidence);
    let guess = if left { format!("looks sensitive, but nothing below protects it: {guess}") } else { guess };
    let labels = column.coded.map(|why| format!("labels: {why}"));
    let day = drops_time(column).then(|| "dates: points in time, whose time of day is dropped".to_owned());
    // What became labels though it may be meant otherwise; said here, too, since the policy is what is read and kept.
    let doubt = column.notes.iter().filter(|note| note.starts_with("labels: ")).cloned();
    let coarser = column.coarser.as_ref().map(|coarser| coarser.reason().to_owned());
    let code = |code: &MissingCode| code.told(&quoted(&code.text));
    let open = column.open.as_ref().map(|_| "it must be said how it is written, see below".to_owned());
    let parts: Vec<String> = [guess]
        .into_iter()
        .chain(labels)
        .chain(doubt)
        .chain(day)
        .chain(coarser)
        .chain(column.codes.iter().map(code))
        .chain(open)
        .collect();
    parts.join("; ")
}
