//! `algorithm = "perturb"`: sensitive numbers are kept with some probability, else drawn from their domain; all other
//! columns stand as they are.
//!
//! A baseline, for comparison with groups: nobody is hidden among others here, only values are. The belief that is bounded
//! is that of someone who knows a person's row and how the table was made; see `aloof-methods/src/baselines/perturb.rs`.
//!
//! ```text
//! read     the original, once
//! solve    the largest probability with which the principle holds, or why there is none
//! stage    the files, rows in an order drawn from ChaCha
//! judge    the staged file read back: other columns as they were, values in the domain, every belief by Equation 3
//! place    one rename
//! ```

use aloof_io::Source;
use aloof_methods::baselines::{Positions, perturb, retention};
use aloof_table::{Attribute, Column, Decimal, Domain, NumberColumn, Table};

use super::kept::Kept;
use super::plan::{Plan, Proximity};
use super::reread::{refused, reread};
use super::{AnonymizeRequest, Anonymized, Seconds, Seed, Stages, Step, draw, read, solve, timed};
use crate::Error;
use crate::audit::{Audit, Original, Verdict};
use crate::manifest::{Counts, HowMade, Manifest, Perturbation, Told, kinds};
use crate::policy::{Policy, PolicyError};

/// More positions than these are not drawn from.
const MOST_POSITIONS: i128 = 1_000_000_000_000;

/// What is drawn, and with which probability.
struct Drawing {
    positions: Positions,
    kept: u64,
}

impl Drawing {
    fn report(&self, column: &str) -> Perturbation {
        let Positions { low, high, scale } = self.positions;
        Perturbation {
            column: column.to_owned(),
            retention: Decimal::new(i128::from(self.kept), 9).to_string(),
            low: Decimal::new(low, scale).to_string(),
            high: Decimal::new(high, scale).to_string(),
            unit: Decimal::new(1, scale).to_string(),
        }
    }
}

/// Makes a release with one perturbed column, checks it as written, and puts it in place.
pub(super) fn anonymize(request: &AnonymizeRequest<'_>) -> Result<Anonymized, Error> {
    let policy = request.policy;
    let plan = Plan::new(policy)?;
    let near = only(&plan, policy)?;
    let stages = Stages::new(request)?;
    let mut seconds = Seconds::default();
    let original = timed(&mut seconds.read, || read(request))?;
    let kept = Kept::all(&original);
    if kept.rows.is_empty() {
        return Err(Error::Data("the data have no rows that could be published".to_owned()));
    }
    (request.progress)(Step::Solving);
    let seed = request.seed.map_or_else(Seed::from_system, Ok).map_err(super::no_chance)?;
    let mut chance = seed.generator();
    let attribute = solve::attribute(near, &kept);
    let drawing = timed(&mut seconds.solve, || drawing(near, policy, &attribute))?;
    let mut values = units(near, &attribute)?;
    perturb(&mut values, drawing.kept, drawing.positions, &mut chance);
    (request.progress)(Step::Writing);
    let order = draw::order(kept.rows.len(), &mut chance);
    let rows: Vec<u32> = order.iter().map(|&at| kept.rows[at as usize]).collect();
    let data = timed(&mut seconds.write, || {
        let table =
            table(&original, near, &rows, order.iter().map(|&at| values[at as usize]), drawing.positions.scale)?;
        stages.write_data(policy, &table)
    })?;
    if let Some(private) = &stages.private {
        super::private::write_places(private, original.rows(), &kept.rows, &order, None, seed)?;
    }
    (request.progress)(Step::Judging);
    let audit = timed(&mut seconds.audit, || {
        judge(near, policy, Source::File(data.path.clone()), &original, &rows, &attribute, &drawing)
    })?;
    let dropped = original.rows() - kept.rows.len();
    let counts = Counts { published: rows.len(), suppressed: 0, dropped, groups: 0, algorithm: "perturb" };
    let report = drawing.report(near.column());
    timed(&mut seconds.write, || {
        let (columns, made) = (kinds(&original.table), HowMade::Perturbed(report.clone()));
        let (columns, settings) = (columns.as_slice(), super::settings(policy));
        let told = Told { policy, columns, audit: &audit, counts, loss: 0.0, made, settings, measured: None };
        stages.place(&Manifest::new(told).with_file(&data))
    })?;
    Ok(Anonymized {
        verdict: Verdict::Pass,
        groups: 0,
        tuples: rows.len(),
        suppressed: 0,
        dropped,
        loss: 0.0,
        weighted_loss: None,
        seconds,
        checks: audit.checks,
        walk: None,
        perturbation: Some(report),
        noise: None,
        anatomy: None,
    })
}

/// The one principle that perturbation keeps.
fn only<'p>(plan: &'p Plan<'_>, policy: &Policy) -> Result<&'p Proximity<'p>, Error> {
    match &plan.proximity {
        Some(near) if plan.monotone.is_empty() => Ok(near),
        _ => {
            let message =
                "[method] algorithm = \"perturb\" keeps one (ε, m) principle on one column of numbers and nothing else";
            Err(PolicyError::new(policy.place().clone(), message).into())
        }
    }
}

