//! The most released rows of one sensitive value that can stand for original rows of that value, one for one.
//!
//! # Method
//! A maximum flow from boxes to points. Greedily first: boxes in the order in which they end in their narrowest column, each
//! taking the points that lie first there. In one column nothing is left to be done then (whoever comes later covers all
//! that is left to one who came before). Else what could not be placed looks for a shortest path over people that others may
//! leave to it. Phase after phase, every point is looked at once in a phase; when a phase finds no path, there is none.
//!
//! # Cost
//! Edges are never written down: a tree is asked for points that are still there. `O(n log n)` for n rows in one column,
//! in more about `O(n^(2 − 1/d))` for each phase; phases are few in what a maker dealt. 8 bytes per point and column, and
//! some 60 per row of the value.

use std::collections::VecDeque;

use hashbrown::HashMap;

use super::boxes::Boxes;
use super::point_tree::{PointTree, There};
use super::points::Points;

/// Rows alike: same sensitive value, same point (or same box).
struct Kind {
    member: u32,
    count: u32,
}

fn kinds(members: &[u32]) -> Vec<Kind> {
    members.chunk_by(|a, b| a == b).map(|same| Kind { member: same[0], count: same.len() as u32 }).collect()
}

/// What all values share: where people and boxes lie, and the column in which boxes are narrowest.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub points: &'a Points,
    pub boxes: &'a Boxes,
    pub column: usize,
}

/// How many rows can be matched. `people` are the points of the original rows, `boxes` the boxes of the released ones, both
/// ascending.
pub(super) fn flow(people: &[u32], boxes: &[u32], places: Places<'_>) -> usize {
    let (people, mut boxes) = (kinds(people), kinds(boxes));
    boxes.sort_by_key(|kind| places.boxes.ends(kind.member).get(places.column).map(|end| end.end));
    let tree = PointTree::new(places.points, people.iter().map(|kind| kind.member).collect());
    let count = |point: &u32| people.binary_search_by_key(point, |kind| kind.member).map_or(0, |at| people[at].count);
    let left: Vec<u32> = tree.order.iter().map(count).collect();
    let mut flow = Flow {
        free: tree.there(|_| true),
        left,
        waiting: boxes.iter().map(|kind| kind.count).collect(),
        boxes: boxes.iter().map(|kind| kind.member).collect(),
        tree,
        places,
    };
    let wanted = flow.all_waiting();
    let sent = flow.greedy();
    if flow.all_waiting() > 0 {
        flow.augment_all(sent);
    }
    wanted - flow.all_waiting()
}

/// `amount` people of a point stand for rows of a box.
struct Sent {
    spot: usize,
    boxed: u32,
    amount: u32,
}

/// Boxes, numbered anew, and points, by their place in the tree's order, for one sensitive value.
struct Flow<'a> {
    tree: PointTree<'a>,
    places: Places<'a>,
    /// People of each point that stand for no row yet, and the points that have any.
    left: Vec<u32>,
    free: There,
    /// Rows of each box that nobody stands for yet.
    waiting: Vec<u32>,
    boxes: Vec<u32>,
}

impl Flow<'_> {
    fn all_waiting(&self) -> usize {
        self.waiting.iter().map(|&count| count as usize).sum()
    }

    /// So many people of a point now stand for a row.
    fn use_up(&mut self, spot: usize, amount: u32) {
        self.left[spot] -= amount;
        if self.left[spot] == 0 {
            self.tree.take(&mut self.free, spot);
        }
    }

    fn greedy(&mut self) -> Vec<Sent> {
        let mut sent = Vec::with_capacity(self.boxes.len());
        for boxed in 0..self.boxes.len() {
            while self.waiting[boxed] > 0 {
                let first = self.tree.first(self.places.boxes, self.boxes[boxed], &self.free, self.places.column);
                let Some(spot) = first else { break };
                let amount = self.waiting[boxed].min(self.left[spot]);
                self.use_up(spot, amount);
                self.waiting[boxed] -= amount;
                sent.push(Sent { spot, boxed: boxed as u32, amount });
            }
        }
        sent
    }

    /// Places what waits along paths, as long as there are any.
    fn augment_all(&mut self, sent: Vec<Sent>) {
        let mut stands = vec![Vec::new(); self.left.len()];
        sent.into_iter().for_each(|one| stands[one.spot].push((one.boxed, one.amount)));
        let mut search = Search { stands, unseen: self.tree.there(|_| true) };
        loop {
            let before = self.all_waiting();
            for boxed in 0..self.boxes.len() as u32 {
                while self.waiting[boxed as usize] > 0 && search.augment(self, boxed) {}
            }
            if self.all_waiting() == before {
                return;
            }
            search.unseen = self.tree.there(|_| true);
        }
    }

    /// A point that the box covers, out of these.
    fn covered(&self, boxed: u32, there: &There) -> Option<usize> {
        self.tree.any(self.places.boxes, self.boxes[boxed as usize], there)
    }
}

/// Who stands where, while it is changed.
struct Search {
    /// For each point the boxes its people stand in, and for how many rows.
    stands: Vec<Vec<(u32, u32)>>,
    /// Points that were not looked at in this phase.
    unseen: There,
}

/// The box that would take over from a box, and the point whose people it would take.
struct Step {
    spot: usize,
    taker: u32,
}

