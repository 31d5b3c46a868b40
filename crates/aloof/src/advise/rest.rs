//! Monotone principles, which all rows together decide.

use aloof_methods::advise::{Best, Limit, Whole, whole};
use aloof_principles::{Direction, Rule, Unfit};
use aloof_table::{Attribute, Ratio};
use num_traits::Zero;

use super::report::{BestReport, Details, WholeAdvice};
use super::{ProtectionAdvice, limit};

/// A principle that a union of groups keeps when each of them does: possible exactly when all rows together keep it.
pub(super) fn monotone(rule: &Rule, attribute: &Attribute) -> Result<ProtectionAdvice, Unfit> {
    let principle = rule.principle();
    let Some(Whole { finding, best, .. }) = whole(rule, attribute)? else {
        let reason = "there are no rows".to_owned();
        return Ok(ProtectionAdvice {
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
    Ok(ProtectionAdvice {
        feasible: Some(finding.holds),
        one_group: Some(finding.holds),
        used,
        nearest: in_words(&best),
        details: Details::Whole(WholeAdvice {
            measure: measure.to_string(),
            bound: bound.to_string(),
            bound_is: principle.bound_is(),
            best,
            needs_more_rows: matches!(rule, Rule::KAnonymity(_) | Rule::Distinct(_) | Rule::KE(_)),
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
        Limit::AtMost(limit) => BestReport { at_most: Some(limit::at_most(&limit)), ..report },
        // Already rounded down to nine places; the fourth is enough for advice. It is an l, and every table keeps l = 1.
        Limit::AtMostAbout(limit) => {
            let below = format!("{:.4}", (limit * 10_000.0).floor().max(10_000.0) / 10_000.0);
            BestReport { at_most: Some(below), ..report }
        }
        Limit::AtLeast(limit) => BestReport { at_least: Some(limit::at_least(&limit)), ..report },
        Limit::Above(limit) => match limit::exact(&limit) {
            Some(exact) => BestReport { above: Some(exact), ..report },
            // What is rounded up lies above.
            None => BestReport { at_least: Some(limit::at_least(&limit)), ..report },
        },
        Limit::Nothing => report,
    }
}

/// How far the parameters could go, in words: `l can be up to 1.4347`; nothing where that is not known.
pub(crate) fn furthest(rule: &Rule, attribute: &Attribute) -> Option<String> {
    in_words(&whole(rule, attribute).ok()??.best.into_iter().map(best_report).collect::<Vec<_>>())
}

fn in_words(best: &[BestReport]) -> Option<String> {
    Some(best.iter().map(BestReport::words).collect::<Vec<_>>().join("; ")).filter(|said| !said.is_empty())
}
