//! `register`: who holds everybody's quasi values.
//!
//! # Source
//! Our own (docs/views.md, the register view).
//!
//! # The adversary knows
//! The release and the quasi values of everybody in it. Who is in which group must then fit all at once: every group has its size,
//! covers its members, and where cells are tight each of their faces is attained by a member. All ways to do that are equally
//! likely, and so are the values of a group.
//!
//! # Method
//! A Markov chain over these ways: a person and a member of another group that covers it change places if all still fits
//! (Metropolis and Hastings, so that all ways are equally likely). It runs from two starts, one that fits the data and one that was
//! shaken; how far the two beliefs lie apart is told. The belief about a value is the mean of the groups' shares.
//!
//! # Success
//! The value lies in the fullest interval. Blind: the fullest interval of all values. Control people are in no group, so of them the
//! groups that cover them count by size.
//!
//! # Cost
//! [`SWEEPS`] exchanges tried per person and start; memory grows with the number of groups that cover a person. Of more than
//! some 100,000 people, groups of [`MOST_PLACED`] people that lie side by side are taken, and the adversary is told who stands in one of
//! these: that is more than a register says, so that beliefs are sharper than they would be.

use aloof_table::{Means, NO_CODE, NO_GROUP};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::centre::{judge, with_control};
use super::draw::Draw;
use super::outcome::Attacked;
use super::scene::{Faces, QuasiColumn, Scene};

/// Sweeps without faces that shake the second start, sweeps of both before anything counts, and those that count.
pub const SWEEPS: (usize, usize, usize) = (20, 60, 200);

/// People that are placed where all would be too many.
pub const MOST_PLACED: usize = 20_000;

/// Runs it; why it cannot be run, if so.
pub fn register(scene: &Scene, seed: u64) -> Result<Attacked, String> {
    if scene.cells.is_empty() {
        return Err("quasi values are published as they are, so who is in which group can be read".to_owned());
    }
    let asked = scene.covering.asked.iter().filter(|&&person| (person as usize) < scene.people).count();
    if asked == scene.people && !scene.covering.is_vast() {
        return placed(scene, scene, seed);
    }
    let part = part(scene, MOST_PLACED).ok_or_else(|| {
        format!(
            "{} people are too many to place all at once, and who stands where is not known; {} says it",
            scene.people,
            Means::Private
        )
    })?;
    let mut found = placed(&part, scene, seed)?;
    found.fact("people placed, of more than can be", part.people as f64);
    Ok(found)
}

/// Groups that lie side by side in the first column, of about so many people, as a scene of its own; where it is known who stands where.
pub fn part(scene: &Scene, most: usize) -> Option<Scene> {
    let members = scene.members()?;
    let mut groups: Vec<u32> = (0..members.len() as u32).filter(|&group| !members[group as usize].is_empty()).collect();
    groups.sort_by_key(|&group| (scene.columns[0].places[members[group as usize][0] as usize], group));
    let before = members.iter().map(Vec::len).sum::<usize>().saturating_sub(most) / 2;
    let (mut passed, mut held) = (0, 0);
    groups.retain(|&group| {
        let size = members[group as usize].len();
        passed += size;
        let is_in = passed > before && held < most;
        held += if is_in { size } else { 0 };
        is_in
    });
    groups.sort_unstable();
    let mut of_part: Vec<(u32, u32)> = (0..)
        .zip(&groups)
        .flat_map(|(at, &group)| members[group as usize].iter().map(move |&person| (person, at)))
        .collect();
    of_part.sort_unstable();
    let pick = |column: &QuasiColumn| QuasiColumn {
        places: of_part.iter().map(|&(person, _)| column.places[person as usize]).collect(),
        ..column.clone()
    };
    let columns: Vec<QuasiColumn> = scene.columns.iter().map(pick).collect();
    let cells: Vec<Vec<u32>> =
        scene.cells.iter().map(|cells| groups.iter().map(|&group| cells[group as usize]).collect()).collect();
    let values: Vec<Vec<u32>> = groups.iter().map(|&group| scene.groups[group as usize].clone()).collect();
    let sizes: Vec<usize> = values.iter().map(Vec::len).collect();
    let asked = (0..of_part.len() as u32).collect();
    Some(Scene {
        guesses: scene.guesses.clone(),
        covering: super::scene::Covering::by_cells(&columns, &cells, &sizes, asked),
        columns,
        groups: values,
        cells,
        people: of_part.len(),
        codes: of_part.iter().map(|&(person, _)| scene.codes[person as usize]).collect(),
        stands: Some(of_part.iter().map(|&(_, group)| group).collect()),
        is_true: scene.is_true,
    })
}

