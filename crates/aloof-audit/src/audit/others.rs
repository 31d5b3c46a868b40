//! Columns of a table that nobody called quasi or sensitive: they are published too, and people can be looked up by them.
//!
//! # Cost
//! They are read once more, as text, and rows are told apart by them; where that would be more than [`MOST`] cells they are
//! only named.

use std::sync::Arc;

use aloof_inspect::Options;
use aloof_io::Ask;
use aloof_table::{Column, LabelColumn, Means, Partition, Table};

use super::report::{CheckReport, OthersReport, TellingColumn};
use super::{AuditRequest, Evidence};
use crate::Error;
use crate::data::{Released, labels_of, open_released};
use crate::policy::{Policy, Role};
use crate::words::part;

/// So many cells are looked at.
const MOST: usize = 5_000_000;

/// More columns than these are only named, however few rows there are: each takes memory of its own.
const MANY: usize = 1000;

/// What the other columns would do as quasi columns, and these columns where they were looked at; nothing where there are none.
/// `released` is not folded yet.
pub(super) fn others(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    released: &Released,
) -> Result<(Option<OthersReport>, Option<Table>), Error> {
    // Of a pseudonym everybody stands alone: that is what it is for.
    let is_named = |name: &String| request.policy.column(name).is_some_and(|rule| rule.role() == Role::Pseudonym);
    let columns: Vec<String> = released.others.iter().filter(|name| !is_named(name)).cloned().collect();
    if columns.is_empty() {
        return Ok((None, None));
    }
    let named = |name: &String| request.policy.column(name).is_some() || evidence.names(name);
    let unnamed = columns.iter().filter(|name| !named(name)).cloned().collect();
    let report = OthersReport { columns, unnamed, ..OthersReport::default() };
    if report.columns.len() > MANY || report.columns.len().saturating_mul(released.rows) > MOST {
        return Ok((Some(report), None));
    }
    let (report, table) = look(request, released, report)?;
    Ok((Some(report), table))
}

/// Sheets of the audited file that were not read.
pub(super) fn other_sheets(request: &AuditRequest<'_>) -> Result<Vec<String>, Error> {
    let input = open_released(&request.data, request.policy)?;
    let said = |sheet: &&str| format!("the file has another sheet, `{sheet}`, and nothing was judged of it");
    Ok(input.unread_sheets().iter().map(said).collect())
}

/// Reads them, and tells rows apart by them.
fn look(
    request: &AuditRequest<'_>,
    released: &Released,
    report: OthersReport,
) -> Result<(OthersReport, Option<Table>), Error> {
    let input = open_released(&request.data, request.policy)?;
    let asked = |name: &String| if report.columns.contains(name) { Ask::Auto } else { Ask::Skip };
    // What cannot be read is nobody's question here: it is named, and that is all.
    let Ok(table) = input.read(&input.names().iter().map(asked).collect::<Vec<_>>()) else {
        return Ok((report, None));
    };
    let report = OthersReport { telling: telling(&table), seen: true, ..report };
    // In two tables quasi values stand as they are, and every row mostly stands alone by these.
    if released.in_two_tables {
        return Ok((report, Some(table)));
    }
    let mut texts = table.clone();
    let shown: Vec<LabelColumn> = report.columns.iter().map(|name| labels_of(&mut texts, name)).collect();
    let all: Vec<&LabelColumn> = released.quasi.iter().map(|(_, labels)| labels).chain(&shown).collect();
    let groups = Partition::by_equal_labels(&all, released.rows, |row| released.left_out.get(row));
    let alone = groups.iter().filter(|rows| rows.len() == 1).count();
    let smallest = groups.iter().map(<[u32]>::len).min().unwrap_or(0);
    Ok((OthersReport { alone: Some(alone), smallest: Some(smallest), ..report }, Some(table)))
}

/// Sensitive columns that are published and that nothing was judged of: no rule asks about them, or only such as nothing can break.
pub(super) fn unasked<'a>(released: &'a Released, checks: &[CheckReport]) -> Vec<&'a str> {
    let asks = |check: &&CheckReport| check.required && !check.asks_nothing;
    let asked = |name: &str| checks.iter().filter(asks).any(|check| check.sensitive.iter().any(|other| other == name));
    released.sensitive.iter().map(|(name, _)| name.as_str()).filter(|name| !asked(name)).collect()
}

/// Why an audit by what a release says of its own columns does not pass: it calls columns sensitive, promises nothing of them, and
/// people could be looked up by them.
pub(super) fn doubted(released: &Released, checks: &[CheckReport]) -> Vec<String> {
    let names = unasked(released, checks);
    let of = |name: &&str| released.sensitive.iter().find(|(other, _)| other == name);
    let columns = names.iter().filter_map(of).map(|(name, column)| (name.clone(), (**column).clone())).collect();
    let Ok(table) = Table::new(columns, released.rows) else { return Vec::new() };
    let said = |column: TellingColumn| {
        format!(
            "`{}` is published, is called sensitive by the manifest alone, nothing is promised of it that could be broken, and it \
             looks like {} ({}); give a policy that says what it is",
            column.column,
            if column.looks == "quasi" { "a quasi column" } else { "an identifier" },
            column.reason
        )
    };
    telling(&table).into_iter().map(said).collect()
}

