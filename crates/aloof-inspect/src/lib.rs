//! What is in a table: the look before anything is decided.
//!
//! [`inspect`] counts every column exactly, guesses a role for it and says why, and finds the small combinations of
//! columns that make people unique. [`policy_text`] writes the guesses down as a policy for a person to correct.
//!
//! | folder | question |
//! |---|---|
//! | `measure`, `tally` | how many distinct values, how often, from where to where |
//! | `pattern` | do the values look like e-mail addresses, telephone numbers, names, …; one detector per file |
//! | `coded` | are its numbers codes, which the file has labels for |
//! | `header` | what does the column's name suggest, in several languages |
//! | `clock` | do its labels tell points in time, or times of day |
//! | `missing`, `limits` | which values seem to mean that there is none, or only a limit of one |
//! | `guess` | which role follows from all this |
//! | `codes`, `coarser` | whether whole numbers are codes, and how codes become coarser |
//! | `repeats` | is a row a person, where identifiers repeat |
//! | `total` | is the last row the sum of the others, and no person |
//! | `combine` | which columns together single people out |
//! | `policy` | the guesses as a policy file |
//!
//! A guess is a proposal: the reasons are there to be checked. No reason quotes a cell, so they may be shown or kept
//! where the data may not. The same table gives the same inspection: samples are drawn by position, not at random.
//!
//! ```
//! use aloof_inspect::{Options, Role, inspect, policy_text};
//! use aloof_table::{Column, NumberColumn, Table};
//!
//! let pay = Column::Number(NumberColumn::from_integers((0..100).map(|i| 900 + i * i).collect()));
//! let table = Table::new(vec![("AnnualSalary".into(), pay)], 100)?;
//! let inspection = inspect(&table, &Options::default());
//! assert_eq!(inspection.columns[0].guess.role, Role::Sensitive);
//! assert!(policy_text(&inspection).contains("epsilon-m"));
//! # Ok::<(), aloof_table::TableError>(())
//! ```
//!
//! # Cost
//!
//! One sort or counting pass per column of numbers, one counting pass per column of labels. Combinations are searched
//! for on a sample of [`Options::search_rows`] rows; only those reported are counted over the whole table.

mod asked;
mod clock;
mod coarser;
mod coded;
mod codes;
mod combine;
mod dominant;
mod facts;
mod guess;
mod header;
mod identifying;
mod limits;
mod measure;
mod missing;
mod nameless;
mod options;
mod pattern;
mod policy;
mod proximity;
mod repeats;
mod sample;
mod tally;
mod told;
mod total;
mod vocabulary;

pub use asked::{AskedDates, asked_dates};
pub use clock::Clock;
pub use coarser::Coarser;
pub use facts::{
    ColumnFacts, Combination, Confidence, Grounds, Guess, Inspection, MissingCode, Nearness, Proximity, Quartiles,
    Range, Role,
};
pub use identifying::{identifying, naming, telling};
pub use missing::{as_written, missing_codes};
pub use options::Options;
pub use pattern::Pattern;
pub use policy::{policy_text, toml_key, toml_text};
pub use proximity::propose;
pub use repeats::RowsQuestion;
pub use told::{Told, Written};
pub use total::{LastTotal, holds_total};

use std::borrow::Cow;

use aloof_table::notation::Notation;
use aloof_table::{Column, Table};
use rayon::prelude::*;

use crate::guess::{Context, Signs};
use crate::header::Header;
use crate::missing::Aside;

/// Looks at every column of `table`, whose columns should have been read with their inferred kinds.
pub fn inspect(table: &Table, options: &Options) -> Inspection {
    inspect_told(table, &[], options)
}

/// As [`inspect`], with what is known of the columns besides their values, in their order.
pub fn inspect_told(table: &Table, told: &[Told], options: &Options) -> Inspection {
    let nothing = Told::default();
    let told = |at: usize| told.get(at).unwrap_or(&nothing);
    let header = |(at, name): (usize, &String)| Header::of(name, told(at).info.label.as_deref());
    let headers: Vec<Header> = table.names().iter().enumerate().map(header).collect();
    let context = Context::of(&headers);
    let described = |table: &Table| -> Vec<ColumnFacts> {
        let describe = |at: usize| {
            let subject = Subject {
                name: &table.names()[at],
                column: &table.columns()[at],
                header: &headers[at],
                told: told(at),
            };
            subject.describe(&context, options)
        };
        (0..headers.len()).into_par_iter().map(describe).collect()
    };
    let all = described(table);
    let total = last_total(table, &all);
    // What a total says, or does not say, is not said of people.
    let (people, columns) = if total.is_some() {
        let people = table.take(&(0..table.rows() as u32 - 1).collect::<Vec<_>>());
        let columns = described(&people);
        (Cow::Owned(people), columns)
    } else {
        (Cow::Borrowed(table), all)
    };
    let quasi = |facts: &ColumnFacts| facts.guess.role == Role::Quasi;
    let found = combine::search(&without_codes(&people, &columns, quasi), &columns, options);
    let said = total::note(&without_codes(&people, &columns, |_| true), total.as_ref());
    Inspection {
        rows: table.rows(),
        of_rows: RowsQuestion::of(&columns, people.rows()),
        columns,
        combinations: found.combinations,
        searched_rows: found.searched_rows,
        left_out: found.left_out,
        notes: nameless::note(table).into_iter().chain(said).collect(),
        total,
    }
}