/// Places the people of a scene, which may be a part of the whole.
fn placed(scene: &Scene, whole: &Scene, seed: u64) -> Result<Attacked, String> {
    let start = match &scene.stands {
        Some(stands) => stands.clone(),
        None => any_fit(scene).ok_or("released rows do not stand for people of the original one to one")?,
    };
    let faces = Tight::of(scene);
    let from_data = Chain::new(scene, &faces, &start);
    let is_tight = from_data.open == 0;
    let starts = [false, true];
    let run = |&shaken: &bool| {
        let mut draw = Draw::new(seed, 10 + u64::from(shaken));
        let mut chain = Chain::new(scene, &faces, &start);
        if shaken {
            chain.sweeps(SWEEPS.0, Keep::Nothing, &mut draw);
        }
        let keep = if is_tight { Keep::Faces } else { Keep::Nothing };
        chain.sweeps(SWEEPS.1, keep, &mut draw);
        let open = chain.open;
        (chain.visits(SWEEPS.2, keep, &mut draw), open)
    };
    let mut ran: Vec<(Vec<u32>, usize)> = starts.par_iter().map(run).collect();
    let (second, left) = ran.pop().expect("two starts");
    let (first, _) = ran.pop().expect("two starts");
    Ok(tell((scene, whole), &Visits::new(scene, [first, second]), is_tight, left))
}

fn tell((scene, whole): (&Scene, &Scene), visits: &Visits<'_>, is_tight: bool, left: usize) -> Attacked {
    let victims = scene.victims();
    let guesses = scene.guess_each(&victims, |person, weights| visits.belief(person, weights));
    let control = whole.control();
    let control_guesses = whole.guess_each(&control, |person, weights| whole.candidates(person, weights));
    let mut found = with_control(whole, judge(scene, &victims, &guesses), &control, &control_guesses);
    let near = |&person: &u32| visits.belief_in_neighbourhood(person);
    let near: Vec<f64> = victims.par_iter().map(near).collect();
    if scene.guesses.m.is_some() {
        let beyond = |times: f64| near.iter().filter(|&&belief| scene.guesses.exceeds(belief, times)).count() as f64;
        found.fact("people whose own neighbourhood is believed above 1/m", beyond(1.0));
        found.fact("people whose own neighbourhood is believed above 2/m", beyond(2.0));
    }
    found.fact("people pinned to a group", victims.iter().filter(|&&person| visits.is_pinned(person)).count() as f64);
    let apart: f64 = victims.iter().map(|&person| visits.apart(person)).sum();
    found.fact("distance of the beliefs from two starts", apart / victims.len().max(1) as f64);
    found.fact("faces known to be attained", f64::from(u8::from(is_tight)));
    if left > 0 {
        found.fact("faces that the shaken start left open", left as f64);
    }
    found
}

/// The faces of every cell, column by column.
struct Tight {
    faces: Vec<Vec<Faces>>,
}

impl Tight {
    fn of(scene: &Scene) -> Self {
        let all = |column: &QuasiColumn| (0..column.covers.len() as u32).map(|cell| column.faces(cell)).collect();
        Self { faces: scene.columns.iter().map(all).collect() }
    }
}

/// What an exchange must keep besides sizes and covers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Nothing,
    /// No face that is attained is given up.
    Faces,
}

struct Chain<'a> {
    scene: &'a Scene,
    tight: &'a Tight,
    group_of: Vec<u32>,
    /// Where a person stands in its group.
    slot: Vec<u32>,
    members: Vec<Vec<u32>>,
    /// Members on each face, by column and group.
    counts: Vec<Vec<Vec<u32>>>,
    /// People that stand in a group.
    placed: Vec<u32>,
    /// Faces that nobody attains.
    open: usize,
}

impl<'a> Chain<'a> {
    fn new(scene: &'a Scene, tight: &'a Tight, start: &[u32]) -> Self {
        let mut members = vec![Vec::new(); scene.groups.len()];
        let (mut slot, mut placed) = (vec![0u32; start.len()], Vec::new());
        for (person, &group) in start.iter().enumerate().filter(|(_, group)| **group != NO_GROUP) {
            slot[person] = members[group as usize].len() as u32;
            members[group as usize].push(person as u32);
            placed.push(person as u32);
        }
        let room = |(column, cells): (usize, &Vec<u32>)| -> Vec<Vec<u32>> {
            let faces =
                |cell: &u32| tight.faces[column][*cell as usize].at.iter().map(|face| face.1 + 1).max().unwrap_or(0);
            cells.iter().map(|cell| vec![0; faces(cell) as usize]).collect()
        };
        let counts = scene.cells.iter().enumerate().map(room).collect();
        let group_of = start.to_vec();
        let mut chain = Self { scene, tight, group_of, slot, members, counts, placed, open: 0 };
        for person in chain.placed.clone() {
            chain.count(person, chain.group_of[person as usize], true);
        }
        chain.open = (0..scene.groups.len()).map(|group| chain.lacks(group as u32)).sum();
        chain
    }

