//! A release as those who attack it see it, and the people they attack.
//!
//! Values are codes in ascending order; a guess is an interval that begins at one of them and reaches as far as a neighbourhood
//! is wide. Quasi values are places on their column's line (see [`crate::views::Cover`]). People of the original come first, then
//! control people.

use aloof_table::{Hierarchy, Means, NO_CODE, NO_GROUP, Node};
use rayon::prelude::*;

use crate::views::Cover;

/// What counts as one guess about a sensitive value.
#[derive(Clone, Debug)]
pub struct Guesses {
    /// For each code the last one that shares an interval with it.
    pub reach: Vec<u32>,
    /// For each code the first and the last one in its own neighbourhood.
    pub near: Vec<(u32, u32)>,
    /// One in how many may be right, where that was promised.
    pub m: Option<u32>,
    /// The promise, and so the maker, looks at intervals around members' own values alone.
    pub around_values: bool,
}

/// The fullest interval of some weighed values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The first and the last code.
    pub first: u32,
    /// See `first`.
    pub last: u32,
    /// Its share of all weight.
    pub belief: f64,
}

impl Guess {
    /// Whether a value lies in it.
    pub fn holds(&self, code: u32) -> bool {
        (self.first..=self.last).contains(&code)
    }
}

impl Guesses {
    /// The fullest interval; `weights` has one entry per code. The first of several.
    pub fn best(&self, weights: &[f64]) -> Guess {
        let (mut end, mut held, mut best) = (0usize, 0.0, (0.0, 0u32));
        for (start, &weight) in weights.iter().enumerate() {
            while end < weights.len() && end as u32 <= self.reach[start] {
                held += weights[end];
                end += 1;
            }
            // Sums of weights that came and went differ in their last digits: the first of equal ones stays.
            if held > best.0 + 1e-9 {
                best = (held, start as u32);
            }
            held -= weight;
        }
        let all: f64 = weights.iter().sum();
        let belief = if all > 0.0 { (best.0 / all).min(1.0) } else { 0.0 };
        Guess { first: best.1, last: self.reach.get(best.1 as usize).copied().unwrap_or(0), belief }
    }

    /// The first code of the interval that holds most of these, ascending; and how many it holds.
    pub fn fullest(&self, sorted: &[u32]) -> (u32, usize) {
        let mut best = (0, 0);
        let mut end = 0;
        for (start, &code) in sorted.iter().enumerate() {
            while end < sorted.len() && sorted[end] <= self.reach[code as usize] {
                end += 1;
            }
            if end - start > best.1 {
                best = (code, end - start);
            }
        }
        best
    }

    /// The first codes of all intervals that hold most of these, ascending.
    pub fn all_fullest(&self, sorted: &[u32]) -> Vec<u32> {
        let held =
            |first: u32| sorted.iter().filter(|code| (first..=self.reach[first as usize]).contains(code)).count();
        let most = self.fullest(sorted).1;
        let mut found: Vec<u32> = sorted.iter().copied().filter(|&first| held(first) == most).collect();
        found.dedup();
        found
    }

    /// The interval that begins at a code.
    pub fn from(&self, first: u32, belief: f64) -> Guess {
        Guess { first, last: self.reach.get(first as usize).copied().unwrap_or(first), belief }
    }

    /// Whether a group of these values, ascending, keeps what was promised.
    pub fn keeps(&self, sorted: &[u32], m: usize) -> bool {
        if !self.around_values {
            return self.fullest(sorted).1 * m <= sorted.len();
        }
        sorted.iter().all(|&code| {
            let (first, last) = self.near[code as usize];
            let near = sorted.partition_point(|&other| other <= last) - sorted.partition_point(|&other| other < first);
            near * m <= sorted.len()
        })
    }

    /// Whether `held` of `all` is more than was promised.
    pub fn is_above(&self, held: usize, all: usize) -> bool {
        self.m.is_some_and(|m| held * m as usize > all)
    }

