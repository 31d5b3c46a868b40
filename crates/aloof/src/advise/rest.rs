//! Monotone principles, which all rows together decide, and dissimilarity, which is mostly left open.

use aloof_methods::advise::{Best, Dissimilar, Limit, Whole, dissimilar, whole};
use aloof_principles::{Direction, Dissimilarity, Rule, Unfit};
use aloof_table::{Attribute, Ratio};
use num_traits::Zero;

use super::Found;
use super::report::{BestReport, Details, WholeAdvice};

/// A principle that a union of groups keeps when each of them does: possible exactly when all rows together keep it.
pub(super) fn monotone(rule: &Rule, attribute: &Attribute) -> Result<Found, Unfit> {
    let principle = rule.principle();
    let Some(Whole { finding, best }) = whole(rule, attribute)? else {
        let reason = "there are no rows".to_owned();
        return Ok(Found {
            feasible: Some(true),
            one_group: Some(true),
            used: None,
            nearest: None,
            details: Details::Reason { reason },
        });
    };
    let best: Vec<BestReport> = best.into_iter().map(best_report).collect();
    let (measure, bound) = (&finding.measure, principle.bound());
    let used = match principle.direction() {
        Direction::AtMost => part(measure, &bound),
        Direction::AtLeast => part(&bound, measure),
    };
    Ok(Found {
        feasible: Some(finding.holds),
        one_group: Some(finding.holds),
        used,
        nearest: Some(best.iter().map(BestReport::words).collect::<Vec<_>>().join("; ")),
        details: Details::Whole(WholeAdvice {
            measure: measure.to_string(),
            bound: bound.to_string(),
            bound_is: principle.bound_is(),
            best,
        }),
    })
}

/// `of / all`, where that is a number.
fn part(of: &Ratio, all: &Ratio) -> Option<Ratio> {
    let all = all.to_big();
    (!all.is_zero()).then(|| Ratio::from(of.to_big() / all))
}

fn best_report(best: Best) -> BestReport {
    let report = BestReport { parameter: best.parameter, ..BestReport::default() };
    match best.limit {
        Limit::AtMost(limit) => BestReport { at_most: Some(limit.to_string()), ..report },
        // Already rounded down to nine places; the fourth is enough for advice.
        Limit::AtMostAbout(limit) => {
            BestReport { at_most: Some(format!("{:.4}", (limit * 10_000.0).floor() / 10_000.0)), ..report }
        }
        Limit::AtLeast(limit) => BestReport { at_least: Some(limit.to_string()), ..report },
        Limit::Above(limit) => BestReport { above: Some(limit.to_string()), ..report },
        Limit::Nothing => report,
    }
}

/// (ε, δ)^k-dissimilarity.
pub(super) fn dissimilarity(asked: &Dissimilarity, attribute: &Attribute) -> Result<Found, Unfit> {
    let rows = attribute.rows();
    let said = dissimilar(asked, attribute)?;
    let reason = match said {
        Dissimilar::Possible => "all rows as one group keep it".to_owned(),
        Dissimilar::TooFew => format!("k can be at most {rows}, the number of rows"),
        Dissimilar::TooManyEqual(equal) => {
            format!("{equal} of {rows} rows hold the same values, and no groups can spread them thinly enough")
        }
        Dissimilar::Undecided => format!(
            "not decided in this version: finding out is NP-hard in general; k is at most {rows}, and equal values do \
             not rule it out"
        ),
    };
    let feasible = match said {
        Dissimilar::Possible => Some(true),
        Dissimilar::TooFew | Dissimilar::TooManyEqual(_) => Some(false),
        Dissimilar::Undecided => None,
    };
    Ok(Found {
        feasible,
        one_group: (said == Dissimilar::Possible).then_some(true),
        used: None,
        nearest: Some(reason.clone()),
        details: Details::Reason { reason },
    })
}