/// The last row, if it seems to be a total.
fn last_total(table: &Table, facts: &[ColumnFacts]) -> Option<LastTotal> {
    let values = without_codes(table, facts, |_| true);
    let columns: Vec<(&str, &Column)> =
        values.names().iter().map(String::as_str).zip(values.columns().iter().map(AsRef::as_ref)).collect();
    let quasi = facts.iter().filter(|facts| facts.guess.role == Role::Quasi).map(|facts| facts.name.as_str());
    LastTotal::of(&columns, &quasi.collect::<Vec<_>>())
}

/// The table in which what seems to mean a missing value is one: people who differ by the word for it are counted as alike, as they
/// are once the policy says so, and no sum counts it.
fn without_codes(table: &Table, facts: &[ColumnFacts], which: impl Fn(&ColumnFacts) -> bool) -> Table {
    let coded = facts.iter().filter(|facts| which(facts) && !facts.codes.is_empty());
    coded.fold(table.clone(), |changed, facts| match table.column(&facts.name) {
        Some(column) => {
            let limits = facts.codes.iter().any(MissingCode::is_limit);
            let aside = if limits { missing::set_aside_with_limits } else { missing::set_aside };
            changed.with_column(&facts.name, aside(column, &facts.info).column.into_owned())
        }
        None => changed,
    })
}

/// One column and what is known of it.
struct Subject<'a> {
    name: &'a str,
    column: &'a Column,
    header: &'a Header,
    told: &'a Told,
}

impl Subject<'_> {
    /// Limits are set aside where numbers are protected as numbers; what others may know is told by them, too.
    fn describe(&self, context: &Context, options: &Options) -> ColumnFacts {
        let aside = missing::set_aside_with_limits(self.column, &self.told.info);
        let limits = aside.codes.iter().any(MissingCode::is_limit);
        let facts = self.describe_without(aside, context, options);
        if limits && facts.guess.role != Role::Sensitive {
            return self.describe_without(missing::set_aside(self.column, &self.told.info), context, options);
        }
        facts
    }

    fn describe_without(&self, aside: Aside<'_>, context: &Context, options: &Options) -> ColumnFacts {
        let labels = coded::as_codes(&aside.column, &self.told.info);
        let column = labels.as_ref().unwrap_or(&aside.column);
        let measured = measure::measure(column, options);
        let (kind, header, unnamed) = (column.kind(), self.header, self.told.unnamed);
        let clock = clock::of(column);
        let dates = asked_dates(column).filter(|asked| asked.certain && clock.is_none());
        let signs = Signs { kind, measured: &measured, header, context, unnamed, clock, dates: dates.is_some() };
        let guess = guess::guess(&signs);
        let read = matches!(guess.role, Role::Quasi | Role::Sensitive | Role::Keep);
        // Dates that are read when they are asked for: a first policy asks where nothing else can be meant.
        let quasi = guess.role == Role::Quasi;
        let asked = dates.filter(|_| quasi);
        let day_numbers = codes::are_days(&signs);
        let coded = codes::of_numbers(&signs).filter(|_| read && !day_numbers);
        let coarser = (guess.role == Role::Quasi)
            .then(|| {
                let as_text = coded.filter(|coded| coded.prefix).map(|_| Coarser::Prefixes);
                let several = measured.frequencies.distinct > 2;
                let codes = || ((labels.is_some() || coded.is_some()) && several).then_some(Coarser::Sets);
                let dates = (day_numbers || asked.is_some()).then_some(Coarser::Months);
                let dates = dates.or_else(|| coarser::of_dates(measured.range().as_ref(), clock));
                dates.or(as_text).or_else(|| coarser::of_labels(column, &signs, &self.told.info)).or_else(codes)
            })
            .flatten();
        let proximity = match (&measured.tally, guess.role) {
            (Some(tally), Role::Sensitive) if measured.is_number() && coded.is_none() => {
                proximity::suggest(tally, measured.scale)
            }
            _ => None,
        };
        let written = match (day_numbers, aside.written == Written::default()) {
            _ if asked.is_some() => {
                asked.map_or_else(Written::default, |asked| Written::of(Notation::Date(asked.pattern)))
            }
            (true, _) => Written { decimal: None, date: Some("ymd".to_owned()) },
            (false, true) => self.told.written.clone(),
            (false, false) => aside.written,
        };
        let open = self.told.open.clone().or(aside.ambiguity.map(|ambiguity| ambiguity.to_string()));
        ColumnFacts {
            name: self.name.to_owned(),
            kind,
            missing: measured.missing,
            distinct: measured.frequencies.distinct,
            unique: measured.frequencies.unique,
            most_common: measured.frequencies.most_common,
            range: measured.range(),
            quartiles: measured.quartiles(),
            pattern: measured.pattern,
            guess,
            proximity,
            codes: aside.codes,
            coded: labels.as_ref().map(|_| "the file has labels for its numbers").or(coded.map(|coded| coded.why)),
            coarser,
            written,
            open,
            clock,
            notes: self.told.notes.iter().cloned().chain(codes::notes(&signs).filter(|_| read)).collect(),
            info: self.told.info.clone(),
        }
    }
}
