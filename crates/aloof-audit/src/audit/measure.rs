//! Without anything to check: everything that can be measured.

use aloof_judge::views::Grouped;
use aloof_principles::{EpsilonM, Measured, Measures, Neighbourhood, Principle, Register, Staircase};
use aloof_table::{Attribute, Decimal, Domain, Means, Ratio};
use rayon::prelude::*;

use super::AuditRequest;
use super::knowledge::knowledge;
use super::report::{KnowledgeReport, MeasureReport, ProximityReport, StairReport};
use crate::Error;
use crate::data::{Released, pick};
use crate::policy::Role;

/// The staircase goes no higher: an m beyond this says that nothing is near anything.
const HIGHEST_M: u32 = 20;

/// Measures every sensitive column by itself.
pub(super) fn measure_all(request: &AuditRequest<'_>, released: &Released) -> Result<Vec<MeasureReport>, Error> {
    let names: Vec<String> = request.policy.named(Role::Sensitive).map(str::to_owned).collect();
    if names.is_empty() {
        return Err(Error::Data(format!(
            "nothing is declared sensitive, so there is nothing to measure; name a column with {}, or give it role = \"sensitive\" in the \
             policy",
            Means::Sensitive
        )));
    }
    let mut reports = Vec::new();
    for name in names {
        let columns = pick(&released.sensitive, std::slice::from_ref(&name));
        let attribute = Attribute::new(&columns, |row| released.left_out.get(row));
        let grouped = Grouped::new(&released.groups, &attribute);
        let Some(measured) = measures(&attribute, &grouped) else { continue };
        let mut report = report(name, &measured);
        report.knowledge = knowledge(&attribute, &grouped)?;
        if let Domain::Numbers { values, scale, dates } = attribute.domain() {
            report.dates = *dates;
            let epsilons =
                if request.epsilons.is_empty() { usual(&attribute, values, *scale) } else { request.epsilons.clone() };
            report.proximity = proximity(&epsilons, &attribute, &grouped)?;
            report.staircase = staircase(values, *scale, &grouped);
        }
        reports.push(report);
    }
    Ok(reports)
}

/// Runs of groups of a fixed length, measured on all cores and put together in order.
fn in_pieces<T: Send>(grouped: &Grouped, one: impl Fn(std::ops::Range<usize>) -> T + Sync) -> Vec<T> {
    const PIECE: usize = 4096;
    let groups = grouped.len();
    let starts: Vec<usize> = (0..groups).step_by(PIECE).collect();
    starts.into_par_iter().map(|start| one(start..groups.min(start + PIECE))).collect()
}

fn measures(attribute: &Attribute, grouped: &Grouped) -> Option<Measured> {
    let empty = Measures::new(attribute);
    let pieces = in_pieces(grouped, |piece| {
        let mut measures = empty.clone();
        piece.for_each(|group| measures.add(group, grouped.group(group)));
        measures
    });
    let mut all = empty.clone();
    pieces.into_iter().for_each(|piece| all.merge(piece));
    all.finish()
}

fn report(sensitive: String, measured: &Measured) -> MeasureReport {
    let spread = measured.spread.as_ref();
    MeasureReport {
        sensitive,
        k: measured.k.value as usize,
        distinct_l: measured.distinct_l.value as usize,
        m_unique: measured.unique.value as usize,
        frequency_l: measured.frequency_l.value.to_string(),
        entropy_l: measured.entropy_l.value,
        recursive_c_2: measured.recursive_c.value.as_ref().map(Ratio::to_string),
        alpha: measured.alpha.value.to_string(),
        t_equal: measured.t_equal.value.to_string(),
        t_ordered: spread.map(|spread| spread.t_ordered.value.to_string()),
        t_value: spread.map(|spread| spread.t_value.value.to_string()),
        beta: measured.beta.value.to_string(),
        enhanced_beta: measured.enhanced_beta.value.as_ref().map(Ratio::to_string),
        range: spread.map(|spread| spread.range.value.to_string()),
        variance: spread.map(|spread| spread.variance.value.to_string()),
        dates: false,
        knowledge: KnowledgeReport::default(),
        proximity: Vec::new(),
        staircase: Vec::new(),
    }
}