    fn count(&mut self, person: u32, group: u32, comes: bool) {
        for (at, column) in self.scene.columns.iter().enumerate() {
            let cell = self.scene.cells[at][group as usize];
            if let Some(face) = self.tight.faces[at][cell as usize].of(column.places[person as usize]) {
                let count = &mut self.counts[at][group as usize][face as usize];
                *count = if comes { *count + 1 } else { *count - 1 };
            }
        }
    }

    /// Faces of a group that nobody attains.
    fn lacks(&self, group: u32) -> usize {
        let one = |at: usize| {
            let needed = self.tight.faces[at][self.scene.cells[at][group as usize] as usize].needed as usize;
            let attained = self.counts[at][group as usize].iter().filter(|&&count| count > 0).count();
            needed.saturating_sub(attained)
        };
        (0..self.scene.columns.len()).map(one).sum()
    }

    fn sweeps(&mut self, sweeps: usize, keep: Keep, draw: &mut Draw) {
        for _ in 0..sweeps * self.placed.len() {
            self.step(keep, draw);
        }
    }

    /// How often each person stood in each group that covers it, over so many sweeps.
    fn visits(&mut self, sweeps: usize, keep: Keep, draw: &mut Draw) -> Vec<u32> {
        let base = bases(self.scene);
        let mut visits = vec![0u32; base[self.scene.people]];
        for _ in 0..sweeps {
            self.sweeps(1, keep, draw);
            for &person in &self.placed {
                let span = self.scene.covering.span(person);
                if let Ok(at) = self.scene.covering.groups(span).binary_search(&self.group_of[person as usize]) {
                    visits[base[person as usize] + at] += 1;
                }
            }
        }
        visits
    }

    /// One exchange is tried.
    fn step(&mut self, keep: Keep, draw: &mut Draw) {
        let one = self.placed[draw.below(self.placed.len())];
        let (here, span) = (self.group_of[one as usize], self.scene.covering.span(one));
        let there = self.scene.covering.groups(span.clone())[draw.below(span.len())];
        let (pick, luck) = (draw.below(self.members[there as usize].len()), draw.unit());
        if there == here || self.members[there as usize].is_empty() {
            return;
        }
        let other = self.members[there as usize][pick];
        if !self.scene.covers(here, other) {
            return;
        }
        // Either of the two may have been picked first.
        let others = self.scene.covering.span(other).len() as f64;
        let (a, b) = (self.members[here as usize].len() as f64, self.members[there as usize].len() as f64);
        let mine = span.len() as f64;
        let (forth, back) = (1.0 / (mine * b) + 1.0 / (others * a), 1.0 / (mine * a) + 1.0 / (others * b));
        if luck * forth > back {
            return;
        }
        let before = self.lacks(here) + self.lacks(there);
        self.exchange(one, other);
        let after = self.lacks(here) + self.lacks(there);
        if keep == Keep::Faces && after > before {
            self.exchange(one, other);
        } else {
            self.open = self.open + after - before;
        }
    }

    fn exchange(&mut self, one: u32, other: u32) {
        let (here, there) = (self.group_of[one as usize], self.group_of[other as usize]);
        let (at, to) = (self.slot[one as usize], self.slot[other as usize]);
        self.count(one, here, false);
        self.count(other, there, false);
        self.members[here as usize][at as usize] = other;
        self.members[there as usize][to as usize] = one;
        self.group_of.swap(one as usize, other as usize);
        self.slot.swap(one as usize, other as usize);
        self.count(one, there, true);
        self.count(other, here, true);
    }
}

/// Where the visits of each person begin.
fn bases(scene: &Scene) -> Vec<usize> {
    let mut bases = vec![0];
    for person in 0..scene.people as u32 {
        bases.push(bases[person as usize] + scene.covering.span(person).len());
    }
    bases
}

/// How often people stood where, from two starts.
struct Visits<'a> {
    scene: &'a Scene,
    base: Vec<usize>,
    counts: [Vec<u32>; 2],
}

impl<'a> Visits<'a> {
    fn new(scene: &'a Scene, counts: [Vec<u32>; 2]) -> Self {
        Self { scene, base: bases(scene), counts }
    }

