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
//! Without an original nothing is known of quasi values: what private directories say of who stands where is enough for the register
//! and the group view.
//!
//! # Cost
//! That of the histories; for the candidates view, and where it is not known who stands where, every person asks every group.

mod alone;
mod people;
mod report;
mod seen;
mod unasked;

use aloof_judge::views::{Grouped, Histories, HistoryOutcome};
use aloof_principles::{Check, Direction, Needs, Reads, Rule};
use aloof_table::{Attribute, Column, Means, Ratio};

pub use self::people::person_column;
use self::people::{Everybody, Places};
pub use self::report::{TogetherCheck, TogetherReport};
use self::seen::{Covering, Seen};
pub use self::unasked::Unasked;
use super::report::{Verdict, asked};
use crate::Error;
use crate::data::{Original, Released};
use crate::policy::{Policy, Protect, View, bind};
use crate::words;

/// One of several releases, the table it was made of where that is there, and who stands where.
pub struct Month {
    /// What was published.
    pub released: Released,
    /// What it was made of; without it only those are known of whom a place is.
    pub original: Option<Original>,
    /// Everybody in the original.
    pub people: Vec<Member>,
}

/// Somebody in a table.
pub struct Member {
    /// Who that is, in all tables.
    pub id: String,
    /// The row of the original, where that is there.
    pub row: Option<u32>,
    /// The row of the release; `None`: not known.
    pub place: Option<u32>,
}

/// Judges releases together, the oldest first. `ever`: so many people stood in them or in releases before, by what their series keep,
/// somebody whose value changed once for each; `None` where nothing says it.
pub fn judge_together(policy: &Policy, months: &[Month], ever: Option<usize>) -> Result<TogetherReport, Error> {
    let views: Vec<Seen<'_>> = months.iter().map(Seen::of).collect::<Result<_, _>>()?;
    let mut report = people::who(months);
    for protect in policy.protect() {
        judge_protection(policy, (months, ever), &views, protect, &mut report)?;
    }
    if policy.protect().is_empty() {
        unasked::measure(policy, months, &views, &mut report);
    }
    report.tell();
    Ok(report)
}

/// One protection, and everybody whom it protects.
struct Judging<'a> {
    protect: &'a Protect,
    stood: Stood,
    /// So many people stand only in releases that are not among these, where that is known.
    missing: Option<usize>,
}

/// Where everybody stood, in all releases.
struct Stood {
    histories: Histories,
    /// Per release and person the groups that cover them, where that is known.
    covering: Option<Covering>,
    /// Of so many people it is not known where they stand.
    unknown: usize,
    /// So many have not the same value in all.
    changed: usize,
}

