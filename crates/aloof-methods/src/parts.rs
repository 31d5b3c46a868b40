//! Parts of a population: everybody is cut into parts that may stand, whether or not they are in the table.
//!
//! # Idea
//! Presence is asked of cells that no two cover the same person of, counted over a population. So it is the population that is cut,
//! and a part shows what *its people* have, not what those of them have who are in the table: where a cell ends tells nothing of
//! who is in it. For the same reason the places to cut at are quantiles of people, and axes are tried by how far people
//! reach; of the table nothing counts but whether parts may stand.
//!
//! # Pseudocode
//! ```text
//! part(people):
//!     for each axis, widest first (what people lose on it):
//!         for each cut: at the median of people, then at other quantiles; on a tree, into all children of the lowest common node
//!             if all parts may stand: part(each), return
//!     people are a part
//! ```
//! Where values are missing on an axis, the first cut parts those who have none from the others: who shows both shows `*`,
//! which covers everybody.
//!
//! # Why no two cells cover the same person
//! Any two parts were parted by one cut. On its axis one lies below the other (a line), has other labels (a set) or lies below
//! another child of a node (a tree), and cells show no more than that: an interval from the least to the greatest, the set, a node of that
//! subtree.
//!
//! # Monotone
//! What all people together keep and unions of parts that keep it keep is found: if nothing can be cut, all people are one part.
//!
//! # Cost
//! One sort of the people per axis tried on every level, `O(n log² n)` in all for balanced cuts; parts are cut on all cores.

use rayon::prelude::*;

use crate::Axis;

/// Percentiles of people to cut at, the first first.
const PERCENTILES: [usize; 9] = [50, 40, 60, 30, 70, 20, 80, 10, 90];

/// Whether so many people may be a part, with these rows of the table.
pub type MayPart<'a> = &'a (dyn Fn(usize, &[u32]) -> bool + Sync);

/// A population, and who of it is in the table.
#[derive(Clone, Copy)]
pub struct Everybody<'a> {
    /// Where people lie.
    pub axes: &'a [Axis],
    /// Whether an axis may be cut: parts of it show what tells them apart.
    pub is_cut: &'a [bool],
    /// The person behind every row of the table.
    pub person_of: &'a [u32],
}

/// Some of the people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Ascending.
    pub people: Vec<u32>,
    /// Rows of the table that are theirs, ascending.
    pub rows: Vec<u32>,
}

/// Parts of so many people that all may stand, in an order that follows from where people lie; `None` if not even all together may.
pub fn parts(everybody: &Everybody<'_>, people: usize, may_stand: MayPart<'_>) -> Option<Vec<Part>> {
    let all = Part { people: (0..people as u32).collect(), rows: (0..everybody.person_of.len() as u32).collect() };
    stands(&all, may_stand).then(|| cut_up(everybody, all, may_stand))
}

fn stands(part: &Part, may_stand: MayPart<'_>) -> bool {
    may_stand(part.people.len(), &part.rows)
}

fn cut_up(everybody: &Everybody<'_>, part: Part, may_stand: MayPart<'_>) -> Vec<Part> {
    crate::stop::check();
    match cut(everybody, &part, may_stand) {
        Some(parts) => {
            let parts = parts.into_par_iter().map(|part| cut_up(everybody, part, may_stand));
            parts.collect::<Vec<_>>().concat()
        }
        None => vec![part],
    }
}

/// The first cut of all axes whose parts may stand.
fn cut(everybody: &Everybody<'_>, part: &Part, may_stand: MayPart<'_>) -> Option<Vec<Part>> {
    // Nothing is gained by cutting people of whom nobody is in the table.
    if part.rows.is_empty() {
        return None;
    }
    let cut = |axis: &usize| everybody.is_cut[*axis];
    let wide = |axis: usize| (everybody.axes[axis].loss(&part.people), axis);
    let mut axes: Vec<(f64, usize)> = (0..everybody.axes.len()).filter(cut).map(wide).collect();
    axes.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    axes.into_iter().find_map(|(_, axis)| {
        let axis = &everybody.axes[axis];
        let mut places: Vec<u32> = part.people.iter().map(|&person| axis.place(person)).collect();
        places.sort_unstable();
        cuts(axis, &places).into_iter().find_map(|ends| {
            let parts = parted(everybody, axis, part, &ends);
            parts.iter().all(|part| stands(part, may_stand)).then_some(parts)
        })
    })
}

/// Where people at these sorted places can be cut: each time behind all of these places.
fn cuts(axis: &Axis, places: &[u32]) -> Vec<Vec<u32>> {
    let (Some(&low), Some(&high)) = (places.first(), places.last()) else { return Vec::new() };
    if low == high {
        return Vec::new();
    }
    if let Some(ends) = axis.shape().only_cut(low, high) {
        return if ends.is_empty() { Vec::new() } else { vec![ends] };
    }
    let mut all: Vec<Vec<u32>> = Vec::new();
    for percent in PERCENTILES {
        let at = places[(places.len() - 1) * percent / 100];
        // Behind the last place nobody is.
        let at = if at < high { at } else { places[places.partition_point(|&place| place < high) - 1] };
        if !all.iter().any(|ends| ends[0] == at) {
            all.push(vec![at]);
        }
    }
    all
}

