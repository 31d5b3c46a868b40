//! The next release of a series: its people, its ledger, and the tables that are published.
//!
//! How people come to stand where is said, and why it holds, in `aloof_methods::series`. Here
//!
//! ```text
//! which series a release belongs to                                                                belonging.rs
//! what a policy lacks of one                                                                       fit.rs
//! the people of this month are known by the ledger                                                 people.rs
//! those of them who find no place are dealt by the maker of single releases                        newcomers.rs
//! a thread shows all of its places, and its cells what they ever reached                           everybody.rs
//! the groups that were written are held against the ledger that goes with them
//! ```
//!
//! # Cost
//! That of the maker of single releases for those who are new; a pass over the others.

mod belonging;
mod everybody;
mod fit;
mod newcomers;
mod people;

use std::sync::{Mutex, PoisonError};

use aloof_evaluate::together::identifiers;
use aloof_io::{Input, Source};
use aloof_methods::series::{Boxes, NOBODY, People, Threads, Values, Who, most_growth, take_free_places, unite};
use aloof_table::Column;
use hashbrown::HashMap;

pub(in crate::release) use self::belonging::{belonging, none_begins};
use self::everybody::{Everybody, Shown};
pub(crate) use self::fit::yet_to_write;
pub(in crate::release) use self::fit::{check, check_promise};
use self::people::people;
use crate::Error;
use crate::data::{Original, Quasi, read_options};
use crate::policy::Policy;
use crate::release::chance::Secret;
use crate::release::desk::file_name;
use crate::release::ledger::{Ledger, names, series_of};
use crate::release::maker::{Case, Draft, Judged, Maker, Places, nobody_left, refused};
use crate::release::makers::groups;

/// Makes the next release of a series.
pub(in crate::release) struct Series {
    data: Source,
    person: String,
    secret: Secret,
    before: Ledger,
    next: Mutex<Option<Next>>,
}

/// What the next release leaves.
#[derive(Clone)]
pub(in crate::release) struct Next {
    /// The ledger, as it is written.
    pub ledger: String,
    /// Who stands at every place of the release, if anybody does.
    pub people: Vec<Option<Who>>,
    /// How many rows are nobody's; `None` in the first release of a series, which has none.
    pub counterfeits: Option<usize>,
    /// What is told of it.
    pub notes: Vec<String>,
}

impl Series {
    /// The next release of a series after the one whose ledger this is, or its first, after an empty one.
    pub fn new(data: Source, person: &str, secret: Secret, before: Ledger) -> Self {
        Self { data, person: person.to_owned(), secret, before, next: Mutex::default() }
    }

    /// What the release leaves, once it is made.
    pub fn next(&self) -> Option<Next> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The column whose values a series protects.
fn protected(policy: &Policy) -> &str {
    &policy.protect()[0].sensitive()[0]
}

/// Earlier values are not of the kind that the column has now.
fn other_kind(name: &str, column: &Column) -> Error {
    Error::Data(format!(
        "column `{name}` holds {} now, and the earlier releases of this series have values of it that are none",
        column.kind().plural()
    ))
}

/// Finds places for all who are new; returns the word for how those were dealt who make groups of their own.
fn find_places(
    made: &mut Threads,
    case: &Case<'_>,
    (people, values): (&People, &Values),
    came: Vec<u32>,
    told: &mut Told,
    before: &Ledger,
) -> Result<&'static str, Error> {
    let said = case.policy.method().widen().map(|widen| widen.to_ratio().approximate());
    let widen = said.unwrap_or_else(|| most_growth(before.width));
    let mut boxes = boxes(case.original, made, people);
    unite(made, &mut boxes, widen);
    let rest = take_free_places(made, &mut boxes, people, came, widen);
    let (rest, crowded) = newcomers::uncrowded(case, people, rest, before.is_empty())?;
    let crowded = take_free_places(made, &mut boxes, people, crowded, f64::INFINITY);
    told.joined = told.came - rest.len() - crowded.len();
    let algorithm = newcomers::deal(made, case, people, values, &rest)?;
    newcomers::stand_alone(made, case, (people, values), crowded, &before.people)?;
    Ok(algorithm)
}

/// What the cells of groups cover.
fn boxes(original: &Original, made: &Threads, people: &People) -> Boxes {
    Boxes::of(original.quasi.iter().map(|quasi: &Quasi| original.column(&quasi.name)), made, people)
}

/// How wide the cells of a first release are on average, in millionths of the domains.
fn width(original: &Original, made: &Threads, people: &People) -> u32 {
    (boxes(original, made, people).mean_width(made) * 1e6).round() as u32
}

