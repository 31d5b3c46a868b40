//! `algorithm = "split"`: cuts, and where values must stand apart, rows dealt so that they do; see `aloof-methods/src/split`.
//!
//! The maker is asked, and what it cannot promise by itself is looked after: groups that look alike, rules that join groups,
//! people who are covered by several groups.

use aloof_judge::views::Grouped;
use aloof_methods::mend;
use aloof_methods::split::{self, Infeasible, MayStand, Problem, Tuning, candidates_paced, printed, split_paced};
use aloof_principles::proximity::Apart;
use aloof_principles::{Check, Principle, Reads};
use aloof_table::{Attribute, Domain, NO_CODE, Partition, Ratio};

use crate::Error;
use crate::policy::{Algorithm, Effort, Policy, Protect, View, bind};
use crate::release::groups::dealt::{Dealing, Solved, attribute};
use crate::release::groups::holds_as_seen;
use crate::release::groups::plan::Proximity;
use crate::release::groups::rules::{GroupRule, group_rule};
use crate::release::impossible;
use crate::release::makers::xcolor;

/// Cuts as long as both parts may stand, and gathers what is left together.
pub(in crate::release) fn cut(dealing: &Dealing<'_>) -> Result<Solved, Error> {
    let codes = vec![0; dealing.kept.rows.len()];
    let (m, may_stand) = (dealing.least(), dealing.asks());
    let problem = Problem { axes: dealing.axes, codes: &codes, near: None, m, least: m, monotone: true, may_stand };
    // Cuts and what is gathered come close to the best here, so that more is done only where it is asked for.
    let method = dealing.policy.method();
    let by_table = || Tuning::for_table(dealing.size(), dealing.kept.quasi.len());
    let otherwise = || if method.time_limit().is_some() { by_table() } else { tuned(Effort::Quick) };
    let tuning = method.effort().map_or_else(otherwise, tuned).gathering();
    let partition = split_paced(&problem, &tuning, dealing.turn()).map_err(|found| Error::Bug(found.to_string()))?;
    Ok(dealing.solved(partition))
}

/// Deals rows whose values are near each other into different groups.
pub(in crate::release) fn apart(dealing: &Dealing<'_>, near: &Proximity<'_>) -> Result<Solved, Error> {
    match near.apart {
        _ if dealing.policy.method().is_printed() => as_printed(dealing, near),
        Apart::InMixture => for_candidates(dealing, near),
        Apart::InGroup => for_groups(dealing, near),
    }
}

/// Deals rows so that no interval holds too many of any group, whatever its centre. All that is asked is monotone: the column
/// with the fullest window is dealt by, the others are asked of every group; and with several, groups that are coloured are
/// tried, too, and those that lose less are taken.
pub(in crate::release) fn windows(dealing: &Dealing<'_>, windows: &[Proximity<'_>]) -> Result<Solved, Error> {
    if dealing.policy.method().is_printed() {
        return Err(not_printed(&windows[0]));
    }
    let by = fullest(dealing, windows)?;
    let others = others(dealing, windows, by)?;
    let checks = others.iter().map(GroupRule::bind).collect::<Result<Vec<_>, _>>()?;
    let may_stand = |rows: &[u32]| {
        others.iter().zip(&checks).all(|(rule, check)| rule.lets(check.as_ref(), rows))
            && dealing.may_stand.is_none_or(|may_stand| may_stand(rows))
    };
    let asks: Option<MayStand<'_>> = if others.is_empty() { dealing.may_stand } else { Some(&may_stand) };
    let near = &windows[by];
    let attribute = attribute(near, dealing.kept);
    let crowd = near.crowd(&attribute, near.apart)?;
    let rules = dealing.rules.iter().chain(&others);
    let least = rules.map(GroupRule::rows_to_start_with).max().unwrap_or(1);
    let counted = dealing.rules.iter().chain(&others).all(|rule| rule.rule.principle().reads() == Reads::Nothing);
    let (nearness, codes) = (crowd.near(), attribute.codes());
    let problem = Problem {
        axes: dealing.axes,
        codes,
        near: Some(&nearness),
        m: near.m,
        least,
        monotone: true,
        may_stand: asks.filter(|_| !counted),
    };
    let turn = if windows.len() > 1 { dealing.pace.before_others() } else { dealing.turn() };
    let dealt =
        split_paced(&problem, &tuning(dealing), turn).map_err(|_| impossible::together(near, dealing.policy))?;
    let coloured = if windows.len() > 1 { xcolor::windows(dealing, windows)? } else { None };
    let loss = |partition: &Partition| aloof_methods::loss(dealing.axes, partition);
    let better = coloured.filter(|coloured| loss(coloured) < loss(&dealt));
    Ok(dealing.solved(better.unwrap_or(dealt)))
}

