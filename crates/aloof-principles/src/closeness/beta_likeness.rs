//! β-likeness: no sensitive value is much more frequent in a group than in the whole table.
//!
//! For every value with a larger share `q` in the group than its share `p` in the table, *basic* β-likeness asks for a
//! relative gain `(q − p)/p ≤ β`, *enhanced* β-likeness for `(q − p)/p ≤ min(β, −ln p)`: for frequent values the limit is
//! tighter, and no gain ever makes a value certain. Nothing is asked of values that lose.
//!
//! # Source
//! Cao and Karras, *Publishing microdata with a robust privacy guarantee*, PVLDB 5(11), 2012.
//!
//! # Measure
//! The largest gain, exactly; it may be at most `β`. Enhanced, a group also fails where a gain exceeds its value's own limit
//! `−ln p`, which one bound cannot say. A tuple violates when its own value gained too much; the gain of a value that
//! lost counts as 0.
//!
//! # Cost
//! Binding `O(D)` for `D` distinct values; a group `O(|G|)` after sorting. A gain is compared with `−ln p` in floating point
//! with an error bound; a closer call than about 10⁻¹³ is decided by enclosing the logarithm in integers. The two are
//! never equal: the logarithm of a rational number other than 1 is irrational.
//!
//! # Caution
//! Monotone, both forms: each value's share in a union lies between its shares in the parts, and its limit depends on the
//! table alone. Equal values only: a group of 30,000 and 30,001 counts as two different secrets.

use std::cmp::Ordering;

use aloof_table::{Attribute, Decimal, Ratio};
use num_bigint::BigInt;

use crate::arithmetic::{FLOAT_ERROR, LogSum};
use crate::finding::among;
use crate::values::{count_of, runs};
use crate::{Check, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// β-likeness with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetaLikeness {
    beta: Decimal,
    enhanced: bool,
}

impl BetaLikeness {
    /// No value may gain more than `beta` times its share.
    pub fn basic(beta: Decimal) -> Result<Self, ParamError> {
        Self::new(beta, false)
    }

    /// No value may gain more than `beta` times its share, nor more than `−ln` of it.
    pub fn enhanced(beta: Decimal) -> Result<Self, ParamError> {
        Self::new(beta, true)
    }

    fn new(beta: Decimal, enhanced: bool) -> Result<Self, ParamError> {
        if beta <= Decimal::ZERO {
            return Err(ParamError::new("beta", "must be more than 0, such as \"1.5\""));
        }
        Ok(Self { beta, enhanced })
    }

    /// The largest relative gain.
    pub fn beta(&self) -> Decimal {
        self.beta
    }

    /// Whether gains are limited by `−ln p` too.
    pub fn is_enhanced(&self) -> bool {
        self.enhanced
    }
}

impl Principle for BetaLikeness {
    fn name(&self) -> &'static str {
        "beta-likeness"
    }

    fn title(&self) -> String {
        format!("{} {}-likeness", if self.enhanced { "enhanced" } else { "basic" }, self.beta)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::Totals
    }

    fn reads(&self) -> Reads {
        Reads::Values
    }

    fn least_rows(&self) -> u32 {
        1
    }

    fn bound(&self) -> Ratio {
        self.beta.to_ratio()
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Ok(Box::new(Likeness { gains: Gains::new(attribute), bound: self.bound(), enhanced: self.enhanced }))
    }

    fn remedy(&self, _days: bool) -> String {
        let limit = if self.enhanced { " (less for frequent values)" } else { "" };
        format!(
            "join it with rows of other values until no value is more frequent than in the whole table by more than {} \
             times{limit}",
            self.beta
        )
    }
}

/// What values gain in a group.
#[derive(Debug)]
pub(crate) struct Gains<'a> {
    totals: &'a [u32],
    rows: u64,
    /// `−ln p` for each value, to within a few units in the last place.
    limits: Vec<f64>,
}

