//! `variational`: half the sum of the differences of two distributions, ½ Σ |pᵢ − qᵢ|. The columns together are one
//! value: the probability, or the share, of each outcome.
//!
//! # Source
//! Wang, Meng, Bamba, Liu and Pu, *A general proximity privacy principle*, ICDE 2009, Example 2 (Table I).
//!
//! # Measure
//! The largest difference between the probabilities that the two give to any event: in [0, 1] when rows sum to 1. Rows
//! may sum to anything (100 for percentages, a count for counts) as long as all sum to exactly the same; ε is in the
//! same units.
//!
//! # Cost
//! One addition per column.
//!
//! # Caution
//! Rows that were rounded may sum to different totals, and are refused: half the sum is then no largest difference any
//! more. `l1` with weights of 0.5 computes the same sum and asks for no total.

use aloof_table::{Decimal, Domain};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::components::{Part, parts};
use super::exact::{self, Combine, Component, Gap};
use super::{Metric, Similar};
use crate::Unfit;

/// Half the sum of the differences of two distributions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variational;

impl Metric for Variational {
    fn name(&self) -> &'static str {
        "variational"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.summands(domain)?, Combine::Sum, 1, epsilon))
    }
}

impl Variational {
    /// What is added up.
    #[expect(clippy::unused_self, reason = "as of the other distances that are sums")]
    pub(super) fn summands(self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        let outcomes = outcomes(domain)?;
        check_totals(&outcomes, domain.len())?;
        let half = BigRational::new(BigInt::from(1), BigInt::from(2));
        let component = |outcome: Outcome<'_>| Component {
            codes: outcome.codes.map(<[u32]>::to_vec),
            gap: Gap::Line(outcome.values.to_vec()),
            factor: outcome.unit * &half,
        };
        Ok(outcomes.into_iter().map(component).collect())
    }
}

/// A column: the probability of one outcome.
struct Outcome<'d> {
    codes: Option<&'d [u32]>,
    values: &'d [i128],
    unit: BigRational,
}

fn outcomes(domain: &Domain) -> Result<Vec<Outcome<'_>>, Unfit> {
    let parts = parts(domain);
    if parts.len() < 2 {
        return Err(Unfit("`variational` needs several sensitive columns: one probability per outcome".to_owned()));
    }
    parts.into_iter().enumerate().map(|(at, part)| outcome(at, &part)).collect()
}

fn outcome<'d>(at: usize, part: &Part<'d>) -> Result<Outcome<'d>, Unfit> {
    let Domain::Numbers { values, scale, dates: false } = part.domain else {
        return Err(Unfit(format!("`variational` needs probabilities; sensitive column {} holds no numbers", at + 1)));
    };
    let negative = values.iter().take_while(|&&value| value < 0).count();
    if negative > 0 {
        return Err(Unfit(format!(
            "`variational` needs probabilities; {negative} distinct values of sensitive column {} are negative",
            at + 1
        )));
    }
    let unit = BigRational::new(BigInt::from(1), BigInt::from(10).pow(u32::from(*scale)));
    Ok(Outcome { codes: part.codes, values, unit })
}

/// All distributions must sum to the same.
fn check_totals(outcomes: &[Outcome<'_>], len: usize) -> Result<(), Unfit> {
    let total = |tuple: usize| -> BigRational {
        let share = |o: &Outcome<'_>| {
            let code = o.codes.map_or(tuple, |codes| codes[tuple] as usize);
            BigRational::from(BigInt::from(o.values[code])) * &o.unit
        };
        outcomes.iter().map(share).fold(BigRational::zero(), |sum, share| sum + share)
    };
    let mut totals: Vec<BigRational> = (0..len).map(total).collect();
    totals.sort_unstable();
    let usual = totals.chunk_by(|a, b| a == b).map(<[_]>::len).max().unwrap_or(0);
    if usual == len {
        return Ok(());
    }
    Err(Unfit(format!(
        "`variational` needs rows that sum to one total; {} of {len} distinct rows sum to another than most: mend them, \
         or use `l1` with weights of 0.5",
        len - usual
    )))
}
