//! The whole table as one group: the strongest that a monotone principle can be asked for, and one certain release.
//!
//! Where a union of groups that hold always holds, a grouping exists exactly when all rows together hold. For any other
//! principle it is enough if they do: the table as one group is a release in every view, though it tells nothing of quasi
//! values.

use std::num::NonZeroU32;

use aloof_principles::{BetaLikeness, Finding, Measured, Measures, Rule, Unfit};
use aloof_table::{Attribute, Ratio};

use super::knowledge::Knowledge;

/// What all rows together have.
#[derive(Clone, Debug)]
pub struct Whole {
    /// By the principle.
    pub finding: Finding,
    /// Whether that is what they have, and not a bound on the safe side.
    pub exact: bool,
    /// The strongest parameters for which a grouping exists, each by itself.
    pub best: Vec<Best>,
}

/// How far a parameter can go.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// Its name in a policy.
    pub parameter: String,
    /// How far.
    pub limit: Limit,
}

/// How far a parameter can go.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// Up to this.
    AtMost(Ratio),
    /// Up to about this, rounded down.
    AtMostAbout(f64),
    /// Down to this.
    AtLeast(Ratio),
    /// Down to this, but not to it.
    Above(Ratio),
    /// No value works.
    Nothing,
}

/// Judges all rows that have a value as one group. `None` when there are none.
pub fn whole(rule: &Rule, attribute: &Attribute) -> Result<Option<Whole>, Unfit> {
    let group = everyone(attribute);
    let check = rule.principle().bind_among(attribute, &mut std::iter::once(group.as_slice()))?;
    if group.is_empty() {
        return Ok(None);
    }
    let finding = check.judge(&group);
    // What holds by a bound holds.
    let exact = finding.holds || check.is_exact(&group);
    let best = match rule {
        Rule::CountingMissing(rule) => share_at_least(rule.rule(), &finding.measure),
        rule => best(rule, attribute, &group, &finding),
    };
    Ok(Some(Whole { finding, exact, best }))
}

/// The sorted codes of all rows.
fn everyone(attribute: &Attribute) -> Vec<u32> {
    let counts = attribute.totals().iter().enumerate();
    let values = counts.flat_map(|(code, &count)| std::iter::repeat_n(code as u32, count as usize));
    let missing = attribute.codes().iter().copied().filter(|&code| code == attribute.missing_code());
    values.chain(missing).collect()
}

fn best(rule: &Rule, attribute: &Attribute, group: &[u32], finding: &Finding) -> Vec<Best> {
    if !rule.principle().monotone() {
        return Vec::new();
    }
    let measured = |l: u32| -> Option<Measured> {
        let mut measures = Measures::with_l(attribute, NonZeroU32::new(l)?);
        measures.add(0, group);
        measures.finish()
    };
    let l = if let Rule::Recursive(rule) = rule { rule.l() } else { 2 };
    let Some(all) = measured(l) else { return Vec::new() };
    let one = |parameter: &str, limit| Best { parameter: parameter.to_owned(), limit };
    let knowledge = Knowledge { attribute, group };
    let size = |count: u64| Limit::AtMost(Ratio::whole(count));
    match rule {
        Rule::KAnonymity(_) => vec![one("k", size(all.k.value))],
        Rule::Distinct(_) => vec![one("l", size(all.distinct_l.value))],
        Rule::Frequency(_) => vec![one("l", Limit::AtMost(all.frequency_l.value))],
        Rule::Entropy(_) => vec![one("l", Limit::AtMostAbout(all.entropy_l.value))],
        Rule::Recursive(_) => vec![one("c", all.recursive_c.value.map_or(Limit::Nothing, Limit::Above))],
        Rule::AlphaK(_) => vec![one("alpha", Limit::AtLeast(all.alpha.value)), one("k", size(all.k.value))],
        Rule::KE(_) => {
            let range = all.spread.map(|spread| one("e", Limit::AtMost(spread.range.value)));
            std::iter::once(one("k", size(all.distinct_l.value))).chain(range).collect()
        }
        Rule::Variance(_) => {
            all.spread.map(|spread| one("v", Limit::AtMost(spread.variance.value))).into_iter().collect()
        }
        // All rows together are distributed as the table is.
        Rule::TCloseness(_) => vec![one("t", Limit::AtLeast(Ratio::zero()))],
        Rule::BetaLikeness(rule) => vec![one("beta", least_beta(rule, &all))],
        // A release of one group: the belief is what all rows together leave.
        Rule::CKSafety(rule) => knowledge.c_k_safety(rule, finding),
        Rule::Skyline(rule) => knowledge.skyline(rule, finding.holds),
        Rule::EpsilonM(_)
        | Rule::Register(_)
        | Rule::DeltaL(_)
        | Rule::Dissimilarity(_)
        | Rule::Presence(_)
        | Rule::MInvariance(_)
        | Rule::CountingMissing(_) => Vec::new(),
    }
}

/// How far a principle that bounds a share can go, where this share cannot be avoided.
fn share_at_least(rule: &Rule, share: &Ratio) -> Vec<Best> {
    let whole =
        || share.inverse().floor_decimal(0).parse().map_or(Limit::Nothing, |m: u64| Limit::AtMost(Ratio::whole(m)));
    let (parameter, limit) = match rule {
        Rule::EpsilonM(_) | Rule::Register(_) | Rule::DeltaL(_) => {
            (if rule.principle().name() == "delta-l" { "l" } else { "m" }, whole())
        }
        Rule::Frequency(_) => ("l", Limit::AtMost(share.inverse())),
        Rule::AlphaK(_) => ("alpha", Limit::AtLeast(share.clone())),
        _ => return Vec::new(),
    };
    vec![Best { parameter: parameter.to_owned(), limit }]
}

fn least_beta(rule: &BetaLikeness, all: &Measured) -> Limit {
    let least = if rule.is_enhanced() { all.enhanced_beta.value.clone() } else { Some(all.beta.value.clone()) };
    // No gain of 0 can be asked for, though all rows together have none.
    let limit = |least| if least == Ratio::zero() { Limit::Above(least) } else { Limit::AtLeast(least) };
    least.map_or(Limit::Nothing, limit)
}
