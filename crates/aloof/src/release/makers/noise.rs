//! `algorithm = "noise"`: quasi numbers get a whole number of units added, drawn evenly from `[−a, a]`; all other columns
//! stand as they are.
//!
//! A baseline, for comparison with walks and groups: it promises nothing, so no `[[protect]]` may stand beside it. What it
//! discloses is measured as for a walk; see `aloof-methods/src/baselines/noise.rs`.
//!
//! How wide the noise is, is a share of each domain, given or found by halving. Judged is that other columns stand as they
//! were, and that every number lies within the noise and its domain.

use aloof_audit::manifest::NOISY;
use aloof_io::Source;
use aloof_judge::attacks::left_by_noise;
use aloof_judge::utility::distortion;
use aloof_judge::verify::walk::{Claim, check};
use aloof_methods::baselines::with_noise;
use aloof_table::{Column, Decimal, NumberColumn, Table};
use rayon::prelude::*;
use serde::Serialize;

use super::walk::Measured;
use super::walk::columns::{Movable, movable};
use super::walk::disclose::{Moved, measure, of_column};
use crate::audit::Audit;
use crate::data::{Ladder, Original};
use crate::manifest::Counts;
use crate::policy::{NoiseRule, Policy, PolicyError};
use crate::release::groups::kept::{Kept, Quasi};
use crate::release::maker::{
    Beside, Case, Draft, Judged, Loss, Maker, Places, as_table, nobody_left, published, refused, reread,
};
use crate::{Error, Refusal, Why};

/// What was added, and what it discloses.
#[derive(Clone, Debug, Serialize)]
pub struct NoiseReport {
    /// The most that was added or taken away, as a share of each domain.
    pub share: String,
    /// The mean of |t − t'| / |t| over all values but zeros.
    pub distortion: f64,
    /// Column by column.
    pub columns: Vec<NoiseColumn>,
    /// What linking and guessing gain.
    pub disclosure: Measured,
    /// What this is not.
    pub guarantee: &'static str,
}

/// One column.
#[derive(Clone, Debug, Serialize)]
pub struct NoiseColumn {
    /// Its name.
    pub column: String,
    /// The most that was added or taken away.
    pub width: String,
    /// What leaves the domain is put back to its ends: the lower one,
    pub low: String,
    /// and the upper one.
    pub high: String,
    /// Mean distance from the original, as a share of the domain.
    pub shift: f64,
    /// Values published as they were.
    pub unchanged: usize,
    /// The share of the domain that is left for a value to someone who knows the width.
    pub left_by_noise: f64,
}

/// Shares of a domain are counted in these.
const WHOLE: i64 = 1_000_000;

/// Noisy values of every column, in the order of the kept rows.
pub(in crate::release) struct Added {
    share: Decimal,
    widths: Vec<i64>,
    values: Vec<Vec<i64>>,
}

/// Adds noise.
pub(in crate::release) struct Noise(pub NoiseRule);

impl Maker for Noise {
    type Promise = Added;

    fn check(&self, policy: &Policy) -> Result<(), Error> {
        refuse_promises(policy)
    }

    fn make(&self, case: &Case<'_>) -> Result<(Draft, Added), Error> {
        let Case { policy, original, chance, .. } = case;
        let kept = Kept::all(original);
        if kept.rows.is_empty() {
            return Err(nobody_left());
        }
        only_numbers(policy, &kept)?;
        let (columns, key) = (movable(policy, &kept)?, chance.key("noise"));
        let noise = match self.0 {
            NoiseRule::Share(share) => Added::of_share(&columns, share, key),
            NoiseRule::Distortion(asked) => Added::of_distortion(&columns, asked, key),
        }?;
        let order = chance.order("order of rows", kept.rows.len());
        let rows: Vec<u32> = order.iter().map(|&at| kept.rows[at as usize]).collect();
        let data = table(original, &columns, &noise, &rows, &order)?;
        let dropped = original.rows() - kept.rows.len();
        let counts = Counts::of_all(rows.len(), dropped, "noise");
        Ok((Draft { tables: vec![("data", data)], places: Places { rows, groups: None }, counts }, noise))
    }

