//! A series of releases: groups persist, so that several releases tell nothing that one of them does not.
//!
//! # Source
//! Xiao and Tao, SIGMOD 2007 (m-invariance), for numbers: what must stay is not a set of diseases but the values themselves, which are
//! published exactly. See `docs/months.md`.
//!
//! # Method
//! ```text
//! 1  who is in the ledger with the same value goes back into the same thread
//! 2  who is new takes a place that is free: of a thread with that very value, which grows little by it
//! 3  all others who are new are dealt into groups of their own, by the maker of single releases
//! 4  of those too crowded for that each gets a thread, with values of others far enough away
//! 5  a thread shows all of its places: where nobody stands, a counterfeit does
//! 6  its cells reach what they ever reached, and all who are in it
//! ```
//! A thread in which nobody is left is not published, and is kept in the ledger. Two who come back to one place make all places double.
//!
//! # Why it holds
//! Which person of a thread has which place nothing tells apart: whatever is known of who was in it when stays as it is if the places change
//! names. So everybody is believed to have each of the values alike, and no interval holds more than 1/m of them.
//!
//! # Cost
//! That of the maker of single releases for those who are new; a pass over the others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use aloof_evaluate::together::identifiers;
use aloof_io::{Input, Source};
use aloof_principles::proximity::{Apart, Form};
use aloof_table::{Attribute, Column, Date, DateColumn, Decimal, Domain, LabelColumn, NumberColumn, Partition, Table};
use hashbrown::{HashMap, HashSet};

use crate::Error;
use crate::audit::join;
use crate::data::{Original, read_options};
use crate::manifest::Counts;
use crate::policy::{Algorithm, ColumnRule, Policy, Protect, Role, View, bind};
use crate::release::chance::{Chance, Secret, below};
use crate::release::groups::crowd::Crowd;
use crate::release::groups::dealt::{Dealt, Solved, attribute};
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::Plan;
use crate::release::groups::{table, withhold};
use crate::release::ledger::{Ledger, Person, Thread, series_of, who};
use crate::release::maker::{Case, Draft, Judged, Maker, Places, as_table, refused};
use crate::release::makers::groups::{self, Groups};

/// A place is taken by somebody new only if the cells grow by no more than this share of the domains, over all columns together.
const MOST_GROWTH: f64 = 0.1;

/// Makes the next release of a series.
pub(in crate::release) struct Series {
    data: Source,
    person: String,
    secret: Secret,
    before: Option<Ledger>,
    next: Mutex<Option<Next>>,
}

/// What the next release leaves.
#[derive(Clone)]
pub(in crate::release) struct Next {
    /// The ledger, as it is written.
    pub ledger: String,
    /// How many rows are nobody's; `None` in the first release of a series, which has none.
    pub counterfeits: Option<usize>,
    /// What is told of it.
    pub notes: Vec<String>,
}

/// Why a policy makes no series.
pub(in crate::release) fn unfit(policy: &Policy) -> Option<&'static str> {
    let window = |protect: &Protect| protect.as_window().is_some() && protect.view() == View::Register;
    let kept = |column: &ColumnRule| column.is_kept() || column.role() == Role::Pseudonym;
    match policy.protect() {
        [one] if window(one) && one.sensitive().len() == 1 => {}
        _ => return Some("a series takes one proximity principle in the register view, and nothing else"),
    }
    if !matches!(policy.method().algorithm(), Algorithm::Split) || policy.method().is_printed() {
        return Some("a series is made by [method] algorithm = \"split\" only");
    }
    if policy.named(Role::Sensitive).count() != 1 || policy.columns().iter().any(kept) {
        return Some("a series publishes quasi columns and the one sensitive column that is protected, and no other");
    }
    if !policy.output().group_ids {
        return Some("a series publishes group numbers: [output] group_ids = true");
    }
    if policy.method().time_limit().is_some() || policy.method().suppress() != Decimal::default() {
        return Some("a series knows neither time_limit nor suppress");
    }
    None
}

