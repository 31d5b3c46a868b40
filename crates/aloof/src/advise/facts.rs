//! What is known of a table before anything is made of it: advice tells it, and a maker that finds nothing answers by it, so that
//! the two never contradict each other.

use aloof_principles::Rule;
use aloof_table::{Attribute, Column};

use super::report::{AdviceCheck, Details, Withholding};
use super::{ProtectionAdvice, dissimilarity, proximity, rest};
use crate::policy::{Policy, Protect, View, bind};
use crate::{Error, Withhold};

/// What is known of all protections.
pub(crate) struct Facts {
    /// One per protection, in the order of the policy.
    pub checks: Vec<AdviceCheck>,
    /// Whether all rows can be published so that everything holds; `None`: not known.
    pub feasible: Option<bool>,
    /// So many rows may be withheld.
    pub may_withhold: u64,
    /// Where it cannot be had of all rows and some may be withheld: whether that helps.
    pub withholding: Option<Withholding>,
}

impl Facts {
    /// The protection that proves that nothing can be had, whichever rows are withheld.
    pub fn witness(&self) -> Option<&AdviceCheck> {
        self.checks.iter().find(|check| is_impossible(check, self.may_withhold))
    }
}

/// Whether a protection by itself cannot be had, whichever rows are withheld.
fn is_impossible(check: &AdviceCheck, may_withhold: u64) -> bool {
    check.feasible == Some(false) && (may_withhold == 0 || check.helped_by(may_withhold) == Withholding::TooLittle)
}

/// What is known of `rows` rows whose sensitive columns `pick` hands out.
pub(crate) fn facts<'c>(
    policy: &'c Policy,
    rows: usize,
    pick: impl Fn(&'c Protect) -> Vec<(&'c str, &'c Column)>,
) -> Result<Facts, Error> {
    let checks = policy.protect().iter().map(|protect| one(protect, policy, &pick(protect), rows));
    let checks: Vec<AdviceCheck> = checks.collect::<Result<_, _>>()?;
    // Where someone may know who is missing, withholding makes nothing feasible.
    let may_withhold = policy.method().may_withhold_to_promise(rows) as u64;
    let feasible = together(&checks);
    let withholding = (feasible == Some(false) && may_withhold > 0).then(|| withholding(&checks, may_withhold));
    Ok(Facts { checks, feasible, may_withhold, withholding })
}

/// Impossible if one is; possible if it is the only one, or if all rows as one group keep them all. Rules that are monotone are
/// possible just when one group of all rows keeps them, so of those nothing is left open.
fn together(checks: &[AdviceCheck]) -> Option<bool> {
    if checks.iter().any(|check| check.feasible == Some(false)) {
        return Some(false);
    }
    let certain = match checks {
        [] => true,
        [only] => only.feasible == Some(true),
        several => several.iter().all(|check| check.one_group == Some(true)),
    };
    certain.then_some(true)
}

/// Of several protections the rows that one of them wants gone may be those that another needs.
fn withholding(checks: &[AdviceCheck], may_withhold: u64) -> Withholding {
    if checks.iter().any(|check| is_impossible(check, may_withhold)) {
        return Withholding::TooLittle;
    }
    match checks {
        [only] => only.helped_by(may_withhold),
        _ => Withholding::NotKnown,
    }
}

/// Advice about one protection.
fn one(protect: &Protect, policy: &Policy, picked: &[(&str, &Column)], rows: usize) -> Result<AdviceCheck, Error> {
    let rule = bind::rule(protect, policy, picked)?;
    let attribute = bind::attribute(protect, picked, rows, |_| false);
    let found = by_rule(protect, policy, picked, &rule, &attribute)?;
    let title = bind::rule_in_view(protect, policy, picked)?.principle().title();
    Ok(AdviceCheck {
        principle: rule.principle().name(),
        title,
        sensitive: protect.sensitive().to_vec(),
        view: protect.view().name(),
        feasible: found.feasible,
        one_group: found.one_group,
        used: found.used.map(|used| used.to_string()),
        nearest: found.nearest.filter(|_| found.feasible == Some(false)).map(|nearest| {
            let withheld = withheld(&found.details, policy);
            format!("{nearest}{withheld}")
        }),
        details: found.details,
        numbered: policy.output().group_ids,
    })
}

/// What withholding rows would do, behind the words of what is nearest.
fn withheld(details: &Details, policy: &Policy) -> String {
    let Details::Proximity(found) = details else { return String::new() };
    let Some(needed) = found.asked().withhold else { return "; withholding rows does not help".to_owned() };
    let withhold = Withhold::new(needed as usize, found.tuples as usize, policy.method());
    match withhold.why_not(true) {
        Some(why_not) => format!(". {why_not}. {withhold}"),
        None => format!("; with both, {needed} of the {} rows would have to be withheld", found.tuples),
    }
}

fn by_rule(
    protect: &Protect,
    policy: &Policy,
    picked: &[(&str, &Column)],
    rule: &Rule,
    attribute: &Attribute,
) -> Result<ProtectionAdvice, Error> {
    // Where groups that look alike are not told apart, more must hold than is asked of each.
    let told_apart = policy.output().group_ids && protect.view() != View::Candidates;
    let certain = told_apart || protect.view() == View::Register;
    let found = match rule {
        Rule::EpsilonM(asked) => proximity::epsilon_m(asked, protect.view(), certain, attribute),
        Rule::DeltaL(asked) => proximity::delta_l(asked, protect.view(), certain, attribute),
        // Of a distance the view changes what is similar; of windows, which of them count.
        Rule::Dissimilarity(_) => match bind::rule_in_view(protect, policy, picked)? {
            Rule::Dissimilarity(asked) => dissimilarity::dissimilarity(&asked, told_apart, attribute),
            other => rest::monotone(&other, attribute),
        },
        Rule::CountingMissing(_) => rest::monotone(&bind::rule_in_view(protect, policy, picked)?, attribute),
        _ => rest::monotone(rule, attribute),
    };
    found.map_err(|why| bind::unfit(protect, &why))
}
