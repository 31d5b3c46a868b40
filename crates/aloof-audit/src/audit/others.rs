//! Columns of a table that nobody called quasi or sensitive: they are published too, and people can be looked up by them.
//!
//! # Cost
//! They are read once more, as text, and rows are told apart by them; where that would be more than [`MOST`] cells they are
//! only named.

use aloof_inspect::Options;
use aloof_io::Ask;
use aloof_table::{LabelColumn, Partition, Table};

use super::follows::{Following, broken_by, following, known, known_of_release};
use super::report::{CheckReport, FollowingColumn, OthersReport, TellingColumn};
use super::{AuditRequest, Evidence};
use crate::Error;
use crate::data::{Original, Released, labels_of, open_released};
use crate::manifest::HowMade;
use crate::policy::{ColumnRule, Policy, Role};

/// So many cells are looked at.
const MOST: usize = 5_000_000;

/// More columns than these are only named, however few rows there are: each takes memory of its own.
const MANY: usize = 1000;

/// What the other columns would do as quasi columns; nothing where there are none. `released` is not folded yet.
pub(super) fn others(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    released: &Released,
    original: Option<&Original>,
) -> Result<Option<OthersReport>, Error> {
    // Of a pseudonym everybody stands alone: that is what it is for.
    let is_named = |name: &String| request.policy.column(name).is_some_and(|rule| rule.role() == Role::Pseudonym);
    let columns: Vec<String> = released.others.iter().filter(|name| !is_named(name)).cloned().collect();
    if columns.is_empty() {
        return Ok(None);
    }
    let named = |name: &String| request.policy.column(name).is_some() || evidence.names(name);
    let unnamed = columns.iter().filter(|name| !named(name)).cloned().collect();
    let report = OthersReport { columns, unnamed, ..OthersReport::default() };
    if report.columns.len() > MANY || report.columns.len().saturating_mul(released.rows) > MOST {
        return Ok(Some(report));
    }
    let (report, table) = look(request, released, report)?;
    let Some(table) = table.filter(|_| !shows_quasi_values(evidence, released)) else { return Ok(Some(report)) };
    let following = follow(request, evidence, released, original, &table)?;
    Ok(Some(OthersReport { following, ..report }))
}

/// Whether quasi values stand as they are, so that nothing can tell more of them.
fn shows_quasi_values(evidence: &Evidence, released: &Released) -> bool {
    released.in_two_tables || matches!(evidence.claimed(), Some(HowMade::Perturbed(_)))
}

/// Those that tell a quasi column or follow from one, by the original's values where it has them, and what would become of groups.
fn follow(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    released: &Released,
    original: Option<&Original>,
    table: &Table,
) -> Result<Vec<FollowingColumn>, Error> {
    let before = |name: &str| original.and_then(|original| Some((original, original.table.column(name)?)));
    let (known_before, by_cells): (Vec<&String>, Vec<&String>) =
        table.names().iter().partition(|name| before(name).is_some());
    let of = |name: &String| {
        table.column(name).map(|column| (name.clone(), known(name, column, |row| released.left_out.get(row))))
    };
    let mut found = Vec::new();
    if let Some(original) = original.filter(|_| !known_before.is_empty()) {
        found.extend(following_in(original, known_before.iter().map(|name| name.as_str())));
    }
    if !by_cells.is_empty() {
        let kept: Vec<_> = by_cells.into_iter().filter_map(of).collect();
        found.extend(following(&kept, &known_of_release(released)));
    }
    found.iter().map(|found| told(request, evidence, (released, original), table, found)).collect()
}

/// Columns of an original that tell one of its quasi columns, or follow from one.
pub fn following_in<'n>(original: &Original, names: impl Iterator<Item = &'n str>) -> Vec<Following> {
    let of = |name: &str| {
        let column = original.table.column(name)?;
        Some((name.to_owned(), known(name, column, |row| original.left_out.get(row))))
    };
    let kept: Vec<_> = names.filter_map(of).collect();
    if kept.is_empty() {
        return Vec::new();
    }
    let quasi: Vec<_> = original.quasi.iter().filter_map(|quasi| of(&quasi.name)).collect();
    following(&kept, &quasi)
}

