//! The guard: what a change to some groups of a pool would mean to everyone they cover.
//!
//! # Idea
//! Every row's summed excess is known when a round begins. A change to a few groups takes their old excesses away from
//! the rows they covered and adds the new ones to the rows they would cover: a few dozen rows.
//!
//! Pools are worked on at the same time and see each other's groups as they were when the round began. What they have
//! done is then accepted pool after pool, or undone where it no longer serves.
//!
//! # Cost
//! The rows covered by the groups that change, before and after, times their members.

use super::field::{Field, Party};

/// What all pools of a round share.
#[derive(Clone, Copy)]
pub(in super::super) struct Round<'a> {
    pub field: &'a Field<'a>,
    /// The summed excess of each row when the round began.
    pub standing: &'a [i64],
    /// How much each row's excess counts: the longer a row could not be made safe, the more.
    pub weights: &'a [i64],
}

/// Room for one pool, as long as the table; empty between pools.
pub(in super::super) struct Ledger {
    /// By how much the pool has changed the excess of each row, and which rows.
    delta: Vec<i64>,
    touched: Vec<u32>,
    /// The same for the change that is being judged.
    change: Vec<i64>,
    changed: Vec<u32>,
    seen: Vec<bool>,
}

/// Watches over the groups of one pool.
pub(in super::super) struct Guard<'a> {
    round: Round<'a>,
    /// The row behind each member's number in the pool.
    order: &'a [u32],
    parties: Vec<Party>,
    /// The key of each party.
    keys: Vec<u64>,
    /// Whom each party covers, and its excess for them.
    covered: Vec<Vec<(u32, i64)>>,
    proposed: Vec<(usize, Party)>,
    proposals: usize,
    ledger: &'a mut Ledger,
    /// How many rows may still be looked at.
    looks: usize,
}

/// To judge one group of a proposal counts as looking at so many rows.
const PROPOSAL: usize = 16;

impl Ledger {
    pub fn new(rows: usize) -> Self {
        let zeros = || vec![0; rows];
        Self { delta: zeros(), touched: Vec::new(), change: zeros(), changed: Vec::new(), seen: vec![false; rows] }
    }

    fn add(&mut self, row: u32, excess: i64) {
        if !self.seen[row as usize] {
            self.seen[row as usize] = true;
            self.changed.push(row);
        }
        self.change[row as usize] += excess;
    }

    fn forget_change(&mut self) {
        for row in self.changed.drain(..) {
            self.change[row as usize] = 0;
            self.seen[row as usize] = false;
        }
    }
}

impl<'a> Guard<'a> {
    /// For a pool with these `groups` of members, which `order` makes rows; it may look at so many rows.
    pub fn new(round: Round<'a>, order: &'a [u32], groups: &[Vec<u32>], ledger: &'a mut Ledger, looks: usize) -> Self {
        let party = |members: &Vec<u32>| {
            let rows: Vec<u32> = members.iter().map(|&at| order[at as usize]).collect();
            round.field.party(&rows)
        };
        let parties: Vec<Party> = groups.iter().map(party).collect();
        let keys = parties.iter().map(|party| party.key).collect();
        let covered = parties.iter().map(|party| covered(round.field, party)).collect();
        Self { round, order, parties, keys, covered, proposed: Vec::new(), proposals: 0, ledger, looks }
    }

    /// Begins another proposal.
    pub fn clear(&mut self) {
        self.proposals = 0;
    }

    /// Proposes that `group` gives up one member and gets another.
    pub fn propose(&mut self, group: usize, out: Option<usize>, into: Option<usize>) {
        let out = out.map(|at| self.order[at]);
        let into = into.map(|at| self.order[at]);
        let at = self.next(group);
        let (parties, proposed) = (&self.parties, &mut self.proposed[at].1);
        proposed.rows.extend(parties[group].rows.iter().filter(|&&row| Some(row) != out));
        proposed.rows.extend(into);
        self.round.field.show(proposed);
    }

    /// Proposes that `group` becomes these members.
    pub fn propose_members(&mut self, group: usize, members: &[u32]) {
        let at = self.next(group);
        let proposed = &mut self.proposed[at].1;
        proposed.rows.extend(members.iter().map(|&at| self.order[at as usize]));
        self.round.field.show(proposed);
    }

    fn next(&mut self, group: usize) -> usize {
        if self.proposals == self.proposed.len() {
            self.proposed.push((0, Party::default()));
        }
        self.proposals += 1;
        let proposed = &mut self.proposed[self.proposals - 1];
        proposed.0 = group;
        proposed.1.rows.clear();
        self.proposals - 1
    }