impl Series {
    /// The next release of a series after the one whose ledger this is, or its first.
    pub fn new(data: Source, person: &str, secret: Secret, before: Option<Ledger>) -> Self {
        Self { data, person: person.to_owned(), secret, before, next: Mutex::default() }
    }

    /// What the release leaves, once it is made.
    pub fn next(&self) -> Option<Next> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What the judge needs: the people and the counterfeits as one table, and what every thread must show.
pub(in crate::release) struct Shown {
    everybody: Original,
    thread_at: Vec<u32>,
    signatures: Vec<Vec<String>>,
}

impl Maker for Series {
    type Promise = Shown;

    fn check(&self, policy: &Policy) -> Result<(), Error> {
        Groups.check(policy)?;
        match unfit(policy) {
            Some(why) => Err(Error::Data(format!("{}: {why}", policy.place()))),
            None => Ok(()),
        }
    }

    fn rehearses(&self) -> bool {
        false
    }

    fn make(&self, case: &Case<'_>) -> Result<(Draft, Shown), Error> {
        let policy = case.policy;
        let input = Input::open(self.data.clone(), read_options(policy))?;
        let ids = identifiers(&input, &self.person)?;
        let people = People::of(case.original, policy, |row| who(self.secret, &ids[case.original.came[row] as usize]))?;
        let mut made = Threads::new(self.before.as_ref());
        let newcomers = made.go_back(&people, self.before.as_ref());
        let (came, changed) = (newcomers.len(), people.changed(self.before.as_ref(), &newcomers));
        let rest = made.take_free_places(case.original, &people, newcomers);
        let joined = came - rest.len();
        let crowded = made.deal(case, &people, rest, self.before.is_none())?;
        made.stand_alone(case, &people, &crowded)?;
        let counterfeits = made.counterfeits(&people);
        let all = Everybody::of(case.original, &people, &made, &counterfeits)?;
        let ledger = made.ledger(&all, &people, self.before.as_ref(), series_of(policy, &self.person));
        let is_first = self.before.is_none();
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(Next {
            ledger: ledger.to_text(self.secret),
            counterfeits: (!is_first).then_some(counterfeits.len()),
            notes: vec![told(ledger.releases, &people, came, joined, changed, counterfeits.len())],
        });
        all.draft(case, &made, is_first)
    }

    fn judge(
        &self,
        policy: &Policy,
        _: Original,
        places: Places,
        shown: Shown,
        written: &[Source],
    ) -> Result<Judged, Error> {
        let released = groups::read_back(policy, written[0].clone())?;
        let (_, values) = &released.sensitive[0];
        let mut found: Vec<Vec<String>> = vec![Vec::new(); shown.signatures.len()];
        let group_of = released.told_apart().group_of(released.rows);
        let mut thread_of: HashMap<u32, u32> = HashMap::new();
        for (place, &thread) in shown.thread_at.iter().enumerate().take(released.rows) {
            found[thread as usize].push(plain(values.text(place)).unwrap_or_default());
            if *thread_of.entry(group_of[place]).or_insert(thread) != thread {
                return Err(refused("rows of two threads stand in one group"));
            }
        }
        for (found, signature) in found.iter_mut().zip(&shown.signatures) {
            found.sort_unstable();
            let times = found.len() / signature.len().max(1);
            let mut expected: Vec<&String> =
                signature.iter().flat_map(|value| std::iter::repeat_n(value, times)).collect();
            expected.sort_unstable();
            if expected.len() != found.len() || expected.into_iter().zip(&*found).any(|(a, b)| a != b) {
                return Err(refused("a group does not show the values that it had"));
            }
        }
        groups::judge(policy, shown.everybody, places.rows, written[0].clone())
    }
}

fn told(releases: u32, people: &People, came: usize, joined: usize, changed: usize, counterfeits: usize) -> String {
    let all = people.rows.len();
    if releases == 1 {
        return format!("The first release of a series: the ledger in the private directory knows {all} people again.");
    }
    format!(
        "Release {releases} of a series: of {all} people {} stand in the groups that they stood in, {joined} who are new took free places, {} \
         make groups of their own; {changed} of those who are new were there with another value. {counterfeits} rows are counterfeits, \
         which stand for nobody; counterfeits.csv says how many there are in which group, and nothing tells which.",
        all - came,
        came - joined
    )
}

/// Numbers without zeros behind: a value is the same however a column is written.
fn plain(text: Option<String>) -> Option<String> {
    let text = text?;
    match text.split_once('.') {
        Some((whole, digits)) if !whole.contains("..") && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            let digits = digits.trim_end_matches('0');
            Some(if digits.is_empty() { whole.to_owned() } else { format!("{whole}.{digits}") })
        }
        _ => Some(text),
    }
}

