//! `suppress` with `absence = "known"`: rows whose leaving lets the others be shown in more detail.
//!
//! Someone may know who is missing. Then who is withheld is a group like any other, and must keep all that is asked; and what
//! the whole table cannot promise, no part of it can: if the published keep a monotone rule and the withheld do, so does the
//! table. So rows are withheld only where groups were found without, and only for detail.
//!
//! A row that stands alone at an end of its group's box costs all others of the group the way from there to the next. Rows are
//! ranked by what their leaving saves; of those at the top, twice as many as may go, each is drawn with probability 1/2, so
//! that the rank does not say who it was. A group that could not stand without a row keeps it. If the withheld do not keep
//! what is asked as a group, those that stand in the way and save least stay, until they do or nobody is left.
//!
//! # Cost
//! A look at the ends of every group and axis, one judgement per row that is ranked high enough, one of all groups in the end.

use std::collections::{BTreeMap, HashMap};

use aloof_judge::views::Grouped;
use aloof_methods::Axis;
use aloof_principles::Check;
use aloof_table::{NO_CODE, Partition};
use rand_chacha::rand_core::Rng;
use rayon::prelude::*;

use super::dealt::{Dealt, Solved};
use super::kept::{Kept, Quasi};
use super::rules::{GroupRule, group_rule};
use super::seen;
use crate::Error;
use crate::data::Original;
use crate::policy::{Absence, Policy, View};
use crate::release::chance::Chance;

/// The same groups without rows whose leaving saves most, as far as the policy lets go; or all of them, if nobody may.
pub(in crate::release) fn withhold<'a>(
    dealt: Dealt<'a>,
    original: &'a Original,
    policy: &Policy,
    chance: &Chance,
) -> Result<Dealt<'a>, Error> {
    let method = policy.method();
    let allowed = method.may_withhold(dealt.kept.rows.len());
    if allowed == 0 || method.absence() == Absence::Unknown || method.is_printed() {
        return Ok(dealt);
    }
    let found = {
        let kept = &dealt.kept;
        let rules =
            policy.protect().iter().map(|protect| group_rule(protect, policy, kept)).collect::<Result<_, _>>()?;
        let axes: Vec<Axis> = kept.quasi.par_iter().map(Quasi::axis).collect();
        Search { axes: &axes, partition: &dealt.solved.partition, rules: &rules }.found(allowed, chance)?
    };
    let Some(Found { rows, saved_per_row }) = found else { return Ok(dealt) };
    let kept = dealt.kept.without(original, &rows);
    let solved = Solved::new(&kept, without(&dealt.solved.partition, &rows));
    if !holds(policy, original, &kept, &solved)? {
        return Ok(dealt);
    }
    Ok(Dealt { kept, solved, saved_per_row: Some(saved_per_row), ..dealt })
}

/// Who may be withheld, ascending, and what each saves the others on average.
struct Found {
    rows: Vec<u32>,
    saved_per_row: f64,
}

/// A row, its group, and what its leaving saves.
#[derive(Clone, Copy)]
struct Gain {
    row: u32,
    group: u32,
    saves: f64,
}

struct Search<'a> {
    axes: &'a [Axis],
    partition: &'a Partition,
    rules: &'a Vec<GroupRule<'a>>,
}

type Checks<'a> = Vec<Box<dyn Check + 'a>>;

