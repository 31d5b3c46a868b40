//! Which columns are walked, in what unit, and within which bounds.
//!
//! Quasi columns of numbers are walked, each by itself, as in the paper. Quasi labels and dates have no distances that a
//! walk could keep: with groups they are generalized as in any release, without groups the policy is refused.

use aloof_methods::walk::segments::{Cut, by_rows, by_value};
use aloof_table::{Column, Decimal, NumberColumn, Partition};

use super::linear::{self, Linear};
use super::solve::ties;
use crate::Error;
use crate::data::Ladder;
use crate::policy::{ColumnRule, Policy, PolicyError, Property, WalkRules};
use crate::release::chance::Chance;
use crate::release::groups::kept::{Kept, Quasi};
use crate::release::makers::coded::refuse_codes;

/// A column of numbers that are moved. Rows are counted among those that are kept.
pub(in crate::release) struct Movable<'a> {
    pub name: &'a str,
    pub column: &'a NumberColumn,
    /// In units of 10^−scale; zero where missing.
    pub values: Vec<i64>,
    /// The domain, in units.
    pub domain: (i64, i64),
}

impl Movable<'_> {
    /// A number of units as a decimal.
    pub fn decimal(&self, units: i64) -> Decimal {
        Decimal::new(i128::from(units), self.column.scale())
    }

    /// The length of the domain, in units.
    pub fn length(&self) -> u64 {
        self.domain.1.abs_diff(self.domain.0)
    }

    /// The rows that have a value.
    pub fn present(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.values.len() as u32).filter(|&row| !self.column.is_missing(row as usize))
    }

    /// The column that is published: at each place what `moved` says of the row there, gaps where they were.
    pub fn moved(&self, rows: &[u32], moved: impl Fn(u32) -> i64) -> Result<Column, Error> {
        let value = |&row: &u32| (!self.column.is_missing(row as usize)).then(|| self.decimal(moved(row)));
        let numbers = NumberColumn::from_decimals(rows.iter().map(value));
        numbers.map(Column::Number).map_err(|error| Error::Data(format!("column `{}`: {error}", self.name)))
    }
}

/// All quasi columns of numbers without a hierarchy.
pub(in crate::release) fn movable<'a>(policy: &Policy, kept: &'a Kept<'_>) -> Result<Vec<Movable<'a>>, Error> {
    let one = |quasi: &'a Quasi<'_>| match (&*quasi.column, quasi.ladder) {
        (Column::Number(column), Ladder::Line) => Some(Movable::new(policy, quasi.name, column)),
        _ => None,
    };
    kept.quasi.iter().filter_map(one).collect()
}

impl<'a> Movable<'a> {
    fn new(policy: &Policy, name: &'a str, column: &'a NumberColumn) -> Result<Self, Error> {
        let too_wide = || Error::Data(format!("column `{name}`: its values have too many digits to be moved"));
        let values = column.narrow().ok_or_else(too_wide)?.iter().collect::<Vec<i64>>();
        let rule = policy.column(name).expect("fitted to the policy");
        let domain = domain(rule, column)?;
        refuse_codes(policy, rule, (i128::from(domain.0), i128::from(domain.1)), column.scale())?;
        Ok(Self { name, column, values, domain })
    }
}

/// How far the values of a column may be walked, and which together.
pub(super) struct Bounds {
    pub low: Vec<i64>,
    pub high: Vec<i64>,
    pub cuts: Vec<Cut>,
    pub linear: Vec<Linear>,
}

/// Refuses policies under which something could not be walked.
pub(super) fn check(policy: &Policy, kept: &Kept<'_>, columns: &[Movable<'_>], grouped: bool) -> Result<(), Error> {
    let walked = |name: &str| columns.iter().any(|column| column.name == name);
    if let Some(other) = kept.quasi.iter().find(|quasi| !grouped && !walked(quasi.name)) {
        return Err(not_numbers(policy, other.name));
    }
    if columns.is_empty() {
        let message = "nothing can be walked: no quasi column is one of numbers without a hierarchy";
        return Err(PolicyError::new(policy.place().clone(), message).into());
    }
    for rule in policy.preserve() {
        if let Some(name) = rule.columns().iter().find(|name| !walked(name)) {
            let message = format!("[[preserve]] names `{name}`, which is not a column that is walked");
            return Err(PolicyError::new(rule.place().clone(), message).into());
        }
    }
    Ok(())
}

fn not_numbers(policy: &Policy, name: &str) -> Error {
    let place = policy.column(name).map_or_else(|| policy.place().clone(), |rule| rule.place().clone());
    let message = format!(
        "`{name}` is quasi and not a plain number, so it cannot be walked; give it another role, or add [[protect]], with \
         which such columns are generalized"
    );
    PolicyError::new(place, message).into()
}

