//! Rows without a value: first those are dealt that have one, then every other row finds a place among them.
//!
//! # Idea
//! A principle about values asks nothing of a row that has none, and such a row neither helps a group nor harms it: the
//! principle is judged among those who have a value. So whoever deals rows by their values deals those. Every other row then
//! joins, of the groups around it, the one whose box it widens least, as long as further principles let the group stand with
//! it. Rows that no group around takes stand together, cut as far as they may; and where they may not, groups are joined with
//! them until all may. Nobody is left out, and people without a value stand among those who have one.
//!
//! # Cost
//! `O(n log n)` to find who lies around, then for every row without a value the boxes of some dozen groups.

use aloof_table::{NO_CODE, NO_GROUP, Partition};

use crate::Axis;
use crate::pace::Turn;
use crate::split::{Infeasible, MayStand, Problem, Tuning, split_paced, split_with};

/// Around a row are the groups of about so many that have a value.
const AROUND: usize = 16;

/// Rows with a value and rows without one, both ascending.
pub struct Unanswered {
    with: Vec<u32>,
    without: Vec<u32>,
}

impl Unanswered {
    /// Of rows `0..rows`; `None` where all have a value.
    pub fn new(rows: usize, has_value: impl Fn(u32) -> bool) -> Option<Self> {
        let (with, without): (Vec<u32>, Vec<u32>) = (0..rows as u32).partition(|&row| has_value(row));
        (!without.is_empty()).then_some(Self { with, without })
    }

    /// The rows that have a value.
    pub fn with(&self) -> &[u32] {
        &self.with
    }

    /// The rows that have none.
    pub fn without(&self) -> &[u32] {
        &self.without
    }

    /// Deals all rows: `deal` those that have a value, numbered from 0 among themselves, by axes and a question of their own.
    /// `joins`: whether groups may be joined.
    pub fn deal<E: From<Infeasible>>(
        &self,
        axes: &[Axis],
        may_stand: Option<MayStand<'_>>,
        joins: bool,
        deal: impl FnOnce(&[Axis], Option<MayStand<'_>>) -> Result<Partition, E>,
    ) -> Result<Partition, E> {
        let of_these: Vec<Axis> = axes.iter().map(|axis| axis.of_rows(&self.with)).collect();
        let mine = |rows: &[u32]| rows.iter().map(|&at| self.with[at as usize]).collect::<Vec<u32>>();
        let asked = |rows: &[u32]| may_stand.is_none_or(|may_stand| may_stand(&mine(rows)));
        let ask: MayStand<'_> = &asked;
        let dealt = deal(&of_these, may_stand.map(|_| ask))?;
        let groups = dealt.iter().map(mine).collect();
        let rows = self.with.len() + self.without.len();
        let mut seating = Seating::new(axes, groups, may_stand, rows);
        seating.seat(self.with.clone(), self.without.clone());
        Ok(seating.finish(joins)?)
    }
}

/// As [`split_paced`], of a problem in which rows have no code ([`aloof_table::NO_CODE`]).
pub(crate) fn split(problem: &Problem<'_>, tuning: &Tuning, turn: Turn<'_>) -> Result<Partition, Infeasible> {
    let rows = Unanswered::new(problem.codes.len(), |row| problem.codes[row as usize] != NO_CODE);
    let Some(rows) = rows.filter(|rows| !rows.with.is_empty()) else {
        // Nothing is asked of anybody; still nobody is shown by himself where others are.
        let least = problem.least.max(problem.m).min(problem.codes.len() as u32);
        return split_paced(&Problem { near: None, m: 1, least, monotone: true, ..*problem }, tuning, turn);
    };
    let codes: Vec<u32> = rows.with.iter().map(|&row| problem.codes[row as usize]).collect();
    let deal = |ask: Option<MayStand<'_>>| {
        rows.deal(problem.axes, ask, problem.monotone, |axes, may_stand| {
            split_paced(&Problem { axes, codes: &codes, may_stand, ..*problem }, tuning, turn)
        })
    };
    match (deal(problem.may_stand), problem.may_stand) {
        // What further principles ask may be found only among those who have no value here.
        (Err(Infeasible::CannotStand), Some(may_stand)) if problem.monotone => join(&deal(None)?, may_stand),
        (dealt, _) => dealt,
    }
}

/// Joins each group that may not stand with those behind it, the last with those before it.
fn join(dealt: &Partition, may_stand: MayStand<'_>) -> Result<Partition, Infeasible> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for rows in dealt.iter() {
        open.extend(rows);
        if may_stand(&open) {
            groups.push(std::mem::take(&mut open));
        }
    }
    while !open.is_empty() {
        open.extend(groups.pop().ok_or(Infeasible::CannotStand)?);
        if may_stand(&open) {
            groups.push(std::mem::take(&mut open));
        }
    }
    let sizes: Vec<u32> = groups.iter().map(|rows| rows.len() as u32).collect();
    Ok(Partition::from_sizes(&sizes, groups.concat()))
}

/// Groups that take rows in.
struct Seating<'a> {
    axes: &'a [Axis],
    groups: Vec<Vec<u32>>,
    group_of: Vec<u32>,
    may_stand: Option<MayStand<'a>>,
    /// Rows that no group around them takes.
    left: Vec<u32>,
}

impl<'a> Seating<'a> {
    fn new(axes: &'a [Axis], groups: Vec<Vec<u32>>, may_stand: Option<MayStand<'a>>, rows: usize) -> Self {
        let mut group_of = vec![NO_GROUP; rows];
        for (group, members) in groups.iter().enumerate() {
            members.iter().for_each(|&row| group_of[row as usize] = group as u32);
        }
        Self { axes, groups, group_of, may_stand, left: Vec::new() }
    }

