//! (ε, δ)^k-dissimilarity: whether a grouping exists is NP-hard to find out, so some tables are left undecided.
//!
//! *Possible*, when all rows as one group hold, when the bound of [`Colouring`] guarantees it, or when one is found among
//! all groupings of a few rows.
//!
//! *Impossible*, when there are fewer than `k` rows, or too many equal ones, or too many similar to each other, or when no
//! grouping of a few rows holds. Let `c` rows be equal, in `j` of the groups, `cᵢ` in the i-th of size `sᵢ`. Equals are
//! neighbours, so `cᵢ − 1 ≤ (1 − δ)(sᵢ − 1)`; added up, `c ≤ (1 − δ)·n + δ·j` for `n` rows in all. And `j` is at most `c`, and at
//! most `⌊n / k⌋`, since every group has `k` rows. The same goes for rows that are all similar to each other.

use aloof_principles::{Dissimilarity, Rule, Similar, Unfit, bind_to_count};
use aloof_table::{Attribute, Decimal, Ratio};

use super::{Colouring, whole};
use crate::xcolor::{Problem, Room, Star, most_of_a_crowd, xcolor};

/// Distinct values up to which all rows are judged as one group; the time is quadratic in it.
const MOST_VALUES: usize = 4000;

/// Distinct values up to which similar rows are counted where all pairs have to be asked about.
const MOST_COUNTED: usize = 100_000;

/// Rows up to which every grouping is tried.
const FEW: usize = 10;

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dissimilar {
    /// A grouping exists: all rows as one group.
    Possible,
    /// Fewer rows than a group must have.
    TooFew,
    /// A grouping exists: the bound guarantees it.
    Guaranteed,
    /// A grouping was found among all.
    Found,
    /// So many rows are equal that no grouping exists.
    TooManyEqual(u32),
    /// So many rows are similar to each other that no grouping exists.
    TooManySimilar(u64),
    /// All groupings were tried, and none holds.
    None,
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
    if let Some(counted) = colouring(rule, attribute)? {
        // The second counts whole rows, as makers do.
        let room = most_of_a_crowd(Room::of(rule), rule.k() as usize, attribute.rows());
        if delta > counted.most_delta(rule.k()) || counted.crowd > room {
            return Ok(Dissimilar::TooManySimilar(counted.crowd));
        }
        if counted.guaranteed_delta(rule.k()).is_some_and(|most| delta <= most) {
            return Ok(Dissimilar::Guaranteed);
        }
    }
    if attribute.domain().len() <= MOST_VALUES {
        let all = whole(&Rule::Dissimilarity(rule.clone()), attribute)?;
        if all.is_some_and(|all| all.finding.holds) {
            return Ok(Dissimilar::Possible);
        }
    }
    if attribute.rows() > FEW {
        return Ok(Dissimilar::Undecided);
    }
    let similar = rule.similar(attribute.domain())?;
    Ok(if some_grouping(rule, attribute, &*similar) { Dissimilar::Found } else { Dissimilar::None })
}

/// How rows are similar to each other; `None` when there are too many values to count.
pub fn colouring(rule: &Dissimilarity, attribute: &Attribute) -> Result<Option<Colouring>, Unfit> {
    colouring_at(rule, attribute, rule.epsilon())
}

/// The same for another ε.
pub fn colouring_at(rule: &Dissimilarity, attribute: &Attribute, epsilon: Decimal) -> Result<Option<Colouring>, Unfit> {
    let similar = bind_to_count(rule.distance().metric(), attribute.domain(), epsilon)?;
    let quick = similar.axis().is_some() || similar.counts(attribute.totals()).is_some();
    Ok((quick || attribute.domain().len() <= MOST_COUNTED).then(|| Colouring::new(&*similar, attribute.totals())))
}

/// Whether any grouping of all rows holds.
fn some_grouping(rule: &Dissimilarity, attribute: &Attribute, similar: &dyn Similar) -> bool {
    let counts = attribute.totals().iter().enumerate();
    let codes: Vec<u32> = counts.flat_map(|(code, &count)| std::iter::repeat_n(code as u32, count as usize)).collect();
    let stars = [Star { codes: &codes, similar, room: Room::of(rule), shape: rule.shape() }];
    xcolor(&Problem { axes: &[], rows: codes.len(), stars: &stars, least: rule.k(), may_stand: None }).is_ok()
}
