//! Which of the policy's protections the maker keeps apart by, and which it only asks.
//!
//! One proximity principle is kept by dealing rows apart; any number of monotone ones are asked of every group. Several
//! proximity principles, and dissimilarity, are kept by colouring.

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
    /// As `protect` asks for it, if it is one.
    pub fn of(protect: &Protect) -> Option<Proximity<'_>> {
        match kind(protect) {
            Kind::Proximity(found) => Some(found),
            _ => None,
        }
    }

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
    /// What is kept by colouring; then `proximity` is none.
    pub stars: Vec<&'a Protect>,
}

impl<'a> Plan<'a> {
    /// Sorts the policy's protections.
    pub fn new(policy: &'a Policy) -> Result<Self, Error> {
        if policy.protect().is_empty() {
            let message =
                "nothing is to be protected: add [[protect]] to the policy, or flags such as --absolute 4500 --m 5";
            return Err(PolicyError::new(policy.place().clone(), message).into());
        }
        let mut plan = Self { proximity: None, monotone: Vec::new(), stars: Vec::new() };
        let mut near = Vec::new();
        for protect in policy.protect() {
            match kind(protect) {
                Kind::Proximity(found) => {
                    near.push(found);
                    plan.stars.push(protect);
                }
                Kind::Monotone => plan.monotone.push(protect),
                Kind::Dissimilar => plan.stars.push(protect),
            }
        }
        let colour = plan.stars.len() > near.len() || near.len() > 1 || policy.method().algorithm() == Some("xcolor");
        if !colour {
            plan.proximity = near.pop();
            plan.stars.clear();
        }
        plan.check_algorithm(policy)?;
        Ok(plan)
    }

    /// The maker's name.
    pub fn algorithm(&self, policy: &Policy) -> &'static str {
        match policy.method().algorithm() {
            Some("mondrian") => "mondrian",
            _ if self.stars.is_empty() => "split",
            _ => "xcolor",
        }
    }

    fn check_algorithm(&self, policy: &Policy) -> Result<(), Error> {
        let wrong = |message: String| Err(PolicyError::new(policy.place().clone(), message).into());
        let algorithm = policy.method().algorithm();
        if let Some(protect) = self.stars.first() {
            return match algorithm {
                None | Some("xcolor") => Ok(()),
                Some(other) => wrong(format!(
                    "[method] algorithm = \"{other}\" cannot keep {}; write \"xcolor\" or leave it out",
                    if self.stars.len() > 1 { "several proximity principles" } else { protect.principle() }
                )),
            };
        }
        match (algorithm, &self.proximity) {
            (None | Some("split" | "walk" | "perturb" | "noise"), _) | (Some("mondrian" | "anatomy"), None) => Ok(()),
            (Some("xcolor"), _) => {
                wrong("[method] algorithm = \"xcolor\" is for proximity principles; leave it out".to_owned())
            }
            (Some(maker @ ("mondrian" | "anatomy")), Some(near)) => wrong(format!(
                "[method] algorithm = \"{maker}\" cannot keep {}, which is not monotone; write \"split\" or leave it out",
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
    Dissimilar,
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
        Demand::Ready(_) | Demand::Dissimilarity { .. } => Kind::Dissimilar,
    }
}

/// (δ, l)-diversity by definition is (2δ, l)-anonymity.
fn double(rule: &DeltaL) -> Neighbourhood {
    Neighbourhood::absolute(rule.length()).expect("was checked with the policy")
}