/// Those who are published: rows of the original, ascending, with who they are and what they have.
struct People {
    rows: Vec<u32>,
    who: Vec<String>,
    value: Vec<String>,
    sensitive: String,
}

impl People {
    fn of(original: &Original, policy: &Policy, who: impl Fn(usize) -> String) -> Result<Self, Error> {
        let sensitive = policy.protect()[0].sensitive()[0].clone();
        let column = original.column(&sensitive);
        let rows: Vec<u32> = (0..original.rows() as u32).filter(|&row| original.is_published(row as usize)).collect();
        let lacking = rows.iter().filter(|&&row| column.is_missing(row as usize)).count();
        if lacking > 0 {
            return Err(Error::Data(format!(
                "column `{sensitive}`: {lacking} people have no value, and a series takes one of everybody; write missing = \"drop\" there"
            )));
        }
        let value = rows.iter().map(|&row| plain(column.text(row as usize)).unwrap_or_default()).collect();
        let who = rows.iter().map(|&row| who(row as usize)).collect();
        Ok(Self { rows, who, value, sensitive })
    }

    /// How many of those who are new the ledger knows with another value.
    fn changed(&self, before: Option<&Ledger>, newcomers: &[usize]) -> usize {
        let known: HashSet<&str> =
            before.iter().flat_map(|ledger| &ledger.people).map(|one| one.who.as_str()).collect();
        newcomers.iter().filter(|&&at| known.contains(self.who[at].as_str())).count()
    }
}

/// All threads of the series, and who of the people stands in each.
struct Threads {
    all: Vec<Thread>,
    /// How many of them are old.
    old: usize,
    members: Vec<Vec<usize>>,
    algorithm: &'static str,
}

impl Threads {
    fn new(before: Option<&Ledger>) -> Self {
        let all = before.map(|ledger| ledger.threads.clone()).unwrap_or_default();
        Self { old: all.len(), members: vec![Vec::new(); all.len()], all, algorithm: "split" }
    }

    /// Who is known with the same value goes back; returns the others.
    fn go_back(&mut self, people: &People, before: Option<&Ledger>) -> Vec<usize> {
        let mut known: HashMap<(&str, &str), u32> = HashMap::new();
        for one in before.iter().flat_map(|ledger| &ledger.people) {
            known.insert((&one.who, &one.value), one.thread);
        }
        let mut others = Vec::new();
        for at in 0..people.rows.len() {
            match known.get(&(people.who[at].as_str(), people.value[at].as_str())) {
                Some(&thread) => self.members[thread as usize].push(at),
                None => others.push(at),
            }
        }
        others
    }

    /// How often every place of a thread is shown.
    fn layers(&self, thread: usize, people: &People) -> usize {
        let have = counted(self.members[thread].iter().map(|&at| people.value[at].as_str()));
        let places = counted(self.all[thread].values.iter().map(String::as_str));
        have.iter().map(|(value, count)| count.div_ceil(*places.get(value).unwrap_or(&1))).max().unwrap_or(0)
    }

