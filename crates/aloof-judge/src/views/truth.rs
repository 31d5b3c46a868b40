//! Is the release true? Every released row must stand for an original one: its generalized values cover it and its
//! sensitive value is the same, one to one.
//!
//! # Method
//! A maximum matching. Rows with the same sensitive values and the same box are alike, and so are original rows with
//! the same values and the same candidate boxes; so it is a flow between a few kinds of rows, solved value by value:
//! first greedily (kinds with fewest boxes first), then by augmenting paths.

use std::collections::VecDeque;

use aloof_table::{NO_CODE, Partition};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::Candidates;
use super::sets::Sets;

/// How many rows match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// Released rows that stand in a group and have their sensitive values.
    pub released: usize,
    /// Original rows that have their sensitive values.
    pub original: usize,
    /// Released rows that stand for an original row each.
    pub matched: usize,
}

impl Truth {
    /// Released rows for which no original row is left.
    pub fn untrue(&self) -> usize {
        self.released - self.matched
    }

    /// Original rows that no released row stands for.
    pub fn absent(&self) -> usize {
        self.original - self.matched
    }

    /// Matches rows. `released` are the groups of equal cells, `released_codes` and `codes` the sensitive values of
    /// released and original rows, [`NO_CODE`] where they are missing.
    pub fn new(candidates: &Candidates, released: &Partition, released_codes: &[u32], codes: &[u32]) -> Self {
        let supply = ByValue::new(candidates.victims(), codes);
        let demand = ByValue::new(released, released_codes);
        let values = supply.values().min(demand.values());
        let boxes = released.len();
        let solve = |numbers: &mut Vec<u32>, value: usize| {
            numbers.resize(boxes, NO_CODE);
            Flow::new(supply.get(value), demand.get(value), candidates.sets(), numbers).solve()
        };
        let matched = (0..values).into_par_iter().map_init(Vec::new, solve).sum();
        let has_value = |codes: &[u32], row: &&u32| codes[**row as usize] != NO_CODE;
        Self {
            released: released.row_order().iter().filter(|row| has_value(released_codes, row)).count(),
            original: codes.iter().filter(|&&code| code != NO_CODE).count(),
            matched,
        }
    }
}

/// The groups (or candidate sets) of the rows with each sensitive value, ascending. 4 bytes per row.
struct ByValue {
    ends: Vec<usize>,
    members: Vec<u32>,
}

impl ByValue {
    /// Sorts by counting; groups come in order, so each value's do too.
    fn new(partition: &Partition, codes: &[u32]) -> Self {
        let has_value = |&&row: &&u32| codes[row as usize] != NO_CODE;
        let rows = || partition.row_order().iter().filter(has_value);
        let values = rows().map(|&row| codes[row as usize] as usize + 1).max().unwrap_or(0);
        let mut ends = vec![0usize; values + 1];
        rows().for_each(|&row| ends[codes[row as usize] as usize + 1] += 1);
        for value in 0..values {
            ends[value + 1] += ends[value];
        }
        let mut members = vec![0u32; ends[values]];
        for (group, rows) in partition.iter().enumerate() {
            for row in rows.iter().filter(has_value) {
                // What is the start of a value moves to its end.
                let next = &mut ends[codes[*row as usize] as usize];
                members[*next] = group as u32;
                *next += 1;
            }
        }
        Self { ends, members }
    }

    fn values(&self) -> usize {
        self.ends.len() - 1
    }

    fn get(&self, value: usize) -> &[u32] {
        let start = value.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[start..self.ends[value]]
    }
}

/// Rows alike: same sensitive value, same candidate set (or same box).
struct Kind {
    member: u32,
    count: u32,
}

fn kinds(members: &[u32]) -> Vec<Kind> {
    members.chunk_by(|a, b| a == b).map(|same| Kind { member: same[0], count: same.len() as u32 }).collect()
}

/// Original kinds on the left, boxes on the right, for one sensitive value.
struct Flow {
    edges: Edges,
    left: Vec<u32>,
    right: Vec<u32>,
    sent: HashMap<(u32, u32), u32>,
    /// For each box, the kinds that send to it.
    senders: Vec<Vec<u32>>,
}

