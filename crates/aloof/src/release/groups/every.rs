//! Every way to group a few rows: what exists is found, and what is not found does not exist.
//!
//! # Definition
//! A way is a set partition of the rows that stay. It is good when all groups that a reader can tell apart keep every
//! protection in its view: groups by number or, without numbers, those that look alike together; and where the candidates
//! view is asked for, everybody is safe among all boxes that cover them, who is withheld, too.
//!
//! # Idea
//! Sets of rows are bits. What a set keeps, shows, covers and loses is found once; a way is then judged by looking that up.
//! Of the good ones that which loses least is taken. Rows are withheld only where the policy may withhold them for a promise,
//! as few as will do, which of them is drawn.
//!
//! # Cost
//! 4,140 ways for 8 rows, 21,147 with any of them withheld; that is why [`MOST`] is small.

use aloof_judge::views::QuasiPair;
use aloof_methods::Axis;
use aloof_principles::Needs;
use aloof_table::{LabelColumn, NO_CODE, Partition};

use super::dealt::Solved;
use super::kept::{Kept, Quasi};
use super::rules::group_rule;
use crate::Error;
use crate::data::Original;
use crate::policy::{Algorithm, Policy, Protect, View, bind};
use crate::release::chance::Chance;

/// More rows than this are never tried.
pub(crate) const MOST: usize = 8;

/// Rows, by bits: the lowest is the first of everyone.
type Set = u8;

/// A few rows, with what every set of them shows.
pub(crate) struct Every<'p, 'a> {
    policy: &'p Policy,
    original: &'a Original,
    everyone: Kept<'a>,
    /// Equal for sets that look alike.
    looks: Vec<u32>,
    /// Who is covered by what a set shows; `None`: it cannot be read.
    covers: Option<Vec<Set>>,
    losses: Vec<f64>,
    /// Whether numbers tell groups apart that look alike.
    numbered: bool,
}

impl<'p, 'a> Every<'p, 'a> {
    /// All rows of which a release is made; `None`: there are too many, or no groups are made of them, or nothing is said of
    /// what groups would show.
    pub fn of(original: &'a Original, policy: &'p Policy) -> Option<Self> {
        let everyone = Kept::all(original);
        let few = (1..=MOST).contains(&everyone.rows.len());
        if !few || everyone.quasi.is_empty() || !makes_groups(policy) {
            return None;
        }
        let all = all_sets(everyone.rows.len());
        let texts: Vec<LabelColumn> = everyone.quasi.iter().map(|quasi| quasi.text(&all)).collect();
        let looks = Partition::by_equal_labels(&texts.iter().collect::<Vec<_>>(), all.len(), |_| false);
        let axes: Vec<Axis> = everyone.quasi.iter().map(Quasi::axis).collect();
        let loss = |rows: &[u32]| rows.len() as f64 * axes.iter().map(|axis| axis.loss(rows)).sum::<f64>();
        let losses = all.iter().map(|rows| if rows.is_empty() { 0.0 } else { loss(rows) }).collect();
        let covers = covers(original, &everyone, &texts);
        let (looks, numbered) = (looks.group_of(all.len()), policy.output().group_ids);
        let every = Self { policy, original, everyone, looks, covers, losses, numbered };
        (every.covers.is_some() || !policy.protect().iter().any(is_by_covers)).then_some(every)
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.everyone.rows.len()
    }

    /// How many ways there are to group all rows, or all but up to so many.
    pub fn ways(&self, withheld: usize) -> u64 {
        let withheld = withheld.min(self.rows() - 1);
        (0..=withheld).map(|gone| choose(self.rows(), gone) * bell(self.rows() - gone)).sum()
    }

    /// The same, as if numbers told groups apart that look alike.
    pub fn with_numbers(self) -> Self {
        Self { numbered: true, ..self }
    }

    /// The fewest rows, up to `allowed`, without which the others keep all of these; `None`: there are none.
    pub fn least_withheld(&self, protect: &[&Protect], allowed: usize) -> Result<Option<usize>, Error> {
        for gone in 0..=allowed.min(self.rows() - 1) {
            for stay in self.without(gone) {
                if self.best_of(stay, protect)?.is_some() {
                    return Ok(Some(gone));
                }
            }
        }
        Ok(None)
    }

    /// Groups that keep all that is asked, of all rows or with as few withheld as will do, up to `allowed`.
    pub(in crate::release) fn best(
        &self,
        allowed: usize,
        chance: &Chance,
    ) -> Result<Option<(Kept<'a>, Solved)>, Error> {
        let protect: Vec<&Protect> = self.policy.protect().iter().collect();
        for gone in 0..=allowed.min(self.rows() - 1) {
            let sets = self.without(gone);
            for at in chance.order("a few rows that may be withheld", sets.len()) {
                let stay = sets[at as usize];
                if let Some(groups) = self.best_of(stay, &protect)? {
                    return Ok(Some(self.solved(stay, &groups)));
                }
            }
        }
        Ok(None)
    }

