//! Every way to group a few rows of a table, by what a policy asks: `aloof_methods::every` tries them.
//!
//! Here what sets of rows show, cover and lose is found, and what they keep: every protection in its view, by the code that judges
//! groups while they are sought. Rows are withheld only where the policy may withhold them for a promise, as few as will do,
//! which of them is drawn.

use aloof_methods::Axis;
use aloof_methods::every::{self, MOST, Set, Shown, all_sets, has, places, rows_in, sets};
use aloof_principles::Needs;
use aloof_table::{LabelColumn, NO_CODE, Partition};

use super::dealt::Solved;
use super::kept::{Kept, Quasi};
use super::rules::group_rule;
use crate::Error;
use crate::data::Original;
use crate::policy::{Algorithm, Policy, Protect, View, bind};
use crate::release::chance::Chance;

/// A few rows, with what every set of them shows.
pub(crate) struct Every<'p, 'a> {
    policy: &'p Policy,
    original: &'a Original,
    everyone: Kept<'a>,
    shown: Shown,
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
        let shown = Shown { rows: everyone.rows.len(), looks, covers, losses, numbered };
        let is_read = shown.covers.is_some() || !policy.protect().iter().any(is_by_covers);
        is_read.then_some(Self { policy, original, everyone, shown })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.shown.rows
    }

    /// How many ways there are to group all rows, or all but up to so many.
    pub fn ways(&self, withheld: usize) -> u64 {
        self.shown.ways(withheld)
    }

    /// The same, as if numbers told groups apart that look alike.
    pub fn with_numbers(self) -> Self {
        Self { shown: Shown { numbered: true, ..self.shown }, ..self }
    }

    /// The fewest rows, up to `allowed`, without which the others keep all of these; `None`: there are none.
    pub fn least_withheld(&self, protect: &[&Protect], allowed: usize) -> Result<Option<usize>, Error> {
        for gone in 0..=allowed.min(self.rows() - 1) {
            for stay in self.shown.without(gone) {
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
            let sets = self.shown.without(gone);
            for at in chance.order("a few rows that may be withheld", sets.len()) {
                let stay = sets[at as usize];
                if let Some(groups) = self.best_of(stay, &protect)? {
                    return Ok(Some(self.solved(stay, &groups)));
                }
            }
        }
        Ok(None)
    }

    /// The good way that loses least, if there is one.
    fn best_of(&self, stay: Set, protect: &[&Protect]) -> Result<Option<Vec<Set>>, Error> {
        Ok(self.shown.best(stay, &keeping(self, stay, protect)?))
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
}

/// What sets of the rows that stay keep.
fn keeping(every: &Every<'_, '_>, stay: Set, protect: &[&Protect]) -> Result<every::Kept, Error> {
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
    Ok(every::Kept { keeps, unsafe_among })
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
    let pairs = everyone.pairs(original, texts)?;
    let covered = |set: usize, row: u32| {
        let place = everyone.rows[row as usize] as usize;
        pairs.iter().all(|pair| pair.covers[pair.cell(set) as usize].contains(pair.places[place]))
    };
    let rows = everyone.rows.len();
    let one = |set: Set| (0..rows as u32).filter(|&row| covered(set.into(), row)).fold(0, |all, row| all | 1 << row);
    Some(sets(rows).map(one).collect())
}
