//! The chance that a match is the right one, for a person and for a household.
//!
//! # Definition
//! Of a person whose key has sample count f and population count F let p = f / F. The individual risk is the expectation of one over
//! the true population count, given f, when that count follows a negative binomial law with p:
//!
//! | f | risk |
//! |---|---|
//! | 1 | p/(1−p) · ln(1/p) |
//! | 2 | p/(1−p) − (p/(1−p))² · ln(1/p) |
//! | more | p / (f − (1 − p)), the usual approximation |
//!
//! With p = 1, a whole population, it is 1/f. A household is found when one of its members is: its risk is 1 − Π(1 − risk).
//!
//! # Source
//! Benedetti and Franconi 1998; Franconi and Polettini 2004; as sdcMicro computes them.
//!
//! # Cost
//! `O(n)`.
//!
//! # Caution
//! An estimate, by a model, from weights. Somebody who knows who is in the sample faces 1/f instead.

use hashbrown::HashMap;

/// The risk of a person whose key has these counts.
pub fn individual_risk(sample: u64, population: f64) -> f64 {
    let f = sample as f64;
    let p = f / population;
    // Weights below one would make the population smaller than its sample.
    if p >= 1.0 {
        return 1.0 / f;
    }
    let odds = p / (1.0 - p);
    match sample {
        1 => odds * (1.0 / p).ln(),
        2 => odds - odds * odds * (1.0 / p).ln(),
        _ => p / (f - (1.0 - p)),
    }
}

/// Everybody's risk to be found by any member of the household; `None` stands alone.
pub fn household_risks(risks: &[f64], households: &[Option<u32>]) -> Vec<f64> {
    let mut safe: HashMap<u32, Product> = HashMap::new();
    for (risk, household) in risks.iter().zip(households) {
        household.iter().for_each(|household| safe.entry(*household).or_default().times(1.0 - risk));
    }
    let of = |(risk, household): (&f64, &Option<u32>)| household.map_or(*risk, |household| 1.0 - safe[&household].high);
    risks.iter().zip(households).map(of).collect()
}

/// A product that is rounded once, in the end: small risks are the difference of two numbers near one, and would lose their last
/// digits with every factor.
struct Product {
    /// The product as a number.
    high: f64,
    /// What that leaves out.
    low: f64,
}

impl Default for Product {
    fn default() -> Self {
        Self { high: 1.0, low: 0.0 }
    }
}

impl Product {
    fn times(&mut self, factor: f64) {
        let high = self.high * factor;
        let low = self.low.mul_add(factor, self.high.mul_add(factor, -high));
        self.high = high + low;
        self.low = low - (self.high - high);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-14 * b.abs()
    }

    /// As sdcMicro 5.8.1 prints them for sampling weights of 100.
    #[test]
    fn printed_risks() {
        for (f, risk) in [
            (1, 0.046_516_870_565_536_3),
            (2, 0.009_631_142_721_560_24),
            (3, 0.004_975_124_378_109_45),
            (107, 9.433_072_351_664_94e-5),
        ] {
            assert!(near(individual_risk(f, f as f64 * 100.0), risk), "{f}");
        }
        assert!(near(individual_risk(4, 4.0), 0.25) && near(individual_risk(2, 1.5), 0.5));
    }

    #[test]
    fn a_household_is_found_by_any_of_its_members() {
        let found = household_risks(&[0.5, 0.5, 0.2, 0.1], &[Some(7), Some(7), Some(3), None]);
        assert!(near(found[0], 0.75) && near(found[1], 0.75) && near(found[2], 0.2) && near(found[3], 0.1));
    }
}
