//! From rows to groups: the maker is asked, and what it cannot promise by itself is looked after.

use aloof_judge::views::Grouped;
use aloof_methods::Axis;
use aloof_methods::advise::Apart;
use aloof_methods::baselines::{Median, mondrian};
use aloof_methods::split::{Effort, Infeasible, MayStand, Problem, Tuning, candidates_with, printed, split_with};
use aloof_principles::{Check, Principle, Rule};
use aloof_table::{Attribute, Column, Domain, LabelColumn, Partition};
use rayon::prelude::*;

use super::color::{self, Colored};
use super::crowd::Crowd;
use super::impossible;
use super::kept::{Kept, Quasi};
use super::mend::mend;
use super::plan::{Plan, Proximity};
use super::seen;
use crate::Error;
use crate::audit::{Original, nobody, rule, values_matter};
use crate::policy::{Policy, Protect, View};

/// Groups of the rows that are kept, and for every quasi column what each group shows.
pub(super) struct Solved {
    pub partition: Partition,
    pub texts: Vec<LabelColumn>,
}

impl Solved {
    /// Groups that show the same in every column.
    pub fn look_alikes(&self) -> Partition {
        Partition::by_equal_labels(&self.texts.iter().collect::<Vec<_>>(), self.partition.len(), |_| false)
    }
}

/// What dealing came to.
pub(super) enum Outcome {
    /// Groups of all rows.
    Solved(Solved),
    /// Groups of all rows but these, which may be withheld.
    Fewer(Vec<u32>),
}

/// Deals the rows into groups that keep all of the plan; up to `allowed` rows may be withheld.
pub(super) fn solve(
    plan: &Plan<'_>,
    policy: &Policy,
    original: &Original,
    kept: &Kept<'_>,
    allowed: usize,
) -> Result<Outcome, Error> {
    let rules = plan.monotone.iter().map(|protect| asked(protect, policy, kept)).collect::<Result<Vec<_>, _>>()?;
    let checks = rules.iter().map(Asked::bind).collect::<Result<Vec<_>, _>>()?;
    for (asked, check) in rules.iter().zip(&checks) {
        let everyone: Vec<u32> = (0..kept.rows.len() as u32).collect();
        let finding = check.judge(&asked.attribute.group(&everyone));
        if !finding.holds {
            return Err(impossible::whole_table(asked.protect, asked.rule.principle(), &finding, everyone.len()));
        }
    }
    let may_stand = |rows: &[u32]| rules.iter().zip(&checks).all(|(asked, check)| asked.lets(check.as_ref(), rows));
    let axes: Vec<Axis> = kept.quasi.par_iter().map(Quasi::axis).collect();
    let asks: Option<MayStand<'_>> = if rules.is_empty() { None } else { Some(&may_stand) };
    if !plan.stars.is_empty() {
        return Ok(match color::deal(&plan.stars, policy, kept, &axes, asks, allowed)? {
            Colored::Groups(partition) => Outcome::Solved(with_texts(kept, partition)),
            Colored::Fewer(rows) => Outcome::Fewer(rows),
        });
    }
    let solved = match &plan.proximity {
        None if policy.method().algorithm() == Some("mondrian") => {
            let median = if policy.method().is_relaxed() { Median::Relaxed } else { Median::Strict };
            with_texts(kept, mondrian(&axes, kept.rows.len(), median, &may_stand))
        }
        None => {
            let codes = vec![0; kept.rows.len()];
            // What counts rows alone is kept by the maker itself, and cheaper than being asked of every group.
            let m = rules.iter().map(Asked::least_rows).max().unwrap_or(1);
            let counted = rules.iter().all(|asked| matches!(asked.rule, Rule::KAnonymity(_)));
            let asks: Option<MayStand<'_>> = if counted { None } else { Some(&may_stand) };
            let problem = Problem { axes: &axes, codes: &codes, near: None, m, may_stand: asks };
            // Cuts alone come close to the best here, so that more is done only where it is asked for.
            let tuning = Tuning::of(policy.method().effort().unwrap_or(Effort::Quick)).without_near();
            let partition = split_with(&problem, &tuning).map_err(|found| Error::Bug(found.to_string()))?;
            with_texts(kept, partition)
        }
        Some(near) if policy.method().is_printed() => as_printed(near, policy, kept, &axes)?,
        Some(near) if near.apart() == Apart::InMixture => for_candidates(near, policy, original, kept, &axes, asks)?,
        Some(near) => deal(near, policy, kept, &axes, asks)?,
    };
    Ok(Outcome::Solved(solved))
}

