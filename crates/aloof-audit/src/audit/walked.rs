//! A release some of whose quasi numbers were walked: they are not the true ones, and do not say who is in which group.
//!
//! What can be judged of it is what its groups keep, where it states them. Rows that show equal numbers are no group: inside
//! a group every row shows another. Which groups could be somebody's cannot be seen either, since boxes are not published; so
//! a rule is judged in the candidates view only where every mixture of groups keeps it: it is monotone, or even with twice
//! the neighbourhood no value of a group has too many around it. Everything else is left open, and nothing that is left open
//! passes. That numbers were walked at all is a claim, which is held against the original; without it nothing passes. All other
//! columns are held against the original as those of any release.

use aloof_judge::claims::{DOUBT, Dealt};
use aloof_judge::views::Grouped;
use aloof_table::{Attribute, Column, Decimal, NO_GROUP, NumberColumn, Table};

use super::alike::{Alike, OTHER_KIND, read_source};
use super::evidence::{Standing, one_in};
use super::order::pairs::Doubt;
use super::report::{Audit, asked};
use super::{AuditRequest, AuditScope, WhoIsThere, dealt_by_chance, judge, judge_in_scope, verdict};
use crate::Error;
use crate::data::{Original, Released, pick};
use crate::policy::{ColumnRule, Policy, Protect, View, bind};

/// What is said of a walk.
pub struct WalkClaim<'a> {
    /// The columns that were walked.
    pub columns: &'a [String],
    /// The largest share of a column's values that stand as they were, if it is stated.
    pub most_unchanged: Option<Decimal>,
    /// Whoever walked them says so, and has held every row against its own: nothing is left to belief.
    pub by_maker: bool,
}

/// Judges a release whose columns are said to be walked. The claim is held against the original: where it is refuted, the
/// table is judged as any other; where it cannot be seen to hold, nothing that it would excuse passes.
pub fn judge_walked(
    request: &AuditRequest<'_>,
    claim: &WalkClaim<'_>,
    mut released: Released,
    original: Option<Original>,
) -> Result<Audit, Error> {
    let (policy, columns) = (request.policy, claim.columns);
    let states_groups = released.states_groups();
    let standing = match &original {
        Some(original) => stands(request, claim, &released, original)?,
        None => Standing::Open(
            "whether numbers were walked, and dealt anew in their groups, can only be seen with the table they \
                                were made from, which was not given"
                .to_owned(),
        ),
    };
    if matches!(standing, Standing::Refuted(_)) && !claim.by_maker {
        released.fold();
        let mut audit = judge(request, &released, original, None)?;
        audit.claim = Some(standing.report("walk"));
        audit.verdict = verdict(&audit);
        return Ok(audit);
    }
    let mut audit = judge_unwalked(request, columns, &mut released, original)?;
    for protect in policy.protect() {
        let open = match (why_open(request, protect, &released)?, &standing) {
            (Some(reason), _) => reason,
            (None, Standing::Open(reason)) if !claim.by_maker => reason.clone(),
            _ => continue,
        };
        audit.open.push(format!("{}: {open}", asked(protect)));
    }
    if !claim.by_maker {
        audit.promise_if("walked numbers were dealt anew in their groups, as the manifest says");
    }
    let only_groups = policy.protect().iter().any(|protect| protect.view() != View::Group) && audit.open.is_empty();
    audit.notes.push(format!(
        "Walked, so it is said: {}. Whether these numbers are the true ones was not asked row by row; {}.{}",
        columns.join(", "),
        promised_of(policy, states_groups),
        if only_groups { " Every mixture of these groups keeps it, so the candidates view adds nothing." } else { "" }
    ));
    let standing = match &audit.truth {
        Some(truth) if truth.untrue > 0 => {
            Standing::Refuted(format!("{} rows are not those of the original in the other columns", truth.untrue))
        }
        _ => standing,
    };
    audit.claim = Some(standing.report("walk"));
    audit.verdict = verdict(&audit);
    Ok(audit)
}