fn numbers<'a>(near: &Proximity<'_>, attribute: &'a Attribute) -> Result<(&'a [i128], u8), Error> {
    match attribute.domain() {
        Domain::Numbers { values, scale, dates: false } => Ok((values, *scale)),
        _ => Err(solve::misfit(near.protect, &"perturbation draws numbers, and this column has none")),
    }
}

/// The sensitive values of the kept rows, in units.
fn units(near: &Proximity<'_>, attribute: &Attribute) -> Result<Vec<i128>, Error> {
    let (values, _) = numbers(near, attribute)?;
    Ok(attribute.codes().iter().map(|&code| values[code as usize]).collect())
}

/// Chooses the probability.
fn drawing(near: &Proximity<'_>, policy: &Policy, attribute: &Attribute) -> Result<Drawing, Error> {
    let (values, scale) = numbers(near, attribute)?;
    near.neighbourhood.reaches(values, scale).map_err(|unfit| solve::misfit(near.protect, &unfit))?;
    let positions = positions(near, policy, values, scale)?;
    let found = |m: u32| retention(values, attribute.totals(), near.neighbourhood, positions, m);
    if let Some(kept) = found(near.m) {
        return Ok(Drawing { positions, kept });
    }
    let nearest = (2..near.m).rev().find(|&m| found(m).is_some());
    let nearest = nearest.map_or_else(
        || "no m above 1 can be kept so".to_owned(),
        |m| format!("the largest m that can be kept so is {m}"),
    );
    Err(Error::Impossible(format!(
        "{}: no perturbation keeps {}: of somebody's kind, {}, there is 1 in {} or more, whatever is drawn; {nearest}. Groups \
         can keep more: leave out algorithm, and see `aloof advise`",
        near.column(),
        near.title,
        near.neighbourhood.phrase(),
        near.m,
    )))
}

/// From the policy's `domain`, else from the smallest to the largest value.
fn positions(near: &Proximity<'_>, policy: &Policy, values: &[i128], scale: u8) -> Result<Positions, Error> {
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return Err(Error::Data("the data have no rows that could be published".to_owned()));
    };
    let wrong = |message: String| solve::misfit(near.protect, &message);
    let declared = policy.column(near.column()).and_then(|column| column.domain);
    let (low, high) = match declared {
        None => (least, most),
        Some((low, high)) => {
            let in_units = |end: Decimal| {
                end.at_scale(scale)
                    .ok_or_else(|| wrong(format!("the domain's end {end} has more places than the column")))
            };
            (in_units(low)?, in_units(high)?)
        }
    };
    if low > least || high < most {
        return Err(wrong("some values lie outside of the declared domain".to_owned()));
    }
    let positions = Positions { low, high, scale };
    if positions.count() > MOST_POSITIONS {
        return Err(wrong("the domain has more positions than can be drawn from".to_owned()));
    }
    Ok(positions)
}

fn table(
    original: &Original,
    near: &Proximity<'_>,
    rows: &[u32],
    values: impl Iterator<Item = i128>,
    scale: u8,
) -> Result<Table, Error> {
    let decimals = values.map(|value| Some(Decimal::new(value, scale)));
    let perturbed = NumberColumn::from_decimals(decimals).map_err(|error| Error::Data(error.to_string()))?;
    let mut perturbed = Some(Column::Number(perturbed));
    let one = |name: &String| {
        let column = if name == near.column() { perturbed.take() } else { None };
        (name.clone(), column.unwrap_or_else(|| original.column(name).take(rows)))
    };
    let columns = original.table.names().iter().map(one).collect();
    Table::new(columns, rows.len()).map_err(|error| Error::Data(format!("the release cannot be written: {error}")))
}

/// Reads the staged file back: other columns as they were, values in the domain, and every belief within its bound.
fn judge(
    near: &Proximity<'_>,
    policy: &Policy,
    source: Source,
    original: &Original,
    rows: &[u32],
    attribute: &Attribute,
    drawing: &Drawing,
) -> Result<Audit, Error> {
    let refuse = |reason: &str| Err(refused(reason));
    let read = reread(source, policy, original, rows, &|name| name == near.column())?;
    let Positions { low, high, scale } = drawing.positions;
    let within = |value: Decimal| value.at_scale(scale).is_some_and(|value| (low..=high).contains(&value));
    match read.column(near.column()) {
        Some(Column::Number(numbers)) if (0..rows.len()).all(|at| numbers.get(at).is_some_and(within)) => {}
        _ => return refuse("a value lies outside of the domain"),
    }
    let check = drawing.report(near.column()).check(near.protect, &near.rule(), attribute)?;
    if check.verdict != Verdict::Pass {
        return refuse(&format!(
            "{} people are near their value with more than 1 in {}",
            check.violating_tuples, near.m
        ));
    }
    Ok(Audit { verdict: Verdict::Pass, checks: vec![check], ..Audit::of_nothing(rows.len(), 0) })
}
