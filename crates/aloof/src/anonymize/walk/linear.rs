//! Inequalities of the user's own, from a CSV file: one line per term.
//!
//! `inequality` is any name, `row` counts the data rows from 0, `most` stands in at least one line of each inequality:
//! the sum over its lines of `coefficient · value` is at most that.

use std::collections::BTreeMap;

use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_methods::walk::Inequality;
use aloof_table::{Column, Decimal, Table};

use super::super::kept::Kept;
use super::columns::Walkable;
use crate::Error;
use crate::policy::{Policy, PreserveRule, Property};

/// An inequality over rows of one segment.
pub(super) struct Linear {
    pub segment: usize,
    /// Over places in the segment, in units.
    pub inequality: Inequality,
}

const COLUMNS: [&str; 4] = ["inequality", "row", "coefficient", "most"];

/// All inequalities that are about this column.
pub(super) fn read(policy: &Policy, kept: &Kept<'_>, column: &Walkable<'_>) -> Result<Vec<Linear>, Error> {
    let about = |rule: &&PreserveRule| {
        rule.property == Property::Linear && (rule.columns.is_empty() || rule.columns.iter().any(|c| c == column.name))
    };
    let mut found = Vec::new();
    for rule in policy.preserve().iter().filter(about) {
        let path = policy.base().join(rule.file.as_deref().expect("checked with the policy"));
        let wrong = |problem: &str| Error::Data(format!("{}: {problem}", path.display()));
        for (name, (terms, most)) in lines(&path)? {
            let most = most.ok_or_else(|| wrong(&format!("inequality `{name}` has no `most`")))?;
            found.push(
                fit(&terms, most, kept, column).map_err(|problem| wrong(&format!("inequality `{name}` {problem}")))?,
            );
        }
    }
    Ok(found)
}

/// Rows with their coefficients, and the bound.
type Lines = (Vec<(Decimal, Decimal)>, Option<Decimal>);

fn lines(path: &std::path::Path) -> Result<BTreeMap<String, Lines>, Error> {
    let input = Input::open(Source::File(path.to_owned()), ReadOptions::default())?;
    let ask: Vec<Ask> =
        input.names().iter().map(|name| if name == "inequality" { Ask::Text } else { Ask::Number }).collect();
    if let Some(absent) = COLUMNS.iter().find(|name| !input.names().iter().any(|other| other == *name)) {
        return Err(Error::Data(format!("{}: a file of inequalities needs a column `{absent}`", path.display())));
    }
    let table = input.read(&ask)?;
    let mut all: BTreeMap<String, Lines> = BTreeMap::new();
    for line in 0..table.rows() {
        let name = table.column("inequality").and_then(|column| column.text(line)).unwrap_or_default();
        let (terms, most) = all.entry(name.into()).or_default();
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

fn fit(terms: &[(Decimal, Decimal)], most: Decimal, kept: &Kept<'_>, column: &Walkable<'_>) -> Result<Linear, String> {
    let scale = terms.iter().map(|(_, coefficient)| coefficient.scale()).max().unwrap_or(0);
    let mut segment = None;
    let mut places = Vec::new();
    for (row, coefficient) in terms {
        let row = row.at_scale(0).and_then(|row| u32::try_from(row).ok()).ok_or("has a row that is no row number")?;
        let at = kept.rows.binary_search(&row).map_err(|_| format!("speaks of row {row}, which is not published"))?;
        let cut = |cut: &aloof_methods::walk::segments::Cut| cut.rows.iter().position(|&other| other as usize == at);
        let (number, place) = column
            .cuts
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
    let values: Vec<i64> = column.cuts[segment].rows.iter().map(|&row| column.values[row as usize]).collect();
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
