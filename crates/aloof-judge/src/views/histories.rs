//! Several releases, laid one on the other: what is left of a person's values to whoever has more than one of them.
//!
//! # Definition
//! Whoever knows in which group a person stands, in each of some releases, knows that the value is one of each of these groups. What is
//! *left* is their intersection as multisets: of every value as many as the group that has fewest. Equal belief in all that is left
//! gives a measure, as a group by itself does. Of all releases some may have been seen: every selection of them is judged.
//!
//! People who are in one release and not in another tell something by that, too. Of the group that they stood in, what none of the
//! groups shows to which the others went is *surely theirs*: of d people r values. So each of them is believed to have one of the r with
//! r/d, and one of the rest of the group with (d − r)/d; as a multiset, surely theirs |G| − r times over, the rest d − r times.
//!
//! Where groups *persist* this is all that can be found out, whatever else is combined: whoever of a group is in another release stands
//! among the same values there, in the same proportions, and every value is as frequent as any other (or nobody came or left).
//! Values can then change names, and nothing that is known changes with them: `verify/worlds.rs` counts worlds for it. Where they do not
//! persist more may follow from who stands beside whom than is judged here.
//!
//! *m-invariance* asks for that itself: every group m-unique, and the same values around everybody in all releases.
//!
//! # Source
//! Xiao and Tao, SIGMOD 2007 (m-invariance), for intersections; a difference of tables is what their counterfeits prevent.
//!
//! # Cost
//! Per different history of groups 2ⁿ intersections of n groups, n the releases that it is in; for more than [`ALL_SELECTIONS`] releases
//! only single ones, pairs, and all together.

use std::collections::BTreeMap;

use aloof_principles::{Check, Direction, Finding};
use aloof_table::{NO_CODE, NO_GROUP, Ratio};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::Grouped;

/// Up to so many releases every selection of them is judged.
pub const ALL_SELECTIONS: usize = 8;

/// Releases in the order in which they were published, and who stands where.
pub struct Histories {
    /// The sorted codes of every group, per release.
    pub releases: Vec<Grouped>,
    /// Per release the group of every person; `NO_GROUP` where that is not in it.
    pub stands: Vec<Vec<u32>>,
    /// The code of every person.
    pub own: Vec<u32>,
    /// The rule is asked of all that is left, whatever the person's own value is: a belief may be wrong and hurt all the same.
    pub whole: bool,
}

/// What was found over all people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryOutcome {
    /// People who stand in a release.
    pub people: usize,
    /// Those of them who stand in several.
    pub several: usize,
    /// People of whom some selection of releases leaves what breaks the rule.
    pub above: usize,
    /// People of whom all releases together leave one value.
    pub one_value: usize,
    /// People who are missing in a later release, and of whom that tells what breaks the rule.
    pub left_above: usize,
    /// People who are missing in an earlier release, and of whom that does.
    pub came_above: usize,
    /// The worst measure of any.
    pub worst: Option<Ratio>,
    /// Groups persist, so that no more can be found out than was judged.
    pub persistent: bool,
}

impl HistoryOutcome {
    /// Nobody is above the bound.
    pub fn holds(&self) -> bool {
        self.above == 0 && self.left_above == 0 && self.came_above == 0
    }
}

/// The intersection of sorted multisets: of every value the fewest. Of none, nothing.
pub fn common(groups: &[&[u32]]) -> Vec<u32> {
    let Some((first, rest)) = groups.split_first() else { return Vec::new() };
    rest.iter().fold(first.to_vec(), |left, group| {
        let (mut at, mut kept) = (0, Vec::new());
        for code in left {
            while at < group.len() && group[at] < code {
                at += 1;
            }
            if group.get(at) == Some(&code) {
                kept.push(code);
                at += 1;
            }
        }
        kept
    })
}

