//! Which of the policy's protections the maker keeps apart by, and which it only asks.
//!
//! One proximity principle is kept by dealing rows apart; any number of monotone ones are asked of every group. Several
//! proximity principles, and dissimilarity, are kept by colouring.

use aloof_methods::advise::Apart;
use aloof_methods::baselines::Median;
use aloof_principles::{EpsilonM, Neighbourhood};

use crate::Error;
use crate::policy::{Algorithm, Policy, PolicyError, Protect, View};

/// A proximity principle, as lengths and a number.
#[derive(Clone, Debug)]
pub(in crate::release) struct Proximity<'a> {
    pub protect: &'a Protect,
    pub neighbourhood: Neighbourhood,
    pub m: u32,
    pub title: String,
}

impl<'a> Proximity<'a> {
    /// As `protect` asks for it, if it is one.
    pub fn of(protect: &'a Protect) -> Option<Self> {
        let same = protect.as_epsilon_m()?;
        Some(Self { protect, neighbourhood: same.neighbourhood(), m: same.m(), title: protect.title()? })
    }

    /// The column it protects.
    pub fn column(&self) -> &'a str {
        &self.protect.sensitive()[0]
    }

    /// What must be kept apart for the view that is asked for.
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

/// What is to be kept, and how.
#[derive(Clone, Debug)]
pub(in crate::release) struct Plan<'a> {
    /// Asked of every group.
    pub monotone: Vec<&'a Protect>,
    pub way: Way<'a>,
}

/// How rows are dealt.
#[derive(Clone, Debug)]
pub(in crate::release) enum Way<'a> {
    /// Cut as long as both parts may stand.
    Cut,
    /// Cut at medians as long as both parts may stand.
    Mondrian(Median),
    /// Dealt so that near values stand in different groups.
    Apart(Proximity<'a>),
    /// Coloured, so that of values similar to one there are few in its group.
    Colour(Vec<&'a Protect>),
}

impl<'a> Plan<'a> {
    /// Sorts the policy's protections.
    pub fn new(policy: &'a Policy) -> Result<Self, Error> {
        let wrong = |message: &str| Err(PolicyError::new(policy.place().clone(), message).into());
        if policy.protect().is_empty() {
            return wrong("nothing is to be protected: say with [[protect]] what must hold");
        }
        let (stars, monotone): (Vec<&Protect>, Vec<&Protect>) =
            policy.protect().iter().partition(|protect| protect.is_proximity() || protect.is_dissimilarity());
        let way = match policy.method().algorithm() {
            Algorithm::XColor if stars.is_empty() => {
                return wrong("[method] algorithm = \"xcolor\" is for proximity principles; leave it out");
            }
            Algorithm::XColor => Way::Colour(stars),
            Algorithm::Mondrian(median) => {
                refuse(policy, "mondrian", stars.first())?;
                Way::Mondrian(*median)
            }
            Algorithm::Anatomy => {
                refuse(policy, "anatomy", stars.first())?;
                Way::Cut
            }
            Algorithm::Walk(_) if matches!(Algorithm::for_groups(policy.protect()), Algorithm::XColor) => {
                Way::Colour(stars)
            }
            _ => apart(policy, &stars)?,
        };
        Ok(Self { monotone, way })
    }

    /// What keeps rows apart, where one principle does.
    pub fn proximity(&self) -> Option<&Proximity<'a>> {
        match &self.way {
            Way::Apart(near) => Some(near),
            _ => None,
        }
    }

    /// The maker's name.
    pub fn algorithm(&self) -> &'static str {
        match self.way {
            Way::Cut | Way::Apart(_) => "split",
            Way::Mondrian(_) => "mondrian",
            Way::Colour(_) => "xcolor",
        }
    }
}

/// Split keeps one proximity principle.
fn apart<'a>(policy: &Policy, stars: &[&'a Protect]) -> Result<Way<'a>, Error> {
    let name = policy.method().algorithm().name();
    let cannot = |what: &str| {
        let message = format!("[method] algorithm = \"{name}\" cannot keep {what}; write \"xcolor\" or leave it out");
        Err(PolicyError::new(policy.place().clone(), message).into())
    };
    match stars {
        [] => Ok(Way::Cut),
        [only] => Proximity::of(only).map_or_else(|| cannot(only.principle()), |near| Ok(Way::Apart(near))),
        _ => cannot("several proximity principles"),
    }
}

/// Cutting alone cannot keep what is not monotone.
fn refuse(policy: &Policy, maker: &str, star: Option<&&Protect>) -> Result<(), Error> {
    let Some(protect) = star else { return Ok(()) };
    let message = format!(
        "[method] algorithm = \"{maker}\" cannot keep {}, which is not monotone; leave it out",
        protect.title().unwrap_or_else(|| protect.principle().to_owned())
    );
    Err(PolicyError::new(policy.place().clone(), message).into())
}
