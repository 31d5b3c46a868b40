//! (ε, δ)^k-dissimilarity: a group `G` has at least `k` tuples, and for every tuple at most `(1 − δ)(|G| − 1)` others lie
//! within distance ε of it. Neighbours exclude the tuple itself but include its equals.
//!
//! # Source
//! Wang, Meng, Bamba, Liu and Pu, *A general proximity privacy principle*, ICDE 2009; Wang and Liu, *`XColor`: protecting
//! general proximity privacy*, ICDE 2010. The second says *less than* in its Definition 7 and *at most* in its own theorem
//! and method; *at most* is used here, as in the first.
//!
//! # Measure
//! The risk `max over x of neighbours(x) / (|G| − 1)`, which may be at most `1 − δ`; a group of one has risk 1. A tuple
//! violates when its own share is larger, and every tuple of a group of fewer than `k` does.
//!
//! # Cost
//! With one column of numbers `O(|G|)` after sorting. Else quadratic in the *distinct* values of the group that lie within
//! reach of each other in the most telling column of numbers, if there is one.
//!
//! # Caution
//! Not monotone: with ε = 15 and δ = 0.5 on plain numbers, {40, 60} and {50, 80} have no neighbours at all; in their union
//! two of the other three lie near 50. And finding out whether a table can be grouped so at all is NP-hard.

use aloof_table::{Attribute, Decimal, Domain, Ratio};

