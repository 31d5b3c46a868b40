//! From rows to groups: which rows are tried, who deals them, and what is nearest when it cannot be done.

use aloof_methods::Axis;
use aloof_methods::pace::{Pace, Turn};
use aloof_methods::split::MayStand;
use aloof_principles::Reads;
use aloof_table::{Attribute, Column, LabelColumn, Partition};
use rayon::prelude::*;

use super::every::Every;
use super::kept::{Kept, Quasi};
use super::plan::{Plan, Proximity, Way};
use super::rules::{GroupRule, group_rule};
use super::starred::starred;
use super::stronger::{better, stronger};
use super::withhold;
use crate::advise::{AdviceCheck, Facts, facts};
use crate::data::Original;
use crate::manifest::Counts;
use crate::policy::{Policy, Protect};
use crate::release::chance::Chance;
use crate::release::impossible;
use crate::release::maker::{Case, nobody_left};
use crate::release::makers::{mondrian, parts, split, xcolor};
use crate::{Error, Promise, Refusal, Why};

/// Groups of the rows that are kept, and for every quasi column what each group shows.
pub(in crate::release) struct Solved {
    pub partition: Partition,
    pub texts: Vec<LabelColumn>,
}

impl Solved {
    /// With what the groups of these rows show.
    pub fn new(kept: &Kept<'_>, partition: Partition) -> Self {
        let texts = kept.quasi.par_iter().map(|quasi| quasi.text(&partition)).collect();
        Self { partition, texts }
    }

    /// Groups that show the same in every column.
    pub fn look_alikes(&self) -> Partition {
        Partition::by_equal_labels(&self.texts.iter().collect::<Vec<_>>(), self.partition.len(), |_| false)
    }
}

/// What dealing came to.
pub(in crate::release) enum Deal {
    /// Groups of all rows.
    Groups(Solved),
    /// Groups of all rows but these, which may be withheld.
    Fewer(Vec<u32>),
}

/// What whoever deals is given.
pub(in crate::release) struct Dealing<'a> {
    pub policy: &'a Policy,
    pub original: &'a Original,
    pub kept: &'a Kept<'a>,
    pub axes: &'a [Axis],
    /// Monotone rules that every group must keep.
    pub rules: &'a [GroupRule<'a>],
    /// Whether rows may stand as a group, where anything is asked.
    pub may_stand: Option<MayStand<'a>>,
    /// So many rows may be withheld.
    pub allowed: usize,
    /// Where exchanges by chance come from.
    pub temper: [u8; 32],
    /// How many steps searches take.
    pub pace: &'a Pace<'a>,
    /// Whether nothing is searched for after the groups.
    pub last: bool,
    /// How many rows of a larger table each row stands for.
    pub stands_for: usize,
    /// Whether they are worked on in as many pieces as those would be.
    pub in_pieces: bool,
}

impl Dealing<'_> {
    /// For a search after which there is none.
    pub fn turn(&self) -> Turn<'_> {
        if self.last { self.pace.last() } else { self.pace.before_others() }
    }

    /// Rows that effort goes by.
    pub fn size(&self) -> usize {
        self.kept.rows.len() * self.stands_for
    }

    /// How many rows a group gets before anything is asked of it.
    pub fn least(&self) -> u32 {
        self.rules.iter().map(GroupRule::rows_to_start_with).max().unwrap_or(1)
    }

    /// What is asked of a group beyond so many rows: a rule that counts rows alone is kept by the maker itself, and cheaper than being
    /// asked of every group.
    pub fn asks(&self) -> Option<MayStand<'_>> {
        let counted = self.rules.iter().all(|asked| asked.rule.principle().reads() == Reads::Nothing);
        self.may_stand.filter(|_| !counted)
    }

    /// These groups, with what they show.
    pub fn solved(&self, partition: Partition) -> Solved {
        Solved::new(self.kept, partition)
    }
}

/// The rows that are published, in groups.
pub(in crate::release) struct Dealt<'a> {
    pub kept: Kept<'a>,
    pub solved: Solved,
    pub dropped: usize,
    /// What every row withheld for detail saves the others: over them, the share of the domains that is covered no more.
    pub saved_per_row: Option<f64>,
    pub algorithm: &'static str,
}

