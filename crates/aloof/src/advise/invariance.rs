//! m-invariance: the first release of a series is possible exactly when no value, or no interval of length 2ε, has more than one in m
//! of the people. Those of one window then go into different groups, each as large as all others (Theorem 1 of Li, Tao and Xiao).

use aloof_methods::advise::Crowding;
use aloof_principles::proximity::{Apart, Form};
use aloof_principles::{MInvariance, Unfit};
use aloof_table::{Attribute, Ratio};

use super::ProtectionAdvice;
use super::report::Details;
use crate::words;

/// What can be had of these people in a first month. Later ones are never refused for the values that people have then: counterfeits
/// hold what is lacking.
pub(super) fn invariance(rule: &MInvariance, attribute: &Attribute) -> Result<ProtectionAdvice, Unfit> {
    let (most, rows, which) = match rule.epsilon() {
        None => {
            let most = attribute.totals().iter().copied().max().unwrap_or(0);
            (u64::from(most), attribute.totals().iter().map(|&count| u64::from(count)).sum(), "one value".to_owned())
        }
        Some(epsilon) => {
            let (form, length) = Form::of(rule.near().neighbourhood(), Apart::InMixture);
            let crowding = Crowding::new(attribute, form)?;
            let which = format!("values in one interval of length twice {epsilon}");
            (crowding.window(&length), crowding.tuples(), which)
        }
    };
    let m = u64::from(rule.m());
    let feasible = most * m <= rows;
    let people = words::part(most as usize, rows as usize, "person has", "people have");
    let best = rows.checked_div(most).unwrap_or(0);
    Ok(ProtectionAdvice {
        feasible: Some(feasible),
        one_group: None,
        used: (rows > 0).then(|| Ratio::of(most * m, rows)),
        nearest: Some(format!("{people} {which}, so that m can be at most {best}")),
        details: Details::Reason {
            reason: format!("{people} {which}: in the first month m can be at most {best}. Later months go on from it"),
        },
    })
}
