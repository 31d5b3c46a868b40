//! `[[protect]]`: a principle, its parameters, and the columns it protects.
//!
//! | file | what it holds |
//! |---|---|
//! | `view` | against whom it must hold |
//! | `check` | how a table of the policy is read |
//! | `demand` | how parameters become a rule, principle by principle |

mod check;
mod demand;
mod view;

use std::path::PathBuf;

use aloof_principles::{EpsilonM, MInvariance, MissingIs, Needs, Neighbourhood, Presence, Reading, Reads, Rule};

use super::{Place, Section};

pub(super) use check::check_all;
pub(crate) use demand::Demand;
pub use view::View;

/// A principle as a policy asks for it.
#[derive(Clone, Debug)]
pub struct Protect {
    pub(crate) principle: &'static str,
    pub(crate) sensitive: Vec<String>,
    pub(crate) view: View,
    pub(crate) demand: Demand,
    pub(crate) place: Place,
    /// What published missing values of the column are similar to.
    pub(crate) similar: MissingIs,
    /// Whether values of a protected column are rounded before they are judged.
    pub(crate) rounded: bool,
    /// The file of a population, where the principle needs one.
    pub(crate) population: Option<PathBuf>,
    words: Section,
}

impl Protect {
    /// The principle's name.
    pub fn principle(&self) -> &'static str {
        self.principle
    }

    /// With its parameters, as a person would say it; `None` while something of it must still come from the data.
    pub fn title(&self) -> Option<String> {
        match &self.demand {
            Demand::Ready(rule) => Some(rule.principle().title()),
            Demand::HierarchicalCloseness(_) | Demand::Dissimilarity { .. } => None,
        }
    }

    /// Whether it is a promise about one group that mixtures of groups need not keep, made to those who know the group.
    pub(crate) fn is_about_known_groups(&self) -> bool {
        self.view == View::Group && !self.is_monotone()
    }

    /// Whether a union of groups that hold always holds, in the view that is asked for.
    #[doc(hidden)]
    pub fn is_monotone(&self) -> bool {
        if self.window_asked().is_some() {
            return true;
        }
        match &self.demand {
            Demand::Ready(rule) => rule.principle().monotone(),
            Demand::HierarchicalCloseness(_) => true,
            Demand::Dissimilarity { .. } => false,
        }
    }

    /// The (ε, m)-anonymity that says exactly the same, if there is one: of values, and where missing ones count for nothing.
    #[doc(hidden)]
    pub fn as_epsilon_m(&self) -> Option<EpsilonM> {
        self.near().filter(|_| self.similar == MissingIs::Nothing)
    }

    /// What it calls near, whatever missing values are.
    pub(crate) fn near(&self) -> Option<EpsilonM> {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().as_epsilon_m(),
            Demand::HierarchicalCloseness(_) | Demand::Dissimilarity { .. } => None,
        }
    }

    /// Whether it bounds how many values of a group lie near one of its members: kept by keeping rows apart.
    #[doc(hidden)]
    pub fn is_proximity(&self) -> bool {
        self.as_epsilon_m().is_some()
    }

    /// The (ε, m)-anonymity whose register view says exactly the same, if there is one: it bounds how many values of a group
    /// lie in one interval, whatever its centre.
    #[doc(hidden)]
    pub fn as_window(&self) -> Option<EpsilonM> {
        self.window_asked().filter(|_| self.similar == MissingIs::Nothing)
    }

    /// The same, whatever missing values are.
    pub fn window_asked(&self) -> Option<EpsilonM> {
        match &self.demand {
            Demand::Ready(Rule::DeltaL(rule)) if rule.reading() == Reading::AnyCentre => {
                EpsilonM::new(Neighbourhood::absolute(rule.delta()).ok()?, rule.l()).ok()
            }
            _ if self.view == View::Register => self.near(),
            _ => None,
        }
    }

    /// Whether the view changes what is asked: what is monotone by itself asks the same of every group in all views. Where missing
    /// values count there is but one.
    #[doc(hidden)]
    pub fn has_views(&self) -> bool {
        match &self.demand {
            _ if self.similar != MissingIs::Nothing || self.as_invariance().is_some() => false,
            Demand::Ready(rule) => !rule.principle().monotone(),
            Demand::HierarchicalCloseness(_) => false,
            Demand::Dissimilarity { .. } => true,
        }
    }

    /// Whether it is about distances, and so kept by colouring.
    pub(crate) fn is_dissimilarity(&self) -> bool {
        !self.is_monotone() && !self.is_proximity() && self.as_invariance().is_none()
    }

    /// m-invariance, if that is what it asks for.
    #[doc(hidden)]
    pub fn as_invariance(&self) -> Option<&MInvariance> {
        match &self.demand {
            Demand::Ready(Rule::MInvariance(rule)) => Some(rule),
            _ => None,
        }
    }

    /// What the groups of a series keep apart, and how many of them: the (ε, m)-anonymity whose register view they keep.
    #[doc(hidden)]
    pub fn kept_apart(&self) -> Option<EpsilonM> {
        self.as_invariance().map(MInvariance::near).or_else(|| self.as_window())
    }

    /// δ-presence, if that is what it asks for.
    #[doc(hidden)]
    pub fn as_presence(&self) -> Option<&Presence> {
        match &self.demand {
            Demand::Ready(Rule::Presence(rule)) => Some(rule),
            _ => None,
        }
    }

    /// The files it names.
    pub(crate) fn files(&self) -> Vec<&PathBuf> {
        match &self.demand {
            Demand::Dissimilarity { distance, .. } => distance.files(),
            _ => self.population.iter().collect(),
        }
    }

    /// What it calls near, if it is about neighbourhoods of numbers.
    pub(crate) fn neighbourhood(&self) -> Option<Neighbourhood> {
        match &self.demand {
            Demand::Ready(Rule::EpsilonM(rule)) => Some(rule.neighbourhood()),
            _ => None,
        }
    }

    /// What its parameter, ε or δ, calls near by itself, with the parameter's letter where it is one length or share.
    pub fn parameter(&self) -> Option<(Neighbourhood, Option<char>)> {
        match &self.demand {
            Demand::Ready(Rule::EpsilonM(rule)) => {
                let near = rule.neighbourhood();
                let one = near.lengths().is_none_or(|(below, above)| below == above);
                Some((near, one.then_some('ε')))
            }
            Demand::Ready(Rule::DeltaL(rule)) => Some((Neighbourhood::absolute(rule.delta()).ok()?, Some('δ'))),
            _ => None,
        }
    }

    /// As it was typed.
    pub(crate) fn words(&self) -> &Section {
        &self.words
    }

    /// The columns it protects, together.
    pub fn sensitive(&self) -> &[String] {
        &self.sensitive
    }

    /// Where it is asked for.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The view it must hold in.
    pub fn view(&self) -> View {
        self.view
    }

    /// What that view is called: of presence there is but one, that of whoever knows the population.
    #[doc(hidden)]
    pub fn view_name(&self) -> &'static str {
        if self.as_presence().is_some() { "population" } else { self.view.name() }
    }

    /// Whether the rule needs nothing more of the data than the policy says.
    pub(crate) fn is_ready(&self) -> bool {
        matches!(self.demand, Demand::Ready(_))
    }

    /// What it looks at in the sensitive columns.
    pub(crate) fn reads(&self) -> Reads {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().reads(),
            Demand::HierarchicalCloseness(_) => Reads::Values,
            Demand::Dissimilarity { distance, .. } => distance.reads(),
        }
    }

    /// Whether the sensitive column must hold numbers (or dates) for it.
    pub fn needs_numbers(&self) -> bool {
        self.reads() == Reads::Numbers
    }

    /// What must be known to judge a group.
    #[doc(hidden)]
    pub fn needs(&self) -> Needs {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().needs(),
            Demand::HierarchicalCloseness(_) => Needs::Totals,
            Demand::Dissimilarity { .. } => Needs::Range,
        }
    }

    /// No group of fewer rows can hold.
    pub(crate) fn least_rows(&self) -> u32 {
        match &self.demand {
            Demand::Ready(rule) => rule.principle().least_rows(),
            Demand::HierarchicalCloseness(_) => 1,
            Demand::Dissimilarity { k, .. } => *k,
        }
    }

    /// Whether it asks that people look alike, so that publishing quasi values as they are breaks it.
    #[doc(hidden)]
    pub fn needs_look_alikes(&self) -> bool {
        matches!(self.principle, "k-anonymity" | "alpha-k")
    }
}