impl Search<'_> {
    fn found(&self, allowed: usize, chance: &Chance) -> Result<Option<Found>, Error> {
        let checks: Checks<'_> = self.rules.iter().map(GroupRule::bind).collect::<Result<_, _>>()?;
        let ranked = self.ranked(chance);
        // Of these some are drawn: as many as may go, on average.
        let may = ranked.into_iter().filter(|gain| self.keep(&checks, &self.rest(gain.group, &[gain.row])));
        let may: Vec<Gain> = may.take(allowed.saturating_mul(2)).collect();
        let mut coin = chance.stream("rows withheld for detail");
        let drawn: Vec<Gain> = may.into_iter().filter(|_| coin.next_u64() & 1 == 1).collect();
        let mut leaving = Leaving::default();
        for gain in drawn {
            if leaving.len() < allowed && self.keep(&checks, &self.rest_with(&leaving, &gain)) {
                leaving.add(gain);
            }
        }
        self.make_safe(&checks, &mut leaving);
        let rows = leaving.rows();
        Ok((!rows.is_empty()).then(|| Found { saved_per_row: self.saved(&leaving) / rows.len() as f64, rows }))
    }

    /// Rows whose leaving saves something, those that save most first, equal ones in an order that is drawn.
    fn ranked(&self, chance: &Chance) -> Vec<Gain> {
        let groups: Vec<u32> = (0..self.partition.len() as u32).collect();
        let mut gains: Vec<Gain> = groups.par_iter().flat_map_iter(|&group| self.gains(group)).collect();
        let place = chance.order("rows that save the same", self.partition.rows());
        gains.sort_unstable_by(|a, b| {
            b.saves.total_cmp(&a.saves).then_with(|| place[a.row as usize].cmp(&place[b.row as usize]))
        });
        gains
    }

    fn gains(&self, group: u32) -> Vec<Gain> {
        let rows = self.partition.group(group as usize);
        let before = self.loss(rows);
        let one = |row: u32| {
            let saves = (rows.len() - 1) as f64 * (before - self.loss(&self.rest(group, &[row])));
            // What is no more than rounding is nothing.
            (saves > 1e-9).then_some(Gain { row, group, saves })
        };
        if rows.len() < 2 { Vec::new() } else { self.alone(rows).into_iter().filter_map(one).collect() }
    }

    /// Rows that no other of the group stands beside on some axis: in small groups anywhere, in large ones at the ends.
    fn alone(&self, rows: &[u32]) -> Vec<u32> {
        const SMALL: usize = 32;
        let mut alone = Vec::new();
        for axis in self.axes {
            let mut placed: Vec<(u32, u32)> = rows.iter().map(|&row| (axis.place(row), row)).collect();
            placed.sort_unstable();
            let runs: Vec<&[(u32, u32)]> = placed.chunk_by(|a, b| a.0 == b.0).collect();
            let ends = [0, runs.len() - 1];
            let single = |at: &usize| (runs[*at].len() == 1).then(|| runs[*at][0].1);
            if rows.len() <= SMALL {
                alone.extend((0..runs.len()).filter_map(|at| single(&at)));
            } else {
                alone.extend(ends.iter().filter_map(single));
            }
        }
        alone.sort_unstable();
        alone.dedup();
        alone
    }

    fn loss(&self, rows: &[u32]) -> f64 {
        self.axes.iter().map(|axis| axis.loss(rows)).sum()
    }

    /// The group without these rows.
    fn rest(&self, group: u32, out: &[u32]) -> Vec<u32> {
        self.partition.group(group as usize).iter().copied().filter(|row| !out.contains(row)).collect()
    }

    fn rest_with(&self, leaving: &Leaving, gain: &Gain) -> Vec<u32> {
        let mut out = vec![gain.row];
        out.extend(leaving.of(gain.group).iter().map(|other| other.row));
        self.rest(gain.group, &out)
    }

    /// Whether these rows keep all that is asked of a group.
    fn keep(&self, checks: &Checks<'_>, rows: &[u32]) -> bool {
        !rows.is_empty() && self.broken(checks, rows).is_none()
    }

    fn broken(&self, checks: &Checks<'_>, rows: &[u32]) -> Option<usize> {
        self.rules.iter().zip(checks).position(|(rule, check)| !rule.lets(check.as_ref(), rows))
    }

    /// Rows stay until those that go keep, as a group, all that is asked.
    fn make_safe(&self, checks: &Checks<'_>, leaving: &mut Leaving) {
        while let Some(broken) = self.broken(checks, &leaving.rows()).filter(|_| leaving.len() > 0) {
            let mut back = in_the_way(&self.rules[broken], checks[broken].as_ref(), leaving);
            // The last way out: those that are many at once cannot be told from the others.
            let few = 1 + back.len() / 8;
            back.sort_unstable_by(|a, b| a.saves.total_cmp(&b.saves).then(a.row.cmp(&b.row)));
            for gain in back.into_iter().take(few) {
                leaving.remove(&gain);
                let out: Vec<u32> = leaving.of(gain.group).iter().map(|gain| gain.row).collect();
                // What stands without two rows need not stand without one of them.
                if !out.is_empty() && !self.keep(checks, &self.rest(gain.group, &out)) {
                    leaving.by_group.remove(&gain.group);
                }
            }
        }
    }

    /// Over all who stay, the share of the domains that is covered no more, summed over columns, each counting the same.
    fn saved(&self, leaving: &Leaving) -> f64 {
        let plain = |rows: &[u32]| self.axes.iter().map(|axis| axis.loss(rows) / axis.weight()).sum::<f64>();
        let one = |(&group, gains): (&u32, &Vec<Gain>)| {
            let out: Vec<u32> = gains.iter().map(|gain| gain.row).collect();
            let rest = self.rest(group, &out);
            rest.len() as f64 * (plain(self.partition.group(group as usize)) - plain(&rest))
        };
        leaving.by_group.iter().map(one).sum()
    }
}