use super::cliques::Cliques;
use super::neighbours::Neighbours;
use super::shape::Shape;
use crate::finding::at_least;
use crate::similarity::{Axis, Distance, Similar};
use crate::{Check, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// (ε, δ)^k-dissimilarity with its parameters.
#[derive(Clone, Debug)]
pub struct Dissimilarity {
    distance: Distance,
    epsilon: Decimal,
    delta: Decimal,
    k: u32,
    shape: Shape,
    /// The radius of a ball around any centre, where that is asked; then `epsilon` is twice as much.
    radius: Option<Decimal>,
    /// 1 − δ as a fraction of whole numbers.
    similar_share: (u64, u64),
}

impl Dissimilarity {
    /// A share of at least `delta` of the others must lie farther than `epsilon` away, in groups of at least `k`.
    pub fn new(distance: Distance, epsilon: Decimal, delta: Decimal, k: u32) -> Result<Self, ParamError> {
        if epsilon.is_negative() {
            return Err(ParamError::new("epsilon", "must not be negative"));
        }
        if delta.is_negative() || delta > Decimal::ONE {
            return Err(ParamError::new("delta", "must be between 0 and 1, such as \"0.8\""));
        }
        if delta.scale() > 18 {
            return Err(ParamError::new("delta", "must have at most 18 digits behind the point"));
        }
        if k == 0 {
            return Err(ParamError::new("k", "must be at least 1"));
        }
        let whole = 10u64.pow(u32::from(delta.scale()));
        // Between 0 and 1 with at most 18 digits.
        let similar_share = (whole - delta.mantissa() as u64, whole);
        Ok(Self { distance, epsilon, delta, k, shape: Shape::Star, radius: None, similar_share })
    }

    /// The same about another shape of similar tuples.
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// The same for balls of radius ε around any centre, whether or not it occurs: what the register view asks. All members
    /// of such a ball lie within 2ε of each other, so sets of tuples of which every two do are counted instead. On a line
    /// these are the balls themselves, and with the largest of several differences, too; else they may be larger, which
    /// errs to the safe side. Whoever asks for cliques is promised the same: a guess may be centred where nobody is.
    pub fn in_register(self) -> Result<Self, ParamError> {
        if self.radius.is_some() {
            return Ok(self);
        }
        let double = self.epsilon.mantissa().checked_mul(2).map(|twice| Decimal::new(twice, self.epsilon.scale()));
        let double = double.ok_or_else(|| ParamError::new("epsilon", "is too large"))?;
        Ok(Self { epsilon: double, shape: Shape::Clique, radius: Some(self.epsilon), ..self })
    }

    /// The radius of balls around any centre, where these are asked about.
    pub fn radius(&self) -> Option<Decimal> {
        self.radius
    }

    /// Which similar tuples are counted together.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How values are compared.
    pub fn distance(&self) -> &Distance {
        &self.distance
    }

    /// Up to which distance values are similar.
    pub fn epsilon(&self) -> Decimal {
        self.epsilon
    }

    /// The share of the others that must be dissimilar.
    pub fn delta(&self) -> Decimal {
        self.delta
    }

    /// The least size of a group.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How many neighbours a tuple of a group of `size` may have: ⌊(1 − δ)(size − 1)⌋.
    pub fn allowance(&self, size: u64) -> u64 {
        let (share, whole) = self.similar_share;
        (u128::from(share) * u128::from(size.saturating_sub(1)) / u128::from(whole)) as u64
    }

    /// The distance, bound to the values of a table and to ε.
    pub fn similar(&self, domain: &Domain) -> Result<Box<dyn Similar>, Unfit> {
        self.distance.metric().bind(domain, self.epsilon)
    }

    /// Around any centre, twice the radius bounds how far two members of a ball lie apart only where no detour is shorter
    /// than the direct way.
    fn refuse_without_bound(&self, neighbours: &Neighbours<'_>) -> Result<(), Unfit> {
        let on_a_line = || neighbours.similar.axis().is_some_and(Axis::exact);
        if self.radius.is_none() || self.distance.metric().is_metric() || on_a_line() {
            return Ok(());
        }
        let name = self.distance.metric().name();
        Err(Unfit(format!(
            "the register view needs a distance in which no detour is shorter than the direct way, and {name} is none here; \
             say view = \"candidates\" or \"group\""
        )))
    }

    /// For sentences: `within 0.1 (l1 distance)`.
    pub(super) fn phrase(&self) -> String {
        format!("within {} ({} distance)", self.epsilon, self.distance.metric().name())
    }

    /// Whether `star` tuples counted together, the one in question included, are few enough in a group of `size`.
    pub(super) fn allows(&self, star: u64, size: usize) -> bool {
        if size < self.k as usize {
            return false;
        }
        match size {
            1 => self.delta == Decimal::ZERO,
            _ => star.saturating_sub(1) <= self.allowance(size as u64),
        }
    }

    /// The finding for a tuple that is counted together with so many, itself included, in a group of `size`.
    pub(super) fn member(&self, star: u64, size: usize) -> Finding {
        let (neighbours, others) = (star.saturating_sub(1), size as u64 - 1);
        let measure = if others == 0 { Ratio::one() } else { Ratio::of(neighbours, others) };
        let holds = self.allows(star, size);
        Finding { measure, holds, violating: usize::from(!holds) }
    }
}

impl Principle for Dissimilarity {
    fn name(&self) -> &'static str {
        "dissimilarity"
    }

    fn title(&self) -> String {
        let plain = self.shape == Shape::Star || self.radius.is_some();
        let shape = if plain { String::new() } else { format!(", {}", self.shape.name()) };
        let epsilon = self.radius.unwrap_or(self.epsilon);
        format!("({epsilon}, {})^{}-dissimilarity, {}{shape}", self.delta, self.k, self.distance.metric().name())
    }

    fn condition(&self) -> Option<String> {
        Some(at_least(self.k))
    }

    fn needs(&self) -> Needs {
        // Whether a scale is asked for is the distance's affair; to say so always is the cautious answer.
        Needs::Range
    }

    fn reads(&self) -> Reads {
        self.distance.reads()
    }

    fn least_rows(&self) -> u32 {
        self.k
    }

    fn asks_nothing(&self) -> bool {
        self.k <= 1 && self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        let (share, whole) = self.similar_share;
        Ratio::of(share, whole)
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let neighbours = Neighbours::new(self, self.similar(attribute.domain())?);
        self.refuse_without_bound(&neighbours)?;
        Ok(match self.shape {
            Shape::Star => Box::new(neighbours),
            Shape::Clique => Box::new(Cliques::new(neighbours)),
        })
    }

    fn remedy(&self, _days: bool) -> String {
        if let Some(radius) = self.radius {
            return format!(
                "join it with rows whose values lie farther apart, until there are at least {} and no centre has, besides one, \
                 more than {} of the others within {radius} ({} distance)",
                self.k,
                self.bound().percent(),
                self.distance.metric().name()
            );
        }
        let few = match self.shape {
            Shape::Star => "every one of them has at most",
            Shape::Clique => "every set of rows that are all similar to each other has, besides one, at most",
        };
        format!(
            "join it with rows whose values lie farther apart, until there are at least {} and {few} {} of the others {}",
            self.k,
            self.bound().percent(),
            self.phrase()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DistanceSpec;
    use crate::proximity::testing::{decimal, decimals, everyone, judge, numbers};

    fn rule(kind: &str, epsilon: &str, delta: &str, k: u32) -> Dissimilarity {
        let distance = DistanceSpec::kind(kind).check().unwrap();
        Dissimilarity::new(distance, decimal(epsilon), decimal(delta), k).unwrap()
    }

    /// Five patients of one group, each with the probabilities of four diagnoses.
    fn patients() -> Attribute {
        decimals(&[
            &["0.5", "0.3", "0.1", "0.1"],
            &["0.4", "0.3", "0.2", "0.1"],
            &["0.4", "0.2", "0.2", "0.2"],
            &["0.3", "0.4", "0.2", "0.1"],
            &["0.2", "0.7", "0.1", "0"],
        ])
    }

    #[test]
    fn the_papers_table() {
        let attribute = patients();
        let rule = rule("variational", "0.1", "0.25", 5);
        let similar = rule.similar(attribute.domain()).unwrap();
        let second = attribute.codes()[1];
        let near: Vec<bool> = attribute.codes().iter().map(|&code| similar.similar(second, code)).collect();
        assert_eq!(near, [true, true, true, true, false]);
        let finding = judge(&rule, &attribute);
        assert_eq!((finding.measure.to_string().as_str(), finding.holds), ("3/4", true));
    }

    #[test]
    fn at_most_and_not_less_than() {
        // 3/4 of the others are similar: δ = 0.25 allows exactly that, a hair more does not.
        assert!(judge(&rule("variational", "0.1", "0.25", 1), &patients()).holds);
        let beyond = judge(&rule("variational", "0.1", "0.250000000000000001", 1), &patients());
        assert_eq!((beyond.holds, beyond.violating), (false, 1));
    }

    #[test]
    fn decimals_are_what_they_say() {
        for (values, epsilon) in
            [(["0.7", "0.8"], "0.1"), (["1000000000000000.1", "1000000000000000.2"], "0.1"), (["0.1", "0.3"], "0.2")]
        {
            for kind in ["l1", "l2", "linf", "min"] {
                let attribute = decimals(&[&[values[0]], &[values[1]]]);
                let similar = rule(kind, epsilon, "0.5", 1).similar(attribute.domain()).unwrap();
                assert!(similar.similar(0, 1), "{kind} {values:?}");
            }
        }
    }

    #[test]
    fn equals_are_neighbours() {
        let finding = judge(&rule("l1", "0", "0.5", 1), &numbers(&[7, 7, 7, 100]));
        assert_eq!((finding.measure.to_string().as_str(), finding.violating), ("2/3", 3));
    }

    #[test]
    fn a_group_of_one_has_risk_one() {
        let alone = numbers(&[7]);
        let finding = judge(&rule("l1", "1", "0.01", 1), &alone);
        assert_eq!((finding.measure.to_string().as_str(), finding.holds, finding.violating), ("1", false, 1));
        assert!(judge(&rule("l1", "1", "0", 1), &alone).holds);
    }

    #[test]
    fn a_group_that_is_too_small_fails_as_a_whole() {
        let finding = judge(&rule("l1", "1", "0.5", 4), &numbers(&[0, 100, 200]));
        assert_eq!((finding.measure.to_string().as_str(), finding.holds, finding.violating), ("0", false, 3));
    }

    /// {10, 12} lie within 1 of 11, which does not occur; with twice that, no two values may.
    #[test]
    fn in_the_register_view_both_shapes_are_about_any_centre() {
        let group = numbers(&[10, 12, 100, 200]);
        for shape in [Shape::Star, Shape::Clique] {
            let asked = rule("l1", "1", "1", 1).with_shape(shape);
            assert!(judge(&asked, &group).holds, "{shape:?}");
            let around_any = asked.in_register().unwrap();
            assert_eq!(judge(&around_any, &group).measure.to_string(), "1/3", "{shape:?}");
            assert_eq!(around_any.clone().in_register().unwrap().epsilon(), around_any.epsilon());
        }
    }

    #[test]
    fn not_monotone() {
        let rule = rule("l1", "15", "0.5", 2);
        assert!(judge(&rule, &numbers(&[40, 60])).holds);
        assert!(judge(&rule, &numbers(&[50, 80])).holds);
        assert!(!judge(&rule, &numbers(&[40, 50, 60, 80])).holds);
    }

    #[test]
    fn the_allowance_is_rounded_down() {
        // (1 − 0.85) · 9 = 1.35
        assert_eq!(rule("l1", "1", "0.85", 10).allowance(10), 1);
        assert_eq!(rule("l1", "1", "0.8", 10).allowance(11), 2);
        assert_eq!(rule("l1", "1", "1", 10).allowance(1_000_000), 0);
        assert_eq!(rule("l1", "1", "0", 10).allowance(u64::MAX), u64::MAX - 1);
    }

    #[test]
    fn refuses_impossible_parameters() {
        let new = |epsilon: &str, delta: &str, k: u32| {
            let distance = DistanceSpec::kind("l1").check().unwrap();
            Dissimilarity::new(distance, decimal(epsilon), decimal(delta), k).unwrap_err().parameter
        };
        assert_eq!(new("-0.1", "0.5", 1), "epsilon");
        assert_eq!(new("0.1", "1.1", 1), "delta");
        assert_eq!(new("0.1", "-0.1", 1), "delta");
        assert_eq!(new("0.1", "0.1234567890123456789", 1), "delta");
        assert_eq!(new("0.1", "0.5", 0), "k");
    }

    #[test]
    fn sentences_name_no_value() {
        let rule = rule("variational", "0.1", "0.8", 10);
        let attribute = patients();
        let check = rule.bind(&attribute).unwrap();
        assert_eq!(
            check.conclusion(&everyone(&attribute)),
            "Whoever knows a person to be among these 5 can pick one of their records and have 75% of the others within \
             0.1 (variational distance) of its value; there are fewer than 10 to choose from."
        );
        assert_eq!(rule.title(), "(0.1, 0.8)^10-dissimilarity, variational");
    }
}
