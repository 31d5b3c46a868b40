//! Inequalities of the user's own, from a CSV file: one line per term.
//!
//! `inequality` is any name, `row` counts the data rows from 0, `most` stands in at least one line of each inequality:
//! the sum over its lines of `coefficient · value` is at most that.

use std::collections::BTreeMap;

use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_methods::walk::Inequality;
use aloof_methods::walk::segments::Cut;
use aloof_table::{Column, Decimal, Table};

use super::columns::Movable;
use crate::Error;
use crate::policy::{Policy, PreserveRule, Property};
use crate::release::groups::kept::Kept;

/// An inequality over rows of one segment.
pub(super) struct Linear {
    pub segment: usize,
    /// Over places in the segment, in units.
    pub inequality: Inequality,
}

const COLUMNS: [&str; 4] = ["inequality", "row", "coefficient", "most"];

/// All inequalities that are about this column.
pub(super) fn read(
    policy: &Policy,
    kept: &Kept<'_>,
    column: &Movable<'_>,
    cuts: &[Cut],
    came: &[u32],
) -> Result<Vec<Linear>, Error> {
    let about = |rule: &&PreserveRule| {
        rule.property() == Property::Linear
            && (rule.columns().is_empty() || rule.columns().iter().any(|c| c == column.name))
    };
    // Rows are numbered as they came, also those that were held out and are not here.
    let mut kept_of = vec![None; came.iter().max().map_or(0, |&last| last as usize + 1)];
    kept.rows.iter().zip(0..).for_each(|(&row, at)| kept_of[came[row as usize] as usize] = Some(at));
    let mut found = Vec::new();
    for rule in policy.preserve().iter().filter(about) {
        let path = policy.base().join(rule.file().expect("checked with the policy"));
        let wrong = |problem: &str| Error::Data(format!("{}: {problem}", path.display()));
        for (name, (terms, most)) in lines(&path)? {
            let most = most.ok_or_else(|| wrong(&format!("inequality `{name}` has no `most`")))?;
            found.push(
                fit(&terms, most, &kept_of, column, cuts)
                    .map_err(|problem| wrong(&format!("inequality `{name}` {problem}")))?,
            );
        }
    }
    Ok(found)
}

/// Rows with their coefficients, and the bound.
type Lines = (Vec<(Decimal, Decimal)>, Option<Decimal>);

fn lines(path: &std::path::Path) -> Result<BTreeMap<String, Lines>, Error> {
    let input = Input::open(Source::File(path.to_owned()), ReadOptions::canonical())?;
    let ask: Vec<Ask> =
        input.names().iter().map(|name| if name == "inequality" { Ask::Text } else { Ask::Number }).collect();
    if let Some(absent) = COLUMNS.iter().find(|name| !input.names().iter().any(|other| other == *name)) {
        return Err(Error::Data(format!("{}: a file of inequalities needs a column `{absent}`", path.display())));
    }
    let table = input.read(&ask)?;
    let mut all: BTreeMap<String, Lines> = BTreeMap::new();
    for line in 0..table.rows() {
        let name = table.column("inequality").and_then(|column| column.text(line)).unwrap_or_default();
        let (terms, most) = all.entry(name).or_default();
        let zero = Decimal::ZERO;
        terms.push((number(&table, "row", line).unwrap_or(zero), number(&table, "coefficient", line).unwrap_or(zero)));
        *most = number(&table, "most", line).or(*most);
    }
    Ok(all)
}

fn number(table: &Table, name: &str, line: usize) -> Option<Decimal> {
    match table.column(name) {
        Some(Column::Number(numbers)) => numbers.get(line),
        _ => None,
    }
}

/// `kept_of` tells which kept row a row of the input is.
fn fit(
    terms: &[(Decimal, Decimal)],
    most: Decimal,
    kept_of: &[Option<u32>],
    column: &Movable<'_>,
    cuts: &[Cut],
) -> Result<Linear, String> {
    let scale = terms.iter().map(|(_, coefficient)| coefficient.scale()).max().unwrap_or(0);
    let mut segment = None;
    let mut places = Vec::new();
    for (row, coefficient) in terms {
        let row = row.at_scale(0).and_then(|row| u32::try_from(row).ok()).ok_or("has a row that is no row number")?;
        let at = kept_of.get(row as usize).copied().flatten();
        let at = at.ok_or_else(|| format!("speaks of row {row}, which is not published"))?;
        let cut = |cut: &Cut| cut.rows.iter().position(|&other| other == at);
        let (number, place) = cuts
            .iter()
            .enumerate()
            .find_map(|(number, rows)| Some((number, cut(rows)?)))
            .ok_or_else(|| format!("speaks of row {row}, where the value is missing"))?;
        if *segment.get_or_insert(number) != number {
            return Err(
                "speaks of rows of different segments, which are walked apart; make `segment` larger".to_owned()
            );
        }
        let whole = coefficient.at_scale(scale).and_then(|whole| i64::try_from(whole).ok());
        places.push((place as u32, whole.ok_or("has a coefficient that is too long")?));
    }
    // In units: both sides times 10^(scale of the coefficients + scale of the column), the bound rounded down.
    let bound = units(most, scale + column.column.scale()).ok_or("has a bound that is too long")?;
    let inequality = Inequality::new(places, bound);
    let segment = segment.ok_or("is empty")?;
    let values: Vec<i64> = cuts[segment].rows.iter().map(|&row| column.values[row as usize]).collect();
    if inequality.slack(&values) < 0 {
        return Err("is not true of the original, so it cannot be kept".to_owned());
    }
    Ok(Linear { segment, inequality })
}

/// `value · 10^scale`, rounded down.
fn units(value: Decimal, scale: u8) -> Option<i64> {
    let whole = value.at_scale(scale).or_else(|| {
        let power = 10i128.checked_pow(u32::from(value.scale().checked_sub(scale)?))?;
        Some(value.mantissa().div_euclid(power))
    });
    i64::try_from(whole?).ok()
}