/// Judges the table without its walked columns, by the groups that it states.
fn judge_unwalked(
    request: &AuditRequest<'_>,
    columns: &[String],
    released: &mut Released,
    mut original: Option<Original>,
) -> Result<Audit, Error> {
    let protect = request.policy.protect();
    let nothing = protect.is_empty() && released.sensitive.is_empty();
    if nothing && original.is_none() {
        return Ok(Audit::of_nothing(released.rows, released.dropped));
    }
    let states_groups = released.states_groups();
    released.forget(columns);
    if let Some(original) = &mut original {
        original.quasi.retain(|quasi| !columns.contains(&quasi.name));
    }
    released.fold();
    let judged: &[Protect] = if states_groups { protect } else { &[] };
    let scope = AuditScope { protect: judged, measure: !nothing && protect.is_empty(), candidates: false };
    judge_in_scope(request, &scope, released, original, WhoIsThere::Unknown)
}

/// What a walk may promise: what groups keep, where there are any and something is asked of them.
fn promised_of(policy: &Policy, states_groups: bool) -> &'static str {
    match (policy.protect().is_empty(), states_groups) {
        (true, _) => "nothing is asked of them, and nothing is promised",
        (false, true) => "what is promised is what groups keep",
        (false, false) => "what can be promised is what groups keep, and none are stated",
    }
}

/// Holds the claim against the data. A column that is walked is a quasi column of numbers. With groups the values of each are
/// dealt anew among its rows, so that no more rows are records of the original, or near one, than chance leaves; without,
/// no more values stand as they were than is claimed.
fn stands(
    request: &AuditRequest<'_>,
    claim: &WalkClaim<'_>,
    released: &Released,
    original: &Original,
) -> Result<Standing, Error> {
    // Where there are groups, quasi columns that were not walked show what their group covers.
    let is_quasi = |name: &str| original.quasi.iter().any(|quasi| quasi.name == name);
    let is_set =
        |name: &str| released.states_groups() && is_quasi(name) && !claim.columns.iter().any(|column| column == name);
    let Some(table) = read_source(original, &request.data, request.policy, &is_set)? else {
        return Ok(Standing::Refuted(OTHER_KIND.to_owned()));
    };
    if claim.columns.is_empty() {
        return Ok(Standing::Refuted("no column is named that was walked".to_owned()));
    }
    let columns = match walked_columns(claim, original, &table) {
        Ok(columns) => columns,
        Err(name) => return Ok(Standing::Refuted(format!("`{name}` is no quasi column of numbers"))),
    };
    let walked = |name: &str| claim.columns.iter().any(|column| column == name);
    if !released.states_groups() {
        return Ok(unchanged(claim, &columns, &Alike::new(original, &table, &walked)));
    }
    let keys = Keys::new(original, &table, &|name| {
        original.sensitive.iter().any(|(other, _)| other == name)
            || request.policy.column(name).is_some_and(ColumnRule::is_kept)
    });
    if let Some(found) = followed(claim.columns, &columns, &keys, released) {
        return Ok(Standing::Refuted(found));
    }
    Ok(as_dealt(&columns, &keys, released))
}

/// The columns that are said to be walked; the name of one that cannot be, since it is no quasi column of numbers.
fn walked_columns<'a>(claim: &WalkClaim<'a>, original: &Original, table: &Table) -> Result<Vec<WalkedColumn>, &'a str> {
    let one = |name: &'a String| {
        let is_quasi = original.quasi.iter().any(|quasi| quasi.name == *name);
        match (table.column(name), original.table.column(name)) {
            (Some(Column::Number(after)), Some(Column::Number(before))) if is_quasi => {
                Ok(WalkedColumn::new(after, before))
            }
            _ => Err(name.as_str()),
        }
    };
    claim.columns.iter().map(one).collect()
}

