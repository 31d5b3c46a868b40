//! What is known of a table before anything is made of it: advice tells it, and a maker that finds nothing answers by it, so that
//! the two never contradict each other.

use aloof_principles::Rule;
use aloof_table::{Attribute, Column};

use super::report::{AdviceCheck, LeastWithheld, Withholding};
use super::tried;
use super::{ProtectionAdvice, dissimilarity, invariance, present, proximity, rest};
use crate::policy::{Policy, Protect, View, bind};
use crate::release::Every;
use crate::{Error, words};

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
    /// What trying all ways to group a few rows showed of all protections together, where nothing else decides it.
    pub tried: Option<String>,
}

impl Facts {
    /// The protections each of which proves that nothing can be had, whichever rows are withheld.
    pub fn witnesses(&self) -> impl Iterator<Item = &AdviceCheck> {
        self.checks.iter().filter(|check| is_impossible(check, self.may_withhold))
    }

    /// Whether trying all ways to group a few rows decided it, and nothing else did.
    pub fn is_tried(&self) -> bool {
        let by_other = |check: &AdviceCheck| check.tried.is_none();
        !self.witnesses().any(by_other)
    }

    /// Whether it is proven that nothing can be had, whichever rows are withheld.
    pub fn is_impossible(&self) -> bool {
        self.feasible == Some(false) && self.withholding.is_none_or(|helps| helps == Withholding::TooLittle)
    }
}

/// Whether a protection by itself cannot be had, whichever rows are withheld.
fn is_impossible(check: &AdviceCheck, may_withhold: u64) -> bool {
    check.feasible == Some(false) && (may_withhold == 0 || check.helped_by(may_withhold) == Withholding::TooLittle)
}

/// What is known of `rows` rows whose sensitive columns `pick` hands out; `every`: they are few, and all ways are tried.
pub(crate) fn facts<'c>(
    policy: &'c Policy,
    rows: usize,
    pick: impl Fn(&'c Protect) -> Vec<(&'c str, &'c Column)>,
    every: Option<&Every<'_, '_>>,
) -> Result<Facts, Error> {
    let mut checks = Vec::new();
    for protect in policy.protect() {
        let mut check = one(protect, policy, &pick(protect), rows)?;
        if let (None, Some(every)) = (check.feasible, every) {
            tried::settle(&mut check, protect, every)?;
        }
        checks.push(check);
    }
    // Where someone may know who is missing, withholding makes nothing feasible.
    let may_withhold = policy.method().may_withhold_to_promise(rows) as u64;
    let mut known = Facts { feasible: together(&checks), checks, may_withhold, withholding: None, tried: None };
    if let (None, Some(every)) = (known.feasible, every) {
        tried::settle_all(&mut known, policy, every)?;
    }
    if known.feasible == Some(false) && may_withhold > 0 {
        let helps = every.map(|every| tried::withholding(policy, every, may_withhold)).transpose()?;
        known.withholding = Some(helps.unwrap_or_else(|| withholding(&known.checks, may_withhold)));
    }
    Ok(known)
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
    let found = match protect.as_presence() {
        Some(asked) => present::presence(asked, protect, policy, rows)?,
        None => by_rule(protect, policy, picked, &rule, &attribute)?,
    };
    let title = bind::rule_in_view(protect, policy, picked)?.principle().title();
    let mut check = AdviceCheck {
        principle: rule.principle().name(),
        title,
        sensitive: protect.sensitive().to_vec(),
        view: protect.view_name(),
        feasible: found.feasible,
        one_group: found.one_group,
        used: found.used.map(|used| used.to_string()),
        nearest: found.nearest.filter(|_| found.feasible == Some(false)),
        details: found.details,
        numbered: policy.output().group_ids,
        beside_others: (attribute.rows() < rows).then_some(attribute.rows() as u64),
        tried: None,
    };
    if let Some(nearest) = check.nearest.take() {
        check.nearest = Some(format!("{nearest}{}", withheld(&check, policy, rows)));
    }
    Ok(check)
}

/// What withholding some of so many rows would do, behind the words of what is nearest.
fn withheld(check: &AdviceCheck, policy: &Policy, rows: usize) -> String {
    if check.proximity().is_none() {
        return String::new();
    }
    let Some(needed @ LeastWithheld { least, certain }) = check.withhold() else {
        return "; withholding rows does not help".to_owned();
    };
    let withhold = needed.of(rows, policy.method());
    match withhold.why_not(true) {
        Some(why_not) => format!(". {why_not}. {withhold}"),
        None if certain == Some(least) => {
            format!("; with both, {} would have to be withheld", words::part(least as usize, rows, "row", "rows"))
        }
        None => format!(". {withhold}"),
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
        Rule::MInvariance(asked) => invariance::invariance(asked, attribute),
        _ => rest::monotone(rule, attribute),
    };
    found.map_err(|why| bind::unfit(protect, &why))
}
