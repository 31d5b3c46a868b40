//! Who may stand behind a released row.
//!
//! The people who have the values that the row shows, and are covered by its cells. Where only one is, the row's place in the original
//! is known. Where so many have the values that not all are asked about, some of them are, spread evenly.
//!
//! # Cost
//! Of at most 40,000 rows (and the rest of their groups), at most 64 people each; so many numbers of four bytes.

use aloof_judge::verify::candidates::Cell;
use aloof_table::{Column, Hierarchy, LabelColumn, NO_GROUP};
use hashbrown::HashMap;

use crate::data::{Original, Released};

/// So many rows are looked at.
pub(super) const MOST_ROWS: usize = 40_000;
/// Of so many people with the same values it is asked whom the row covers.
const MOST_ALIKE: usize = 64;
/// Rows next to each other that are looked at, where not all are.
const BLOCK: usize = 64;

/// A row, and who may stand behind it.
pub(in crate::audit) struct Behind {
    pub row: u32,
    pub people: Vec<u32>,
    /// Whether everybody with its values was asked about, and it covers those who are left.
    is_certain: bool,
}

impl Behind {
    /// Whether they are all who can be it.
    pub fn is_certain(&self) -> bool {
        self.is_certain
    }

    /// The only person who can be it.
    pub fn place(&self) -> Option<u32> {
        self.people.first().copied().filter(|_| self.is_certain && self.people.len() == 1)
    }
}

/// Rows of groups of several, whole groups of them, spread evenly.
pub(super) fn of_groups(released: &Released) -> Vec<u32> {
    let groups = released.told_apart();
    let step = groups.rows().div_ceil(MOST_ROWS).max(1);
    let mut rows: Vec<u32> = groups.iter().filter(|group| group.len() > 1).step_by(step).flatten().copied().collect();
    rows.sort_unstable();
    rows
}

/// Rows next to each other, in blocks that are spread evenly.
pub(super) fn in_blocks(released: &Released) -> Vec<u32> {
    let step = released.rows.div_ceil(MOST_ROWS).max(1);
    (0..released.rows as u32).filter(|&row| (row as usize / BLOCK).is_multiple_of(step)).collect()
}

/// Who may stand behind these rows; those behind whom nobody can stand are left out.
pub(super) fn behind(
    rows: &[u32],
    shown: &[u32],
    people: &[u32],
    original: &Original,
    released: &Released,
) -> Vec<Behind> {
    let mut alike: HashMap<u32, Vec<u32>> = HashMap::new();
    let counts = |(_, key): &(u32, &u32)| **key != NO_GROUP;
    (0..).zip(people).filter(counts).for_each(|(row, &key)| alike.entry(key).or_default().push(row));
    let mut cells = Cells::of(original, released);
    let one = |&row: &u32| {
        let all = alike.get(&shown[row as usize])?;
        let step = all.len().div_ceil(MOST_ALIKE);
        let asked: Vec<u32> = all.iter().copied().step_by(step).collect();
        let covered: Vec<u32> =
            asked.iter().copied().filter(|&person| all.len() == 1 || cells.covers(row, person)).collect();
        let is_certain = step == 1 && !covered.is_empty();
        Some(Behind { row, people: if covered.is_empty() { asked } else { covered }, is_certain })
    };
    rows.iter().filter_map(one).collect()
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
