//! A rounded point that lies just outside is moved inside, value by value.
//!
//! # Idea
//! Each row that is broken names the values it touches; of the smallest steps of one of them that would mend it, the one
//! is taken that leaves the least broken altogether, as long as it leaves less than before.
//!
//! # Cost
//! A few passes over the broken rows, each touching the rows of their values. It may give up.

use super::polytope::Polytope;

const PASSES: usize = 12;

/// Moves the point inside; false when it was given up.
pub(crate) fn repair(polytope: &Polytope, point: &mut [i64]) -> bool {
    point
        .iter_mut()
        .zip(polytope.low().iter().zip(polytope.high()))
        .for_each(|(x, (low, high))| *x = (*x).clamp(*low, *high));
    let mut slacks = polytope.slacks(point);
    for _ in 0..PASSES {
        let broken: Vec<usize> = (0..slacks.len()).filter(|&row| slacks[row] < 0).collect();
        if broken.is_empty() {
            return true;
        }
        let mut better = false;
        for row in broken.into_iter().rev() {
            better |= mend(polytope, point, &mut slacks, row);
        }
        if !better {
            return false;
        }
    }
    slacks.iter().all(|&slack| slack >= 0)
}

/// Takes the best single step that mends a row; whether anything became better.
fn mend(polytope: &Polytope, point: &mut [i64], slacks: &mut [i64], row: usize) -> bool {
    if slacks[row] >= 0 {
        return false;
    }
    let mut best: Option<(i64, usize, i64)> = None;
    for &(variable, coefficient) in polytope.row(row) {
        let variable = variable as usize;
        let least = (-slacks[row] + coefficient.abs() - 1) / coefficient.abs();
        let step = -coefficient.signum() * least;
        if !(polytope.low()[variable]..=polytope.high()[variable]).contains(&(point[variable] + step)) {
            continue;
        }
        let gain: i64 = polytope
            .touching(variable)
            .iter()
            .map(|&(other, c)| {
                let slack = slacks[other as usize];
                (slack - c * step).min(0) - slack.min(0)
            })
            .sum();
        if gain > best.map_or(0, |(gain, ..)| gain) {
            best = Some((gain, variable, step));
        }
    }
    let Some((_, variable, step)) = best else { return false };
    point[variable] += step;
    polytope.touching(variable).iter().for_each(|&(other, c)| slacks[other as usize] -= c * step);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::polytope::Inequality;
    use proptest::prelude::*;

    proptest! {
        /// What it says is inside is inside.
        #[test]
        fn mended_is_inside(point in prop::collection::vec(-3i64..13, 5)) {
            let rows: Vec<Inequality> = (1..5).map(|at| Inequality::new(vec![(at - 1, 1), (at, -1)], 0)).collect();
            let polytope = Polytope::new(vec![0; 5], vec![10; 5], &rows).unwrap();
            let mut mended = point;
            if repair(&polytope, &mut mended) {
                prop_assert!(polytope.contains(&mended));
            }
        }
    }

    #[test]
    fn a_small_fault_is_mended() {
        let rows: Vec<Inequality> = (1..4).map(|at| Inequality::new(vec![(at - 1, 1), (at, -1)], 0)).collect();
        let polytope = Polytope::new(vec![0; 4], vec![10; 4], &rows).unwrap();
        let mut point = vec![1, 5, 4, 8];
        assert!(repair(&polytope, &mut point) && polytope.contains(&point));
    }
}
