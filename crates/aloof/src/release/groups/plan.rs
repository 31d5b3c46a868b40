//! Which of the policy's protections the maker keeps apart by, and which it only asks.
//!
//! One proximity principle is kept by dealing rows apart; any number of monotone ones are asked of every group. In the register
//! view proximity is monotone, too: the most crowded column is dealt by, the others are asked. Several proximity principles in
//! weaker views, and dissimilarity, are kept by colouring. Where presence is asked for, a population is cut and all else is asked of its
//! parts.

use aloof_methods::advise::Crowd;
use aloof_principles::proximity::Apart;
use aloof_principles::{EpsilonM, Neighbourhood};
use aloof_table::{Attribute, Means};

use crate::Error;
use crate::policy::{Algorithm, Median, Place, Policy, PolicyError, Protect, View, bind};

/// A proximity principle, as lengths and a number.
#[derive(Clone, Debug)]
pub(in crate::release) struct Proximity<'a> {
    pub protect: &'a Protect,
    pub neighbourhood: Neighbourhood,
    pub m: u32,
    pub title: String,
    /// What must be kept apart for the view that is asked for.
    pub apart: Apart,
}

impl<'a> Proximity<'a> {
    /// As `protect` asks for it, if it is one.
    pub fn of(protect: &'a Protect) -> Option<Self> {
        let window = protect.as_window();
        let weaker = protect.view() == View::Group && window.is_none();
        let apart = if weaker { Apart::InGroup } else { Apart::InMixture };
        let same = window.or_else(|| protect.as_epsilon_m())?;
        Some(Self { protect, neighbourhood: same.neighbourhood(), m: same.m(), title: protect.title()?, apart })
    }

    /// The column it protects.
    pub fn column(&self) -> &'a str {
        &self.protect.sensitive()[0]
    }

    /// What rows are withheld for, the weaker first: in the candidates view the weaker may do.
    pub fn attempts(&self) -> Vec<Apart> {
        match self.protect.view() {
            View::Candidates if !self.is_window() => vec![Apart::InGroup, Apart::InMixture],
            _ => vec![self.apart],
        }
    }

    /// Whether it is monotone: about intervals with any centre.
    pub fn is_window(&self) -> bool {
        self.protect.as_window().is_some()
    }

    /// How crowded its column is, for what is kept apart so far.
    pub fn crowd<'c>(&self, attribute: &'c Attribute, apart: Apart) -> Result<Crowd<'c>, Error> {
        Crowd::new(attribute, self.neighbourhood, apart).map_err(|unfit| bind::unfit(self.protect, &unfit))
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
    /// Dealt so that no interval holds too many of a group, by these columns.
    Windows(Vec<Proximity<'a>>),
    /// Coloured, so that of values similar to one there are few in its group.
    Colour(Vec<&'a Protect>),
    /// By presence: parts of a population, each asked for these others, which are not monotone.
    Parts(&'a Protect, Vec<&'a Protect>),
}

impl<'a> Plan<'a> {
    /// Sorts the policy's protections.
    pub fn new(policy: &'a Policy) -> Result<Self, Error> {
        if policy.protect().is_empty() {
            let message = match policy.place() {
                Place::Flag(_) => format!(
                    "nothing is to be protected: say what must hold, such as {} (aloof advise says what can be promised)",
                    Means::Protections
                ),
                _ => "nothing is to be protected: say with [[protect]] what must hold".to_owned(),
            };
            return Err(PolicyError::new(policy.place().clone(), message).into());
        }
        let (monotone, stars): (Vec<&Protect>, Vec<&Protect>) =
            policy.protect().iter().partition(|protect| protect.is_monotone());
        if let Some(presence) = policy.presence() {
            let monotone = monotone.into_iter().filter(|protect| protect.as_presence().is_none()).collect();
            return Ok(Self { monotone, way: Way::Parts(presence, stars) });
        }
        Ok(match policy.method().algorithm() {
            Algorithm::XColor => Self::colour(policy)?,
            Algorithm::Mondrian(median) => {
                refuse(policy, "mondrian", stars.first())?;
                Self { monotone, way: Way::Mondrian(*median) }
            }
            Algorithm::Anatomy => {
                refuse(policy, "anatomy", stars.first())?;
                Self { monotone, way: Way::Cut }
            }
            Algorithm::Walk(_) if matches!(Algorithm::for_groups(policy.protect()), Algorithm::XColor) => {
                Self::colour(policy)?
            }
            _ => Self::split(policy, monotone, &stars)?,
        })
    }

    /// Everything that is about near values is coloured, whether it is monotone or not.
    fn colour(policy: &'a Policy) -> Result<Self, Error> {
        let (stars, monotone): (Vec<&Protect>, Vec<&Protect>) =
            policy.protect().iter().partition(|protect| protect.as_window().is_some() || !protect.is_monotone());
        if stars.is_empty() {
            let message = "[method] algorithm = \"xcolor\" is for proximity principles; leave it out";
            return Err(PolicyError::new(policy.place().clone(), message).into());
        }
        Ok(Self { monotone, way: Way::Colour(stars) })
    }

    /// What is monotone is dealt by its windows; beside it one proximity principle that is not.
    fn split(policy: &'a Policy, monotone: Vec<&'a Protect>, stars: &[&'a Protect]) -> Result<Self, Error> {
        if !stars.is_empty() {
            return Ok(Self { monotone, way: apart(policy, stars)? });
        }
        let (windows, monotone): (Vec<&Protect>, Vec<&Protect>) =
            monotone.into_iter().partition(|protect| protect.as_window().is_some());
        let windows: Vec<Proximity<'a>> = windows.into_iter().filter_map(Proximity::of).collect();
        Ok(Self { monotone, way: if windows.is_empty() { Way::Cut } else { Way::Windows(windows) } })
    }

    /// What keeps rows apart, by one principle each.
    pub fn proximity(&self) -> &[Proximity<'a>] {
        match &self.way {
            Way::Apart(near) => std::slice::from_ref(near),
            Way::Windows(windows) => windows,
            _ => &[],
        }
    }

    /// The maker's name.
    pub fn algorithm(&self) -> &'static str {
        match self.way {
            Way::Cut | Way::Apart(_) | Way::Windows(_) | Way::Parts(..) => "split",
            Way::Mondrian(_) => "mondrian",
            Way::Colour(_) => "xcolor",
        }
    }
}

/// Split keeps one proximity principle that is not monotone.
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