/// Whether as many rows are records of the original, or near one, as values dealt anew in their groups leave: in each column,
/// and in all together.
fn as_dealt(columns: &[WalkedColumn], keys: &Keys, released: &Released) -> Standing {
    let mut telling = true;
    let all: Vec<&WalkedColumn> = columns.iter().collect();
    let each = columns.iter().map(|column| vec![column]).filter(|_| columns.len() > 1);
    let parts = || (2..=10).map(|power| 1 << power).chain([i128::MAX]);
    for (columns, part) in each.chain([all]).flat_map(|some| parts().map(move |part| (some.clone(), part))) {
        let found = dealt(&columns, keys, released, part);
        if !found.is_plausible() {
            let (bound, side) =
                if found.found > found.most() { (found.most(), "most") } else { (found.least(), "least") };
            return Standing::Refuted(format!(
                "{} of {} rows show numbers {} their own beside their own values; dealt anew in their groups, as walked ones are, \
                 {bound} would at {side}, but for one case in {}",
                found.found,
                found.rows,
                if part == i128::MAX { "that are" } else { "near" },
                one_in(DOUBT)
            ));
        }
        telling = found.is_telling();
    }
    if telling {
        Standing::Holds(format!(
            "the other columns are those of the original, and as many rows are its records as values dealt anew leave by chance, but \
             for one case in {}; that they were, and not so as to look like it, no data can show",
            one_in(DOUBT)
        ))
    } else {
        Standing::Open("rows are too few, or too much alike, to tell walked numbers from true ones".to_owned())
    }
}

/// A column that is said to be walked, in units of the finer of both tables.
struct WalkedColumn {
    after: Vec<Option<i128>>,
    before: Vec<Option<i128>>,
    range: i128,
}

impl WalkedColumn {
    fn new(after: &NumberColumn, before: &NumberColumn) -> Self {
        let scale = after.scale().max(before.scale());
        let units = |column: &NumberColumn| -> Vec<Option<i128>> {
            (0..column.len()).map(|row| column.get(row)?.at_scale(scale)).collect()
        };
        let (after, before) = (units(after), units(before));
        let values = || before.iter().flatten();
        let range = values().max().zip(values().min()).map_or(0, |(most, least)| most - least);
        Self { after, before, range }
    }

    /// Whether a released row shows what an original one has, to within a part of the range.
    fn is_near(&self, after: u32, before: u32, part: i128) -> bool {
        match (self.after[after as usize], self.before[before as usize]) {
            (Some(one), Some(other)) => (one - other).abs() <= self.range / part,
            (one, other) => one == other,
        }
    }
}

/// How many values stand as they were, of people whom the other columns tell apart.
fn unchanged(claim: &WalkClaim<'_>, columns: &[WalkedColumn], alike: &Alike) -> Standing {
    let pairs: Vec<(u32, u32)> = alike
        .iter()
        .filter_map(|(after, before)| match (after.as_slice(), before.as_slice()) {
            ([one], [other]) => Some((*one, *other)),
            _ => None,
        })
        .collect();
    for (name, column) in claim.columns.iter().zip(columns) {
        let same = pairs.iter().filter(|&&(one, other)| column.is_near(one, other, i128::MAX)).count();
        let rows = column.after.len();
        let most = claim.most_unchanged.map_or(1.0, |share| share.to_ratio().approximate()) * rows as f64;
        if same as f64 > most || same == rows && column.range > 0 {
            return Standing::Refuted(format!("{same} of {rows} values of `{name}` stand as they were"));
        }
    }
    if pairs.len() * 2 < columns.first().map_or(0, |column| column.after.len()) {
        return Standing::Open("rows are too much alike to tell walked numbers from true ones".to_owned());
    }
    Standing::Holds(
        "the other columns are those of the original, and the walked ones are not; that they were walked, and do not follow from the true \
         ones, no data can show"
            .to_owned(),
    )
}

/// Rows of both tables by the columns that were neither walked nor made coarse: a number for each, and the original rows that
/// have it.
struct Keys {
    of_released: Vec<u32>,
    original: Vec<Vec<u32>>,
}