    /// Values at which nobody stands, each as often as it is free.
    fn free(&self, thread: usize, people: &People) -> Vec<String> {
        let layers = self.layers(thread, people);
        let mut have = counted(self.members[thread].iter().map(|&at| people.value[at].as_str()));
        let mut free = Vec::new();
        for value in self.all[thread].values.iter().flat_map(|value| std::iter::repeat_n(value, layers)) {
            match have.get_mut(value.as_str()) {
                Some(count) if *count > 0 => *count -= 1,
                _ => free.push(value.clone()),
            }
        }
        free
    }

    /// Who is new takes a free place of the same value, in the thread that grows least; returns those who found none.
    fn take_free_places(&mut self, original: &Original, people: &People, newcomers: Vec<usize>) -> Vec<usize> {
        let mut free: HashMap<String, Vec<usize>> = HashMap::new();
        for thread in (0..self.old).filter(|&thread| !self.members[thread].is_empty()) {
            self.free(thread, people).into_iter().for_each(|value| free.entry(value).or_default().push(thread));
        }
        let mut boxes = Boxes::of(original, self, people);
        let mut rest = Vec::new();
        for at in newcomers {
            let row = people.rows[at] as usize;
            let places = free.get_mut(&people.value[at]).filter(|places| !places.is_empty());
            let best = places.as_ref().and_then(|places| {
                let growth = |place: usize| (boxes.growth(places[place], row), place);
                (0..places.len()).map(growth).min_by(|a, b| a.0.total_cmp(&b.0))
            });
            match (places, best) {
                (Some(places), Some((growth, place))) if growth <= MOST_GROWTH => {
                    let thread = places.swap_remove(place);
                    boxes.grow(thread, row);
                    self.members[thread].push(at);
                }
                _ => rest.push(at),
            }
        }
        rest
    }

    /// Deals those who are new into threads of their own; returns those who are too crowded for that.
    fn deal(&mut self, case: &Case<'_>, people: &People, rest: Vec<usize>, first: bool) -> Result<Vec<usize>, Error> {
        if rest.is_empty() && !first {
            return Ok(Vec::new());
        }
        let (stay, crowded) = if first { (rest, Vec::new()) } else { uncrowded(case, people, rest)? };
        if stay.is_empty() && !first {
            return Ok(crowded);
        }
        let rows: Vec<u32> = stay.iter().map(|&at| people.rows[at]).collect();
        let part = case.original.take(&rows);
        let Case { policy, chance, whole, tell, pace, stands_for, in_pieces, .. } = *case;
        let dealt =
            Dealt::new(&Case { policy, original: &part, chance, whole, tell, pace, stands_for, in_pieces }, true)?;
        self.algorithm = dealt.algorithm;
        for group in dealt.solved.partition.iter() {
            let members: Vec<usize> = group.iter().map(|&row| stay[dealt.kept.rows[row as usize] as usize]).collect();
            self.begin(members.iter().map(|&at| people.value[at].clone()).collect(), members);
        }
        Ok(crowded)
    }

    fn begin(&mut self, mut values: Vec<String>, members: Vec<usize>) {
        values.sort_unstable();
        self.all.push(Thread { values, cells: Vec::new() });
        self.members.push(members);
    }