    /// Whether a belief is more than `times` what was promised.
    pub fn exceeds(&self, belief: f64, times: f64) -> bool {
        self.m.is_some_and(|m| belief > times / f64::from(m) + 1e-9)
    }
}

/// Where the members of a cell must lie so that it is as small as it can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// Places that lie on a face, each with the face's number; ascending by place.
    pub at: Vec<(u32, u32)>,
    /// So many different faces must be attained.
    pub needed: u32,
}

impl Faces {
    /// The face that a place lies on.
    pub fn of(&self, place: u32) -> Option<u32> {
        self.at.binary_search_by_key(&place, |&(at, _)| at).ok().map(|found| self.at[found].1)
    }
}

/// How the places of a quasi column lie.
#[derive(Clone, Debug)]
pub enum Line {
    /// On a line, at these positions from 0 to 1.
    Positions(Vec<f64>),
    /// The same, and cells show whole classes: the class of each place.
    Classes(Vec<f64>, Vec<u32>),
    /// Below the nodes of a hierarchy: the leaf of each place.
    Tree(Hierarchy, Vec<Node>),
    /// Anyhow: a cell is a set.
    Set,
    /// In a way that is not known.
    Unknown,
}

/// A quasi column.
#[derive(Clone, Debug)]
pub struct QuasiColumn {
    /// The place of each person, then of each control person.
    pub places: Vec<u32>,
    /// Number of places.
    pub count: usize,
    /// What each cell covers.
    pub covers: Vec<Cover>,
    /// How places lie.
    pub line: Line,
    /// How much it counts in the loss.
    pub weight: f64,
}

impl QuasiColumn {
    /// What a tight cell has members at.
    pub fn faces(&self, cell: u32) -> Faces {
        let cover = &self.covers[cell as usize];
        match &self.line {
            Line::Positions(positions) => {
                let covered = || cover.places().filter(|&place| (place as usize) < positions.len());
                let by = |a: &u32, b: &u32| positions[*a as usize].total_cmp(&positions[*b as usize]);
                let (Some(low), Some(high)) = (covered().min_by(by), covered().max_by(by)) else {
                    return Faces::default();
                };
                let mut at = vec![(low, 0), (high, 1)];
                at.dedup_by_key(|face| face.0);
                at.sort_unstable();
                Faces { needed: at.len() as u32, at }
            }
            Line::Classes(_, classes) => {
                let covered: Vec<(u32, u32)> =
                    cover.places().filter_map(|place| Some((place, *classes.get(place as usize)?))).collect();
                let ends = covered.iter().map(|one| one.1).min().zip(covered.iter().map(|one| one.1).max());
                let Some((low, high)) = ends else { return Faces::default() };
                let at = covered.into_iter().filter(|one| one.1 == low || one.1 == high);
                Faces {
                    needed: if low == high { 1 } else { 2 },
                    at: at.map(|(place, class)| (place, u32::from(class > low))).collect(),
                }
            }
            Line::Set => {
                let at: Vec<(u32, u32)> = cover.places().zip(0..).collect();
                Faces { needed: at.len() as u32, at }
            }
            Line::Tree(tree, leaves) => {
                let covered: Vec<u32> = cover.places().filter(|&place| (place as usize) < leaves.len()).collect();
                let nodes = covered.iter().map(|&place| leaves[place as usize]);
                let Some(top) = nodes.reduce(|a, b| tree.common(a, b)) else { return Faces::default() };
                let child = |leaf: Node| {
                    let mut node = leaf;
                    while let Some(parent) = tree.parent(node).filter(|&parent| parent != top && node != top) {
                        node = parent;
                    }
                    tree.leaves(node).start
                };
                let at: Vec<(u32, u32)> = covered.iter().map(|&place| (place, child(leaves[place as usize]))).collect();
                let mut children: Vec<u32> = at.iter().map(|&(_, child)| child).collect();
                children.sort_unstable();
                children.dedup();
                let number = |child: u32| children.partition_point(|&other| other < child) as u32;
                Faces {
                    needed: children.len().min(2) as u32,
                    at: at.iter().map(|&(place, child)| (place, number(child))).collect(),
                }
            }
            Line::Unknown => Faces::default(),
        }
    }