impl Keys {
    fn new(original: &Original, table: &Table, stays: &dyn Fn(&str) -> bool) -> Self {
        let changed = |name: &str| !stays(name);
        let classes = Alike::new(original, table, &changed);
        let mut keys = Self { of_released: vec![0; table.rows()], original: Vec::new() };
        for (after, before) in classes.iter() {
            after.iter().for_each(|&row| keys.of_released[row as usize] = keys.original.len() as u32);
            keys.original.push(before);
        }
        keys
    }
}

/// So many pairs of a row and a record are looked at; groups beyond that are left, and what is told is told of the others.
const MOST_PAIRS: usize = 30_000_000;

/// How many rows are records of the original to within a part of each range, and how many would be by chance.
fn dealt(columns: &[&WalkedColumn], keys: &Keys, released: &Released, part: i128) -> Dealt {
    let (mut found, mut pairs) = (Dealt::default(), 0);
    for rows in released.groups.iter() {
        let records = |row: &u32| &keys.original[keys.of_released[*row as usize] as usize];
        pairs += rows.len() * rows.iter().map(|row| records(row).len()).sum::<usize>();
        if pairs > MOST_PAIRS {
            break;
        }
        found.add(rows.len(), |shown, beside| {
            let is_record = |&before: &u32| columns.iter().all(|column| column.is_near(rows[shown], before, part));
            records(&rows[beside]).iter().any(is_record)
        });
    }
    found
}

/// What is said where walked numbers follow from the true ones of whoever has the values beside them. Rows count whose values one record
/// of the original alone has.
fn followed(names: &[String], columns: &[WalkedColumn], keys: &Keys, released: &Released) -> Option<String> {
    let group_of = released.groups.group_of(released.rows);
    // Each column is tossed in six ways.
    let doubt = Doubt { ln: DOUBT.ln() - (6.0 * columns.len() as f64).ln(), bias: 0.0 };
    names.iter().zip(columns).find_map(|(name, column)| {
        let one = |row: usize| {
            let [record] = keys.original[keys.of_released[row] as usize].as_slice() else { return None };
            let group = Some(group_of[row]).filter(|&group| group != NO_GROUP)?;
            let (before, after) = (column.before[*record as usize]?, column.after[row]?);
            Some(dealt_by_chance::Standing { before, after, group })
        };
        let rows: Vec<_> = (0..released.rows).filter_map(one).collect();
        let found = dealt_by_chance::followed(&rows, doubt)?;
        Some(format!(
            "`{name}` follows from the true numbers of those whose values stand beside it, for {} of rows of one group; dealt anew in their \
             groups, as walked ones are, numbers would do so in one case in {} at most",
            found.pairs(),
            one_in(DOUBT)
        ))
    })
}

/// Why a protection cannot be judged of this release; nothing if it was.
fn why_open(request: &AuditRequest<'_>, protect: &Protect, released: &Released) -> Result<Option<String>, Error> {
    if !released.states_groups() {
        return Ok(Some("rows do not say which group they are in, and walked numbers do not tell".to_owned()));
    }
    let columns = pick(&released.sensitive, protect.sensitive());
    let rule = bind::rule_in_view(protect, request.policy, &columns)?;
    if protect.view() != View::Candidates || rule.principle().monotone() {
        return Ok(None);
    }
    let attribute = Attribute::new(&columns, |row| released.left_out.get(row));
    // What holds in the register view holds in every mixture; of distances that is not known.
    let holds = rule.principle().as_epsilon_m().is_some() && {
        let wider = bind::in_register(rule, protect)?;
        let check = wider.principle().bind(&attribute).map_err(|why| bind::unfit(protect, &why))?;
        Grouped::new(&released.groups, &attribute).judge(check.as_ref(), wider.principle().direction()).holds()
    };
    Ok((!holds).then(|| {
        "which groups could be somebody's cannot be seen of walked numbers, and not every mixture of groups keeps it".to_owned()
    }))
}
