//! What a protection asks, and which values must not stand together for it.

use aloof_principles::proximity::{Apart, Form, Join, Window};
use aloof_principles::{Needs, Point, Rule};
use aloof_table::{Decimal, Ratio};
use num_bigint::BigInt;
use serde::Serialize;

use crate::policy::{Demand, Protect, View};

/// What a protection asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedProtect {
    /// The principle's name.
    pub principle: &'static str,
    /// The columns that it protects, together; none where people are counted.
    pub sensitive: Vec<String>,
    /// The view it must hold in: what the adversary knows.
    pub view: &'static str,
    /// Its parameters by the policy's words, defaults included.
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// What must be known to judge a group: `group-only`, `range` or `totals`.
    pub needs: &'static str,
    /// Whether a union of groups that hold always holds.
    pub monotone: bool,
    /// No group of fewer rows can hold.
    pub least_rows: u32,
    /// Whether the sensitive column must hold numbers or dates.
    pub needs_numbers: bool,
    /// The share of a group that near values may have: one in so many. Only where windows say what can be had.
    pub one_in: Option<u32>,
    /// Which values are near, by view. Only where windows say what can be had.
    pub windows: Vec<ResolvedWindow>,
}

/// Which two values are near enough that a group holds at most one in m of such.
///
/// A table can be grouped for the group view exactly when no window of that view holds more than one row in m; where none of
/// the window of another view does, the promise holds in that view too, however groups lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResolvedWindow {
    /// The view it is for.
    pub view: &'static str,
    /// Near are values at most so far apart.
    pub length: Option<String>,
    /// Near are positive values of which the larger is at most so many times the smaller.
    pub ratio: Option<String>,
}

impl Protect {
    /// Which values are near in this view, and the number that the promise is about; `None` where windows do not say what can be had.
    pub fn window(&self, view: View) -> Option<Window> {
        if let Some(same) = self.as_epsilon_m() {
            let apart = match view {
                View::Group => Apart::InGroup,
                View::Candidates | View::Register => Apart::InMixture,
            };
            let (form, epsilon) = Form::of(same.neighbourhood(), apart);
            return Some(Window { form, epsilon, one_in: same.m() });
        }
        match &self.demand {
            // Any centre: whatever holds for every group holds for their mixtures.
            Demand::Ready(Rule::DeltaL(rule)) => {
                Some(Window { form: Form::Apart { times: 1 }, epsilon: rule.length().to_ratio(), one_in: rule.l() })
            }
            _ => None,
        }
    }

    pub(super) fn resolved(&self) -> ResolvedProtect {
        let windows = View::ALL.into_iter().filter_map(|view| {
            let Window { form, epsilon, .. } = self.window(view)?;
            let (length, ratio) = lengths(form, &epsilon);
            Some(ResolvedWindow { view: view.name(), length, ratio })
        });
        ResolvedProtect {
            principle: self.principle,
            sensitive: self.sensitive.clone(),
            view: self.view.name(),
            parameters: parameters(&self.demand),
            needs: match self.needs() {
                Needs::GroupOnly => "group-only",
                Needs::Range => "range",
                Needs::Totals => "totals",
                Needs::Groups => "groups",
                Needs::Population => "population",
                Needs::History => "history",
            },
            monotone: self.is_monotone(),
            least_rows: self.least_rows(),
            needs_numbers: self.needs_numbers(),
            one_in: self.window(self.view).map(|window| window.one_in),
            windows: windows.collect(),
        }
    }
}

/// A window's length, or its ratio.
fn lengths(form: Form, epsilon: &Ratio) -> (Option<String>, Option<String>) {
    if let Form::Apart { times } = form {
        let epsilon = epsilon.to_big();
        let length = Ratio::big(epsilon.numer() * BigInt::from(times), epsilon.denom().clone());
        return (Some(length.to_string()), None);
    }
    match form.join(epsilon, 0) {
        Join::Ratio { most, least, .. } => (None, Some(Ratio::big(most, least).to_string())),
        Join::Within(_) => (None, None),
    }
}

/// Parameters by the policy's words: whole numbers as numbers, decimals as texts.
fn parameters(demand: &Demand) -> serde_json::Map<String, serde_json::Value> {
    let text = |value: Decimal| serde_json::Value::from(value.to_string());
    let mut found = serde_json::Map::new();
    let mut say = |key: &str, value: serde_json::Value| {
        found.insert(key.to_owned(), value);
    };
    match demand {
        Demand::HierarchicalCloseness(t) => {
            say("t", text(*t));
            say("ground", "hierarchical".into());
        }
        Demand::Dissimilarity { distance, epsilon, delta, k, shape } => {
            say("distance", distance.kind.into());
            say("epsilon", text(*epsilon));
            say("delta", text(*delta));
            say("k", (*k).into());
            say("shape", shape.name().into());
        }
        Demand::Ready(rule) => match rule {
            Rule::EpsilonM(rule) => {
                let near = rule.neighbourhood();
                if let Some(share) = near.share() {
                    say("relative", text(share));
                } else if let Some((below, above)) = near.lengths() {
                    say("below", text(below));
                    say("above", text(above));
                }
                say("m", rule.m().into());
            }
            Rule::DeltaL(rule) => {
                say("delta", text(rule.delta()));
                say("l", rule.l().into());
                say("reading", rule.reading().name().into());
            }
            // A view is not a parameter: policies hold the rule that it is a view of. Nor is what columns say of missing values.
            Rule::CountingMissing(_) => {}
            Rule::Register(rule) => say("m", rule.m().into()),
            Rule::Dissimilarity(rule) => say("k", rule.k().into()),
            Rule::KAnonymity(rule) => say("k", rule.k().into()),
            Rule::Distinct(rule) => {
                say("kind", "distinct".into());
                say("l", rule.l().into());
            }
            Rule::Frequency(rule) => {
                say("kind", "frequency".into());
                say("l", text(rule.l()));
            }
            Rule::Entropy(rule) => {
                say("kind", "entropy".into());
                say("l", text(rule.l()));
            }
            Rule::Recursive(rule) => {
                say("kind", "recursive".into());
                say("c", text(rule.c()));
                say("l", rule.l().into());
            }
            Rule::AlphaK(rule) => {
                say("alpha", text(rule.alpha()));
                say("k", rule.k().into());
            }
            Rule::KE(rule) => {
                say("k", rule.k().into());
                say("e", text(rule.e()));
            }
            Rule::Variance(rule) => say("v", text(rule.v())),
            Rule::TCloseness(rule) => {
                say("t", text(rule.t()));
                say("ground", rule.ground().name().into());
            }
            Rule::BetaLikeness(rule) => {
                say("beta", text(rule.beta()));
                say("kind", if rule.is_enhanced() { "enhanced" } else { "basic" }.into());
            }
            Rule::CKSafety(rule) => {
                say("c", text(rule.c()));
                say("k", rule.k().into());
                if let Some(epsilon) = rule.epsilon() {
                    say("epsilon", text(epsilon));
                }
            }
            Rule::Presence(rule) => {
                say("low", text(rule.low()));
                say("high", text(rule.high()));
            }
            Rule::MInvariance(rule) => {
                say("m", rule.m().into());
                if let Some(epsilon) = rule.epsilon() {
                    say("absolute", text(epsilon));
                }
            }
            Rule::Skyline(rule) => {
                let point = |point: &Point| serde_json::json!({ "l": point.l(), "k": point.k(), "m": point.m(), "c": point.c().to_string() });
                say("points", rule.points().iter().map(point).collect());
            }
        },
    }
    found
}