impl Bounds {
    pub fn new(
        policy: &Policy,
        rules: &WalkRules,
        kept: &Kept<'_>,
        column: &Movable<'_>,
        partition: Option<&Partition>,
        order: &[u32],
        came: &[u32],
    ) -> Result<Self, Error> {
        let ((low, high), rows) = (column.domain, column.values.len());
        let mut bounds = Self { low: vec![low; rows], high: vec![high; rows], cuts: Vec::new(), linear: Vec::new() };
        for group in partition.iter().flat_map(|partition| partition.iter()) {
            bounds.narrow_to(group, column);
        }
        let rows: Vec<u32> = order.iter().copied().filter(|&row| !column.column.is_missing(row as usize)).collect();
        let size = rules.segment as usize;
        bounds.cuts =
            if rules.sorted { by_value(&rows, &column.values, size, ties(rules)) } else { by_rows(&rows, size) };
        for Cut { rows, low, high } in bounds.cuts.clone() {
            for row in rows.into_iter().map(|row| row as usize) {
                bounds.low[row] = bounds.low[row].max(low.unwrap_or(i64::MIN));
                bounds.high[row] = bounds.high[row].min(high.unwrap_or(i64::MAX));
            }
        }
        bounds.linear = linear::read(policy, kept, column, &bounds.cuts, came)?;
        Ok(bounds)
    }

    /// Values of a group stay within the group's box.
    fn narrow_to(&mut self, group: &[u32], column: &Movable<'_>) {
        let rows = || group.iter().map(|&row| row as usize).filter(|&row| !column.column.is_missing(row));
        let ends = rows().map(|row| column.values[row]);
        let Some((low, high)) = ends.clone().min().zip(ends.max()) else { return };
        for row in rows() {
            self.low[row] = low;
            self.high[row] = high;
        }
    }
}

/// The order of which neighbouring rows form segments: by chance, for the order of the input is an accident. Where the
/// policy's inequalities name rows by their numbers, it is theirs.
pub(super) fn order_of_segments(policy: &Policy, kept: &Kept<'_>, came: &[u32], chance: &Chance) -> Vec<u32> {
    if !policy.preserve().iter().any(|rule| rule.property() == Property::Linear) {
        return chance.order("segments", kept.rows.len());
    }
    let mut order: Vec<u32> = (0..kept.rows.len() as u32).collect();
    order.sort_unstable_by_key(|&row| came[kept.rows[row as usize] as usize]);
    order
}

/// The segment of each row, in this order, where all columns have the same: who were walked together is as private as who has which group.
pub(super) fn segments_in_order(bounds: &[Bounds], order: &[u32]) -> Option<Vec<u32>> {
    let (first, rest) = bounds.split_first()?;
    let rows = |bounds: &Bounds| bounds.cuts.iter().map(|cut| cut.rows.clone()).collect::<Vec<_>>();
    let segments = rows(first);
    if rest.iter().any(|other| rows(other) != segments) {
        return None;
    }
    let mut segment_of = vec![None; order.len()];
    for (number, rows) in (0u32..).zip(&segments) {
        rows.iter().for_each(|&row| segment_of[row as usize] = Some(number));
    }
    order.iter().map(|&row| segment_of[row as usize]).collect()
}

/// The declared domain, or the range of the data.
fn domain(rule: &ColumnRule, column: &NumberColumn) -> Result<(i64, i64), Error> {
    let values = || (0..column.len()).filter_map(|row| column.scaled(row));
    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let (low, high) = match rule.domain() {
        None => (least, most),
        Some((low, high)) => (inward(low, column.scale(), true), inward(high, column.scale(), false)),
    };
    if least < low || most > high {
        let outside = values().filter(|value| *value < low || *value > high).count();
        return Err(Error::Data(format!(
            "column `{}`: {outside} of {} values lie outside of its domain; widen `domain`, or leave it out",
            rule.name(),
            column.len()
        )));
    }
    // A domain wider than 64 bits is as good as none.
    Ok((low.max(-(1 << 60)) as i64, high.min(1 << 60) as i64))
}

/// The end of a domain in units of 10^−scale, rounded inward.
fn inward(end: Decimal, scale: u8, up: bool) -> i128 {
    end.at_scale(scale).unwrap_or_else(|| {
        let power = 10i128.pow(u32::from(end.scale().saturating_sub(scale)));
        let down = end.mantissa().div_euclid(power);
        down + i128::from(up && end.mantissa() % power != 0)
    })
}