    fn judge(
        &self,
        policy: &Policy,
        original: Original,
        places: Places,
        noise: Added,
        written: &[Source],
    ) -> Result<Judged, Error> {
        let kept = Kept::all(&original);
        let columns = movable(policy, &kept)?;
        let moves = |name: &str| columns.iter().any(|column| column.name == name);
        let read = reread(&written[0], policy, &original, &places.rows, &moves)?;
        let order = kept.order_of(&places.rows);
        let judged = columns.iter().zip(&noise.widths).map(|(column, &width)| judge(&read, column, width, &order));
        let report = report(&columns, &noise, &judged.collect::<Result<Vec<_>, Error>>()?);
        let audit = Audit::of_nothing(places.rows.len(), original.rows() - kept.rows.len());
        Ok(Judged {
            audit,
            groups: None,
            loss: Loss::default(),
            beside: Some(Beside::Noise(report)),
            notes: Vec::new(),
        })
    }
}

/// Nothing else can be kept beside it.
fn refuse_promises(policy: &Policy) -> Result<(), Error> {
    let wrong = |message: &str| Err(PolicyError::new(policy.place().clone(), message).into());
    if !policy.protect().is_empty() {
        return wrong(
            "[method] algorithm = \"noise\" keeps no principle, so [[protect]] cannot stand beside it; \"walk\" or groups can",
        );
    }
    if !policy.preserve().is_empty() {
        return wrong(
            "[method] algorithm = \"noise\" keeps no property, so [[preserve]] cannot stand beside it; \"walk\" can",
        );
    }
    Ok(())
}

/// Labels and dates have nothing that noise could be added to.
fn only_numbers(policy: &Policy, kept: &Kept<'_>) -> Result<(), Error> {
    let plain = |quasi: &&Quasi<'_>| matches!((&*quasi.column, quasi.ladder), (Column::Number(_), Ladder::Line));
    if let Some(other) = kept.quasi.iter().find(|quasi| !plain(quasi)) {
        let place = policy.column(other.name).map_or_else(|| policy.place().clone(), |rule| rule.place().clone());
        let message = format!(
            "`{}` is quasi and not a plain number, so nothing can be added to it; role = \"keep\" publishes it as it is, role = \
             \"drop\" does not",
            other.name
        );
        return Err(PolicyError::new(place, message).into());
    }
    if kept.quasi.is_empty() {
        let message = "noise is added to quasi columns of numbers, and none is named";
        return Err(PolicyError::new(policy.place().clone(), message).into());
    }
    Ok(())
}