impl<'a> Dealt<'a> {
    /// Rows are withheld only where nobody is assumed to know who is in the table, and only if it cannot be had of all. `last`:
    /// nothing is searched for afterwards.
    pub fn new(case: &Case<'a>, last: bool) -> Result<Self, Error> {
        let Case { policy, original, chance, .. } = *case;
        let plan = Plan::new(policy)?;
        let everyone = Kept::all(original);
        if everyone.rows.is_empty() {
            return Err(nobody_left());
        }
        let dropped = original.rows() - everyone.rows.len();
        if let Some(solved) = starred(&plan, case, &everyone, last)? {
            return Ok(Self { kept: everyone, solved, dropped, saved_per_row: None, algorithm: plan.algorithm() });
        }
        let allowed = policy.method().may_withhold_to_promise(everyone.rows.len());
        let every = Every::of(original, policy);
        // Of a few rows no more are withheld than need be: all ways are tried at once.
        let tried = every.as_ref().filter(|_| allowed > 0).map(|every| every.best(allowed, chance)).transpose()?;
        let found = match tried.flatten() {
            Some(found) => Ok(found),
            None => with_stronger(&plan, case, &everyone, every.as_ref(), last)?,
        };
        let (kept, solved) = match found {
            Ok(found) => found,
            // An algorithm as printed finds what it finds; what is proven of all rows is not, of fewer.
            Err(refusal) if policy.method().is_printed() && !(allowed > 0 && refusal.why.is_proven()) => {
                return Err((*refusal).into());
            }
            Err(refusal) if policy.method().is_printed() => {
                return Err(settled(*refusal, policy, &everyone, every)?.into());
            }
            Err(refusal) => match last_resort(original, policy, every.as_ref(), chance)? {
                Some(found) => found,
                None => return Err(settled(*refusal, policy, &everyone, every)?.into()),
            },
        };
        Ok(Self { kept, solved, dropped, saved_per_row: None, algorithm: plan.algorithm() })
    }

    pub fn counts(&self, original: &Original) -> Counts {
        let published = self.kept.rows.len();
        Counts {
            published,
            suppressed: original.rows() - self.dropped - published,
            dropped: self.dropped,
            groups: self.solved.partition.len(),
            saved_per_row: self.saved_per_row,
            algorithm: self.algorithm,
        }
    }
}

/// Rows that stay, and their groups.
type Found<'a> = (Kept<'a>, Solved);

/// What the plan's maker finds, or what keeps more and does not lose as much.
fn with_stronger<'a>(
    plan: &Plan<'_>,
    case: &Case<'a>,
    everyone: &Kept<'_>,
    every: Option<&Every<'_, 'a>>,
    last: bool,
) -> Result<Result<Found<'a>, Box<Refusal>>, Error> {
    let more = stronger(plan, case, everyone, every, false)?;
    let found = sought(plan, case, everyone, last)?;
    let more = if more.is_none() && found.is_err() { stronger(plan, case, everyone, every, true)? } else { more };
    let Some(more) = more else { return Ok(found) };
    Ok(Ok(match found {
        Ok((kept, solved)) if kept.rows.len() == everyone.rows.len() => {
            let solved = better(&kept, Some(solved), more);
            (kept, solved)
        }
        _ => (Kept::all(case.original), more),
    }))
}

/// What the plan's maker finds, or why it does not.
fn sought<'a>(
    plan: &Plan<'_>,
    case: &Case<'a>,
    everyone: &Kept<'_>,
    last: bool,
) -> Result<Result<Found<'a>, Box<Refusal>>, Error> {
    let Case { policy, original, chance, .. } = *case;
    let (all, allowed) = (everyone.rows.len(), policy.method().may_withhold_to_promise(everyone.rows.len()));
    let mut refused = None;
    for rows in attempts(plan, policy, everyone, chance).or_else(|error| keep_refusal(error, &mut refused))? {
        let mut kept = Kept::new(original, rows);
        // Fewer rows can change what is similar, by their range; so they are dealt anew.
        while !kept.rows.is_empty() {
            let left = allowed.saturating_sub(all - kept.rows.len());
            match deal(plan, case, &kept, left, last) {
                Ok(Deal::Groups(solved)) => return Ok(Ok((kept, solved))),
                Ok(Deal::Fewer(rows)) => kept = kept.without(original, &withhold::alike(&kept, &rows, chance)),
                Err(Error::Refused(refusal)) => {
                    refused = refused.or(Some(refusal));
                    break;
                }
                Err(error) => return Err(error),
            }
        }
    }
    refused.map(Err).ok_or_else(nobody_left)
}

