//! Columns that are published as they are and tell a quasi column, or follow from one.
//!
//! # Definition
//! Whoever knows somebody's quasi values knows what follows from them, and may leave out rows that show something else: of a table with
//! `age` in intervals and the year of birth beside it, the groups that anybody sees are those by year of birth. So it is with a column
//! that tells a quasi column: rows that show another value than somebody's are not theirs. Sensitive columns are published as they are,
//! too. What counts as following is measured ([`aloof_judge::claims::tells`]) on the original where that has the column, whether or not
//! anybody names it, else on cells, which show it less often. What becomes of groups stands in `narrowed.rs`.
//!
//! Two columns at a time are looked at: what follows only from several together is not seen.
//!
//! # Cost
//! A few sorts for every pair of a column that is published as it is and a quasi column.

use std::borrow::Cow;
use std::sync::Arc;

use aloof_io::Input;
use aloof_judge::claims::{Known, Told, tells};
use aloof_table::{Attribute, Column, Decimal, Domain, Generalized, Kind, LabelColumn, NO_CODE, Table};
use rayon::prelude::*;

use super::narrowed::narrowed;
use super::report::{Audit, CheckReport, FollowingColumn, Verdict};
use super::{AuditRequest, Evidence, check, order};
use crate::Error;
use crate::data::{Original, Released, reach, read_options};
use crate::manifest::HowMade;
use crate::policy::{ColumnRule, Policy};
use crate::words;

/// Two columns that have nothing to do with each other are told of in one table of so many, at most.
const LN_DOUBT: f64 = -13.82;

/// A column that is published as it is, and a quasi column.
#[derive(Clone, Debug)]
pub struct Following {
    /// The column that is published as it is.
    pub column: String,
    /// The quasi column.
    pub quasi: String,
    /// Whether the first tells the second; else it follows from it.
    tells: bool,
    told: Told,
}

impl Following {
    /// Whether the first tells the second; else it follows from it.
    pub(super) fn tells(&self) -> bool {
        self.tells
    }

    /// What that means for a release, as part of a sentence.
    pub fn consequence(&self) -> String {
        let Self { column, quasi, .. } = self;
        if self.tells {
            format!("wherever groups make `{quasi}` coarser it gives back what they hide")
        } else {
            format!(
                "whoever knows somebody's `{quasi}` knows the `{column}`, too, and which rows of a group are not theirs"
            )
        }
    }

    /// What was found, as part of a sentence.
    pub fn words(&self) -> String {
        let Self { column, quasi, tells, told } = self;
        let (verb, given, other) = if *tells { ("tells", column, quasi) } else { ("follows from", quasi, column) };
        let same = if told.neighbours { "the same or the next" } else { "the same" };
        let differ = match told.apart {
            0.0 => format!("do not differ in `{other}`"),
            apart => format!("differ {:.2} times as much in `{other}` as any two people do", apart.max(0.01)),
        };
        format!("`{column}` {verb} `{quasi}`: people with {same} `{given}` {differ}")
    }
}

/// What is known of everybody in a column that stands as it is.
pub fn known(name: &str, column: &Column, leave_out: impl Fn(usize) -> bool + Sync) -> Known {
    let attribute = Attribute::new(&[(name, column)], leave_out);
    let ordered = matches!(attribute.domain(), Domain::Numbers { .. });
    Known { cells: attribute.into_codes().into_iter().map(|code| (code, code)).collect(), ordered }
}

/// What is known of everybody by the cells of a quasi column: where each reaches, or the label where one stands.
fn known_by_cells(cells: &LabelColumn) -> Known {
    let ends = [Kind::Number, Kind::Date].into_iter().find_map(|kind| reaches(cells, kind));
    let of_text: Vec<(u32, u32)> = match &ends {
        Some(ends) => ranked(ends),
        None => (0..)
            .zip(cells.labels().iter())
            .map(|(code, text)| if is_label(text) { (code, code) } else { NOTHING })
            .collect(),
    };
    let cell = |&code: &u32| of_text.get(code as usize).copied().unwrap_or(NOTHING);
    Known { cells: cells.codes().iter().map(cell).collect(), ordered: ends.is_some() }
}

const NOTHING: (u32, u32) = (NO_CODE, NO_CODE);

/// The ends of all cells, where they are of this kind; a star says nothing.
fn reaches(cells: &LabelColumn, kind: Kind) -> Option<Vec<Option<(Decimal, Decimal)>>> {
    let one = |text: &str| match Generalized::parse(text, kind, None) {
        Ok(Generalized::Numbers(_)) => {
            let found = reach(text, kind);
            Some(found.low.zip(found.high))
        }
        Ok(Generalized::Any) => Some(None),
        _ => None,
    };
    let ends: Vec<Option<(Decimal, Decimal)>> = cells.labels().iter().map(one).collect::<Option<_>>()?;
    ends.iter().any(Option::is_some).then_some(ends)
}

