//! Weighted loss and weighted counts, literally: a row of weight w counts as w rows.

use aloof_table::Ratio;

/// Σ w · share / Σ w over rows, a row being its weight and the share of the domain that its cell covers; 0 without rows.
pub fn loss(rows: &[(Ratio, Ratio)]) -> Ratio {
    let (mut lost, mut people) = (Ratio::zero(), Ratio::zero());
    for (weight, share) in rows {
        lost = &lost + &(weight * share);
        people = &people + weight;
    }
    if people == Ratio::zero() { people } else { &lost * &people.inverse() }
}

/// The answer to a count query: of every row its weight, how much of what it covers lies inside, and whether its sensitive value
/// is asked for.
pub fn count(rows: &[(Ratio, Ratio, bool)]) -> Ratio {
    let mut people = Ratio::zero();
    for (weight, inside, asked) in rows {
        if *asked {
            people = &people + &(weight * inside);
        }
    }
    people
}