    /// All sets of rows but so many.
    fn without(&self, gone: usize) -> Vec<Set> {
        let stay = self.rows() - gone;
        sets(self.rows()).filter(|set| set.count_ones() as usize == stay).collect()
    }

    /// The good way that loses least, if there is one.
    fn best_of(&self, stay: Set, protect: &[&Protect]) -> Result<Option<Vec<Set>>, Error> {
        let judged = Judged::new(self, stay, protect)?;
        let mut best: Option<(f64, Vec<Set>)> = None;
        part(stay, &mut Vec::new(), &mut |groups| {
            let loss = groups.iter().map(|&group| self.losses[usize::from(group)]).sum();
            if best.as_ref().is_none_or(|(least, _)| loss < *least) && judged.is_good(groups) {
                best = Some((loss, groups.to_vec()));
            }
        });
        Ok(best.map(|(_, groups)| groups))
    }

    fn kept(&self, stay: Set) -> Kept<'a> {
        Kept::new(self.original, rows_in(stay).map(|row| self.everyone.rows[row as usize]).collect())
    }

    fn solved(&self, stay: Set, groups: &[Set]) -> (Kept<'a>, Solved) {
        let kept = self.kept(stay);
        let group = |row| groups.iter().position(|&group| has(group, row)).expect("a way holds all that stay") as u32;
        let group_of: Vec<u32> = rows_in(stay).map(group).collect();
        let solved = Solved::new(&kept, Partition::from_group_of(&group_of, groups.len()));
        (kept, solved)
    }

    /// Groups as a reader sees them who is given no numbers: one that shows what they all show, and all their rows.
    fn look_alikes(&self, groups: &[Set]) -> Vec<(Set, Set)> {
        let look = |group: Set| self.looks[usize::from(group)];
        let mut seen: Vec<(Set, Set)> = Vec::with_capacity(groups.len());
        for &group in groups {
            match seen.iter_mut().find(|(first, _)| look(*first) == look(group)) {
                Some((_, all)) => *all |= group,
                None => seen.push((group, group)),
            }
        }
        seen
    }
}

/// What sets of the rows that stay keep.
struct Judged<'e> {
    every: &'e Every<'e, 'e>,
    /// Whether a set may stand as a group.
    keeps: Vec<bool>,
    /// Of every set those who are not safe among it; `None` where no one asks.
    unsafe_among: Option<Vec<Set>>,
}

impl<'e> Judged<'e> {
    fn new(every: &'e Every<'e, 'e>, stay: Set, protect: &[&Protect]) -> Result<Self, Error> {
        let kept = every.kept(stay);
        let mut keeps: Vec<bool> = sets(every.rows()).map(|set| set != 0 && set & !stay == 0).collect();
        let mut unsafe_among = None;
        for protect in protect {
            // Lengths are those of all rows that a release is made of, as its audit knows them.
            let by_range = protect.needs() == Needs::Range;
            let asked = group_rule(protect, every.policy, if by_range { &every.everyone } else { &kept })?;
            let check = asked.bind()?;
            for set in sets(every.rows()).filter(|&set| set != 0 && set & !stay == 0) {
                let rows = if by_range { rows_in(set).collect() } else { places(set, stay) };
                keeps[usize::from(set)] &= asked.lets(check.as_ref(), &rows);
            }
            if is_by_covers(protect) {
                add_unsafe(every, protect, unsafe_among.get_or_insert_with(|| vec![0; keeps.len()]))?;
            }
        }
        Ok(Self { every, keeps, unsafe_among })
    }

    fn is_good(&self, groups: &[Set]) -> bool {
        let keep = |set: Set| self.keeps[usize::from(set)];
        let numbered = self.every.numbered;
        if numbered && !groups.iter().all(|&group| keep(group)) {
            return false;
        }
        if numbered && self.unsafe_among.is_none() {
            return true;
        }
        let boxes = self.every.look_alikes(groups);
        // Numbers tell groups apart that look alike, but not who stands in which of them.
        (numbered || boxes.iter().all(|&(_, all)| keep(all))) && self.is_safe(&boxes)
    }

    /// Whether everybody is safe among all boxes that cover them.
    fn is_safe(&self, boxes: &[(Set, Set)]) -> bool {
        let (Some(unsafe_among), Some(covers)) = (&self.unsafe_among, &self.every.covers) else { return true };
        (0..self.every.rows() as u32).all(|row| {
            let covering = boxes.iter().filter(|&&(shown, _)| has(covers[usize::from(shown)], row));
            !has(unsafe_among[usize::from(covering.fold(0, |union, (_, all)| union | all))], row)
        })
    }
}