impl Added {
    fn of_share(columns: &[Movable<'_>], share: Decimal, key: [u8; 32]) -> Result<Self, Error> {
        let widths: Vec<i64> = columns.iter().map(|column| width(column, share)).collect();
        if let Some((column, _)) = columns.iter().zip(&widths).find(|(_, width)| **width == 0) {
            return Err(cannot(format!(
                "column `{}`: a share of {share} of its domain is less than {}, the unit it is published in, so that nothing \
                 would be added; write noise = \"{:.6}\" or more, or declare a wider domain",
                column.name,
                column.decimal(1),
                1.0 / column.length().max(1) as f64 + 0.000_001
            )));
        }
        Ok(Self::draw(columns, share, widths, key))
    }

    fn draw(columns: &[Movable<'_>], share: Decimal, widths: Vec<i64>, key: [u8; 32]) -> Self {
        let one = |(at, (column, &width)): (usize, (&Movable<'_>, &i64))| {
            with_noise(&column.values, column.domain.0, column.domain.1, width, of_column(key, at))
        };
        let values = columns.iter().zip(&widths).enumerate().collect::<Vec<_>>().into_par_iter().map(one).collect();
        Self { share, widths, values }
    }

    /// The share whose noise lies as far from the original as asked, or as near to that as units allow.
    fn of_distortion(columns: &[Movable<'_>], asked: Decimal, key: [u8; 32]) -> Result<Self, Error> {
        let of_parts = |parts: i64| {
            let share = Decimal::new(i128::from(parts), 6);
            Self::draw(columns, share, columns.iter().map(|column| width(column, share)).collect(), key)
        };
        let far = |parts: i64| of_parts(parts).distortion(columns);
        let wanted = asked.to_ratio().approximate();
        let most = far(WHOLE);
        if most < wanted {
            return Err(cannot(format!(
                "no noise has a distortion of {asked}: as wide as the whole domains it has {most:.4}; ask for less, or declare \
                 wider domains"
            )));
        }
        let (mut below, mut enough) = (0, WHOLE);
        while enough - below > 1 {
            let middle = below + (enough - below) / 2;
            if far(middle) < wanted { below = middle } else { enough = middle }
        }
        // Whole units do not hit every distance: the nearer of the two is taken.
        let nearer = (wanted - far(below)).abs() < (far(enough) - wanted).abs();
        let found = of_parts(if nearer { below } else { enough });
        if found.widths.iter().all(|&width| width == 0) {
            return Err(cannot(format!("a distortion of {asked} is less than one unit of any column; ask for more")));
        }
        Ok(found)
    }

    /// The mean relative distance of all values that are there.
    fn distortion(&self, columns: &[Movable<'_>]) -> f64 {
        let present = |column: &Movable<'_>, values: &[i64]| -> Vec<f64> {
            column.present().map(|row| values[row as usize] as f64).collect()
        };
        let before: Vec<Vec<f64>> = columns.iter().map(|column| present(column, &column.values)).collect();
        let after: Vec<Vec<f64>> =
            columns.iter().zip(&self.values).map(|(column, values)| present(column, values)).collect();
        distortion(&before, &after).mean
    }
}

fn cannot(what: String) -> Error {
    Refusal::new(Why::Noise { what }).into()
}

/// A share of the domain in whole units, rounded down.
fn width(column: &Movable<'_>, share: Decimal) -> i64 {
    let length = i128::from(column.length());
    let whole = 10i128.checked_pow(u32::from(share.scale()));
    let units = share.mantissa().checked_mul(length).zip(whole).map(|(units, whole)| units / whole);
    units.and_then(|units| i64::try_from(units).ok()).unwrap_or(i64::MAX / 4)
}

fn table(
    original: &Original,
    columns: &[Movable<'_>],
    noise: &Added,
    rows: &[u32],
    order: &[u32],
) -> Result<Table, Error> {
    let change = |name: &str| {
        let at = columns.iter().position(|column| column.name == name)?;
        Some(columns[at].moved(order, |row| noise.values[at][row as usize]))
    };
    as_table(published(original, rows, change)?, rows.len())
}

/// Every number lies in its domain and at most the width from the original one, and is of its kind; returns the column in
/// the order of the kept rows.
fn judge(read: &Table, column: &Movable<'_>, width: i64, order: &[u32]) -> Result<NumberColumn, Error> {
    let Some(Column::Number(written)) = read.column(column.name) else {
        return Err(refused(&format!("column `{}` is absent", column.name)));
    };
    let mut place_of = vec![0u32; order.len()];
    order.iter().enumerate().for_each(|(place, &row)| place_of[row as usize] = place as u32);
    let published = NumberColumn::from_decimals(place_of.iter().map(|&place| written.get(place as usize)))
        .map_err(|error| refused(&format!("column `{}`: {error}", column.name)))?;
    let same_rows = (0..order.len()).all(|row| published.is_missing(row) == column.column.is_missing(row));
    if !same_rows || published.scale() > column.column.scale() {
        return Err(refused(&format!("column `{}` has other gaps or more digits than the original", column.name)));
    }
    let (low, high) = column.domain;
    let within = |row: u32| {
        let value = column.values[row as usize];
        let (least, most) = (value.saturating_sub(width).max(low), value.saturating_add(width).min(high));
        Claim::Within { row, low: column.decimal(least), high: column.decimal(most) }
    };
    let found = check(&column.present().map(within).collect::<Vec<_>>(), column.column, &published);
    if found.untrue + found.broken > 0 {
        return Err(refused(&format!(
            "{} of {} values of `{}` lie farther from the original than the noise allows",
            found.broken, found.claims, column.name
        )));
    }
    Ok(published)
}

fn report(columns: &[Movable<'_>], noise: &Added, published: &[NumberColumn]) -> NoiseReport {
    let moved = Moved::new(columns, published);
    let one = |(at, column): (usize, &Movable<'_>)| {
        let ((low, high), width) = (column.domain, noise.widths[at]);
        NoiseColumn {
            column: column.name.to_owned(),
            width: column.decimal(width).to_string(),
            low: column.decimal(low).to_string(),
            high: column.decimal(high).to_string(),
            shift: moved.shift(at) / column.length().max(1) as f64,
            unchanged: column
                .present()
                .filter(|&row| noise.values[at][row as usize] == column.values[row as usize])
                .count(),
            left_by_noise: left_by_noise(&moved.after[at], width, low, high),
        }
    };
    NoiseReport {
        share: noise.share.to_string(),
        distortion: noise.distortion(columns),
        columns: columns.iter().enumerate().map(one).collect(),
        disclosure: measure(columns, &moved.before, &moved.after),
        guarantee: NOISY,
    }
}
