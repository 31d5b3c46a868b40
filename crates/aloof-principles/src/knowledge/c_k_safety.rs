//! (c, k)-safety: whoever knows k facts of the form *if this one has that value, so has that one*, whatever they are, believes of
//! nobody with confidence c that the value is so and so.
//!
//! # Definition
//! Somebody knows everybody's group, takes all ways to deal a group's values to its people as equally likely, and knows k *basic
//! implications*: `A₁ ∧ … ∧ Aₚ → B₁ ∨ … ∨ Bᵣ`, each `A` and `B` an atom *person t has value s*. A release is (c, k)-safe when no such
//! knowledge makes any atom as likely as c.
//!
//! # Source
//! Martin, Kifer, Machanavajjhala, Gehrke and Halpern, *Worst-case background knowledge for privacy-preserving data publishing*,
//! ICDE 2007.
//!
//! # Numbers
//! With ε an atom is *the value of t lies in [x − ε, x + ε]*, around any x. Everything below holds of these atoms as well.
//!
//! # How the worst is found
//! For the atom C that is concluded, `A → C` is worth at least as much as any implication with A among its premises: it says nothing
//! against C, and where C is false and A is false the other is true, too. So k implications `Aᵢ → C` are worst, and leave against
//! C the odds `P(¬C ∧ ¬A₁ ∧ … ∧ ¬Aₖ) / P(C)`. Groups are dealt independently. In C's own group j of the Aᵢ leave
//! `least(j + 1) / top` (see `ruled_out.rs`), and i of them in others the least product of `least(·)` of groups, `pool(i)`. Because
//! `least(a + b) ≤ least(a) · least(b)` a group that is counted twice, or C's own group counted among the others, is never worse than
//! it is counted once; so `pool` is the closure of one list of minima, and the whole (MINIMIZE2) costs `O(k)` per group.
//!
//! # Measure
//! The belief `1 / (1 + minⱼ least(j + 1) / top · pool(k − j))`; it must stay below c. All tuples of a group that fails violate.
//!
//! # Monotone
//! Of a union each factor is at least the smaller one of the parts': shares of a union lie between theirs. Placing each person of
//! the worst knowledge about the union in that part, one after the other, gives knowledge about the parts that is at least as bad.
//! So joining groups never makes a release less safe, and one exists exactly when the table as one group is safe.
//!
//! # The yardstick
//! Makers judge a group before there are others. They ask, for a list `ρ` with `ρ(a) · ρ(b) ≥ ρ(a + b)`: `least(i) ≥ ρ(i)` for all i, and
//! the measure with `ρ` for `pool`. Groups that all keep that are safe together, and so are unions of them. `ρ(i) = 1 − i / (k + 1/c)`: no value
//! may hold more than 1 in k + 1/c, roughly, since by counting alone such groups are safe; where the table as a whole cannot be held to that but is safe,
//! `ρ` is its own `least`.
//!
//! # Cost
//! `O(k² log k)` fractions for every different shape of a group.
//!
//! # Caution
//! Equal belief inside a group is assumed. Without ε two values that are nearly equal are different secrets. Intervals are on
//! the safe side where those that hold most are not nested; the report then says that the figure is a bound.

use std::collections::HashMap;
use std::sync::RwLock;

use aloof_table::{Attribute, Decimal, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::ruled_out::Held;
use super::{amount, belief, confidence, everyone};
use crate::finding::among;
use crate::values::numbers;
use crate::{Check, Finding, Needs, Neighbourhood, ParamError, Principle, Reads, Unfit};

/// (c, k)-safety with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CKSafety {
    c: Decimal,
    k: u32,
    epsilon: Option<Decimal>,
}

impl CKSafety {
    /// No `k` implications may make any value as likely as `c`.
    pub fn new(c: Decimal, k: u32) -> Result<Self, ParamError> {
        Ok(Self { c: confidence(c)?, k: amount("k", k)?, epsilon: None })
    }

