//! The most released rows of one sensitive value that can stand for original rows of that value, one for one.
//!
//! # Method
//! A maximum flow from boxes to kinds of people (those with the same candidate boxes). Greedily first; then what could not
//! be placed looks for a shortest path over people that others may leave to it. Whatever a search in vain has reached is
//! never searched again: no later path can lead out of it.
//!
//! # Cost
//! The greedy pass asks a box's candidate sets until its rows are placed. Paths are rare in what a maker dealt; each costs
//! at most the edges it sees.

use std::collections::VecDeque;

use aloof_table::NO_CODE;
use hashbrown::HashMap;

use super::sets::Lists;

/// Rows alike: same sensitive value, same candidate set (or same box).
struct Kind {
    member: u32,
    count: u32,
}

fn kinds(members: &[u32]) -> Vec<Kind> {
    members.chunk_by(|a, b| a == b).map(|same| Kind { member: same[0], count: same.len() as u32 }).collect()
}

/// How many rows can be matched. `people` are the candidate sets of the original rows, `boxes` the boxes of the released
/// ones, both ascending; `places` are the sets that each box is in. `kind_of` has a place for every set, [`NO_CODE`] in all
/// of them, now and afterwards.
pub(super) fn flow(people: &[u32], boxes: &[u32], places: &Lists, kind_of: &mut [u32]) -> usize {
    let (people, mut boxes) = (kinds(people), kinds(boxes));
    people.iter().enumerate().for_each(|(at, kind)| kind_of[kind.member as usize] = at as u32);
    boxes.sort_by_key(|kind| places.get(kind.member as usize).len());
    let mut flow = Flow {
        left: people.iter().map(|kind| kind.count).collect(),
        waiting: boxes.iter().map(|kind| kind.count).collect(),
        boxes: boxes.iter().map(|kind| kind.member).collect(),
        places,
        kind_of,
    };
    let wanted: usize = flow.waiting.iter().map(|&count| count as usize).sum();
    let sent = flow.greedy();
    if flow.waiting.iter().any(|&count| count > 0) {
        flow.augment_all(sent);
    }
    let waiting: usize = flow.waiting.iter().map(|&count| count as usize).sum();
    people.iter().for_each(|kind| kind_of[kind.member as usize] = NO_CODE);
    wanted - waiting
}

/// `amount` people of a kind stand for rows of a box.
struct Sent {
    kind: u32,
    boxed: u32,
    amount: u32,
}

/// Boxes, numbered anew, and kinds of people, for one sensitive value.
struct Flow<'a> {
    /// People of each kind that stand for no row yet.
    left: Vec<u32>,
    /// Rows of each box that nobody stands for yet.
    waiting: Vec<u32>,
    boxes: Vec<u32>,
    places: &'a Lists,
    kind_of: &'a [u32],
}

impl<'a> Flow<'a> {
    /// The kinds of people that a box covers.
    fn covered(&self, boxed: u32) -> impl Iterator<Item = u32> + use<'a> {
        let (places, kind_of) = (self.places, self.kind_of);
        let sets = places.get(self.boxes[boxed as usize] as usize);
        sets.iter().map(|&set| kind_of[set as usize]).filter(|&kind| kind != NO_CODE)
    }

    fn greedy(&mut self) -> Vec<Sent> {
        let mut sent = Vec::with_capacity(self.boxes.len());
        for boxed in 0..self.boxes.len() as u32 {
            let mut waiting = self.waiting[boxed as usize];
            for kind in self.covered(boxed) {
                if self.left[kind as usize] == 0 {
                    continue;
                }
                let amount = waiting.min(self.left[kind as usize]);
                self.left[kind as usize] -= amount;
                waiting -= amount;
                sent.push(Sent { kind, boxed, amount });
                if waiting == 0 {
                    break;
                }
            }
            self.waiting[boxed as usize] = waiting;
        }
        sent
    }

    /// Places what waits along paths, as long as there are any.
    fn augment_all(&mut self, sent: Vec<Sent>) {
        let mut stands = vec![Vec::new(); self.left.len()];
        sent.into_iter().for_each(|one| stands[one.kind as usize].push((one.boxed, one.amount)));
        let mut search = Search { stands, seen: vec![false; self.left.len()] };
        for boxed in 0..self.boxes.len() as u32 {
            while self.waiting[boxed as usize] > 0 && search.augment(self, boxed) {}
        }
    }
}