/// Where a maker finds nothing: every way to group a few rows; else all rows as one group, if that keeps everything, so that
/// nobody is refused what the table as a whole can promise.
fn last_resort<'a>(
    original: &'a Original,
    policy: &Policy,
    every: Option<&Every<'_, 'a>>,
    chance: &Chance,
) -> Result<Option<Found<'a>>, Error> {
    match every {
        Some(every) => every.best(policy.method().may_withhold_to_promise(every.rows()), chance),
        None => one_group(original, policy),
    }
}

/// All rows as one group, if that keeps everything. It covers everybody, so that the views do not differ.
fn one_group<'a>(original: &'a Original, policy: &Policy) -> Result<Option<Found<'a>>, Error> {
    // By a population it was tried already: all people are the part that is cut first.
    if policy.presence().is_some() {
        return Ok(None);
    }
    let kept = Kept::all(original);
    let all: Vec<u32> = (0..kept.rows.len() as u32).collect();
    for protect in policy.protect() {
        let rule = group_rule(protect, policy, &kept)?;
        if !rule.lets(rule.bind()?.as_ref(), &all) {
            return Ok(None);
        }
    }
    let solved = Solved::new(&kept, Partition::from_group_of(&vec![0; all.len()], 1));
    Ok(Some((kept, solved)))
}

/// Refuses a table of which it is proven, by what is known of it, that nothing can be made: those who are drawn from a table
/// must not decide whether a release is made.
pub(in crate::release) fn refuse_impossible(policy: &Policy, original: &Original) -> Result<(), Error> {
    let everyone = Kept::all(original);
    if everyone.rows.is_empty() {
        return Err(nobody_left());
    }
    let every = Every::of(original, policy);
    let known = facts(policy, everyone.rows.len(), |protect| everyone.pick(protect.sensitive()), every.as_ref())?;
    if !known.is_impossible() {
        return Ok(());
    }
    match ruled_out(&known, policy, everyone.rows.len(), every)? {
        Some(refusal) => Err(refusal.into()),
        None => Ok(()),
    }
}

fn promise(check: &AdviceCheck) -> Promise {
    Promise { sensitive: check.sensitive.clone(), title: check.title.clone(), view: check.view }
}

/// The refusal where what is known of the table proves that nothing can be had.
fn ruled_out(
    known: &Facts,
    policy: &Policy,
    rows: usize,
    every: Option<Every<'_, '_>>,
) -> Result<Option<Refusal>, Error> {
    let allowed = known.may_withhold as usize;
    if let (true, Some(every)) = (known.is_impossible() && known.is_tried(), every) {
        let ways = every.ways(allowed);
        let asked: Vec<&Protect> = policy.protect().iter().collect();
        let numbers_help =
            !policy.output().group_ids && every.with_numbers().least_withheld(&asked, allowed)?.is_some();
        let promises = known.checks.iter().map(promise).collect();
        return Ok(Some(Refusal::new(Why::Tried { promises, ways, rows, allowed, numbers_help })));
    }
    Ok(known.witnesses().next().map(|check| {
        Refusal::new(Why::RuledOut {
            promise: promise(check),
            because: check.nearest.clone().unwrap_or_else(|| "no groups can keep it".to_owned()),
        })
    }))
}

/// The refusal by what is known of the table, as advice tells it: *impossible* if that is, and only then.
fn settled(
    found: Refusal,
    policy: &Policy,
    everyone: &Kept<'_>,
    every: Option<Every<'_, '_>>,
) -> Result<Refusal, Error> {
    let rows = everyone.rows.len();
    let known = facts(policy, rows, |protect| everyone.pick(protect.sensitive()), every.as_ref())?;
    let allowed = known.may_withhold as usize;
    if known.witnesses().any(|check| found.why.is_proof_about(&promise(check))) {
        return Ok(found);
    }
    if let Some(refusal) = ruled_out(&known, policy, rows, every)? {
        return Ok(refusal);
    }
    if !found.why.is_proven() {
        return Ok(found);
    }
    if allowed > 0 {
        let lacking = known.checks.iter().filter(|check| check.feasible == Some(false));
        let promises = lacking.map(promise).collect();
        return Ok(Refusal::new(Why::Withholding { promises, rows, allowed }).with(found.nearest));
    }
    // Of one protection it was proven only because of what the others ask.
    let promises = known.checks.iter().map(promise).collect();
    Ok(Refusal::new(Why::NoGroups { promises, weaker_view: false, numbers_help: false }))
}