impl Search {
    /// Finds a path from `start` to people who are left and moves as many as it lets.
    fn augment(&mut self, flow: &mut Flow<'_>, start: u32) -> bool {
        let mut reached: HashMap<u32, Step> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(boxed) = queue.pop_front() {
            if let Some(spot) = flow.covered(boxed, &flow.free) {
                self.shift(flow, start, (boxed, spot), &reached);
                return true;
            }
            while let Some(spot) = flow.covered(boxed, &self.unseen) {
                flow.tree.take(&mut self.unseen, spot);
                for &(other, _) in &self.stands[spot] {
                    if other != start && !reached.contains_key(&other) {
                        reached.insert(other, Step { spot, taker: boxed });
                        queue.push_back(other);
                    }
                }
            }
        }
        false
    }

    /// Moves people along the path that ends with a box and a point of which some are left.
    fn shift(&mut self, flow: &mut Flow<'_>, start: u32, end: (u32, usize), reached: &HashMap<u32, Step>) {
        let (last, spot) = end;
        let mut amount = flow.left[spot].min(flow.waiting[start as usize]);
        let mut boxed = last;
        while boxed != start {
            let Step { spot, taker } = reached[&boxed];
            amount = amount.min(self.standing(spot, boxed));
            boxed = taker;
        }
        flow.use_up(spot, amount);
        flow.waiting[start as usize] -= amount;
        let (mut boxed, mut spot) = (last, spot);
        loop {
            self.add(spot, boxed, amount);
            if boxed == start {
                return;
            }
            let Step { spot: given, taker } = reached[&boxed];
            self.take(given, boxed, amount);
            (boxed, spot) = (taker, given);
        }
    }

    fn standing(&self, spot: usize, boxed: u32) -> u32 {
        let one = self.stands[spot].iter().find(|(other, _)| *other == boxed);
        one.expect("people who stand there").1
    }

    fn add(&mut self, spot: usize, boxed: u32, amount: u32) {
        let stands = &mut self.stands[spot];
        match stands.iter_mut().find(|(other, _)| *other == boxed) {
            Some((_, standing)) => *standing += amount,
            None => stands.push((boxed, amount)),
        }
    }

    fn take(&mut self, spot: usize, boxed: u32, amount: u32) {
        let stands = &mut self.stands[spot];
        let at = stands.iter().position(|(other, _)| *other == boxed).expect("people who stand there");
        stands[at].1 -= amount;
        if stands[at].1 == 0 {
            stands.swap_remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::cover::QuasiPair;
    use aloof_table::{Column, LabelColumn, NumberColumn};
    use proptest::prelude::*;

    /// The most that can be matched, by trying for each row every person.
    fn literal(people: &[usize], boxes: &[usize], covers: &impl Fn(usize, usize) -> bool) -> usize {
        let Some((&boxed, rest)) = boxes.split_first() else { return 0 };
        let mut best = literal(people, rest, covers);
        for at in (0..people.len()).filter(|&at| covers(boxed, people[at])) {
            let mut others = people.to_vec();
            others.remove(at);
            best = best.max(1 + literal(&others, rest, covers));
        }
        best
    }

    proptest! {
        /// Numbers and sets of labels, people and boxes of which several are alike.
        #[test]
        fn matches_as_many_as_can_be(
            places in prop::collection::vec((0i64..6, 0i64..4), 1..6),
            cells in prop::collection::vec((0i64..6, 0i64..4, prop::collection::btree_set(0i64..4, 1..4)), 1..5),
            people in prop::collection::vec(0usize..6, 0..7),
            boxes in prop::collection::vec(0usize..5, 0..6),
        ) {
            let integers = |f: fn(&(i64, i64)) -> i64| Column::Number(NumberColumn::from_integers(places.iter().map(f).collect()));
            let set = |some: &std::collections::BTreeSet<i64>| {
                format!("{{{}}}", some.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
            };
            let texts: [Vec<String>; 2] = [
                cells.iter().map(|(low, wide, _)| format!("{low}..{}", low + wide)).collect(),
                cells.iter().map(|(_, _, some)| set(some)).collect(),
            ];
            let labels = texts.map(|texts| LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str()))));
            let originals = [integers(|place| place.0), integers(|place| place.1)];
            let mut columns: Vec<QuasiPair<'_>> =
                (0..2).map(|at| QuasiPair::new(&originals[at], &labels[at], None).unwrap()).collect();
            let mut points = Points::new(&mut columns, places.len());
            points.take_places(&mut columns);
            let found = Boxes::new(columns, &(0..cells.len() as u32).collect::<Vec<_>>());
            let point_of = points.rows.group_of(places.len());
            let mut standing: Vec<u32> = people.iter().map(|&row| point_of[row % places.len()]).collect();
            let mut shown: Vec<u32> = boxes.iter().map(|&boxed| (boxed % cells.len()) as u32).collect();
            standing.sort_unstable();
            shown.sort_unstable();
            let covers = |boxed: usize, row: usize| {
                let ((low, wide, some), place) = (&cells[boxed % cells.len()], places[row % places.len()]);
                (*low..=low + wide).contains(&place.0) && some.contains(&place.1)
            };
            for column in 0..2 {
                let matched = flow(&standing, &shown, Places { points: &points, boxes: &found, column });
                prop_assert_eq!(matched, literal(&people, &boxes, &covers));
            }
        }
    }
}