fn told(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    (released, original): (&Released, Option<&Original>),
    table: &Table,
    found: &Following,
) -> Result<FollowingColumn, Error> {
    let gives_back = match evidence.claimed() {
        Some(HowMade::Walk { columns }) => columns.contains(&found.quasi),
        Some(HowMade::Noise { columns }) => columns.iter().any(|one| one.column == found.quasi),
        _ => false,
    };
    let labels = table.column(&found.column).map(aloof_table::Column::to_labels);
    let fails = match labels.filter(|_| !gives_back) {
        Some(labels) => broken_by(request, released, original, found, &labels)?,
        None => Vec::new(),
    };
    let (column, quasi, reason) = (found.column.clone(), found.quasi.clone(), found.words());
    Ok(FollowingColumn { column, quasi, reason, fails, gives_back })
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
    /// Why an audit does not pass: of a column that nobody named it is not known what it tells of people. It may follow from
    /// quasi values, and then whoever knows these sees more than groups.
    pub(super) fn unexplained(&self) -> Option<String> {
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
            "{they} may follow from what others know of people, and tell rows of a group apart. Name what others may know with \
             --quasi, what they cannot with --keep, or either in a policy"
        ))
    }

    /// Columns that name people, by the policy's own word, and are published all the same.
    pub(super) fn identifiers(&self, policy: &Policy) -> Vec<String> {
        let names = |name: &&String| policy.column(name).is_some_and(|rule| rule.role() == Role::Identifier);
        let said = |name: &String| format!("`{name}` says who it is, by the policy, and is published; leave it out");
        self.columns.iter().filter(names).map(said).collect()
    }

    /// Why an audit by what a release says of its own columns does not pass: roles are claims, and by these columns people
    /// could be looked up, or nobody looked.
    pub(super) fn doubts(&self) -> Vec<String> {
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

    /// What is said of those that tell a quasi column or follow from one: what does not hold with them is left open, unless whoever asks has
    /// confirmed that they go out.
    pub(super) fn following(&self, policy: &Policy) -> (Vec<String>, Vec<String>) {
        let confirmed = |name: &str| {
            !policy.is_stated_by_release() && policy.column(name).is_some_and(ColumnRule::goes_out_as_it_is)
        };
        let (open, notes): (Vec<&FollowingColumn>, Vec<&FollowingColumn>) =
            self.following.iter().partition(|one| one.tells_more() && !confirmed(&one.column));
        let asked = !policy.protect().is_empty();
        let notes =
            notes.into_iter().map(|one| format!("{}.", if asked { one.sentence() } else { one.reason.clone() }));
        (open.into_iter().map(FollowingColumn::sentence).collect(), notes.collect())
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
                format!("{is}; with {they} {alone} of {rows} rows would stand alone (smallest group {smallest}).")
            }
            _ => format!("{is}; nothing was judged of {}.", if self.columns.len() == 1 { "it" } else { "them" }),
        }
    }
}

impl FollowingColumn {
    /// Whether what holds by quasi columns does not hold of what is published.
    fn tells_more(&self) -> bool {
        self.gives_back || !self.fails.is_empty()
    }

    fn sentence(&self) -> String {
        let Self { quasi, reason, fails, gives_back, .. } = self;
        match fails.as_slice() {
            _ if *gives_back => format!("{reason}; what was done to `{quasi}` it undoes, for whoever knows that"),
            [] => format!("{reason}; for whoever knows that, too, what is asked holds in groups"),
            fails => format!("{reason}; for whoever knows that, {}", fails.join(", and ")),
        }
    }
}