/// Deals the rows into groups that keep all of the plan; up to `allowed` rows may be withheld.
pub(super) fn deal(
    plan: &Plan<'_>,
    case: &Case<'_>,
    kept: &Kept<'_>,
    allowed: usize,
    last: bool,
) -> Result<Deal, Error> {
    let Case { policy, original, pace, stands_for, in_pieces, .. } = *case;
    let rules = plan.monotone.iter().map(|protect| group_rule(protect, policy, kept)).collect::<Result<Vec<_>, _>>()?;
    let checks = rules.iter().map(GroupRule::bind).collect::<Result<Vec<_>, _>>()?;
    for (asked, check) in rules.iter().zip(&checks) {
        let everyone: Vec<u32> = (0..kept.rows.len() as u32).collect();
        if let Some(finding) = asked.judge(check.as_ref(), &everyone).filter(|finding| !finding.holds) {
            return Err(impossible::whole_table(asked, &finding, everyone.len()));
        }
    }
    let may_stand = |rows: &[u32]| rules.iter().zip(&checks).all(|(asked, check)| asked.lets(check.as_ref(), rows));
    let axes: Vec<Axis> = kept.quasi.par_iter().map(Quasi::axis).collect();
    let asks: Option<MayStand<'_>> = if rules.is_empty() { None } else { Some(&may_stand) };
    let temper = case.chance.key("exchanges");
    let dealing = Dealing {
        policy,
        original,
        kept,
        axes: &axes,
        rules: &rules,
        may_stand: asks,
        allowed,
        temper,
        pace,
        last,
        stands_for,
        in_pieces,
    };
    match &plan.way {
        Way::Cut => split::cut(&dealing).map(Deal::Groups),
        Way::Mondrian(median) => Ok(Deal::Groups(mondrian::cut(&dealing, *median))),
        Way::Apart(near) => split::apart(&dealing, near).map(Deal::Groups),
        Way::Windows(windows) => split::windows(&dealing, windows).map(Deal::Groups),
        Way::Colour(stars) => xcolor::colour(&dealing, stars),
        Way::Parts(presence, others) => parts::cut(&dealing, presence, others).map(Deal::Groups),
    }
}

/// The rows to try it with, one after the other: all, if what is asked may be had of them; else as many as may stay, if
/// the policy lets so many go so that others can be promised something. In the candidates view also as many as can stay for certain.
fn attempts(plan: &Plan<'_>, policy: &Policy, everyone: &Kept<'_>, chance: &Chance) -> Result<Vec<Vec<u32>>, Error> {
    let mut tried = vec![everyone.rows.clone()];
    for near in plan.proximity() {
        let some = attempts_for(near, policy, everyone, chance)?;
        if some.len() != 1 || some[0].len() < everyone.rows.len() {
            tried = some;
        }
    }
    Ok(tried)
}

fn attempts_for(
    near: &Proximity<'_>,
    policy: &Policy,
    everyone: &Kept<'_>,
    chance: &Chance,
) -> Result<Vec<Vec<u32>>, Error> {
    let attribute = attribute(near, everyone);
    let allowed = policy.method().may_withhold_to_promise(everyone.rows.len());
    let mut attempts = Vec::new();
    for apart in near.attempts() {
        let crowd = near.crowd(&attribute, apart)?;
        let limits = crowd.limits(near.m);
        if limits.window * near.m as usize <= limits.rows {
            attempts = vec![everyone.rows.clone()];
            continue;
        }
        let most = crowd.keep_most(near.m);
        let stay: usize = most.iter().map(|&kept| kept as usize).sum();
        // Who has no value stays; where nobody else does, nothing is asked of anybody.
        let go = limits.rows - stay;
        if go <= allowed && go < everyone.rows.len() {
            let rows = withhold::staying(&attribute, most, &crowd.near(), near.m, chance);
            attempts.push(rows.into_iter().map(|row| everyone.rows[row as usize]).collect());
        }
    }
    if attempts.is_empty() {
        return Err(impossible::crowded(near, &attribute, policy));
    }
    Ok(attempts)
}

/// A refusal is kept for later, when all has been tried; other errors end it.
fn keep_refusal(error: Error, refused: &mut Option<Box<Refusal>>) -> Result<Vec<Vec<u32>>, Error> {
    let Error::Refused(refusal) = error else { return Err(error) };
    *refused = Some(refusal);
    Ok(Vec::new())
}

/// The values that the proximity principle protects.
pub(in crate::release) fn attribute(near: &Proximity<'_>, kept: &Kept<'_>) -> Attribute {
    let columns: Vec<(&str, &Column)> = kept.pick(near.protect.sensitive());
    Attribute::new(&columns, |_| false)
}