impl Maker for Series {
    type Promise = Promised;

    fn check(&self, policy: &Policy) -> Result<(), Error> {
        check(policy)
    }

    fn rehearses(&self) -> bool {
        false
    }

    fn make(&self, case: &Case<'_>) -> Result<(Draft, Promised), Error> {
        let before = &self.before;
        let input = Input::open(self.data.clone(), read_options(case.policy))?;
        let names = names(self.secret, &identifiers(&input, &self.person)?);
        let (people, values) = people(case.original, case.policy, &names, before)?;
        if people.rows.is_empty() {
            return Err(nobody_left());
        }
        let mut made = Threads::new(before.threads.clone());
        let came = made.go_back(&people, &before.people);
        let changed = people.changed(&before.people, &came);
        let mut told = Told { people: people.rows.len(), came: came.len(), changed, ..Told::default() };
        let algorithm = find_places(&mut made, case, (&people, &values), came, &mut told, before)?;
        let counterfeits = made.counterfeits();
        told.counterfeits = counterfeits.len();
        told.releases = before.releases + 1;
        let all = Everybody::of(case, &people, &values, &made, &counterfeits)?;
        all.reach(&mut made.all);
        let known = made.known(&people, &before.people);
        let (draft, shown) = all.draft(case, &made, algorithm, before.is_empty())?;
        let named = |&row: &u32| Some(names[*case.original.came.get(row as usize)? as usize]);
        let ledger = Ledger {
            series: series_of(case.policy, &self.person),
            releases: told.releases,
            width: if before.is_empty() { Some(width(case.original, &made, &people)) } else { before.width },
            values: values.texts().to_vec(),
            threads: made.all,
            people: known,
        };
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some(Next {
            ledger: ledger.to_text(self.secret),
            people: draft.places.rows.iter().map(named).collect(),
            counterfeits: (!before.is_empty()).then_some(counterfeits.len()),
            notes: vec![told.sentence(&file_name(case.policy, "counterfeits"))],
        });
        Ok((draft, Promised { shown, values }))
    }

    fn judge(
        &self,
        policy: &Policy,
        _: Original,
        places: Places,
        promised: Promised,
        written: &[Source],
    ) -> Result<Judged, Error> {
        promised.hold(policy, written[0].clone())?;
        groups::judge(policy, promised.shown.everybody, places.rows, written[0].clone())
    }
}

/// What every group must show.
pub(in crate::release) struct Promised {
    shown: Shown,
    values: Values,
}

impl Promised {
    /// Holds the groups that were written against what the ledger says of them.
    fn hold(&self, policy: &Policy, written: Source) -> Result<(), Error> {
        let released = groups::read_back(policy, written)?;
        let (_, column) = &released.sensitive[0];
        let mut found: Vec<Vec<u32>> = vec![Vec::new(); self.shown.signatures.len()];
        let group_of = released.told_apart().group_of(released.rows);
        let mut stated: HashMap<u32, u32> = HashMap::new();
        for (place, &group) in self.shown.group_at.iter().enumerate().take(released.rows) {
            let number = column.text(place).and_then(|text| self.values.number(&text));
            found[group as usize].push(number.unwrap_or(NOBODY));
            if *stated.entry(group_of[place]).or_insert(group) != group {
                return Err(refused("rows of two threads stand in one group"));
            }
        }
        found.iter_mut().for_each(|found| found.sort_unstable());
        if found != self.shown.signatures {
            return Err(refused("a group does not show the values that it had"));
        }
        Ok(())
    }
}

/// What is told of a release.
#[derive(Default)]
struct Told {
    releases: u32,
    people: usize,
    came: usize,
    joined: usize,
    changed: usize,
    counterfeits: usize,
}

impl Told {
    /// In words; `file` says how many are nobody's in which group.
    fn sentence(&self, file: &str) -> String {
        let Self { releases, people, came, joined, changed, counterfeits } = self;
        if *releases == 1 {
            return format!(
                "The first release of a series: the ledger in the private directory knows {people} people again."
            );
        }
        let known = if *changed > 0 { ", and what may be known of how values change is not judged" } else { "" };
        format!(
            "Release {releases} of a series: of {people} people {} stand among the values that they stood among, {joined} who are new took free places, {} \
             make groups of their own; {changed} of those who are new were there with another value{known}. {counterfeits} rows are counterfeits, \
             which stand for nobody; {file} says how many there are in which group, and nothing tells which.",
            people - came,
            came - joined
        )
    }
}