/// What is believed of the `gone` people of a sorted `group`, of whom the others went into groups that show `elsewhere`, sorted.
pub fn gone(group: &[u32], elsewhere: &[u32], gone: usize) -> Vec<u32> {
    let (mut at, mut sure, mut rest) = (0, Vec::new(), Vec::new());
    for &code in group {
        while at < elsewhere.len() && elsewhere[at] < code {
            at += 1;
        }
        if elsewhere.get(at) == Some(&code) {
            rest.push(code);
            at += 1;
        } else {
            sure.push(code);
        }
    }
    // Counterfeits and people without a value make more that is sure than there are people: then it is as sure of each of them.
    if sure.is_empty() || sure.len() >= gone {
        return if sure.is_empty() { rest } else { sure };
    }
    let (each, other) = (rest.len(), gone - sure.len());
    let mut believed: Vec<u32> = sure.iter().flat_map(|&code| std::iter::repeat_n(code, each)).collect();
    believed.extend(rest.iter().flat_map(|&code| std::iter::repeat_n(code, other)));
    believed.sort_unstable();
    believed
}

/// Selections of `n` releases, as bits.
fn selections(n: usize) -> Vec<u64> {
    if n <= ALL_SELECTIONS {
        return (1..1 << n).collect();
    }
    let all = if n >= 64 { u64::MAX } else { (1 << n) - 1 };
    let pairs = (0..n.min(64)).flat_map(|a| (0..=a).map(move |b| 1 << a | 1 << b));
    pairs.chain([all]).collect()
}

/// What one history of groups leaves.
struct Left {
    /// For each selection of its releases.
    each: Vec<Vec<u32>>,
    one_value: bool,
}

/// The release and group of each place that people stand in, and who they are: those who stand in the same all the time.
type Together = (Vec<(u32, u32)>, Vec<u32>);

impl Histories {
    /// Judges everybody who stands in a release.
    pub fn judge(&self, check: &dyn Check, direction: Direction) -> HistoryOutcome {
        let people = self.by_history();
        let judged: Vec<(usize, usize, Option<Ratio>)> =
            people.par_iter().map(|(history, people)| self.judge_history(history, people, check, direction)).collect();
        let several = |(history, people): &Together| if history.len() > 1 { people.len() } else { 0 };
        let mut outcome = HistoryOutcome {
            people: people.iter().map(|(_, people)| people.len()).sum(),
            several: people.iter().map(several).sum(),
            above: judged.iter().map(|found| found.0).sum(),
            one_value: judged.iter().map(|found| found.1).sum(),
            left_above: 0,
            came_above: 0,
            worst: judged.into_iter().filter_map(|found| found.2).max_by(|a, b| direction.compare(a, b)),
            persistent: true,
        };
        self.judge_missing(check, direction, &mut outcome);
        outcome
    }

    /// People by the groups that they stand in, release by release; those without a value are left out.
    fn by_history(&self) -> Vec<Together> {
        let mut found: BTreeMap<Vec<(u32, u32)>, Vec<u32>> = BTreeMap::new();
        for person in (0..self.own.len() as u32).filter(|&person| self.own[person as usize] != NO_CODE) {
            let history: Vec<(u32, u32)> = (0..)
                .zip(&self.stands)
                .map(|(release, stands)| (release, stands[person as usize]))
                .filter(|(_, group)| *group != NO_GROUP)
                .collect();
            if !history.is_empty() {
                found.entry(history).or_default().push(person);
            }
        }
        found.into_iter().collect()
    }

    fn left(&self, history: &[(u32, u32)]) -> Left {
        let groups: Vec<&[u32]> =
            history.iter().map(|&(release, group)| self.releases[release as usize].group(group as usize)).collect();
        let picked = |bits: u64| -> Vec<u32> {
            let some: Vec<&[u32]> = groups
                .iter()
                .enumerate()
                .filter(|(at, _)| bits.checked_shr(*at as u32).is_some_and(|bits| bits & 1 == 1))
                .map(|(_, group)| *group)
                .collect();
            common(&some)
        };
        let mut each: Vec<Vec<u32>> = selections(groups.len()).into_iter().map(picked).collect();
        let all = common(&groups);
        let one_value = !all.is_empty() && all.first() == all.last();
        each.push(all);
        each.sort_unstable();
        each.dedup();
        each.retain(|left| !left.is_empty());
        Left { each, one_value }
    }