fn tuning(policy: &Policy, kept: &Kept<'_>) -> Tuning {
    Tuning::of(policy.method().effort().unwrap_or_else(|| Effort::for_rows(kept.rows.len())))
}

/// A monotone rule and the values it is asked about.
pub(super) struct Asked<'a> {
    pub protect: &'a Protect,
    pub rule: Rule,
    pub attribute: Attribute,
}

pub(super) fn asked<'a>(protect: &'a Protect, policy: &Policy, kept: &Kept<'_>) -> Result<Asked<'a>, Error> {
    let columns = kept.pick(protect.sensitive());
    let rule = rule(protect, policy, &columns)?;
    let nobody = (!values_matter(protect)).then(|| nobody(kept.rows.len()));
    let columns = nobody.as_ref().map_or(columns, |nobody| vec![("", nobody)]);
    let attribute = policy.in_whole(Attribute::new(&columns, |_| false), rule.principle())?;
    Ok(Asked { protect, rule, attribute })
}

impl Asked<'_> {
    pub fn bind(&self) -> Result<Box<dyn Check + '_>, Error> {
        self.rule.principle().bind(&self.attribute).map_err(|unfit| misfit(self.protect, &unfit))
    }

    /// No group of fewer rows can hold.
    pub fn least_rows(&self) -> u32 {
        match &self.rule {
            Rule::KAnonymity(rule) => rule.k(),
            Rule::Distinct(rule) => rule.l(),
            Rule::AlphaK(rule) => rule.k(),
            Rule::KE(rule) => rule.k(),
            _ => 1,
        }
    }

    /// Whether these rows may stand as a group. Makers ask often, so people are counted without looking at them.
    pub fn lets(&self, check: &dyn Check, rows: &[u32]) -> bool {
        match &self.rule {
            Rule::KAnonymity(rule) => rows.len() >= rule.k() as usize,
            Rule::Distinct(rule) if rule.l() <= FEW => has_distinct(self.attribute.codes(), rows, rule.l() as usize),
            _ => !rows.is_empty() && check.judge(&self.attribute.group(rows)).holds,
        }
    }
}

/// So many values are looked for one by one, without sorting.
const FEW: u32 = 16;

/// Whether the rows have at least `least` different values; large groups show so many among their first rows.
fn has_distinct(codes: &[u32], rows: &[u32], least: usize) -> bool {
    let mut seen: Vec<u32> = Vec::with_capacity(least);
    rows.iter().any(|&row| {
        let code = codes[row as usize];
        if !seen.contains(&code) {
            seen.push(code);
        }
        seen.len() >= least
    })
}

pub(super) fn misfit(protect: &Protect, unfit: &dyn std::fmt::Display) -> Error {
    Error::Data(format!("{}: {} on {}: {unfit}", protect.place, protect.principle(), protect.sensitive().join(", ")))
}

/// For the candidates view there are two ways: to keep the larger nearness apart, which is safe in any mixture of groups,
/// and to search for groups that are safe as they lie. The one with less loss is taken.
fn for_candidates(
    near: &Proximity<'_>,
    policy: &Policy,
    original: &Original,
    kept: &Kept<'_>,
    axes: &[Axis],
    may_stand: Option<MayStand<'_>>,
) -> Result<Solved, Error> {
    let attribute = attribute(near, kept);
    let codes = attribute.codes();
    let crowd = |apart| Crowd::new(&attribute, near.neighbourhood, apart).map_err(|unfit| misfit(near.protect, &unfit));
    let nearness = crowd(Apart::InMixture)?.near();
    let problem = Problem { axes, codes, near: Some(&nearness), m: near.m, may_stand };
    let tuning = tuning(policy, kept);
    let certain = split_with(&problem, &tuning).ok().and_then(|partition| mend(partition, may_stand));
    // A walk shows no boxes, so that only what holds in any mixture can be seen to hold.
    let walked = policy.method().algorithm() == Some("walk");
    if certain.is_some() && (walked || codes.len() > SEARCHED) {
        return certain.map(|partition| with_texts(kept, partition)).ok_or_else(|| impossible::together(near, false));
    }
    let nearness = crowd(Apart::InGroup)?.near();
    let problem = Problem { near: Some(&nearness), ..problem };
    let found = candidates_with(&problem, &reaches(near, &attribute)?, &tuning);
    let unsafe_rows = if let Err(Infeasible::NotFound { unsafe_rows }) = &found { Some(*unsafe_rows) } else { None };
    let loss = |partition: &Partition| aloof_methods::loss(axes, partition);
    let better = found.ok().filter(|found| certain.as_ref().is_none_or(|certain| loss(found) < loss(certain)));
    let better = better.map(|partition| with_texts(kept, partition));
    if let Some(solved) = better.filter(|solved| seen::holds(near, original, kept, solved)) {
        return Ok(solved);
    }
    match certain {
        Some(partition) => Ok(with_texts(kept, partition)),
        None => Err(match unsafe_rows {
            Some(unsafe_rows) => impossible::not_found(near, &attribute, unsafe_rows),
            None => impossible::together(near, false),
        }),
    }
}