/// Which column has the fullest window, of what it may have.
fn fullest(dealing: &Dealing<'_>, windows: &[Proximity<'_>]) -> Result<usize, Error> {
    if windows.len() == 1 {
        return Ok(0);
    }
    // A share of those who have a value in the column, which may be others for each.
    let filled = |near: &Proximity<'_>| -> Result<Ratio, Error> {
        let attribute = attribute(near, dealing.kept);
        let limits = near.crowd(&attribute, near.apart)?.limits(near.m);
        Ok(Ratio::of(limits.window as u64 * u64::from(near.m), limits.rows.max(1) as u64))
    };
    let filled: Vec<Ratio> = windows.iter().map(filled).collect::<Result<_, _>>()?;
    Ok((0..windows.len()).max_by_key(|&at| (&filled[at], std::cmp::Reverse(at))).unwrap_or(0))
}

/// The other columns' windows, as rules that are asked of every group.
fn others<'a>(dealing: &Dealing<'_>, windows: &[Proximity<'a>], by: usize) -> Result<Vec<GroupRule<'a>>, Error> {
    let others = windows.iter().enumerate().filter(|&(at, _)| at != by);
    others.map(|(_, near)| group_rule(near.protect, dealing.policy, dealing.kept)).collect()
}

fn tuning(dealing: &Dealing<'_>) -> Tuning {
    let by_table = || Tuning::for_table(dealing.size(), dealing.kept.quasi.len());
    let tuning = dealing.policy.method().effort().map_or_else(by_table, tuned).tempered(dealing.temper);
    if dealing.in_pieces { tuning.in_pieces(dealing.kept.rows.len()) } else { tuning }
}

/// What the policy's word means to the maker.
pub(in crate::release) fn tuned(effort: Effort) -> Tuning {
    Tuning::of(match effort {
        Effort::Quick => split::Effort::Quick,
        Effort::Good => split::Effort::Good,
        Effort::Thorough => split::Effort::Thorough,
    })
}

/// For the candidates view there are two ways: to keep the larger nearness apart, which is safe in any mixture of groups,
/// and to search for groups that are safe as they lie. The one with less loss is taken.
fn for_candidates(dealing: &Dealing<'_>, near: &Proximity<'_>) -> Result<Solved, Error> {
    let Dealing { original, kept, axes, may_stand, .. } = *dealing;
    let attribute = attribute(near, kept);
    let codes = attribute.codes();
    let crowd = |apart| near.crowd(&attribute, apart);
    let nearness = crowd(Apart::InMixture)?.near();
    let problem = Problem { axes, codes, near: Some(&nearness), m: near.m, least: 1, monotone: false, may_stand };
    let tuning = tuning(dealing);
    // A walk shows no boxes, so that only what holds in any mixture can be seen to hold.
    let walked = matches!(dealing.policy.method().algorithm(), Algorithm::Walk(_));
    // What is searched for is safe as it lies, and people without a value would move it.
    let lacking = codes.contains(&NO_CODE);
    let enough = walked || dealing.size() > SEARCHED;
    let turn = if enough || lacking { dealing.turn() } else { dealing.pace.before_others() };
    let certain = split_paced(&problem, &tuning, turn).ok().and_then(|partition| mend(partition, may_stand));
    if certain.is_some() && enough || lacking {
        return certain
            .map(|partition| dealing.solved(partition))
            .ok_or_else(|| impossible::together(near, dealing.policy));
    }
    let nearness = crowd(Apart::InGroup)?.near();
    let problem = Problem { near: Some(&nearness), ..problem };
    let found = candidates_paced(&problem, &reaches(near, &attribute)?, &tuning, dealing.turn());
    let unsafe_rows = if let Err(Infeasible::NotFound { unsafe_rows }) = &found { Some(*unsafe_rows) } else { None };
    let loss = |partition: &Partition| aloof_methods::loss(axes, partition);
    let better = found.ok().filter(|found| certain.as_ref().is_none_or(|certain| loss(found) < loss(certain)));
    let better = better.map(|partition| dealing.solved(partition));
    if let Some(solved) = better.filter(|solved| holds_as_seen(near, original, kept, solved)) {
        return Ok(solved);
    }
    match certain {
        Some(partition) => Ok(dealing.solved(partition)),
        None => Err(match unsafe_rows {
            Some(unsafe_rows) => impossible::not_found(near, &attribute, unsafe_rows, dealing.policy),
            None => impossible::together(near, dealing.policy),
        }),
    }
}

/// Larger tables than this are searched only where nothing is certain.
const SEARCHED: usize = 500_000;

/// Rows that are near each other never share a group. In the group view nearness is the smaller one; where groups cannot
/// be told apart by what is published, or further rules join groups, that may not be enough, and the larger one is tried.
fn for_groups(dealing: &Dealing<'_>, near: &Proximity<'_>) -> Result<Solved, Error> {
    let Dealing { policy, kept, axes, may_stand, .. } = *dealing;
    let attribute = attribute(near, kept);
    let rule = near.rule();
    let check = rule.bind(&attribute).map_err(|unfit| bind::unfit(near.protect, &unfit))?;
    for apart in [Apart::InGroup, Apart::InMixture] {
        let crowd = near.crowd(&attribute, apart)?;
        let (nearness, codes) = (crowd.near(), attribute.codes());
        let problem = Problem { axes, codes, near: Some(&nearness), m: near.m, least: 1, monotone: false, may_stand };
        let Ok(partition) = split_paced(&problem, &tuning(dealing), dealing.turn()) else { continue };
        let Some(partition) = mend(partition, may_stand) else { continue };
        let solved = dealing.solved(partition);
        if apart == Apart::InMixture || holds(&solved, policy, &attribute, check.as_ref(), &rule) {
            return Ok(solved);
        }
    }
    Err(impossible::together(near, policy))
}

/// What the algorithm of the paper does not know.
fn not_printed(near: &Proximity<'_>) -> Error {
    let hint = if near.protect.has_views() {
        "write view = \"group\""
    } else {
        "write reading = \"definition\" and view = \"group\""
    };
    let message = format!("variant = \"printed\" keeps one protection in the group view only; {hint}");
    Error::Data(format!("{}: {message}", near.protect.place()))
}

/// What no paper's algorithm knows: people whose value is missing.
pub(in crate::release) fn unknown_to_printed(protect: &Protect) -> Error {
    Error::Data(format!(
        "{}: variant = \"printed\" knows no missing values; write missing = \"drop\" in column `{}`, or leave variant out",
        protect.place(),
        protect.sensitive().join(", ")
    ))
}

/// The algorithm of the paper to the letter, for comparison. It knows the group view and no further rules.
fn as_printed(dealing: &Dealing<'_>, near: &Proximity<'_>) -> Result<Solved, Error> {
    let Dealing { policy, kept, axes, .. } = *dealing;
    if near.protect.view() != View::Group || policy.protect().len() > 1 {
        return Err(not_printed(near));
    }
    let attribute = attribute(near, kept);
    if attribute.codes().contains(&NO_CODE) {
        return Err(unknown_to_printed(near.protect));
    }
    let reaches = reaches(near, &attribute)?;
    let crowd = near.crowd(&attribute, Apart::InGroup)?;
    let nearness = crowd.near();
    let problem = Problem {
        axes,
        codes: attribute.codes(),
        near: Some(&nearness),
        m: near.m,
        least: 1,
        monotone: false,
        may_stand: None,
    };
    let partition = printed(&problem, &reaches).map_err(|_| impossible::together(near, policy))?;
    Ok(dealing.solved(partition))
}

/// The first and the last code in the neighbourhood of each code.
fn reaches(near: &Proximity<'_>, attribute: &Attribute) -> Result<Vec<(u32, u32)>, Error> {
    let Domain::Numbers { values, scale, .. } = attribute.domain() else {
        return Err(bind::unfit(near.protect, &"numbers or dates are needed"));
    };
    near.neighbourhood.reaches(values, *scale).map_err(|unfit| bind::unfit(near.protect, &unfit))
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