    fn lets(&self, rows: &[u32]) -> bool {
        self.may_stand.is_none_or(|may_stand| may_stand(rows))
    }

    /// Halves the rows that have a place, and with them those that seek one, until few are left around.
    fn seat(&mut self, mut seated: Vec<u32>, seeking: Vec<u32>) {
        crate::stop::check();
        if seeking.is_empty() {
            return;
        }
        let cut = if seated.len() > AROUND { self.cut(&mut seated) } else { None };
        let Some((axis, at)) = cut else { return self.join_around(&seated, seeking) };
        let goes_left = |row: &u32| self.axes[axis].place(*row) <= at;
        let (left, right): (Vec<u32>, Vec<u32>) = seated.into_iter().partition(goes_left);
        let (seeking_left, seeking_right): (Vec<u32>, Vec<u32>) = seeking.into_iter().partition(goes_left);
        self.seat(left, seeking_left);
        self.seat(right, seeking_right);
    }

    /// The widest axis, and the place of the row in the middle of it; `None` where all rows stand in one place.
    fn cut(&self, rows: &mut [u32]) -> Option<(usize, u32)> {
        let width = |axis: &Axis| {
            let places = rows.iter().map(|&row| axis.place(row));
            let (low, high) = places.fold((u32::MAX, 0), |(low, high), place| (low.min(place), high.max(place)));
            (axis.weight() * f64::from(high - low) / f64::from(axis.count().max(1)), high)
        };
        let widths: Vec<(f64, u32)> = self.axes.iter().map(width).collect();
        let (widest, &(_, high)) =
            widths.iter().enumerate().filter(|(_, width)| width.0 > 0.0).max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
        let axis = &self.axes[widest];
        let middle = rows.len() / 2;
        let at = axis.place(*rows.select_nth_unstable_by_key(middle, |&row| (axis.place(row), row)).1);
        let below = || rows.iter().map(|&row| axis.place(row)).filter(|&place| place < high).max();
        Some((widest, if at < high { at } else { below()? }))
    }

    /// Each row into that group around it which it widens least and which may stand with it.
    fn join_around(&mut self, seated: &[u32], seeking: Vec<u32>) {
        let mut around: Vec<u32> = seated.iter().map(|&row| self.group_of[row as usize]).collect();
        around.sort_unstable();
        around.dedup();
        around.truncate(4 * AROUND);
        for row in seeking {
            let mut offers: Vec<(f64, u32)> = around.iter().map(|&group| (self.growth(group, row), group)).collect();
            offers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let takes = |group: &u32| {
                let mut with = self.groups[*group as usize].clone();
                with.push(row);
                self.lets(&with)
            };
            match offers.into_iter().map(|(_, group)| group).find(takes) {
                Some(group) => self.groups[group as usize].push(row),
                None => self.left.push(row),
            }
        }
    }

    /// What a group loses more when this row joins it, over all its rows.
    fn growth(&self, group: u32, row: u32) -> f64 {
        let members = &self.groups[group as usize];
        let with: Vec<u32> = members.iter().copied().chain(std::iter::once(row)).collect();
        let loss = |rows: &[u32]| rows.len() as f64 * self.axes.iter().map(|axis| axis.loss(rows)).sum::<f64>();
        loss(&with) - loss(members)
    }

    /// All groups, those who found none among them.
    fn finish(mut self, joins: bool) -> Result<Partition, Infeasible> {
        if !self.left.is_empty() {
            if !joins {
                return Err(Infeasible::CannotStand);
            }
            self.gather_rest()?;
        }
        let sizes: Vec<u32> = self.groups.iter().map(|rows| rows.len() as u32).collect();
        Ok(Partition::from_sizes(&sizes, self.groups.concat()))
    }

    /// Those who found no group are one, with as many others as it takes to stand; more at once each time.
    fn gather_rest(&mut self) -> Result<(), Infeasible> {
        let mut rest = std::mem::take(&mut self.left);
        let first = rest[0];
        let mut order: Vec<(f64, u32)> =
            (0..self.groups.len() as u32).map(|group| (self.growth(group, first), group)).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut nearest = order.into_iter().map(|(_, group)| group);
        let alone = rest.len();
        let mut more = 1;
        while !self.lets(&rest) {
            let before = rest.len();
            for group in nearest.by_ref().take(more) {
                rest.append(&mut self.groups[group as usize]);
            }
            if rest.len() == before {
                return Err(Infeasible::CannotStand);
            }
            more *= 2;
        }
        self.groups.retain(|rows| !rows.is_empty());
        // Groups that were joined hold values: nobody here knows which of their rows could part again.
        let cut = if rest.len() == alone { self.cut_further(&rest)? } else { vec![rest] };
        self.groups.extend(cut);
        Ok(())
    }

    /// Rows that may stand together, cut as long as both parts may.
    fn cut_further(&self, rows: &[u32]) -> Result<Vec<Vec<u32>>, Infeasible> {
        let axes: Vec<Axis> = self.axes.iter().map(|axis| axis.of_rows(rows)).collect();
        let mine = |some: &[u32]| some.iter().map(|&at| rows[at as usize]).collect::<Vec<u32>>();
        let asked = |some: &[u32]| self.lets(&mine(some));
        let codes = vec![0; rows.len()];
        let least = rows.len().min(AROUND) as u32;
        let problem =
            Problem { axes: &axes, codes: &codes, near: None, m: 1, least, monotone: true, may_stand: Some(&asked) };
        let cut = split_with(&problem, &Tuning::of(crate::split::Effort::Quick).gathering())?;
        Ok(cut.iter().map(mine).collect())
    }
}
