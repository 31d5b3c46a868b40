//! The four forms of l-diversity and (α, k)-anonymity, over the counts of a group's values.

use aloof_principles::{AlphaK, Distinct, Entropy, Frequency, Recursive};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use super::counts::{count, counts};
use super::{Literal, Value, share};

/// At least l different values.
pub(super) fn distinct(rule: Distinct, group: &[Value]) -> Literal {
    let different = counts(group).len();
    Literal::of_group(share(1, different), different >= rule.l() as usize, group)
}

/// For every tuple: its value's share times l is at most 1.
pub(super) fn frequency(rule: &Frequency, group: &[Value]) -> Literal {
    by_share(group, |share| share * rule.l().to_ratio().to_big() <= BigRational::from(BigInt::from(1)))
}

/// |G| ≥ k, and for every tuple: its value's share is at most α.
pub(super) fn alpha_k(rule: &AlphaK, group: &[Value]) -> Literal {
    by_share(group, |share| group.len() >= rule.k() as usize && *share <= rule.alpha().to_ratio().to_big())
}

fn by_share(group: &[Value], allows: impl Fn(&BigRational) -> bool) -> Literal {
    let measures: Vec<BigRational> = group.iter().map(|value| share(count(value, group), group.len())).collect();
    let tuple_holds: Vec<bool> = measures.iter().map(allows).collect();
    Literal { measures, holds: tuple_holds.iter().all(|&holds| holds), tuple_holds, at_least: false }
}

/// H(G) ≥ ln l. With l = p/q, both sides times n and raised to powers of e: n^n · q^n ≥ p^n · Π c^c.
pub(super) fn entropy(rule: &Entropy, group: &[Value]) -> Literal {
    let n = BigUint::from(group.len());
    let power = |base: &BigUint| base.pow(group.len() as u32);
    let product: BigUint = counts(group).iter().map(|&(_, c)| BigUint::from(c).pow(c as u32)).product();
    let l = rule.l().to_ratio().to_big();
    let (p, q) = (l.numer().magnitude(), l.denom().magnitude());
    let holds = power(&n) * power(q) >= power(p) * &product;
    Literal::of_group(exp_minus_h(&product, group.len()), holds, group)
}

/// exp(−H) = (Π c^c)^(1/n) / n: exactly when the root is whole, else the next fraction of a billion above.
fn exp_minus_h(product: &BigUint, n: usize) -> BigRational {
    let root = product.nth_root(n as u32);
    if root.pow(n as u32) == *product {
        return BigRational::new(BigInt::from(root), BigInt::from(n));
    }
    let billion = BigUint::from(1_000_000_000u32);
    let scaled_root = (product * billion.pow(n as u32)).nth_root(n as u32);
    // The irrational root lies between this whole number and the next.
    let billionths = BigRational::new(BigInt::from(scaled_root + 1u32), BigInt::from(n)).ceil();
    billionths / BigInt::from(billion)
}

/// `r1 < c · (r_l + … + r_m)`, counts in falling order.
pub(super) fn recursive(rule: &Recursive, group: &[Value]) -> Literal {
    let mut r: Vec<usize> = counts(group).iter().map(|&(_, count)| count).collect();
    r.sort_by(|a, b| b.cmp(a));
    let top = BigRational::from(BigInt::from(r[0]));
    let tail: usize = r.iter().skip(rule.l() as usize - 1).sum();
    let tail = BigRational::from(BigInt::from(tail));
    let holds = top < rule.c().to_ratio().to_big() * &tail;
    // Divided by nothing it is more than any other.
    let measure = if tail.is_zero() { aloof_table::Ratio::infinite().to_big() } else { top / tail };
    Literal::of_group(measure, holds, group)
}
