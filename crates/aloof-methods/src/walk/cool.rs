//! A point outside a thin body is cooled down until it lies inside: values and runs of values go up or down by one unit.
//!
//! # Idea
//! Greedy mending stops where every single step breaks as much as it mends. Runs of neighbours go together here, and at
//! first steps are taken that break more than they mend, ever fewer of them as the point cools: simulated annealing on
//! the sum of all that is broken.
//!
//! # Source
//! Kirkpatrick, Gelatt and Vecchi, *Science* 220 (1983).
//!
//! # Cost
//! Each sweep touches the rows of every move; some hundred sweeps. It may give up.

use super::moves::Moves;
use super::polytope::Polytope;
use crate::chance::{Chance, unit};

const SWEEPS: usize = 160;
/// How much more may be broken by a step that is still likely to be taken, at first.
const HOT: f64 = 1.0;

/// Moves a point that lies within the bounds inside; false when it was given up.
pub(crate) fn cool(polytope: &Polytope, moves: &Moves, point: &mut [i64], chance: &mut Chance) -> bool {
    let mut slacks = polytope.slacks(point);
    let mut broken: i64 = slacks.iter().map(|&slack| -slack.min(0)).sum();
    for sweep in 0..SWEEPS {
        crate::stop::check();
        let heat = HOT * (1.0 - sweep as f64 / SWEEPS as f64);
        for at in 0..moves.len() {
            if broken == 0 {
                return true;
            }
            let step = if unit(chance) < 0.5 { -1 } else { 1 };
            let bounded = moves.variables(at).all(|variable| {
                (polytope.low()[variable]..=polytope.high()[variable]).contains(&(point[variable] + step))
            });
            if !bounded {
                continue;
            }
            let worse = change(moves, at, &slacks, step);
            if worse <= 0 || unit(chance) < (-(worse as f64) / heat).exp() {
                point[moves.variables(at)].iter_mut().for_each(|x| *x += step);
                for group in moves.groups(at) {
                    let by = step * group.coefficient;
                    moves.rows(group).iter().for_each(|&row| slacks[row as usize] -= by);
                }
                broken += worse;
            }
        }
    }
    broken == 0
}

/// How much more is broken after a step.
fn change(moves: &Moves, at: usize, slacks: &[i64], step: i64) -> i64 {
    let of = |group: &super::moves::Group| {
        let by = step * group.coefficient;
        let rows = moves.rows(group).iter();
        rows.map(|&row| slacks[row as usize].min(0) - (slacks[row as usize] - by).min(0)).sum::<i64>()
    };
    moves.groups(at).iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::stream;
    use crate::walk::polytope::Inequality;
    use proptest::prelude::*;

    proptest! {
        /// What it says is inside is inside, and order alone is always found.
        #[test]
        fn cooled_is_inside(mut point in prop::collection::vec(0i64..11, 6), seed in any::<u64>()) {
            let rows: Vec<Inequality> = (1..6).map(|at| Inequality::new(vec![(at - 1, 1), (at, -1)], 0)).collect();
            let polytope = Polytope::new(vec![0; 6], vec![10; 6], &rows).unwrap();
            let moves = Moves::runs(&polytope, &[(0, 6)]);
            prop_assert!(cool(&polytope, &moves, &mut point, &mut stream([1; 32], seed)));
            prop_assert!(polytope.contains(&point));
        }
    }
}
