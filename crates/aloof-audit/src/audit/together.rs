//! Releases of the same people judged together: what is left to whoever has several of them.
//!
//! People are matched by an identifier, which is published nowhere, and by their value: somebody whose value changed is somebody else
//! from then on. What is left of each person's values, and what it tells that somebody left or came:
//! `aloof-judge/src/views/histories.rs`.
//!
//! | view | whoever has the releases knows |
//! |---|---|
//! | register | which groups the person stands in, and guesses around any figure |
//! | group | the same, and guesses around a value of somebody there |
//! | candidates | the person's quasi values in each release: all groups that cover them may be the person's |
//!
//! # Cost
//! That of the histories; for the candidates view, and where it is not known who stands where, every person asks every group.

use aloof_judge::views::{ALL_SELECTIONS, Grouped, Histories, HistoryOutcome, QuasiPair, common};
use aloof_principles::{Check, Direction, Needs, Reads};
use aloof_table::{Column, NO_CODE, NO_GROUP, Partition, Ratio};
use hashbrown::HashMap;
use rayon::prelude::*;
use serde::Serialize;

use super::against::join;
use super::report::{Audit, Verdict, asked};
use crate::Error;
use crate::data::{Original, Released, pick};
use crate::policy::{Policy, Protect, Role, View, bind};
use crate::words;

/// One of several releases, the table it was made of, and who stands where.
pub struct Month {
    /// What was published.
    pub released: Released,
    /// What it was made of.
    pub original: Original,
    /// Everybody in the original.
    pub people: Vec<Member>,
}

/// Somebody in a table.
pub struct Member {
    /// Who that is, in all tables.
    pub id: String,
    /// The row of the original.
    pub row: u32,
    /// The row of the release; `None`: not known.
    pub place: Option<u32>,
}

/// Several releases, judged together.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TogetherReport {
    /// How many releases.
    pub releases: usize,
    /// People in any of them.
    pub people: usize,
    /// People in several of them.
    pub several: usize,
    /// People of an earlier release who are not in the newest.
    pub left: usize,
    /// People of the newest release who are in no earlier one.
    pub came: usize,
    /// People whose value is not the same in all: from then on they count as somebody else.
    pub changed: usize,
    /// One per protection and view.
    pub checks: Vec<TogetherCheck>,
    /// What could not be judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// All of it in sentences.
    pub told: Vec<String>,
}

/// One protection, judged of several releases together.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TogetherCheck {
    /// The policy's word.
    pub principle: &'static str,
    /// With its parameters.
    pub title: String,
    /// The protected columns.
    pub sensitive: Vec<String>,
    /// `register`, `group` or `candidates`.
    pub view: &'static str,
    /// Whether nobody is above what is allowed.
    pub verdict: Verdict,
    /// Whether the policy asks for this view, so that the verdict counts.
    pub required: bool,
    /// People judged; somebody whose value changed counts once for each.
    pub people: usize,
    /// People of whom some of the releases together tell more than is allowed.
    pub above: usize,
    /// People of whom all releases together leave one value.
    pub one_value: usize,
    /// People of whom it tells more than is allowed that they are not in a later release.
    pub left_above: usize,
    /// People of whom it tells more than is allowed that they were not in an earlier release.
    pub came_above: usize,
    /// The worst measure, an exact fraction.
    pub worst_risk: String,
    /// What it may be.
    pub bound: String,
    /// `at most` or `at least`.
    pub bound_is: &'static str,
    /// Who was in one group is in one group in every release that they are in, with the same values in it.
    pub persistent: bool,
}

impl TogetherReport {
    /// The one sentence to read first, where something was asked.
    pub fn first(&self) -> Option<String> {
        let checks: Vec<&TogetherCheck> = self.checks.iter().filter(|check| check.required).collect();
        let releases = self.releases;
        let all = words::capital(&words::all(releases, "release", "releases"));
        if let Some(check) = checks.iter().find(|check| check.verdict == Verdict::Fail) {
            return Some(format!(
                "{all} together break {} of {} for at least {}.",
                check.title,
                check.sensitive.join(", "),
                words::part(check.hurt(), check.people, "person", "people")
            ));
        }
        let selected = releases <= ALL_SELECTIONS && checks.iter().all(|check| check.view != "candidates");
        let each = if selected { ", and so does every selection of them" } else { "" };
        (self.verdict() == Verdict::Pass).then(|| format!("{all} together keep what is asked{each}."))
    }

