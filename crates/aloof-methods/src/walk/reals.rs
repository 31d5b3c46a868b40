//! Bodies with some room: billiards over the reals find a point far from the original, which is then put on the lattice.
//!
//! # Idea
//! The fastest walk over the reals does the work where its points can be put on the lattice. First short paths in the
//! shape of Dikin's ellipsoid; their covariance is the shape of the paths that count. A rounded point that lies just outside
//! is mended; it is taken only if integers find it inside, else the next one is tried. Rounding moves a value by half
//! a unit at most, and mending reaches far: with 100 whole ages at σ = 5% the nearest row is less than half a unit away
//! from the centre, and yet points of all of 20 tables were mended; the lattice walk had not mixed after 4,096 steps in 8
//! of them (ties relaxed).
//!
//! # Cost
//! See `walks/billiard`; the first paths take about a third of the time.

use super::chance::Chance;
use super::repair::repair;
use super::walks::{Billiard, Chain, Ground, Walk};

/// How many units the nearest row or bound is away from the centre, at least, in a body that counts as wide. In thinner
/// ones most points cannot be mended, and the lattice walk mixes soon, because there are few lattice points to see.
const WIDE: f64 = 0.05;
/// Points that are rounded before giving up.
const TRIES: usize = 16;

/// Whether a rounded point will mostly lie inside, or so near that it can be mended.
pub(crate) fn is_wide(ground: &Ground) -> bool {
    ground.centre.as_ref().is_some_and(|centre| {
        let (body, point) = (&ground.body, &centre.point);
        let sides = (0..point.len()).map(|at| (point[at] - body.low[at]).min(body.high[at] - point[at]));
        let rows = body
            .slacks(point)
            .into_iter()
            .enumerate()
            .map(|(row, slack)| slack / body.row(row).iter().map(|term| term.coefficient.abs()).sum::<f64>());
        sides.chain(rows).all(|distance| distance > WIDE)
    })
}

/// The same ground in the shape of first draws, and where each chain stands after them.
pub(crate) fn shaped(mut ground: Ground, chains: usize, chance: &mut Chance) -> Option<(Ground, Vec<Vec<f64>>)> {
    let centre = ground.centre.as_ref()?.point.clone();
    let n = centre.len();
    let steps = n / 8 + 8;
    let mut draws = Vec::with_capacity(chains * steps * n);
    let mut places = Vec::with_capacity(chains);
    for _ in 0..chains {
        let mut place = centre.clone();
        let mut chain = Billiard::default().begin(&ground, &centre)?;
        for step in 0..steps {
            chain.step(chance);
            chain.place(&mut place);
            if step >= steps / 4 {
                draws.extend_from_slice(&place);
            }
        }
        places.push(place);
    }
    ground.centre = ground.centre.as_ref()?.reshaped(&draws);
    ground.centre.is_some().then_some((ground, places))
}

/// The next point of a chain that is inside when rounded and, if need be, mended.
pub(crate) fn rounded(ground: &Ground, chain: &mut dyn Chain, chance: &mut Chance) -> Option<Vec<i64>> {
    let mut place = vec![0.0; ground.body.dimensions()];
    for _ in 0..TRIES {
        chain.place(&mut place);
        let mut point: Vec<i64> = place.iter().map(|&x| x.round() as i64).collect();
        if repair(&ground.polytope, &mut point) && ground.polytope.contains(&point) {
            return Some(point);
        }
        chain.step(chance);
    }
    None
}
