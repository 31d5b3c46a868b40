//! Bodies with some room: billiards over the reals find a point far from the original, which is then put on the lattice.
//!
//! # Idea
//! The fastest walk over the reals does the work where its points can be put on the lattice. First short paths in the
//! shape of Dikin's ellipsoid; their covariance is the shape of the paths that count, and says how large the body is: a
//! body of less than one unit has hardly a lattice point beside the original, and the lattice walk has to do. A rounded
//! point that lies just outside is mended, greedily or by cooling; it is taken only if integers find it inside, else the
//! next one is tried. With 100 whole ages at σ = 5% the nearest row is less than half a unit away from the centre, and
//! yet points of all of 20 tables were mended; the lattice walk had not mixed after 4,096 steps in 8 of them (ties relaxed).
//!
//! # Cost
//! See `walks/billiard`; the first paths take about a third of the time.

use super::cool::cool;
use super::moves::Moves;
use super::repair::repair;
use super::walks::{Billiard, Chain, Ground, Walk};
use crate::chance::Chance;

/// Points that are rounded before the walk is given up at all, or at its end.
pub(crate) const FIRST_TRIES: usize = 4;
pub(crate) const TRIES: usize = 16;

/// A body in the shape of first draws.
pub(crate) struct Shaped {
    pub ground: Ground,
    /// Where each chain stands after them.
    pub places: Vec<Vec<f64>>,
    /// The logarithm of about how many lattice points the body has: of its volume, in units.
    pub room: f64,
}

/// First draws from the centre; `None` for a body without interior.
pub(crate) fn shaped(mut ground: Ground, chains: usize, chance: &mut Chance) -> Option<Shaped> {
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
    let centre = ground.centre.as_ref()?.reshaped(&draws)?;
    let room = centre.shape.log_volume();
    ground.centre = Some(centre);
    Some(Shaped { ground, places, room })
}

/// The next point of a chain that is inside when rounded and, if need be, mended.
pub(crate) fn rounded(
    ground: &Ground,
    moves: &Moves,
    chain: &mut dyn Chain,
    tries: usize,
    chance: &mut Chance,
) -> Option<Vec<i64>> {
    let mut place = vec![0.0; ground.body.dimensions()];
    for _ in 0..tries {
        chain.place(&mut place);
        let mut point: Vec<i64> = place.iter().map(|&x| x.round() as i64).collect();
        let mended = repair(&ground.polytope, &mut point) || cool(&ground.polytope, moves, &mut point, chance);
        if mended && ground.polytope.contains(&point) {
            return Some(point);
        }
        chain.step(chance);
    }
    None
}