    /// No `k` implications about values within `epsilon` of figures may make any such figure as likely as `c`.
    pub fn within(c: Decimal, k: u32, epsilon: Decimal) -> Result<Self, ParamError> {
        if epsilon < Decimal::ZERO {
            return Err(ParamError::new("epsilon", "must be at least 0, such as \"4500\""));
        }
        Ok(Self { epsilon: Some(epsilon), ..Self::new(c, k)? })
    }

    /// The belief that must not be reached.
    pub fn c(&self) -> Decimal {
        self.c
    }

    /// How many implications are known.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How near a figure must be to count as known; nothing: values are equal or not.
    pub fn epsilon(&self) -> Option<Decimal> {
        self.epsilon
    }

    /// One in so many, `k + 1/c`: where no value holds more of any group, nobody is believed more than c by counting alone.
    fn one_in(&self) -> BigRational {
        BigRational::from(BigInt::from(self.k)) + self.c.to_ratio().to_big().recip()
    }

    fn reach(&self, attribute: &Attribute) -> Result<Option<Vec<u32>>, Unfit> {
        let Some(epsilon) = self.epsilon else { return Ok(None) };
        let near = Neighbourhood::absolute(epsilon).map_err(|error| Unfit(error.to_string()))?;
        let (values, scale) =
            numbers(attribute, "(c, k)-safety within ε", "leave `epsilon` out to ask about equal values")?;
        Ok(Some(near.windows(values, scale)?.into_iter().map(|(_, last)| last).collect()))
    }

    fn judging(&self, reach: Option<Vec<u32>>) -> Judging<'_> {
        let nothing = vec![BigRational::one(); self.k as usize + 1];
        Judging { rule: self, reach, pool: nothing, at_least: None, memo: RwLock::default() }
    }
}

impl Principle for CKSafety {
    fn name(&self) -> &'static str {
        "c-k-safety"
    }

    fn title(&self) -> String {
        let within = self.epsilon.map_or_else(String::new, |epsilon| format!(" within {epsilon}"));
        format!("({}, {})-safety{within}", self.c, self.k)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::Groups
    }

    fn reads(&self) -> Reads {
        if self.epsilon.is_some() { Reads::Numbers } else { Reads::Values }
    }

    fn least_rows(&self) -> u32 {
        self.least_values()
    }

    /// Of d values all but k + 1 can be ruled out of one person, and the most frequent of the rest has one in d − k at least.
    fn least_values(&self) -> u32 {
        self.one_in().floor().to_integer().to_u32().unwrap_or(u32::MAX - 1) + 1
    }

    fn bound_is(&self) -> &'static str {
        "below"
    }

    fn bound(&self) -> Ratio {
        self.c.to_ratio()
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let mut judging = self.judging(self.reach(attribute)?);
        let share = self.one_in().recip();
        let rest = |i: u32| (BigRational::one() - &share * BigInt::from(i)).max(BigRational::zero());
        judging.yardstick((0..=self.k).map(rest).collect());
        let everyone = everyone(attribute);
        if !everyone.is_empty() && !judging.find(&judging.held(&everyone)).1 {
            let own = judging.held(&everyone).least();
            judging.yardstick(own[..=self.k as usize].to_vec());
        }
        Ok(Box::new(judging))
    }

    fn bind_among<'a>(
        &'a self,
        attribute: &'a Attribute,
        groups: &mut dyn Iterator<Item = &[u32]>,
    ) -> Result<Box<dyn Check + 'a>, Unfit> {
        let mut judging = self.judging(self.reach(attribute)?);
        let shapes: std::collections::HashSet<Held> =
            groups.filter(|group| !group.is_empty()).map(|group| judging.held(group)).collect();
        for held in &shapes {
            for (worst, least) in judging.pool.iter_mut().zip(held.least()) {
                if least < *worst {
                    *worst = least;
                }
            }
        }
        close(&mut judging.pool);
        Ok(Box::new(judging))
    }

    fn remedy(&self, _days: bool) -> String {
        let what = if self.epsilon.is_some() { "no interval of twice that length" } else { "no value" };
        format!(
            "join it with rows of other values: where {what} holds more than 1 row in {} of any group, the release is safe",
            Ratio::from(self.one_in()).ceil_decimal(2)
        )
    }
}