    /// How much of the domain the smallest cell takes that covers these places.
    pub fn span(&self, places: impl Iterator<Item = u32> + Clone) -> f64 {
        let share = match &self.line {
            Line::Positions(positions) | Line::Classes(positions, _) => {
                let at = places.filter_map(|place| positions.get(place as usize).copied());
                let (low, high) = at.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
                (high - low).max(0.0)
            }
            Line::Tree(tree, leaves) => {
                let nodes = places.filter_map(|place| leaves.get(place as usize).copied());
                let top = nodes.reduce(|a, b| tree.common(a, b));
                let wide = top.map_or(0, |top| tree.leaves(top).len());
                if wide <= 1 { 0.0 } else { wide as f64 / tree.len().max(1) as f64 }
            }
            Line::Set => {
                let mut all: Vec<u32> = places.collect();
                all.sort_unstable();
                all.dedup();
                if all.len() <= 1 { 0.0 } else { all.len() as f64 / self.count.max(1) as f64 }
            }
            Line::Unknown => 0.0,
        };
        share * self.weight
    }
}

/// A release and its people.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What counts as a guess.
    pub guesses: Guesses,
    /// The quasi columns.
    pub columns: Vec<QuasiColumn>,
    /// The values of each group, ascending.
    pub groups: Vec<Vec<u32>>,
    /// The cell of each group, column by column; none where quasi values are published as they are, beside a group's number.
    pub cells: Vec<Vec<u32>>,
    /// People of the original; all further ones are control people.
    pub people: usize,
    /// The value of each of them, [`NO_CODE`] where there is none.
    pub codes: Vec<u32>,
    /// The group of each person of the original, [`NO_GROUP`] of those who are not published; where it is known.
    pub stands: Option<Vec<u32>>,
    /// Published values are true.
    pub is_true: bool,
    /// Which groups people could be in.
    pub covering: Covering,
}

impl Scene {
    /// The weights of all published values.
    pub fn published(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.guesses.reach.len()];
        self.groups.iter().flatten().for_each(|&code| weights[code as usize] += 1.0);
        weights
    }

    /// What is guessed of everybody alike.
    pub fn blind(&self) -> Guess {
        self.guesses.best(&self.published())
    }

    /// People of the original that are attacked: those sampled, who are published as far as that is known, and have a value.
    pub fn victims(&self) -> Vec<u32> {
        let published = |person: &u32| self.stands.as_ref().is_none_or(|stands| stands[*person as usize] != NO_GROUP);
        let asked = self.covering.asked.iter().copied().filter(|&person| (person as usize) < self.people);
        asked.filter(published).filter(|&person| self.codes[person as usize] != NO_CODE).collect()
    }

    /// Control people that are attacked.
    pub fn control(&self) -> Vec<u32> {
        let asked = self.covering.asked.iter().copied().filter(|&person| person as usize >= self.people);
        asked.filter(|&person| self.codes[person as usize] != NO_CODE).collect()
    }

    /// The members of each group, where it is known who stands where.
    pub fn members(&self) -> Option<Vec<Vec<u32>>> {
        let stands = self.stands.as_ref()?;
        let mut members = vec![Vec::new(); self.groups.len()];
        let placed = stands.iter().zip(0..).filter(|(group, _)| **group != NO_GROUP);
        placed.for_each(|(&group, person)| members[group as usize].push(person));
        Some(members)
    }

    /// The members of each group, or what would tell who they are.
    pub fn known_members(&self) -> Result<Vec<Vec<u32>>, String> {
        self.members().ok_or_else(|| format!("who stands in which group is not known; {} says it", Means::Private))
    }

    /// Whether a group's cells cover a person.
    pub fn covers(&self, group: u32, person: u32) -> bool {
        self.columns.iter().zip(&self.cells).all(|(column, cells)| {
            column.covers[cells[group as usize] as usize].contains(column.places[person as usize])
        })
    }

    /// Guesses about some people, by what is believed of each; in their order.
    pub fn guess_each(&self, people: &[u32], belief: impl Fn(u32, &mut [f64]) + Sync) -> Vec<Guess> {
        let codes = self.guesses.reach.len();
        let one = |some: &[u32]| {
            let mut weights = vec![0.0; codes];
            let guess = |&person: &u32| {
                weights.fill(0.0);
                belief(person, &mut weights);
                self.guesses.best(&weights)
            };
            some.iter().map(guess).collect::<Vec<_>>()
        };
        people.par_chunks(256).map(one).collect::<Vec<_>>().concat()
    }

    /// The values of the groups that cover a person, each as likely as the others.
    pub fn candidates(&self, person: u32, weights: &mut [f64]) {
        for (group, weight) in self.covering.of(person) {
            let values = &self.groups[group as usize];
            let each = weight / values.len().max(1) as f64;
            values.iter().for_each(|&code| weights[code as usize] += each);
        }
    }
}

