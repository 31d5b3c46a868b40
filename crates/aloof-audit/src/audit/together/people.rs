//! Who is who in several tables: people are matched by an identifier and by their value.

use aloof_table::{Column, NO_CODE};
use hashbrown::{HashMap, HashSet};

use super::{Member, Month, TogetherReport};
use crate::Error;
use crate::audit::against::join;
use crate::data::{Original, pick};
use crate::policy::{ColumnRule, Policy, Role};

/// The column that people are known by in all tables: the one that is named, the policy's, or its one identifier.
pub fn person_column<'a>(policy: &'a Policy, named: Option<&'a str>) -> Result<&'a str, Error> {
    if let Some(name) = named.or(policy.input().person.as_deref()) {
        let role = policy.column(name).map(ColumnRule::role);
        return match role {
            None | Some(Role::Identifier | Role::Drop) => Ok(name),
            Some(role) => Err(Error::Data(format!(
                "people are to be known by `{name}`, which has role = \"{}\" and so is published in some form; a column that is never \
                 published has role = \"identifier\"",
                role.name()
            ))),
        };
    }
    match policy.named(Role::Identifier).collect::<Vec<_>>()[..] {
        [one] => Ok(one),
        [] => Err(Error::Data(
            "people must be known again in every table: name the column that says who they are, in the policy with [input] person \
             or role = \"identifier\""
                .to_owned(),
        )),
        ref many => Err(Error::Data(format!(
            "the policy has {} identifiers ({}); [input] person says by which of them people are known again",
            many.len(),
            many.join(", ")
        ))),
    }
}

/// Who is in which.
pub(super) fn who(months: &[Month]) -> TogetherReport {
    let mut seen: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, month) in months.iter().enumerate() {
        month.people.iter().for_each(|person| seen.entry(&person.id).or_default().push(at));
    }
    let newest = months.len() - 1;
    let count = |is: &dyn Fn(&Vec<usize>) -> bool| seen.values().filter(|at| is(at)).count();
    TogetherReport {
        releases: months.len(),
        people: seen.len(),
        several: count(&|at| at.len() > 1),
        left: count(&|at| at.last() != Some(&newest)),
        came: count(&|at| at[..] == [newest]),
        changed: 0,
        counterfeits: months.iter().all(are_placed).then_some(0),
        alone: 0,
        checks: Vec::new(),
        unasked: Vec::new(),
        open: Vec::new(),
        told: Vec::new(),
    }
}

/// Whether it is known of everybody where they stand, and so of every row whether it is somebody's.
fn are_placed(month: &Month) -> bool {
    month.people.iter().all(|person| person.place.is_some())
}

/// Rows of all releases that are nobody's and have a value that nobody has, in any of them.
pub(super) fn strange(months: &[Month], places: &Places, own: &[u32], codes: &[u32]) -> usize {
    let known: HashSet<u32> = own.iter().copied().collect();
    let of = |(month, &from): (&Month, &usize)| {
        let taken: HashSet<u32> = month.people.iter().filter_map(|person| person.place).collect();
        let is_strange = |row: &u32| {
            let code = codes[from + *row as usize];
            !taken.contains(row) && code != NO_CODE && !known.contains(&code)
        };
        (0..month.released.rows as u32).filter(is_strange).count()
    };
    months.iter().zip(&places.released).map(of).sum()
}

/// Where a person stands in a release, if in any: the row of the original and the row of the release, where they are known.
pub(super) type Place = Option<(Option<u32>, Option<u32>)>;

/// Everybody, by who they are and what they have.
pub(super) struct Everybody {
    pub own: Vec<u32>,
    /// Per release and person.
    pub rows: Vec<Vec<Place>>,
    pub changed: usize,
}

impl Everybody {
    pub fn of(months: &[Month], codes: &dyn Fn(usize, &Member) -> u32) -> Self {
        let mut numbers: HashMap<(&str, u32), usize> = HashMap::new();
        let mut own = Vec::new();
        let mut found = Vec::new();
        for (at, month) in months.iter().enumerate() {
            for person in &month.people {
                let code = codes(at, person);
                let number = *numbers.entry((person.id.as_str(), code)).or_insert_with(|| {
                    own.push(code);
                    own.len() - 1
                });
                found.push((at, number, person));
            }
        }
        let mut rows = vec![vec![None; own.len()]; months.len()];
        found.into_iter().for_each(|(at, number, person)| rows[at][number] = Some((person.row, person.place)));
        let mut ids: Vec<&str> = numbers.keys().map(|(id, _)| *id).collect();
        ids.sort_unstable();
        let changed = ids.chunk_by(|a, b| a == b).filter(|run| run.len() > 1).count();
        Self { own, rows, changed }
    }
}

/// Where the rows of each table begin, if all releases and then all originals stand one below the other.
pub(super) struct Places {
    pub released: Vec<usize>,
    original: Vec<usize>,
    pub rows: usize,
}

impl Places {
    pub fn of(months: &[Month]) -> Self {
        let mut rows = 0;
        let mut next = |more: usize| {
            rows += more;
            rows - more
        };
        let released = months.iter().map(|month| next(month.released.rows)).collect();
        let original = months.iter().map(|month| next(month.original.as_ref().map_or(0, Original::rows))).collect();
        Self { released, original, rows }
    }

    /// The row of somebody's value: of the original, or of the release where there is none.
    pub fn of_person(&self, at: usize, person: &Member) -> usize {
        match (person.row, person.place) {
            (Some(row), _) => self.original[at] + row as usize,
            (None, place) => self.released[at] + place.expect("people without a row have a place") as usize,
        }
    }

    pub fn is_left_out(&self, months: &[Month], row: usize) -> bool {
        let table = |from: &[usize]| from.iter().rposition(|&from| from <= row);
        match table(&self.original) {
            Some(at) => {
                let original = months[at].original.as_ref();
                original.is_some_and(|original| original.left_out.get(row - self.original[at]))
            }
            None => table(&self.released).is_some_and(|at| months[at].released.left_out.get(row - self.released[at])),
        }
    }
}

/// The protected columns of all tables, one below the other.
pub(super) fn joined(months: &[Month], protected: &[String]) -> Vec<(String, Column)> {
    let one = |name: &String| {
        let names = std::slice::from_ref(name);
        let released = months.iter().map(|month| pick(&month.released.sensitive, names)[0].1);
        let originals = months.iter().filter_map(|month| month.original.as_ref());
        let mut all = released.chain(originals.map(|original| pick(&original.sensitive, names)[0].1));
        let first = all.next().expect("a release").clone();
        (name.clone(), all.fold(first, |all, next| join(&all, next)))
    };
    protected.iter().map(one).collect()
}