/// The least products of what groups leave: `pool(i)`, from what one group leaves.
fn close(pool: &mut [BigRational]) {
    for i in 2..pool.len() {
        for a in 1..=i / 2 {
            let both = &pool[a] * &pool[i - a];
            if both < pool[i] {
                pool[i] = both;
            }
        }
    }
}

/// Groups of one shape are judged once: the worst belief, and whether the group holds.
type Memo = RwLock<HashMap<Held, (Ratio, bool)>>;

struct Judging<'a> {
    rule: &'a CKSafety,
    /// With ε: for every code the last that one interval holds together with it.
    reach: Option<Vec<u32>>,
    /// What so many statements leave possible in other groups.
    pool: Vec<BigRational>,
    /// What so many statements must leave possible in each group: makers', who do not see the others yet.
    at_least: Option<Vec<BigRational>>,
    memo: Memo,
}

impl Judging<'_> {
    fn yardstick(&mut self, rest: Vec<BigRational>) {
        self.at_least = Some(rest.clone());
        self.pool = rest;
        self.memo = RwLock::default();
    }

    fn held(&self, group: &[u32]) -> Held {
        let most = self.rule.k as usize + 1;
        match &self.reach {
            Some(reach) => Held::by_intervals(group, reach, most),
            None => Held::by_values(group, most),
        }
    }

    fn find(&self, held: &Held) -> (Ratio, bool) {
        let least = held.least();
        let k = self.rule.k as usize;
        let odds = (0..=k).map(|j| &least[j + 1] / held.top() * &self.pool[k - j]);
        let worst = odds.min().unwrap_or_else(BigRational::zero);
        let measure = Ratio::from(belief(&worst));
        let enough =
            self.at_least.as_ref().is_none_or(|rest| least.iter().zip(rest).all(|(least, rest)| least >= rest));
        let holds = enough && measure < self.rule.bound();
        (measure, holds)
    }
}

