//! Where the person of a released row stands in the original, where only one can be it.
//!
//! The person has the values that the row shows, and is covered by its cells. Where several are, the place is not known.

use aloof_judge::verify::candidates::Cell;
use aloof_table::{Column, Hierarchy, LabelColumn, NO_GROUP};
use hashbrown::HashMap;

use crate::data::{Original, Released};

/// So many rows are looked at, whole groups of them, spread evenly.
const MOST_ROWS: usize = 40_000;
/// Of so many people with the same values it is asked whom the row covers.
const MOST_ALIKE: usize = 8;

/// A place in the original for every released row; none where it is not known, or was not asked.
pub(super) fn of_rows(shown: &[u32], people: &[u32], original: &Original, released: &Released) -> Vec<Option<u32>> {
    let mut alike: HashMap<u32, Vec<u32>> = HashMap::new();
    let counts = |(_, key): &(u32, &u32)| **key != NO_GROUP;
    (0..).zip(people).filter(counts).for_each(|(row, &key)| alike.entry(key).or_default().push(row));
    let mut cells = Cells::of(original, released);
    let mut places = vec![None; shown.len()];
    let groups = released.told_apart();
    let step = groups.rows().div_ceil(MOST_ROWS).max(1);
    for group in groups.iter().filter(|group| group.len() > 1).step_by(step) {
        for &row in group {
            let Some(people) = alike.get(&shown[row as usize]).filter(|people| people.len() <= MOST_ALIKE) else {
                continue;
            };
            let mut its = people.iter().copied().filter(|&person| people.len() == 1 || cells.covers(row, person));
            places[row as usize] = its.next().filter(|_| its.next().is_none());
        }
    }
    places
}

/// The cells of the quasi columns, read when they are asked about.
struct Cells<'a>(Vec<QuasiCells<'a>>);

struct QuasiCells<'a> {
    before: &'a Column,
    after: &'a LabelColumn,
    tree: Option<&'a Hierarchy>,
    read: HashMap<u32, Cell>,
}

impl<'a> Cells<'a> {
    fn of(original: &'a Original, released: &'a Released) -> Self {
        let pairs = original.quasi.iter().zip(&released.quasi);
        let one = |(quasi, (_, after)): (&'a crate::data::Quasi, &'a (String, LabelColumn))| QuasiCells {
            before: original.column(&quasi.name),
            after,
            tree: quasi.ladder.tree(),
            read: HashMap::new(),
        };
        Self(pairs.map(one).collect())
    }

    fn covers(&mut self, row: u32, person: u32) -> bool {
        self.0.iter_mut().all(|QuasiCells { before, after, tree, read }| {
            let code = after.codes()[row as usize];
            let cell = read.entry(code).or_insert_with(|| Cell::read(after.get(row as usize), before, *tree));
            cell.covers(before, person as usize, *tree)
        })
    }
}
