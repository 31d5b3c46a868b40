//! One segment: properties, polytope, presolve, several chains, and what came of it.
//!
//! # Idea
//! Where there is room chains walk over the reals from the analytic centre, else on the lattice from the original, until
//! they agree (`chains`). Where the first chain ends is put on the lattice if it is not there already, walks on there for a
//! few steps, and is published.
//!
//! # Cost
//! Steps times the cost of a step of the walk, times the number of chains.

use super::body::Body;
use super::chains::{FROM_FIRST_DRAWS, FROM_ORIGINAL, Walking};
use super::diagnostics::Mixing;
use super::interior::extent;
use super::moves::Moves;
use super::polytope::TooWide;
use super::presolve::Presolved;
use super::reals::{self, Shaped};
use super::recipe::{Recipe, Segment, Ties};
use super::statement::Statement;
use super::system::System;
use super::walks::{Billiard, Chain, Ground, LatticeChain, Printed, Walk};
use crate::chance::Chance;

/// What came of a segment.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its rows.
    pub rows: usize,
    /// Distinct variables among them.
    pub variables: usize,
    /// Localities found.
    pub localities: usize,
    /// Localities kept.
    pub kept: usize,
    /// Localities kept that have two equal sides.
    pub ties: usize,
    /// Inequalities that are left after presolve.
    pub inequalities: usize,
    /// Blocks of connected variables.
    pub blocks: usize,
    /// Rows whose bounds leave no other value.
    pub fixed: usize,
    /// Rows that never moved in any chain, the fixed ones included.
    pub still: usize,
    /// Rows that moved, but in every draw by as much as a neighbouring value: whoever knows one of the two knows both.
    pub together: usize,
    /// Rows that are published as they were.
    pub unchanged: usize,
    /// Rows that are published as they were but for a shift that most values of the segment share: whoever knows one of
    /// them knows all. None where no shift is shared by more than half.
    pub shifted: usize,
    /// The sum of all distances from the original, in units.
    pub shift: u128,
    /// For some values, how long an interval the kept properties and bounds leave them, in units.
    pub extents: Vec<f64>,
    /// The kept properties and bounds leave hardly another column: all columns that keep them fill a volume of less than
    /// one unit. Not known, and not said, of bodies without interior.
    pub pinned: bool,
    /// Which walk: `billiard`, `lattice` or `printed`.
    pub walk: &'static str,
    /// Steps that each chain took.
    pub steps: u32,
    /// How well the chains agree.
    pub mixing: Mixing,
    /// Whether they agree as well as asked.
    pub mixed: bool,
}

/// New values of the segment's places, what holds of them, and how it went.
pub fn walk_segment(
    segment: &Segment,
    recipe: &Recipe,
    chance: &mut Chance,
) -> Result<(Vec<i64>, Vec<Statement>, Outcome), TooWide> {
    let system = System::new(segment, recipe, chance);
    let printed = recipe.ties == Ties::Printed;
    let presolve = if printed { Presolved::as_printed } else { Presolved::new };
    let presolved = presolve(&system.low, &system.high, system.rows.clone())?;
    let start = presolved.reduce(&system.values);
    let walk = if printed { walk_as_printed } else { walk };
    let gone = walk(&presolved, &start, recipe, chance);
    let point = presolved.expand(&gone.point);
    let moved = presolved.expand(&gone.other);
    let together = presolved.marked(&gone.together);
    let values: Vec<i64> = system.variable.iter().map(|&at| point[at as usize]).collect();
    let shared = shared_shift(&point, &system.values);
    let rows_where = |test: &dyn Fn(usize) -> bool| system.variable.iter().filter(|&&at| test(at as usize)).count();
    let pairs = values.iter().zip(&segment.values);
    let outcome = Outcome {
        rows: values.len(),
        variables: system.values.len(),
        localities: system.localities,
        kept: system.kept,
        ties: system.ties,
        inequalities: presolved.polytope.rows(),
        blocks: presolved.blocks.len(),
        fixed: rows_where(&|at| system.low[at] == system.high[at]),
        still: rows_where(&|at| moved[at] == system.values[at]),
        together: rows_where(&|at| together[at] == 1),
        unchanged: pairs.clone().filter(|(new, old)| new == old).count(),
        shifted: rows_where(&|at| shared == Some(point[at] - system.values[at])),
        shift: pairs.map(|(new, old)| u128::from(new.abs_diff(*old))).sum(),
        extents: extents(&presolved, &start, recipe.extents),
        pinned: gone.room.is_some_and(|room| room <= 0.0),
        walk: gone.walk,
        steps: gone.steps,
        mixing: gone.mixing,
        mixed: gone.mixed,
    };
    Ok((values, system.statements, outcome))
}

/// By how much more than half of the distinct values moved, if it is one and the same amount and not nothing.
fn shared_shift(new: &[i64], old: &[i64]) -> Option<i64> {
    let mut shifts: Vec<i64> = new.iter().zip(old).map(|(new, old)| new - old).collect();
    shifts.sort_unstable();
    let middle = *shifts.get(shifts.len() / 2)?;
    // What more than half share also stands in the middle. A single value has nothing to share with.
    let sharing = shifts.iter().filter(|&&shift| shift == middle).count();
    (middle != 0 && sharing > 1 && 2 * sharing > shifts.len()).then_some(middle)
}

/// What linear programming tells someone who knows the kept properties: for `count` values, spread evenly, the length of
/// the interval that is left. Bodies without interior are left out.
fn extents(presolved: &Presolved, start: &[i64], count: usize) -> Vec<f64> {
    if count == 0 || start.is_empty() {
        return Vec::new();
    }
    let ground = Ground::new(presolved.polytope.clone(), start);
    let Some(centre) = &ground.centre else { return Vec::new() };
    let count = count.min(start.len());
    let one = |at: usize| {
        let variable = at * start.len() / count;
        let end = |up| extent(&ground.body, centre, variable, up, EXTENT_GAP);
        end(true) - end(false)
    };
    (0..count).map(one).collect()
}