impl Check for Judging<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let held = self.held(group);
        let known = self.memo.read().expect("nobody panics here").get(&held).cloned();
        let (measure, holds) = known.unwrap_or_else(|| {
            let found = self.find(&held);
            self.memo.write().expect("nobody panics here").insert(held, found.clone());
            found
        });
        Finding::of_group(measure, holds, group.len())
    }

    fn is_exact(&self, group: &[u32]) -> bool {
        self.reach.as_ref().is_none_or(|reach| self.held(group).is_nested(group, reach))
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let belief = self.judge(group).measure.percent();
        let facts = match self.rule.k {
            0 => String::new(),
            1 => " and one fact about how their values, or those of others, go together".to_owned(),
            k => format!(" and {k} facts about how their values, or those of others, go together"),
        };
        let value = self.rule.epsilon.map_or_else(
            || "a value of one of them".to_owned(),
            |epsilon| format!("a value of one of them to within {epsilon}"),
        );
        format!(
            "Whoever knows a person to be {}{facts} can name {value} with up to {belief} confidence.",
            among(group.len())
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, judge, numbers};

    /// The worst belief over a release of these groups.
    fn worst(rule: &CKSafety, groups: &[&[i64]]) -> String {
        let all: Vec<i64> = groups.concat();
        let attribute = numbers(&all);
        let mut at = 0;
        let codes: Vec<Vec<u32>> = groups
            .iter()
            .map(|group| {
                let rows: Vec<u32> = (at..at + group.len() as u32).collect();
                at += group.len() as u32;
                attribute.group(&rows)
            })
            .collect();
        let check = rule.bind_among(&attribute, &mut codes.iter().map(Vec::as_slice)).unwrap();
        codes.iter().map(|group| check.judge(group).measure).max().unwrap().to_string()
    }

    fn safety(k: u32) -> CKSafety {
        CKSafety::new(decimal("0.9"), k).unwrap()
    }

    /// Of the paper: five men with flu, flu, lung cancer, lung cancer, mumps; five women with flu, flu, breast cancer, ovarian
    /// cancer, heart disease.
    const HOSPITAL: [&[i64]; 2] = [&[1, 1, 2, 2, 3], &[1, 1, 4, 5, 6]];

    #[test]
    fn the_papers_hospital() {
        assert_eq!(worst(&safety(0), &HOSPITAL), "2/5");
        assert_eq!(worst(&safety(1), &HOSPITAL), "2/3");
        assert_eq!(worst(&safety(2), &HOSPITAL), "1");
        // "If Hannah has flu, so has Charlie": of the men alone nothing worse is known than one fact about the women.
        let against = CKSafety::new(decimal("0.9"), 1).unwrap();
        let men = Held::by_values(&[0, 0, 1, 1, 2], 2);
        let women = Held::by_values(&[0, 0, 3, 4, 5], 2);
        let odds = &men.least()[1] / men.top() * &women.least()[1];
        assert_eq!(belief(&odds).to_string(), "10/19");
        assert_eq!(against.k(), 1);
    }

    #[test]
    fn knowledge_about_others_can_be_worst() {
        // Twelve values once each; and one value in 1 of 7 of a group of otherwise different ones. Each is safe by itself.
        let even: Vec<i64> = (0..12).collect();
        let mut skewed: Vec<i64> = vec![100; 1500];
        skewed.extend(1000..1000 + 8900);
        let alone = |group: &[i64]| worst(&safety(10), &[group]);
        let both = worst(&safety(10), &[&even, &skewed]);
        assert_eq!(alone(&even), "1/2");
        let more = |a: &str, b: &str| {
            let number = |text: &str| {
                let (n, d) = text.split_once('/').unwrap();
                n.parse::<BigInt>().unwrap().to_f64().unwrap() / d.parse::<BigInt>().unwrap().to_f64().unwrap()
            };
            number(a) > number(b)
        };
        assert!(more("1/2", &alone(&skewed)));
        assert!(more(&both, "1/2"), "{both}");
    }

    #[test]
    fn near_values_are_one_secret_with_epsilon() {
        let rule = |epsilon: &str| CKSafety::within(decimal("0.9"), 0, decimal(epsilon)).unwrap();
        let group: &[i64] = &[1000, 1010, 1020, 16000];
        assert_eq!(worst(&rule("0"), &[group]), "1/4");
        assert_eq!(worst(&rule("5"), &[group]), "1/2");
        assert_eq!(worst(&rule("10"), &[group]), "3/4");
    }

    #[test]
    fn certain_values_give_everybody_away() {
        // Where one value is certain, "if that one has it, so has this one" simply tells.
        assert_eq!(worst(&safety(1), &[&[1, 1], &[1, 2, 3, 4, 5, 6]]), "1");
    }

    #[test]
    fn makers_never_refuse_what_the_table_keeps() {
        // Skewed: the yardstick of equal shares is out of reach, the table is safe all the same.
        let rule = CKSafety::new(decimal("0.5"), 1).unwrap();
        let mut values: Vec<i64> = vec![0; 36];
        values.extend(1..=64);
        assert!(judge(&rule, &numbers(&values)).holds);
    }

    #[test]
    fn parameters() {
        assert_eq!(CKSafety::new(decimal("1.5"), 1).unwrap_err().parameter, "c");
        assert_eq!(CKSafety::new(decimal("0"), 1).unwrap_err().parameter, "c");
        assert_eq!(CKSafety::new(decimal("0.5"), 51).unwrap_err().parameter, "k");
        assert_eq!(CKSafety::within(decimal("0.5"), 1, decimal("-1")).unwrap_err().parameter, "epsilon");
        assert_eq!(CKSafety::new(decimal("0.5"), 3).unwrap().least_values(), 6);
    }
}