/// The people up to each of these places, and the rest; with their rows.
fn parted(everybody: &Everybody<'_>, axis: &Axis, part: &Part, ends: &[u32]) -> Vec<Part> {
    let mut parts = vec![Part::default(); ends.len() + 1];
    let at = |person: u32| ends.partition_point(|&end| end < axis.place(person));
    part.people.iter().for_each(|&person| parts[at(person)].people.push(person));
    part.rows.iter().for_each(|&row| parts[at(everybody.person_of[row as usize])].rows.push(row));
    parts.retain(|part| !part.people.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Column, Decimal, Hierarchy, LabelColumn, NumberColumn};
    use proptest::prelude::*;

    fn line(values: &[i64]) -> Axis {
        Axis::new(&Column::Number(NumberColumn::from_integers(values.to_vec())), None)
    }

    fn people(parts: &[Part]) -> Vec<Vec<u32>> {
        parts.iter().map(|part| part.people.clone()).collect()
    }

    /// Eight people, of whom the first of every two is in the table: at most half of a part.
    #[test]
    fn a_line_is_cut_at_medians() {
        let axes = [line(&[1, 2, 3, 4, 5, 6, 7, 8])];
        let everybody = Everybody { axes: &axes, is_cut: &[true], person_of: &[0, 2, 4, 6] };
        let found = parts(&everybody, 8, &|people, rows| 2 * rows.len() <= people).unwrap();
        assert_eq!(people(&found), [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(found[1].rows, [1]);
        assert_eq!(parts(&everybody, 8, &|people, rows| 3 * rows.len() <= people), None);
        let whole = Everybody { is_cut: &[false], ..everybody };
        assert_eq!(parts(&whole, 8, &|_, _| true).unwrap().len(), 1);
    }

    #[test]
    fn a_tree_is_cut_into_children() {
        let paths = [["a", "x", "*"], ["b", "x", "*"], ["c", "y", "*"], ["d", "y", "*"], ["e", "z", "*"]];
        let tree = Hierarchy::from_paths(paths.map(|path| path.to_vec())).unwrap();
        let labels = ["a", "c", "b", "d", "e", "a"];
        let axes = [Axis::new(&Column::Label(LabelColumn::from_texts(labels.map(Some))), Some(&tree))];
        let everybody = Everybody { axes: &axes, is_cut: &[true], person_of: &[0, 1, 2, 3, 4] };
        let found = parts(&everybody, 6, &|people, _| people >= 2);
        // Below z there is one person, so that nothing can be cut.
        assert_eq!(people(&found.unwrap()), [[0, 1, 2, 3, 4, 5]]);
        let found = parts(&everybody, 6, &|people, rows| people >= 2 || rows.is_empty());
        assert_eq!(found.unwrap().len(), 1);
        let nobody_in_z = Everybody { person_of: &[0, 1, 2, 3], ..everybody };
        let found = parts(&nobody_in_z, 6, &|people, rows| people >= 2 || rows.is_empty()).unwrap();
        assert_eq!(people(&found), [vec![0, 2, 5], vec![1, 3], vec![4]]);
    }

    #[test]
    fn who_has_no_value_is_parted_first() {
        let values = [Some(5i64), None, Some(9), None].map(|value| value.map(Decimal::from));
        let axes = [Axis::new(&Column::Number(NumberColumn::from_decimals(values).unwrap()), None)];
        let everybody = Everybody { axes: &axes, is_cut: &[true], person_of: &[0, 1] };
        let found = parts(&everybody, 4, &|people, _| people >= 2).unwrap();
        assert_eq!(people(&found), [[1, 3], [0, 2]]);
        assert_eq!(parts(&everybody, 4, &|people, _| people >= 3).unwrap().len(), 1);
    }

    proptest! {
        /// Every part may stand, everybody is in one, and no part's box covers anybody of another.
        #[test]
        fn parts_are_disjoint_and_stand(
            values in prop::collection::vec((0i64..12, 0i64..12, any::<bool>()), 1..60), share in 1usize..5,
        ) {
            let axes = [line(&values.iter().map(|v| v.0).collect::<Vec<_>>()), line(&values.iter().map(|v| v.1).collect::<Vec<_>>())];
            let person_of: Vec<u32> = (0..values.len() as u32).filter(|&person| values[person as usize].2).collect();
            let everybody = Everybody { axes: &axes, is_cut: &[true, true], person_of: &person_of };
            let may = |people: usize, rows: &[u32]| share * rows.len() <= people;
            let Some(found) = parts(&everybody, values.len(), &may) else {
                prop_assert!(share * person_of.len() > values.len());
                return Ok(());
            };
            let mut seen: Vec<u32> = found.iter().flat_map(|part| part.people.clone()).collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..values.len() as u32).collect::<Vec<_>>());
            for part in &found {
                prop_assert!(may(part.people.len(), &part.rows));
                prop_assert!(part.rows.iter().all(|&row| part.people.contains(&person_of[row as usize])));
                let within = |axis: &Axis, person: u32| {
                    let places = part.people.iter().map(|&person| axis.place(person));
                    let (low, high) = (places.clone().min().unwrap(), places.max().unwrap());
                    (low..=high).contains(&axis.place(person))
                };
                let covered = (0..values.len() as u32).filter(|&person| axes.iter().all(|axis| within(axis, person)));
                prop_assert_eq!(covered.collect::<Vec<_>>(), part.people.clone());
            }
        }
    }
}