    /// A thread for each, with values of others far enough away.
    fn stand_alone(&mut self, case: &Case<'_>, people: &People, crowded: &[usize]) -> Result<(), Error> {
        if crowded.is_empty() {
            return Ok(());
        }
        let plan = Plan::new(case.policy)?;
        let near = &plan.proximity()[0];
        let column = case.original.column(&people.sensitive);
        let attribute = Attribute::new(&[(people.sensitive.as_str(), column)], |row| !case.original.is_published(row));
        let Domain::Numbers { values, scale, .. } = attribute.domain() else {
            return Err(bind::unfit(near.protect, &"numbers or dates are needed"));
        };
        let (form, epsilon) = Form::of(near.neighbourhood, Apart::InMixture);
        let joined = form.join(&epsilon, *scale);
        let is_near = |a: u32, b: u32| joined.near(values[a.min(b) as usize], values[a.max(b) as usize]);
        let code = |at: usize| attribute.codes()[people.rows[at] as usize];
        let mut draws = case.chance.stream("values of counterfeits");
        for &at in crowded {
            let mut chosen = vec![(code(at), at)];
            let tried = (0..2_000).map(|_| below(people.rows.len() as u64, &mut draws) as usize).collect::<Vec<_>>();
            for other in tried.into_iter().chain(0..people.rows.len()) {
                if chosen.len() < near.m as usize && chosen.iter().all(|(one, _)| !is_near(*one, code(other))) {
                    chosen.push((code(other), other));
                }
            }
            if chosen.len() < near.m as usize {
                return Err(Error::Data(format!(
                    "column `{}`: somebody who is new is too near to all others for a group of {}; ask for a smaller ε or m",
                    people.sensitive, near.m
                )));
            }
            self.begin(chosen.iter().map(|(_, one)| people.value[*one].clone()).collect(), vec![at]);
        }
        Ok(())
    }

    /// Rows that stand for nobody: the thread and the value of each.
    fn counterfeits(&self, people: &People) -> Vec<(usize, String)> {
        let active = (0..self.all.len()).filter(|&thread| !self.members[thread].is_empty());
        active.flat_map(|thread| self.free(thread, people).into_iter().map(move |value| (thread, value))).collect()
    }

    /// What the next release must know.
    fn ledger(&self, all: &Everybody, people: &People, before: Option<&Ledger>, series: Vec<String>) -> Ledger {
        let mut threads = self.all.clone();
        for (thread, rows) in all.rows_of.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            let cell = |quasi: &crate::data::Quasi| ends(all.original.column(&quasi.name), rows);
            threads[thread].cells = all.original.quasi.iter().map(cell).collect();
        }
        let mut known: Vec<Person> = before.map(|ledger| ledger.people.clone()).unwrap_or_default();
        let was: HashSet<(String, String)> = known.iter().map(|one| (one.who.clone(), one.value.clone())).collect();
        for (thread, members) in self.members.iter().enumerate() {
            for &at in members {
                let (who, value) = (people.who[at].clone(), people.value[at].clone());
                if !was.contains(&(who.clone(), value.clone())) {
                    known.push(Person { who, value, thread: thread as u32 });
                }
            }
        }
        known.sort_unstable_by(|a, b| (&a.who, &a.value).cmp(&(&b.who, &b.value)));
        Ledger { series, releases: before.map_or(0, |ledger| ledger.releases) + 1, threads, people: known }
    }
}

fn counted<'a>(values: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_insert(0) += 1);
    counts
}

/// Those who can be dealt into groups, and those of crowded values who are too many for it.
fn uncrowded(case: &Case<'_>, people: &People, rest: Vec<usize>) -> Result<(Vec<usize>, Vec<usize>), Error> {
    let plan = Plan::new(case.policy)?;
    let near = &plan.proximity()[0];
    let rows: Vec<u32> = rest.iter().map(|&at| people.rows[at]).collect();
    let part = case.original.take(&rows);
    let kept = Kept::all(&part);
    let values = attribute(near, &kept);
    let crowd = Crowd::new(&values, near.neighbourhood, near.apart).map_err(|why| bind::unfit(near.protect, &why))?;
    let limits = crowd.limits(near.m);
    if limits.window * near.m as usize <= limits.rows {
        return Ok((rest, Vec::new()));
    }
    let stay = withhold::staying(&values, crowd.keep_most(near.m), &crowd.near(), near.m, case.chance);
    let stays: HashSet<u32> = stay.into_iter().map(|row| kept.rows[row as usize]).collect();
    let (stay, crowded): (Vec<(usize, usize)>, _) =
        rest.into_iter().enumerate().partition(|(row, _)| stays.contains(&(*row as u32)));
    let only = |some: Vec<(usize, usize)>| some.into_iter().map(|(_, at)| at).collect();
    Ok((only(stay), only(crowded)))
}

