//! Which columns are walked, in what unit, and within which bounds.
//!
//! Quasi columns of numbers are walked, each by itself, as in the paper. Quasi labels and dates have no distances that a
//! walk could keep: with groups they are generalized as in any release, without groups the policy is refused.

use aloof_methods::walk::segments::{Cut, by_rows, by_value};
use aloof_table::{Column, Decimal, NumberColumn, Partition};

use super::super::kept::{Kept, Quasi};
use super::linear::{self, Linear};
use super::solve::ties;
use crate::Error;
use crate::policy::{ColumnRule, Policy, PolicyError};

/// A column to be walked. Rows are counted among those that are kept.
pub(in super::super) struct Walkable<'a> {
    pub name: &'a str,
    pub column: &'a NumberColumn,
    /// In units of 10^−scale; zero where missing.
    pub values: Vec<i64>,
    pub low: Vec<i64>,
    pub high: Vec<i64>,
    /// The domain, in units.
    pub domain: (i64, i64),
    pub cuts: Vec<Cut>,
    pub(super) linear: Vec<Linear>,
}

impl Walkable<'_> {
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
}

/// All columns that are walked; refuses policies under which something could not be.
pub(in super::super) fn walkable<'a>(
    policy: &Policy,
    kept: &'a Kept<'_>,
    partition: Option<&Partition>,
) -> Result<Vec<Walkable<'a>>, Error> {
    let mut found = Vec::new();
    for quasi in &kept.quasi {
        match (&*quasi.column, quasi.hierarchy) {
            (Column::Number(numbers), None) => found.push(one(policy, kept, quasi, numbers, partition)?),
            _ if partition.is_some() => {}
            _ => return Err(not_numbers(policy, quasi.name)),
        }
    }
    if found.is_empty() {
        let message = "nothing can be walked: no quasi column is one of numbers without a hierarchy";
        return Err(PolicyError::new(policy.place().clone(), message).into());
    }
    for rule in policy.preserve() {
        if let Some(name) = rule.columns.iter().find(|name| !found.iter().any(|column| column.name == name.as_str())) {
            let message = format!("[[preserve]] names `{name}`, which is not a column that is walked");
            return Err(PolicyError::new(rule.place.clone(), message).into());
        }
    }
    Ok(found)
}

fn not_numbers(policy: &Policy, name: &str) -> Error {
    let place = policy.column(name).map_or_else(|| policy.place().clone(), |rule| rule.place.clone());
    let message = format!(
        "`{name}` is quasi and not a plain number, so it cannot be walked; give it another role, or add [[protect]], with \
         which such columns are generalized"
    );
    PolicyError::new(place, message).into()
}

fn one<'a>(
    policy: &Policy,
    kept: &Kept<'_>,
    quasi: &'a Quasi<'_>,
    column: &'a NumberColumn,
    partition: Option<&Partition>,
) -> Result<Walkable<'a>, Error> {
    let too_wide = || Error::Data(format!("column `{}`: its values have too many digits to be moved", quasi.name));
    let values = column.narrow().ok_or_else(too_wide)?.iter().collect::<Vec<i64>>();
    let rule = policy.column(quasi.name).expect("fitted to the policy");
    let domain = domain(rule, column)?;
    let mut walkable = Walkable {
        name: quasi.name,
        column,
        low: vec![domain.0; values.len()],
        high: vec![domain.1; values.len()],
        values,
        domain,
        cuts: Vec::new(),
        linear: Vec::new(),
    };
    for group in partition.iter().flat_map(|partition| partition.iter()) {
        walkable.bound_by(group);
    }
    let (rows, method): (Vec<u32>, _) = (walkable.present().collect(), policy.method().walk());
    let size = method.segment as usize;
    walkable.cuts =
        if method.sorted { by_value(&rows, &walkable.values, size, ties(method)) } else { by_rows(&rows, size) };
    for at in 0..walkable.cuts.len() {
        let Cut { rows, low, high } = walkable.cuts[at].clone();
        for row in rows.into_iter().map(|row| row as usize) {
            walkable.low[row] = walkable.low[row].max(low.unwrap_or(i64::MIN));
            walkable.high[row] = walkable.high[row].min(high.unwrap_or(i64::MAX));
        }
    }
    walkable.linear = linear::read(policy, kept, &walkable)?;
    Ok(walkable)
}

impl Walkable<'_> {
    /// Values of a group stay within the group's box.
    fn bound_by(&mut self, group: &[u32]) {
        let rows = || group.iter().map(|&row| row as usize).filter(|&row| !self.column.is_missing(row));
        let ends = rows().map(|row| self.values[row]);
        let Some((low, high)) = ends.clone().min().zip(ends.max()) else { return };
        for row in rows().collect::<Vec<usize>>() {
            self.low[row] = low;
            self.high[row] = high;
        }
    }
}

/// The declared domain, or the range of the data.
fn domain(rule: &ColumnRule, column: &NumberColumn) -> Result<(i64, i64), Error> {
    let values = || (0..column.len()).filter_map(|row| column.scaled(row));
    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let (low, high) = match rule.domain {
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