/// How far the end of an interval may be overstated, as a share of the bounds' distance.
const EXTENT_GAP: f64 = 0.002;

/// What came of walking, in the variables that presolve left.
struct Gone {
    point: Vec<i64>,
    /// For each variable a value it had that differs from the start, or the start.
    other: Vec<i64>,
    /// 1 for variables that moved only together with a neighbour.
    together: Vec<i64>,
    room: Option<f64>,
    walk: &'static str,
    steps: u32,
    mixing: Mixing,
    mixed: bool,
}

/// Steps on the lattice after a point over the reals was rounded.
const LAST_STEPS: usize = 16;

fn walk(presolved: &Presolved, start: &[i64], recipe: &Recipe, chance: &mut Chance) -> Gone {
    let moves = std::rc::Rc::new(Moves::runs(&presolved.polytope, &presolved.blocks));
    let on_lattice = |from: Vec<i64>| LatticeChain::with_moves(&presolved.polytope, moves.clone(), from);
    let shaped = reals::shaped(Ground::new(presolved.polytope.clone(), start), recipe.chains.max(1), chance);
    let room = shaped.as_ref().map(|shaped| shaped.room);
    let wide = shaped.filter(|shaped| shaped.room > 0.0 && !start.is_empty());
    if let Some((mut walking, (steps, mixing, mixed), from)) =
        wide.and_then(|shaped| over_reals(&shaped, start, &moves, recipe, chance))
    {
        let mut chain = on_lattice(from);
        (0..LAST_STEPS).for_each(|_| chain.step(chance));
        let point = chain.point().to_vec();
        // Rounding and the last steps may move what stood still over the reals.
        walking.saw(point.iter().copied());
        let together = walking.together(&presolved.blocks);
        return Gone { point, other: walking.other, together, room, walk: "billiard", steps, mixing, mixed };
    }
    let mut chains: Vec<LatticeChain<'_>> = (0..recipe.chains.max(1)).map(|_| on_lattice(start.to_vec())).collect();
    let mut walking = Walking::new(start, chains.len(), FROM_ORIGINAL);
    let (steps, mixing, mixed) = walking.run(&mut chains, recipe, chance);
    let together = walking.together(&presolved.blocks);
    let (point, walk) = (chains[0].point().to_vec(), "lattice");
    Gone { point, other: walking.other, together, room, walk, steps, mixing, mixed }
}

/// From the original, over the reals, one step after the other; where it ends is put on the lattice. What cannot be put there
/// stays where it was.
fn walk_as_printed(presolved: &Presolved, start: &[i64], recipe: &Recipe, chance: &mut Chance) -> Gone {
    let (polytope, body) = (presolved.polytope.clone(), Body::from(&presolved.polytope));
    let ground = Ground { polytope, body, centre: None };
    let place: Vec<f64> = start.iter().map(|&x| x as f64).collect();
    let begin = |_| Printed.begin(&ground, &place).expect("begins anywhere");
    let mut chains: Vec<Box<dyn Chain + '_>> = (0..recipe.chains.max(1)).map(begin).collect();
    let mut walking = Walking::new(start, chains.len(), FROM_ORIGINAL);
    let (steps, mixing, mixed) = walking.run(&mut chains, recipe, chance);
    let moves = Moves::runs(&presolved.polytope, &presolved.blocks);
    let rounded = reals::rounded(&ground, &moves, chains[0].as_mut(), reals::TRIES, chance);
    let point = rounded.unwrap_or_else(|| start.to_vec());
    walking.saw(point.iter().copied());
    let together = walking.together(&presolved.blocks);
    Gone { point, other: walking.other, together, room: None, walk: Printed.name(), steps, mixing, mixed }
}

/// Steps of each chain, how well they agree, and whether that is good.
type Went = (u32, Mixing, bool);

/// In a wide body: what was seen on the way, how it went, and a point on the lattice; `None` when no rounded point is inside.
fn over_reals(
    shaped: &Shaped,
    start: &[i64],
    moves: &Moves,
    recipe: &Recipe,
    chance: &mut Chance,
) -> Option<(Walking, Went, Vec<i64>)> {
    let ground = &shaped.ground;
    let begin = |place: &Vec<f64>| Billiard::shaped().begin(ground, place);
    let mut chains: Vec<Box<dyn Chain + '_>> = shaped.places.iter().map(begin).collect::<Option<_>>()?;
    // Whether points can be put on the lattice is seen before the long walk.
    reals::rounded(ground, moves, chains[0].as_mut(), reals::FIRST_TRIES, chance)?;
    let mut walking = Walking::new(start, chains.len(), FROM_FIRST_DRAWS);
    let went = walking.run(&mut chains, recipe, chance);
    let point = reals::rounded(ground, moves, chains[0].as_mut(), reals::TRIES, chance)?;
    Some((walking, went, point))
}

#[cfg(test)]
mod tests {
    use super::shared_shift;

    #[test]
    fn a_shift_is_shared_by_more_than_half() {
        assert_eq!(shared_shift(&[3, 4, 5, 9], &[1, 2, 3, 4]), Some(2));
        assert_eq!(shared_shift(&[3, 4, 4, 9], &[1, 2, 3, 4]), None);
        assert_eq!(shared_shift(&[1, 2, 3, 9], &[1, 2, 3, 4]), None);
        assert_eq!((shared_shift(&[7], &[4]), shared_shift(&[], &[])), (None, None));
    }
}