/// Which groups the people asked about could be in, and how likely by what is published alone.
#[derive(Clone, Debug, Default)]
pub struct Covering {
    /// People asked about, ascending.
    pub asked: Vec<u32>,
    point_of: Vec<u32>,
    starts: Vec<usize>,
    groups: Vec<u32>,
    weights: Vec<f32>,
}

/// So many pairs of a person and a group are written down.
const MOST_PAIRS: usize = 60_000_000;

impl Covering {
    /// Of groups with cells: every group that covers a person, by its size.
    pub fn by_cells(columns: &[QuasiColumn], cells: &[Vec<u32>], sizes: &[usize], asked: Vec<u32>) -> Self {
        let words = sizes.len().div_ceil(64);
        // Per column, for each place that is asked about, a bit for each group.
        let bits: Vec<hashbrown::HashMap<u32, Vec<u64>>> =
            columns.iter().zip(cells).map(|(column, cells)| bits_of(column, cells, &asked, words)).collect();
        let key = |person: u32| -> Vec<u32> { columns.iter().map(|one| one.places[person as usize]).collect() };
        let (point_of, points) = points(&asked, key);
        let one = |places: &Vec<u32>| -> Vec<u32> {
            let mut all = vec![u64::MAX; words];
            for (bits, place) in bits.iter().zip(places) {
                all.iter_mut().zip(&bits[place]).for_each(|(all, bits)| *all &= bits);
            }
            ones(&all, sizes.len())
        };
        let lists: Vec<Vec<u32>> = points.par_iter().map(one).collect();
        let weigh = |group: u32| (group, sizes[group as usize] as f32);
        Self::of_lists(asked, point_of, lists.iter().map(|list| list.iter().map(|&group| weigh(group))))
    }

    /// Of groups that quasi values stand beside: `rows` lists each published row's places with its group.
    pub fn by_rows(columns: &[QuasiColumn], rows: &[(Vec<u32>, u32)], asked: Vec<u32>) -> Self {
        let mut known: hashbrown::HashMap<&[u32], Vec<(u32, f32)>> = hashbrown::HashMap::new();
        for (places, group) in rows {
            let list = known.entry(places).or_default();
            match list.iter_mut().find(|(other, _)| other == group) {
                Some((_, weight)) => *weight += 1.0,
                None => list.push((*group, 1.0)),
            }
        }
        let key = |person: u32| -> Vec<u32> { columns.iter().map(|one| one.places[person as usize]).collect() };
        let (point_of, points) = points(&asked, key);
        let lists: Vec<Vec<(u32, f32)>> =
            points.iter().map(|places| known.get(places.as_slice()).cloned().unwrap_or_default()).collect();
        Self::of_lists(asked, point_of, lists.iter().map(|list| list.iter().copied()))
    }

