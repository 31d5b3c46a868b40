//! When `xcolor` finds no groups: what binds, and what is nearest.

use aloof_methods::xcolor::Stuck;
use aloof_table::Ratio;

use super::impossible::promise;
use super::makers::Constraint;
use crate::policy::{Policy, View};
use crate::{Error, Promise, Refusal, Why, Withhold};

/// The error of a run that found no groups of `rows` rows. `mixed`: any mixture of groups was to hold, so that groups that look
/// alike do.
pub(super) fn error(
    constraints: &[Constraint<'_>],
    found: &Stuck,
    (rows, policy): (usize, &Policy),
    mixed: bool,
) -> Error {
    let promises = || constraints.iter().map(promise_of).collect();
    // For mixtures of groups what the maker asks is enough and not needed: beyond it nothing is proven.
    let weaker_view = mixed || constraints.iter().any(|c| c.protect.view() == View::Candidates);
    let refusal = match found {
        Stuck::TooFew { .. } if rows < needed(constraints) => {
            Refusal::new(Why::TooFewRows { promises: promises(), least: needed(constraints), rows })
        }
        Stuck::TooFew { .. } | Stuck::Crowded { .. } if weaker_view => {
            Refusal::new(Why::NoGroups { promises: promises(), weaker_view, numbers_help: false })
        }
        Stuck::TooFew { least, .. } => Refusal::new(Why::TooFewRows { promises: promises(), least: *least, rows }),
        Stuck::Crowded { star, crowd, room, .. } => crowded(&constraints[*star], *crowd, *room, rows),
        Stuck::NotFound { withheld, rest } => {
            let mut refusal = Refusal::new(Why::NoGroups { promises: promises(), weaker_view, numbers_help: false });
            refusal.nearest.withhold = rest.as_ref().map(|_| Withhold::new(withheld.len(), rows, policy.method()));
            refusal
        }
    };
    refusal.into()
}

/// Groups were found, but some look alike and do not keep it together.
pub(super) fn alike(constraints: &[Constraint<'_>]) -> Error {
    let promises = constraints.iter().map(promise_of).collect();
    Refusal::new(Why::NoGroups { promises, weaker_view: false, numbers_help: true }).into()
}

/// No group of fewer rows can hold, in any view.
fn needed(constraints: &[Constraint<'_>]) -> usize {
    constraints.iter().filter_map(|c| c.rule.as_ref()).map(|rule| rule.k() as usize).max().unwrap_or(1)
}

fn promise_of(constraint: &Constraint<'_>) -> Promise {
    promise(constraint.protect, constraint.title.clone())
}

fn crowded(constraint: &Constraint<'_>, crowd: u64, room: u64, rows: usize) -> Refusal {
    let why = Why::Similar { promise: promise_of(constraint), crowd, room, rows };
    let delta_at_most = constraint.rule.as_ref().filter(|rule| rule.k() > 1).map(|rule| {
        // Groups of s hold at most (1 − δ)(s − 1) + 1 of them, so their share is at most (1 − δ) + δ/k.
        let (rows, k) = (rows as u64, u64::from(rule.k()));
        Ratio::of((rows - crowd) * k, rows * (k - 1)).floor_decimal(3)
    });
    let words = delta_at_most
        .as_ref()
        .map(|most| format!("Nearest: delta can be at most {most} with this epsilon, or epsilon must be smaller"));
    let mut refusal = Refusal::new(why);
    refusal.nearest.words = words.into_iter().collect();
    refusal.nearest.delta_at_most = delta_at_most;
    refusal
}