/// Where each kind may send to, kind after kind.
#[derive(Default)]
struct Edges {
    ends: Vec<usize>,
    boxes: Vec<u32>,
}

impl Edges {
    fn of(&self, kind: u32) -> std::ops::Range<usize> {
        let kind = kind as usize;
        kind.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[kind]
    }
}

impl Flow {
    /// `numbers` has a place for every box, [`NO_CODE`] in all of them, now and afterwards.
    fn new(originals: &[u32], boxes: &[u32], sets: &Sets, numbers: &mut [u32]) -> Self {
        let (originals, boxes) = (kinds(originals), kinds(boxes));
        boxes.iter().enumerate().for_each(|(at, kind)| numbers[kind.member as usize] = at as u32);
        let mut edges = Edges::default();
        for kind in &originals {
            let all = sets.get(kind.member as usize).iter().map(|&one| numbers[one as usize]);
            edges.boxes.extend(all.filter(|&at| at != NO_CODE));
            edges.ends.push(edges.boxes.len());
        }
        boxes.iter().for_each(|kind| numbers[kind.member as usize] = NO_CODE);
        Self {
            edges,
            left: originals.iter().map(|kind| kind.count).collect(),
            right: boxes.iter().map(|kind| kind.count).collect(),
            sent: HashMap::new(),
            senders: vec![Vec::new(); boxes.len()],
        }
    }

    fn solve(mut self) -> usize {
        let mut order: Vec<u32> = (0..self.left.len() as u32).collect();
        order.sort_by_key(|&from| self.edges.of(from).len());
        for &from in &order {
            for edge in self.edges.of(from) {
                if self.left[from as usize] == 0 {
                    break;
                }
                let to = self.edges.boxes[edge];
                let amount = self.left[from as usize].min(self.right[to as usize]);
                self.send(from, to, amount);
                self.left[from as usize] -= amount;
                self.right[to as usize] -= amount;
            }
        }
        for &from in &order {
            while self.left[from as usize] > 0 && self.augment(from) {}
        }
        self.sent.values().map(|&amount| amount as usize).sum()
    }

    fn send(&mut self, from: u32, to: u32, amount: u32) {
        if amount == 0 {
            return;
        }
        let sent = self.sent.entry((from, to)).or_insert(0);
        if *sent == 0 {
            self.senders[to as usize].push(from);
        }
        *sent += amount;
    }

    /// Finds a shortest path from `from` to a box with room, over flow that can be taken back, and sends along it.
    fn augment(&mut self, from: u32) -> bool {
        // For each kind reached: the box through which, and the kind whose flow into that box is taken back.
        let mut reached_through: HashMap<u32, (u32, u32)> = HashMap::new();
        let mut seen_box = vec![false; self.right.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(kind) = queue.pop_front() {
            for edge in self.edges.of(kind) {
                let to = self.edges.boxes[edge];
                if std::mem::replace(&mut seen_box[to as usize], true) {
                    continue;
                }
                if self.right[to as usize] > 0 {
                    self.apply(from, kind, to, &reached_through);
                    return true;
                }
                for &other in &self.senders[to as usize] {
                    let flows = self.sent.get(&(other, to)).is_some_and(|&amount| amount > 0);
                    if flows && other != from && !reached_through.contains_key(&other) {
                        reached_through.insert(other, (to, kind));
                        queue.push_back(other);
                    }
                }
            }
        }
        false
    }

    /// Moves one unit along the path that ends with `kind → to`.
    fn apply(&mut self, from: u32, kind: u32, to: u32, reached_through: &HashMap<u32, (u32, u32)>) {
        let (mut kind, mut to) = (kind, to);
        self.right[to as usize] -= 1;
        loop {
            self.send(kind, to, 1);
            if kind == from {
                break;
            }
            let (through, before) = reached_through[&kind];
            *self.sent.get_mut(&(kind, through)).expect("flow that is taken back") -= 1;
            if self.sent[&(kind, through)] == 0 {
                self.sent.remove(&(kind, through));
                self.senders[through as usize].retain(|&sender| sender != kind);
            }
            (kind, to) = (before, through);
        }
        self.left[from as usize] -= 1;
    }
}