impl<'a> Gains<'a> {
    /// For the values of `attribute`.
    pub(crate) fn new(attribute: &'a Attribute) -> Self {
        let rows = attribute.rows() as u64;
        let limit = |&total: &u32| (rows as f64).ln() - f64::from(total).ln();
        let limits = attribute.totals().iter().map(limit).collect();
        Self { totals: attribute.totals(), rows, limits }
    }

    /// `(q − p)/p` as `numerator / denominator`, 0 for a value that lost. Counts stay below 2^32, so their products fit.
    pub(crate) fn gain(&self, code: u32, count: usize, size: usize) -> (u64, u64) {
        let expected = size as u64 * u64::from(self.totals[code as usize]);
        ((count as u64 * self.rows).saturating_sub(expected), expected)
    }

    /// Whether the gain is at most `−ln p`.
    pub(crate) fn within_limit(&self, code: u32, gain: (u64, u64)) -> bool {
        let (numerator, denominator) = gain;
        if numerator == 0 {
            return true;
        }
        let limit = self.limits[code as usize];
        let (room, error) = (limit - numerator as f64 / denominator as f64, self.error(limit));
        if room.abs() > error {
            return room > 0.0;
        }
        self.compare_exactly(code, gain) == Ordering::Greater
    }

    /// A gain close enough to the limit to need this is about as large, so one bound does for both.
    fn error(&self, limit: f64) -> f64 {
        8.0 * FLOAT_ERROR * (1.0 + 2.0 * (self.rows as f64).ln() + 2.0 * limit)
    }

    /// `−ln p` against the gain: the sign of `denominator · (ln N − ln total) − numerator`.
    fn compare_exactly(&self, code: u32, (numerator, denominator): (u64, u64)) -> Ordering {
        let sum = LogSum::new(-BigInt::from(numerator)).plus(denominator, self.rows);
        sum.plus(-BigInt::from(denominator), self.totals[code as usize]).sign()
    }
}

struct Likeness<'a> {
    gains: Gains<'a>,
    bound: Ratio,
    enhanced: bool,
}

impl Likeness<'_> {
    fn of_value(&self, code: u32, count: usize, size: usize) -> (Ratio, bool) {
        let gain = self.gains.gain(code, count, size);
        let measure = Ratio::of(gain.0, gain.1);
        let holds = measure <= self.bound && (!self.enhanced || self.gains.within_limit(code, gain));
        (measure, holds)
    }
}

impl Check for Likeness<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let mut finding = Finding { measure: Ratio::zero(), holds: true, violating: 0 };
        for (code, count) in runs(group) {
            let (measure, holds) = self.of_value(code, count, group.len());
            finding.violating += if holds { 0 } else { count };
            finding.holds &= holds;
            finding.measure = finding.measure.max(measure);
        }
        finding
    }

    fn judge_member(&self, code: u32, group: &[u32]) -> Finding {
        let (measure, holds) = self.of_value(code, count_of(code, group), group.len());
        Finding { measure, holds, violating: usize::from(!holds) }
    }

    fn by_member(&self) -> bool {
        true
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let times = &self.judge(group).measure + &Ratio::one();
        format!(
            "Whoever knows a person to be {} can hold one value to be up to {} times as likely as the whole \
             table makes it.",
            among(group.len()),
            times.ceil_decimal(2)
        )
    }
}

#[cfg(test)]
mod tests {
    use aloof_table::{Column, NumberColumn};

    use super::*;

    #[test]
    fn no_call_is_too_close() {
        let column = Column::Number(NumberColumn::from_integers(vec![0, 1]));
        let attribute = Attribute::new(&[("x", &column)], |_| false);
        let gains = Gains::new(&attribute);
        // −ln ½ is 0.693147180559945309417…: a float tells neither of these from it.
        let denominator = 1_000_000_000_000_000_000;
        assert!(gains.within_limit(0, (693_147_180_559_945_309, denominator)));
        assert!(!gains.within_limit(0, (693_147_180_559_945_310, denominator)));
        assert!(gains.within_limit(0, (0, 1)) && !gains.within_limit(0, (1, 1)));
    }
}