fn proximity(epsilons: &[Decimal], attribute: &Attribute, grouped: &Grouped) -> Result<Vec<ProximityReport>, Error> {
    let one = |&epsilon: &Decimal| {
        let neighbourhood = Neighbourhood::absolute(epsilon).map_err(|error| Error::Data(error.to_string()))?;
        let rule = EpsilonM::new(neighbourhood, 1).map_err(|error| Error::Data(error.to_string()))?;
        let (max_m, worst_risk) = largest_m(&rule, attribute, grouped)?;
        let (max_m_register, worst_risk_register) = largest_m(&Register::of(rule, &rule), attribute, grouped)?;
        let epsilon = epsilon.to_string();
        Ok(ProximityReport { epsilon, max_m, worst_risk, max_m_register, worst_risk_register })
    };
    epsilons.iter().map(one).collect()
}

/// The largest m that every group keeps, and the worst share.
fn largest_m(rule: &dyn Principle, attribute: &Attribute, grouped: &Grouped) -> Result<(u64, String), Error> {
    let check = rule.bind(attribute).map_err(|error| Error::Data(error.to_string()))?;
    let outcome = grouped.judge(check.as_ref(), rule.direction());
    let worst = outcome.worst_measure.clone().unwrap_or_else(Ratio::one);
    let max_m = worst.inverse().to_big().floor().to_integer();
    Ok((u64::try_from(max_m).unwrap_or(u64::MAX), worst.to_string()))
}

fn staircase(values: &[i128], scale: u8, grouped: &Grouped) -> Vec<StairReport> {
    let pieces = in_pieces(grouped, |piece| {
        let mut stairs = Staircase::new(HIGHEST_M);
        let mut numbers: Vec<i128> = Vec::new();
        for group in piece {
            numbers.clear();
            numbers.extend(grouped.group(group).iter().map(|&code| values[code as usize]));
            stairs.add(&numbers);
        }
        stairs
    });
    let all = pieces.into_iter().fold(Staircase::new(HIGHEST_M), |all, piece| all.merge(&piece));
    let step = |m: u32| {
        let units = i128::try_from(all.fails_at(m)?).ok().filter(|&units| units > 0)?;
        Some(StairReport { m, epsilon_below: Decimal::new(units, scale).to_string() })
    };
    (2..=HIGHEST_M).map_while(step).collect()
}

/// 0 and the round numbers 1, 2, 5 · 10^i that lie between a thousandth and a tenth of the span in which the middle nine
/// tenths of the tuples lie: what people would call near.
fn usual(attribute: &Attribute, values: &[i128], scale: u8) -> Vec<Decimal> {
    let span = middle_span(attribute, values);
    let mut epsilons = vec![Decimal::ZERO];
    let mut power = 1i128;
    while let Some(next) = power.checked_mul(10) {
        for digit in [1, 2, 5] {
            let Some(units) = power.checked_mul(digit) else { break };
            let (least, most) = (span / 1000, span / 10);
            if units as u128 >= least.max(1) && units as u128 <= most {
                epsilons.push(Decimal::new(units, scale));
            }
        }
        power = next;
    }
    epsilons
}

fn middle_span(attribute: &Attribute, values: &[i128]) -> u128 {
    let rows = attribute.rows();
    let at = |share: usize| {
        let mut before = 0;
        let place = attribute.totals().iter().position(|&count| {
            before += count as usize;
            before * 20 > rows * share
        });
        values[place.unwrap_or(values.len() - 1)]
    };
    if rows == 0 { 0 } else { at(19).abs_diff(at(1)) }
}