/// How far the cells of threads reach, roughly: only how much they grow is asked.
struct Boxes {
    columns: Vec<Reached>,
}

enum Reached {
    /// Numbers or days: every row's, the length of all, and the ends of each thread.
    Line(Vec<f64>, f64, Vec<(f64, f64)>),
    /// Labels: every row's, how many there are, and those of each thread.
    Set(Vec<Option<String>>, f64, Vec<HashSet<Option<String>>>),
}

impl Boxes {
    fn of(original: &Original, threads: &Threads, people: &People) -> Self {
        let one = |(at, quasi): (usize, &crate::data::Quasi)| {
            let column = original.column(&quasi.name);
            let cells = |thread: &Thread| thread.cells.get(at).cloned().unwrap_or_default();
            if column.kind() == aloof_table::Kind::Label {
                let rows: Vec<Option<String>> = (0..column.len()).map(|row| column.text(row)).collect();
                let sets = threads.all.iter().map(|thread| cells(thread).into_iter().collect()).collect();
                let labels = rows.iter().collect::<HashSet<_>>().len().max(2) as f64;
                return Reached::Set(rows, labels - 1.0, sets);
            }
            let rows: Vec<f64> = (0..column.len()).map(|row| position(column.text(row))).collect();
            let ends = |cells: Vec<Option<String>>| {
                let all = cells.into_iter().map(position);
                all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
            };
            let spans = threads.all.iter().map(|thread| ends(cells(thread))).collect();
            let (low, high) =
                rows.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
            Reached::Line(rows, if high > low { high - low } else { 1.0 }, spans)
        };
        let mut boxes = Self { columns: original.quasi.iter().enumerate().map(one).collect() };
        for (thread, members) in threads.members.iter().enumerate() {
            members.iter().for_each(|&at| boxes.grow(thread, people.rows[at] as usize));
        }
        boxes
    }

    /// How much a thread's cells grow by a row, as shares of the domains.
    fn growth(&self, thread: usize, row: usize) -> f64 {
        let one = |column: &Reached| match column {
            Reached::Line(rows, length, spans) => {
                let ((low, high), x) = (spans[thread], rows[row]);
                ((low - x).max(0.0) + (x - high).max(0.0)) / length
            }
            Reached::Set(rows, labels, sets) => {
                if sets[thread].contains(&rows[row]) {
                    0.0
                } else {
                    1.0 / labels
                }
            }
        };
        self.columns.iter().map(one).sum()
    }

    fn grow(&mut self, thread: usize, row: usize) {
        for column in &mut self.columns {
            match column {
                Reached::Line(rows, _, spans) => {
                    let (low, high) = &mut spans[thread];
                    (*low, *high) = (low.min(rows[row]), high.max(rows[row]));
                }
                Reached::Set(rows, _, sets) => {
                    let label = rows[row].clone();
                    sets[thread].insert(label);
                }
            }
        }
    }
}

/// A number or a day as a number; where there is none, 0.
fn position(text: Option<String>) -> f64 {
    let text = text.unwrap_or_default();
    text.parse::<f64>().ok().or_else(|| text.parse::<Date>().ok().map(|date| f64::from(date.days()))).unwrap_or(0.0)
}

