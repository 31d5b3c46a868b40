//! The threads of a series: groups that persist, and who stands at which of their places this month.
//!
//! A place is a value that the thread shows in every release; at most one person stands at it at a time. The values of a thread are all
//! different, and no two of them near each other: whose is whose nothing tells (see `docs/months.md`).

use hashbrown::HashMap;

use super::people::{People, Person, Who};
use super::values::Values;

/// A group that persists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// The value at each place, by its number, ascending.
    pub values: Vec<u32>,
    /// Per quasi column values that its cell must reach; `None` is a missing one.
    pub cells: Vec<Vec<Option<String>>>,
}

/// Nobody stands there.
pub const NOBODY: u32 = u32::MAX;

/// All threads of the series, and who of the people stands where in each.
pub struct Threads {
    /// Those of all releases before, and those that are begun.
    pub all: Vec<Thread>,
    /// Per thread and place one of the people, or nobody.
    pub stands: Vec<Vec<u32>>,
}

/// Somebody who is known, and whose place is taken: the thread.
struct Doubled {
    at: u32,
    thread: u32,
}

impl Threads {
    /// Those of all releases before, in which nobody stands yet.
    pub fn new(all: Vec<Thread>) -> Self {
        let stands = all.iter().map(|thread| vec![NOBODY; thread.values.len()]).collect();
        Self { all, stands }
    }

    /// The people of a thread.
    pub fn members(&self, thread: usize) -> impl Iterator<Item = u32> + '_ {
        self.stands[thread].iter().copied().filter(|&at| at != NOBODY)
    }

    /// Threads in which somebody stands: the others are not published.
    pub fn active(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.all.len()).filter(|&thread| self.members(thread).next().is_some())
    }

    /// Places of a thread at which nobody stands.
    pub(super) fn free(&self, thread: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.stands[thread].len()).filter(move |&place| self.stands[thread][place] == NOBODY)
    }

    /// Begins a thread with these values; of each who has it, if anybody does.
    pub(super) fn begin(&mut self, mut places: Vec<(u32, u32)>) {
        places.sort_unstable();
        let (values, stands) = places.into_iter().unzip();
        self.all.push(Thread { values, cells: Vec::new() });
        self.stands.push(stands);
    }

    /// Puts somebody at the place of their value, if that is free.
    fn take(&mut self, thread: u32, value: u32, at: u32) -> bool {
        let thread = thread as usize;
        let Ok(place) = self.all[thread].values.binary_search(&value) else { return false };
        let is_free = self.stands[thread][place] == NOBODY;
        if is_free {
            self.stands[thread][place] = at;
        }
        is_free
    }

    /// Who is known goes back: to the thread of the same value, or, whose value changed to another of a thread that they stood in, to
    /// that one, so that nobody sees the change. Returns those who are new.
    pub fn go_back(&mut self, people: &People, before: &[Person]) -> Vec<u32> {
        let known = Known::of(before);
        let (mut others, mut doubled) = (Vec::new(), Vec::new());
        for at in 0..people.rows.len() as u32 {
            let (who, value) = (people.who[at as usize], people.value[at as usize]);
            match known.thread(who, value, &self.all) {
                Some(thread) if self.take(thread, value, at) => {}
                Some(thread) => doubled.push(Doubled { at, thread }),
                None => others.push(at),
            }
        }
        self.stand_beside(people, doubled);
        others
    }

    /// Whose place is taken stands in another thread of the same values, which is begun if none has room.
    fn stand_beside(&mut self, people: &People, doubled: Vec<Doubled>) {
        let mut same: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
        if doubled.is_empty() {
            return;
        }
        for thread in self.active() {
            same.entry(self.all[thread].values.clone()).or_default().push(thread as u32);
        }
        for Doubled { at, thread } in doubled {
            let value = people.value[at as usize];
            let like = self.all[thread as usize].clone();
            let beside = same.entry(like.values.clone()).or_default();
            if !beside.iter().any(|&thread| self.take(thread, value, at)) {
                beside.push(self.all.len() as u32);
                self.stands.push(vec![NOBODY; like.values.len()]);
                self.all.push(like);
                self.take(self.all.len() as u32 - 1, value, at);
            }
        }
    }

    /// Begins threads of a dealt group: one, or as many as keep its near values apart.
    pub fn begin_apart(&mut self, people: &People, values: &Values, members: impl Iterator<Item = u32>) {
        let mut members: Vec<(u32, u32)> = members.map(|at| (people.value[at as usize], at)).collect();
        values.dealt_apart(&mut members).into_iter().for_each(|part| self.begin(part));
    }

    /// Rows that stand for nobody: the thread and the value of each.
    pub fn counterfeits(&self) -> Vec<(u32, u32)> {
        let one = |thread: usize| self.free(thread).map(move |place| (thread as u32, self.all[thread].values[place]));
        self.active().flat_map(one).collect()
    }

    /// Everybody who ever stood in a thread, by name and value.
    pub fn known(&self, people: &People, before: &[Person]) -> Vec<Person> {
        let mut known = before.to_vec();
        for (stands, thread) in self.stands.iter().zip(0..) {
            for &at in stands.iter().filter(|&&at| at != NOBODY) {
                known.push(Person { who: people.who[at as usize], value: people.value[at as usize], thread });
            }
        }
        // Where somebody stood in several threads with one value the latest counts, which was put last.
        known.sort_by_key(|one| (one.who, one.value));
        known.reverse();
        known.dedup_by_key(|one| (one.who, one.value));
        known.reverse();
        known
    }
}

/// The people of earlier releases, to be asked for.
struct Known<'a> {
    people: &'a [Person],
    first: HashMap<Who, u32>,
}

impl<'a> Known<'a> {
    /// Of people by name.
    fn of(people: &'a [Person]) -> Self {
        let mut first = HashMap::with_capacity(people.len());
        (0..).zip(people).for_each(|(at, one)| {
            first.entry(one.who).or_insert(at);
        });
        Self { people, first }
    }

    /// The thread that somebody with this value goes back to.
    fn thread(&self, who: Who, value: u32, all: &[Thread]) -> Option<u32> {
        let first = *self.first.get(&who)? as usize;
        let records = || self.people[first..].iter().take_while(|one| one.who == who);
        let shows = |one: &&Person| all[one.thread as usize].values.binary_search(&value).is_ok();
        records().find(|one| one.value == value).or_else(|| records().find(shows)).map(|one| one.thread)
    }
}
