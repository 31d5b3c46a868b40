//! For every tuple whose value's share q in the group exceeds its share p in the table: (q − p)/p ≤ β, and, enhanced,
//! (q − p)/p ≤ −ln p.

use aloof_principles::BetaLikeness;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::counts::count;
use super::{Literal, Value, share};

pub(super) fn judge(rule: &BetaLikeness, group: &[Value], table: &[Value]) -> Literal {
    let (measures, tuple_holds): (Vec<BigRational>, Vec<bool>) =
        group.iter().map(|value| judge_value(rule, value, group, table)).unzip();
    Literal { measures, holds: tuple_holds.iter().all(|&holds| holds), tuple_holds, at_least: false }
}

fn judge_value(rule: &BetaLikeness, value: &Value, group: &[Value], table: &[Value]) -> (BigRational, bool) {
    let q = share(count(value, group), group.len());
    let p = share(count(value, table), table.len());
    if q <= p {
        return (BigRational::zero(), true);
    }
    let gain = (q - &p) / &p;
    let within_beta = gain <= rule.beta().to_ratio().to_big();
    let holds = within_beta && (!rule.is_enhanced() || exp_at_most(&gain, &p.recip()));
    (gain, holds)
}

/// Whether e^x ≤ limit (x ≤ −ln p is e^x ≤ 1/p), for a rational x above 0, when the two are never equal. The sum
/// 1 + x + x²/2! + … comes from below; what is missing is less than the next term · 1/(1 − x/(k + 2)).
fn exp_at_most(x: &BigRational, limit: &BigRational) -> bool {
    let (mut sum, mut term, mut k) = (BigRational::one(), BigRational::one(), 0u64);
    loop {
        k += 1;
        term = term * x / BigInt::from(k);
        sum += &term;
        if sum > *limit {
            return false;
        }
        let ratio = x / BigInt::from(k + 1);
        if ratio < BigRational::one() && &sum + &term * &ratio / (BigRational::one() - &ratio) <= *limit {
            return true;
        }
    }
}