    /// The groups of a person, with the share of both starts.
    fn shares(&self, person: u32) -> impl Iterator<Item = (u32, f64, f64)> + '_ {
        let groups = self.scene.covering.groups(self.scene.covering.span(person));
        let from = self.base[person as usize];
        let of = |start: usize| &self.counts[start][from..from + groups.len()];
        let total = |start: usize| f64::from(of(start).iter().sum::<u32>().max(1));
        let (all, both) = ([total(0), total(1)], [of(0), of(1)]);
        let share = move |start: usize, at: usize| f64::from(both[start][at]) / all[start];
        groups.iter().enumerate().map(move |(at, &group)| (group, share(0, at), share(1, at)))
    }

    fn belief(&self, person: u32, weights: &mut [f64]) {
        for (group, one, other) in self.shares(person).filter(|(_, one, other)| one + other > 0.0) {
            let values = &self.scene.groups[group as usize];
            let each = f64::midpoint(one, other) / values.len().max(1) as f64;
            values.iter().for_each(|&code| weights[code as usize] += each);
        }
    }

    /// The belief that the value is about what it is.
    fn belief_in_neighbourhood(&self, person: u32) -> f64 {
        let code = self.scene.codes[person as usize];
        let (first, last) = self.scene.guesses.near[code as usize];
        let share = |group: u32| {
            let values = &self.scene.groups[group as usize];
            let near = values.partition_point(|&code| code <= last) - values.partition_point(|&code| code < first);
            near as f64 / values.len().max(1) as f64
        };
        self.shares(person).map(|(group, one, other)| f64::midpoint(one, other) * share(group)).sum()
    }

    fn is_pinned(&self, person: u32) -> bool {
        self.shares(person).any(|(_, one, other)| one.min(other) > 0.99)
    }

    /// Half the sum of differences between both starts.
    fn apart(&self, person: u32) -> f64 {
        self.shares(person).map(|(_, one, other)| (one - other).abs()).sum::<f64>() / 2.0
    }
}

/// Some way in which people stand in groups that cover them and show their values: a matching for each value.
pub fn any_fit(scene: &Scene) -> Option<Vec<u32>> {
    let mut people: HashMap<u32, Vec<u32>> = HashMap::new();
    for person in (0..scene.people as u32).filter(|&person| scene.codes[person as usize] != NO_CODE) {
        people.entry(scene.codes[person as usize]).or_default().push(person);
    }
    let mut room: HashMap<u32, HashMap<u32, u32>> = HashMap::new();
    for (group, values) in scene.groups.iter().enumerate() {
        for &code in values {
            *room.entry(code).or_default().entry(group as u32).or_default() += 1;
        }
    }
    let mut codes: Vec<u32> = room.keys().copied().collect();
    codes.sort_unstable();
    let solve = |code: &u32| fit(scene, people.get(code).map_or(&[], Vec::as_slice), &room[code]);
    let fits: Vec<Option<Vec<(u32, u32)>>> = codes.par_iter().map(solve).collect();
    let mut start = vec![NO_GROUP; scene.people];
    for fit in fits {
        fit?.into_iter().for_each(|(person, group)| start[person as usize] = group);
    }
    Some(start)
}

/// Fills every place of one value with a person whom its group covers, by augmenting paths.
fn fit(scene: &Scene, people: &[u32], room: &HashMap<u32, u32>) -> Option<Vec<(u32, u32)>> {
    let mut held: HashMap<u32, Vec<usize>> = HashMap::new();
    let mut placed = 0;
    let all: u32 = room.values().sum();
    for person in 0..people.len() {
        let mut seen = hashbrown::HashSet::new();
        placed += u32::from(augment(scene, people, room, person, &mut held, &mut seen));
        if placed == all {
            break;
        }
    }
    let pairs = || held.iter().flat_map(|(&group, some)| some.iter().map(move |&person| (people[person], group)));
    (placed == all).then(|| pairs().collect())
}

fn augment(
    scene: &Scene,
    people: &[u32],
    room: &HashMap<u32, u32>,
    person: usize,
    held: &mut HashMap<u32, Vec<usize>>,
    seen: &mut hashbrown::HashSet<u32>,
) -> bool {
    // Depth is bounded by the groups that hold the value; a stack of our own keeps the thread's small.
    let mut came: HashMap<u32, (usize, Option<u32>)> = HashMap::new();
    let mut queue = std::collections::VecDeque::from([(person, None)]);
    while let Some((asks, from)) = queue.pop_front() {
        for (group, _) in scene.covering.of(people[asks]) {
            let Some(&limit) = room.get(&group).filter(|_| seen.insert(group)) else { continue };
            came.insert(group, (asks, from));
            let there = held.entry(group).or_default();
            if (there.len() as u32) < limit {
                follow(group, &came, held);
                return true;
            }
            queue.extend(there.iter().map(|&other| (other, Some(group))));
        }
    }
    false
}

/// Moves everybody on the way one group further.
fn follow(mut group: u32, came: &HashMap<u32, (usize, Option<u32>)>, held: &mut HashMap<u32, Vec<usize>>) {
    while let Some(&(person, from)) = came.get(&group) {
        held.entry(group).or_default().push(person);
        let Some(from) = from else { return };
        held.entry(from).or_default().retain(|&other| other != person);
        group = from;
    }
}