/// Those who leave, by group.
#[derive(Default)]
struct Leaving {
    by_group: BTreeMap<u32, Vec<Gain>>,
}

impl Leaving {
    fn of(&self, group: u32) -> &[Gain] {
        self.by_group.get(&group).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, gain: Gain) {
        self.by_group.entry(gain.group).or_default().push(gain);
    }

    fn remove(&mut self, gain: &Gain) {
        if let Some(gains) = self.by_group.get_mut(&gain.group) {
            gains.retain(|other| other.row != gain.row);
            if gains.is_empty() {
                self.by_group.remove(&gain.group);
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = &Gain> {
        self.by_group.values().flatten()
    }

    fn len(&self) -> usize {
        self.all().count()
    }

    /// Ascending.
    fn rows(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.all().map(|gain| gain.row).collect();
        rows.sort_unstable();
        rows
    }
}

/// Those of them whose values break the rule, or are the most frequent; all, where there are too few.
fn in_the_way(rule: &GroupRule<'_>, check: &dyn Check, leaving: &Leaving) -> Vec<Gain> {
    let code = |gain: &Gain| rule.attribute.codes()[gain.row as usize];
    let codes = rule.attribute.group(&leaving.rows());
    if codes.len() < rule.rule.principle().least_rows() as usize {
        return leaving.all().copied().collect();
    }
    if check.by_member() {
        let mut holds: HashMap<u32, bool> = HashMap::new();
        let breaks =
            |gain: &&Gain| !*holds.entry(code(gain)).or_insert_with(|| check.judge_member(code(gain), &codes).holds);
        let breaking: Vec<Gain> = leaving.all().filter(|gain| code(gain) != NO_CODE).filter(breaks).copied().collect();
        if !breaking.is_empty() {
            return breaking;
        }
    }
    let most = codes.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).map(|same| same[0]);
    leaving.all().filter(|gain| Some(code(gain)) == most).copied().collect()
}

/// The same groups without these rows, which ascend; rows are counted anew.
fn without(partition: &Partition, out: &[u32]) -> Partition {
    let group_of = partition.group_of(partition.rows());
    let stays = |row: &usize| out.binary_search(&(*row as u32)).is_err();
    let group_of: Vec<u32> = (0..group_of.len()).filter(stays).map(|row| group_of[row]).collect();
    Partition::from_group_of(&group_of, partition.len())
}

/// Whether all that is asked holds of the groups as a reader sees them, in every view that is asked for.
fn holds(policy: &Policy, original: &Original, kept: &Kept<'_>, solved: &Solved) -> Result<bool, Error> {
    let told_apart = if policy.output().group_ids {
        solved.partition.clone()
    } else {
        solved.partition.joined(&solved.look_alikes())
    };
    for protect in policy.protect() {
        let rule = group_rule(protect, policy, kept)?;
        let check = rule.bind()?;
        let direction = rule.rule.principle().direction();
        if !Grouped::new(&told_apart, &rule.attribute).judge(check.as_ref(), direction).holds() {
            return Ok(false);
        }
        let by_covers = protect.view() == View::Candidates && !protect.is_monotone();
        if by_covers && !seen::holds_for(protect, policy, original, kept, solved)? {
            return Ok(false);
        }
    }
    Ok(true)
}