/// Adds for every set who is not safe among it: anybody, also who does not stay. What they are among need not be a group.
fn add_unsafe(every: &Every<'_, '_>, protect: &Protect, unsafe_among: &mut [Set]) -> Result<(), Error> {
    let columns = every.everyone.pick(protect.sensitive());
    let rule = bind::rule(protect, every.policy, &columns)?;
    let attribute = bind::attribute(protect, &columns, every.rows(), |_| false);
    let check = rule.principle().bind(&attribute).map_err(|why| bind::unfit(protect, &why))?;
    for set in sets(every.rows()).skip(1) {
        let union = attribute.group(&rows_in(set).collect::<Vec<_>>());
        // Who has no value has none that could be told, and among nobody who has one nothing is.
        let is_unsafe = |row: &u32| {
            let code = attribute.codes()[*row as usize];
            code != NO_CODE && !union.is_empty() && !check.judge_member(code, &union).holds
        };
        let found = (0..every.rows() as u32).filter(is_unsafe).fold(0, |found, row| found | 1 << row);
        unsafe_among[usize::from(set)] |= found;
    }
    Ok(())
}

fn makes_groups(policy: &Policy) -> bool {
    // What groups show by a population is not what their rows have.
    if policy.presence().is_some() {
        return false;
    }
    match policy.method().algorithm() {
        Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_) => !policy.method().is_printed(),
        // A walk shows no boxes: nobody sees whom they would cover.
        Algorithm::Walk(_) => !policy.protect().iter().any(is_by_covers),
        Algorithm::Perturb | Algorithm::Noise(_) | Algorithm::Anatomy => false,
    }
}

/// Whether it is asked of everybody among all groups that cover them; what is monotone holds there when it does in groups.
fn is_by_covers(protect: &Protect) -> bool {
    protect.view() == View::Candidates && !protect.is_monotone()
}

/// Who is covered by what every set shows, by the judge's reading of it.
fn covers(original: &Original, everyone: &Kept<'_>, texts: &[LabelColumn]) -> Option<Vec<Set>> {
    let pair = |(quasi, text)| {
        let quasi: &Quasi<'_> = quasi;
        QuasiPair::new(original.column(quasi.name), text, quasi.ladder.tree()).ok()
    };
    let pairs: Vec<QuasiPair<'_>> = everyone.quasi.iter().zip(texts).map(pair).collect::<Option<_>>()?;
    let covered = |set: usize, row: u32| {
        let place = everyone.rows[row as usize] as usize;
        pairs.iter().all(|pair| pair.covers[pair.cell(set) as usize].contains(pair.places[place]))
    };
    let rows = everyone.rows.len();
    let one = |set: Set| (0..rows as u32).filter(|&row| covered(set.into(), row)).fold(0, |all, row| all | 1 << row);
    Some(sets(rows).map(one).collect())
}

/// Calls `each` with every way to part `left`, beside `groups`: who is first in it stands with any of the others.
fn part(left: Set, groups: &mut Vec<Set>, each: &mut impl FnMut(&[Set])) {
    if left == 0 {
        return each(groups);
    }
    let first = left & left.wrapping_neg();
    let others = left ^ first;
    let mut with = others;
    loop {
        groups.push(first | with);
        part(others & !with, groups, each);
        groups.pop();
        if with == 0 {
            return;
        }
        with = (with - 1) & others;
    }
}

/// All sets of so many rows, the empty one first; each is its own number.
fn sets(rows: usize) -> impl Iterator<Item = Set> {
    (0..1u32 << rows).map(|set| set as Set)
}

/// All of them as groups, by their numbers.
fn all_sets(rows: usize) -> Partition {
    let sizes: Vec<u32> = sets(rows).map(Set::count_ones).collect();
    Partition::from_sizes(&sizes, sets(rows).flat_map(rows_in).collect())
}

fn has(set: Set, row: u32) -> bool {
    set >> row & 1 == 1
}

fn rows_in(set: Set) -> impl Iterator<Item = u32> {
    (0..Set::BITS).filter(move |&row| has(set, row))
}

/// The rows of a set, counted among those that stay.
fn places(set: Set, stay: Set) -> Vec<u32> {
    rows_in(set).map(|row| (stay & ((1 << row) - 1)).count_ones()).collect()
}

/// How many ways there are to take so many of some.
fn choose(of: usize, some: usize) -> u64 {
    (0..some).fold(1, |ways, at| ways * (of - at) as u64 / (at as u64 + 1))
}

/// How many ways there are to part so many rows: the first stands with any of the others.
fn bell(rows: usize) -> u64 {
    if rows == 0 { 1 } else { (0..rows).map(|with| choose(rows - 1, with) * bell(rows - 1 - with)).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_comes_once() {
        for rows in 0..=MOST {
            let mut ways = Vec::new();
            part(((1u32 << rows) - 1) as Set, &mut Vec::new(), &mut |groups| {
                let mut groups = groups.to_vec();
                groups.sort_unstable();
                assert_eq!(groups.iter().fold(0u32, |sum, &group| sum + u32::from(group)), (1 << rows) - 1);
                ways.push(groups);
            });
            ways.sort_unstable();
            ways.dedup();
            assert_eq!(ways.len() as u64, bell(rows));
        }
        assert_eq!((bell(8), choose(8, 3)), (4140, 56));
    }

    #[test]
    fn rows_are_counted_among_those_that_stay() {
        assert_eq!(places(0b1010_0010, 0b1011_0010), [0, 2, 3]);
        assert_eq!(all_sets(3).group(0b101), [0, 2]);
    }
}
