//! Which of the policy's protections the maker keeps apart by, and which it only asks.
//!
//! One proximity principle is kept by dealing rows apart; any number of monotone ones are asked of every group. Two
//! proximity principles, and dissimilarity, need another maker.

use aloof_methods::advise::Apart;
use aloof_principles::{DeltaL, EpsilonM, Neighbourhood, Principle, Reading, Rule};

use crate::Error;
use crate::policy::{Demand, Policy, PolicyError, Protect, View};

/// The proximity principle, as lengths and a number.
#[derive(Clone, Debug)]
pub(super) struct Proximity<'a> {
    pub protect: &'a Protect,
    pub neighbourhood: Neighbourhood,
    pub m: u32,
    pub title: String,
}

impl Proximity<'_> {
    /// The column it protects.
    pub fn column(&self) -> &str {
        &self.protect.sensitive()[0]
    }

    /// Against whom.
    pub fn apart(&self) -> Apart {
        match self.protect.view() {
            View::Candidates => Apart::InMixture,
            View::Group => Apart::InGroup,
        }
    }

    /// What rows are withheld for, the weaker first: in the candidates view the weaker may do.
    pub fn attempts(&self) -> Vec<Apart> {
        match self.apart() {
            Apart::InGroup => vec![Apart::InGroup],
            Apart::InMixture => vec![Apart::InGroup, Apart::InMixture],
        }
    }

    /// The rule that groups are judged by.
    pub fn rule(&self) -> EpsilonM {
        EpsilonM::new(self.neighbourhood, self.m).expect("was checked with the policy")
    }
}

/// What is to be kept.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    pub proximity: Option<Proximity<'a>>,
    pub monotone: Vec<&'a Protect>,
}

impl<'a> Plan<'a> {
    /// Sorts the policy's protections.
    pub fn new(policy: &'a Policy) -> Result<Self, Error> {
        if policy.protect().is_empty() {
            let message =
                "nothing is to be protected: add [[protect]] to the policy, or flags such as --absolute 4500 --m 5";
            return Err(PolicyError::new(policy.place().clone(), message).into());
        }
        let mut plan = Self { proximity: None, monotone: Vec::new() };
        for protect in policy.protect() {
            match kind(protect) {
                Kind::Proximity(_) if plan.proximity.is_some() => {
                    return Err(later(protect, "two proximity principles in one release are"));
                }
                Kind::Proximity(found) => plan.proximity = Some(found),
                Kind::Monotone => plan.monotone.push(protect),
                Kind::Other => return Err(later(protect, &format!("releases for `{}` are", protect.principle()))),
            }
        }
        plan.check_algorithm(policy)?;
        Ok(plan)
    }

    fn check_algorithm(&self, policy: &Policy) -> Result<(), Error> {
        let wrong = |message: String| Err(PolicyError::new(policy.place().clone(), message).into());
        match (policy.method().algorithm(), &self.proximity) {
            (None | Some("split" | "walk"), _) | (Some("mondrian"), None) => Ok(()),
            (Some("mondrian"), Some(near)) => wrong(format!(
                "[method] algorithm = \"mondrian\" cannot keep {}, which is not monotone; write \"split\" or leave it out",
                near.title
            )),
            (Some(other), _) => {
                wrong(format!("[method] algorithm = \"{other}\" is not in this version; write \"split\""))
            }
        }
    }
}

enum Kind<'a> {
    Proximity(Proximity<'a>),
    Monotone,
    Other,
}

fn kind(protect: &Protect) -> Kind<'_> {
    let near = |neighbourhood, m, title| Kind::Proximity(Proximity { protect, neighbourhood, m, title });
    match &protect.demand {
        Demand::Ready(Rule::EpsilonM(rule)) => near(rule.neighbourhood(), rule.m(), rule.title()),
        Demand::Ready(Rule::DeltaL(rule)) if rule.reading() == Reading::Definition => {
            near(double(rule), rule.l(), rule.title())
        }
        Demand::Ready(rule) if rule.principle().monotone() => Kind::Monotone,
        Demand::HierarchicalCloseness(_) => Kind::Monotone,
        Demand::Ready(_) | Demand::Dissimilarity { .. } => Kind::Other,
    }
}

/// (δ, l)-diversity by definition is (2δ, l)-anonymity.
fn double(rule: &DeltaL) -> Neighbourhood {
    Neighbourhood::absolute(rule.length()).expect("was checked with the policy")
}

fn later(protect: &Protect, what: &str) -> Error {
    PolicyError::new(protect.place.clone(), format!("{what} not in this version; aloof audit checks them in any table"))
        .into()
}