    /// How many of these people are above, how many have one value left, and the worst measure.
    fn judge_history(
        &self,
        history: &[(u32, u32)],
        people: &[u32],
        check: &dyn Check,
        direction: Direction,
    ) -> (usize, usize, Option<Ratio>) {
        let left = self.left(history);
        let mut known: HashMap<u32, (bool, Option<Ratio>)> = HashMap::new();
        let mut of = |code: u32| {
            let code = self.standpoint(code, check);
            known.entry(code).or_insert_with(|| judge_all(check, direction, code, &left.each)).clone()
        };
        let (mut above, mut worst) = (0, None);
        for &person in people {
            let (holds, measure) = of(self.own[person as usize]);
            above += usize::from(!holds);
            worst = worse(direction, worst, measure);
        }
        (above, if left.one_value { people.len() } else { 0 }, worst)
    }

    /// Judges those who are in one release and not in another, and finds out whether groups persist.
    fn judge_missing(&self, check: &dyn Check, direction: Direction, outcome: &mut HistoryOutcome) {
        let (mut left, mut came) = (vec![false; self.own.len()], vec![false; self.own.len()]);
        let members: Vec<Vec<Vec<u32>>> = (0..self.releases.len()).map(|release| self.members(release)).collect();
        for here in 0..self.releases.len() {
            for there in (0..self.releases.len()).filter(|&there| there != here) {
                let each = |(group, people): (usize, &Vec<u32>)| {
                    let asked = Asked { here, group, people, there, members: &members[there] };
                    self.missing(&asked, check, direction)
                };
                let found: Vec<Missing> = members[here].par_iter().enumerate().map(each).collect();
                for Missing { above, worst, persists } in found {
                    outcome.persistent &= persists;
                    outcome.worst = worse(direction, outcome.worst.take(), worst);
                    let told = if there > here { &mut left } else { &mut came };
                    above.into_iter().for_each(|person| told[person as usize] = true);
                }
            }
        }
        outcome.left_above = left.iter().filter(|above| **above).count();
        outcome.came_above = came.iter().filter(|above| **above).count();
    }

    /// The people of every group.
    fn members(&self, release: usize) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.releases[release].len()];
        let placed = (0..).zip(&self.stands[release]).filter(|(_, group)| **group != NO_GROUP);
        placed.for_each(|(person, &group)| members[group as usize].push(person));
        members
    }

    /// Judges m-invariance: of everybody, whether all groups keep the rule and show the same values.
    pub fn judge_invariance(&self, check: &dyn Check, direction: Direction) -> HistoryOutcome {
        let people = self.by_history();
        let group = |&(release, group): &(u32, u32)| self.releases[release as usize].group(group as usize);
        let judge = |(history, people): &Together| {
            let judged: Vec<Finding> = history.iter().map(|at| check.judge(group(at))).collect();
            let same = history.iter().all(|at| are_same(group(at), group(&history[0])));
            let holds = same && judged.iter().all(|finding| finding.holds);
            let worst = judged.into_iter().map(|finding| finding.measure).max_by(|a, b| direction.compare(a, b));
            let left = common(&history.iter().map(group).collect::<Vec<_>>());
            let one = !left.is_empty() && left.first() == left.last();
            (if holds { 0 } else { people.len() }, if one { people.len() } else { 0 }, worst)
        };
        let judged: Vec<(usize, usize, Option<Ratio>)> = people.par_iter().map(judge).collect();
        let above = judged.iter().map(|found| found.0).sum();
        HistoryOutcome {
            people: people.iter().map(|(_, people)| people.len()).sum(),
            several: people.iter().filter(|(history, _)| history.len() > 1).map(|(_, people)| people.len()).sum(),
            above,
            one_value: judged.iter().map(|found| found.1).sum(),
            left_above: 0,
            came_above: 0,
            worst: judged.into_iter().filter_map(|found| found.2).max_by(|a, b| direction.compare(a, b)),
            persistent: above == 0,
        }
    }

    /// The fewest different values that all releases together leave of anybody.
    pub fn fewest_left(&self) -> Option<usize> {
        let group = |&(release, group): &(u32, u32)| self.releases[release as usize].group(group as usize);
        let left = |(history, _): &Together| {
            let left = common(&history.iter().map(group).collect::<Vec<_>>());
            left.chunk_by(|a, b| a == b).count()
        };
        self.by_history().par_iter().map(left).filter(|&values| values > 0).min()
    }

    /// From whose standpoint the rule is asked; `NO_CODE`: everybody's.
    fn standpoint(&self, code: u32, check: &dyn Check) -> u32 {
        if self.whole || !check.by_member() { NO_CODE } else { code }
    }

    /// What it tells of people of one group that they are missing in another release.
    fn missing(&self, asked: &Asked<'_>, check: &dyn Check, direction: Direction) -> Missing {
        let Asked { here, group, people, there, members } = *asked;
        let goes = |person: &&u32| self.stands[there][**person as usize] != NO_GROUP;
        let (stay, go): (Vec<&u32>, Vec<&u32>) = people.iter().partition(goes);
        let mut others: Vec<u32> = stay.iter().map(|person| self.stands[there][**person as usize]).collect();
        others.sort_unstable();
        others.dedup();
        let own = self.releases[here].group(group);
        let other = |group: u32| self.releases[there].group(group as usize);
        let same = others.iter().all(|&group| is_proportional(own, other(group)));
        let stayed = || {
            let one = others.len() == 1 && own == other(others[0]);
            one && go.is_empty() && members[others[0] as usize].len() == people.len()
        };
        let persists = others.is_empty() || same && (is_level(own) || stayed());
        let mut found = Missing { above: Vec::new(), worst: None, persists };
        let go: Vec<u32> = go.into_iter().copied().filter(|&person| self.own[person as usize] != NO_CODE).collect();
        if go.is_empty() || own.is_empty() {
            return found;
        }
        let mut elsewhere: Vec<u32> = others.iter().flat_map(|&group| other(group)).copied().collect();
        elsewhere.sort_unstable();
        let believed = gone(own, &elsewhere, go.len());
        for person in go {
            let code = self.standpoint(self.own[person as usize], check);
            let (holds, measure) = judge_all(check, direction, code, std::slice::from_ref(&believed));
            found.worst = worse(direction, found.worst.take(), measure);
            if !holds {
                found.above.push(person);
            }
        }
        found
    }
}