/// Ends by their place among all ends.
fn ranked(ends: &[Option<(Decimal, Decimal)>]) -> Vec<(u32, u32)> {
    let mut all: Vec<Decimal> = ends.iter().flatten().flat_map(|&(low, high)| [low, high]).collect();
    all.sort_unstable();
    all.dedup();
    let place = |end: Decimal| all.binary_search(&end).map_or(NO_CODE, |at| at as u32);
    ends.iter().map(|ends| ends.map_or(NOTHING, |(low, high)| (place(low), place(high)))).collect()
}

fn is_label(text: &str) -> bool {
    matches!(Generalized::parse(text, Kind::Label, None), Ok(Generalized::Labels(labels)) if labels.len() == 1)
}

/// For every one of these columns the quasi column that it tells, or follows from, if there is one. A sensitive column follows where people
/// with the same quasi value do not differ in it at all: that their values are near each other is what everybody knows of them without any
/// release, as of pay by profession.
fn following(
    columns: &[(String, Known)],
    quasi: &[(String, Known)],
    is_sensitive: impl Fn(&str) -> bool + Sync,
) -> Vec<Following> {
    let ln_doubt = LN_DOUBT - (2.0 * (columns.len() * quasi.len()).max(1) as f64).ln();
    let of = |(column, is): &(String, Known), (quasi, by): &(String, Known), tells_it: bool| {
        let found = if tells_it { tells(is, by, ln_doubt) } else { tells(by, is, ln_doubt) };
        let found = found.filter(|told| tells_it || told.apart == 0.0 || !is_sensitive(column));
        found.map(|told| Following { column: column.clone(), quasi: quasi.clone(), tells: tells_it, told })
    };
    let one = |column: &(String, Known)| {
        quasi.iter().find_map(|quasi| of(column, quasi, true).or_else(|| of(column, quasi, false)))
    };
    columns.par_iter().filter_map(one).collect()
}

/// Columns of the people of an original that tell one of its quasi columns, or follow from one.
pub fn following_in<'c>(original: &Original, columns: impl Iterator<Item = (&'c str, &'c Column)>) -> Vec<Following> {
    let of = |(name, column): (&str, &Column)| (name.to_owned(), known(name, column, |row| original.left_out.get(row)));
    let columns: Vec<_> = columns.map(of).collect();
    if columns.is_empty() {
        return Vec::new();
    }
    let quasi = original.quasi.iter().map(|quasi| (quasi.name.as_str(), original.column(&quasi.name)));
    let is_sensitive = |name: &str| original.sensitive.iter().any(|(other, _)| other == name);
    following(&columns, &quasi.map(of).collect::<Vec<_>>(), is_sensitive)
}

/// Columns that are published as they are: sensitive ones, and those that are neither quasi nor sensitive.
struct Published<'a> {
    columns: Vec<(&'a str, &'a Column)>,
}

impl<'a> Published<'a> {
    fn of(released: &'a Released, others: Option<&'a Table>) -> Self {
        let sensitive = released.sensitive.iter().map(|(name, column)| (name.as_str(), &**column));
        let of =
            |table: &'a Table| table.names().iter().map(String::as_str).zip(table.columns().iter().map(|one| &**one));
        let others = others.into_iter().flat_map(of);
        Self { columns: sensitive.chain(others).collect() }
    }

    fn labels(&self, name: &str) -> Option<Cow<'a, LabelColumn>> {
        self.columns.iter().find(|(other, _)| *other == name).map(|(_, column)| column.to_labels())
    }
}

/// What the original has in columns that are published: those that were read of it, and others of its file.
struct Before {
    columns: Vec<(String, Arc<Column>)>,
}

impl Before {
    fn read(request: &AuditRequest<'_>, original: &Original, published: &Published<'_>) -> Result<Self, Error> {
        let names = published.columns.iter().map(|(name, _)| *name);
        let (read, unread): (Vec<&str>, Vec<&str>) = names.partition(|name| original.table.column(name).is_some());
        let mut columns: Vec<(String, Arc<Column>)> =
            read.iter().filter_map(|name| Some(((*name).to_owned(), original.table.share(name)?))).collect();
        let Some(source) = request.original.as_ref().filter(|_| !unread.is_empty()) else {
            return Ok(Self { columns });
        };
        let input = Input::open(source.clone(), read_options(request.policy))?;
        let some: Vec<&String> = input.names().iter().filter(|name| unread.contains(&name.as_str())).collect();
        let table = order::readable(&input, &some)?;
        // What is read twice may have changed meanwhile, as tables of databases do.
        if original.came.iter().all(|&row| (row as usize) < table.rows()) {
            let of = |name: &&String| Some(((*name).clone(), Arc::new(table.column(name)?.take(&original.came))));
            columns.extend(some.iter().filter_map(of));
        }
        Ok(Self { columns })
    }

    fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|(other, _)| other == name).map(|(_, column)| &**column)
    }
}

/// Whether quasi values stand as they are, so that nothing can tell more of them.
fn shows_quasi_values(evidence: &Evidence, released: &Released) -> bool {
    released.in_two_tables || matches!(evidence.claimed(), Some(HowMade::Perturbed(_)))
}

/// Published columns that tell a quasi column or follow from one, by the original's values where it has them, and what would become of
/// groups. `others` are those that are neither quasi nor sensitive; `released` is not folded yet.
pub(super) fn found(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    released: &Released,
    original: Option<&Original>,
    others: Option<&Table>,
) -> Result<Vec<FollowingColumn>, Error> {
    if shows_quasi_values(evidence, released) || released.quasi.is_empty() {
        return Ok(Vec::new());
    }
    let published = Published::of(released, others);
    let before = match original {
        Some(original) => Before::read(request, original, &published)?,
        None => Before { columns: Vec::new() },
    };
    let mut found = Vec::new();
    if let Some(original) = original {
        found.extend(following_in(original, before.columns.iter().map(|(name, column)| (name.as_str(), &**column))));
    }
    let by_cells = published.columns.iter().filter(|(name, _)| before.column(name).is_none());
    let of =
        |(name, column): &(&str, &Column)| ((*name).to_owned(), known(name, column, |row| released.left_out.get(row)));
    let by_cells: Vec<_> = by_cells.map(of).collect();
    if !by_cells.is_empty() {
        found.extend(following(&by_cells, &known_of_release(released), |name| is_sensitive(released, name)));
    }
    let with = |name: &str| original.and_then(|original| Some((original, before.column(name)?)));
    found.iter().map(|one| told(request, evidence, released, with(&one.column), &published, one)).collect()
}

fn told(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    released: &Released,
    before: Option<(&Original, &Column)>,
    published: &Published<'_>,
    found: &Following,
) -> Result<FollowingColumn, Error> {
    let gives_back = match evidence.claimed() {
        Some(HowMade::Walk { columns }) => columns.contains(&found.quasi),
        Some(HowMade::Noise { columns }) => columns.iter().any(|one| one.column == found.quasi),
        _ => false,
    };
    let fails = match published.labels(&found.column).filter(|_| !gives_back) {
        Some(labels) => broken_by(request, released, before, found, &labels)?,
        None => Vec::new(),
    };
    let sensitive = is_sensitive(released, &found.column);
    let (column, quasi, reason) = (found.column.clone(), found.quasi.clone(), found.words());
    Ok(FollowingColumn { column, quasi, reason, fails, gives_back, sensitive })
}

fn is_sensitive(released: &Released, name: &str) -> bool {
    released.sensitive.iter().any(|(other, _)| other == name)
}

/// What is known of all quasi columns of a release by its cells.
fn known_of_release(released: &Released) -> Vec<(String, Known)> {
    released.quasi.par_iter().map(|(name, cells)| (name.clone(), known_by_cells(cells))).collect()
}

/// What would not hold of the table as it is to whoever knows what was found; one entry for each protection that is about groups.
fn broken_by(
    request: &AuditRequest<'_>,
    released: &Released,
    before: Option<(&Original, &Column)>,
    found: &Following,
    column: &LabelColumn,
) -> Result<Vec<String>, Error> {
    let finer = narrowed(released, before, found, column);
    let mut fails = Vec::new();
    for protect in request.policy.protect().iter().filter(|protect| protect.as_presence().is_none()) {
        let mut audit = Audit::default();
        check::run(request, protect, &finer, None, &mut audit)?;
        let broken = audit.checks.first().filter(|check| check.verdict == Verdict::Fail);
        fails.extend(broken.map(|check| broken_rows(check, finer.rows)));
    }
    Ok(fails)
}

fn broken_rows(check: &CheckReport, rows: usize) -> String {
    format!("{} fails for {}", check.title, words::part(check.violating_tuples, rows, "row", "rows"))
}

/// What is said of them, and what is only noted: what does not hold with them is left open, unless whoever asks has confirmed that they go
/// out, or calls them sensitive: then it is their values that are promised about, and what they tell of others is said beside.
pub(super) fn sentences(found: &[FollowingColumn], policy: &Policy) -> (Vec<String>, Vec<String>) {
    let confirmed =
        |name: &str| !policy.is_stated_by_release() && policy.column(name).is_some_and(ColumnRule::goes_out_as_it_is);
    let (open, notes): (Vec<&FollowingColumn>, Vec<&FollowingColumn>) =
        found.iter().partition(|one| one.tells_more() && !one.sensitive && !confirmed(&one.column));
    let asked = !policy.protect().is_empty();
    let notes = notes.into_iter().map(|one| format!("{}.", if asked { one.sentence() } else { one.reason.clone() }));
    (open.into_iter().map(FollowingColumn::sentence).collect(), notes.collect())
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