    /// Over all checks that count.
    pub fn verdict(&self) -> Verdict {
        let required = || self.checks.iter().filter(|check| check.required);
        if required().any(|check| check.verdict == Verdict::Fail) {
            return Verdict::Fail;
        }
        if self.open.is_empty() && required().next().is_some() { Verdict::Pass } else { Verdict::Measured }
    }
}

impl TogetherCheck {
    /// At least so many people are told of more than is allowed, in one way or another.
    fn hurt(&self) -> usize {
        self.above.max(self.left_above).max(self.came_above)
    }
}

impl Audit {
    /// With what several releases tell together. Where they tell too much no promise of the newest alone is repeated.
    pub fn with_together(mut self, together: TogetherReport) -> Self {
        let verdict = together.verdict();
        if verdict != Verdict::Pass {
            self.checks.iter_mut().for_each(|check| check.promise = None);
        }
        if verdict == Verdict::Fail {
            self.verdict = Verdict::Fail;
        } else if !together.open.is_empty() {
            self.open.extend(together.open.iter().cloned());
            self.verdict = if self.verdict == Verdict::Fail { Verdict::Fail } else { Verdict::Measured };
        }
        self.together = Some(together);
        self
    }
}

/// The column that people are known by in all tables: the one that is named, the policy's, or its one identifier.
pub fn person_column<'a>(policy: &'a Policy, named: Option<&'a str>) -> Result<&'a str, Error> {
    if let Some(name) = named.or(policy.input().person.as_deref()) {
        let role = policy.column(name).map(crate::policy::ColumnRule::role);
        return match role {
            None | Some(Role::Identifier | Role::Drop) => Ok(name),
            Some(role) => Err(Error::Data(format!(
                "people are to be known by `{name}`, which has role = \"{}\" and so is published in some form; a column that is never \
                 published has role = \"identifier\"",
                role.name()
            ))),
        };
    }
    match policy.named(Role::Identifier).collect::<Vec<_>>()[..] {
        [one] => Ok(one),
        [] => Err(Error::Data(
            "people must be known again in every table: name the column that says who they are, in the policy with [input] person \
             or role = \"identifier\""
                .to_owned(),
        )),
        ref many => Err(Error::Data(format!(
            "the policy has {} identifiers ({}); [input] person says by which of them people are known again",
            many.len(),
            many.join(", ")
        ))),
    }
}

/// Judges releases together, the oldest first.
pub fn judge_together(policy: &Policy, months: &[Month]) -> Result<TogetherReport, Error> {
    let views: Vec<Seen<'_>> = months.iter().map(Seen::of).collect::<Result<_, _>>()?;
    let mut report = who(months);
    for protect in policy.protect() {
        judge_protection(policy, months, &views, protect, &mut report)?;
    }
    if policy.protect().is_empty() {
        report.open.push("several releases together: nothing is to be protected, so nothing was judged".to_owned());
    }
    report.told = told(&report);
    Ok(report)
}

/// Who is in which.
fn who(months: &[Month]) -> TogetherReport {
    let mut seen: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, month) in months.iter().enumerate() {
        month.people.iter().for_each(|person| seen.entry(&person.id).or_default().push(at));
    }
    let newest = months.len() - 1;
    let count = |is: &dyn Fn(&Vec<usize>) -> bool| seen.values().filter(|at| is(at)).count();
    TogetherReport {
        releases: months.len(),
        people: seen.len(),
        several: count(&|at| at.len() > 1),
        left: count(&|at| at.last() != Some(&newest)),
        came: count(&|at| at[..] == [newest]),
        changed: 0,
        checks: Vec::new(),
        open: Vec::new(),
        told: Vec::new(),
    }
}

/// A release, with what of it covers whom.
struct Seen<'a> {
    groups: Partition,
    columns: Vec<(QuasiPair<'a>, Vec<u32>)>,
}

/// So many questions are asked, whether a group covers a person, of all releases together.
const QUESTIONS: usize = 5_000_000_000;