/// Who stands where, while it is changed.
struct Search {
    /// For each kind the boxes it stands in, and for how many rows.
    stands: Vec<Vec<(u32, u32)>>,
    /// Kinds that need not be looked at: in this search, or any more.
    seen: Vec<bool>,
}

/// The box that would take over from a box, and the kind of people it would take.
struct Step {
    kind: u32,
    taker: u32,
}

impl Search {
    /// Finds a shortest path from `start` to people who are left and moves as many as it lets.
    fn augment(&mut self, flow: &mut Flow<'_>, start: u32) -> bool {
        let mut reached: HashMap<u32, Step> = HashMap::new();
        let mut marked = Vec::new();
        let mut queue = VecDeque::from([start]);
        while let Some(boxed) = queue.pop_front() {
            for kind in flow.covered(boxed) {
                if std::mem::replace(&mut self.seen[kind as usize], true) {
                    continue;
                }
                marked.push(kind);
                if flow.left[kind as usize] > 0 {
                    marked.iter().for_each(|&kind| self.seen[kind as usize] = false);
                    self.shift(flow, start, (boxed, kind), &reached);
                    return true;
                }
                for &(other, _) in &self.stands[kind as usize] {
                    if other != start && !reached.contains_key(&other) {
                        reached.insert(other, Step { kind, taker: boxed });
                        queue.push_back(other);
                    }
                }
            }
        }
        false
    }

    /// Moves people along the path that ends with a box and a kind of which some are left.
    fn shift(&mut self, flow: &mut Flow<'_>, start: u32, end: (u32, u32), reached: &HashMap<u32, Step>) {
        let (last, kind) = end;
        let mut amount = flow.left[kind as usize].min(flow.waiting[start as usize]);
        let mut boxed = last;
        while boxed != start {
            let Step { kind, taker } = reached[&boxed];
            amount = amount.min(self.standing(kind, boxed));
            boxed = taker;
        }
        flow.left[kind as usize] -= amount;
        flow.waiting[start as usize] -= amount;
        let (mut boxed, mut kind) = (last, kind);
        loop {
            self.add(kind, boxed, amount);
            if boxed == start {
                return;
            }
            let Step { kind: given, taker } = reached[&boxed];
            self.take(given, boxed, amount);
            (boxed, kind) = (taker, given);
        }
    }

    fn standing(&self, kind: u32, boxed: u32) -> u32 {
        let one = self.stands[kind as usize].iter().find(|(other, _)| *other == boxed);
        one.expect("people who stand there").1
    }

    fn add(&mut self, kind: u32, boxed: u32, amount: u32) {
        let stands = &mut self.stands[kind as usize];
        match stands.iter_mut().find(|(other, _)| *other == boxed) {
            Some((_, standing)) => *standing += amount,
            None => stands.push((boxed, amount)),
        }
    }

    fn take(&mut self, kind: u32, boxed: u32, amount: u32) {
        let stands = &mut self.stands[kind as usize];
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
    use crate::views::sets::Sets;
    use proptest::prelude::*;

    /// The most that can be matched, by trying for each row every person.
    fn literal(people: &[u32], boxes: &[u32], sets: &[Vec<u32>]) -> usize {
        let Some((&boxed, rest)) = boxes.split_first() else { return 0 };
        let mut best = literal(people, rest, sets);
        for at in (0..people.len()).filter(|&at| sets[people[at] as usize].contains(&boxed)) {
            let mut others = people.to_vec();
            others.remove(at);
            best = best.max(1 + literal(&others, rest, sets));
        }
        best
    }

    proptest! {
        #[test]
        fn matches_as_many_as_can_be(
            sets in prop::collection::btree_set(prop::collection::btree_set(0u32..4, 1..4), 1..5),
            people in prop::collection::vec(0usize..5, 0..7),
            boxes in prop::collection::vec(0u32..4, 0..6),
        ) {
            let sets: Vec<Vec<u32>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let mut interned = Sets::default();
            sets.iter().for_each(|set| { interned.intern(set); });
            let mut people: Vec<u32> = people.into_iter().map(|set| (set % sets.len()) as u32).collect();
            people.sort_unstable();
            let mut boxes = boxes;
            boxes.sort_unstable();
            let mut kind_of = vec![NO_CODE; sets.len()];
            let matched = flow(&people, &boxes, &interned.transposed(4), &mut kind_of);
            prop_assert_eq!(matched, literal(&people, &boxes, &sets));
            prop_assert!(kind_of.iter().all(|&kind| kind == NO_CODE));
        }
    }
}
