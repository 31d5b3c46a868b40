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
//! | `guess` | which role follows from all this |
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

mod coded;
mod combine;
mod facts;
mod guess;
mod header;
mod identifying;
mod measure;
mod options;
mod pattern;
mod policy;
mod proximity;
mod sample;
mod tally;
mod vocabulary;

pub use facts::{ColumnFacts, Combination, Confidence, Guess, Inspection, Proximity, Quartiles, Range, Role};
pub use identifying::{identifying, telling};
pub use options::Options;
pub use pattern::Pattern;
pub use policy::policy_text;

use aloof_table::{Column, ColumnInfo, Table};
use rayon::prelude::*;

use crate::guess::{Context, Signs};
use crate::header::Header;

/// Looks at every column of `table`, whose columns should have been read with their inferred kinds.
pub fn inspect(table: &Table, options: &Options) -> Inspection {
    inspect_with(table, &vec![ColumnInfo::default(); table.names().len()], options)
}

/// As [`inspect`], with what the file says of its columns, one entry per column: a label tells more than a name such as `V12`,
/// and numbers that have labels are codes.
pub fn inspect_with(table: &Table, infos: &[ColumnInfo], options: &Options) -> Inspection {
    let headers = table.names().iter().zip(infos);
    let headers: Vec<Header> = headers.map(|(name, info)| Header::of(name, info.label.as_deref())).collect();
    let context = Context::of(&headers);
    let named = table.names().par_iter().zip(table.columns()).zip(&headers).zip(infos);
    let columns: Vec<ColumnFacts> = named
        .map(|(((name, column), header), info)| describe((name, info), column, header, &context, options))
        .collect();
    let found = combine::search(table, &columns, options);
    Inspection {
        rows: table.rows(),
        columns,
        combinations: found.combinations,
        searched_rows: found.searched_rows,
        left_out: found.left_out,
    }
}

fn describe(
    (name, info): (&str, &ColumnInfo),
    column: &Column,
    header: &Header,
    context: &Context,
    options: &Options,
) -> ColumnFacts {
    let codes = coded::as_codes(column, info);
    let column = codes.as_ref().unwrap_or(column);
    let measured = measure::measure(column, options);
    let guess = guess::guess(&Signs { kind: column.kind(), measured: &measured, header, context });
    let proximity = match (&measured.tally, guess.role) {
        (Some(tally), Role::Sensitive) if measured.is_number() => proximity::suggest(tally, measured.scale),
        _ => None,
    };
    ColumnFacts {
        name: name.to_owned(),
        kind: column.kind(),
        missing: measured.missing,
        distinct: measured.frequencies.distinct,
        unique: measured.frequencies.unique,
        most_common: measured.frequencies.most_common,
        range: measured.range(),
        quartiles: measured.quartiles(),
        pattern: measured.pattern,
        guess,
        proximity,
        coded: codes.is_some(),
        info: info.clone(),
    }
}