impl<'a> Seen<'a> {
    fn of(month: &'a Month) -> Result<Self, Error> {
        let groups = month.released.told_apart().into_owned();
        let mut columns = Vec::new();
        for (quasi, (_, labels)) in month.original.quasi.iter().zip(&month.released.quasi) {
            let wrong = |error| Error::Data(format!("{}, column `{}`: {error}", month.released.name, quasi.name));
            let pair =
                QuasiPair::new(month.original.column(&quasi.name), labels, quasi.ladder.tree()).map_err(wrong)?;
            let cells = groups.iter().map(|rows| pair.cell(rows[0] as usize)).collect();
            columns.push((pair, cells));
        }
        Ok(Self { groups, columns })
    }

    /// The groups that cover a row of the original.
    fn covering(&self, row: u32) -> Vec<u32> {
        let covers = |group: &u32| {
            self.columns
                .iter()
                .all(|(pair, cells)| pair.covers[cells[*group as usize] as usize].contains(pair.places[row as usize]))
        };
        (0..self.groups.len() as u32).filter(covers).collect()
    }
}

/// Where a person stands in a release, if in any: the row of the original, and the row of the release where that is known.
type Place = Option<(u32, Option<u32>)>;

/// Everybody, by who they are and what they have.
struct Everybody {
    own: Vec<u32>,
    /// Per release and person.
    rows: Vec<Vec<Place>>,
    changed: usize,
}

impl Everybody {
    fn of(months: &[Month], codes: &dyn Fn(usize, u32) -> u32) -> Self {
        let mut numbers: HashMap<(&str, u32), usize> = HashMap::new();
        let mut own = Vec::new();
        let mut found = Vec::new();
        for (at, month) in months.iter().enumerate() {
            for person in &month.people {
                let code = codes(at, person.row);
                let number = *numbers.entry((person.id.as_str(), code)).or_insert_with(|| {
                    own.push(code);
                    own.len() - 1
                });
                found.push((at, number, person));
            }
        }
        let mut rows = vec![vec![None; own.len()]; months.len()];
        found.into_iter().for_each(|(at, number, person)| rows[at][number] = Some((person.row, person.place)));
        let mut ids: Vec<&str> = numbers.keys().map(|(id, _)| *id).collect();
        ids.sort_unstable();
        let changed = ids.chunk_by(|a, b| a == b).filter(|run| run.len() > 1).count();
        Self { own, rows, changed }
    }
}