/// What is said of sensitive columns that look as if they named people: their values stand beside all others, whatever rules ask of
/// them. Where the release alone calls them sensitive that leaves its promise open; where whoever asks does, it is for them to know.
pub(super) fn naming(policy: &Policy, released: &Released) -> (Vec<String>, Vec<String>) {
    let shown = |(name, _): &&(String, Arc<Column>)| {
        policy.column(name).is_none_or(|rule| !rule.is_confirmed() && !rule.is_published_in_classes())
    };
    let columns = released.sensitive.iter().filter(shown).map(|(name, column)| (name.clone(), (**column).clone()));
    let Ok(table) = Table::new(columns.collect(), released.rows) else { return (Vec::new(), Vec::new()) };
    let looks = aloof_inspect::naming(&table, &Options::default());
    let found = table.names().iter().zip(looks).filter_map(|(name, reason)| Some((name, reason?)));
    let said = found.map(|(name, reason)| {
        format!(
            "`{name}` is published as it is and looks like an identifier ({reason}): whoever finds a row by it knows all that stands there"
        )
    });
    if policy.is_stated_by_release() {
        let open = |said| {
            format!("{said}, and that it is sensitive the manifest alone says; give a policy that says what it is")
        };
        (said.map(open).collect(), Vec::new())
    } else {
        (Vec::new(), said.map(|said| format!("{said}.")).collect())
    }
}

/// The columns that the looker calls identifying or quasi.
fn telling(table: &Table) -> Vec<TellingColumn> {
    let looks = aloof_inspect::telling(table, &Options::default());
    let one = |(name, looks): (&String, Option<(aloof_inspect::Role, String)>)| {
        let (role, reason) = looks?;
        Some(TellingColumn { column: name.clone(), looks: role.word(), reason })
    };
    table.names().iter().zip(looks).filter_map(one).collect()
}

impl OthersReport {
    /// All that leaves a promise open. Of a table without a manifest whoever asks says what is quasi; the promise names what it
    /// knows nothing of.
    pub(super) fn opened(&self, policy: &Policy, evidence: &Evidence) -> Vec<String> {
        let unexplained = if evidence.is_of_release() { self.unexplained() } else { None };
        let doubts = if policy.is_stated_by_release() { self.doubts() } else { Vec::new() };
        unexplained.into_iter().chain(self.identifiers(policy)).chain(doubts).collect()
    }

    /// Why an audit does not pass: of a column that nobody named it is not known what it tells of people. It may follow from
    /// quasi values, and then whoever knows these sees more than groups.
    fn unexplained(&self) -> Option<String> {
        let they = match self.unnamed.as_slice() {
            [] => return None,
            [one] => format!("`{one}` is published, and neither the policy nor a manifest says what it is; it"),
            some => {
                let shown = some.iter().take(12).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let more = if some.len() > 12 { ", …" } else { "" };
                format!("{shown}{more} are published, and neither the policy nor a manifest says what they are; they")
            }
        };
        Some(format!(
            "{they} may follow from what others know of people, and tell rows of a group apart. Name what others may know with {}, \
             what they cannot with {}, or either in a policy",
            Means::Quasi,
            Means::Keep
        ))
    }

    /// Columns that name people, by the policy's own word, and are published all the same.
    fn identifiers(&self, policy: &Policy) -> Vec<String> {
        let names = |name: &&String| policy.column(name).is_some_and(|rule| rule.role() == Role::Identifier);
        let said = |name: &String| format!("`{name}` says who it is, by the policy, and is published; leave it out");
        self.columns.iter().filter(names).map(said).collect()
    }

    /// Why an audit by what a release says of its own columns does not pass: roles are claims, and by these columns people
    /// could be looked up, or nobody looked.
    fn doubts(&self) -> Vec<String> {
        let said = |column: &TellingColumn| {
            format!(
                "`{}` is published, looks like {} ({}), and its role is the manifest's word alone; give a policy that says what it is",
                column.column,
                if column.looks == "quasi" { "a quasi column" } else { "an identifier" },
                column.reason
            )
        };
        if !self.seen {
            return vec![format!(
                "{} other columns are published, too many to be looked at; give a policy that says what they are",
                self.columns.len()
            )];
        }
        self.telling.iter().map(said).collect()
    }

    /// What they are, in a sentence.
    pub(super) fn sentence(&self, rows: usize) -> String {
        let (is, they) = match self.columns.as_slice() {
            [one] => (format!("1 other column is published: {one}"), "it as a quasi column"),
            some => {
                let shown = some.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
                let more = if some.len() > 12 { ", …" } else { "" };
                (format!("{} other columns are published: {shown}{more}", some.len()), "them as quasi columns")
            }
        };
        match (self.alone, self.smallest) {
            (Some(alone), Some(smallest)) => {
                let of = part(alone, rows, "row", "rows");
                format!("{is}; with {they} {of} would stand alone (smallest group {smallest}).")
            }
            _ => format!("{is}; nothing was judged of {}.", if self.columns.len() == 1 { "it" } else { "them" }),
        }
    }
}