/// A group of one release, and another release.
struct Asked<'a> {
    here: usize,
    group: usize,
    people: &'a [u32],
    there: usize,
    /// The people of the groups there.
    members: &'a [Vec<u32>],
}

/// What a group tells of those who are missing elsewhere.
struct Missing {
    above: Vec<u32>,
    worst: Option<Ratio>,
    persists: bool,
}

/// Whether the rule holds for somebody with value `code`, or for everybody, in each of these, and the worst measure.
fn judge_all(check: &dyn Check, direction: Direction, code: u32, each: &[Vec<u32>]) -> (bool, Option<Ratio>) {
    let judge = |left: &Vec<u32>| {
        // Who is not among them is no member: then the rule about all of them is asked.
        if left.binary_search(&code).is_ok() { check.judge_member(code, left) } else { check.judge(left) }
    };
    each.iter().filter(|left| !left.is_empty()).map(judge).fold((true, None), |(holds, worst), found| {
        let Finding { measure, holds: this, .. } = found;
        (holds && this, worse(direction, worst, Some(measure)))
    })
}

fn worse(direction: Direction, a: Option<Ratio>, b: Option<Ratio>) -> Option<Ratio> {
    a.into_iter().chain(b).max_by(|a, b| direction.compare(a, b))
}

/// Whether two sorted multisets have the same values in the same proportions.
fn is_proportional(a: &[u32], b: &[u32]) -> bool {
    let runs =
        |codes: &[u32]| -> Vec<(u32, usize)> { codes.chunk_by(|x, y| x == y).map(|run| (run[0], run.len())).collect() };
    let (first, second) = (runs(a), runs(b));
    first.len() == second.len() && first.iter().zip(&second).all(|(x, y)| x.0 == y.0 && x.1 * b.len() == y.1 * a.len())
}

/// Whether two sorted multisets have the same values, however often.
fn are_same(a: &[u32], b: &[u32]) -> bool {
    let values = |codes: &[u32]| -> Vec<u32> { codes.chunk_by(|x, y| x == y).map(|run| run[0]).collect() };
    values(a) == values(b)
}

/// Whether all values of a sorted multiset are equally frequent.
fn is_level(codes: &[u32]) -> bool {
    let mut runs = codes.chunk_by(|x, y| x == y).map(<[u32]>::len);
    let first = runs.next();
    runs.all(|run| Some(run) == first)
}