    /// By how much what has been proposed would change the sum of all excesses above 0; `None` if a group would not even
    /// keep the principle by itself.
    pub fn judge(&mut self) -> Option<i64> {
        let Self { round, ledger, .. } = self;
        if !self.proposed[..self.proposals].iter().all(|(_, party)| round.field.keeps(party)) {
            return None;
        }
        ledger.forget_change();
        for (group, party) in &self.proposed[..self.proposals] {
            self.covered[*group].iter().for_each(|&(row, excess)| ledger.add(row, -excess));
            round.field.each_covered(party, |row, excess| ledger.add(row, excess));
        }
        self.looks = self.looks.saturating_sub(ledger.changed.len() + PROPOSAL * self.proposals);
        let mut worse = 0;
        for &row in &ledger.changed {
            let at = row as usize;
            let (delta, change) = (ledger.delta[at], ledger.change[at]);
            let before = round.standing[at] + delta;
            worse += round.weights[at] * ((before + change).max(0) - before.max(0));
        }
        Some(worse + self.worse_among_alike())
    }

    /// The same of groups that look alike.
    fn worse_among_alike(&self) -> i64 {
        let proposed = &self.proposed[..self.proposals];
        let mut keys: Vec<u64> = proposed.iter().flat_map(|(group, party)| [self.keys[*group], party.key]).collect();
        keys.sort_unstable();
        keys.dedup();
        let unsafe_by = |key: u64, proposed: &[(usize, Party)]| {
            let changed = |group: usize| proposed.iter().any(|(other, _)| *other == group);
            let same = (0..self.keys.len()).filter(|&group| self.keys[group] == key && !changed(group));
            let same = same.map(|group| &self.parties[group]);
            let alike: Vec<&Party> =
                same.chain(proposed.iter().map(|(_, party)| party).filter(|party| party.key == key)).collect();
            self.unsafe_among(&alike)
        };
        keys.into_iter().filter(|&key| key > 0).map(|key| unsafe_by(key, proposed) - unsafe_by(key, &[])).sum()
    }

    fn unsafe_among(&self, alike: &[&Party]) -> i64 {
        let mut sum = 0;
        if alike.len() > 1 {
            let weights = self.round.weights;
            self.round.field.each_unsafe_among(alike, |row, excess| sum += weights[row as usize] * excess);
        }
        sum
    }

    /// What is unsafe among all groups of the pool that look alike.
    pub fn all_unsafe_among_alike(&self) -> i64 {
        let mut parties: Vec<&Party> = self.parties.iter().filter(|party| party.key > 0).collect();
        parties.sort_by_key(|party| party.key);
        parties.chunk_by(|a, b| a.key == b.key).map(|alike| self.unsafe_among(alike)).sum()
    }

    /// Whether `group` keeps the principle by itself with `into` in place of its member `out`.
    pub fn keeps_with(&self, group: usize, out: usize, into: usize) -> bool {
        self.round.field.keeps_with(&self.parties[group], self.order[out], self.order[into])
    }

    /// How many rows may still be looked at.
    pub fn looks(&self) -> usize {
        self.looks
    }

    /// Whether the pool has not yet looked at its share of rows.
    pub fn may_look(&self) -> bool {
        self.looks > 0
    }

    /// Makes what has been proposed true.
    pub fn accept(&mut self) {
        let allowed = self.judge();
        debug_assert!(allowed.is_some());
        for at in 0..self.ledger.changed.len() {
            let row = self.ledger.changed[at];
            self.ledger.delta[row as usize] += self.ledger.change[row as usize];
            self.ledger.touched.push(row);
        }
        for (group, party) in &mut self.proposed[..self.proposals] {
            std::mem::swap(&mut self.parties[*group], party);
            self.keys[*group] = self.parties[*group].key;
            self.covered[*group] = covered(self.round.field, &self.parties[*group]);
        }
        self.proposals = 0;
    }

    /// By how much the member's candidates, or those that look like its group, hold too many that are near it; nothing
    /// above 0 is safe.
    pub fn excess(&self, member: usize, group: usize) -> i64 {
        let row = self.order[member];
        let among_candidates = self.round.standing[row as usize] + self.ledger.delta[row as usize];
        let key = self.keys[group];
        let alike = (0..self.keys.len()).filter(|&other| self.keys[other] == key);
        let among_alike = alike.map(|other| self.round.field.excess(&self.parties[other], row)).sum::<i64>();
        among_candidates.max(0) + among_alike.max(0)
    }

    /// How much the member's excess counts.
    pub fn weight(&self, member: usize) -> i64 {
        self.round.weights[self.order[member] as usize]
    }

    /// The groups of this pool that cover the member, and the excess of each for it.
    pub fn covering(&self, member: usize) -> impl Iterator<Item = (usize, i64)> {
        let row = self.order[member];
        let covering = self.parties.iter().enumerate().filter(move |(_, party)| self.round.field.covers(party, row));
        covering.map(move |(group, party)| (group, self.round.field.excess(party, row)))
    }

    /// Which rows' excesses the pool has changed, and by how much. Leaves the ledger empty.
    pub fn finish(self) -> Vec<(u32, i64)> {
        self.ledger.forget_change();
        let delta = &mut self.ledger.delta;
        let touched = self.ledger.touched.drain(..);
        touched.map(|row| (row, std::mem::take(&mut delta[row as usize]))).filter(|&(_, delta)| delta != 0).collect()
    }
}

fn covered(field: &Field<'_>, party: &Party) -> Vec<(u32, i64)> {
    let mut covered = Vec::new();
    field.each_covered(party, |row, excess| covered.push((row, excess)));
    covered
}
