//! The price of a promise, as data: the JSON of the interface, and what terminal and pages show.

use aloof_evaluate::law::{Estimate, percent};
use serde::Serialize;

/// What promises around the one that is asked for would cost.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Price {
    /// The protected column.
    pub sensitive: String,
    /// What else is asked and was kept in every trial: `(1, 5)-anonymity of tax`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// What ε is: `absolute`, `relative`, `below and above` or `delta`.
    pub epsilon_is: &'static str,
    /// Whether nothing is asked for, and the promise in the middle is a proposal.
    pub proposed: bool,
    /// Rows of the table.
    pub rows: usize,
    /// By view, ε and m.
    pub grid: Vec<PricedPromise>,
    /// What can be said of it, in sentences.
    pub sentences: Vec<String>,
    /// What it does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Price {
    /// The promise in the middle.
    pub fn asked(&self) -> Option<&PricedPromise> {
        self.grid.iter().find(|cell| cell.asked)
    }

    /// The most rows that a trial was made of.
    pub fn tried_rows(&self) -> usize {
        self.grid.iter().filter_map(|cell| cell.made_from.as_ref()).map(|made| made.rows).max().unwrap_or(0)
    }

    /// What a promise says is near: `±1000`, `±10%`, `−20 to +10000`.
    pub fn near(&self, cell: &PricedPromise) -> String {
        match (&cell.below, &cell.above, self.epsilon_is) {
            (Some(below), Some(above), _) => format!("−{below} to +{above}"),
            (_, _, "relative") => cell
                .epsilon
                .parse::<f64>()
                .map_or_else(|_| format!("±{} of the value", cell.epsilon), |share| format!("±{}", percent(share))),
            _ => format!("±{}", cell.epsilon),
        }
    }

    /// What is asked, other ε, other m, other views: by the error of count queries.
    pub(super) fn say(&self) -> Vec<String> {
        let Some(asked) = self.asked() else { return Vec::new() };
        let others = |same: &dyn Fn(&PricedPromise) -> bool, name: &dyn Fn(&PricedPromise) -> String| {
            let cells = self.grid.iter().filter(|cell| !cell.asked && same(cell));
            cells.map(|cell| format!("{} {}", name(cell), cell.cost())).collect::<Vec<_>>().join(", ")
        };
        let first = match (&asked.count_query, &asked.mean_error) {
            (Some(count), Some(mean)) => {
                format!("costs {} on count queries and {} on means", count.words(), mean.words())
            }
            (Some(count), None) => format!("costs {} on count queries", count.words()),
            _ if asked.impossible => "is impossible".to_owned(),
            _ => "has no price that could be told".to_owned(),
        };
        let mut said = vec![format!("{} with 1 in {} in the {} view {first}.", self.near(asked), asked.m, asked.view)];
        let rows = [
            (
                "On count queries, with other ε",
                others(&|cell| cell.m == asked.m && cell.view == asked.view, &|cell| self.near(cell)),
            ),
            (
                "With other m",
                others(&|cell| cell.epsilon == asked.epsilon && cell.view == asked.view, &|cell| {
                    format!("1 in {}", cell.m)
                }),
            ),
            (
                "In other views",
                others(&|cell| cell.epsilon == asked.epsilon && cell.m == asked.m, &|cell| cell.view.to_owned()),
            ),
        ];
        said.extend(rows.iter().filter(|(_, all)| !all.is_empty()).map(|(what, all)| format!("{what}: {all}.")));
        said
    }
}

/// One promise, and what it would cost.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PricedPromise {
    /// ε as text; of two lengths the longer.
    pub epsilon: String,
    /// Of two lengths that differ, the one below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<String>,
    /// And the one above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
    /// One in how many may be near.
    pub m: u32,
    /// Against whom.
    pub view: &'static str,
    /// Whether the policy asks for just this, or it is the proposal.
    pub asked: bool,
    /// Whether it can be had, as advice and refusals say it; `None`: not known without trying.
    pub feasible: Option<bool>,
    /// Whether it is proven that it cannot be had, whichever rows are withheld of those that may be.
    #[serde(skip)]
    pub impossible: bool,
    /// Why it costs nothing that could be told: it is impossible, or no sample could be released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The mean over rows of the sum over quasi columns of the share of the domain covered.
    pub loss: Option<Estimate>,
    /// The mean relative error of count queries.
    pub count_query: Option<Estimate>,
    /// The mean relative error of means of sensitive columns in classes of quasi columns.
    pub mean_error: Option<Estimate>,
    /// What it was told from.
    pub made_from: Option<MadeFrom>,
}

impl PricedPromise {
    /// The error of count queries, or why there is none.
    fn cost(&self) -> String {
        match &self.count_query {
            Some(count) => percent(count.estimate),
            None if self.impossible => "impossible".to_owned(),
            None => "not known".to_owned(),
        }
    }
}

/// The trials that a price was told from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MadeFrom {
    /// Rows of the largest.
    pub rows: usize,
    /// How many of that size were made.
    pub draws: usize,
    /// Every size, and what was measured in the mean.
    pub trials: Vec<Tried>,
}

/// Trials of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Tried {
    /// Rows of each.
    pub rows: usize,
    /// How many there were.
    pub draws: usize,
    /// Their mean loss.
    pub loss: Option<f64>,
    /// Their mean error of count queries.
    pub count_query: Option<f64>,
    /// Their mean error of means.
    pub mean_error: Option<f64>,
}
