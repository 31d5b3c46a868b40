//! Everybody of whom could be known whether they are in the table: the population that presence is about.
//!
//! Its quasi columns are read as the policy reads those of the original, and what else is in it is not looked at, but for
//! identifiers: whoever stands there twice would make every belief too small.

use aloof_io::{Input, Progress, Source};
use aloof_table::{Attribute, Column, Decimal, Domain, NO_CODE};
use hashbrown::HashMap;

use super::{Ladder, Original, Repeats, read_options};
use crate::Error;
use crate::policy::{Policy, Protect};
use crate::words;

/// The quasi values of a population.
pub struct Population {
    /// Its file.
    pub name: String,
    /// One row per person. Who lacks a value for which the policy drops rows is left out, and counts for nobody.
    pub everybody: Original,
}

impl Population {
    /// Reads the population that a protection names.
    pub fn of(policy: &Policy, protect: &Protect) -> Result<Self, Error> {
        let file = protect.population.as_ref().expect("presence names a population");
        Self::read(policy, policy.file(file), &|_, _| {})
    }

    /// Reads a population.
    pub fn read(policy: &Policy, source: Source, progress: Progress<'_>) -> Result<Self, Error> {
        let quasi = policy.with_quasi_alone()?;
        let input = Input::open(source, read_options(&quasi))?;
        let name = input.name().to_owned();
        if quasi.columns().is_empty() {
            let what = "no column is declared quasi, by which people of the population could be told apart";
            return Err(Error::Data(format!("{name}: {what}")));
        }
        if let Some(found) = Repeats::find(&input, policy)? {
            return Err(Error::Data(found.in_population()));
        }
        let found = Self { everybody: Original::read(&input, &quasi, false, progress)?, name };
        found.refuse_unknown_labels()?;
        if found.people() == 0 {
            let what = "the population holds nobody, and whoever is in the table must be in it";
            return Err(Error::Data(format!("{}: {what}", found.name)));
        }
        Ok(found)
    }

    /// People who count.
    pub fn people(&self) -> usize {
        self.everybody.rows() - self.everybody.left_out.count()
    }

    /// What is said of those who do not count.
    pub fn left_out(&self) -> Option<String> {
        let gone = self.everybody.left_out.count();
        (gone > 0).then(|| {
            format!(
                "{} in {} {} a quasi value, for which the policy drops rows: nothing is said of them, and they hide nobody.",
                words::part(gone, self.everybody.rows(), "person", "people"),
                self.name,
                if gone == 1 { "lacks" } else { "lack" }
            )
        })
    }

    fn refuse_unknown_labels(&self) -> Result<(), Error> {
        for quasi in &self.everybody.quasi {
            let Ladder::Tree(tree) = &quasi.ladder else { continue };
            let labels = self.everybody.column(&quasi.name).to_labels();
            let lacking = tree.missing(labels.labels().iter());
            if let Some(first) = lacking.first() {
                return Err(Error::Data(format!(
                    "{}, column `{}`: the hierarchy lacks {}, `{first}` first: everybody in the population needs a place in it",
                    self.name,
                    quasi.name,
                    words::several(lacking.len(), "label", "labels")
                )));
            }
        }
        Ok(())
    }

    /// The person behind every row of a table that is published of it: somebody with the same quasi values, nobody twice.
    pub fn find(&self, table: &Original) -> Result<Vec<u32>, Error> {
        let mut ids = Ids { of_people: vec![0; self.everybody.rows()], of_rows: vec![Some(0); table.rows()] };
        for quasi in &self.everybody.quasi {
            ids.refine(self.codes(&quasi.name, table)?);
        }
        let mut people: HashMap<u32, Vec<u32>> = HashMap::new();
        let counted = |person: &usize| !self.everybody.left_out.get(*person);
        for person in (0..self.everybody.rows()).filter(counted).rev() {
            people.entry(ids.of_people[person]).or_default().push(person as u32);
        }
        let mut next = |id: &Option<u32>| id.and_then(|id| people.get_mut(&id)?.pop());
        let rows = (0..table.rows()).filter(|&row| table.is_published(row));
        let found: Vec<(usize, Option<u32>)> = rows.map(|row| (row, next(&ids.of_rows[row]))).collect();
        let lacking = || found.iter().filter(|(_, person)| person.is_none()).map(|(row, _)| table.came[*row] + 1);
        if let Some(first) = lacking().min() {
            return Err(Error::Data(format!(
                "{} of the table {} nobody in {} who has the same quasi values and is not another row's: whoever is in the table must be in \
                 the population. The first is data row {first}",
                words::part(lacking().count(), found.len(), "row", "rows"),
                if lacking().count() == 1 { "has" } else { "have" },
                self.name,
            )));
        }
        Ok(found.into_iter().filter_map(|(_, person)| person).collect())
    }

    /// A column's values of people and of the table's rows, as codes of the same values; a row whose value nobody has gets none.
    fn codes(&self, name: &str, table: &Original) -> Result<(Vec<u32>, Vec<Option<u32>>), Error> {
        let (here, there) = (self.everybody.column(name), table.column(name));
        let (people, rows) = (coded(here), coded(there));
        let same = by_value(people.domain(), rows.domain()).ok_or_else(|| {
            Error::Data(format!(
                "column `{name}` holds {} in the table and {} in {}; declare its `type` in the policy, and what does not fit is named",
                kind(there),
                kind(here),
                self.name
            ))
        })?;
        let missing = people.domain().len() as u32;
        let of_row = |&code: &u32| if code == NO_CODE { Some(missing) } else { same[code as usize] };
        let of_rows = rows.codes().iter().map(of_row).collect();
        Ok((people.codes().iter().map(|&code| code.min(missing)).collect(), of_rows))
    }
}

fn coded(column: &Column) -> Attribute {
    Attribute::new(&[("", column)], |_| false)
}

fn kind(column: &Column) -> &'static str {
    match column {
        Column::Number(_) => "numbers",
        Column::Date(_) => "dates",
        Column::Label(_) => "labels",
    }
}

/// Which of these values each of those is; `None` if they are of another kind.
fn by_value(these: &Domain, those: &Domain) -> Option<Vec<Option<u32>>> {
    match (these, those) {
        _ if those.is_empty() => Some(Vec::new()),
        _ if these.is_empty() => Some(vec![None; those.len()]),
        (
            Domain::Numbers { values, scale, dates },
            Domain::Numbers { values: others, scale: others_scale, dates: others_are },
        ) if dates == others_are => {
            let find = |&value: &i128| {
                let other = Decimal::new(value, *others_scale);
                values.binary_search_by_key(&other, |&value| Decimal::new(value, *scale)).ok().map(|at| at as u32)
            };
            Some(others.iter().map(find).collect())
        }
        (Domain::Labels(labels), Domain::Labels(others)) => {
            let find = |label: &String| labels.binary_search(label).ok().map(|at| at as u32);
            Some(others.iter().map(find).collect())
        }
        _ => None,
    }
}

/// Equal for equal values in all columns so far.
struct Ids {
    of_people: Vec<u32>,
    of_rows: Vec<Option<u32>>,
}

impl Ids {
    fn refine(&mut self, (people, rows): (Vec<u32>, Vec<Option<u32>>)) {
        let mut seen: HashMap<(u32, u32), u32> = HashMap::new();
        for (id, code) in self.of_people.iter_mut().zip(people) {
            let next = seen.len() as u32;
            *id = *seen.entry((*id, code)).or_insert(next);
        }
        for (id, code) in self.of_rows.iter_mut().zip(rows) {
            *id = id.zip(code).and_then(|pair| seen.get(&pair).copied());
        }
    }
}