/// Values that a cell over these rows must reach: the ends of numbers and dates, all labels.
fn ends(column: &Column, rows: &[u32]) -> Vec<Option<String>> {
    let missing = rows.iter().any(|&row| column.is_missing(row as usize)).then_some(None);
    let there = rows.iter().copied().filter(|&row| !column.is_missing(row as usize));
    let found: Vec<u32> = match column {
        Column::Number(numbers) => low_and_high(there, |row| numbers.get(row as usize)),
        Column::Date(dates) => low_and_high(there, |row| dates.get(row as usize).map(Date::days)),
        Column::Label(_) => there.collect(),
    };
    let mut texts: Vec<Option<String>> =
        found.into_iter().map(|row| column.text(row as usize)).chain(missing).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

fn low_and_high<T: Ord>(rows: impl Iterator<Item = u32> + Clone, of: impl Fn(u32) -> T) -> Vec<u32> {
    let low = rows.clone().min_by_key(|&row| of(row));
    low.into_iter().chain(rows.max_by_key(|&row| of(row))).collect()
}

/// The original, below it counterfeits, and below these rows that only hold cells open.
struct Everybody {
    original: Original,
    /// Rows of the original that are published, then counterfeits.
    published: Vec<u32>,
    /// The thread of each.
    threads: Vec<u32>,
    /// All rows of each thread, those that hold it open among them.
    rows_of: Vec<Vec<u32>>,
    counterfeits: usize,
    people: usize,
}

impl Everybody {
    fn of(
        original: &Original,
        people: &People,
        made: &Threads,
        counterfeits: &[(usize, String)],
    ) -> Result<Self, Error> {
        let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); made.all.len()];
        let mut thread_of = vec![0u32; people.rows.len()];
        for (thread, members) in made.members.iter().enumerate() {
            members.iter().for_each(|&at| thread_of[at] = thread as u32);
            rows_of[thread] = members.iter().map(|&at| people.rows[at]).collect();
        }
        // Per added row its thread, its value, and which of the values of its cells it has.
        let mut added: Vec<(usize, &str, usize)> =
            counterfeits.iter().map(|(thread, value)| (*thread, value.as_str(), 0)).collect();
        for thread in (0..made.old).filter(|&thread| !made.members[thread].is_empty()) {
            let most = made.all[thread].cells.iter().map(Vec::len).max().unwrap_or(0);
            added.extend((0..most).map(|at| (thread, made.all[thread].values[0].as_str(), at)));
        }
        let first = original.rows() as u32;
        for (row, (thread, ..)) in (first..).zip(&added) {
            rows_of[*thread].push(row);
        }
        let text = |name: &str, (thread, value, at): &(usize, &str, usize)| -> Option<String> {
            if name == people.sensitive {
                return Some((*value).to_owned());
            }
            let place = original.quasi.iter().position(|quasi| quasi.name == name)?;
            match made.all[*thread].cells.get(place) {
                Some(cell) => cell[(*at).min(cell.len() - 1)].clone(),
                None => original.column(name).text(people.rows[made.members[*thread][0]] as usize),
            }
        };
        let mut columns = Vec::new();
        for name in original.table.names() {
            let column = original.column(name);
            let texts: Vec<Option<String>> = added.iter().map(|row| text(name, row)).collect();
            columns.push((name.clone(), join(column, &like(column, &texts)?)));
        }
        let table = as_table(columns, original.rows() + added.len())?;
        let mut left_out = original.left_out.clone();
        left_out.grow(table.rows());
        let sensitive = vec![(people.sensitive.clone(), table.share(&people.sensitive).expect("was read"))];
        let came: Arc<[u32]> =
            original.came.iter().copied().chain(std::iter::repeat_n(u32::MAX, added.len())).collect();
        let published = people.rows.iter().copied().chain(first..first + counterfeits.len() as u32).collect();
        let threads = thread_of.into_iter().chain(counterfeits.iter().map(|(thread, _)| *thread as u32)).collect();
        let original = Original { table, sensitive, left_out, came, ..original.clone() };
        Ok(Self { original, published, threads, rows_of, counterfeits: counterfeits.len(), people: people.rows.len() })
    }

    /// The tables, and what the judge needs of them.
    fn draft(self, case: &Case<'_>, made: &Threads, first: bool) -> Result<(Draft, Shown), Error> {
        let Self { original, published, threads, rows_of, counterfeits, people } = self;
        let chance: &Chance = case.chance;
        let active: Vec<usize> = (0..rows_of.len()).filter(|&thread| !rows_of[thread].is_empty()).collect();
        let mut group_of_thread = vec![0u32; rows_of.len()];
        active.iter().zip(0..).for_each(|(&thread, group)| group_of_thread[thread] = group);
        let mut thread_of_row: HashMap<u32, usize> = HashMap::new();
        for (thread, rows) in rows_of.iter().enumerate() {
            rows.iter().for_each(|&row| {
                thread_of_row.insert(row, thread);
            });
        }
        let all = case.original.rows() as u32..original.rows() as u32;
        let rows: Vec<u32> = published[..people].iter().copied().chain(all).collect();
        let groups: Vec<u32> = rows.iter().map(|row| group_of_thread[thread_of_row[row]]).collect();
        let kept = Kept::new(&original, rows);
        let solved = Solved::new(&kept, Partition::from_group_of(&groups, active.len()));
        let dropped = case.original.rows() - people;
        let dealt = Dealt { kept, solved, dropped, saved_per_row: None, algorithm: made.algorithm };
        let order = chance.order("order of rows", published.len());
        let numbers = chance.order("numbers of groups", active.len());
        let rows: Vec<u32> = order.iter().map(|&at| published[at as usize]).collect();
        let data = table::table(&original, case.policy, &dealt, &rows, &order, &numbers)?;
        let in_order = table::numbers_in_order(&dealt.solved, &numbers, &order);
        let counts = Counts {
            published: published.len(),
            suppressed: 0,
            dropped,
            groups: active.len(),
            saved_per_row: None,
            algorithm: made.algorithm,
        };
        let mut tables = vec![("data", data)];
        if !first {
            let of_groups =
                threads[people..].iter().map(|&thread| numbers[group_of_thread[thread as usize] as usize] + 1);
            tables.push(("counterfeits", counterfeit_table(of_groups)?));
        }
        let thread_at = order.iter().map(|&at| group_of_thread[threads[at as usize] as usize]).collect();
        let signatures = active.iter().map(|&thread| made.all[thread].values.clone()).collect();
        drop(dealt);
        let everybody: Vec<u32> = (0..(case.original.rows() + counterfeits) as u32).collect();
        let shown = Shown { everybody: original.take(&everybody), thread_at, signatures };
        Ok((Draft { tables, places: Places { rows, groups: Some(in_order) }, counts }, shown))
    }
}