/// Larger tables than this are searched only where nothing is certain.
const SEARCHED: usize = 500_000;

/// Rows that are near each other never share a group. In the group view nearness is the smaller one; where groups cannot
/// be told apart by what is published, or further rules join groups, that may not be enough, and the larger one is tried.
fn deal(
    near: &Proximity<'_>,
    policy: &Policy,
    kept: &Kept<'_>,
    axes: &[Axis],
    may_stand: Option<MayStand<'_>>,
) -> Result<Solved, Error> {
    let attribute = attribute(near, kept);
    let rule = near.rule();
    let check = rule.bind(&attribute).map_err(|unfit| misfit(near.protect, &unfit))?;
    for apart in [Apart::InGroup, Apart::InMixture] {
        let crowd = Crowd::new(&attribute, near.neighbourhood, apart).map_err(|unfit| misfit(near.protect, &unfit))?;
        let (nearness, codes) = (crowd.near(), attribute.codes());
        let problem = Problem { axes, codes, near: Some(&nearness), m: near.m, may_stand };
        let Ok(partition) = split_with(&problem, &tuning(policy, kept)) else { continue };
        let Some(partition) = mend(partition, may_stand) else { continue };
        let solved = with_texts(kept, partition);
        if apart == Apart::InMixture || holds(&solved, policy, &attribute, check.as_ref(), &rule) {
            return Ok(solved);
        }
    }
    Err(impossible::together(near, policy.output().group_ids))
}

/// The algorithm of the paper to the letter, for comparison. It knows neither the candidates view nor further rules.
fn as_printed(near: &Proximity<'_>, policy: &Policy, kept: &Kept<'_>, axes: &[Axis]) -> Result<Solved, Error> {
    if near.protect.view() != View::Group || policy.protect().len() > 1 {
        let message = "variant = \"printed\" keeps one protection in the group view only; write view = \"group\"";
        return Err(Error::Data(format!("{}: {message}", near.protect.place)));
    }
    let attribute = attribute(near, kept);
    let reaches = reaches(near, &attribute)?;
    let crowd =
        Crowd::new(&attribute, near.neighbourhood, Apart::InGroup).map_err(|unfit| misfit(near.protect, &unfit))?;
    let nearness = crowd.near();
    let problem = Problem { axes, codes: attribute.codes(), near: Some(&nearness), m: near.m, may_stand: None };
    let partition = printed(&problem, &reaches).map_err(|_| impossible::together(near, policy.output().group_ids))?;
    Ok(with_texts(kept, partition))
}

/// The first and the last code in the neighbourhood of each code.
fn reaches(near: &Proximity<'_>, attribute: &Attribute) -> Result<Vec<(u32, u32)>, Error> {
    let Domain::Numbers { values, scale, .. } = attribute.domain() else {
        return Err(misfit(near.protect, &"numbers or dates are needed"));
    };
    near.neighbourhood.reaches(values, *scale).map_err(|unfit| misfit(near.protect, &unfit))
}

/// The values that the proximity principle protects.
pub(super) fn attribute(near: &Proximity<'_>, kept: &Kept<'_>) -> Attribute {
    let columns: Vec<(&str, &Column)> = kept.pick(near.protect.sensitive());
    Attribute::new(&columns, |_| false)
}

fn with_texts(kept: &Kept<'_>, partition: Partition) -> Solved {
    let texts = kept.quasi.iter().map(|quasi| quasi.text(&partition)).collect();
    Solved { partition, texts }
}

/// Whether every group holds that a reader of the release can tell from the others.
fn holds(solved: &Solved, policy: &Policy, attribute: &Attribute, check: &dyn Check, rule: &dyn Principle) -> bool {
    let told_apart;
    let groups = if policy.output().group_ids {
        &solved.partition
    } else {
        told_apart = solved.partition.joined(&solved.look_alikes());
        &told_apart
    };
    Grouped::new(groups, attribute).judge(check, rule.direction()).holds()
}
