//! (ε, δ)^k-dissimilarity: whether a grouping exists is NP-hard to find out, so most tables are left undecided here. Two
//! things are certain.
//!
//! *Possible*, when all rows as one group hold.
//!
//! *Impossible*, when there are fewer than `k` rows, or too many equal ones. Let `c` rows be equal, in `j` of the groups,
//! `cᵢ` in the i-th of size `sᵢ`. Equals are neighbours, so `cᵢ − 1 ≤ (1 − δ)(sᵢ − 1)`; added up, `c ≤ (1 − δ)·n + δ·j` for
//! `n` rows in all. And `j` is at most `c`, and at most `⌊n / k⌋`, since every group has `k` rows.

use aloof_principles::{Dissimilarity, Rule, Unfit};
use aloof_table::{Attribute, Ratio};

use super::whole;

/// Distinct values up to which all rows are judged as one group; the time is quadratic in it.
const MOST_VALUES: usize = 4000;

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dissimilar {
    /// A grouping exists: all rows as one group.
    Possible,
    /// Fewer rows than a group must have.
    TooFew,
    /// So many rows are equal that no grouping exists.
    TooManyEqual(u32),
    /// Neither was found.
    Undecided,
}

/// Says what is certain.
pub fn dissimilar(rule: &Dissimilarity, attribute: &Attribute) -> Result<Dissimilar, Unfit> {
    let rows = attribute.rows() as u64;
    if rows == 0 {
        return Ok(Dissimilar::Possible);
    }
    if rows < u64::from(rule.k()) {
        return Ok(Dissimilar::TooFew);
    }
    let equal = attribute.totals().iter().copied().max().unwrap_or(0);
    let groups = u64::from(equal).min(rows / u64::from(rule.k()));
    let delta = rule.delta().to_ratio();
    let room = &(&(&Ratio::one() - &delta) * &Ratio::whole(rows)) + &(&delta * &Ratio::whole(groups));
    if Ratio::whole(u64::from(equal)) > room {
        return Ok(Dissimilar::TooManyEqual(equal));
    }
    if attribute.domain().len() > MOST_VALUES {
        return Ok(Dissimilar::Undecided);
    }
    let all = whole(&Rule::Dissimilarity(rule.clone()), attribute)?;
    let holds = all.is_some_and(|all| all.finding.holds);
    Ok(if holds { Dissimilar::Possible } else { Dissimilar::Undecided })
}