/// How many counterfeits there are in which group; groups without are left out.
fn counterfeit_table(groups: impl Iterator<Item = u32>) -> Result<Table, Error> {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    groups.for_each(|group| *counts.entry(group).or_insert(0) += 1);
    let column = |numbers: Vec<u32>| Column::Number(NumberColumn::from_counts(numbers.into_iter()));
    let (groups, numbers): (Vec<u32>, Vec<u32>) = counts.into_iter().unzip();
    let rows = groups.len();
    as_table(vec![("group".to_owned(), column(groups)), ("counterfeits".to_owned(), column(numbers))], rows)
}

/// A column of the same kind with these values.
fn like(column: &Column, texts: &[Option<String>]) -> Result<Column, Error> {
    let damaged = || Error::Data("the ledger holds a value of another kind than the column has now".to_owned());
    Ok(match column {
        Column::Number(_) => {
            let number = |text: &Option<String>| text.as_ref().map(|text| text.parse::<Decimal>()).transpose();
            let values = texts.iter().map(number).collect::<Result<Vec<_>, _>>().map_err(|_| damaged())?;
            Column::Number(NumberColumn::from_decimals(values).map_err(|_| damaged())?)
        }
        Column::Date(_) => {
            let mut dates = DateColumn::default();
            for text in texts {
                let date = text.as_ref().map(|text| text.parse::<Date>()).transpose();
                dates.push(date.map_err(|()| damaged())?);
            }
            Column::Date(dates)
        }
        Column::Label(_) => Column::Label(LabelColumn::from_texts(texts.iter().map(Option::as_deref))),
    })
}
