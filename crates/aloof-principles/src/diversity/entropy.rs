//! Entropy l-diversity: the entropy of a group's sensitive values is at least that of `l` equally frequent ones,
//! `H(G) = −Σ q ln q ≥ ln l`.
//!
//! # Source
//! Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam, *l-diversity: privacy beyond k-anonymity*, ICDE 2006.
//!
//! # Measure
//! `exp(−H)`, one over the number of equally frequent values that would be as uncertain; it may be at most `1/l`. Where it
//! is rational (equal counts, and whenever `H = ln l` exactly) it is given exactly, otherwise rounded **up** to nine
//! places: an upper bound, while the verdict itself is exact. With counts `c` of sum `n` and `l = p/q` the rule says
//! `n^n q^n ≥ p^n Π c^c`, a comparison of whole numbers. All tuples of a group that fails violate.
//!
//! # Cost
//! `O(|G| + d log d)` after sorting, for `d` different values: a floating-point filter with an error bound decides unless
//! the call is closer than about 10⁻¹³; then logarithms are enclosed in integers with as many digits as it takes.
//!
//! # Caution
//! Monotone: entropy is concave, so a union is at least as uncertain as its less uncertain part. An average: one value
//! may still be far more frequent than `1/l`. Equal values only.

use aloof_table::{Attribute, Decimal, Ratio};
use num_bigint::BigUint;

use super::{Perplexity, at_least_one, rounded_up};
use crate::finding::among;
use crate::values::runs;
use crate::{Check, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// Entropy l-diversity with its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entropy {
    l: Decimal,
}

impl Entropy {
    /// Every group must be as uncertain as `l` equally frequent values.
    pub fn new(l: Decimal) -> Result<Self, ParamError> {
        Ok(Self { l: at_least_one(l)? })
    }

    /// How many equally frequent values.
    pub fn l(&self) -> Decimal {
        self.l
    }
}

impl Principle for Entropy {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn title(&self) -> String {
        format!("entropy {}-diversity", self.l)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Values
    }

    fn least_rows(&self) -> u32 {
        self.least_values()
    }

    fn least_values(&self) -> u32 {
        rounded_up(self.l)
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        self.l.to_ratio().inverse()
    }

    fn rounds(&self) -> bool {
        true
    }

    fn bind<'a>(&'a self, _attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let l = self.l.to_ratio().to_big();
        Ok(Box::new(Uncertainty { p: l.numer().magnitude().clone(), q: l.denom().magnitude().clone() }))
    }

    fn remedy(&self, _days: bool) -> String {
        format!("join it with rows of other values until it is as mixed as {} equally frequent values", self.l)
    }
}

/// Asks for a perplexity of at least `p / q`.
struct Uncertainty {
    p: BigUint,
    q: BigUint,
}

fn perplexity(group: &[u32]) -> Perplexity {
    Perplexity::of(runs(group).map(|(_, count)| count as u32).collect())
}

impl Check for Uncertainty {
    fn judge(&self, group: &[u32]) -> Finding {
        let perplexity = perplexity(group);
        let holds = perplexity.at_least(&self.p, &self.q);
        Finding::of_group(perplexity.inverse_rounded_up(), holds, group.len())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        if group.first() == group.last() {
            return format!("Whoever knows a person to be {} knows the value.", among(group.len()));
        }
        format!(
            "Whoever knows a person to be {} is as uncertain of the value as among {} equally likely ones.",
            among(group.len()),
            perplexity(group).rounded_down().floor_decimal(2)
        )
    }
}
