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
        let supply = count(candidates.victims(), codes);
        let demand = count(released, released_codes);
        let mut starts: HashMap<u32, (usize, usize)> = HashMap::new();
        for (at, kind) in demand.iter().enumerate() {
            starts.entry(kind.code).or_insert((at, at)).1 = at + 1;
        }
        let values: Vec<&[Kind]> = supply.chunk_by(|a, b| a.code == b.code).collect();
        let solve = |originals: &&[Kind]| {
            let Some(&(start, end)) = starts.get(&originals[0].code) else { return 0 };
            Flow::new(originals, &demand[start..end], candidates.sets()).solve()
        };
        let matched = values.par_iter().map(solve).sum();
        let has_value = |codes: &[u32], row: &&u32| codes[**row as usize] != NO_CODE;
        Self {
            released: released.row_order().iter().filter(|row| has_value(released_codes, row)).count(),
            original: codes.iter().filter(|&&code| code != NO_CODE).count(),
            matched,
        }
    }
}

/// Rows alike: same sensitive value, same candidate set (or same box).
struct Kind {
    code: u32,
    member: u32,
    count: u32,
}

/// Counts rows by (code, group), sorted by code.
fn count(partition: &Partition, codes: &[u32]) -> Vec<Kind> {
    let mut counts: HashMap<(u32, u32), u32> = HashMap::new();
    for (group, rows) in partition.iter().enumerate() {
        for &row in rows.iter().filter(|&&row| codes[row as usize] != NO_CODE) {
            *counts.entry((codes[row as usize], group as u32)).or_insert(0) += 1;
        }
    }
    let mut kinds: Vec<Kind> = counts.into_iter().map(|((code, member), count)| Kind { code, member, count }).collect();
    kinds.sort_unstable_by_key(|kind| (kind.code, kind.member));
    kinds
}

/// Original kinds on the left, boxes on the right, for one sensitive value.
struct Flow {
    edges: Vec<Vec<u32>>,
    left: Vec<u32>,
    right: Vec<u32>,
    sent: HashMap<(u32, u32), u32>,
    /// For each box, the kinds that send to it.
    senders: Vec<Vec<u32>>,
}

impl Flow {
    fn new(originals: &[Kind], boxes: &[Kind], sets: &[Box<[u32]>]) -> Self {
        let at: HashMap<u32, u32> = boxes.iter().enumerate().map(|(at, kind)| (kind.member, at as u32)).collect();
        let edges = |kind: &Kind| sets[kind.member as usize].iter().filter_map(|b| at.get(b).copied()).collect();
        Self {
            edges: originals.iter().map(edges).collect(),
            left: originals.iter().map(|kind| kind.count).collect(),
            right: boxes.iter().map(|kind| kind.count).collect(),
            sent: HashMap::new(),
            senders: vec![Vec::new(); boxes.len()],
        }
    }

    fn solve(mut self) -> usize {
        let mut order: Vec<u32> = (0..self.left.len() as u32).collect();
        order.sort_by_key(|&from| self.edges[from as usize].len());
        for &from in &order {
            for edge in 0..self.edges[from as usize].len() {
                let to = self.edges[from as usize][edge];
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
            for edge in 0..self.edges[kind as usize].len() {
                let to = self.edges[kind as usize][edge];
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
