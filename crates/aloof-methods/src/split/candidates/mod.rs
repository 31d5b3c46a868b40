//! Groups that hold in the candidates view, found by search.
//!
//! # Definition
//! Every group keeps the principle by itself, and for every row, over the union of all groups whose published cells cover
//! it, at most one in m tuples lies in the neighbourhood of its value.
//!
//! # Idea
//! Windows of twice the length make every mixture of groups safe, whichever it is: more than is needed, and often
//! impossible. A real release has few mixtures. Groups dealt with the plain window are small; most rows are covered by
//! one or two of them, and most are safe as they are. So begin there and mend the rest:
//!
//! | step | file |
//! |---|---|
//! | know at once whom a group covers, and what that means to each | `field`, `points` |
//! | judge a change by the few rows it touches | `guard` |
//! | exchange, move, join around rows that are not safe | `repair` |
//! | lower loss by changes that leave nobody less safe | `improve` |
//! | make two groups anew in the best of all ways | `remake`, `pair` |
//! | all pools at once; unsafe rows count more the longer they last | `rounds` |
//!
//! Rows that cannot be made safe at once weigh more in every round, until it pays to disturb others for them. This
//! leaves local dead ends; whether it ends is not certain: where no release exists, it cannot.
//!
//! # Source
//! Our own. Weighting what could not yet be satisfied comes from Morris, *The breakout method*, 1993.
//!
//! # Cost
//! `O(n · pool)` per round, as for exchanges without the view, with a larger constant; a pool stops when it has looked at
//! its share of rows. Exact: whether a row is safe is decided in whole numbers.

mod field;
mod guard;
mod improve;
mod pair;
mod points;
mod remake;
mod repair;
mod rounds;

pub(super) use field::Field;
pub(super) use guard::Guard;
pub(super) use pair::Pairing;

use aloof_table::Partition;

use super::{Infeasible, Problem, Tuning, start};
use crate::pace::{Pace, Turn};
use rounds::Rounds;

/// Deals the rows into groups that hold in the candidates view.
///
/// `reaches` are the first and the last code in the neighbourhood of each code; for `problem.near`, two codes are near
/// when one lies in the neighbourhood of the other.
pub fn candidates(problem: &Problem<'_>, reaches: &[(u32, u32)]) -> Result<Partition, Infeasible> {
    candidates_with(problem, reaches, &Tuning::for_table(problem.codes.len(), problem.axes.len()))
}

/// As [`candidates`], looking as hard as `tuning` says.
pub fn candidates_with(
    problem: &Problem<'_>,
    reaches: &[(u32, u32)],
    tuning: &Tuning,
) -> Result<Partition, Infeasible> {
    candidates_paced(problem, reaches, tuning, Pace::tuned().last())
}

/// As [`candidates_with`], as many steps as `turn` lets: the first groups, then rounds.
pub fn candidates_paced(
    problem: &Problem<'_>,
    reaches: &[(u32, u32)],
    tuning: &Tuning,
    turn: Turn<'_>,
) -> Result<Partition, Infeasible> {
    let steps = turn.begin(3 + tuning.rounds + tuning.mending + tuning.mending.div_ceil(4));
    let mut unsafe_rows = None;
    let partition = start(problem, tuning, &steps, |search, groups| {
        let _ = groups.cycle(search, &steps, 0, None, None);
        let field = steps.take(|| Field::new(problem.axes, groups.rows, groups.codes, reaches, search.m));
        let begun = field.as_ref().and_then(|field| steps.take(|| Rounds::new(search, field, groups.clone())));
        if let Some(rounds) = begun {
            let (found, left) = rounds.run(&steps);
            (*groups, unsafe_rows) = (found, Some(left));
        }
    })?;
    match unsafe_rows {
        Some(0) => Ok(partition),
        Some(unsafe_rows) => Err(Infeasible::NotFound { unsafe_rows }),
        None => Err(Infeasible::Unfinished),
    }
}
