//! `refine`: what cells that are as small as they can be give away of quasi values.
//!
//! # Source
//! Cohen, USENIX Security 2022 (downcoding: hierarchy and minimality give detail back); Cohen and Nissim, PNAS 2020 (predicate
//! singling out).
//!
//! # The adversary knows
//! The release, and that cells are tight: on every face of a group's cells stands a member (an end of an interval, the first and the last of
//! several classes, each label of a set, at least two children of a node). How frequent quasi values are is estimated from the release itself.
//!
//! # Success
//! One claim per group: *exactly one member is there*, of the column and face for which that is likeliest; right if it is so. Blind:
//! the same claim of the same column, at a place of the cell drawn by its frequency, which is what is left without knowing that
//! cells are tight. How certain a claim is the adversary learns from groups that are known (`learnt.rs`), by how likely it seemed. Beside it stands how many claims single out one person in the whole table.
//!
//! # Cost
//! The places that cells cover, once per group and column.

use aloof_table::NO_GROUP;

use super::draw::Draw;
use super::outcome::Attacked;
use super::scene::{Faces, Line, QuasiColumn, Scene};

/// Runs it; why it cannot be run, if so.
pub fn refine(scene: &Scene, seed: u64) -> Result<Attacked, String> {
    if scene.cells.is_empty() {
        return Err("quasi values are published as they are".to_owned());
    }
    let members = scene.known_members()?;
    let (mut draw, mut found) = (Draw::new(seed, 40), Attacked::default());
    let frequent: Vec<Vec<f64>> = (0..scene.columns.len()).map(|at| frequencies(scene, at)).collect();
    let (mut scores, mut right, mut singled) = (Vec::new(), Vec::new(), 0);
    let mut asked = 0usize;
    for (group, some) in members.iter().enumerate().filter(|(_, some)| some.len() > 1) {
        let claims = (0..scene.columns.len()).filter_map(|at| Claim::of(scene, &frequent[at], at, group, some.len()));
        let Some(claim) = claims.max_by(|a, b| a.belief.total_cmp(&b.belief).then(b.column.cmp(&a.column))) else {
            continue;
        };
        let column = &scene.columns[claim.column];
        let there =
            |places: &[u32]| some.iter().filter(|&&person| places.contains(&column.places[person as usize])).count();
        scores.push(-claim.belief);
        right.push(there(&claim.places) == 1);
        found.success.add(there(&claim.places) == 1);
        found.blind.add(there(&claim.drawn(&column.line, &frequent[claim.column], &mut draw)) == 1);
        asked += 1;
        singled += usize::from(asked <= MOST_SINGLED && is_singled(scene, group as u32, &claim));
    }
    if found.success.people == 0 {
        return Err("every cell is a single value: there is nothing to refine".to_owned());
    }
    found.learn(&scores, &right);
    found.fact("claims held against the whole table", asked.min(MOST_SINGLED) as f64);
    found.fact("people singled out in the whole table", singled as f64);
    Ok(found)
}

/// So many claims are held against everybody.
const MOST_SINGLED: usize = 2_000;

/// That exactly one member is at certain places of a column.
struct Claim {
    column: usize,
    places: Vec<u32>,
    belief: f64,
    faces: Faces,
    covered: Vec<u32>,
}

impl Claim {
    fn of(scene: &Scene, frequent: &[f64], at: usize, group: usize, size: usize) -> Option<Self> {
        let (column, cell) = (&scene.columns[at], scene.cells[at][group]);
        let covered: Vec<u32> = column.covers[cell as usize].places().collect();
        let faces = column.faces(cell);
        if covered.len() < 2 || faces.needed < 2 {
            return None;
        }
        let all: f64 = covered.iter().map(|&place| frequent[place as usize]).sum();
        let number = faces.at.iter().map(|&(_, face)| face + 1).max().unwrap_or(0);
        let places_of = |face: u32| -> Vec<u32> {
            faces.at.iter().filter(|&&(_, other)| other == face).map(|&(place, _)| place).collect()
        };
        let weight =
            |places: &[u32]| places.iter().map(|&place| frequent[place as usize]).sum::<f64>() / all.max(1e-300);
        // Where more faces exist than must be attained nobody need be on a given one.
        let sure = number == faces.needed;
        let rest = size.saturating_sub(faces.needed as usize) as i32;
        let belief = |face: u32| {
            let p = weight(&places_of(face)).min(1.0);
            if sure { (1.0 - p).powi(rest) } else { size as f64 * p * (1.0 - p).powi(size as i32 - 1) }
        };
        let face = (0..number).max_by(|&a, &b| belief(a).total_cmp(&belief(b)).then(b.cmp(&a)))?;
        let (places, belief) = (places_of(face), belief(face));
        Some(Self { column: at, places, belief, faces, covered })
    }

    /// A place of the cell by its frequency; of a node all places of the child it lies in, of classes all of its class.
    fn drawn(&self, line: &Line, frequent: &[f64], draw: &mut Draw) -> Vec<u32> {
        let all: f64 = self.covered.iter().map(|&place| frequent[place as usize]).sum();
        let mut left = draw.unit() * all;
        let stop = |&&place: &&u32| {
            left -= frequent[place as usize];
            left <= 0.0
        };
        let place = *self.covered.iter().find(stop).unwrap_or(&self.covered[0]);
        match (line, self.faces.of(place)) {
            (Line::Tree(..), Some(face)) => self.faces.at.iter().filter(|one| one.1 == face).map(|one| one.0).collect(),
            (Line::Classes(_, classes), _) => {
                let class = |place: u32| classes.get(place as usize);
                self.covered.iter().copied().filter(|&other| class(other) == class(place)).collect()
            }
            _ => vec![place],
        }
    }
}

/// Whether the group's cells and the claim together hold of one person only.
fn is_singled(scene: &Scene, group: u32, claim: &Claim) -> bool {
    let column: &QuasiColumn = &scene.columns[claim.column];
    let is_there =
        |person: &u32| claim.places.contains(&column.places[*person as usize]) && scene.covers(group, *person);
    let published = |person: &u32| scene.stands.as_ref().is_none_or(|stands| stands[*person as usize] != NO_GROUP);
    (0..scene.people as u32).filter(published).filter(is_there).take(2).count() == 1
}

/// How frequent places are, as far as cells tell: every row is spread over its cell, in proportion to what was found before.
pub(super) fn frequencies(scene: &Scene, at: usize) -> Vec<f64> {
    let (column, cells) = (&scene.columns[at], &scene.cells[at]);
    let mut frequent = vec![1.0; column.count];
    for _ in 0..10 {
        let mut next = vec![1e-6; column.count];
        for (group, &cell) in cells.iter().enumerate() {
            let covered = || column.covers[cell as usize].places();
            let all: f64 = covered().map(|place| frequent[place as usize]).sum();
            let rows = scene.groups[group].len() as f64;
            covered().for_each(|place| next[place as usize] += rows * frequent[place as usize] / all.max(1e-300));
        }
        frequent = next;
    }
    let all: f64 = frequent.iter().sum();
    frequent.iter().map(|share| share / all).collect()
}