impl Stood {
    /// `attribute` is that of all tables, one below the other.
    fn of(months: &[Month], seen: &[Seen<'_>], places: &Places, attribute: &Attribute) -> Self {
        let everybody = Everybody::of(months, &|at, person| attribute.codes()[places.of_person(at, person)]);
        let grouped = |((month, seen), &from): ((&Month, &Seen<'_>), &usize)| {
            Grouped::of_codes(&seen.groups, &attribute.codes()[from..from + month.released.rows])
        };
        let grouped: Vec<Grouped> = months.iter().zip(seen).zip(&places.released).map(grouped).collect();
        let covering = seen::covering(months, seen, &everybody);
        let (stands, unknown) = seen::stands(seen, &everybody, &grouped, covering.as_deref());
        let Everybody { own, changed, .. } = everybody;
        Self { histories: Histories { releases: grouped, stands, own, whole: true }, covering, unknown, changed }
    }
}

fn judge_protection(
    policy: &Policy,
    (months, ever): (&[Month], Option<usize>),
    seen: &[Seen<'_>],
    protect: &Protect,
    report: &mut TogetherReport,
) -> Result<(), Error> {
    let columns = people::joined(months, protect.sensitive());
    let columns: Vec<(&str, &Column)> = columns.iter().map(|(name, column)| (name.as_str(), column)).collect();
    let rule = bind::rule(protect, policy, &columns)?;
    if rule.principle().needs() == Needs::Totals || protect.reads() == Reads::Nothing {
        report.open.push(open(protect, "this rule is judged of one at a time"));
        return Ok(());
    }
    let places = Places::of(months);
    let attribute = bind::attribute(protect, &columns, places.rows, |row| places.is_left_out(months, row));
    let stood = Stood::of(months, seen, &places, &attribute);
    report.changed = report.changed.max(stood.changed);
    let strange = people::strange(months, &places, &stood.histories.own, attribute.codes());
    if let Some(found) = report.counterfeits.as_mut().filter(|_| strange > 0) {
        *found = strange.max(*found);
        let rows = words::several(strange, "row stands", "rows stand");
        report.open.push(open(protect, &format!("{rows} for nobody, with a value that nobody in any of them has")));
    }
    let missing = ever.map(|ever| ever.saturating_sub(stood.histories.own.len()));
    let mut judging = Judging { protect, stood, missing };
    let before = report.checks.len();
    let asked_for = [protect.view()];
    let views: &[View] =
        if protect.has_views() { &[View::Register, View::Group, View::Candidates] } else { &asked_for };
    for &view in views {
        judging.in_view(view, rule.clone(), &attribute, report)?;
    }
    judging.beside_counterfeits(report, before);
    Ok(())
}

/// Why a protection is not judged of several releases.
fn open(protect: &Protect, why: &str) -> String {
    format!("{}, of several releases together: {why}", asked(protect))
}

impl Judging<'_> {
    /// Judges what one view asks; views that are not asked for only where they can be.
    fn in_view(
        &mut self,
        view: View,
        rule: Rule,
        attribute: &Attribute,
        report: &mut TogetherReport,
    ) -> Result<(), Error> {
        let required = view == self.protect.view();
        let rule = if view == View::Register { bind::in_register(rule, self.protect) } else { Ok(rule) };
        // Not every distance can be asked about every figure; where that is not asked for it is left.
        let rule = match rule {
            Ok(rule) => rule,
            Err(_) if !required => return Ok(()),
            Err(error) => return Err(error),
        };
        let principle = rule.principle();
        let check = match principle.bind(attribute) {
            Ok(check) => check,
            Err(_) if !required => return Ok(()),
            Err(why) => return Err(bind::unfit(self.protect, &why)),
        };
        let Some(outcome) = self.outcome(view, check.as_ref(), principle.direction()) else {
            let why = "whom groups cover is not known: that takes the originals, and tables that are not too large";
            report.open.extend(required.then(|| open(self.protect, why)));
            return Ok(());
        };
        if required {
            report.open.extend(self.left_open(view, &outcome));
        }
        // Who left and who came is asked of groups that people are known to stand in, by the rule that groups keep.
        let knows_groups = view != View::Candidates && self.protect.as_invariance().is_none();
        report.checks.push(TogetherCheck {
            principle: principle.name(),
            title: principle.title(),
            sensitive: self.protect.sensitive().to_vec(),
            view: view.name(),
            verdict: Verdict::of(outcome.holds()),
            required,
            people: outcome.people,
            above: outcome.above,
            one_value: outcome.one_value,
            left_above: knows_groups.then_some(outcome.left_above),
            came_above: knows_groups.then_some(outcome.came_above),
            worst_risk: outcome.worst.as_ref().map_or_else(|| "0".to_owned(), Ratio::to_string),
            bound: principle.bound().to_string(),
            bound_is: principle.bound_is(),
            persistent: outcome.persistent,
        });
        Ok(())
    }

    fn outcome(&mut self, view: View, check: &dyn Check, direction: Direction) -> Option<HistoryOutcome> {
        if self.protect.as_invariance().is_some() {
            return Some(self.stood.histories.judge_invariance(check, direction));
        }
        self.stood.histories.whole = view == View::Register;
        if view == View::Candidates {
            return Some(seen::candidates(&self.stood.histories, self.stood.covering.as_ref()?, check, direction));
        }
        Some(self.stood.histories.judge(check, direction))
    }

    /// Adds to the checks from this one on what follows from counterfeits having values of people.
    fn beside_counterfeits(&self, report: &mut TogetherReport, from: usize) {
        let Some(near) = self.protect.kept_apart().filter(|_| report.counterfeits.is_some()) else { return };
        let found = alone::alone(&self.stood.histories, near.m() as usize, self.missing == Some(0));
        let people = |count: usize| words::several(count, "person stands", "people stand");
        report.alone = report.alone.max(found.people);
        if self.protect.as_invariance().is_some() && found.people > 0 {
            // That groups stay as they are is all that it defines, and they do.
            let why = "beside counterfeits with a value that nobody else has, so that it is known to be real";
            report.open.push(open(self.protect, &format!("{} {why}", people(found.people))));
        } else if let Some(fewest) = found.fewest {
            let told = report.checks[from..].iter_mut().filter(|check| check.view != View::Candidates.name());
            told.for_each(|check| check.break_for(found.people, fewest));
        }
        if found.unclear > 0 {
            let why = "beside counterfeits in groups that no release shows without, with values that no group without shows, and what \
                       follows from that was not judged";
            report.open.push(open(self.protect, &format!("{} {why}{}", people(found.unclear), self.not_named())));
        }
    }

    /// That releases of the series are not named, where that is so.
    fn not_named(&self) -> String {
        match self.missing {
            None | Some(0) => String::new(),
            Some(missing) => format!(
                ". {} of the series (one for each value that somebody had) only in releases that are not named, and may have such values: \
                 name all of them ({}, {})",
                words::several(missing, "person is", "people are"),
                Means::Previous,
                Means::PreviousPrivate
            ),
        }
    }

    /// What was not judged to the end, where what was judged holds.
    fn left_open(&self, view: View, outcome: &HistoryOutcome) -> Vec<String> {
        if view == View::Candidates {
            return Vec::new();
        }
        let mut left = Vec::new();
        if self.stood.unknown > 0 {
            let people = words::several(self.stood.unknown, "person", "people");
            left.push(format!(
                "of {people} it is not known which group they stand in; {} and {} say it",
                Means::Private,
                Means::PreviousPrivate
            ));
        }
        if outcome.holds() && !outcome.persistent {
            left.push(
                "nothing that was judged breaks it, but groups do not persist, and what follows from who stands beside whom in all \
                 releases was not judged"
                    .to_owned(),
            );
        }
        left.into_iter().map(|why| open(self.protect, &why)).collect()
    }
}