fn judge_protection(
    policy: &Policy,
    months: &[Month],
    seen: &[Seen<'_>],
    protect: &Protect,
    report: &mut TogetherReport,
) -> Result<(), Error> {
    let columns = joined(months, protect);
    let columns: Vec<(&str, &Column)> = columns.iter().map(|(name, column)| (name.as_str(), column)).collect();
    let rule = bind::rule(protect, policy, &columns)?;
    let open = |why: &str| format!("{}, of several releases together: {why}", asked(protect));
    if rule.principle().needs() == Needs::Totals || protect.reads() == Reads::Nothing {
        report.open.push(open("this rule is judged of one at a time"));
        return Ok(());
    }
    let places = Places::of(months);
    let attribute = bind::attribute(protect, &columns, places.rows, |row| places.is_left_out(months, row));
    let everybody = Everybody::of(months, &|at, row| attribute.codes()[places.original[at] + row as usize]);
    report.changed = report.changed.max(everybody.changed);
    let grouped = |((month, seen), &from): ((&Month, &Seen<'_>), &usize)| {
        Grouped::of_codes(&seen.groups, &attribute.codes()[from..from + month.released.rows])
    };
    let grouped: Vec<Grouped> = months.iter().zip(seen).zip(&places.released).map(grouped).collect();
    let asks: usize = months.iter().zip(seen).map(|(month, seen)| month.people.len() * seen.groups.len()).sum();
    let covering = (asks <= QUESTIONS).then(|| covering(seen, &everybody));
    let (stands, unknown) = stands(seen, &everybody, &grouped, covering.as_deref());
    let mut histories = Histories { releases: grouped, stands, own: everybody.own, whole: true };
    let asked_for = [protect.view()];
    let views: &[View] =
        if protect.has_views() { &[View::Register, View::Group, View::Candidates] } else { &asked_for };
    for &view in views {
        let required = view == protect.view();
        let rule = if view == View::Register { bind::in_register(rule.clone(), protect) } else { Ok(rule.clone()) };
        // Not every distance can be asked about every figure; where that is not asked for it is left.
        let rule = match rule {
            Ok(rule) => rule,
            Err(_) if !required => continue,
            Err(error) => return Err(error),
        };
        let principle = rule.principle();
        let check = match principle.bind(&attribute) {
            Ok(check) => check,
            Err(_) if !required => continue,
            Err(why) => return Err(bind::unfit(protect, &why)),
        };
        if view == View::Candidates && covering.is_none() {
            report.open.extend(required.then(|| open("there are too many groups and people")));
            continue;
        }
        if view != View::Candidates && unknown > 0 && required {
            let people = words::several(unknown, "person", "people");
            report.open.push(open(&format!(
                "of {people} it is not known which group they stand in; what --private and --previous-private name says it"
            )));
        }
        histories.whole = view == View::Register;
        let outcome = match &covering {
            Some(covering) if view == View::Candidates => {
                candidates(&histories, covering, check.as_ref(), principle.direction())
            }
            _ => histories.judge(check.as_ref(), principle.direction()),
        };
        report.checks.push(TogetherCheck {
            principle: principle.name(),
            title: principle.title(),
            sensitive: protect.sensitive().to_vec(),
            view: view.name(),
            verdict: Verdict::of(outcome.holds()),
            required,
            people: outcome.people,
            above: outcome.above,
            one_value: outcome.one_value,
            left_above: outcome.left_above,
            came_above: outcome.came_above,
            worst_risk: outcome.worst.as_ref().map_or_else(|| "0".to_owned(), Ratio::to_string),
            bound: principle.bound().to_string(),
            bound_is: principle.bound_is(),
            persistent: outcome.persistent,
        });
    }
    Ok(())
}

/// Where the rows of each table begin, if all releases and then all originals stand one below the other.
struct Places {
    released: Vec<usize>,
    original: Vec<usize>,
    rows: usize,
}

impl Places {
    fn of(months: &[Month]) -> Self {
        let mut rows = 0;
        let mut next = |more: usize| {
            rows += more;
            rows - more
        };
        let released = months.iter().map(|month| next(month.released.rows)).collect();
        let original = months.iter().map(|month| next(month.original.rows())).collect();
        Self { released, original, rows }
    }

    fn is_left_out(&self, months: &[Month], row: usize) -> bool {
        let table = |from: &[usize]| from.iter().rposition(|&from| from <= row);
        match table(&self.original) {
            Some(at) => months[at].original.left_out.get(row - self.original[at]),
            None => table(&self.released).is_some_and(|at| months[at].released.left_out.get(row - self.released[at])),
        }
    }
}

/// The protected columns of all tables, one below the other.
fn joined(months: &[Month], protect: &Protect) -> Vec<(String, Column)> {
    let one = |name: &String| {
        let names = std::slice::from_ref(name);
        let released = months.iter().map(|month| pick(&month.released.sensitive, names)[0].1);
        let mut all = released.chain(months.iter().map(|month| pick(&month.original.sensitive, names)[0].1));
        let first = all.next().expect("a release").clone();
        (name.clone(), all.fold(first, |all, next| join(&all, next)))
    };
    protect.sensitive().iter().map(one).collect()
}

/// Per release and person the groups that cover the person.
fn covering(seen: &[Seen<'_>], everybody: &Everybody) -> Vec<Vec<Vec<u32>>> {
    let of = |(seen, rows): (&Seen<'_>, &Vec<Place>)| -> Vec<Vec<u32>> {
        rows.par_iter().map(|row| row.map_or_else(Vec::new, |(row, _)| seen.covering(row))).collect()
    };
    seen.iter().zip(&everybody.rows).map(of).collect()
}

/// Per release the group of every person, and of how many it is not known: where nothing says it, a person stands in the one group that
/// covers it and shows its value; if several do, in an unknown one, and if none does, in none.
fn stands(
    seen: &[Seen<'_>],
    everybody: &Everybody,
    grouped: &[Grouped],
    covering: Option<&[Vec<Vec<u32>>]>,
) -> (Vec<Vec<u32>>, usize) {
    let mut unknown = vec![false; everybody.own.len()];
    let mut all = Vec::new();
    for (at, (seen, rows)) in seen.iter().zip(&everybody.rows).enumerate() {
        let group_of =
            seen.groups.group_of(seen.groups.row_order().iter().map(|&row| row as usize + 1).max().unwrap_or(0));
        let one = |(person, row): (usize, &Place)| match (row, covering) {
            (None, _) => NO_GROUP,
            (Some((_, Some(place))), _) => group_of.get(*place as usize).copied().unwrap_or(NO_GROUP),
            (Some(_), None) => {
                unknown[person] = true;
                NO_GROUP
            }
            (Some(_), Some(covering)) => {
                let shows =
                    |group: &&u32| grouped[at].group(**group as usize).binary_search(&everybody.own[person]).is_ok();
                let mut may = covering[at][person].iter().filter(shows);
                match (may.next(), may.next()) {
                    (Some(&group), None) => group,
                    (None, _) => NO_GROUP,
                    _ => {
                        unknown[person] = true;
                        NO_GROUP
                    }
                }
            }
        };
        all.push(rows.iter().enumerate().map(one).collect());
    }
    (all, unknown.into_iter().filter(|unknown| *unknown).count())
}

/// Judges everybody by all groups that cover them, in all releases that they are in.
fn candidates(
    histories: &Histories,
    covering: &[Vec<Vec<u32>>],
    check: &dyn Check,
    direction: Direction,
) -> HistoryOutcome {
    let union = |at: usize, person: usize| -> Vec<u32> {
        let groups = covering[at][person].iter();
        let mut all: Vec<u32> =
            groups.flat_map(|&group| histories.releases[at].group(group as usize)).copied().collect();
        all.sort_unstable();
        all
    };
    let one = |person: usize| {
        let own = histories.own[person];
        let each: Vec<Vec<u32>> =
            (0..covering.len()).map(|at| union(at, person)).filter(|all| all.binary_search(&own).is_ok()).collect();
        if own == NO_CODE || each.is_empty() {
            return None;
        }
        let left = common(&each.iter().map(Vec::as_slice).collect::<Vec<_>>());
        Some((each.len(), left.first() == left.last(), check.judge_member(own, &left)))
    };
    let found: Vec<_> = (0..histories.own.len()).into_par_iter().filter_map(one).collect();
    HistoryOutcome {
        people: found.len(),
        several: found.iter().filter(|(releases, ..)| *releases > 1).count(),
        above: found.iter().filter(|(.., finding)| !finding.holds).count(),
        one_value: found.iter().filter(|(_, one, _)| *one).count(),
        left_above: 0,
        came_above: 0,
        worst: found.into_iter().map(|(.., finding)| finding.measure).max_by(|a, b| direction.compare(a, b)),
        persistent: false,
    }
}

/// What was found, in sentences.
fn told(report: &TogetherReport) -> Vec<String> {
    let people = |count: usize| words::several(count, "person", "people");
    let mut said = vec![format!(
        "{} releases together are about {}: {} in several of them, {} no longer in the newest, {} only in the newest.",
        report.releases,
        people(report.people),
        people(report.several),
        people(report.left),
        people(report.came)
    )];
    if report.changed > 0 {
        said.push(format!(
            "{} not have the same value in all: from a change on they count as somebody else, and what is known of how values change \
             was not judged.",
            words::several(report.changed, "person does", "people do")
        ));
    }
    for check in &report.checks {
        let of = format!("{} of {}, {} view, all together", check.title, check.sensitive.join(", "), check.view);
        let optional = if check.required { String::new() } else { format!(" ({})", words::NOT_ASKED_FOR) };
        let worst = format!("the worst is {}, allowed is {} {}", check.worst_risk, check.bound_is, check.bound);
        let judged = people(check.people);
        said.push(match check.verdict {
            Verdict::Fail => format!(
                "{of}: FAILS{optional} for {}; {} one value left; of {} it tells too much that they left, of {} that they came; \
                 {worst}.",
                words::part(check.above, check.people, "person", "people"),
                words::several(check.one_value, "person has", "people have"),
                people(check.left_above),
                people(check.came_above)
            ),
            _ => format!(
                "{of}: holds{optional} for {judged}; {} one value left; {worst}.{}",
                words::several(check.one_value, "person has", "people have"),
                if check.persistent { " Groups persist from release to release." } else { "" }
            ),
        });
    }
    said
}
