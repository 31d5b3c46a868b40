//! (ε, m)-anonymity: for every sensitive value `x` of a group `G`, at most `|G| / m` tuples of `G` lie in the
//! neighbourhood `I(x)`, `x` itself included.
//!
//! # Source
//! Li, Tao and Xiao, *Preservation of proximity privacy in publishing numerical sensitive data*, SIGMOD 2008.
//!
//! # Measure
//! The risk `max over x of |I(x) ∩ G| / |G|`; it may be at most `1/m`. A tuple violates when its own share is larger.
//! A group of one has risk 1 and passes only for m = 1; the check printed in the paper lets it through.
//!
//! # Cost
//! Binding `O(D)` for `D` distinct values; a group `O(|G|)` after sorting, by a window whose ends only move up.
//!
//! # Caution
//! Not monotone: {40, 60} and {50, 80} hold for ε = 15, m = 2; their union does not.

use aloof_table::{Attribute, Domain, Ratio};

use super::Neighbourhood;
use crate::finding::among;
use crate::{Check, Counted, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// (ε, m)-anonymity with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpsilonM {
    neighbourhood: Neighbourhood,
    m: u32,
}

impl EpsilonM {
    /// At most one tuple in `m` may lie in any tuple's neighbourhood.
    pub fn new(neighbourhood: Neighbourhood, m: u32) -> Result<Self, ParamError> {
        if m == 0 {
            return Err(ParamError::new("m", "must be at least 1"));
        }
        Ok(Self { neighbourhood, m })
    }

    /// What counts as close.
    pub fn neighbourhood(&self) -> Neighbourhood {
        self.neighbourhood
    }

    /// One in how many may be close.
    pub fn m(&self) -> u32 {
        self.m
    }
}

impl Principle for EpsilonM {
    fn name(&self) -> &'static str {
        "epsilon-m"
    }

    fn title(&self) -> String {
        format!("({}, {})-anonymity", self.neighbourhood.short(), self.m)
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Numbers
    }

    fn least_rows(&self) -> u32 {
        self.m
    }

    fn as_epsilon_m(&self) -> Option<EpsilonM> {
        Some(*self)
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        Ratio::of(1, u64::from(self.m))
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let Domain::Numbers { values, scale, dates } = attribute.domain() else {
            return Err(Unfit("epsilon-m needs one column of numbers or dates".to_owned()));
        };
        if *dates && self.neighbourhood.share().is_some() {
            return Err(Unfit("a share of a date means nothing; say `absolute`, in days".to_owned()));
        }
        self.neighbourhood.fits(values, attribute.totals())?;
        let reaches = self.neighbourhood.reaches(values, *scale)?;
        Ok(Box::new(Star { rule: self, reaches, dates: *dates }))
    }

    fn remedy(&self, days: bool) -> String {
        format!(
            "join it with rows whose values lie farther apart, until at most 1 in {} lies {}",
            self.m,
            self.neighbourhood.around("any of them", days)
        )
    }
}

/// Counts `star(x, G)`: tuples of `G` in the neighbourhood of `x`.
struct Star<'a> {
    rule: &'a EpsilonM,
    reaches: Vec<(u32, u32)>,
    dates: bool,
}

impl Star<'_> {
    fn allows(&self, star: usize, size: usize) -> bool {
        star as u64 * u64::from(self.rule.m) <= size as u64
    }

    fn member(&self, star: usize, size: usize) -> Finding {
        let holds = self.allows(star, size);
        Finding { measure: Ratio::of(star as u64, size as u64), holds, violating: usize::from(!holds) }
    }
}

impl Check for Star<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let (mut first, mut past) = (0, 0);
        let (mut worst, mut violating) = (0, 0);
        let mut at = 0;
        while at < group.len() {
            let code = group[at];
            let (low, high) = self.reaches[code as usize];
            while group[first] < low {
                first += 1;
            }
            while past < group.len() && group[past] <= high {
                past += 1;
            }
            let star = past - first;
            let equals = group[at..].iter().take_while(|&&other| other == code).count();
            worst = worst.max(star);
            violating += if self.allows(star, group.len()) { 0 } else { equals };
            at += equals;
        }
        Finding {
            measure: Ratio::of(worst as u64, group.len() as u64),
            holds: self.allows(worst, group.len()),
            violating,
        }
    }

    fn judge_member(&self, code: u32, group: &[u32]) -> Finding {
        let (low, high) = self.reaches[code as usize];
        let star = group.partition_point(|&other| other <= high) - group.partition_point(|&other| other < low);
        self.member(star, group.len())
    }

    fn judge_counted(&self, code: u32, group: &dyn Counted) -> Finding {
        let (low, high) = self.reaches[code as usize];
        self.member(group.within(low, high), group.size())
    }

    fn by_member(&self) -> bool {
        true
    }

    fn conclusion(&self, group: &[u32]) -> String {
        if group.len() == 1 {
            return "Whoever knows a person to be here knows the value: nobody else here has one.".to_owned();
        }
        let finding = self.judge(group);
        format!(
            "Whoever knows a person to be {} can name one of their values and say with {} confidence that the person's lies {}.",
            among(group.len()),
            finding.measure.percent(),
            self.rule.neighbourhood.around_it(self.dates)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, decimals, judge, numbers};

    fn absolute(epsilon: &str, m: u32) -> EpsilonM {
        EpsilonM::new(Neighbourhood::absolute(decimal(epsilon)).unwrap(), m).unwrap()
    }

    #[test]
    fn the_papers_first_group() {
        // Salaries 1000, 1010, 1020 and 50000: three of four lie in [900, 1100].
        let finding = judge(&absolute("100", 2), &numbers(&[1000, 1010, 1020, 50_000]));
        assert_eq!((finding.measure.to_string().as_str(), finding.holds, finding.violating), ("3/4", false, 3));
    }

    #[test]
    fn a_group_of_one_is_never_safe() {
        assert!(!judge(&absolute("0", 2), &numbers(&[5])).holds);
        assert!(judge(&absolute("0", 1), &numbers(&[5])).holds);
    }

    #[test]
    fn not_monotone() {
        assert!(judge(&absolute("15", 2), &numbers(&[40, 60])).holds);
        assert!(judge(&absolute("15", 2), &numbers(&[50, 80])).holds);
        assert!(!judge(&absolute("15", 2), &numbers(&[40, 50, 60, 80])).holds);
    }

    #[test]
    fn decimals_are_what_they_say() {
        for values in [["0.7", "0.8"], ["1000000000000000.1", "1000000000000000.2"]] {
            let finding = judge(&absolute("0.1", 2), &decimals(&[&[values[0]], &[values[1]]]));
            assert_eq!(finding.measure, Ratio::one(), "{values:?}");
        }
    }

    #[test]
    fn a_relative_neighbourhood_is_not_symmetric() {
        let values = ["89.99", "90", "100", "110", "110.01"];
        let attribute = decimals(&values.map(|value| [value]).each_ref().map(|value| &value[..]));
        let reaches = |epsilon: &str| {
            let Domain::Numbers { values, scale, .. } = attribute.domain() else { unreachable!() };
            Neighbourhood::relative(decimal(epsilon)).unwrap().reaches(values, *scale).unwrap()
        };
        let reaches = reaches("0.1");
        // Around 100: 90 and 110, not 89.99 and not 110.01.
        assert_eq!(reaches[2], (1, 3));
        // 100 lies in the neighbourhood of 110, which starts at 99, and not in that of 90, which ends at 99.
        assert_eq!((reaches[3].0, reaches[1].1), (2, 1));
    }
}