    fn of_lists<L: Iterator<Item = (u32, f32)>>(
        asked: Vec<u32>,
        point_of: Vec<u32>,
        lists: impl Iterator<Item = L>,
    ) -> Self {
        let mut made = Self { asked, point_of, starts: vec![0], groups: Vec::new(), weights: Vec::new() };
        for list in lists {
            for (group, weight) in list {
                made.groups.push(group);
                made.weights.push(weight);
            }
            made.starts.push(made.groups.len());
        }
        made
    }

    /// How many people can be asked about, so that what is written down stays within bounds.
    pub fn affordable(people: usize, groups: usize) -> usize {
        // A bit for each group and person in each column, at the worst.
        let by_bits = (1usize << 33) / groups.max(64);
        people.min(by_bits.clamp(1_000, 100_000))
    }

    /// The groups that could be a person's, with their weights.
    pub fn of(&self, person: u32) -> impl ExactSizeIterator<Item = (u32, f64)> + '_ {
        let span = self.span(person);
        self.groups[span.clone()].iter().zip(&self.weights[span]).map(|(&group, &weight)| (group, f64::from(weight)))
    }

    /// Where the groups of a person stand among all that are written down.
    pub fn span(&self, person: u32) -> std::ops::Range<usize> {
        match self.asked.binary_search(&person) {
            Ok(at) => {
                let point = self.point_of[at] as usize;
                self.starts[point]..self.starts[point + 1]
            }
            Err(_) => 0..0,
        }
    }

    /// The groups of a span.
    pub fn groups(&self, span: std::ops::Range<usize>) -> &[u32] {
        &self.groups[span]
    }

    /// Whether there are too many pairs of a person and a group to walk over them.
    pub fn is_vast(&self) -> bool {
        self.asked.iter().map(|&person| self.span(person).len()).sum::<usize>() > MOST_PAIRS
    }
}

fn bits_of(column: &QuasiColumn, cells: &[u32], asked: &[u32], words: usize) -> hashbrown::HashMap<u32, Vec<u64>> {
    let mut bits: hashbrown::HashMap<u32, Vec<u64>> = hashbrown::HashMap::new();
    for &person in asked {
        bits.entry(column.places[person as usize]).or_insert_with(|| vec![0; words]);
    }
    for (group, &cell) in cells.iter().enumerate() {
        for place in column.covers[cell as usize].places() {
            if let Some(bits) = bits.get_mut(&place) {
                bits[group / 64] |= 1 << (group % 64);
            }
        }
    }
    bits
}

/// A number for each distinct key, and the keys.
fn points(asked: &[u32], key: impl Fn(u32) -> Vec<u32>) -> (Vec<u32>, Vec<Vec<u32>>) {
    let (mut known, mut points) = (hashbrown::HashMap::new(), Vec::new());
    let number = |&person: &u32| {
        let key = key(person);
        *known.entry(key.clone()).or_insert_with(|| {
            points.push(key);
            points.len() as u32 - 1
        })
    };
    (asked.iter().map(number).collect(), points)
}

fn ones(bits: &[u64], limit: usize) -> Vec<u32> {
    let mut found = Vec::new();
    for (word, &bits) in bits.iter().enumerate() {
        let mut left = bits;
        while left != 0 {
            let at = word * 64 + left.trailing_zeros() as usize;
            if at < limit {
                found.push(at as u32);
            }
            left &= left - 1;
        }
    }
    found
}

/// Some of `rows` rows, spread evenly, at most `most`.
pub fn spread(rows: usize, most: usize) -> Vec<u32> {
    let many = rows.min(most);
    (0..many).map(|at| (at * rows / many.max(1)) as u32).collect()
}
